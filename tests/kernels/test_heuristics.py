"""Heuristics that are evolved in play: trees, areas, moves and whole runs against slow twins."""

from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray
from tests.kernels.support import checkers_games, checkers_words, othello_games, othello_move, othello_words, samples
from tests.naive import heuristics as naive
from tests.naive import othello

from ludogen.games import parse_game
from ludogen.genomes.areas import AREA_NAMES, board_of, othello_areas
from ludogen.genomes.trees import (
    checked_tree,
    crossed,
    kinds_of,
    mutated,
    pruned,
    random_tree,
    said,
    strategy_of,
    tree_text,
)
from ludogen.kernels.area_play import strategy_move
from ludogen.kernels.dispatch import Bits
from ludogen.kernels.online_evolution import OnlineMover, evolve_once, new_work
from ludogen.kernels.othello import PASS
from ludogen.kernels.steps import look as look_at
from ludogen.players.online import Frankland, alpha_of_mover

SEEDS = st.integers(0, 2**63)
BOARD = board_of("othello")
few = settings(max_examples=samples(60, 15), deadline=None)


def any_tree(seed: int, deepest: int = 6) -> NDArray[np.int16]:
    random = np.random.default_rng(seed)
    return random_tree(random, int(random.integers(1, deepest + 1)), bool(random.integers(2)), grow="half")


def spans(code: list[int]) -> list[tuple[int, int]]:
    """Where each subtree begins and ends."""
    return [(place, place + len(naive.flat(naive.nested(iter(code[place:]))))) for place in range(len(code))]


def nested(code: NDArray[np.int16]) -> naive.Tree:
    return naive.nested(iter(code.tolist()))


# Trees


@few
@given(SEEDS, st.integers(1, 6), st.booleans(), st.sampled_from(["uniform", "half"]))
def test_random_trees_have_the_depth_they_should(seed: int, depth: int, is_full: bool, grow: str) -> None:
    code = random_tree(np.random.default_rng(seed), depth, is_full, grow=grow)
    assert np.array_equal(checked_tree(code.astype(np.int64)), code)
    leaves = [at for node, at in naive.nodes(nested(code)) if not node.arguments]
    assert max(leaves) <= depth
    assert min(leaves) >= 1  # the root is a function
    assert not is_full or set(leaves) == {depth}


def test_random_trees_have_every_terminal_and_every_value() -> None:
    trees = [nested(any_tree(seed)) for seed in range(samples(100, 60))]
    drawn = {(one.kind, one.value) for tree in trees for one, _ in naive.nodes(tree)}
    kinds = {kind for kind, _ in drawn} - {-1}
    assert kinds == set(range(12))
    assert {value for kind, value in drawn if 0 <= kind < 9} == set(range(1, 33))
    assert {value for kind, value in drawn if kind >= 9} == {0, 1}
    code = random_tree(np.random.default_rng(1), 6, True, kinds_of(True, True))
    assert {13, 14} <= {node // 64 for node in code.tolist()}


@few
@given(SEEDS, SEEDS, SEEDS)
def test_crossover_swaps_two_subtrees(one: int, other: int, seed: int) -> None:
    parents = any_tree(one, 3), any_tree(other, 3)
    left, right = (code.tolist() for code in parents)
    born = tuple(code.tolist() for code in crossed(*parents, np.random.default_rng(seed)))
    assert born in [
        (left[:start] + right[first:last] + left[end:], right[:first] + left[start:end] + right[last:])
        for start, end in spans(left)
        for first, last in spans(right)
    ]


@few
@given(SEEDS, SEEDS, st.integers(0, 6))
def test_mutation_replaces_one_subtree(one: int, seed: int, depth: int) -> None:
    parent = any_tree(one, 4).tolist()
    child = mutated(any_tree(one, 4), np.random.default_rng(seed), depth).tolist()
    checked_tree(np.array(child))
    grown = len(child) - len(parent)
    assert any(
        end + grown > start
        and child[:start] == parent[:start]
        and child[end + grown :] == parent[end:]
        and max(at for _, at in naive.nodes(naive.nested(iter(child[start:])))) <= depth
        for start, end in spans(parent)
    )


@few
@given(SEEDS, st.integers(1, 80))
def test_pruning_follows_its_rule_and_never_leaves_too_much(seed: int, limit: int) -> None:
    code = any_tree(seed)
    left = pruned(code, limit)
    assert len(left) <= limit
    assert nested(left) == naive.pruned(nested(code), limit)
    by_lot = pruned(code, limit, way=1, chance=seed)
    assert len(by_lot) <= limit
    assert np.array_equal(checked_tree(by_lot), by_lot)
    assert by_lot[-1] == code[-1]  # the rightmost terminal of all always stays
    assert len(code) > limit or np.array_equal(by_lot, code)


@few
@given(SEEDS, st.integers(0, 2**14 - 1))
def test_of_several_values_the_first_or_the_last_is_taken(seed: int, lots: int) -> None:
    code = any_tree(seed)
    assert said(code, lots).tolist() == naive.says(nested(code), lots)


def test_the_papers_example() -> None:
    """Figure 5: 28 at A, 16 at C, 11 at D, 7 at F, 10 at H; the rest 0. tCnrH doubles 28, 11 and 11."""
    code = np.array([3, 64 + 28, 2, 64 * 8 + 16, 64 * 3 + 11, 3, 64 * 9 + 7, 64 * 5 + 10, 64 * 10 + 1], np.int16)
    assert tree_text(code) == ("fArg3(tBH1=28, fArg2(tBH8=16, tBH3=11), fArg3(tBH9=7, tBH5=10, tCnrH=true))")
    strategy = strategy_of(said(code), BOARD)
    worths = strategy["worths"][0].reshape(8, 8)
    assert worths[:4, :4].tolist() == [[56, 0, 16, 22], [0, 0, 7, 0], [16, 7, 10, 0], [22, 0, 0, 0]]
    assert (worths == worths[::-1]).all()
    assert (worths == worths[:, ::-1]).all()


# Areas and moves


def test_the_area_map_is_that_of_figure_3() -> None:
    areas = othello_areas().reshape(8, 8)
    names = AREA_NAMES["othello"]
    quadrant = ["".join(names[area] if area < 9 else " " for area in row[:4]) for row in areas[:4].tolist()]
    assert quadrant == ["ABCD", "BEFG", "CFHI", "DGI "]
    assert (areas == areas.T).all()
    assert (areas == areas[::-1]).all()


def some_values(random: Random, options: bool) -> list[int]:
    values = [random.choice([0, random.randint(1, 6)]) for _ in range(9)] + [random.randint(0, 1) for _ in range(3)]
    return values + ([random.randint(1, 32), random.randint(0, 32)] if options else [0, 0])


@pytest.mark.parametrize(
    ("look", "options", "regions"),
    [(0, False, "quadrant"), (0, False, "board"), (0, True, "quadrant"), (1, False, "quadrant"), (2, True, "board")],
)
def test_moves_are_those_of_the_twin(look: int, options: bool, regions: str) -> None:
    """Chance decides among the worthiest moves only, and each of them comes up."""
    random, drawn = Random(look), 0
    board = board_of("othello", regions)
    letters = {"quadrant": ("AD", "BCGI"), "board": ("A", "BCD")}[regions]
    for position in othello_games(random, samples(2, 1)):
        if not othello.placements(position.board, position.mover) or random.random() < (0.3, 0.6, 0.9)[look]:
            continue
        values = some_values(random, options)
        wanted = naive.best_squares(position, naive.Strategy(values, *letters, look))
        strategy, words = strategy_of(np.array(values), board), othello_words(position)
        found = {
            othello_move(int(strategy_move(words, strategy, board, look, Bits(word))[0]))
            for word in range(12 * len(wanted) if len(wanted) > 1 else 1)
        }
        assert found == set(wanted)
        drawn += len(wanted) > 1
    assert drawn > 0


def test_a_pass_is_played_where_it_must_be() -> None:
    position = parse_game("othello").parse_position("XO" + "-" * 60 + "XX O")
    assert strategy_move(position.state, strategy_of(said(any_tree(1)), BOARD), BOARD, 0, Bits(1))[0] == PASS


def test_checkers_moves_end_in_the_worthiest_area() -> None:
    random, board = Random(1), board_of("checkers")
    areas = board["areas"]
    for position in checkers_games(random, samples(4, 1), 60):
        words = checkers_words(position)
        room = np.zeros(64, np.uint64)
        number = look_at(words, room)[0]
        if number == 0:
            continue
        values = some_values(random, False)
        strategy = strategy_of(np.array(values), board)

        def worth(move: int, side: int = int(words.colour), values: list[int] = values) -> tuple[int, int]:
            area = int(areas[side][move >> 41 & 63])
            doubles = (area == 0 and values[9]) or (area in (4, 8) and values[10])
            return values[area] * (2 if doubles else 1), (move & (1 << 35) - 1).bit_count() if values[11] else 0

        moves = [int(move) for move in room[:number]]
        chosen = int(strategy_move(words, strategy, board, 0, Bits(random.getrandbits(63)))[0])
        assert worth(chosen) == max(map(worth, moves))


def test_checkers_areas_are_the_same_for_both_sides() -> None:
    red, white = board_of("checkers")["areas"]
    bits = [square + square // 8 for square in range(32)]
    assert [red[bit] for bit in bits] == [white[bit] for bit in reversed(bits)]
    assert sorted({int(white[bit]) for bit in bits}) == list(range(9))


# Whole runs


def late_positions(number: int, empty: int) -> list[othello.Position]:
    """Positions with few empty squares in which there is a choice."""
    found = [
        position
        for position in othello_games(Random(3), 12)
        if position.board.count(".") == empty and len(othello.placements(position.board, position.mover)) > 1
    ]
    return found[:number]


RUNS: list[dict[str, Any]] = [
    {"population": 6, "generations": 4, "trials": 4},
    {"population": 5, "generations": 3, "trials": 3, "preserve": False, "limit": 20},
    {"population": 8, "generations": 3, "trials": 2, "crossover": 0.2, "mutation": 0.6, "depth": 3, "tournament": 2},
]


@pytest.mark.parametrize("settings", RUNS)
def test_runs_find_the_alpha_of_the_twin(settings: dict[str, Any]) -> None:
    """The same word, the same alpha: breeding, the chain, games and all chance, as the twin has them."""
    plan = Frankland(**settings).plan
    mover = OnlineMover(plan, BOARD, new_work(plan.population))
    changes = 0
    for number, position in enumerate(late_positions(samples(4, 2), 8)):
        twin = naive.Run(naive.Plan(**settings), number)
        twin.evolve(position)
        mover.work.state["is_known"] = 0
        evolve_once(othello_words(position), mover, Bits(number))
        code, values = alpha_of_mover(mover)
        assert twin.alpha is not None
        assert twin.strategy is not None
        assert code.tolist() == naive.flat(twin.alpha)
        assert values.tolist() == twin.strategy.values
        assert mover.work.state["changes"] == twin.changes
        assert mover.work.fitness.tolist() == twin.fitness
        assert mover.work.state["games"] == plan.population * plan.generations * plan.games
        changes += twin.changes
    assert changes > 0


def test_no_tree_of_a_run_is_larger_than_the_limit() -> None:
    plan = Frankland(population=samples(60, 8), generations=4, trials=2, limit=20, crossover=0.7, mutation=0.3).plan
    mover = OnlineMover(plan, BOARD, new_work(plan.population))
    (position,) = late_positions(1, 10)
    for word in range(samples(8, 2)):
        evolve_once(othello_words(position), mover, Bits(word))
        sizes, codes = mover.work.sizes[1], mover.work.codes[1]  # four generations: the last is the second place's
        assert sizes.max() <= 20  # nothing is reproduced here: all are offspring
        for size, code in zip(sizes, codes, strict=True):
            checked_tree(code[:size])


def test_reproduced_trees_keep_their_size() -> None:
    """The limit is for offspring (section III.C): what is copied is as it was."""
    plan = Frankland(population=12, generations=2, trials=1, limit=5, crossover=0, mutation=0).plan
    mover = OnlineMover(plan, BOARD, new_work(plan.population))
    evolve_once(othello_words(late_positions(1, 6)[0]), mover, Bits(1))
    assert mover.work.sizes[1].max() > 5
    assert set(mover.work.sizes[1]) <= set(mover.work.sizes[0])

"""Compiled games: the same as games that Python drives move by move, for every kind of player."""

from pathlib import Path

import numpy as np
import pytest
from tests.players.support import write_eye

from ludogen.formats import Champion, write_champion
from ludogen.games import Checkers, Position, parse_game
from ludogen.kernels.dispatch import Bits
from ludogen.kernels.strong_search import strong_work
from ludogen.kernels.whole_games import BY_LIMIT, BY_QUIET, BY_REPETITION, BY_RULES, Course, chance_at, play_games
from ludogen.players import CompiledPlayer, parse_player
from ludogen.players.moving import StopAfter

GAMES = 6
PLIES = 130
PAIRS = [
    ("othello", "random", "greedy"),
    ("othello", "positional:depth=2", "kreversi:level=1"),
    ("othello", "iago:ties=first", "mobility:epsilon=0.3"),
    ("othello", "positional:temperature=0.05", "positional:nodes=300,solve=10"),
    ("othello", "material:depth=3,search=strong", "positional:solve=6,epsilon=0.1"),
    ("checkers:ply_limit=90", "pieces:depth=3", "random"),
    ("checkers:ply_limit=0,threefold=true", "pieces:depth=2,ties=first", "pieces:depth=3"),
    ("checkers:forty_moves=true", "greedy", "material:depth=2"),
    ("go:size=4", "material:depth=2", "random"),
    ("go:size=5", "playouts:number=2", "playouts:number=1,epsilon=0.5"),
]


def compiled(game: str, one: str, other: str, opening: list[int]) -> list[tuple[list[int], int, int]]:
    """Moves, outcome for the first side and ending of each game, `one` on alternating sides."""
    rules = parse_game(game)
    players = [parse_player(name, rules) for name in (one, other)]
    movers = [player.new_mover() for player in players if isinstance(player, CompiledPlayer)]
    start = rules.start()
    course = Course(0, 0, 0)
    if isinstance(rules, Checkers):
        course = Course(rules.ply_limit, 80 if rules.forty_moves else 0, 3 if rules.threefold else 0)
    seats = np.arange(GAMES, dtype=np.uint64) % np.uint64(2)
    moves, values = np.zeros((GAMES, PLIES), np.uint64), np.zeros((GAMES, PLIES), np.float32)
    ends = np.zeros((GAMES, 4), np.int64)
    openings = np.tile(np.array([*opening, 0], np.uint64), (GAMES, 1))
    opened = np.full(GAMES, len(opening), np.int64)
    chances, keys = np.arange(GAMES, dtype=np.uint64), np.zeros(PLIES, np.uint64)
    one_mover, other_mover = movers
    play_games(
        *(start.state, Bits(0), 0, 0, one_mover, other_mover, seats, course),
        *(chances, openings, opened, moves, values, keys, ends),
    )
    return [(moves[i, : ends[i, 0]].tolist(), int(np.sign(ends[i, 1])), int(ends[i, 2])) for i in range(GAMES)]


def stepwise(game: str, one: str, other: str, number: int, opening: list[int]) -> Position:
    rules = parse_game(game)
    players = [parse_player(name, rules) for name in (one, other)]
    position = rules.start()
    for move in opening:
        position = position.play(move)
    while not position.is_over and position.ply < PLIES:
        mover = players[position.side ^ (number % 2)]
        position = position.play(mover.choose(position, int(chance_at(Bits(number), position.ply))))
    return position


@pytest.mark.parametrize(("game", "one", "other"), PAIRS)
def test_compiled_games_are_those_played_move_by_move(game: str, one: str, other: str) -> None:
    check_games(game, one, other, [parse_game(game).start().legal_moves[1]])


# Nets that remember their game: openings are shown to them, and moves that chance makes for them.
REMEMBERING = [
    ("MARKER", "random", 0),
    ("MARKER", "FIXED", 4),
    ("FIXED:epsilon=0.3", "MARKER:epsilon=0.3,solve=9", 9),
]


@pytest.mark.parametrize(("one", "other", "opened"), REMEMBERING)
def test_nets_remember_the_same_in_compiled_games(one: str, other: str, opened: int, tmp_path: Path) -> None:
    for name, length in (("marker", 5000), ("fixed", 5160)):
        chromosome = np.random.default_rng(length).integers(-128, 128, length, np.int8)
        arrays = {"chromosome": chromosome, "divisor": np.array(128, np.float32), "tanh": np.array(False)}
        write_champion(tmp_path / f"{name}.safetensors", Champion("othello", f"{name}-net-1995", arrays, {}))
    one, other = (
        text.replace("MARKER", f"{tmp_path}/marker.safetensors").replace("FIXED", f"{tmp_path}/fixed.safetensors")
        for text in (one, other)
    )
    position, opening = parse_game("othello").start(), []
    for ply in range(opened):
        opening.append(position.legal_moves[ply % len(position.legal_moves)])
        position = position.play(opening[-1])
    check_games("othello", one, other, opening)


@pytest.mark.parametrize(("one", "other"), [("EYE", "random"), ("EYE:epsilon=0.2", "EYE")])
@pytest.mark.parametrize("size", [5, 9])
def test_eyes_remember_the_same_in_compiled_games(size: int, one: str, other: str, tmp_path: Path) -> None:
    """In its opening an eye is shown moves that are not its own."""
    path, game = str(write_eye(tmp_path)), f"go:size={size}"
    start = parse_game(game).start()
    opening = [start.parse_move(name) for name in ("B2", "C4", "D1", "E5")]
    check_games(game, one.replace("EYE", path), other.replace("EYE", path), opening)


def check_games(game: str, one: str, other: str, opening: list[int]) -> None:
    for number, (moves, outcome, ending) in enumerate(compiled(game, one, other, opening)):
        last = stepwise(game, one, other, number, opening)
        played = [past.last_move for past in reversed(list(last.past())) if past.last_move is not None]
        assert moves == played
        result = last.result
        if result is None:
            assert (outcome, ending) == (0, BY_LIMIT)
            continue
        assert outcome == (0 if result.winner is None else 1 - 2 * result.winner)
        reasons = {"limit": BY_LIMIT, "40 moves": BY_QUIET, "third": BY_REPETITION}
        assert ending == next((code for word, code in reasons.items() if result.reason.startswith(word)), BY_RULES)


@pytest.mark.parametrize(
    ("options", "course", "ending"),
    [
        ("ply_limit=0,forty_moves=true", Course(0, 80, 0), BY_QUIET),
        ("ply_limit=0,threefold=true", Course(0, 0, 3), BY_REPETITION),
        ("ply_limit=50", Course(50, 0, 0), BY_LIMIT),
    ],
)
def test_rules_with_a_memory_end_compiled_games(options: str, course: Course, ending: int) -> None:
    """Two kings in opposite corners have nothing to do but go to and fro."""
    rules = parse_game(f"checkers:{options}")
    start = rules.parse_position("B:WK32:BK1")
    player = parse_player("pieces:depth=3", rules)
    assert isinstance(player, CompiledPlayer)
    moves, values = np.zeros((4, PLIES), np.uint64), np.zeros((4, PLIES), np.float32)
    ends, chances = np.zeros((4, 4), np.int64), np.arange(4, dtype=np.uint64)
    play_games(
        *(start.state, Bits(0), 0, 0, player.new_mover(), player.new_mover(), np.zeros(4, np.uint64), course),
        *(chances, np.zeros((4, 1), np.uint64), np.zeros(4, np.int64), moves, values, np.zeros(PLIES, np.uint64), ends),
    )
    seen = set()
    for game in range(4):
        position = start
        while not position.is_over:
            position = position.play(player.choose(position, int(chance_at(Bits(game), position.ply))))
        assert moves[game, : ends[game, 0]].tolist() == [p.last_move for p in reversed(list(position.past()))][1:]
        seen.add(int(ends[game, 2]))
    assert ending in seen


def test_a_search_that_begins_late_is_stopped_all_the_same() -> None:
    work = strong_work()
    with StopAfter(work, 0.001):
        for _ in range(2):  # a search clears the flag when it begins, be it after the time is over
            while not work["stop"]:
                pass
            work["stop"] = 0

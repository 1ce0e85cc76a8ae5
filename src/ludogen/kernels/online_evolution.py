"""Genetic programming that thinks while it plays: a run for every move, from the position on the board, in one call.

Frankland & Pillay 2015, section III. A population of trees is bred for some generations; each individual in turn plays
games from the position against the alpha, and the winner is the alpha that meets the next. The last alpha moves.

All chance of a move follows from one word: every generation, individual and game has a word of its own, so a game does
not depend on the games before it.
"""

from typing import Any, NamedTuple

import numpy as np

from ludogen.kernels.area_play import STRATEGY, express, pick, play_out
from ludogen.kernels.bits import ONE, below, mix, next_random, word
from ludogen.kernels.dispatch import Bits, entry, implement, kernel
from ludogen.kernels.movers import UNKNOWN, begin, choose, follow, without_memory
from ludogen.kernels.records import new_record, record_type, zero_records
from ludogen.kernels.rules import count
from ludogen.kernels.trees import MOST_NODES, ROOM, chosen_values, cross, mutate, prune, random_tree

__all__ = ["HeuristicMover", "OnlineMover", "Plan", "Work", "evolve_once", "new_work", "set_alpha"]

UNIT = 2.0**-53
S11 = Bits(11)
BREEDING, MEETING, EXPRESSING, MOVING, ALPHA = Bits(1), Bits(2), Bits(3), Bits(4), Bits(5)
# No field is called size, mean or the like: a record's own attributes hide such fields with NUMBA_DISABLE_JIT=1.
ALPHA_STATE = record_type(
    [
        ("stop", "i8"),  # set from outside when the time is over
        ("is_known", "i8"),  # is there an alpha?
        ("is_given", "i8"),  # was it there before the first game?
        ("nodes", "i8"),
        ("code", "i2", (MOST_NODES,)),
        ("given_nodes", "i8"),
        ("given_code", "i2", (MOST_NODES,)),
        ("given_values", "i8", (16,)),
        # Of the last move, to look at.
        ("generations", "i8"),
        ("games", "i8"),  # that count
        ("played", "i8"),  # less those that could not but go as one before
        ("changes", "i8"),  # how often the alpha changed
        ("fittest", "f8"),  # points of the fittest of the last generation
        ("average", "f8"),
        # Sums over the runs of this game.
        ("runs", "i8"),
        ("all_games", "i8"),
        ("all_best", "f8"),
        ("all_mean", "f8"),
    ]
)


class Plan(NamedTuple):
    """How a run goes."""

    population: int
    generations: int
    games: int
    tournament: int
    crossover: float  # operations; the rest but for mutation is reproduction
    mutation: float
    depth: int
    mutation_depth: int
    limit: int
    prune_way: int
    highest: int
    functions: int  # of nodes that may be functions or terminals so many ...
    of: int  # ... of so many are functions
    kinds: Bits
    preserves_alpha: bool
    carries: int  # how long an alpha is kept: 0 for one move, 1 for a game, 2 for all games
    look: int
    ties_change: bool  # with as many points as the alpha an individual follows it
    counts_first: bool  # the first population is one of the generations
    only_moves: bool  # evolve also where there is but one move


class Work(NamedTuple):
    """What a run works in; for one thread."""

    state: Any  # an ALPHA_STATE record
    alpha: Any  # a STRATEGY record
    codes: Any  # int16: present and next generation, individuals, nodes
    sizes: Any
    strategies: Any
    fitness: Any
    rooms: Any  # int16: two offspring before they are pruned, and a new subtree
    depths: Any  # for pruning


def new_work(population: int) -> Work:
    """A place to work in, for one thread."""
    return Work(
        new_record(ALPHA_STATE),
        new_record(STRATEGY),
        np.zeros((2, population, MOST_NODES), np.int16),
        np.zeros((2, population), np.int64),
        zero_records(STRATEGY, population),
        np.zeros(population, np.int64),
        np.zeros((3, ROOM), np.int16),
        np.zeros((2, ROOM), np.int64),
    )


def set_alpha(work: Work, code: Any, values: Any) -> None:
    """Give a player the alpha that it begins its first game with."""
    state = work.state
    state["is_given"], state["given_nodes"] = 1, len(code)
    state["given_code"][: len(code)] = code
    state["given_values"][: len(values)] = values


@kernel
def _named(chance: Bits, purpose: Bits, number: Any) -> Bits:
    """The word with this name."""
    return mix(chance ^ mix((purpose << Bits(32)) + word(number)))


@kernel
def _copy_strategy(one: Any, other: Any) -> None:
    """Make the first strategy as the other."""
    for i in range(one.values.shape[0]):
        one.values[i] = other.values[i]
    for side in range(2):
        for square in range(one.worths.shape[1]):
            one.worths[side, square] = other.worths[side, square]
    for i in range(one.masks.shape[0]):
        one.masks[i] = other.masks[i]
    one.groups, one.counts, one.is_plain = other.groups, other.counts, other.is_plain


@kernel
def _challenge(position: Any, one: Any, alpha: Any, board: Any, plan: Plan, state: Any, chance: Bits) -> int:
    """Points of an individual in its games against the alpha, on either side in turns: 2 for a win, 1 for a tie.

    Where nothing was drawn in a game all later ones on the same side would go the same way: they are not played.
    """
    points, known_first, known_second = 0, -1, -1
    for game in range(plan.games):
        is_first = game % 2 == 0
        known = known_first if is_first else known_second
        if known >= 0:
            points += known
            continue
        begun = _named(chance, MEETING, game)
        if is_first:
            lead, ended = play_out(position, one, alpha, board, plan.look, begun)
        else:
            lead, ended = play_out(position, alpha, one, board, plan.look, begun)
            lead = -lead
        state.played += 1
        got = 2 if lead > 0 else 1 if lead == 0 else 0
        points += got
        if ended == begun:
            if is_first:
                known_first = got
            else:
                known_second = got
    state.games += plan.games
    return points


@kernel
def _write_first(work: Work, plan: Plan, board: Any, chance: Bits) -> None:
    """The first population, ramped half-and-half (section III.A): depths in turns, half full and half grown."""
    lowest = min(2, plan.depth)
    depths = plan.depth - lowest + 1
    for i in range(plan.population):
        is_full, depth = i % 2 == 0, lowest + i // 2 % depths
        begun = _named(chance, BREEDING, i)
        size, _ = random_tree(
            *(work.codes[0, i], 0, depth, is_full, plan.kinds, plan.highest, (plan.functions, plan.of), begun)
        )
        work.sizes[0, i] = size


@kernel
def _fittest(fitness: Any, plan: Plan, state: Bits) -> tuple[Any, Bits]:
    """The fittest of a few that are drawn, of equals the first."""
    chosen: Any = -1
    for _ in range(plan.tournament):
        drawn, state = next_random(state)
        one = np.int64(below(drawn, word(plan.population)))
        if chosen < 0 or fitness[one] > fitness[chosen]:
            chosen = one
    return chosen, state


@kernel
def _keep(room: Any, size: int, to: int, place: int, work: Work, plan: Plan, state: Bits) -> Bits:
    """An offspring enters the next generation, pruned."""
    size, state = prune(room, size, plan.limit, plan.prune_way, work.depths[0], work.depths[1], state)
    for i in range(size):
        work.codes[to, place, i] = room[i]
    work.sizes[to, place] = size
    return state


@kernel
def _breed(work: Work, plan: Plan, present: int, chance: Bits) -> None:
    """The next generation by crossover, mutation and reproduction (section III.C)."""
    to, state, place, alpha = 1 - present, chance, 0, work.state
    codes, sizes, share = work.codes[present], work.sizes[present], (plan.functions, plan.of)
    while place < plan.population:
        drawn, state = next_random(state)
        lot = np.float64(drawn >> S11) * UNIT
        one, state = _fittest(work.fitness, plan, state)
        if lot < plan.crossover:
            if plan.preserves_alpha:
                child, twin, state = cross(
                    *(alpha.code, alpha.nodes, codes[one], sizes[one], work.rooms[0], work.rooms[1], state)
                )
            else:
                other, state = _fittest(work.fitness, plan, state)
                child, twin, state = cross(
                    *(codes[other], sizes[other], codes[one], sizes[one], work.rooms[0], work.rooms[1], state)
                )
            state = _keep(work.rooms[0], child, to, place, work, plan, state)
            place += 1
            if place < plan.population:
                state = _keep(work.rooms[1], twin, to, place, work, plan, state)
                place += 1
        elif lot < plan.crossover + plan.mutation:
            drawn, state = next_random(state)
            if plan.preserves_alpha and below(drawn, Bits(2)) == ONE:
                child, state = mutate(
                    *(alpha.code, alpha.nodes, plan.mutation_depth, plan.kinds, plan.highest, share),
                    *(work.rooms[2], work.rooms[0], state),
                )
            else:
                child, state = mutate(
                    *(codes[one], sizes[one], plan.mutation_depth, plan.kinds, plan.highest, share),
                    *(work.rooms[2], work.rooms[0], state),
                )
            state = _keep(work.rooms[0], child, to, place, work, plan, state)
            place += 1
        else:
            for i in range(sizes[one]):
                work.codes[to, place, i] = codes[one, i]
            work.sizes[to, place] = sizes[one]
            place += 1


@kernel
def _crown(work: Work, present: int, place: Any) -> None:
    """An individual becomes the alpha."""
    alpha = work.state
    alpha.nodes = work.sizes[present, place]
    for i in range(alpha.nodes):
        alpha.code[i] = work.codes[present, place, i]
    _copy_strategy(work.alpha, work.strategies[place])
    alpha.is_known = 1


@kernel
def _evaluate(position: Any, work: Work, plan: Plan, board: Any, present: int, chance: Bits) -> bool:
    """The alpha chain (section III.B); False if it was stopped. Whoever gets more points than the alpha follows it."""
    best, total = 0, 0
    for i in range(plan.population):
        if work.state.stop != 0:
            return False
        points = _challenge(
            *(position, work.strategies[i], work.alpha, board, plan, work.state, _named(chance, MEETING, i))
        )
        work.fitness[i] = points
        best = max(best, points)
        total += points
        if points > plan.games or (plan.ties_change and points == plan.games):
            _crown(work, present, i)
            work.state.changes += 1
    work.state.fittest, work.state.average = best, total / plan.population
    return True


@kernel
def _express_all(work: Work, plan: Plan, board: Any, present: int, chance: Bits) -> None:
    for i in range(plan.population):
        strategy = work.strategies[i]
        lots = _named(chance, EXPRESSING, i)
        chosen_values(work.codes[present, i], work.sizes[present, i], lots, strategy.values)
        express(strategy, board)


@kernel
def evolve(position: Any, work: Work, plan: Plan, board: Any, chance: Bits) -> None:
    """A run from a position; afterwards `work` has the alpha."""
    state = work.state
    state.stop = 0
    state.games, state.played, state.changes, state.generations = 0, 0, 0, 0
    if plan.carries == 0:
        state.is_known = 0
    present = 0
    for generation in range(plan.generations + int(not plan.counts_first)):
        words = mix(chance ^ mix(word(generation)))
        if generation == 0:
            _write_first(work, plan, board, words)
        else:
            _breed(work, plan, present, _named(words, BREEDING, 0))
            present = 1 - present
        _express_all(work, plan, board, present, words)
        if state.is_known == 0:
            _crown(work, present, np.int64(below(_named(words, ALPHA, 0), word(plan.population))))
        if not _evaluate(position, work, plan, board, present, words):
            break
        state.generations += 1
    state.runs += 1
    state.all_games += state.games
    state.all_best += state.fittest
    state.all_mean += state.average


class OnlineMover(NamedTuple):
    """Evolves for every move; what remains of the run is its alpha, which begins the next."""

    plan: Plan
    board: Any
    work: Work


@kernel
def _recall(mover: OnlineMover) -> None:
    """The alpha that was given is the alpha."""
    state, strategy = mover.work.state, mover.work.alpha
    state.is_known, state.nodes = 1, state.given_nodes
    for i in range(state.nodes):
        state.code[i] = state.given_code[i]
    for i in range(strategy.values.shape[0]):
        strategy.values[i] = state.given_values[i]
    express(strategy, mover.board)


@implement(begin, OnlineMover)
def _begin(mover: OnlineMover) -> None:
    state = mover.work.state
    state.runs, state.all_games, state.all_best, state.all_mean = 0, 0, 0.0, 0.0
    if mover.plan.carries < 2 or state.is_known == 0:
        state.is_known = 0
        if state.is_given != 0:
            _recall(mover)


@implement(follow, None, OnlineMover, None)
def _follow(position: Any, mover: OnlineMover, side: Bits) -> None:
    pass


@implement(choose, None, OnlineMover, None, None)
def _choose(position: Any, mover: OnlineMover, side: Bits, chance: Bits) -> tuple[Bits, np.float32]:
    plan, board, work = mover
    if plan.only_moves or count(position) > 1:
        evolve(position, work, plan, board, chance)
    move, _ = pick(position, work.alpha, board, plan.look, _named(chance, MOVING, 0))
    return move, UNKNOWN


class HeuristicMover(NamedTuple):
    """Plays as one strategy, without evolution: a champion for itself."""

    strategy: Any  # a STRATEGY record, written out
    board: Any
    look: int


@implement(choose, None, HeuristicMover, None, None)
def _choose_by_strategy(position: Any, mover: HeuristicMover, side: Bits, chance: Bits) -> tuple[Bits, np.float32]:
    move, _ = pick(position, mover.strategy, mover.board, mover.look, chance)
    return move, UNKNOWN


without_memory(HeuristicMover)


@entry
def evolve_once(position: Any, mover: OnlineMover, chance: Bits) -> None:
    """One run, for Python: to look at and to test."""
    evolve(position, mover.work, mover.plan, mover.board, chance)

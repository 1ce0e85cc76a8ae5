"""How long does a generation take? One table, one bar a row; exit code 1 if a bar is missed.

Run with `make bench`, or `.venv/bin/python -m benchmarks.evolution`.
"""

import resource
import sys
from collections.abc import Iterator
from statistics import mean
from time import perf_counter, process_time
from typing import Any

import numpy as np
from benchmarks.measure import in_turns
from benchmarks.report import Bar, Quantity, Row, run
from tests.kernels.support import othello_words
from tests.naive import feature_learning
from tests.naive.othello import Position

from ludogen.compute import ThreadCompute
from ludogen.evolution import Generation, evolve
from ludogen.games import parse_game
from ludogen.genomes.areas import board_of
from ludogen.kernels.dispatch import Bits
from ludogen.kernels.learning_games import Lesson
from ludogen.kernels.online_evolution import OnlineMover, evolve_once, new_work
from ludogen.kernels.othello import Othello as OthelloWords
from ludogen.kernels.othello_solver import solve_share
from ludogen.kernels.random_games import random_games
from ludogen.players import parse_player
from ludogen.players.online import Frankland
from ludogen.recipes.chellapilla import Chellapilla, ChellapillaConfiguration
from ludogen.recipes.feature_games import learn_together
from ludogen.recipes.moriarty import Moriarty, MoriartyConfiguration
from ludogen.recipes.singer import Singer, SingerConfiguration

GENERATIONS = 50
STAGE = 60
LEARNED_GENERATIONS = 12
TWIN_GAMES = 10
SINGERS_GAMES = 904_500
RANDOM_GAMES = 2000
MIDDLE_POSITIONS = 12


class Clock:
    """Seconds of each generation, and memory after it."""

    def __init__(self) -> None:
        self.last = perf_counter()
        self.seconds: list[float] = []
        self.processor = [process_time()]  # time of all threads
        self.megabytes: list[float] = []

    def on_generation(self, generation: Generation) -> None:
        """A generation has ended."""
        now = perf_counter()
        self.seconds.append(now - self.last)
        self.processor.append(process_time())
        self.megabytes.append(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024)
        self.last = now


def chellapilla() -> Iterator[Row]:
    """The paper's settings on two threads, generations 2 to 50."""
    clock, compute = Clock(), ThreadCompute(2)
    configuration = ChellapillaConfiguration(generations=GENERATIONS, yardstick_every=0)
    evolve(Chellapilla(configuration, 1), compute, [clock])
    compute.close()
    measured, bar = clock.seconds[2:], Bar("<=", 1.0, "s")
    what = f"150 games at 4 plies on two threads, mean of generations 2-{GENERATIONS}; shortest {min(measured):.2f} s"
    details = {"seconds": measured}
    yield Row("generation", what, bar, bar.status(mean(measured)), Quantity(mean(measured), "s"), details=details)
    grown, flat = clock.megabytes[-1] - clock.megabytes[5], Bar("<=", 20.0, "MB")
    yield Row("memory", f"growth from generation 5 to {GENERATIONS}", flat, flat.status(grown), Quantity(grown, "MB"))


def moriarty() -> Iterator[Row]:
    """The paper's settings on two threads, but a shorter first stage: what a generation of each costs."""
    clock, compute = Clock(), ThreadCompute(2)
    configuration = MoriartyConfiguration(generations=2 * STAGE, stage_1=STAGE, yardstick_every=0)
    evolve(Moriarty(configuration, 1), compute, [clock])
    compute.close()
    # The first generation of each stage may compile.
    for opponent, first, most in (("random mover", 3, 0.03), ("searcher", STAGE + 3, 0.15)):
        measured, bar = clock.seconds[first : first + STAGE - 3], Bar("<=", most, "s")
        what = f"500 games of marker nets against the {opponent}, two threads; shortest {1000 * min(measured):.0f} ms"
        details = {"seconds": measured}
        found = mean(measured)
        yield Row(f"against {opponent}", what, bar, bar.status(found), Quantity(found, "s"), details=details)


def singer() -> Iterator[Row]:
    """The paper's settings on two threads, the first generations: what all 100 would take."""
    clock, compute = Clock(), ThreadCompute(2)
    configuration = SingerConfiguration(generations=LEARNED_GENERATIONS, yardstick_every=0)
    evolve(Singer(configuration, 1), compute, [clock])
    compute.close()
    measured = clock.seconds[2:]  # the first may compile
    rate, whole = SINGERS_GAMES / 100 / mean(measured), 100 * mean(measured)
    bar, minutes = Bar(">=", 3015, "games/s"), Bar("<=", 300, "s")
    processor = (clock.processor[-1] - clock.processor[2]) / len(measured)
    what = (
        f"9045 games a generation, 9000 with learning, two threads; shortest of {len(measured)} {min(measured):.2f} s, "
        f"mean time of the processor {processor:.2f} s"
    )
    details = {"seconds": measured, "processor": processor}
    yield Row("learning games", what, bar, bar.status(rate), Quantity(rate, "games/s"), details=details)
    what = f"all {SINGERS_GAMES:,} games of 100 generations, at that rate"
    yield Row("Singer's three months", what, minutes, minutes.status(whole), Quantity(whole, "s"))
    yield learning_against_twin()


def learning_against_twin() -> Row:
    """The same learning games by the kernel on one thread and by the slow twin, which is lent the compiled solver."""
    weights = np.random.default_rng(1).uniform(-0.1, 0.1, (2, 583)).astype(np.float32)
    lesson, rate, units = Lesson(1, 10.0, 10), 0.1, np.random.default_rng(2).random(64).tolist()
    shared: dict[str, Any] = {
        "weights": weights,
        "blacks": np.zeros(TWIN_GAMES, np.int64),
        "whites": np.ones(TWIN_GAMES, np.int64),
        "rates": np.full(TWIN_GAMES, rate, np.float32),
        "chances": np.arange(TWIN_GAMES, dtype=np.uint64),
        **lesson._asdict(),
        "goal": "share",
        "threads": 1,
    }

    def exact(position: Position, wins: bool) -> float:
        share = solve_share(othello_words(position), None, 0)[0]
        return share if position.mover == "w" else 1 - share

    def twin() -> None:
        nets = feature_learning.net_of(weights[0]), feature_learning.net_of(weights[1])
        feature_learning.learn_game(nets, rate, lesson, exact, lambda ply: float(units[ply]))

    turns = in_turns(lambda: learn_together(shared, np.arange(1)), twin, 5, our_work=TWIN_GAMES)
    bar = Bar(">=", 500)
    ours, theirs = Quantity(1 / min(turns.ours), "games/s"), Quantity(1 / min(turns.reference), "games/s")
    what = "one learning game, on one thread, against the slow twin with the same solver"
    return Row("learning game", what, bar, bar.status(turns.ratio), ours, theirs, turns.ratio)


def frankland() -> Iterator[Row]:
    """The paper's settings: moves of the middle game, each a run of its own, on one thread."""
    positions = middle_game()
    player = Frankland()
    mover = OnlineMover(player.plan, board_of("othello"), new_work(player.population))
    seeds = np.arange(RANDOM_GAMES, dtype=np.uint64)
    outcomes, plies = np.zeros(RANDOM_GAMES, np.int64), np.zeros(RANDOM_GAMES, np.int64)
    played: list[int] = []
    seconds: list[float] = []

    def think() -> None:
        played.clear()
        for number, position in enumerate(positions):
            begun = perf_counter()
            mover.work.state["is_known"] = 0
            evolve_once(position, mover, Bits(number))
            seconds.append(perf_counter() - begun)
            played.append(int(mover.work.state["played"]))

    def play_at_random() -> None:
        for position in positions:
            random_games(position, seeds, 200, outcomes, plies)

    turns = in_turns(think, play_at_random, 5, reference_work=RANDOM_GAMES * len(positions))
    measured, bar = seconds[len(positions) :], Bar("<=", 0.15, "s")
    found, games = mean(measured), sum(played)
    what = (
        f"100 trees, 20 generations, 20,000 games, one thread, {len(positions)} positions with 24 to 36 discs; longest "
        f"{1000 * max(measured):.0f} ms (the paper: under a minute)"
    )
    yield Row("a move of frankland", what, bar, bar.status(found), Quantity(found, "s"), details={"seconds": measured})
    ours, theirs = games / min(turns.ours), 1 / min(turns.reference)
    what = f"games in those moves, {games} played of {20_000 * len(positions)} that count; against random games"
    least = Bar(">=", 0.7)
    yield Row(
        *("games of heuristics", what, least, least.status(ours / theirs)),
        *(Quantity(ours, "games/s"), Quantity(theirs, "games/s"), ours / theirs),
    )


def middle_game() -> list[OthelloWords]:
    """Positions of the middle game, always the same."""
    game, player = parse_game("othello"), parse_player("positional", parse_game("othello"))
    found = []
    for number in range(MIDDLE_POSITIONS):
        position = game.start()
        while position.ply < 20 + number:
            position = position.play(player.choose(position, 1000 * number + position.ply))
        found.append(position.state)
    return found


def rows() -> Iterator[Row]:
    """All rows, one after the other."""
    yield from chellapilla()
    yield from moriarty()
    yield from singer()
    yield from frankland()


if __name__ == "__main__":
    sys.exit(run("evolution", rows()))

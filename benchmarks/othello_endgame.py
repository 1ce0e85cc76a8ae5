"""How fast are Othello endgames solved? One table, one bar a row; exit code 1 if a bar is missed.

Run with `.venv/bin/python -m benchmarks.othello_endgame`. Takes under a minute after compiling.
"""

import sys
from collections.abc import Callable, Iterator
from time import process_time
from typing import Any

from benchmarks.report import Bar, Quantity, Row, run

from ludogen.games import parse_game
from ludogen.kernels.dispatch import Bits
from ludogen.kernels.othello import START, Othello
from ludogen.kernels.othello_solver import new_table, solve, solve_share, solve_wld
from ludogen.kernels.random_games import random_game
from ludogen.kernels.steps import rewrap, step

FFO_40 = "O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X-------- X"
FFO_40_VALUE = 38
POSITIONS = 1000
ROUNDS = 3


def reached(number: int, left: int) -> list[Othello]:
    """Positions with that many empty squares, one a random game that gets so far."""
    found: list[Othello] = []
    seed = 0
    while len(found) < number:
        seed += 1
        for plies in range(60 - left, 80 - left):  # more plies than discs, where there were passes
            last = rewrap(random_game(START, Bits(seed), plies)[0])
            if 64 - int(last.own | last.opp).bit_count() == left:
                found.append(last)
                break
    return found


def on_best_line(position: Othello, left: int) -> Othello:
    """The position with this many empty squares that best play leads to."""
    memory = new_table()
    while 64 - int(position.own | position.opp).bit_count() > left:
        position = rewrap(step(position, Bits(solve(position, memory, 0, True)[1])))
    return position


def row(name: str, measured: str, bar: Bar, positions: list[Othello], call: Callable[[Othello], Any]) -> Row:
    """Mean time of one solve, best of some rounds, in time of the processor: the machine is shared."""
    call(positions[0])
    seconds: list[float] = []
    nodes = 0
    for _ in range(ROUNDS):
        before = process_time()
        nodes = sum(int(call(position)[2]) for position in positions)
        seconds.append((process_time() - before) / len(positions))
    each = nodes / len(positions)
    unit, scale = ("ms", 1e3) if bar.unit == "ms" else ("s", 1)
    return Row(
        name,
        f"{measured}; {each:,.0f} nodes, {each / min(seconds) / 1e6:.0f} million a second",
        bar,
        bar.status(scale * min(seconds)),
        Quantity(scale * min(seconds), unit),
        details={"seconds": seconds, "nodes": each},
    )


def rows() -> Iterator[Row]:
    """All rows, one after the other."""
    ten = reached(POSITIONS, 10)
    mean = f"mean of {POSITIONS} positions of random games, no table"
    yield row("10 empty, discs", mean, Bar("<=", 1, "ms"), ten, lambda position: solve(position, None, 0))
    yield row("10 empty, share", mean, Bar("<=", 1, "ms"), ten, lambda position: solve_share(position, None, 0))
    yield row("10 empty, wld", mean, Bar("<=", 1, "ms"), ten, lambda position: solve_wld(position, None, 0))
    ffo: Othello = parse_game("othello").parse_position(FFO_40).state
    value, _, _ = solve(ffo, new_table(), 0, True)
    if value != FFO_40_VALUE:
        sys.exit(f"FFO 40: ours is {value}, published is {FFO_40_VALUE}. Nothing else was measured.")
    fresh = "fresh table"
    yield row("FFO 40", fresh, Bar("<=", 3, "s"), [ffo], lambda position: solve(position, new_table(), 0, True))
    later = [on_best_line(ffo, 14)]
    measured = "14 empty squares on its best line, " + fresh
    bar = Bar("<=", 20, "ms")
    yield row("below FFO 40", measured, bar, later, lambda position: solve(position, new_table(), 0, True))


if __name__ == "__main__":
    sys.exit(run("othello endgames", rows()))

"""Iago's evaluation, plainly: patterns are texts, moves on the edge are tried on lists."""

from functools import cache
from itertools import product

__all__ = ["edge_table", "estimate", "static_value"]

PLACES = 10  # X-square, corner, C, A, B, B, A, C, corner, X-square
STATIC = {
    "X": {"semi-stable": 0.0, "unstable": -2000.0},
    "corner": {"stable": 700.0},
    "C": {"stable": 1200.0, "semi-stable": 200.0, "unstable": -25.0},
    "A": {"stable": 1000.0, "semi-stable": 200.0, "unstable": 75.0},
    "B": {"stable": 1000.0, "semi-stable": 200.0, "unstable": 50.0},
}
KINDS = ["X", "corner", "C", "A", "B", "B", "A", "C", "corner", "X"]


def swap(pattern: str) -> str:
    return pattern.translate(str.maketrans("XO", "OX"))


def stability(pattern: str, place: int) -> str:
    edge = pattern[1:9]
    if KINDS[place] == "corner":
        return "stable"
    if KINDS[place] == "X":
        return "unstable" if edge[0 if place == 0 else 7] == "." else "semi-stable"
    disc = pattern[place]
    other = swap(disc)
    left = edge[: place - 1].rstrip(disc)[-1:]
    right = edge[place:].lstrip(disc)[:1]
    if {left, right} == {".", other}:
        return "unstable"
    if left == right == "." or (left == right == other and "." in edge):
        return "semi-stable"
    return "stable"


def static_value(pattern: str) -> float:
    total = 0.0
    for place, disc in enumerate(pattern):
        if disc != ".":
            total += STATIC[KINDS[place]][stability(pattern, place)] * (1 if disc == "X" else -1)
    return total


def turned(pattern: str, place: int, mover: str) -> list[int]:
    """Places that a move on the edge turns; X-squares turn nothing."""
    found: list[int] = []
    if place in (0, 9):
        return found
    for step in (-1, 1):
        run = []
        at = place + step
        while 1 <= at <= 8 and pattern[at] == swap(mover):
            run.append(at)
            at += step
        if 1 <= at <= 8 and pattern[at] == mover:
            found += run
    return found


def probability(pattern: str, place: int, mover: str) -> float:
    if place in (0, 9):
        return 0.5
    if turned(pattern, place, mover):
        return 1.0
    if place in (1, 8):
        return {".": 0.1, mover: 0.001, swap(mover): 0.9}[pattern[0 if place == 1 else 9]]
    around = pattern[place - 1] + pattern[place + 1]
    table = [[0.1, 0.4, 0.7], [0.05, 0.3], [0.01]]
    chance = table[around.count(mover)][around.count(swap(mover))]
    return chance / 2 if turned(pattern, place, swap(mover)) else chance


def refined(pattern: str, table: dict[str, float]) -> float:
    options = [(table[pattern], 1.0)]
    for place in range(PLACES):
        if pattern[place] == ".":
            after = list(pattern)
            for square in [place, *turned(pattern, place, "X")]:
                after[square] = "X"
            options.append((-table[swap("".join(after))], probability(pattern, place, "X")))
    left, total = 1.0, 0.0
    for value, chance in sorted(options, key=lambda option: -option[0]):
        total += left * chance * value
        left -= left * chance
    return round(total)


@cache
def edge_table() -> dict[str, float]:
    patterns = ["".join(letters) for letters in product(".XO", repeat=PLACES)]
    table = {pattern: static_value(pattern) for pattern in patterns}
    for _ in range(5):
        for discs in range(9, 0, -1):
            for pattern in patterns:
                if PLACES - pattern.count(".") == discs:
                    table[pattern] = refined(pattern, table)
    return table


def estimate(board: str, stable_own: int, stable_opp: int) -> float:
    """The value for X of 64 letters, row by row, given the numbers of stable discs off the border."""
    rows = [board[i : i + 8] for i in range(0, 64, 8)]
    columns = ["".join(row[i] for row in rows) for i in range(8)]
    edges = [
        rows[1][1] + rows[0] + rows[1][6],
        rows[6][1] + rows[7] + rows[6][6],
        rows[1][1] + columns[0] + rows[6][1],
        rows[1][6] + columns[7] + rows[6][6],
    ]
    move_number = 60 - board.count(".")
    total = sum(edge_table()[edge] for edge in edges)
    return (312 + 6.24 * move_number) * total / 32 + 36000 * (stable_own - stable_opp) / (stable_own + stable_opp + 2)

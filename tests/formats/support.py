"""Random records for the tests of the formats."""

import random
from pathlib import Path

from hypothesis import strategies as st

from ludogen.formats import GameRecord, MoveNote
from ludogen.games import Game, Move, Position, Result, parse_game

SAMPLES = Path(__file__).parent / "samples"
FORMATS = {  # the games that each format can hold, and how the file's name ends
    "sgf": (
        "go:size=5,komi=0.5",
        "go:size=9,superko=true,scoring=japanese",
        "go:size=19,handicap=4",
        "go:size=2",
        "othello",
    ),
    "pdn": ("checkers", "checkers:ply_limit=40", "checkers:ply_limit=0,forty_moves=true,threefold=true"),
    "ggf": ("othello",),
}

# Any character that a record may hold, and often those that mean something to a format.
SIGNS = st.one_of(
    st.sampled_from("[](){}\\\"';:%$*/?!-+.,# x1"),
    st.characters(exclude_categories=("Cc", "Cs", "Zl", "Zp")),
)
LINES = st.text(SIGNS, max_size=12)
TEXTS = st.text(st.one_of(SIGNS, st.just("\n")), max_size=20) | st.sampled_from(
    ["value 0.5", "0.35 s", "value -1, 2 s", "-", "-\nvalue 3", "\n", " 1-0 ", "\\x7d", "\\\n]", "value 1\n\ntext"]
)
NUMBERS = st.floats(allow_nan=False, allow_infinity=False)
NOTES = st.builds(MoveNote, st.none() | NUMBERS, st.none() | NUMBERS.map(abs), TEXTS)
RESULTS = st.builds(
    Result,
    st.sampled_from([None, 0, 1]),
    st.tuples(NUMBERS, NUMBERS),
    LINES | st.sampled_from(["time", "white resigned", "illegal move", "adjudicated by the endgame tables"]),
)
DATES = st.sampled_from(["", "1998", "2024-02", "2024-05-17"])


def played(start: Position, plies: int, chance: random.Random) -> Position:
    """The position after so many random moves, or at the end of the game."""
    position = start
    for _ in range(plies):
        if position.is_over:
            break
        position = position.play(chance.choice(position.legal_moves))
    return position


def moves_from(start: Position, end: Position) -> tuple[Move, ...]:
    """The moves that lead from one position to a later one."""
    later = [position.last_move for position in end.past() if position.last_move is not None]
    return tuple(reversed(later[: end.ply - start.ply]))


@st.composite
def records(draw: st.DrawFn, format_name: str) -> GameRecord:
    """Records of random games: from the start or from a position within a game, finished or not."""
    game: Game = parse_game(draw(st.sampled_from(FORMATS[format_name])))
    chance = random.Random(draw(st.integers(0, 10**6)))
    start = played(game.start(), draw(st.sampled_from([0, 0, 1, 7, 30])), chance)
    end = played(start, draw(st.integers(0, 70)), chance)
    moves = moves_from(start, end)
    some_notes = draw(st.lists(NOTES, min_size=1, max_size=3))
    notes = tuple(chance.choice(some_notes) for _ in moves) if draw(st.booleans()) else ()
    result = end.result or draw(st.none() | RESULTS)
    players = (draw(LINES), draw(LINES))
    texts = {"event": draw(LINES), "round": draw(LINES), "opening": draw(LINES), "comment": draw(TEXTS)}
    return GameRecord(game, players, start, moves, result, notes, date=draw(DATES), **texts)

"""Counting move sequences, in all and by first move."""

import tomllib
from importlib.resources import files

from ludogen.errors import InvalidInputError
from ludogen.games.game import Position
from ludogen.kernels.perft import perft as compiled_perft

__all__ = ["divide", "known_counts", "perft"]

DEEPEST = 30


def perft(position: Position, depth: int) -> int:
    """Number of move sequences of this length; a game that ends earlier counts as one, a pass is a move.

    Counts by the rules of the board alone: draws by a limit or a repetition and superko do not cut it short.
    """
    if not 0 <= depth <= DEEPEST:
        raise InvalidInputError(f"perft depth {depth!r} is not in 0..{DEEPEST}")
    return int(compiled_perft(position.state, depth)) if depth else 1


def divide(position: Position, depth: int) -> dict[str, int]:
    """The same by first move, in the order of the legal moves."""
    if depth < 1:
        raise InvalidInputError(f"divide depth {depth!r} is not in 1..{DEEPEST}")
    return {position.move_name(move): perft(position.play(move), depth - 1) for move in position.legal_moves}


def known_counts() -> dict[str, list[int]]:
    """The tables of known counts from the start of a game, by the game's short text; depth 1 stands first."""
    tables = tomllib.loads(files("ludogen.games").joinpath("perft_tables.toml").read_text("utf-8"))
    return {table["game"]: table["counts"] for table in tables["table"]}

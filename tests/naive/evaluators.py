"""Evaluators and minimax, plainly: no bitboards, no pruning, no table."""

from collections.abc import Callable

from ludogen.games import Position

__all__ = ["Estimate", "discs", "minimax", "mobility", "pieces", "stones", "weighted_squares"]

Estimate = Callable[[Position], float]  # for the side to move


def cells(position: Position) -> list[str]:
    """The board as letters, from the diagram a person sees."""
    rows = position.diagram().splitlines()[:-1]
    letters = "bwBW." if position.game.name == "checkers" else "XO."
    return [cell for row in rows for cell in row.split() if cell in letters]


def own_sign(position: Position) -> str:
    return {"othello": "XO", "go": "XO", "checkers": "bw"}[position.game.name][position.side]


def weighted_squares(worth: list[float]) -> Estimate:
    def estimate(position: Position) -> float:
        own = own_sign(position)
        return sum(w if cell == own else -w for w, cell in zip(worth, cells(position), strict=True) if cell != ".")

    return estimate


def discs(position: Position) -> float:
    return weighted_squares([1.0] * 64)(position)


def mobility(position: Position) -> float:
    def choices(side: int) -> int:
        text = position.text[:-1] + "XO"[side]
        return sum(name != "pass" for name in position.game.parse_position(text).legal_names)

    return choices(position.side) - choices(1 - position.side)


def pieces(king: float) -> Estimate:
    def estimate(position: Position) -> float:
        worth = {"b": 1.0, "B": king, "w": -1.0, "W": -king, ".": 0.0}
        return sum(worth[cell] for cell in cells(position)) * (1 if position.side == 0 else -1)

    return estimate


def stones(position: Position) -> float:
    rows = position.diagram().splitlines()[1:-1]  # without the letters of the columns, O among them
    own = own_sign(position)
    return sum(1 if cell == own else -1 for row in rows for cell in row.split()[1:] if cell != ".")


def win(position: Position, ply: int) -> float:
    """The value of a finished game: larger and sooner wins first."""
    result = position.result
    assert result is not None
    if result.winner is None:
        return 0.0
    if position.game.name == "checkers":
        margin = 1.0
    elif position.game.name == "go":
        margin = 2 * abs(result.points[0] - result.points[1])
    else:
        margin = abs(result.points[0] - result.points[1])
    value = 1e6 + 64 * margin - ply
    return value if result.winner == position.side else -value


def minimax(
    position: Position,
    estimate: Estimate,
    depth: int,
    budgets: tuple[int, int, bool] = (0, 0, False),
    ply: int = 0,
    final: Callable[[Position, int], float] = win,
) -> float:
    """The value of the position by trying everything. Budgets: jumps at the leaves, inside, until quiet."""
    if position.is_over:
        return final(position, ply)
    depth, budgets = extended(position, depth, budgets)
    if depth <= 0:
        return estimate(position)
    children = (position.play(move) for move in position.legal_moves)
    return max(-minimax(child, estimate, depth - 1, budgets, ply + 1, final) for child in children)


def extended(position: Position, depth: int, budgets: tuple[int, int, bool]) -> tuple[int, tuple[int, int, bool]]:
    at_leaf, inside, until_quiet = budgets
    if position.game.name != "checkers" or not any("x" in name for name in position.legal_names):
        return depth, budgets
    if depth > 0:
        return (depth + 2, (at_leaf, inside - 1, until_quiet)) if inside else (depth, budgets)
    if until_quiet:
        return 1, budgets
    return (depth + 2, (at_leaf - 1, inside, until_quiet)) if at_leaf else (depth, budgets)

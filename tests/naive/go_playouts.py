"""Random playouts of Go, plainly: a board of letters, lists of points."""

from collections.abc import Callable

from tests.naive import go

__all__ = ["choice", "lead"]

Draw = Callable[[int], int]  # a random number below a limit


def candidates(position: go.Position) -> list[go.Point]:
    """Empty points, row by row, less those whose neighbours are all own stones."""
    board = dict(zip(go.points(position.size), position.board, strict=True))

    def is_eye(point: go.Point) -> bool:
        around = [(point[0] + row, point[1] + column) for row, column in ((1, 0), (-1, 0), (0, 1), (0, -1))]
        return all(board.get(near, position.mover) == position.mover for near in around)

    return [point for point, stone in board.items() if stone == "." and not is_eye(point)]


def lead(position: go.Position, playouts: int, draw: Draw) -> float:
    """Area that the mover leads by at the ends, on average."""
    total = 0
    for _ in range(playouts):
        last = position
        for _ in range(3 * position.size**2):
            if go.is_over(last):
                break
            left = candidates(last)
            move: go.Move = go.PASS
            while left:
                drawn = left.pop(draw(len(left)))
                if go.is_legal(last, drawn):
                    move = drawn
                    break
            last = go.play(last, move)
        black, white = go.area(last)
        total += black - white if position.mover == "b" else white - black
    return total / playouts


def choice(position: go.Position, value: Callable[[go.Move, go.Position], float]) -> go.Move:
    """The move with the greatest value, by the position after it; komi is 0."""
    black, white = go.area(position)
    if position.passes == 1 and (black - white) * (1 if position.mover == "b" else -1) > 0:
        return go.PASS
    worth = {m: value(m, go.play(position, m)) for m in candidates(position) if go.is_legal(position, m)}
    return max(worth, key=lambda move: worth[move]) if worth else go.PASS

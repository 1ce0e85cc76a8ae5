"""Go, plainly: a board of letters, chains found by walking from neighbour to neighbour.

Capture, no suicide, simple ko, two passes end the game.
"""

from dataclasses import dataclass, replace

__all__ = [
    "PASS",
    "Move",
    "Point",
    "Position",
    "area",
    "chain_at",
    "every_chain_has_a_liberty",
    "is_legal",
    "is_over",
    "japanese",
    "legal_moves",
    "liberties",
    "other",
    "perft",
    "play",
    "start",
]

Point = tuple[int, int]  # row, column; row 0 is at the bottom
Move = Point | None
Board = tuple[str, ...]
PASS = None


@dataclass(frozen=True)
class Position:
    size: int
    board: Board  # size * size letters "b", "w" or ".", row by row
    mover: str = "b"
    ko: Point | None = None  # may not be taken now
    passes: int = 0
    black_prisoners: int = 0  # white stones that black has taken
    white_prisoners: int = 0


def start(size: int) -> Position:
    return Position(size, (".",) * (size * size))


def other(colour: str) -> str:
    return "w" if colour == "b" else "b"


def points(size: int) -> list[Point]:
    return [(row, column) for row in range(size) for column in range(size)]


def neighbours(size: int, point: Point) -> list[Point]:
    row, column = point
    around = [(row + 1, column), (row - 1, column), (row, column + 1), (row, column - 1)]
    return [(r, c) for r, c in around if 0 <= r < size and 0 <= c < size]


def at(size: int, board: Board, point: Point) -> str:
    return board[point[0] * size + point[1]]


def chain_at(size: int, board: Board, point: Point) -> set[Point]:
    """The points joined to this one by points of the same letter: a chain, or a region of empty points."""
    letter = at(size, board, point)
    found = {point}
    todo = [point]
    while todo:
        for near in neighbours(size, todo.pop()):
            if near not in found and at(size, board, near) == letter:
                found.add(near)
                todo.append(near)
    return found


def liberties(size: int, board: Board, chain: set[Point]) -> set[Point]:
    return {near for point in chain for near in neighbours(size, point) if at(size, board, near) == "."}


def every_chain_has_a_liberty(size: int, board: Board) -> bool:
    stones = [point for point in points(size) if at(size, board, point) != "."]
    return all(liberties(size, board, chain_at(size, board, point)) for point in stones)


def _with(size: int, board: Board, letter: str, changed: set[Point]) -> Board:
    letters = list(board)
    for row, column in changed:
        letters[row * size + column] = letter
    return tuple(letters)


def _put(position: Position, point: Point) -> tuple[Board, set[Point]]:
    """The board with the mover's stone on an empty point and dead enemies taken off, and what was taken."""
    size, mover = position.size, position.mover
    board = _with(size, position.board, mover, {point})
    taken: set[Point] = set()
    for near in neighbours(size, point):
        if at(size, board, near) == other(mover):
            chain = chain_at(size, board, near)
            if not liberties(size, board, chain):
                taken |= chain
    return _with(size, board, ".", taken), taken


def is_legal(position: Position, move: Move) -> bool:
    if is_over(position):
        return False
    if move is PASS:
        return True
    if at(position.size, position.board, move) != "." or move == position.ko:
        return False
    board, _ = _put(position, move)
    return bool(liberties(position.size, board, chain_at(position.size, board, move)))


def legal_moves(position: Position) -> list[Move]:
    choices: list[Move] = [*points(position.size), PASS]
    return [move for move in choices if is_legal(position, move)]


def play(position: Position, move: Move) -> Position:
    if move is PASS:
        return replace(position, mover=other(position.mover), ko=None, passes=position.passes + 1)
    board, taken = _put(position, move)
    chain = chain_at(position.size, board, move)
    is_ko = len(taken) == 1 and chain == {move} and liberties(position.size, board, chain) == taken
    return Position(
        size=position.size,
        board=board,
        mover=other(position.mover),
        ko=min(taken) if is_ko else None,
        passes=0,
        black_prisoners=position.black_prisoners + (len(taken) if position.mover == "b" else 0),
        white_prisoners=position.white_prisoners + (len(taken) if position.mover == "w" else 0),
    )


def is_over(position: Position) -> bool:
    return position.passes >= 2


def territory(position: Position) -> tuple[int, int]:
    """Empty points in regions that border on black alone, and on white alone."""
    size, board = position.size, position.board
    count = {"b": 0, "w": 0}
    left = {point for point in points(size) if at(size, board, point) == "."}
    while left:
        region = chain_at(size, board, min(left))
        border = {at(size, board, near) for point in region for near in neighbours(size, point)} - {"."}
        if len(border) == 1:
            count[border.pop()] += len(region)
        left -= region
    return count["b"], count["w"]


def area(position: Position) -> tuple[int, int]:
    """Points of black and white: stones and territory."""
    black, white = territory(position)
    return black + position.board.count("b"), white + position.board.count("w")


def japanese(position: Position) -> tuple[int, int]:
    """Points of black and white: territory and prisoners, all stones on the board taken to be alive."""
    black, white = territory(position)
    return black + position.black_prisoners, white + position.white_prisoners


def perft(position: Position, depth: int) -> int:
    if depth == 0 or is_over(position):
        return 1
    return sum(perft(play(position, move), depth - 1) for move in legal_moves(position))

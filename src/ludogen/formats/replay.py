"""The moves of a file, played one by one: what is illegal is an error that says where it stood."""

from typing import NoReturn

from ludogen.errors import IllegalMoveError, InvalidInputError
from ludogen.formats.places import fault, quoted, shortened
from ludogen.formats.record import MOST_MOVES, MoveNote
from ludogen.games import Move, Position, Side

__all__ = ["Replay"]


class Replay:
    """A game that grows move by move. A pass that the rules force may be missing; passes after the end are dropped."""

    def __init__(self, text: str, start: Position) -> None:
        self.text = text
        self.position = start
        self.moves: list[Move] = []
        self.notes: list[MoveNote] = []

    def play(self, side: Side, move: Move, at: int, shown: str) -> bool:
        """Play a move of one side; was it played? `shown` is how the move stands in the file at `at`."""
        if move in self.position.legal_moves and self.position.side == side:
            self._add(move, at)
            return True
        is_pass = self.position.move_name(move) == "pass"
        if self.position.is_over and is_pass:
            return False
        if self.position.side != side and not is_pass:
            self._pass_if_forced()
        if self.position.side != side:
            message = (
                f"move {quoted(shown)} of {self.position.game.sides[side]}: it is {self.position.side_name}'s turn"
            )
            raise fault(self.text, at, message)
        if move not in self.position.legal_moves:
            self._refuse(at, f"illegal move {quoted(shown)} in {self.position!s}: {self._allowed()}")
        self._add(move, at)
        return True

    def play_text(self, shown: str, at: int) -> None:
        """Play a move given as the game's own text."""
        move = self.position.legal_names.get(shown)
        if move is None:
            try:
                move = self.position.parse_move(shown)
            except (IllegalMoveError, InvalidInputError) as wrong:
                self._refuse(at, str(wrong))
        self._add(move, at)

    def _pass_if_forced(self) -> None:
        only = self.position.only_move
        if only is not None and self.position.move_name(only) == "pass":
            self._add(only, 0)

    def _add(self, move: Move, at: int) -> None:
        if len(self.moves) >= MOST_MOVES:
            raise fault(self.text, at, f"a game of more than {MOST_MOVES} moves is too long")
        self.position = self.position.play(move)
        self.moves.append(move)
        self.notes.append(MoveNote())

    def _allowed(self) -> str:
        names = ", ".join(self.position.legal_names)
        return f"legal are {names}" if names else "the game is over"

    def _refuse(self, at: int, message: str) -> NoReturn:
        raise fault(self.text, at, shortened(message, 1000)) from None

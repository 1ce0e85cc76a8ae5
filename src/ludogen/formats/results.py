"""Results as texts: our own exact one, and what other programs claim in the tags of their formats.

A file of ours carries winner, points and reason in a property of its own, beside the tag that all programs know; the
two must agree on the winner. For files of others the rules decide where they end the game, but for Go: its rules here
count every stone as alive, players take off dead ones first, so the claim in the file stands. A claim of time,
resignation or forfeit stands always. A claim about Othello or checkers that contradicts the board becomes a remark in
the record's comment.
"""

import re
from dataclasses import dataclass

from ludogen.formats.comments import read_number
from ludogen.formats.places import fault, quoted
from ludogen.formats.record import number_text
from ludogen.games import Position, Result, Side

__all__ = ["Claim", "Ending", "ending", "final_result", "margin", "parse_result", "result_text", "settle"]

Ending = str  # "time", "resignation", "forfeit", or "" for all that the board shows

_WORDS: dict[Ending, str] = {
    "time": r"\b(time|timeout|timed)\b",
    "resignation": r"\bresign",
    "forfeit": r"\b(forfeit|illegal|crash|disqualif|did not answer|died|hung)",
}
_OWN = re.compile(r"(black|white|draw) (\S+) (\S+)(?: (.*))?")


@dataclass(frozen=True)
class Claim:
    """What a file says about the result, in its own words."""

    text: str
    winner: Side | None
    margin: float | None = None
    ending: Ending = ""

    def result(self, reason: str = "") -> Result:
        """The result, for a game that the rules have not ended."""
        if self.winner is None:
            points = (0.0, 0.0) if self.ending else (0.5, 0.5)  # nobody wins: both lost, or a draw
            return Result(None, points, reason or self.ending or "draw")
        won = self.margin or 1.0
        points = (won, 0.0) if self.winner == 0 else (0.0, won)
        by = f"by {number_text(self.margin)}" if self.margin else "win"
        return Result(self.winner, points, reason or self.ending or by)


def settle(claim: Claim | None, end: Position, reason: str = "") -> tuple[Result | None, str]:
    """The result of a game from a file, and a remark where claim and board contradict each other."""
    board = end.result
    if claim is None or board is None:
        return (board if claim is None else claim.result(reason)), ""
    agrees = claim.winner == board.winner
    if claim.ending:
        return claim.result(reason), ""
    if end.game.name == "go":
        same = agrees and claim.margin in (None, margin(board))
        return (board if same else claim.result(reason)), ""
    if agrees:
        return board, ""
    winner = "nobody" if board.winner is None else end.game.sides[board.winner]
    return board, f"The file gives the result {claim.text!r}, by the board {winner} wins."


def margin(result: Result) -> float:
    """Points between the two sides."""
    return abs(result.points[0] - result.points[1])


def ending(result: Result) -> Ending:
    """What ended the game, if not the board."""
    reason = result.reason.lower()
    return next((name for name, words in _WORDS.items() if re.search(words, reason)), "")


def result_text(result: Result) -> str:
    """All of a result in one line: `black 12.5 3 two passes`."""
    winner = "draw" if result.winner is None else ("black", "white")[result.winner]
    points = " ".join(map(number_text, result.points))
    return f"{winner} {points} {result.reason}" if result.reason else f"{winner} {points}"


def parse_result(text: str) -> Result | None:
    """Read what `result_text` writes; None if it is something else."""
    found = _OWN.fullmatch(text)
    if found is None:
        return None
    black, white = read_number(found[2]), read_number(found[3])
    if black is None or white is None:
        return None
    winner = {"black": 0, "white": 1}.get(found[1])
    return Result(winner, (black, white), found[4] or "")


def final_result(
    text: str, own: tuple[str, int] | None, claim: Claim | None, end: Position, reason: str = ""
) -> tuple[Result | None, str]:
    """The result of a game from a file: our own exact text with its place, if there is one, or else what is settled."""
    if own is None:
        return settle(claim, end, reason)
    result = parse_result(own[0])
    if result is None:
        raise fault(text, own[1], f"cannot read result {quoted(own[0])}: it is like 'black 12.5 3 two passes'")
    if claim is not None and claim.winner != result.winner:
        raise fault(text, own[1], f"result {quoted(own[0])} contradicts the result {quoted(claim.text)} of this game")
    return result, ""

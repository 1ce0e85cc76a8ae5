"""What is said beside a board: what a side holds, and how the game stands."""

from ludogen.games import Go, Position, Side
from ludogen.web.entrants import HUMAN, Entrant
from ludogen.web.scenes import cells_of, reason_of, sides_of
from ludogen.web.seats import presented
from ludogen.web.table import Table

__all__ = ["held_by", "status_of"]


def held_by(side: Side, position: Position) -> str:
    """Discs or pieces of a side; for Go what it has captured."""
    if isinstance(position.game, Go):
        own, opp = int(position.state.own_prisoners), int(position.state.opp_prisoners)
        taken = own if side == position.side else opp
        return f"{taken} captured" if taken else ""
    return str(cells_of(position).lower().count("bw"[side]))


def status_of(table: Table, viewed: Position | None, choices: list[Entrant], is_compiling: bool) -> str:
    """How the game stands, in a line."""
    result = table.result
    if viewed is not None:
        return f"After move {viewed.ply - table.line[0].ply}. > goes on, the last move plays."
    if result is not None:
        score = " to ".join(f"{points:g}" for points in result.points)
        who = "A draw" if result.winner is None else f"{_called(table, result.winner, choices)} won"
        return f"{who}, {score} ({reason_of(result, table.game)})."
    if table.awaits_person:
        return f"Your move, {sides_of(table.game)[table.position.side]}."
    why = " (the first time it has to be compiled)" if is_compiling else ""
    return f"{_called(table, table.position.side, choices)} is thinking …{why}"


def _called(table: Table, side: Side, choices: list[Entrant]) -> str:
    name = table.seats[side]
    title = "You" if name == HUMAN else presented(name, choices).title
    return f"{title} ({sides_of(table.game)[side]})"

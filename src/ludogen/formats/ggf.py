"""GGF, the Generic Game Format of the game server GGS, for Othello on 8x8.

    (;GM[Othello]PC[GGS/os]PB[one]PW[two]RE[+2.00]TY[8]BO[8 -------- ... *]B[d3/1.20/0.35]W[c5//1.2]B[PA];)

A move may be followed by its value for the mover and its time in seconds; `PA` is a pass, and forced ones may be
missing. RE is black's lead, with r, t or s behind a colon for resignation, time or an agreed score. PC, the place of
the game, is the event of a record. GGF has no escapes; a backslash before ] or a backslash is used as in SGF. Beside
the properties of GGF stand, where there is something to say, RO, ON and C as in SGF (C speaks of the move before it)
and LUDORESULT, all of the result. Komi (KM) is not read into the result: the board decides.
"""

import re
from collections.abc import Iterable

from ludogen.errors import RecordError
from ludogen.formats.comments import read_number
from ludogen.formats.dates import parse_date
from ludogen.formats.places import fault, quoted
from ludogen.formats.points import board_of, move_at, move_texts, position_on
from ludogen.formats.properties import Tree, Value, escaped, line_of, text_of, trees
from ludogen.formats.record import GameRecord, MoveNote, number_text
from ludogen.formats.replay import Replay
from ludogen.formats.results import Claim, ending, final_result, margin, result_text
from ludogen.games import Othello, Position, Result

__all__ = ["ggf_text", "parse_ggf"]

ENDINGS = {"r": "resignation", "t": "time"}
FROM_BOARD, TO_BOARD = str.maketrans("XO-", "*O-"), str.maketrans("*Xx0Oo-.", "XXXOOO--")
_RESULT = re.compile(r"([+-]?)([0-9]{1,4}(?:\.[0-9]{1,9})?)(?::([rts]))?", re.ASCII)
_CLOCK = re.compile(r"(?:(?:([0-9]{1,4}):)?([0-9]{1,4}):)?([0-9.]{1,800})", re.ASCII)


def ggf_text(records: Iterable[GameRecord]) -> str:
    """The records as GGF games, one a line (comments may have several)."""
    return "".join(map(_game_line, records))


def _game_line(record: GameRecord) -> str:
    if not isinstance(record.game, Othello):
        raise RecordError(f"GGF cannot hold a game of {record.game.name!r} here: it can hold othello")
    board = board_of(record.start).translate(FROM_BOARD)
    rows = " ".join(board[row : row + 8] for row in range(0, 64, 8))
    head = [("PC", record.event), ("DT", record.date.replace("-", ".")), ("PB", record.players[0])]
    head += [("PW", record.players[1]), ("RE", _result_code(record.result)), ("TY", "8")]
    if record.result is not None:
        head.append(("LUDORESULT", result_text(record.result)))
    head += [(ident, text) for ident, text in (("RO", record.round), ("ON", record.opening)) if text]
    start = f"BO[8 {rows} {'*O'[record.start.side]}]" + (f"C[{escaped(record.comment)}]" if record.comment else "")
    return f"(;GM[Othello]{''.join(f'{ident}[{escaped(text)}]' for ident, text in head)}{start}{_moves(record)};)\n"


def _result_code(result: Result | None) -> str:
    if result is None:
        return "?"
    if result.winner is None:
        return "+0.00"
    lead = min(max(margin(result), 0.01), 64.0)  # its sign is all that tells the winner
    flag = {"time": ":t", "resignation": ":r"}.get(ending(result), "")
    return f"{-lead if result.winner else lead:+.2f}{flag}"


def _moves(record: GameRecord) -> str:
    texts, side = move_texts(record.game), record.start.side  # type: ignore[arg-type]  # it is Othello
    parts = []
    for place, move in enumerate(record.moves):
        note = record.notes[place] if record.notes else MoveNote()
        numbers = ["" if number is None else number_text(number) for number in (note.value, note.seconds)]
        shown = "/".join([texts[move] or "PA", *numbers]).rstrip("/")
        parts.append(f"{'BW'[(side + place) % 2]}[{shown}]" + (f"C[{escaped(note.text)}]" if note.text else ""))
    return "".join(parts)


def parse_ggf(text: str) -> list[GameRecord]:
    """The Othello games of a GGF text; RecordError says where it is wrong."""
    return [_read_tree(text, tree) for tree in trees(text)]


def _read_tree(text: str, tree: Tree) -> GameRecord:
    properties = [(ident, values[0]) for node in tree.nodes for ident, values in node]
    info: dict[str, Value] = {}
    for ident, value in properties:
        info.setdefault(ident, value)
    lines = {ident: line_of(value) for ident, value in info.items()}
    if lines.get("GM", "").strip().lower() != "othello":
        at = info["GM"].at if "GM" in info else tree.at
        raise fault(text, at, f"cannot read the game {quoted(lines.get('GM', ''))}: GM must be Othello")
    if "TY" in info and not re.fullmatch(r"s?8(k|b|w|r[0-9]{0,2}){0,4}", lines["TY"].strip(), re.ASCII):
        raise fault(
            text, info["TY"].at, f"cannot read game type {quoted(lines['TY'])}: only Othello on 8x8, like 8 or s8r20"
        )
    replay = Replay(text, _read_start(text, info.get("BO")))
    start = replay.position
    comments = []
    for ident, value in properties:
        if ident in ("B", "W"):
            _read_move(replay, "BW".index(ident), value)
        elif ident == "C" and replay.moves:
            last = replay.notes[-1]
            replay.notes[-1] = MoveNote(last.value, last.seconds, text_of(value))
        elif ident == "C":
            comments.append(text_of(value))
    own = (lines["LUDORESULT"], info["LUDORESULT"].at) if "LUDORESULT" in info else None
    result, remark = final_result(text, own, _read_claim(text, info.get("RE")), replay.position)
    return GameRecord(
        Othello(),
        (lines.get("PB", ""), lines.get("PW", "")),
        start,
        tuple(replay.moves),
        result,
        tuple(replay.notes),
        event=lines.get("PC", ""),
        round=lines.get("RO", ""),
        date=parse_date(lines.get("DT", "")),
        opening=lines.get("ON", ""),
        comment="\n".join(filter(None, [*comments, remark])),
    )


def _read_start(text: str, board: Value | None) -> Position:
    if board is None:
        return Othello().start()
    size, _, rest = line_of(board).strip().partition(" ")
    cells = "".join(rest.split()).translate(TO_BOARD)
    if size != "8" or not re.fullmatch("[XO-]{64}[XO]", cells):
        wanted = "8, then 64 squares of *, O and -, then * or O to move"
        raise fault(text, board.at, f"cannot read board {quoted(board.raw)}: it is {wanted}")
    return position_on(Othello(), cells[:64], "XO".index(cells[64]))


def _read_move(replay: Replay, side: int, value: Value) -> None:
    shown, *numbers = line_of(value).strip().split("/")
    move = move_at(Othello(), shown)
    estimate, clock = ([part.strip() for part in numbers] + ["", ""])[:2]
    seconds, value_of_move = _read_clock(clock), read_number(estimate)
    is_wrong = (seconds is None and clock) or (value_of_move is None and estimate) or len(numbers) > 2
    if move is None or is_wrong:
        wanted = "a square or PA, then value and seconds, as d3/1.2/0.35"
        raise fault(replay.text, value.at, f"cannot read move {quoted(value.raw)}: it is {wanted}")
    if replay.play(side, move, value.at, value.raw):
        replay.notes[-1] = MoveNote(value_of_move, seconds)


def _read_clock(text: str) -> float | None:
    """Seconds, as 0.35, 2:00 or 1:02:03.5."""
    found = _CLOCK.fullmatch(text)
    seconds = read_number(found[3]) if found else None
    if found is None or seconds is None:
        return None
    return 3600.0 * int(found[1] or 0) + 60.0 * int(found[2] or 0) + seconds


def _read_claim(text: str, value: Value | None) -> Claim | None:
    said = line_of(value).strip() if value else ""
    if said in ("", "?"):
        return None
    found = _RESULT.fullmatch(said)
    if found is None or value is None:
        raise fault(text, value.at if value else 0, f"cannot read result {quoted(said)}: it is black's lead, as -12.00")
    lead = float(found[2])
    if lead > 64 and not found[3]:  # Edax writes -127 for an unfinished game
        return None
    winner = None if lead == 0 else int(found[1] == "-")
    return Claim(said, winner, lead or None, ENDINGS.get(found[3] or "", ""))

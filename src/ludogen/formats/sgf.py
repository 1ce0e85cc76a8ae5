"""SGF, the Smart Game Format, for Go (GM[1]) and Othello (GM[2]). FF[4] is written; FF[1] to FF[4] are read.

Go points are a column and a row letter from the upper left. FF[4] says nothing of Othello; Edax, OthelloTk and Cassio
write squares as FF[1] had them, `d3`, and so does this module; `dc` is read too. A pass is an empty value; `tt`, and in
Othello `PA` and `pass`, are read. Forced passes of Othello may be missing; two moves of one side in a row are an error
in Go. Positions may be set up before the first move only.

Value and time of a move stand in its comment (see `comments`); V[] is read where a comment has no value, its sign being
black's. Our own properties: LUDOGAME, the options of the rules of Go; LUDOSTART, ko, passes and prisoners of a set-up
position; LUDORESULT, all of the result. In files of others komi is 0 unless KM says more, and RU only says how to
count.
"""

import re
from collections.abc import Iterable
from dataclasses import replace

from ludogen.errors import LudogenError, RecordError
from ludogen.formats.comments import note_comment, parse_note, read_number
from ludogen.formats.dates import parse_date
from ludogen.formats.places import fault, quoted
from ludogen.formats.points import BoardGame, board_of, cells_between, move_at, move_texts, position_on, stones_text
from ludogen.formats.properties import Property, Tree, Value, escaped, line_of, text_of, trees
from ludogen.formats.record import GameRecord, MoveNote, game_text, number_text
from ludogen.formats.replay import Replay
from ludogen.formats.results import Claim, ending, final_result, margin, result_text
from ludogen.games import Go, Othello, Position, Result, Side, parse_game

__all__ = ["parse_sgf", "sgf_text"]

LINE_WIDTH = 72
ENDINGS = {"T": "time", "R": "resignation", "F": "forfeit"}
STONES = {"AB": "X", "AW": "O", "AE": "-"}
COLOURS: dict[str, Side] = {"B": 0, "W": 1}
Info = dict[str, Value]  # the first value of each property


def sgf_text(records: Iterable[GameRecord]) -> str:
    """The records as a collection of SGF games."""
    return "".join(map(_game_lines, records))


def _game_lines(record: GameRecord) -> str:
    game = record.game
    if not isinstance(game, BoardGame):
        raise RecordError(f"SGF cannot hold a game of {game.name!r}: it can hold go and othello")
    head = [("FF", "4"), ("GM", "1" if isinstance(game, Go) else "2"), ("CA", "UTF-8"), ("AP", "Ludogen:1")]
    head += _go_head(game) if isinstance(game, Go) else [("SZ", "8")]
    names = [("PB", record.players[0]), ("PW", record.players[1])]
    names += [("EV", record.event), ("RO", record.round), ("DT", record.date), ("ON", record.opening)]
    if record.result is not None:
        names += [("RE", _result_code(record.result)), ("LUDORESULT", result_text(record.result))]
    names.append(("GC", record.comment))
    lines = ["(;" + _properties(head), _properties(names), _set_up(game, record.start), *_move_lines(game, record)]
    return "\n".join(filter(None, lines)) + ")\n"


def _properties(pairs: list[tuple[str, str]]) -> str:
    return "".join(f"{ident}[{escaped(value)}]" for ident, value in pairs if value)


def _go_head(game: Go) -> list[tuple[str, str]]:
    handicap = [("HA", str(game.handicap))] if game.handicap else []
    rules = [("RU", "Japanese" if game.scoring == "japanese" else "Chinese"), ("LUDOGAME", game_text(game))]
    return [("SZ", str(game.size)), ("KM", number_text(game.komi)), *handicap, *rules]


def _result_code(result: Result) -> str:
    if result.winner is None:
        return "0"
    why = ending(result)
    ahead = result.points[result.winner] > result.points[1 - result.winner]
    by = why[0].upper() if why else number_text(margin(result)) if ahead else ""
    return f"{'BW'[result.winner]}+{by}"


def _set_up(game: BoardGame, start: Position) -> str:
    """Stones and side to move; nothing for the empty board with black to move."""
    board = board_of(start)
    black, white = (stones_text(game, board, stone) for stone in "XO")
    stones = ("AB" + black if black else "") + ("AW" + white if white else "")
    is_plain = isinstance(game, Othello) or start.text.endswith(" - 0 0,0")
    memory = "" if is_plain else f"LUDOSTART[{start.text}]"
    return f"{stones}PL[{'BW'[start.side]}]{memory}" if stones or memory or start.side else ""


def _move_lines(game: BoardGame, record: GameRecord) -> list[str]:
    texts, side = move_texts(game), record.start.side
    lines = [""]
    for place, move in enumerate(record.moves):
        comment = note_comment(record.notes[place]) if record.notes else ""
        node = f";{'BW'[(side + place) % 2]}[{texts[move]}]" + (f"C[{escaped(comment)}]" if comment else "")
        if len(lines[-1]) + len(node) > LINE_WIDTH:
            lines.append("")
        lines[-1] += node
    return lines


def parse_sgf(text: str) -> list[GameRecord]:
    """The games of an SGF text; RecordError says where it is wrong."""
    return [_read_tree(text, tree) for tree in trees(text)]


def _read_tree(text: str, tree: Tree) -> GameRecord:
    info: Info = {}
    for node in tree.nodes:
        for ident, values in node:
            info.setdefault(ident, values[0])
    game = _read_game(text, info)
    first_move = next((place for place, node in enumerate(tree.nodes) if _moves_of(node)), len(tree.nodes))
    replay = Replay(text, _read_start(text, game, info, tree.nodes[: first_move + 1]))
    start = replay.position
    for place, node in enumerate(tree.nodes[first_move:], first_move):
        _read_node(game, replay, node, place == first_move, place == 0)
    comments = [text_of(info["GC"])] if "GC" in info else []
    comments += [
        text_of(one.values[0]) for node in tree.nodes[: max(first_move, 1)] for one in node if one.ident == "C"
    ]
    claim, doubt = _read_claim(info.get("RE"))
    own = (line_of(info["LUDORESULT"]), info["LUDORESULT"].at) if "LUDORESULT" in info else None
    result, remark = final_result(text, own, claim, replay.position)
    lines = {ident: line_of(value) for ident, value in info.items()}
    return GameRecord(
        game,
        (lines.get("PB", ""), lines.get("PW", "")),
        start,
        tuple(replay.moves),
        result,
        tuple(replay.notes),
        event=lines.get("EV") or lines.get("GN", ""),
        round=lines.get("RO", ""),
        date=parse_date(lines.get("DT", "")),
        opening=lines.get("ON", ""),
        comment="\n".join(filter(None, [*comments, doubt, remark])),
    )


def _moves_of(node: list[Property]) -> list[Property]:
    return [one for one in node if one.ident in COLOURS]


def _read_game(text: str, info: Info) -> BoardGame:
    number = line_of(info["GM"]).strip() if "GM" in info else "1"
    if number not in ("1", "2"):
        raise fault(text, info["GM"].at, f"cannot read GM[{quoted(number)}]: 1 is Go, 2 is Othello")
    size = _read_size(text, info, 19 if number == "1" else 8)
    if number == "2":
        if size != 8:
            raise fault(text, info["SZ"].at, f"cannot read Othello on a board of size {size}: it must be 8")
        return Othello()
    own = info.get("LUDOGAME")
    try:
        game = parse_game(line_of(own)) if own else Go(size, _read_komi(text, info), scoring=_read_scoring(info))
    except LudogenError as wrong:
        where = own or (info["KM"] if 2 <= size <= 19 else info["SZ"])
        raise fault(text, where.at, str(wrong)) from None
    if not isinstance(game, Go) or game.size != size:
        assert own is not None
        raise fault(text, own.at, f"LUDOGAME {quoted(line_of(own))} is not a game of Go on {size}x{size}")
    return game


def _read_size(text: str, info: Info, usual: int) -> int:
    if "SZ" not in info:
        return usual
    size = line_of(info["SZ"]).strip()
    found = re.fullmatch(r"([0-9]{1,4})(?::\1)?", size, re.ASCII)
    if found is None:
        raise fault(text, info["SZ"].at, f"cannot read board size {quoted(size)}: it is a number, the board is square")
    return int(found[1])


def _read_komi(text: str, info: Info) -> float:
    komi = line_of(info["KM"]).strip() if "KM" in info else ""
    number = read_number(komi.replace(",", ".")) if komi else 0.0
    if number is None:
        raise fault(text, info["KM"].at, f"cannot read komi {quoted(komi)}: it is a number like 6.5")
    return number


def _read_scoring(info: Info) -> str:
    rules = line_of(info["RU"]).strip().lower() if "RU" in info else ""
    return "japanese" if rules in ("japanese", "korean", "jp") else "area"


def _read_start(text: str, game: BoardGame, info: Info, nodes: list[list[Property]]) -> Position:
    """The position before the first move: set up by these nodes, or the usual one."""
    board, side = _read_board(text, game, nodes), _read_side(text, info, nodes)
    own = info.get("LUDOSTART")
    where = own or next((one.values[0] for node in nodes for one in node if one.ident in STONES), Value("", 0))
    try:
        start = game.parse_position(line_of(own)) if own else position_on(game, board, side)
    except LudogenError as wrong:
        raise fault(text, where.at, str(wrong)) from None
    if (board_of(start), start.side) != (board, side):
        raise fault(text, where.at, f"position {quoted(line_of(where))} does not fit the stones that are set up")
    return start


def _read_board(text: str, game: BoardGame, nodes: list[list[Property]]) -> str:
    """The stones that are set up. In Othello they are all there are, if there are any."""
    cells: dict[int, str] = {}
    for ident, values in (one for node in nodes for one in node if one.ident in STONES):
        for value in values:
            numbers = cells_between(game, line_of(value).strip())
            if numbers is None:
                raise fault(text, value.at, f"cannot set up {quoted(value.raw)}: it is no point of the board")
            cells |= dict.fromkeys(numbers, STONES[ident])
    usual = board_of(game.start() if isinstance(game, Othello) else Go(game.size).start())
    return "".join(cells.get(cell, "-") for cell in range(len(usual))) if cells else usual


def _read_side(text: str, info: Info, nodes: list[list[Property]]) -> Side:
    """Whose turn it is: as PL says, or who moves first; with handicap white, black else."""
    told = next((one.values[0] for node in nodes for one in node if one.ident == "PL"), None)
    if told is not None:
        colour = line_of(told).strip().upper()[:1]
        if colour not in COLOURS:
            raise fault(text, told.at, f"cannot read PL[{quoted(told.raw)}]: it is B or W")
        return COLOURS[colour]
    first = next((one.ident for node in nodes for one in _moves_of(node)), None)
    handicap = read_number(line_of(info["HA"]).strip()) if "HA" in info else 0
    return COLOURS[first] if first else int((handicap or 0) >= 2)


def _read_node(game: BoardGame, replay: Replay, node: list[Property], is_first: bool, is_root: bool) -> None:
    """Play the moves of a node and note its comment. The first with a move may set up stones as well."""
    for ident, values in node:
        value = values[0]
        if ident in COLOURS:
            move = move_at(game, line_of(value))
            if move is None:
                raise fault(replay.text, value.at, f"cannot read move {quoted(value.raw)}: it is no point of the board")
            replay.play(COLOURS[ident], move, value.at, value.raw)
        elif ident in STONES and not is_first:
            raise fault(replay.text, value.at, f"stones {quoted(value.raw)} are set up after the first move")
    if not replay.notes:
        return
    found = {ident: values[0] for ident, values in node}
    last = replay.notes[-1]
    if "C" in found and not is_root:
        said = parse_note(text_of(found["C"]))
        last = said if last == MoveNote() else replace(last, text="\n".join(filter(None, [last.text, said.text])))
    if "V" in found and last.value is None:
        value_for_black = read_number(line_of(found["V"]).strip())
        mover = 1 - replay.position.side
        last = replace(last, value=-value_for_black if mover and value_for_black is not None else value_for_black)
    replay.notes[-1] = last


def _read_claim(value: Value | None) -> tuple[Claim | None, str]:
    """What RE says, and a remark where that cannot be read: before FF[4] it was free text."""
    said = line_of(value).strip() if value else ""
    found = re.fullmatch(r"([BW])(?:LACK|HITE)?\+(.*)", said.upper(), re.ASCII)
    if found is None:
        if said.upper() in ("0", "DRAW", "JIGO"):
            return Claim(said, None), ""
        return None, f"The file gives the result {said!r}." if said.upper() not in ("", "?", "VOID") else ""
    points = read_number(found[2].strip().replace(",", "."))
    return Claim(said, COLOURS[found[1]], points or None, ENDINGS.get(found[2].strip()[:1], "")), ""

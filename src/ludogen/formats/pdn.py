"""PDN, the Portable Draughts Notation, for English draughts (American checkers, GameType 21). 2.0 and 3.0 are read.

The trap of PDN is its result. Chess writes 1-0 when White, who moves first and is named first, has won. In English
draughts Black moves first and is named first, and 1-0 is a win of BLACK: so in the archives of the American Checker
Federation, in those that come with the program CheckerBoard, and here. The PDN 3.0 document lists 1-0 and 0-1 for
type 21 but not whose they are; some programs have taken over chess's meaning. So where the rules end the game, they
decide, and a tag that says otherwise becomes a remark in the record's comment; where they do not, 1-0 is read as a win
of Black.

Moves are paths, 11-15 or 25x18x9, or the first and last square alone where that is clear. Variations, NAGs and marks
like ! are skipped. Value and time of a move stand in a comment behind it (see `comments`). Files of others are read
with rules that have no limit of moves and draw nothing. Our own tags: LudogenGame, the options of the rules;
LudogenStart, what FEN cannot say of the start; LudogenResult, all of the result. Where LudogenGame stands, texts are
exact: in comments \\x7d is a brace and \\\\ a backslash, and ends of lines count.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace

from ludogen.errors import LudogenError, RecordError
from ludogen.formats.comments import note_comment, parse_note
from ludogen.formats.dates import parse_date
from ludogen.formats.places import fault, quoted
from ludogen.formats.record import GameRecord, clean_line, clean_text, game_text
from ludogen.formats.replay import Replay
from ludogen.formats.results import Claim, final_result, result_text
from ludogen.games import Checkers, Position, Result, parse_game

__all__ = ["parse_pdn", "pdn_text"]

LINE_WIDTH = 79
FOREIGN = Checkers(ply_limit=0)
Tags = dict[str, tuple[str, int]]  # by name in small letters: value and place
BLACK_WINS, WHITE_WINS, DRAW, BOTH_LOSE = "1-0", "0-1", "1/2-1/2", "0-0"
HINTS = {
    "{": "a comment ends with '}'",
    "[": 'a tag is like [Event "Open"], before the moves',
    "/": "no set-up in a game",
}
SAME_AS = {"2-0": BLACK_WINS, "0-2": WHITE_WINS, "1-1": DRAW}
WINNERS = {BLACK_WINS: 0, WHITE_WINS: 1, DRAW: None, BOTH_LOSE: None}

_TOKEN = re.compile(
    r"""
      (?P<skipped> [\s\xa0]++ | ^%[^\n]*+ | [0-9]{1,9}+\.{1,3} | \.{2,3} | \$[0-9]++ | [!?]++ | \x1a | \ufeff )
    | (?P<tag> \[ \s*+ (?P<name>[A-Za-z][A-Za-z0-9_]*+) \s*+ "(?P<value> [^"\\]*+ (?: \\. [^"\\]*+ )*+ )" \s*+ \] )
    | (?P<comment> \{ (?P<said> [^}]*+ ) \} )
    | (?P<line_comment> ; (?P<rest> [^\n]*+ ) )
    | (?P<open> \( ) | (?P<close> \) )
    | (?P<result> (?: 1-0 | 0-1 | 2-0 | 0-2 | 1-1 | 0-0 | 1/2-1/2 | \* ) (?! [0-9/x:-] ) )
    | (?P<move> (?P<path> [0-9]{1,2} (?: [-x:X] [0-9]{1,2} ){1,12}+ ) (?: [!?*]++ | \([!?]++\) )? )
    """,
    re.VERBOSE | re.MULTILINE | re.DOTALL | re.ASCII,
)


def pdn_text(records: Iterable[GameRecord]) -> str:
    """The records as PDN games."""
    return "".join(map(_game_lines, records))


def _game_lines(record: GameRecord) -> str:
    game = record.game
    if not isinstance(game, Checkers):
        raise RecordError(f"PDN cannot hold a game of {game.name!r}: it can hold checkers")
    code = _result_code(record.result)
    tags = [("Event", record.event), ("Date", _pdn_date(record.date)), ("Round", record.round)]
    tags = [(name, text) for name, text in tags if text]
    tags += [("Black", record.players[0]), ("White", record.players[1]), ("Result", code), ("GameType", "21")]
    tags += [("Opening", record.opening)] if record.opening else []
    tags += [*_start_tags(record.start), ("LudogenGame", game_text(game))]
    tags += [("LudogenResult", result_text(record.result))] if record.result is not None else []
    lines = [f'[{name} "{_escaped(text)}"]' for name, text in tags]
    return "\n".join([*lines, "", *_wrapped([*_movetext(record), code])]) + "\n\n"


def _escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"')


def _result_code(result: Result | None) -> str:
    if result is None:
        return "*"
    if result.winner is None:
        return BOTH_LOSE if result.points == (0.0, 0.0) else DRAW
    return (BLACK_WINS, WHITE_WINS)[result.winner]


def _pdn_date(date: str) -> str:
    return ".".join([*date.split("-"), "??", "??"][:3]) if date else ""


def _start_tags(start: Position) -> list[tuple[str, str]]:
    """None for the usual start; FEN, and in a tag of our own what it cannot say: quiet plies and number of the ply."""
    usual = start.game.start()
    if start == usual and start.ply == 0:
        return []
    fen = start.text.partition(":H")[0]
    again = start.game.parse_position(start.text)
    ply = "" if again.ply == start.ply else f" ply {start.ply}"
    exact = [("LudogenStart", start.text + ply)] if ply or fen != start.text else []
    return [("SetUp", "1"), ("FEN", fen), *exact]


def _movetext(record: GameRecord) -> Iterator[str]:
    """Numbers, moves and comments. A number stands before every other move, whoever begins."""
    if record.comment:
        yield _comment(record.comment)
    for place, move in enumerate(record.moves):
        if place % 2 == 0:
            yield f"{place // 2 + 1}."
        yield record.game.move_name(move)
        comment = note_comment(record.notes[place]) if record.notes else ""
        if comment:
            yield _comment(comment)


def _comment(text: str) -> str:
    """In braces, without braces; a % at the start of a line would hide it, lone parentheses mislead some readers."""
    hidden = r"[{}()\\]|^%" if text.count("(") != text.count(")") else r"[{}\\]|^%"
    return "{" + re.sub(hidden, _hidden, text, flags=re.MULTILINE) + "}"


def _hidden(found: re.Match[str]) -> str:
    return "\\\\" if found[0] == "\\" else f"\\x{ord(found[0]):02x}"


def _shown(text: str) -> str:
    return re.sub(r"\\(?:x([0-9a-f]{2})|\\)", lambda found: chr(int(found[1], 16)) if found[1] else "\\", text)


def _wrapped(words: Iterable[str]) -> list[str]:
    lines: list[str] = []
    width = LINE_WIDTH
    for word in words:
        if width + 1 + len(word) > LINE_WIDTH:
            lines.append(word)
        else:
            lines[-1] += " " + word
        width = len(lines[-1]) - (lines[-1].rfind("\n") + 1)
    return lines


@dataclass
class _Found:
    """A game as it stands in the file: tags, moves with their comments, and the result at the end."""

    at: int
    tags: Tags = field(default_factory=dict)
    moves: list[tuple[str, int]] = field(default_factory=list)
    comments: list[list[str]] = field(default_factory=lambda: [[]])  # before the first move, then behind each
    result: tuple[str, int] = ("*", 0)


def parse_pdn(text: str) -> list[GameRecord]:
    """The games of a PDN text; RecordError says where it is wrong."""
    return [_read_game(text, found) for found in _games(text)]


def _games(text: str) -> Iterator[_Found]:
    """The games of a text. One ends with its result, or where tags begin after moves."""
    game = _Found(0)
    at, depth, outermost = 0, 0, 0
    while at < len(text):
        token = _TOKEN.match(text, at)
        if token is None or (depth and token["tag"]):
            hint = HINTS.get(text[at], "here may stand tags, moves and comments")
            raise fault(text, at, f"unexpected {quoted(text[at : at + 60])}: {hint}")
        if token["open"]:
            outermost = outermost if depth else at
            depth += 1
        elif token["close"]:
            if depth == 0:
                raise fault(text, at, "')' closes no variation")
            depth -= 1
        elif depth == 0 and not token["skipped"]:
            if token["tag"] and game.moves:
                yield game
                game = _Found(at)
            _take(game, token)
            if token["result"]:
                if game.tags or game.moves:
                    yield game
                game = _Found(token.end())
        at = token.end()
    if depth:
        raise fault(text, outermost, f"the variation {quoted(text[outermost:])} has no end: {depth} ')' are missing")
    if game.tags or game.moves:
        yield game


def _take(game: _Found, token: re.Match[str]) -> None:
    if token["tag"]:
        value = re.sub(r'\\(["\\])', r"\1", token["value"])
        game.tags.setdefault(token["name"].lower(), (clean_line(value), token.start()))
    elif token["move"]:
        game.moves.append((token["path"], token.start()))
        game.comments.append([])
    elif token["result"]:
        game.result = token["result"], token.start()
    else:
        game.comments[-1].append(token["said"] if token["comment"] else token["rest"])


def _read_game(text: str, found: _Found) -> GameRecord:
    tags = found.tags
    game = _read_rules(text, tags)
    is_ours = "ludogengame" in tags
    replay = Replay(text, _read_start(text, game, tags))
    start = replay.position
    for path, at in found.moves:
        replay.play_text(path, at)
    comment, *behind = (_joined(parts, is_ours) for parts in found.comments)
    notes = tuple(map(parse_note, behind))
    termination = _known(tags, "termination")
    result, remark = final_result(
        text, tags.get("ludogenresult"), _read_claim(text, found), replay.position, termination
    )
    read = _exact if is_ours else _known
    return GameRecord(
        game,
        (read(tags, "black"), read(tags, "white")),
        start,
        tuple(replay.moves),
        result,
        notes,
        event=read(tags, "event"),
        round=read(tags, "round"),
        date=parse_date(_exact(tags, "date")),
        opening=read(tags, "opening"),
        comment="\n".join(filter(None, [comment, remark])),
    )


def _exact(tags: Tags, name: str) -> str:
    return tags[name][0] if name in tags else ""


def _known(tags: Tags, name: str) -> str:
    """The value of a tag; others write ? or - for one that is not known."""
    value = _exact(tags, name).strip()
    return "" if value in ("?", "-") else value


def _joined(parts: list[str], is_ours: bool) -> str:
    if is_ours:
        return clean_text("\n".join(map(_shown, parts)))
    return clean_line(" ".join(" ".join(parts).split()))


def _read_rules(text: str, tags: Tags) -> Checkers:
    kind, at = tags.get("gametype", ("21", 0))
    if not re.fullmatch(r"\s*21\s*(,.*)?", kind, re.ASCII):
        raise fault(text, at, f"cannot read GameType {quoted(kind)}: it must be 21, English draughts")
    if "ludogengame" not in tags:
        return FOREIGN
    name, at = tags["ludogengame"]
    try:
        game = parse_game(name)
    except LudogenError as wrong:
        raise fault(text, at, str(wrong)) from None
    if not isinstance(game, Checkers):
        raise fault(text, at, f"LudogenGame {quoted(name)} is not a game of checkers")
    return game


def _read_start(text: str, game: Checkers, tags: Tags) -> Position:
    if "fen" not in tags:
        return game.start()
    fen, at = tags["fen"]
    own, own_at = tags.get("ludogenstart", (fen, at))
    exact, _, ply = own.partition(" ply ")
    try:
        start, shown = game.parse_position(exact), game.parse_position(fen)
    except LudogenError as wrong:
        raise fault(text, at, str(wrong)) from None
    if (start.state, start.side) != (shown.state, shown.side):
        raise fault(text, own_at, f"LudogenStart {quoted(own)} does not fit the FEN {quoted(fen)}")
    if not re.fullmatch("[0-9]{0,9}", ply, re.ASCII):
        raise fault(text, own_at, f"cannot read ply {quoted(ply)} in LudogenStart: it is a number")
    return replace(start, ply=int(ply)) if ply else start


def _read_claim(text: str, found: _Found) -> Claim | None:
    """What the tag and the end of the moves say; where both say something, they must agree."""
    tag, _ = found.tags.get("result", ("*", 0))
    told, shown = (SAME_AS.get(one.strip(), one.strip()) for one in (tag, found.result[0]))
    if told in WINNERS and shown in WINNERS and told != shown:
        raise fault(text, found.result[1], f"result {quoted(shown)} contradicts the tag Result {quoted(tag)}")
    code = shown if shown in WINNERS else told
    if code not in WINNERS:
        return None
    return Claim(code, WINNERS[code], ending="forfeit" if code == BOTH_LOSE else "")

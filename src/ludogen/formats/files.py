"""Files of game records: the name of the file says the format. A file is written whole or not at all."""

import codecs
import re
from collections.abc import Callable, Iterable
from pathlib import Path

from ludogen.errors import RecordError
from ludogen.files import replace_file
from ludogen.formats.ggf import ggf_text, parse_ggf
from ludogen.formats.pdn import parse_pdn, pdn_text
from ludogen.formats.record import GameRecord
from ludogen.formats.sgf import parse_sgf, sgf_text

__all__ = ["MOST_BYTES", "decode_records", "read_records", "write_records"]

MOST_BYTES = 64 * 2**20
FORMATS: dict[str, tuple[Callable[[str], list[GameRecord]], Callable[[Iterable[GameRecord]], str]]] = {
    ".sgf": (parse_sgf, sgf_text),
    ".pdn": (parse_pdn, pdn_text),
    ".ggf": (parse_ggf, ggf_text),
}
CHARSETS = {  # that SGF files name; a closed list, as Python knows codecs that are no charsets
    "utf-8": "utf-8",
    "utf8": "utf-8",
    "iso-8859-1": "latin-1",
    "iso8859-1": "latin-1",
    "latin1": "latin-1",
    "latin-1": "latin-1",
    "windows-1252": "cp1252",
    "gb2312": "gb18030",
    "gbk": "gb18030",
    "gb18030": "gb18030",
    "big5": "big5",
    "shift_jis": "cp932",
    "euc-jp": "euc_jp",
    "euc-kr": "euc_kr",
}
_CHARSET = re.compile(rb"CA\s*\[([^\]]{1,40})\]")


def read_records(path: str | Path) -> list[GameRecord]:
    """All games of a file; `.sgf`, `.pdn` and `.ggf` are known. RecordError says where it is wrong."""
    path = Path(path)
    parse, _ = _format_of(path)
    try:
        with path.open("rb") as file:
            data = file.read(MOST_BYTES + 1)
    except (OSError, ValueError) as wrong:  # ValueError: a NUL in the name
        raise RecordError(f"cannot read records {str(path)!r}: {_reason(wrong)}") from None
    if len(data) > MOST_BYTES:
        raise RecordError(f"cannot read records {str(path)!r}: it is larger than {MOST_BYTES // 2**20} MB")
    try:
        return parse(decode_records(data))
    except RecordError as wrong:
        raise RecordError(f"{path.name}: {wrong}") from None


def write_records(path: str | Path, records: Iterable[GameRecord]) -> None:
    """Write the games to a file, in the format that its name says. What stood there before is replaced at once."""
    path = Path(path)
    _, text_of = _format_of(path)
    data = text_of(records).encode()
    try:
        replace_file(path, data)
    except (OSError, ValueError) as wrong:
        raise RecordError(f"cannot write records {str(path)!r}: {_reason(wrong)}") from None


def _reason(wrong: Exception) -> str:
    return getattr(wrong, "strerror", None) or str(wrong)


def _format_of(path: Path) -> tuple[Callable[[str], list[GameRecord]], Callable[[Iterable[GameRecord]], str]]:
    try:
        return FORMATS[path.suffix.lower()]
    except KeyError:
        raise RecordError(f"no format for the file {path.name!r}: its name must end in {', '.join(FORMATS)}") from None


def decode_records(data: bytes) -> str:
    """The text of a file: the charset that SGF names, or UTF-8, or Latin-1, in which every byte means something."""
    data = data.removeprefix(codecs.BOM_UTF8)
    named = _CHARSET.search(data, 0, 4096)
    charset = CHARSETS.get(named[1].decode("latin-1").strip().lower(), "utf-8") if named else "utf-8"
    for known in (charset, "utf-8"):
        try:
            return data.decode(known)
        except UnicodeDecodeError:
            continue
    return data.decode("latin-1")

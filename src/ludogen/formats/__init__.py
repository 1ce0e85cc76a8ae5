"""Files that others read too: SGF for Go and Othello, PDN for checkers, GGF for Othello; champions as safetensors.

    record       `GameRecord` and `MoveNote`: a game that was played, whatever the format
    files        `read_records`, `write_records`: the name of the file says the format
    sgf, pdn, ggf              one format each: `parse_sgf` and `sgf_text`, and so on
    champion     `Champion`: the arrays of an evolved player and what they are, as one file
    comments, results, dates   what the formats have no tags for, as text
    properties, points, replay, places     parts of the readers

A record is read back as it was written, in every format that can hold its game. Readers raise RecordError, which says
line and column, and nothing else.
"""

from ludogen.formats.champion import Champion, champion_bytes, parse_champion, read_champion, write_champion
from ludogen.formats.files import read_records, write_records
from ludogen.formats.ggf import ggf_text, parse_ggf
from ludogen.formats.pdn import parse_pdn, pdn_text
from ludogen.formats.record import GameRecord, MoveNote, game_text
from ludogen.formats.sgf import parse_sgf, sgf_text

__all__ = [
    "Champion",
    "GameRecord",
    "MoveNote",
    "champion_bytes",
    "game_text",
    "ggf_text",
    "parse_champion",
    "parse_ggf",
    "parse_pdn",
    "parse_sgf",
    "pdn_text",
    "read_champion",
    "read_records",
    "sgf_text",
    "write_champion",
    "write_records",
]

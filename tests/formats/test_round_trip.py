"""Whatever is written is read back the same, in every format."""

import random
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.formats.support import FORMATS, moves_from, played, records

from ludogen.formats import GameRecord, read_records, write_records
from ludogen.formats.files import FORMATS as KNOWN
from ludogen.games import Game, parse_game

PARSERS = {suffix.removeprefix("."): pair for suffix, pair in KNOWN.items()}


@pytest.mark.parametrize("name", FORMATS)
@settings(max_examples=150, deadline=None)
@given(data=st.data())
def test_random_records(name: str, data: st.DataObject) -> None:
    parse, text_of = PARSERS[name]
    written = data.draw(st.lists(records(name), max_size=3))
    read = parse(text_of(written))
    assert read == written
    assert [record.replay() for record in read] == [record.replay() for record in written]
    assert text_of(read) == text_of(written)


@pytest.mark.parametrize("name", FORMATS)
def test_whole_games_in_a_file(name: str, tmp_path: Path) -> None:
    written = [
        whole_game(parse_game(text), seed) for text in FORMATS[name] for seed in range(2) if "size=19" not in text
    ]
    path = tmp_path / f"games.{name}"
    write_records(path, written)
    assert read_records(path) == written
    assert all(record.result is not None and record.replay().is_over for record in written)


def whole_game(game: Game, seed: int) -> GameRecord:
    start = game.start()
    end = played(start, 2000, random.Random(seed))
    return GameRecord(game, ("one", "two"), start, moves_from(start, end), end.result)


def test_a_game_that_ends_on_the_board_has_a_result_when_it_is_read() -> None:
    parse, text_of = PARSERS["ggf"]
    whole = whole_game(parse_game("othello"), 1)
    silent = GameRecord(whole.game, whole.players, whole.start, whole.moves)
    assert parse(text_of([silent])) == [whole]

"""What every registered game must do, whatever its rules."""

import random
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.games.support import VARIANTS, random_positions, sampled_positions, some_games

from ludogen.errors import IllegalMoveError, InvalidInputError, LudogenError, MoveTextError, PositionTextError
from ludogen.games import GAMES, parse_game

DOCS = Path(__file__).parents[2] / "docs" / "games"
TEMPLATE = ("## Rules as implemented", "## Notation", "## Position text", "## Differences to other programs")


@pytest.mark.parametrize("name", GAMES)
def test_has_a_docs_page_from_the_template(name: str) -> None:
    page = (DOCS / f"{name}.md").read_text()
    assert [line for line in page.splitlines() if line.startswith("## ")] == list(TEMPLATE)
    assert f"Rules version {GAMES[name].version}." in page


@pytest.mark.parametrize("name", VARIANTS)
def test_position_text_round_trip(name: str) -> None:
    game = parse_game(name)
    for position in sampled_positions(name):
        again = game.parse_position(position.text)
        assert again.text == position.text
        assert (again.side, again.state, again.hash) == (position.side, position.state, position.hash)
        if not getattr(game, "superko", False) and not getattr(game, "threefold", False):  # these look at the past
            assert again == position
            assert again.legal_moves == position.legal_moves


@pytest.mark.parametrize("name", VARIANTS)
def test_move_text_round_trip(name: str) -> None:
    for position in sampled_positions(name):
        assert len(position.legal_names) == len(position.legal_moves), "two moves share a text"
        for move in position.legal_moves:
            assert position.parse_move(position.move_name(move)) == move


@pytest.mark.parametrize("name", VARIANTS)
def test_undo_by_value(name: str) -> None:
    for position in sampled_positions(name, wanted=10):
        text, moves, key = position.text, position.legal_moves, position.hash
        for move in moves:
            after = position.play(move)
            assert after.before is position
            assert after.last_move == move
            assert after.side == 1 - position.side
        assert (position.text, position.legal_moves, position.hash) == (text, moves, key)


@pytest.mark.parametrize("name", VARIANTS)
def test_record_replays(name: str) -> None:
    last = some_games(name)[-1]
    assert parse_game(name).start().play_text(*last.move_names()) == last


@pytest.mark.parametrize("name", VARIANTS)
def test_a_finished_game_has_a_result_and_no_moves(name: str) -> None:
    for position in random_positions(parse_game(name), games=1, longest=1000):
        assert (position.result is None) == bool(position.legal_moves)
    assert position.is_over
    result = position.result
    assert result is not None
    assert result.score(0) + result.score(1) == 1
    better = 0 if result.points[0] > result.points[1] else 1
    assert result.winner == (None if result.points[0] == result.points[1] else better)


@pytest.mark.parametrize("name", VARIANTS)
def test_illegal_moves_are_quoted_and_change_nothing(name: str) -> None:
    position = parse_game(name).start()
    before = position.text
    with pytest.raises(IllegalMoveError) as caught:
        position.play(2**63 + 12345)
    assert str(2**63 + 12345) in str(caught.value)
    assert position.text in str(caught.value)
    with pytest.raises(MoveTextError) as unreadable:
        position.parse_move("castles")
    assert "'castles'" in str(unreadable.value)
    assert position.text in str(unreadable.value)
    assert position.text == before


@pytest.mark.parametrize("name", VARIANTS)
def test_symmetries_leave_the_rules_alone(name: str) -> None:
    game = parse_game(name)
    assert game.symmetries[0].squares == tuple(range(len(game.symmetries[0].squares)))
    for position in sampled_positions(name, wanted=6):
        fresh = game.parse_position(position.text)  # a turned position has no past either
        for symmetry in game.symmetries:
            turned = fresh.transform(symmetry)
            wanted = {game.transform_move(move, symmetry): move for move in fresh.legal_moves}
            assert set(turned.legal_names) == set(wanted)
            for text, move in list(wanted.items())[:5]:
                assert turned.play_text(text).state == fresh.play(move).transform(symmetry).state
        assert fresh.transform(game.symmetries[0]) == fresh


@pytest.mark.parametrize("name", VARIANTS)
def test_pictures(name: str) -> None:
    for position in sampled_positions(name, wanted=5):
        for show_moves in (False, True):
            picture = ET.fromstring(position.svg(show_moves=show_moves))
            assert picture.tag == "{http://www.w3.org/2000/svg}svg"
            assert picture.findtext("{http://www.w3.org/2000/svg}title") == str(position)
        assert position.diagram().splitlines()[-1].startswith(("black", "white", "game over"))


@pytest.mark.parametrize("name", VARIANTS)
def test_a_picture_shows_every_piece(name: str) -> None:
    position = sampled_positions(name)[-1]
    state = position.state
    pieces = sum(int(word).bit_count() for side in (state.own, state.opp) for word in _words(side))
    kings = int(state.kings).bit_count() if "kings" in state._fields else 0
    stars = parse_game(name).start().svg().count("<circle") - _start_pieces(name)
    assert position.svg().count("<circle") - position.svg().count("stroke-dasharray") == pieces + kings + stars


def _words(side: object) -> tuple[int, ...]:
    return side if isinstance(side, tuple) else (side,)


def _start_pieces(name: str) -> int:
    start = parse_game(name).start().state
    return sum(int(word).bit_count() for side in (start.own, start.opp) for word in _words(side))


@pytest.mark.parametrize("name", VARIANTS)
def test_equal_positions_have_equal_hashes_and_others_do_not(name: str) -> None:
    seen: dict[int, str] = {}
    for position in some_games(name):
        board = position.text.split(":H")[0].rsplit(" ", 1)[0]  # counters and prisoners are not hashed
        assert seen.setdefault(position.hash, board) == board
        assert 0 <= position.hash < 2**64


@pytest.mark.parametrize("name", GAMES)
@settings(max_examples=200, deadline=None)
@given(text=st.text(max_size=90))
def test_any_text_gives_a_position_or_the_proper_error(name: str, text: str) -> None:
    game = parse_game(name)
    try:
        position = game.parse_position(text)
    except PositionTextError as wrong:
        assert repr(text) in str(wrong)
    else:
        assert game.parse_position(position.text) == position


@pytest.mark.parametrize("name", VARIANTS)
def test_damaged_position_texts_give_a_position_or_the_proper_error(name: str) -> None:
    game, chance = parse_game(name), random.Random(7)
    for position in sampled_positions(name, wanted=10):
        for _ in range(40):
            letters = list(position.text)
            for _ in range(chance.randint(1, 3)):
                letters[chance.randrange(len(letters))] = chance.choice("XOKBWbw-./:,0123456789 9A")
            try:
                read = game.parse_position("".join(letters))
            except PositionTextError as wrong:
                assert repr("".join(letters)) in str(wrong)
            else:
                assert game.parse_position(read.text) == read
                assert read.is_over or read.play(read.legal_moves[0])


@pytest.mark.parametrize("name", GAMES)
@settings(max_examples=200, deadline=None)
@given(text=st.text(max_size=20) | st.from_regex(r"[a-tA-T0-9x-]{1,8}", fullmatch=True))
def test_any_text_gives_a_move_or_the_proper_error(name: str, text: str) -> None:
    position = parse_game(name).start()
    try:
        assert position.parse_move(text) in position.legal_moves
    except (MoveTextError, IllegalMoveError) as wrong:
        assert repr(text.strip()) in str(wrong) or repr(text) in str(wrong)


@settings(max_examples=300, deadline=None)
@given(text=st.text(max_size=30) | st.from_regex(r"(go|checkers|othello):?[a-z_=,0-9.\"]{0,20}", fullmatch=True))
def test_any_text_gives_a_game_or_the_proper_error(text: str) -> None:
    try:
        assert parse_game(text).start().legal_moves
    except InvalidInputError as wrong:
        assert str(wrong)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("otello", "unknown game 'otello': did you mean 'othello'?"),
        ("shogi", "unknown game 'shogi': known are checkers, go, othello"),
        ("othello:size=8", "unknown option 'size' of 'othello': it takes none"),
        ("go:sise=5", "unknown option 'sise' of 'go': did you mean 'size'?"),
        ("go:size=5,", "cannot read 'size=5,' in 'go:size=5,'"),
        ("go:size=5,size=7", "option 'size' stands twice"),
        ("go:size=five", "option size='five' of 'go' is not a whole number"),
        ("go:size=20", "size=20 of 'go' is not in 2..19"),
        ("go:komi=0.3", "komi=0.3 of 'go' is not a whole or half number"),
        ("go:scoring=chinese", "scoring='chinese' of 'go' is not one of area, japanese"),
        ("go:size=5,handicap=2", "handicap=2 of 'go' on 5x5 is not 0, the board is too small"),
        ("go:size=8,handicap=5", "handicap=5 of 'go' on 8x8 is not 0 or 2..4"),
        ("checkers:threefold=yes", "option threefold='yes' of 'checkers' is not true or false"),
        ("checkers:ply_limit=-1", "ply_limit=-1 of 'checkers' is not in 0..100000"),
    ],
)
def test_bad_game_names_are_quoted_with_what_is_allowed(text: str, said: str) -> None:
    with pytest.raises(LudogenError) as caught:
        parse_game(text)
    assert said in str(caught.value)

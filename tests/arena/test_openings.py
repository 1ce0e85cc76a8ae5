"""Openings: decks by name, each card once before any comes again, files, and what is said of bad ones."""

from pathlib import Path

import pytest
from draughts.ballots import Ballots

from ludogen.arena.openings import DEFAULT_OPENINGS, OPENINGS, parse_openings
from ludogen.errors import OpeningError
from ludogen.games import GAMES, parse_game

SIZES = [
    ("othello", "none", 1),
    ("othello", "four-moves", 244),
    ("checkers", "first-moves", 7),
    ("checkers", "two-moves", 43),
    ("checkers", "three-moves", 157),
    ("go:size=9", "handicap:stones=4", 1),
]


@pytest.mark.parametrize(("game", "name", "size"), SIZES)
def test_a_deck_has_all_its_cards_before_one_comes_again(game: str, name: str, size: int) -> None:
    deck = parse_openings(name, parse_game(game))
    assert deck.size == size
    for turn in range(2):
        drawn = [deck.opening(pair, seed=5).name for pair in range(turn * size, (turn + 1) * size)]
        assert len(set(drawn)) == size


def test_the_order_is_the_seeds() -> None:
    deck = parse_openings("four-moves", parse_game("othello"))
    orders = [[deck.opening(pair, seed).name for pair in range(20)] for seed in (1, 1, 2)]
    assert orders[0] == orders[1] != orders[2]


@pytest.mark.parametrize(("name", "moves"), [("two-moves", 2), ("three-moves", 3)])
def test_ballots_are_the_federations(name: str, moves: int) -> None:
    def pieces(fen: str) -> tuple[str, frozenset[str], frozenset[str]]:
        side, white, black = fen.split(":")[:3]
        return side, frozenset(white[1:].split(",")), frozenset(black[1:].split(","))

    theirs = Ballots("english", moves=moves)
    standard = {pieces(theirs.positions[key]) for key in theirs.keys}
    deck = parse_openings(name, parse_game("checkers"))
    assert deck.size is not None
    assert {pieces(deck.opening(pair, 1).position.text) for pair in range(deck.size)} == standard


def test_eleven_men_a_side() -> None:
    deck = parse_openings("eleven-men", parse_game("checkers"))
    names = set()
    for pair in range(20):
        opening = deck.opening(pair, 3)
        position = opening.position
        assert int(position.state.own).bit_count() == int(position.state.opp).bit_count() == 11
        assert opening == deck.opening(pair, 3)
        names.add(opening.name)
    assert len(names) > 15


def test_random_openings_are_legal_and_differ() -> None:
    deck = parse_openings("random:plies=6", parse_game("othello"))
    drawn = [deck.opening(pair, 1) for pair in range(30)]
    assert all(len(opening.moves) == 6 and not opening.position.is_over for opening in drawn)
    assert len({opening.name for opening in drawn}) > 25


def test_handicap_stones_stand() -> None:
    opening = parse_openings("handicap:stones=4", parse_game("go:size=9")).opening(0, 1)
    assert opening.position.diagram().count("X") >= 4
    assert opening.position.side_name == "white"


def test_a_file_of_lines(tmp_path: Path) -> None:
    game = parse_game("othello")
    path = tmp_path / "openings.txt"
    path.write_text(f"# two openings\nd3 c3 c4\n\n{game.start().play_text('f5').text}  # after f5\n")
    deck = parse_openings(f"file:path={path}", game)
    assert deck.size == 2
    positions = {deck.opening(pair, 1).position.text for pair in range(2)}
    assert positions == {game.start().play_text("d3", "c3", "c4").text, game.start().play_text("f5").text}


def test_a_file_of_records(tmp_path: Path) -> None:
    path = tmp_path / "games.pdn"
    path.write_text('[Event "x"]\n[GameType "21"]\n1. 11-15 23-19 2. 8-11 *\n\n[Event "y"]\n1. 9-13 22-18 *\n')
    deck = parse_openings(f"file:path={path},plies=2", parse_game("checkers"))
    assert {deck.opening(pair, 1).name for pair in range(2)} == {"11-15 23-19", "9-13 22-18"}


@pytest.mark.parametrize(
    ("text", "game", "said"),
    [
        ("for-moves", "othello", "unknown openings 'for-moves': did you mean 'four-moves'?"),
        ("four-moves", "checkers", "openings 'four-moves' are for othello, not checkers"),
        ("random:plies=0", "othello", "option plies=0 of 'random' is not 1..60"),
        ("random:moves=3", "othello", "unknown option 'moves' of 'random'"),
        ("file", "othello", "openings 'file' need option path"),
        ("file:path=nowhere.txt", "othello", "cannot read openings from 'nowhere.txt'"),
    ],
)
def test_bad_openings_are_quoted(text: str, game: str, said: str) -> None:
    with pytest.raises(OpeningError) as caught:
        parse_openings(text, parse_game(game))
    assert said in str(caught.value)


@pytest.mark.parametrize("line", ["d3 d3", "z9", "XO X", "d3 c3 \x00"])
def test_bad_lines_are_told_with_their_number(tmp_path: Path, line: str) -> None:
    path = tmp_path / "openings.txt"
    path.write_text(f"d3\n{line}\n")
    with pytest.raises(OpeningError, match=r"line 2 of .* is neither a position nor moves"):
        parse_openings(f"file:path={path}", parse_game("othello"))


def test_every_game_has_openings() -> None:
    for game in GAMES:
        assert game in OPENINGS[DEFAULT_OPENINGS[game].partition(":")[0]].games

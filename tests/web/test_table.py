"""A table without a browser: turns, replies that come too late, links, records; scenes."""

from dataclasses import replace
from pathlib import Path
from threading import Thread
from time import monotonic

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.web.support import wait_until

from ludogen.errors import IllegalMoveError, LudogenError, RecordError
from ludogen.formats import write_records
from ludogen.games import Position, parse_game
from ludogen.players import parse_player
from ludogen.web.entrants import HUMAN
from ludogen.web.judge import judge
from ludogen.web.scenes import cells_of, first_scene, path_of, scene_of
from ludogen.web.table import FORMATS, MOST_UPLOAD, Table, records_in

GAMES = ("othello", "checkers", "go:size=5", "go:size=9")


def table(game: str = "othello", black: str = HUMAN, white: str = HUMAN) -> Table:
    made = Table(parse_game(game), [HUMAN, HUMAN], Path("nowhere"))
    made.seat(0, black)
    made.seat(1, white)
    return made


def walk(game: str, steps: list[int]) -> Position:
    """A position after some moves."""
    position = parse_game(game).start()
    for step in steps:
        if position.is_over:
            break
        position = position.play(position.legal_moves[step % len(position.legal_moves)])
    return position


def test_a_player_replies_and_persons_wait_their_turn() -> None:
    played = table(white="random")
    played.play("d3")
    assert played.awaits_player
    with pytest.raises(LudogenError, match="nobody's turn"):
        played.play("c3")
    assert played.accept(played.reply(), 0.25)
    assert played.awaits_person
    assert played.seconds == {1: 0.25}
    with pytest.raises(IllegalMoveError):
        played.play("a1")
    assert played.undo()
    assert played.position.ply == 0
    assert not played.undo()


def test_a_reply_counts_only_for_the_table_that_was_asked() -> None:
    played = table(black="greedy", white="greedy")
    late = played.reply()
    played.renew()
    assert not played.accept(late, 0.0)
    asked = played.reply()
    played.swap()
    assert not played.accept(asked, 0.0)
    assert played.position.ply == 0


def test_whoever_thinks_about_what_is_no_longer_asked_ends() -> None:
    played = table(black="iago:nodes=1000")
    for endless in ("iago:nodes=1000000000000", "iago:seconds=3600", "positional:depth=40"):
        played._players["iago:nodes=1000"] = parse_player(endless, played.game)
        thinking = Thread(target=played.reply, daemon=True)
        thinking.start()
        # One that has just begun may miss it: it is told again.
        wait_until(lambda thinking=thinking: played.interrupt() or not thinking.is_alive(), "it thinks on")  # type: ignore[misc,func-returns-value]


def test_a_player_that_evolves_ends_when_it_is_no_longer_asked() -> None:
    played = table(black="frankland:generations=10000,seconds=10")
    thinking = [Thread(target=played.reply, daemon=True) for _ in range(2)]  # the other one waits for its turn
    for one in thinking:
        one.start()
    began = monotonic()
    wait_until(lambda: played.interrupt() or not any(one.is_alive() for one in thinking), "it thinks on")  # type: ignore[func-returns-value]
    assert monotonic() - began < 9


def test_a_person_resigns_and_goes_on_after_all() -> None:
    played = table("checkers", white="random")
    played.play("11-15")
    assert played.resign()  # while the player is to move
    assert played.result is not None
    assert (played.result.winner, played.result.reason) == (1, "red resigns")
    assert not played.resign()
    assert played.record().result == played.result
    assert played.undo()
    assert played.result is None
    assert played.position.move_names() == ["11-15"]
    assert not table(black="random", white="random").resign()


def test_the_last_game_is_brought_back() -> None:
    played = table()
    assert not played.bring_back()
    played.play("d3")
    played.values[1] = 0.25
    played.renew()
    played.renew()  # nothing was played: the game before stays
    played.play("f5")
    assert played.bring_back()
    assert (played.position.move_names(), played.values) == (["d3"], {1: 0.25})
    assert played.bring_back()
    assert played.position.move_names() == ["f5"]


def test_who_has_moved_needs_no_compiler() -> None:
    played = table(black="frankland:population=8,generations=2,trials=1,seconds=0.5")
    assert played.patience() == 3.5
    played.reply()
    assert played.patience() is None


def test_a_seat_is_not_given_to_who_cannot_be_had() -> None:
    played = table()
    with pytest.raises(LudogenError):
        played.seat(1, "gtp:command=ls")
    assert played.seats == [HUMAN, HUMAN]


@given(game=st.sampled_from(GAMES), steps=st.lists(st.integers(0, 400), max_size=30))
def test_links_lead_back_to_the_position(game: str, steps: list[int]) -> None:
    played, again = table(game), table(game)
    played.go_on_from(walk(game, steps))
    link = played.link(played.position)
    again.follow(link.get("position", ""), link.get("moves", ""))
    assert again.position == played.position
    assert again.position.move_names() == played.position.move_names()


@pytest.mark.parametrize(("position", "moves"), [("nonsense", ""), ("", "d3.zz"), ("", "d3.d3"), ("", "d3." * 9000)])
def test_links_are_checked(position: str, moves: str) -> None:
    with pytest.raises(LudogenError):
        table().follow(position, moves)


@given(game=st.sampled_from(GAMES), steps=st.lists(st.integers(0, 400), min_size=1, max_size=20))
def test_records_come_back(game: str, steps: list[int]) -> None:
    played, again = table(game), table(game)
    played.go_on_from(walk(game, steps))
    for kind in FORMATS[played.game.name]:
        (record,) = records_in(f"game.{kind}", played.download(kind), again.game)
        again.load(record)
        assert again.position.move_names() == played.position.move_names()


def test_records_keep_names_and_short_values() -> None:
    played = table()
    played.play("d3")
    played.values[1] = 0.123456789
    record = replace(played.record(), players=("Iwen", "Logistello"))
    assert record.notes[0].value == 0.123
    played.load(record)
    assert played.record().players == ("Iwen", "Logistello")
    played.seat(1, "random")
    assert played.record().players == ("Iwen", "random")
    played.renew()
    assert played.record().players == ("a person", "random")


@given(st.binary(max_size=400), st.sampled_from(["a.sgf", "a.pdn", "a.ggf", "a.exe", "a", "../../a.sgf"]))
def test_what_is_no_record_is_refused(data: bytes, name: str) -> None:
    with pytest.raises(RecordError):
        records_in(name, data, parse_game("othello"))


def test_records_that_are_too_large_or_of_another_game_are_refused(tmp_path: Path) -> None:
    with pytest.raises(RecordError, match="at most"):
        records_in("a.sgf", b"x" * (MOST_UPLOAD + 1), parse_game("go"))
    write_records(tmp_path / "game.pdn", [table("checkers").record()])
    with pytest.raises(RecordError, match="a game of checkers, this table plays othello"):
        records_in("game.pdn", (tmp_path / "game.pdn").read_bytes(), parse_game("othello"))


@given(game=st.sampled_from(GAMES), steps=st.lists(st.integers(0, 400), max_size=40))
def test_scenes_show_what_the_diagram_shows(game: str, steps: list[int]) -> None:
    position = walk(game, steps)
    scene = scene_of(position)
    rows = [line.split()[1 : scene["columns"] + 1] for line in position.diagram().splitlines()]
    if game == "checkers":
        rows = [list(line[3:18:2]) for line in position.diagram().splitlines()[:8]]
        shown = "".join("".join(row) for row in rows).replace(" ", ".")
    else:
        shown = "".join("".join(row) for row in rows[1 : scene["columns"] + 1]).translate(str.maketrans("XO", "bw"))
    assert scene["cells"] == shown
    for name, squares in scene["moves"]:
        assert all(0 <= square < scene["columns"] ** 2 for square in squares)
        if squares:  # a move ends on an empty square, or where it began
            assert scene["cells"][squares[-1]] == "." or squares[-1] == squares[0]
            assert squares == path_of(position.game, name, position.legal_names[name])


@pytest.mark.parametrize("game", GAMES)
def test_the_first_scene_is_that_of_the_start(game: str) -> None:
    start = parse_game(game).start()
    assert first_scene(start.game)["cells"] == cells_of(start)


@pytest.mark.parametrize("game", ["othello", "go:size=5"])
def test_the_judge_knows_who_is_ahead(game: str) -> None:
    start = parse_game(game).start()
    assert abs(judge(start).lead) < 1
    won = {
        "othello": "X" * 60 + "OOOO X",
        "go:size=5": "XXXXX/XXXXX/5/5/5 w - 2 0,0",
    }[game]
    assert judge(start.game.parse_position(won)).lead == 1.0


def test_a_stone_does_not_swing_the_judge_of_go() -> None:
    start = parse_game("go:size=5,komi=0.5").start()
    one = start.play_text("B2")
    two = one.play_text("D4")
    first, then = judge(one), judge(two)
    assert first.lead > then.lead
    assert -0.5 < then.lead < first.lead < 0.95
    assert first.text.startswith("black about +")
    assert judge(two) == then
    won = start.game.parse_position("XXXXX/XXXXX/X1X1X/5/1O3 w - 0 0,0")
    assert judge(won).lead > 0.8
    assert judge(won.play_text("pass")).lead > 0.8  # the game goes on for the judge

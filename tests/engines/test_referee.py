"""GNU Go as a referee: its answers are functions of the question, checked, and survive its death."""

import os
import signal
from pathlib import Path
from random import Random

import pytest
from tests.engines.support import AMPLE, all_end, pids_in, real_program

from ludogen.engines import GnuGoReferee, Gtp, RefereeSession, ScoreAnswer, ScoreQuestion
from ludogen.errors import EngineError, InvalidInputError
from ludogen.games import Go, Position

QUESTION = ScoreQuestion((), (), 0.0, black="C3", forced="D3")
FAKE = """#!{python} -S
import sys
pids, mode, times = {pids!r}, {mode!r}, {times}
with open(pids, "a") as file:
    print({getpid}, file=file)
with open(pids) as file:
    is_bad = len(file.readlines()) <= times
for line in sys.stdin:
    number, command = line.split()[:2]
    known = dict(estimate_score="B+1.5 (upper bound: -1.0, lower: -2.0)", final_score="W+7", genmove="PASS")
    answer = known.get(command, "")
    if is_bad and mode == "dies" and command in ("genmove", "estimate_score"):
        sys.exit(1)
    if is_bad and mode == "hangs" and command == "estimate_score":
        import time; time.sleep(3600)
    if is_bad and command == "estimate_score" and mode not in ("dies", "hangs", "moves"):
        answer = mode
    if is_bad and command == "genmove" and mode.startswith("moves "):
        answer = mode[6:]
    print("=" + number + " " + answer, end="\\n\\n", flush=True)
"""


def fake(folder: Path, mode: str, times: int = 1) -> tuple[GnuGoReferee, Path]:
    """A program in GNU Go's place whose first processes misbehave, and the file of its process ids."""
    import sys

    program, pids = folder / "fake", folder / "pids"
    program.write_text(
        FAKE.format(python=sys.executable, pids=str(pids), mode=mode, times=times, getpid="__import__('os').getpid()")
    )
    program.chmod(0o755)
    return GnuGoReferee(str(program), 5, seconds=2.0 if mode == "hangs" else AMPLE), pids


def real(**options: int) -> GnuGoReferee:
    return GnuGoReferee(real_program("gnugo"), **{"size": 5, **options})  # type: ignore[arg-type]


BAD = ["", "B+", "14.4", "X+3", "B+1e9", "B+99999", "B+nan", "W+3 and more", "B+1.5 " + "x" * 200, "Black wins"]


@pytest.mark.parametrize("said", BAD)
def test_odd_scores_are_asked_again_and_then_told(said: str, tmp_path: Path) -> None:
    referee, pids = fake(tmp_path, said)
    with RefereeSession(referee) as session:
        assert session.answer(QUESTION) == ScoreAnswer("D3", -1.5)
    assert len(pids_in(pids)) == 2
    (tmp_path / "again").mkdir()
    referee, pids = fake(tmp_path / "again", said, times=9)
    with RefereeSession(referee) as session, pytest.raises(EngineError) as caught:
        session.answer(QUESTION)
    assert "is no score: one such as B+14.5 was asked for" in str(caught.value)
    assert len(str(caught.value)) < 1500
    assert all_end(pids_in(pids))


@pytest.mark.parametrize("said", ["I5", "C33", "resign", "", "C3 C4", "C" * 5000])
def test_odd_moves_are_told(said: str, tmp_path: Path) -> None:
    referee, pids = fake(tmp_path, f"moves {said}", times=9)
    free = ScoreQuestion((), (), 0.0, black="C3")
    with (
        RefereeSession(referee) as session,
        pytest.raises(EngineError, match="is no move: a point such as C3, or pass"),
    ):
        session.answer(free)
    assert all_end(pids_in(pids))


@pytest.mark.parametrize("mode", ["dies", "hangs"])
def test_an_engine_that_dies_or_hangs_is_started_again(mode: str, tmp_path: Path) -> None:
    referee, pids = fake(tmp_path, mode)
    with RefereeSession(referee) as session:
        assert session.answer(QUESTION) == ScoreAnswer("D3", -1.5)
        assert session.answer(ScoreQuestion((), (), 0.0)) == ScoreAnswer("pass", 7.0)
    assert len(pids_in(pids)) == 2
    assert all_end(pids_in(pids))


def test_gnu_go_that_is_killed_or_stopped_answers_the_same() -> None:
    question = ScoreQuestion(("C3",), ("D3",), 0.5, white="D4", black="C4")
    with RefereeSession(GnuGoReferee(real_program("gnugo"), 5, seconds=2.0)) as session:
        wanted = session.answer(question)
        for number in (signal.SIGKILL, signal.SIGSTOP):
            pid = session.pid
            assert pid is not None
            os.kill(pid, number)
            assert session.answer(question) == wanted
            assert session.pid != pid


# The rules of the game


def test_a_reply_is_forced_or_its_own_choice() -> None:
    with RefereeSession(real()) as session:
        assert session.answer(ScoreQuestion((), (), 0.0, black="C3", forced="D3")).reply == "D3"
        assert session.answer(ScoreQuestion((), (), 0.0, black="C3")).reply not in ("C3", "D3", "pass")


def test_where_it_would_pass_at_once_it_must_play() -> None:
    """After C3 D3 B3 GNU Go passes; with `must_play` it plays what it plays had black passed."""
    passing = ScoreQuestion(("C3",), (), 0.0, white="D3", black="B3")
    with RefereeSession(real(must_play=False)) as session:
        assert session.answer(passing).reply == "pass"
    with RefereeSession(real()) as session:
        reply = session.answer(passing).reply
        assert reply == session.answer(ScoreQuestion(("C3",), (), 0.0, white="D3", black="pass")).reply
        assert reply != "pass"


def test_komi_counts_in_estimates_and_is_left_out_of_final_scores() -> None:
    """Although komi has changed, GNU Go says the same final score again: so it must not be asked with any."""
    with RefereeSession(real()) as session:
        one, other = (session.answer(ScoreQuestion((), (), komi, black="C3", forced="D3")).score for komi in (0.0, 2.5))
        assert other - one == pytest.approx(2.5)
        assert session.answer(ScoreQuestion(("C3", "B2"), ("D4",), 0.0)).score == -24
        with pytest.raises(InvalidInputError, match=r"komi 2.5 of a question for a final score is not 0"):
            session.answer(ScoreQuestion(("C3", "B2"), ("D4",), 2.5))


def questions_of_games(seed: int, games: int) -> list[tuple[ScoreQuestion, Position]]:
    """Questions of games between random moves and GNU Go's, and the positions in which white is to reply."""
    random, found = Random(seed), []
    game = Go(size=5, komi=0, scoring="japanese")
    with RefereeSession(real()) as session:
        for _ in range(games):
            position, before = game.start(), game.start()
            while position.ply < 14:
                black = random.choice([name for name in position.legal_names if name != "pass"] or ["pass"])
                position = position.play_text(black)
                question = question_at(before, position)
                found.append((question, position))
                before = position
                position = position.play_text(session.answer(question).reply)
                if position.is_over:
                    break
    return found


def question_at(before: Position, position: Position) -> ScoreQuestion:
    """The question in a position where white is to move; it was to move before, too, if not at the start."""
    rows = [row.split()[1:] for row in before.diagram().splitlines()[1:6]]
    points = {f"{'ABCDE'[column]}{5 - row}": rows[row][column] for row in range(5) for column in range(5)}
    took = before.text.rpartition(" ")[2].split(",")
    last = position.before
    assert last is not None
    return ScoreQuestion(
        tuple(point for point, stone in points.items() if stone == "X"),
        tuple(point for point, stone in points.items() if stone == "O"),
        float(took[1]) - float(took[0]),
        white=None if last.last_move is None else last.move_name(last.last_move),
        black=position.move_name(position.last_move or 0),
    )


@pytest.mark.slow
def test_answers_do_not_depend_on_what_was_asked_before_nor_on_the_rest_of_the_game() -> None:
    """Against a process that was asked in another order, and against the whole game played on a fresh process."""
    asked = questions_of_games(3, 6)
    order = list(range(len(asked)))
    with RefereeSession(real(must_play=False)) as session:
        straight = [session.answer(question) for question, _ in asked]
    Random(1).shuffle(order)
    with RefereeSession(real(must_play=False)) as session:
        shuffled = {place: session.answer(asked[place][0]) for place in order}
    assert [shuffled[place] for place in range(len(asked))] == straight
    command = GnuGoReferee(real_program("gnugo"), 5).command
    for (_, position), answer in list(zip(asked, straight, strict=True))[::4]:
        sides = ("black", "white")
        game = [f"play {sides[ply % 2]} {name}" for ply, name in enumerate(position.move_names())]
        with Gtp(command) as engine:
            engine.run(["boardsize 5", "komi 0", *game, "clear_cache"])
            reply = engine.ask("reg_genmove white", AMPLE).replace("PASS", "pass")
        with Gtp(command) as engine:
            engine.run(["boardsize 5", "komi 0", *game, f"play white {reply}", "clear_cache"])
            estimate = engine.ask("estimate_score", AMPLE).split()[0]
        score = 0.0 if estimate[0] == "0" else float(estimate[2:]) * (-1 if estimate[0] == "B" else 1)
        assert (reply, score) == answer

"""Fitness of roving eyes: known values, the whole game on a fresh GNU Go, any threads, any memory, engines that die."""

import os
import signal
import sqlite3
from dataclasses import replace
from pathlib import Path
from random import Random
from threading import Thread
from typing import Any

import numpy as np
import pytest
from tests.engines.support import AMPLE, is_running, real_program
from tests.kernels.test_roving_eye import link, random_links

from ludogen.engines import GnuGoReferee, Gtp
from ludogen.errors import AnswerFileError, EngineError, InvalidInputError
from ludogen.genomes.graph import graph_net
from ludogen.kernels.records import zero_records
from ludogen.players.eyes import eye_shape, new_eye
from ludogen.players.moving import MoverPlayer
from ludogen.recipes import eye_trials
from ludogen.recipes.eye_trials import EyeTrials, Judged, TrialSettings

STAND_IN = TrialSettings(opponent="playouts", move_playouts=2, score_playouts=4)


@pytest.fixture(scope="module")
def gnugo() -> str:
    return real_program("gnugo")


def population(*links: Any) -> Any:
    """Nets with these links."""
    made = [graph_net(eye_shape(), *zip(*each, strict=True)) for each in links]
    nets = zero_records(made[0].dtype, len(made))
    for place, net in enumerate(made):
        nets[place] = net[0]
    return nets


def some_nets(number: int, seed: int = 1) -> Any:
    random = Random(seed)
    return population(*(random_links(random) for _ in range(number)))


PASSING = population([link("pass", 1)])


def facts(judged: Judged) -> list[Any]:
    return [judged.fitness.tolist(), judged.estimates.tolist(), judged.finals.tolist(), judged.moves.tolist()]


# Values that a prototype measured too, with komi 0.
KNOWN = [(5, "pass", 33.5), (7, "pass", -20.35), (5, "C3", 66.4), (7, "D4", 9.55)]


@pytest.mark.parametrize(("size", "first", "fitness"), KNOWN)
@pytest.mark.usefixtures("gnugo")
def test_known_fitness(size: int, first: str, fitness: float) -> None:
    """Of an eye that always passes, and of one that takes the centre first."""
    reply = {5: "D3", 7: "E4"}[size]
    with EyeTrials(TrialSettings(size, opening=(first, reply, *["pass", None] * 40))) as trials:
        judged = trials.evaluate(PASSING)
        assert judged.fitness[0] == pytest.approx(fitness)
        assert judged.names(0, trials.settings.game)[:3] == (first, reply, "pass")
    with EyeTrials(TrialSettings(size, opening=(first, reply, *["pass", None] * 40), komi=5.5)) as trials:
        assert trials.evaluate(PASSING).fitness[0] == pytest.approx(fitness - 3 * 5.5)


def played_whole(program: str, net: Any, settings: TrialSettings) -> tuple[list[str], float]:
    """Moves and fitness of a game in which each question goes to a fresh GNU Go that is sent the whole game."""
    player = MoverPlayer("eye", lambda: new_eye(net, settings.rules), remembers=True)
    position, estimates = settings.game.start(), list[float]()

    def ask(command: str, *more: str) -> str:
        sides = ("black", "white")
        game = [f"play {sides[ply % 2]} {name}" for ply, name in enumerate(position.move_names())]
        with Gtp(GnuGoReferee(program, settings.size).command) as engine:
            engine.run([f"boardsize {settings.size}", f"komi {settings.komi:g}", *game, *more, "clear_cache"])
            return engine.ask(command, AMPLE)

    def score(text: str) -> float:
        return 0.0 if text[0] == "0" else float(text.split(maxsplit=1)[0][2:]) * (-1 if text[0] == "B" else 1)

    while True:
        position = position.play(player.choose(position, 0))
        if position.is_over or position.ply >= settings.plies:
            break
        if position.ply == 1 and "D3" in position.legal_names:
            reply = "D3"
        else:
            reply = ask("reg_genmove white").replace("PASS", "pass")
        position = position.play_text(reply)
        if position.is_over or position.ply >= settings.plies:
            break
        estimates.append(score(ask("estimate_score")))
    final = score(ask("final_score"))
    mean = sum(estimates) / len(estimates) if estimates else final
    return position.move_names(), 100 - (2 * mean + final)


@pytest.mark.slow
def test_games_are_those_of_a_fresh_gnu_go_that_knows_the_whole_game(gnugo: str) -> None:
    settings, nets = TrialSettings(must_play=False, komi=0.5), some_nets(6, 5)
    with EyeTrials(settings) as trials:
        judged = trials.evaluate(nets)
    for place in range(len(nets)):
        moves, fitness = played_whole(gnugo, nets[place : place + 1], settings)
        assert list(judged.names(place, settings.game)) == moves
        assert judged.fitness[place] == pytest.approx(fitness)


@pytest.mark.slow
@pytest.mark.usefixtures("gnugo")
def test_neither_threads_nor_memory_nor_the_order_change_anything(tmp_path: Path) -> None:
    nets, settings, file = some_nets(24), TrialSettings(), tmp_path / "answers.db"
    with EyeTrials(settings, threads=1) as trials:
        wanted = trials.evaluate(nets)
        again = trials.evaluate(nets)
    assert facts(again) == facts(wanted)
    assert wanted.costs.asked > again.costs.asked == 0
    assert again.costs.hit_rate == 1
    with EyeTrials(settings, file, threads=2) as trials:
        assert facts(trials.evaluate(nets)) == facts(wanted)
    with EyeTrials(settings, file, threads=2) as trials:
        remembered = trials.evaluate(nets)
    assert (facts(remembered), remembered.costs.asked, remembered.costs.rounds) == (facts(wanted), 0, 1)
    order = Random(1).sample(range(24), 24)
    for place in order[:8]:  # each with engines that know nothing
        with EyeTrials(settings, threads=1) as trials:
            assert facts(trials.evaluate(nets[place : place + 1])) == facts_of(wanted, place)
    with EyeTrials(replace(settings, level=2), file, threads=1) as trials:
        assert trials.evaluate(nets[:4]).costs.asked > 0  # what another level said is not taken


def facts_of(judged: Judged, place: int) -> list[Any]:
    return [[column[place]] for column in facts(judged)]


@pytest.mark.slow
@pytest.mark.usefixtures("gnugo")
@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGSTOP])
def test_engines_that_die_or_hang_cost_a_restart(number: signal.Signals) -> None:
    nets = some_nets(24, 2)
    with EyeTrials(TrialSettings(size=7), threads=2) as trials:
        wanted = trials.evaluate(nets)
    with EyeTrials(TrialSettings(size=7, seconds=3.0 if number == signal.SIGSTOP else AMPLE), threads=2) as trials:
        harmed = set[int]()  # one at a time: an engine that fails twice at the same question is given up
        results = list[Judged]()
        judging = Thread(target=lambda: results.append(trials.evaluate(nets)))
        judging.start()
        while judging.is_alive() and not harmed:
            for pid in trials.pids[:1]:
                os.kill(pid, number)
                harmed.add(pid)
        judging.join(AMPLE)
        assert len(results) == 1
        assert facts(results[0]) == facts(wanted)
        assert len(harmed) == 1
        assert not harmed & set(trials.pids)
        last = trials.pids
    assert not any(is_running(pid) for pid in (*last, *harmed))


@pytest.mark.usefixtures("gnugo")
def test_a_file_that_holds_nonsense_is_told(tmp_path: Path) -> None:
    file = tmp_path / "answers.db"
    with EyeTrials(TrialSettings(), file, threads=1) as trials:
        trials.evaluate(PASSING)
    for column, said in (("reply = 60", "reply 60 with score"), ("score = 1e300", "is no answer")):
        damaged = tmp_path / f"{column[:5]}.db"
        damaged.write_bytes(file.read_bytes())
        with sqlite3.connect(damaged) as database:
            assert database.execute(f"UPDATE answers SET {column}").rowcount > 0
        with pytest.raises(AnswerFileError, match=said):
            EyeTrials(TrialSettings(), damaged, threads=1)
    illegal = tmp_path / "illegal.db"
    illegal.write_bytes(file.read_bytes())
    with sqlite3.connect(illegal) as database:
        database.execute("UPDATE answers SET reply = 19 WHERE reply != 511")  # D3, where white's first stone stands
    with (
        EyeTrials(TrialSettings(), illegal, threads=1) as trials,
        pytest.raises(AnswerFileError, match="after pass D3"),
    ):
        trials.evaluate(PASSING)


def test_without_gnu_go_the_stand_in_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(eye_trials, "find_program", lambda name: None)
    with pytest.raises(EngineError, match=r"gnugo is not installed: .*opponent=playouts"):
        EyeTrials(TrialSettings())


# The stand-in: everything without an engine.


def test_the_stand_in_gives_the_same_with_any_threads() -> None:
    nets = some_nets(12)
    found = []
    for threads in (1, 2):
        with EyeTrials(STAND_IN, threads=threads) as trials:
            found.append(facts(trials.evaluate(nets)))
    assert found[0] == found[1]
    assert len(set(found[0][0])) > 3


def test_fitness_is_equation_1_of_the_paper() -> None:
    with EyeTrials(STAND_IN) as trials:
        judged = trials.evaluate(some_nets(12))
    assert judged.fitness == pytest.approx(100 - 2 * judged.estimates - judged.finals)


@pytest.mark.parametrize(("reply", "point"), [("right", "D3"), ("left", "B3"), ("above", "C4"), ("below", "C2")])
def test_the_first_reply_is_forced(reply: str, point: str) -> None:
    with EyeTrials(replace(STAND_IN, first_reply=reply, cap=2)) as trials:
        assert trials.evaluate(PASSING).names(0, trials.settings.game) == ("pass", point)


def test_games_are_cut_off_at_the_cap() -> None:
    for cap, plies in ((0, 2 * 9), (7, 7)):
        with EyeTrials(replace(STAND_IN, size=3, cap=cap)) as trials:
            judged = trials.evaluate(some_nets(12))
            assert judged.plies.max() <= plies
            assert judged.moves.shape[1] == plies


def test_each_net_has_a_game_from_each_opening() -> None:
    nets = some_nets(2)
    openings = [("C3", "D3"), (), (None, None, "A1", "pass", None)]
    with EyeTrials(replace(STAND_IN, cap=4)) as trials:
        judged, game = trials.evaluate(nets, openings), trials.settings.game
        assert len(judged.fitness) == 6
        for row, (opening, net) in enumerate((opening, net) for opening in range(3) for net in range(2)):
            alone = trials.evaluate(nets[net : net + 1], openings[opening : opening + 1])
            assert facts(alone) == facts_of(judged, row)
    assert [judged.names(row, game)[:2] for row in (0, 1)] == [("C3", "D3")] * 2
    assert [judged.names(row, game)[2:4] for row in (4, 5)] == [("A1", "pass")] * 2


@pytest.mark.parametrize("size", [4, 9, pytest.param(19, marks=pytest.mark.slow)])
def test_the_same_nets_play_on_boards_of_any_size(size: int) -> None:
    with EyeTrials(replace(STAND_IN, size=size, cap=4, move_playouts=1, score_playouts=1)) as trials:
        judged = trials.evaluate(some_nets(3))
        position = trials.settings.game.start()
        for name in judged.names(0, trials.settings.game):
            position = position.play_text(name)  # an illegal move would be told
    assert np.isfinite(judged.fitness).all()


@pytest.mark.parametrize(
    "changed",
    [
        {"size": 2},
        {"opponent": "nobody"},
        {"level": 11},
        {"first_reply": "far"},
        {"cap": -1},
        {"seconds": 0.0},
        {"move_playouts": 0},
        {"score_playouts": 0},
    ],
)
def test_settings_that_cannot_be_are_told(changed: dict[str, Any]) -> None:
    ((name, value),) = changed.items()
    with pytest.raises(InvalidInputError, match=f"trial setting {name}={value!r} is not "):
        replace(STAND_IN, **changed)


def test_an_opening_off_the_board_is_told() -> None:
    with pytest.raises(InvalidInputError, match="move 'J9' of an opening is not a point of 5x5, or pass"):
        EyeTrials(replace(STAND_IN, opening=("C3", "J9")))

"""Runs as a user types them: evolve, stop, resume, look, export."""

import json
import os
import shlex
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from tests.cli.test_commands import ludogen
from tests.runs.support import TYPED, dump, made_up, new_store

from ludogen.cli.app import main
from ludogen.formats.champion import read_champion
from ludogen.recipes.chellapilla import ChellapillaConfiguration
from ludogen.runs import RunStore


def typed(capsys: pytest.CaptureFixture[str], *arguments: str, code: int = 0) -> tuple[str, str]:
    """The command in this process, which is faster than another; what it printed and what it complained of."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "argv", ["ludogen", *arguments])
        patch.setenv("COLUMNS", "100")
        with pytest.raises(SystemExit) as ended:
            main()
    assert ended.value.code == code
    out, err = capsys.readouterr()
    return out, err


@pytest.fixture
def runs(tmp_path: Path) -> Path:
    """A folder with a run in it, made up, of 48 generations of 60."""
    with new_store(tmp_path / "runs" / "made-up", 60) as store:
        for number in range(49):
            store.on_generation(made_up(number))
    return tmp_path / "runs"


def test_recipes_are_listed_with_every_setting(capsys: pytest.CaptureFixture[str]) -> None:
    shown, _ = typed(capsys, "recipes")
    assert all(word in shown for word in ("chellapilla", "Chellapilla", "checkers", "nets"))
    settings, _ = typed(capsys, "recipes", "chellapilla")
    assert all(name in settings for name in vars(ChellapillaConfiguration()))
    assert "* a game of so many moves" in " ".join(settings.replace("│", " ").split())
    told = json.loads(typed(capsys, "recipes", "chellapilla", "--json")[0])
    depth = next(item for item in told["settings"] if item["name"] == "depth")
    assert (depth["default"], depth["allowed"], depth["decided"]) == (4, "1..20", False)
    assert [recipe["name"] for recipe in json.loads(typed(capsys, "recipes", "--json")[0])].count("chellapilla") == 1


def test_a_run_from_beginning_to_end_and_further(tmp_path: Path) -> None:
    where = ("--runs", str(tmp_path))
    shown = ludogen("evolve", "chellapilla", *TYPED, "--generations", "4", "--seed", "5", *where).stdout
    assert "generation 4/4: best" in shown
    assert "Complete: 4 generations, 24 games" in shown
    assert f"ludogen show chellapilla-5 --runs {tmp_path}" in shown
    assert "Complete: 4 generations" in ludogen("resume", "chellapilla-5", *where).stdout
    further = ludogen("resume", "chellapilla-5", "--generations", "6", "--json", *where)
    assert [json.loads(line)["generation"] for line in further.stdout.splitlines()] == [5, 6]
    # The whole run again from nothing but its configuration.
    config = tmp_path / "chellapilla-5" / "config.toml"
    again = ludogen("evolve", "--config", str(config), "--name", "again", "--json", *where)
    assert [json.loads(line)["generation"] for line in again.stdout.splitlines()] == list(range(7))
    assert dump(tmp_path / "again") == dump(tmp_path / "chellapilla-5")
    assert (tmp_path / "again" / "config.toml").read_text() == config.read_text()


def test_settings_come_from_scale_file_and_line(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(
        'depth = 2\nparents = 2\ngames = 1\nply_limit = 10\nequal_points = "offspring"\nyardstick_every = 3\n'
    )
    line = ("--set", "depth=1", "--set", "parents=3", "--generations", "1", "--keep-every", "7", "--name", "mine")
    ludogen("evolve", "chellapilla", "--scale", "quick", "--config", str(file), *line, "--runs", str(tmp_path))
    with RunStore.open(tmp_path / "mine") as store:
        chosen = store.plan.configuration
        assert (chosen.depth, chosen.parents, chosen.games, chosen.equal_points) == (1, 3, 1, "offspring")
        assert (chosen.generations, chosen.yardstick_every, store.plan.seed) == (1, 3, 1)
        assert (store.plan.keep_every, store.last_number) == (7, 1)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("evolve", "chellapila"), "unknown recipe 'chellapila': did you mean 'chellapilla'?"),
        (("evolve",), "unknown recipe ''"),
        (("evolve", "chellapilla", "--set", "dept=3"), "unknown option 'dept' of 'settings': did you mean 'depth'?"),
        (("evolve", "chellapilla", "--set", "depth"), "cannot read setting 'depth': write FIELD=VALUE"),
        (("evolve", "chellapilla", "--set", "depth=0"), "setting depth=0 is not allowed: 1..20"),
        (("evolve", "chellapilla", "--generations", "0"), "setting generations=0 is not allowed: 1 or more"),
        (("evolve", "chellapilla", "--scale", "large"), "scale 'large' is not quick or paper"),
        (("evolve", "chellapilla", "--threads", "-1"), "threads -1 are not"),
        (("evolve", "chellapilla", "--keep-every", "-1"), "keep_every=-1 is not allowed"),
        (("evolve", "chellapilla", "--name", "a/b"), "a run cannot be called 'a/b'"),
        (("evolve", "chellapilla", "--name", "made-up"), "made-up': it exists already; choose another name"),
        (("evolve", "chellapilla", "--config", "none.toml"), "cannot read configuration 'none.toml'"),
        (("resume", "made-upp"), "there is no run 'made-upp'"),
        (("resume", "made-up", "--generations", "3"), "generations=3 is not allowed: the run"),
        (("show", "nothing"), "there is no run 'nothing'"),
        (("export", "made-up@49", "x.safetensors"), "has no champion of generation 49: it has 0..48"),
        (("export", "made-up@x", "x.safetensors"), "generation 'x' of 'made-up@x' is not a number, 'last' or 'best'"),
        (("export", "made-up", "x.npz"), "champion file 'x.npz' does not end in .safetensors"),
        (("export", "made-up", "none/x.safetensors"), "cannot write champion 'none/x.safetensors'"),
    ],
)
def test_bad_input_is_one_line(
    runs: Path, arguments: tuple[str, ...], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    shown, complaint = typed(capsys, *arguments, "--runs", str(runs), code=2)
    assert said in complaint
    assert complaint.count("\n") == 1
    assert not shown
    assert [path.name for path in runs.iterdir()] == ["made-up"]


def test_what_is_not_installed_is_told_before_there_is_a_run(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "tensorboardX", None)  # as if it were not installed
    _, complaint = typed(capsys, "evolve", "chellapilla", "--tensorboard", "--runs", str(tmp_path), code=2)
    assert "pip install 'ludogen[tensorboard]'" in complaint
    assert not list(tmp_path.iterdir())


def test_ctrl_c_leaves_a_run_that_goes_on_with_the_printed_command(tmp_path: Path) -> None:
    command = ["evolve", "chellapilla", *TYPED, "--generations", "100000", "--threads", "1", "--runs", str(tmp_path)]
    with subprocess.Popen(
        [sys.executable, "-m", "ludogen", *command],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        env=os.environ,
    ) as process:
        assert process.stdout is not None
        while "generation 2/" not in process.stdout.readline():
            assert process.poll() is None
        process.send_signal(signal.SIGINT)
        said = process.communicate(timeout=180)[0]
    assert process.returncode == 130
    assert "Traceback" not in said
    printed = said.splitlines()[-1].strip()
    assert printed == f"ludogen resume chellapilla-1 --runs {tmp_path} --threads 1"
    with RunStore.open(tmp_path / "chellapilla-1") as store:
        kept = store.last_number
    assert kept is not None
    assert f"Stopped: generation {kept} is kept. To go on:" in said
    further = ludogen(*shlex.split(printed)[1:], "--generations", str(kept + 2)).stdout
    assert f"Going on after generation {kept} of {kept + 2}" in further
    assert f"generation {kept + 2}/{kept + 2}" in further


def test_runs_are_listed_even_if_one_is_damaged(runs: Path, capsys: pytest.CaptureFixture[str]) -> None:
    new_store(runs / "empty", 10).close()
    new_store(runs / "damaged").close()
    (runs / "damaged" / "run.db").write_bytes(b"nothing to be read here")
    shown, _ = typed(capsys, "runs", "--runs", str(runs))
    assert all(word in shown for word in ("made-up", "48 of 60", "kB", "- of 10", "damaged"))
    told = {run["name"]: run for run in json.loads(typed(capsys, "runs", "--runs", str(runs), "--json")[0])}
    assert told["made-up"]["best"] == 48 % 7
    assert told["empty"]["generation"] is None
    assert "cannot open" in told["damaged"]["error"]
    assert "There are no runs in" in typed(capsys, "runs", "--runs", str(runs / "none"))[0]


def test_show_tells_settings_and_how_metrics_changed(runs: Path, capsys: pytest.CaptureFixture[str]) -> None:
    shown, _ = typed(capsys, "show", "made-up", "--runs", str(runs))
    assert "generation 48 of 60, 288 games" in shown
    assert "depth=2" in shown
    assert "step=" not in shown  # as in the paper
    mean = next(line for line in shown.splitlines() if "mean" in line and "▁" in line)
    assert "▁" in mean.partition("█")[0]  # it only rises
    assert mean.split()[-2] == "16"
    numbers = [line.split()[1] for line in shown.splitlines() if line.count("│") > 4 and line.split()[1].isdigit()]
    assert numbers == ["0", "5", "10", "15", "20", "25", "30", "35", "40", "45", "48"]
    told = json.loads(typed(capsys, "show", str(runs / "made-up"), "--json")[0])
    assert [record["generation"] for record in told["records"]] == list(range(49))
    assert told["changed"]["parents"] == 3
    new_store(runs / "empty", 10).close()
    assert "generation - of 10" in typed(capsys, "show", "empty", "--runs", str(runs))[0]


def test_export_writes_a_champion(runs: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "champion.safetensors"
    for wanted, number in (("made-up@29", "29"), ("made-up", "48"), ("made-up@best", "48"), ("made-up@last", "48")):
        shown, _ = typed(capsys, "export", wanted, str(file), "--runs", str(runs))
        assert f"champion of generation {number}" in shown
        assert read_champion(file).metadata["generation"] == number


def test_a_second_process_is_told(runs: Path) -> None:
    with RunStore.open(runs / "made-up", writing=True):
        run = ludogen("resume", "made-up", "--runs", str(runs), code=2)
    assert "is in use by another process" in run.stderr
    assert run.stderr.count("\n") == 1

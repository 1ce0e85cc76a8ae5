"""`ludogen show` of champions: out of runs, files and the package."""

import json
from pathlib import Path

import numpy as np
import pytest
from tests.cli.test_evolve import typed
from tests.players.test_champion import choosing_champion, random_champion

from ludogen.formats import Champion, write_champion
from ludogen.players import champion as champions
from ludogen.recipes.moriarty import Moriarty, MoriartyConfiguration
from ludogen.runs.store import RunStore


@pytest.fixture
def runs(tmp_path: Path) -> Path:
    """A folder with a run that has not played yet."""
    configuration = MoriartyConfiguration(population=2, length=600)
    with RunStore.create(tmp_path / "runs" / "nets", "moriarty", configuration, 1) as store:
        store.on_generation(Moriarty(configuration, 1).first())
    return tmp_path / "runs"


def test_a_champion_of_a_run(runs: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name in ("nets@0", "nets@last", str(runs / "nets@0")):
        shown, _ = typed(capsys, "show", name, "--runs", str(runs))
        for text in ("method: marker-net-1995", "recipe: moriarty", "generation: 0", "600 integers", "own discs"):
            assert text in shown
        assert "--picture FILE.svg draws the net" in shown
    told = json.loads(typed(capsys, "show", "nets@0", "--json", "--runs", str(runs))[0])
    assert told["facts"]["method"] == "marker-net-1995"
    assert len(told["nodes"]) == int(told["facts"]["hidden units"].split()[0])
    assert [len(board["values"]) for board in told["boards"]] == [8, 8, 8]
    assert "generation 0 of 2100" in typed(capsys, "show", "nets", "--runs", str(runs))[0]  # the run itself


def test_a_picture(runs: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name, file in (("nets@0", "one.svg"), ("nets", "two.png")):
        shown, _ = typed(capsys, "show", name, "--picture", str(tmp_path / file), "--runs", str(runs))
        assert f"The picture is {tmp_path / file}." in shown
        assert (tmp_path / file).stat().st_size > 10_000


def test_champions_of_files_and_of_the_package(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "champions").mkdir()
    for made, name in ((random_champion(), "bird"), (choosing_champion("fixed", 5160), "dense")):
        write_champion(tmp_path / "champions" / f"{name}.safetensors", made)
    monkeypatch.setattr(champions, "files", lambda package: tmp_path)
    picture = tmp_path / "boards.svg"
    for name in ("bird", "champions/bird", str(tmp_path / "champions" / "bird.safetensors")):
        shown, _ = typed(capsys, "show", name, "--picture", str(picture), "--runs", str(tmp_path))
        assert "worth of a king: 1.7" in shown
        assert "36 of 3x3" in shown
        assert picture.stat().st_size > 10_000
    assert "40 in one layer" in typed(capsys, "show", "dense", "--runs", str(tmp_path))[0]


def test_what_cannot_be_shown_is_one_line(runs: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    odd = Champion("othello", "tree-2030", {"a": np.zeros(1)}, {})
    write_champion(tmp_path / "odd.safetensors", odd)
    for arguments, said in (
        (("nets@7",), "has no champion of generation 7: it has 0..0"),
        (("nobody@1",), "there is no run 'nobody'"),
        (("nobody",), "there is no run 'nobody'"),
        (("none.safetensors",), "no such file 'none.safetensors'"),
        ((str(tmp_path / "odd.safetensors"),), "unknown method 'tree-2030'"),
        (("nets@0", "--picture", "net.txt"), "picture 'net.txt' does not end in .svg, .png, .pdf"),
        (("nets@0", "--picture", str(tmp_path / "odd.safetensors" / "x.svg")), "cannot write picture"),
    ):
        shown, complaint = typed(capsys, "show", *arguments, "--runs", str(runs), code=2)
        assert said in complaint
        assert complaint.count("\n") == 1
        assert not shown

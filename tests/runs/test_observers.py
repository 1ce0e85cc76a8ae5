"""Metrics for other programs: each generation once, whatever happened before."""

import json
import sys
from contextlib import closing
from importlib import import_module
from pathlib import Path

import pytest
from tests.runs.support import made_up, new_store

from ludogen.errors import RunError
from ludogen.runs import MetricsFile, RunStore
from ludogen.runs.tensorboard import TensorBoard


def test_the_metrics_file_has_each_generation_once(tmp_path: Path) -> None:
    with new_store(tmp_path / "run") as store:
        file = MetricsFile(store)
        for number in range(3):
            store.on_generation(made_up(number))
            file.on_generation(made_up(number))
        store.on_generation(made_up(3))  # killed here, or in the middle of a line
    with file.path.open("a") as lines:
        lines.write('{"generation": 3, "ga')
    with RunStore.open(tmp_path / "run", writing=True) as store:
        file = MetricsFile(store)
        store.on_generation(made_up(4))
        file.on_generation(made_up(4))
    told = [json.loads(line) for line in file.path.read_text().splitlines()]
    assert [line["generation"] for line in told] == list(range(5))
    assert [line["metrics"] for line in told] == [dict(made_up(number).metrics) for number in range(5)]


def test_tensorboard_gets_each_generation_once(tmp_path: Path) -> None:
    pytest.importorskip("tensorboardX")
    for begin in (0, 3):
        opened = new_store(tmp_path / "run") if begin == 0 else RunStore.open(tmp_path / "run", writing=True)
        with opened as store, closing(TensorBoard(store)) as board:
            for number in range(begin, begin + 3):
                store.on_generation(made_up(number))
                board.on_generation(made_up(number))
    (file,) = (tmp_path / "run" / "tensorboard").iterdir()
    assert sorted(scalars(file.read_bytes(), "best")) == [(number, float(number)) for number in range(6)]


def scalars(data: bytes, tag: str) -> list[tuple[int, float]]:
    """The values in a file of events: each is its length, a checksum, the event and a checksum."""
    kind, found, at = import_module("tensorboardX.proto.event_pb2").Event, [], 0
    while at < len(data):
        size = int.from_bytes(data[at : at + 8], "little")
        event = kind.FromString(data[at + 12 : at + 12 + size])
        found += [(event.step, value.simple_value) for value in event.summary.value if value.tag == tag]
        at += size + 16
    return found


def test_without_tensorboard_it_is_told_how_to_get_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "tensorboardX", None)  # as if it were not installed
    with new_store(tmp_path / "run") as store, pytest.raises(RunError, match=r"pip install 'ludogen\[tensorboard\]'"):
        TensorBoard(store)

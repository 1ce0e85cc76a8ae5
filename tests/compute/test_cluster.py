"""Tasks on real Ray clusters of this machine: the same rows as on threads, whatever dies."""

import os
import shutil
import signal
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from time import monotonic, sleep
from typing import Any

import numpy as np
import pytest
from tests.compute.support import (
    AMPLE,
    GENERATIONS,
    STRUCK,
    all_of,
    compilations,
    dies,
    products,
    raises,
    small_evolution,
    struck,
    wait_for,
)

import ludogen
from ludogen.compute import Rows, Shared, Task, ThreadCompute
from ludogen.compute.cluster import ClusterCompute
from ludogen.errors import ClusterError, InvalidInputError
from ludogen.evolution import evolve
from ludogen.kernels.dispatch import COMPILED
from ludogen.recipes.checkers_games import play_members

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="Ray has clusters only on Linux")
ROOT = Path(__file__).resolve().parents[2]
SHARED: dict[str, Any] = {"factor": 3, "table": np.array([0.5, 0.25, 0.125])}


def started_cluster(cores: int) -> Any:
    """A Ray of one node that listens only on 127.0.0.1."""
    os.environ["RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER"] = "0"  # or drivers look for it on the network; read at import
    os.environ["RAY_health_check_period_ms"] = "1000"  # noqa: SIM112  # a lost node is noticed in seconds
    os.environ["RAY_USAGE_STATS_ENABLED"] = "0"
    os.environ["RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO"] = "0"
    from ray.cluster_utils import Cluster

    cluster = Cluster()
    add_node(cluster, cores, include_dashboard=False)
    return cluster


def add_node(cluster: Any, cores: int, **options: Any) -> Any:
    return cluster.add_node(num_cpus=cores, node_ip_address="127.0.0.1", **options)


@pytest.fixture(scope="module")
def two_nodes() -> Iterator[Any]:
    cluster = started_cluster(cores=1)
    add_node(cluster, 1)
    yield cluster
    cluster.shutdown()


@pytest.fixture(scope="module")
def compute(two_nodes: Any) -> Iterator[ClusterCompute]:
    joined = ClusterCompute(two_nodes.address)
    yield joined
    joined.close()


@pytest.fixture(scope="module")
def on_threads() -> dict[str, Any]:
    """The generation that all ways must lead to."""
    threads = ThreadCompute(1)
    last = all_of(evolve(small_evolution(), threads, generations=GENERATIONS))
    threads.close()
    return last


class Striking:
    """Runs everything as it is, but strikes once, in the midst of a task."""

    def __init__(self, compute: ClusterCompute, folder: Path, node: str, strike: Callable[[int], object]) -> None:
        self.compute, self.folder, self.node, self.strike = compute, folder, node, strike
        self.tasks = 0

    def run(self, task: Task, shared: Shared, number: int) -> Rows:
        self.tasks += 1
        if self.tasks != 3:
            return self.compute.run(task, shared, number)
        more = {"task": (task.__module__, task.__qualname__), "driver": os.getpid()}
        more |= {"folder": str(self.folder), "node": self.node}
        with ThreadPoolExecutor(1) as beside:
            striking = beside.submit(lambda: self.strike(int(wait_for(self.folder / "pid"))))
            rows = self.compute.run(struck, {**shared, **more}, number)
            striking.result()
        return rows

    def close(self) -> None: ...


@pytest.mark.slow
@pytest.mark.parametrize("number", [1, 2, 7, 150])
def test_rows_are_those_of_one_call(compute: ClusterCompute, number: int) -> None:
    expected = products(SHARED, np.arange(number))
    np.testing.assert_array_equal(compute.run(products, SHARED, number), expected, strict=True)


@pytest.mark.slow
def test_evolution_is_the_same_as_on_threads(compute: ClusterCompute, on_threads: dict[str, Any]) -> None:
    assert all_of(evolve(small_evolution(), compute, generations=GENERATIONS)) == on_threads


@pytest.mark.slow
def test_a_killed_process_changes_nothing(
    compute: ClusterCompute,
    on_threads: dict[str, Any],
    tmp_path: Path,
    caplog: pytest.LogCaptureFixture,
    capfd: pytest.CaptureFixture[str],
) -> None:
    striking = Striking(compute, tmp_path, "", lambda pid: os.kill(pid, signal.SIGKILL))
    assert all_of(evolve(small_evolution(), striking, generations=GENERATIONS)) == on_threads
    assert not is_running(int((tmp_path / "pid").read_text()))
    deadline = monotonic() + AMPLE
    while "Ray: Task part failed" not in caplog.text:
        assert monotonic() < deadline
        sleep(0.01)  # a pause between two looks
    assert not capfd.readouterr().out  # where commands write their results


@pytest.mark.slow
def test_a_lost_node_changes_nothing(
    two_nodes: Any, compute: ClusterCompute, on_threads: dict[str, Any], tmp_path: Path
) -> None:
    node = add_node(two_nodes, 1, env_vars={STRUCK: "lost"})
    striking = Striking(compute, tmp_path, "lost", lambda _: two_nodes.remove_node(node, allow_graceful=False))
    assert all_of(evolve(small_evolution(), striking, generations=GENERATIONS)) == on_threads
    assert not is_running(int((tmp_path / "pid").read_text()))


@pytest.mark.slow
def test_errors_of_a_task_come_out_and_the_next_task_runs(compute: ClusterCompute) -> None:
    with pytest.raises(ValueError, match=r"^bad index 17$"):
        compute.run(raises, {"at": 17, "sendable": True}, 50)
    with pytest.raises(ClusterError, match=r"(?s)a task failed on the cluster '127\.0\.0\.1:.*bad index 17"):
        compute.run(raises, {"at": 17, "sendable": False}, 50)
    assert len(compute.run(products, SHARED, 50)) == 50


@pytest.mark.slow
def test_a_task_that_kills_its_process_every_time_is_given_up(
    compute: ClusterCompute, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(compute, "_part", compute._part.options(max_retries=1))
    with pytest.raises(ClusterError, match="has given up a part of a task"):
        compute.run(dies, {"driver": os.getpid()}, 2)


@pytest.mark.slow
@pytest.mark.skipif(not COMPILED, reason="nothing is compiled with NUMBA_DISABLE_JIT=1")
def test_workers_load_what_the_driver_compiled(compute: ClusterCompute) -> None:
    class Keeping:
        def run(self, task: Task, shared: Shared, number: int) -> Rows:
            self.shared, self.number = shared, number
            return np.zeros((number, 4))

        def close(self) -> None: ...

    keeping, evolution = Keeping(), small_evolution()
    evolution.following(evolution.first(), keeping)
    compute.run(play_members, keeping.shared, 1)
    rows = compute.run(compilations, keeping.shared, keeping.number)[1:]  # without the driver's own
    assert len(set(rows[:, 1]) - {os.getpid()}) >= 1
    assert set(rows[:, 0]) == {0.0}


@pytest.mark.slow
def test_a_task_that_workers_cannot_import(compute: ClusterCompute) -> None:
    with pytest.raises(InvalidInputError, match=r"task '.*<lambda>' of '.*test_cluster' is not a function of a module"):
        compute.run(lambda _, indices: np.zeros((len(indices), 1)), SHARED, 5)


@pytest.mark.slow
def test_a_process_joins_one_cluster_at_a_time(compute: ClusterCompute) -> None:
    with pytest.raises(ClusterError, match="cannot join the cluster 'local': this process is in one; close that first"):
        ClusterCompute("local")
    assert len(compute.run(products, SHARED, 5)) == 5


# The driver of another cluster than the one above needs a process of its own.
DRIVER = """
import sys
from ludogen.compute.cluster import ClusterCompute
from ludogen.errors import LudogenError
from tests.compute.support import products
from tests.compute.test_cluster import SHARED, add_node, started_cluster

cluster = started_cluster(cores=0)
compute = ClusterCompute(cluster.address, patience=0.0)
for folder in ("", *sys.argv[1:]):
    if folder:
        compute.patience = 60.0
        node = add_node(cluster, 1, env_vars={"PYTHONPATH": folder})
    try:
        compute.run(products, SHARED, 9)
    except LudogenError as error:
        print(f"{type(error).__name__}: {error}")
    if folder:
        cluster.remove_node(node)
compute.close()
cluster.shutdown()
"""


@pytest.mark.slow
def test_clusters_that_cannot_do_it(tmp_path: Path) -> None:
    other, none = tmp_path / "other", tmp_path / "none"
    shutil.copytree(Path(ludogen.__file__).parent, other / "ludogen", ignore=shutil.ignore_patterns("__pycache__"))
    with (other / "ludogen" / "kernels" / "bits.py").open("a") as source:
        source.write("# changed\n")
    none.mkdir()
    (none / "ludogen.py").write_text("# hides the real one\n")
    done = subprocess.run(
        [sys.executable, "-c", DRIVER, str(other), str(none)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
        timeout=4 * AMPLE,
    )
    assert done.returncode == 0, done.stderr
    no_core, changed, absent = done.stdout.splitlines()
    assert no_core.startswith("ClusterError: no machine of the cluster '127.0.0.1:")
    assert changed.startswith("ClusterError: a machine of the cluster differs: ")
    assert changed.count(f"Ludogen {ludogen.__version__} (sources ") == 2
    assert absent.startswith("ClusterError: a machine of the cluster differs: ")
    assert "has no such Ludogen (" in absent


INTERRUPTED = """
import os, sys
from ludogen.compute.cluster import ClusterCompute
from tests.compute.support import endless

compute = ClusterCompute(sys.argv[1])
try:
    compute.run(endless, {"driver": os.getpid(), "folder": sys.argv[2]}, 10)
finally:
    compute.close()
"""


@pytest.mark.slow
@pytest.mark.parametrize("where", ["local", "joined"])
def test_ctrl_c_leaves_nothing_behind(where: str, two_nodes: Any, tmp_path: Path) -> None:
    address = "local" if where == "local" else two_nodes.address
    child = subprocess.Popen(
        [sys.executable, "-c", INTERRUPTED, address, str(tmp_path)],
        cwd=ROOT,
        start_new_session=True,
        stderr=subprocess.PIPE,
    )
    try:
        deadline = monotonic() + AMPLE
        while not any(tmp_path.iterdir()):
            assert child.poll() is None
            assert monotonic() < deadline
            sleep(0.05)  # a pause between two looks
        begun = {int(file.name) for file in tmp_path.iterdir()}
        started = descendants(child.pid)
        assert where == "joined" or begun <= set(started)
        os.killpg(child.pid, signal.SIGINT)  # as a terminal does
        _, said = child.communicate(timeout=AMPLE)
    finally:
        child.kill()
    assert b"KeyboardInterrupt" in said
    assert all_end([*begun, *started])


def descendants(pid: int) -> list[int]:
    """All processes that this one started, and those that they started."""
    parents = {}
    for status in Path("/proc").glob("[0-9]*/stat"):
        try:
            parents[int(status.parent.name)] = int(status.read_text().rpartition(")")[2].split()[1])
        except OSError:
            continue  # it has ended
    found = [pid]
    for parent in found:
        found += [child for child, of in parents.items() if of == parent]
    return found[1:]


def is_running(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] not in "ZX"
    except OSError:
        return False


def all_end(pids: list[int]) -> bool:
    deadline, left = monotonic() + AMPLE, pids
    while left and monotonic() < deadline:
        left = [pid for pid in left if is_running(pid)]
        sleep(0.01)  # a pause between two looks
    return not left


@pytest.mark.parametrize("address", ["", "lokal", "ray://10.0.0.1:10001", "10.0.0.1", "10.0.0.1:0", "a:65536", "a b:1"])
def test_addresses_that_are_refused(address: str) -> None:
    with pytest.raises(InvalidInputError, match=r"is not local, auto or HOST:PORT, such as 10\.0\.0\.1:6379"):
        ClusterCompute(address)


def test_nobody_listens() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        address = f"127.0.0.1:{taken.getsockname()[1]}"
        with pytest.raises(ClusterError, match=f"cannot join the cluster '{address}': "):
            ClusterCompute(address)


def test_without_ray() -> None:
    program = "import sys; sys.modules['ray'] = None; from ludogen.compute.cluster import ClusterCompute"
    done = subprocess.run(
        [sys.executable, "-c", f"{program}; ClusterCompute('local')"], capture_output=True, text=True, check=False
    )
    assert done.stderr.splitlines()[-1] == (
        "ludogen.errors.InvalidInputError: the cluster needs Ray: pip install 'ludogen[cluster]'"
    )

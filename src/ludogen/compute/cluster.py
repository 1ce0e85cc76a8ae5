"""Tasks on a Ray cluster: on many machines, or on this one to try it. Ray is the extra `cluster`.

The shared data goes out once a task, then parts go to whoever is free. A part whose process or machine dies is run
again elsewhere; as a row depends only on its index and the shared data, nothing else changes.
"""

import hashlib
import logging
import os
import re
import socket
from collections.abc import Callable, Mapping
from copy import deepcopy
from functools import cache
from importlib import import_module
from importlib.metadata import version
from pathlib import Path
from platform import python_version
from time import monotonic
from typing import Any

import numpy as np

import ludogen
from ludogen.compute.tasks import Rows, Shared, Task
from ludogen.errors import ClusterError, InvalidInputError

__all__ = ["ClusterCompute"]

PARTS = 2  # for each core, of what is left: first long parts that cost little, at the end single indices
# Parts for each core that Ray gets in advance. Few, as none is ever cancelled: with Ray 2.60 `ray.cancel` now and then
# ended this process ("Tried to complete task that was not pending"). After an error those that run are left to end.
AHEAD = 2
MOST_DEATHS = 10  # of processes and machines under one part; then the part itself is to blame
STORE_BYTES = 200 << 20  # of a local Ray; the shared data of a generation are about one MB
LOOK_SECONDS = 5.0  # between two looks at whether any machine is left
REACH_SECONDS = 10.0
logger = logging.getLogger(__name__)
TaskName = tuple[str, str]  # module and name of a task


class ClusterCompute:
    """Does tasks on a Ray cluster.

    The address `local` starts a Ray on this machine, which ends with `close`; `auto` and HOST:PORT join one that runs,
    of which this machine must be a part. When no machine has had a core for `patience` seconds, the task fails.
    """

    def __init__(self, address: str, patience: float = 60.0) -> None:
        self.address = _checked(address)
        self.patience = patience
        self._ray = _imported_ray(local=address == "local")
        self._join()
        self._part = self._ray.remote(num_cpus=1, max_retries=MOST_DEATHS)(_sent_function())
        self._compiled: set[Task] = set()

    @property
    def cores(self) -> int:
        """Cores of all machines, at this moment."""
        return int(self._ray.cluster_resources().get("CPU", 0))

    def run(self, task: Task, shared: Shared, number: int) -> Rows:
        """The rows of indices 0 to number - 1, in order."""
        name, begun = _name_of(task), list[Rows]()
        if task not in self._compiled:  # compiled here, so that all processes on this machine only load
            begun = [task(shared, np.arange(1))]
            self._compiled.add(task)
        kept, cores = self._ray.put(dict(shared)), max(1, self.cores)
        parts = _cut(len(begun), number, cores)
        running: dict[Any, int] = {}
        ended: dict[int, Rows] = {}
        while len(ended) < len(parts):
            for place in range(len(running) + len(ended), min(len(ended) + AHEAD * cores, len(parts))):
                running[self._part.remote(installed(), name, kept, *parts[place])] = place
            part = self._first_of(list(running))
            ended[running.pop(part)] = self._rows_of(part)
        return np.concatenate([*begun, *(ended[place] for place in range(len(parts)))])

    def close(self) -> None:
        """Leave the cluster; a local one ends."""
        self._ray.shutdown()

    def _join(self) -> None:
        if self._ray.is_initialized():
            raise ClusterError(f"cannot join the cluster {self.address!r}: this process is in one; close that first")
        options: dict[str, Any] = {"address": self.address, "log_to_driver": False, "logging_level": logging.ERROR}
        if self.address == "local":
            options |= {"num_cpus": os.cpu_count() or 1, "object_store_memory": STORE_BYTES}
            options |= {"include_dashboard": False, "_node_ip_address": "127.0.0.1"}
        private: Any = import_module("ray._private.worker")
        private.print_to_stdstream = _log  # where our results go Ray would write its news, and has no option for it
        try:
            _reach(self.address)
            self._ray.init(**options)
        except Exception as error:  # Ray raises whatever it likes, some of it plain Exception
            self._ray.shutdown()
            raise ClusterError(f"cannot join the cluster {self.address!r}: {error}") from error

    def _first_of(self, running: list[Any]) -> Any:
        """The part that ends first."""
        deadline = monotonic() + self.patience
        while True:
            ended, _ = self._ray.wait(running, timeout=min(LOOK_SECONDS, self.patience))
            if ended:
                return ended[0]
            if self.cores:
                deadline = monotonic() + self.patience
            elif monotonic() >= deadline:
                raise ClusterError(
                    f"no machine of the cluster {self.address!r} has had a core for {self.patience:g} seconds"
                )

    def _rows_of(self, part: Any) -> Rows:
        """The rows of a part that has ended; what its task raised is raised here."""
        errors = self._ray.exceptions
        try:
            answer: Rows | str = self._ray.get(part)
        except errors.RayTaskError as error:
            if isinstance(error.cause, errors.RayError):  # in place of an exception that cannot be sent
                raise ClusterError(f"a task failed on the cluster {self.address!r}: {error}") from error
            raise error.cause from error
        except errors.RayError as error:
            raise ClusterError(f"the cluster {self.address!r} has given up a part of a task: {error}") from error
        if isinstance(answer, str):
            raise ClusterError(
                f"a machine of the cluster differs: {answer}, this one has {installed()}. "
                "Install the same everywhere, and change no source while a cluster runs"
            )
        return answer


@cache
def installed() -> str:
    """What must be the same on two machines, so that they give the same rows."""
    folder, digest = Path(ludogen.__file__).parent, hashlib.sha256()
    for source in sorted(folder.rglob("*.py")):
        digest.update(str(source.relative_to(folder)).encode() + b"\0" + source.read_bytes() + b"\0")
    versions = ", ".join(f"{name} {version(name)}" for name in ("numba", "llvmlite", "numpy"))
    return f"Ludogen {ludogen.__version__} (sources {digest.hexdigest()[:12]}), Python {python_version()}, {versions}"


def rows_of_part(task: TaskName, shared: Shared, begin: int, end: int) -> Rows:
    """What a worker does for a part."""
    function: Task = getattr(import_module(task[0]), task[1])
    # A copy, as Ray's arrays are read-only: kernels would be compiled anew for them.
    return function(deepcopy(shared), np.arange(begin, end))


def _sent_function() -> Callable[..., Rows | str]:
    """What workers are sent: as a function in a function it goes as code, and runs where there is no Ludogen too."""

    def part(wanted: str, task: TaskName, shared: Shared, begin: int, end: int) -> Rows | str:
        """The rows, or what is wrong with this machine."""
        from socket import gethostname  # noqa: PLC0415

        try:
            from ludogen.compute.cluster import installed, rows_of_part  # noqa: PLC0415
        except ImportError as error:
            return f"{gethostname()} has no such Ludogen ({error})"
        if installed() != wanted:
            return f"{gethostname()} has {installed()}"
        return rows_of_part(task, shared, begin, end)

    return part


def _name_of(task: Task) -> TaskName:
    """By which workers find the task."""
    if task.__module__ == "__main__" or not task.__qualname__.isidentifier():
        raise InvalidInputError(
            f"task {task.__qualname__!r} of {task.__module__!r} is not a function of a module that workers can import"
        )
    return task.__module__, task.__qualname__


def _cut(begin: int, end: int, cores: int) -> list[tuple[int, int]]:
    """Begin and end of every part."""
    parts = []
    while begin < end:
        size = max(1, (end - begin) // (PARTS * cores))
        parts.append((begin, begin + size))
        begin += size
    return parts


def _checked(address: str) -> str:
    if address in ("local", "auto"):
        return address
    found = re.fullmatch(r"[A-Za-z0-9.-]{1,253}:([0-9]{1,5})", address)
    if found is None or not 0 < int(found[1]) < 1 << 16:
        raise InvalidInputError(f"cluster {address!r} is not local, auto or HOST:PORT, such as 10.0.0.1:6379")
    return address


def _imported_ray(local: bool) -> Any:
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")  # a Ray that we start reports to nobody
    os.environ.setdefault("RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO", "0")  # or Ray warns of a change to come
    if local:  # so that Ray listens only on 127.0.0.1; read when Ray is imported
        os.environ.setdefault("RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER", "0")
    try:
        return import_module("ray")
    except ImportError as error:
        raise InvalidInputError("the cluster needs Ray: pip install 'ludogen[cluster]'") from error


def _log(message: Mapping[str, Any], **_: object) -> None:
    """What Ray has to say of processes and machines that died, without the state dump below it."""
    logger.warning("Ray: %s", "\n".join(message["lines"]).partition("\n")[0])


def _reach(address: str) -> None:
    """Fail at once where nobody listens: Ray itself goes on trying for many minutes."""
    if ":" in address:
        host, _, port = address.rpartition(":")
        socket.create_connection((host, int(port)), REACH_SECONDS).close()

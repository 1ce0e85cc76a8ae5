"""Runs as processes of their own: begun, paused, gone on with and stopped from the page, and alive when it is not.

Which process works on a run stands in a small file beside the runs (`.page/NAME.json`), with the time at which the
process was born, so that a number which the system has given to another process is never taken for it. Runs begun
elsewhere are seen by their lock; those are looked at, not touched.
"""

import json
import os
import re
import signal
import subprocess
import sys
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from threading import Lock
from time import monotonic, sleep
from typing import Any

from ludogen.errors import InvalidInputError, LudogenError, RunError
from ludogen.files import replace_file
from ludogen.recipes.configuration import with_settings
from ludogen.runs.folder import find_run, is_running, list_runs, new_run
from ludogen.runs.plan import RunPlan, recipe_named
from ludogen.runs.store import RunStore

__all__ = ["RunState", "Running"]

OWN = ".page"
MOST_AT_ONCE = 2
FRESH = 0.9  # seconds that a look at all runs is good for
POLITE = 5  # how far a run steps back where the page and its players want the processor
PATIENCE = 5.0  # seconds that a process has to end by itself
_WORDS = re.compile(r"[A-Za-z0-9][A-Za-z0-9_:=,.-]{0,99}")
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,99}")


@dataclass(frozen=True)
class RunState:
    """How a run stands."""

    name: str
    status: str  # starting, running, paused, stopped, complete, failed
    is_ours: bool = False  # its process was begun from the page
    recipe: str = ""
    game: str = ""
    seed: int = 0
    generation: int | None = None
    generations: int = 0
    remark: str = ""


@dataclass(frozen=True)
class _Process:
    pid: int
    born: str
    is_paused: bool = False


@dataclass
class Running:
    """All runs of a folder."""

    runs: Path
    _children: dict[int, "subprocess.Popen[bytes]"] = field(default_factory=dict)
    _seen: tuple[float, list[RunState]] = field(default_factory=lambda: (-FRESH, []), repr=False, compare=False)
    _looking: Lock = field(default_factory=Lock, repr=False, compare=False)

    # Looking

    def seen(self) -> list[RunState]:
        """The same as `states`: one look serves all who ask within a second."""
        with self._looking:
            if monotonic() - self._seen[0] >= FRESH:
                self._seen = monotonic(), self.states()
            return self._seen[1]

    def states(self) -> list[RunState]:
        """Every run, those at work first."""
        names = {folder.name for folder in list_runs(self.runs) if _NAME.fullmatch(folder.name)}
        starting = {path.stem for path in (self.runs / OWN).glob("*.json")} if self.runs.is_dir() else set()
        found = [self.state(name) for name in sorted(names | starting)]
        order = ("starting", "running", "paused", "failed", "stopped", "complete")
        return sorted((state for state in found if state is not None), key=lambda state: order.index(state.status))

    def state(self, name: str) -> RunState | None:
        """How a run stands; None where there is none."""
        folder, process = self.runs / self._checked(name), self._process(name)
        if not (folder / "run.db").is_file():
            if process is not None:
                return RunState(name, "starting", True)
            said = self._last_words(name)
            return RunState(name, "failed", True, remark=said) if said else None
        try:
            with RunStore.open(folder) as store:
                plan, last = store.plan, store.last_number
        except LudogenError as wrong:
            return RunState(name, "failed", remark=str(wrong)[:300])
        is_complete = last is not None and last >= plan.generations
        if process is not None:
            status = "paused" if process.is_paused else "running"
        else:
            status = "running" if is_running(folder) else "complete" if is_complete else "stopped"
        game = recipe_named(plan.recipe).game
        remark = self._last_words(name) if status == "stopped" else ""
        return RunState(name, status, process is not None, plan.recipe, game, plan.seed, last, plan.generations, remark)

    def folder(self, name: str) -> Path:
        """The folder of a run that is there."""
        return find_run(self._checked(name), self.runs)

    # Doing

    def start(self, recipe: str, scale: str, settings: dict[str, str], seed: str, name: str) -> str:
        """Begin a run; gives its name. What is not allowed is told before anything begins."""
        kind = recipe_named(recipe)
        begin = kind.quick if scale == "quick" else {}
        texts = [f"{key}={value}" for key, value in settings.items() if value.strip() != ""]
        configuration = with_settings(kind.configuration_type, texts, begin)
        for key, value in settings.items():
            _check_text(key, value, getattr(configuration, key, None))
        if not re.fullmatch(r"[0-9]{1,9}", seed.strip()):
            raise InvalidInputError(f"seed {seed[:40]!r} is not a whole number of at most 9 digits")
        plan = RunPlan.of_today(recipe, configuration, int(seed))
        folder = new_run(self.runs, recipe, plan.seed, self._checked(name.strip()) if name.strip() else "")
        if folder.exists() or self._process(folder.name) is not None:
            raise RunError(f"there is a run {folder.name!r} already: choose another name")
        options = ["--name", folder.name, "--seed", str(plan.seed), "--scale", scale]
        for text in texts:
            options += ["--set", text]
        self._begin(folder.name, ["evolve", recipe, *options])
        return folder.name

    def pause(self, name: str) -> None:
        """Let its process wait where it is."""
        process = self._ours(name)
        os.kill(process.pid, signal.SIGSTOP)
        self._keep(name, replace(process, is_paused=True))

    def extend(self, name: str, generations: str) -> None:
        """Let a run that has ended or was stopped go on up to a later generation, in a new process."""
        state = self.state(name)
        if state is None or state.status not in ("complete", "stopped"):
            raise RunError(f"the run {name!r} is not at its end: only one that rests can be made longer")
        if not (generations.isascii() and generations.strip().isdigit() and len(generations) < 10):
            raise InvalidInputError(f"generations {generations[:40]!r} is not a whole number of at most 9 digits")
        if int(generations) <= (state.generation or 0):
            raise InvalidInputError(f"generations {int(generations)} is not beyond {state.generation}, where it is")
        self._begin(name, ["resume", name, "--generations", str(int(generations))])

    def resume(self, name: str) -> None:
        """Let it go on, in the process that waits or in a new one."""
        process = self._process(name)
        if process is not None:
            self._keep(name, replace(process, is_paused=False))
            os.kill(process.pid, signal.SIGCONT)
            return
        if is_running(self.folder(name)):
            raise RunError(f"the run {name!r} is at work already, begun elsewhere")
        self._begin(name, ["resume", name])

    def stop(self, name: str) -> None:
        """End its process; the generations that are kept stay, and it can go on later."""
        process = self._ours(name)
        os.kill(process.pid, signal.SIGTERM)
        os.kill(process.pid, signal.SIGCONT)  # one that waits ends, too
        end = monotonic() + PATIENCE
        while self._process(name) is not None or is_running(self.runs / name):
            if monotonic() > end:
                os.kill(process.pid, signal.SIGKILL)
                end += PATIENCE
            sleep(0.02)

    # Processes

    def _begin(self, name: str, command: list[str]) -> None:
        at_work = [state for state in self.states() if state.is_ours and state.status in ("starting", "running")]
        if len(at_work) >= MOST_AT_ONCE:
            there = ", ".join(state.name for state in at_work)
            raise RunError(
                f"{len(at_work)} runs are at work already ({there}): pause or stop one, {MOST_AT_ONCE} may run"
            )
        (self.runs / OWN).mkdir(parents=True, exist_ok=True)
        words = [sys.executable, "-m", "ludogen", *command, "--runs", str(self.runs)]
        with self._file(name, "log").open("wb") as log:
            # A session of its own: neither Ctrl-C nor the end of the page reaches it.
            child = subprocess.Popen(
                words, stdin=subprocess.DEVNULL, stdout=log, stderr=subprocess.STDOUT, start_new_session=True
            )
        os.setpriority(os.PRIO_PROCESS, child.pid, POLITE)
        self._children[child.pid] = child
        self._keep(name, _Process(child.pid, _birth(child.pid)))

    def _ours(self, name: str) -> _Process:
        process = self._process(name)
        if process is None:
            raise RunError(
                f"the run {name[:100]!r} was not begun from this page: stop it where it was begun, with Ctrl-C"
            )
        return process

    def _process(self, name: str) -> _Process | None:
        """The living process of a run that was begun from the page, this one or an earlier."""
        path = self._file(name, "json")
        try:
            kept: Any = json.loads(path.read_text("utf-8"))
            process = _Process(int(kept["pid"]), str(kept["born"]), bool(kept["is_paused"]))
        except (OSError, ValueError, KeyError, TypeError):
            return None
        child = self._children.get(process.pid)
        has_ended = child is not None and child.poll() is not None
        if has_ended or process.pid < 2 or _birth(process.pid) != process.born:
            if child is not None:
                self._children.pop(process.pid).wait(PATIENCE)  # it is dead already; the system may forget it now
            path.unlink(missing_ok=True)
            return None
        return process

    def _keep(self, name: str, process: _Process) -> None:
        replace_file(self._file(name, "json"), json.dumps(asdict(process)).encode())

    def _file(self, name: str, kind: str) -> Path:
        return self.runs / OWN / f"{self._checked(name)}.{kind}"

    def _last_words(self, name: str) -> str:
        """The last line of a process that has ended with an error."""
        try:
            lines = self._file(name, "log").read_text("utf-8", "replace").strip().splitlines()
        except OSError:
            return ""
        last = lines[-1] if lines else ""
        return last[:300] if last.startswith("ludogen: ") or "Error" in last else ""

    @staticmethod
    def _checked(name: str) -> str:
        if not _NAME.fullmatch(name):
            raise InvalidInputError(
                f"a run cannot be called {name[:60]!r}: letters, digits, '.', '_' and '-' are allowed, "
                "first a letter or digit"
            )
        return name


def _check_text(key: str, typed: str, value: object) -> None:
    """Settings that are texts may name openings or champions: from the page by name only, never by a file's path."""
    if isinstance(value, str) and typed.strip() and (not _WORDS.fullmatch(value) or value.startswith("file")):
        raise InvalidInputError(
            f"setting {key}={value[:60]!r} is not for the page: letters, digits and _ : = , . - are allowed, no files"
        )


def _birth(pid: int) -> str:
    """When a process was born, as the system says it; empty if there is none."""
    try:
        told = Path(f"/proc/{pid}/stat").read_text("ascii", "replace").rpartition(")")[2].split()
        return "" if told[0] in "ZX" else told[19]
    except (OSError, IndexError):
        pass
    if Path("/proc/self/stat").exists():
        return ""
    asked = subprocess.run(["ps", "-o", "lstart=", "-p", str(pid)], capture_output=True, text=True, check=False)
    return asked.stdout.strip()

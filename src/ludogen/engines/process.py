"""A program with pipes that never block and never fill the memory, and that never outlives its owner."""

import os
import select
import signal
import subprocess
import threading
import weakref
from collections.abc import Sequence
from contextlib import suppress
from time import monotonic, sleep
from typing import IO

from ludogen.engines.watchdog import Watchdog
from ludogen.errors import EngineError

__all__ = ["EngineProcess", "excerpt"]

CHUNK = 1 << 16
LAST_WORDS = 4096
PATIENCE = 1.0  # seconds for `quit`, and again for SIGTERM
NO_BYTES = b""


def excerpt(text: str | bytes, longest: int = 100) -> str:
    """A text in quotes, escaped and shortened, for a message."""
    shown = text.decode("ascii", "backslashreplace") if isinstance(text, bytes) else text
    return repr(shown if len(shown) <= longest else shown[:longest] + "...")


class EngineProcess:
    """A running program: bytes go in, bytes come out, the last words of its standard error are kept.

    It runs in a session of its own, so that Ctrl-C reaches this process first, and its process group holds all it
    starts. One thread at a time may use it; only `kill` may come from another.
    """

    def __init__(self, command: Sequence[str]) -> None:
        self._child = _start(command)
        self._end = weakref.finalize(self, _end_child, self._child, PATIENCE)  # also when this process ends
        self._poll = select.poll()
        self._stdin, self._stdout, self._stderr = (pipe.fileno() for pipe in self._child.pipes)
        for descriptor in (self._stdin, self._stdout, self._stderr):
            os.set_blocking(descriptor, False)
        for descriptor in (self._stdout, self._stderr):
            self._poll.register(descriptor, select.POLLIN)
        self._unsent = NO_BYTES
        self._last_words = NO_BYTES

    @property
    def pid(self) -> int:
        """Its process id."""
        return self._child.popen.pid

    @property
    def last_words(self) -> bytes:
        """The end of what it wrote to its standard error."""
        return self._last_words

    def send(self, data: bytes) -> None:
        """Hand it data; what its pipe does not take now goes out in `receive`."""
        self._unsent += data
        self._flush()

    def receive(self, deadline: float) -> bytes | None:
        """What it writes next: no bytes if it closed its output, None if nothing came until the deadline."""
        while True:
            waiting = deadline - monotonic()
            if waiting <= 0:
                return None
            ready = dict(self._poll.poll(waiting * 1000))
            if self._stderr in ready:
                self._listen_to_stderr()
            if self._stdin in ready:
                self._flush()
            if self._stdout in ready:
                return _read(self._stdout)

    def _flush(self) -> None:
        try:
            while self._unsent:
                self._unsent = self._unsent[os.write(self._stdin, self._unsent) :]
        except BlockingIOError:
            self._poll.register(self._stdin, select.POLLOUT)
            return
        except OSError:  # it reads no more; what it wrote before is still to be read
            self._unsent = NO_BYTES
        self._forget(self._stdin)

    def _listen_to_stderr(self) -> None:
        words = _read(self._stderr)
        self._last_words = (self._last_words + words)[-LAST_WORDS:]
        if not words:
            self._forget(self._stderr)

    def _forget(self, descriptor: int) -> None:
        with suppress(KeyError):
            self._poll.unregister(descriptor)

    def fate(self, seconds: float) -> str:
        """What becomes of it within some seconds, and its last words, for a message."""
        deadline = monotonic() + seconds
        while (ended := _how_it_ended(self._child.popen)) is None and monotonic() < deadline:
            sleep(0.002)
        for _ in range(16):  # what it complained about may still be in the pipe
            if not _readable(self._stderr):
                break
            self._listen_to_stderr()
        words = self._last_words.strip()
        said = f", last words on standard error {excerpt(words[-300:], 300)}" if words else ""
        return (ended or "it is still running") + said

    def kill(self) -> None:
        """Kill it at once, from any thread; its owner still has to `end` it."""
        with self._child.lock:
            if self._child.popen.returncode is None:
                _signal_group(self._child.popen.pid, signal.SIGKILL)

    def end(self, patience: float = PATIENCE) -> None:
        """Close its input, wait a little, terminate it, wait a little, kill its process group, wait for it."""
        if self._end.detach() is not None:
            _end_child(self._child, patience)


class _Child:
    """What is needed to end a program, without the object that uses it."""

    def __init__(self, popen: "subprocess.Popen[bytes]", watchdog: Watchdog) -> None:
        self.popen = popen
        self.watchdog = watchdog
        self.lock = threading.Lock()
        self.owner = os.getpid()

    @property
    def pipes(self) -> tuple[IO[bytes], IO[bytes], IO[bytes]]:
        """Its standard input, output and error."""
        stdin, stdout, stderr = self.popen.stdin, self.popen.stdout, self.popen.stderr
        assert stdin is not None
        assert stdout is not None
        assert stderr is not None
        return stdin, stdout, stderr


def _start(command: Sequence[str]) -> _Child:
    pipe = subprocess.PIPE
    try:
        popen = subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe, bufsize=0, start_new_session=True)
    except (OSError, ValueError) as wrong:
        raise EngineError(f"cannot start the engine {excerpt(' '.join(command), 200)}: {wrong}") from None
    try:
        return _Child(popen, Watchdog(popen.pid))
    except BaseException:
        popen.kill()
        popen.__exit__(None, None, None)
        raise


def _end_child(child: _Child, patience: float) -> None:
    if os.getpid() != child.owner:
        return  # a forked copy of this process: the engine is not its own
    with child.lock:
        group = child.popen.pid
        stdin, stdout, stderr = child.pipes
        stdin.close()
        if patience and not _is_silent([stdout, stderr], patience):
            _signal_group(group, signal.SIGTERM)
            _is_silent([stdout, stderr], patience)
        # Nobody has waited for the leader yet, so the number still means this group, even if the leader has ended.
        if child.popen.returncode is None:
            _signal_group(group, signal.SIGKILL)
        child.watchdog.end()
        child.popen.wait()
        stdout.close()
        stderr.close()


def _is_silent(pipes: Sequence[IO[bytes]], seconds: float) -> bool:
    """Read and drop what comes until all pipes are closed; False if that takes too long."""
    deadline = monotonic() + seconds
    poll = select.poll()
    still_open = {pipe.fileno() for pipe in pipes}
    for descriptor in still_open:
        poll.register(descriptor, select.POLLIN)
    while still_open and (waiting := deadline - monotonic()) > 0:
        for descriptor, _ in poll.poll(waiting * 1000):
            if not _read(descriptor):
                poll.unregister(descriptor)
                still_open.discard(descriptor)
    return not still_open


def _read(descriptor: int) -> bytes:
    try:
        return os.read(descriptor, CHUNK)
    except OSError:
        return NO_BYTES


def _readable(descriptor: int) -> bool:
    poll = select.poll()
    poll.register(descriptor, select.POLLIN)
    return any(events & select.POLLIN for _, events in poll.poll(0))


def _signal_group(group: int, number: int) -> None:
    with suppress(ProcessLookupError, PermissionError):  # macOS refuses if only a zombie is left of the group
        os.killpg(group, number)


def _how_it_ended(popen: "subprocess.Popen[bytes]") -> str | None:
    """Exit code or signal; None while it runs. Where the system can, without waiting for it: see `_end_child`."""
    if hasattr(os, "waitid"):
        seen = os.waitid(os.P_PID, popen.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT)
        if seen is None:
            return None
        code = seen.si_status if seen.si_code == os.CLD_EXITED else -seen.si_status
    else:
        found = popen.poll()
        if found is None:
            return None
        code = found
    return f"it ended with exit code {code}" if code >= 0 else f"it was ended by {signal.Signals(-code).name}"

"""Ends an engine when this process was killed and could not do it itself.

An engine that behaves ends when its input closes; not all do. Linux can send a signal when the parent dies
(PR_SET_PDEATHSIG), but it must be asked for between fork and exec, where Python code may deadlock in a program with
threads, and it fires when the starting *thread* ends, so a worker that ends would take its engines along. Instead a
shell waits on a pipe that only this process holds open: when this process is gone, however it went, the shell kills
the engine's process group.
"""

import subprocess

__all__ = ["Watchdog"]

SCRIPT = 'read -r _; kill -s KILL -- "-$0"'


class Watchdog:
    """Waits for the end of this process, then kills a process group."""

    def __init__(self, group: int) -> None:
        # In a session of its own, as the terminal sends Ctrl-C to the whole foreground group.
        self._shell = subprocess.Popen(
            ["/bin/sh", "-c", SCRIPT, str(group)],
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            cwd="/",
            start_new_session=True,
        )

    @property
    def pid(self) -> int:
        """Process id of the shell."""
        return self._shell.pid

    def end(self) -> None:
        """Stop waiting. Comes before the group's leader is waited for, while its number cannot be given away."""
        self._shell.kill()
        self._shell.wait()
        if self._shell.stdin is not None:
            self._shell.stdin.close()

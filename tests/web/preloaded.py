"""Start `riverboat web` without importing it again: a process that has imported everything once and forks.

Importing the room takes two seconds of processor time, and nearly every browser test starts a server of its own. The
parent imports and does nothing else (no thread, no open file), so that a child is what a fresh process is after its
imports: it has its own session and the environment of its test, its standard output is the given file, and it is killed
and interrupted by its number.
"""

from __future__ import annotations

import json
import os
import runpy
import signal
import subprocess
import sys
import time
from typing import Any, NoReturn


class Parent:
    """The process that forks servers; one for each test process."""

    def __init__(self, workers: tuple[str, ...] = ()) -> None:
        self._workers = workers
        """The command that stands for a worker of a job."""
        self._process = subprocess.Popen(
            [sys.executable, __file__], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, start_new_session=True
        )

    def start(self, arguments: list[str], out: str) -> int:
        """Run `riverboat ARGUMENTS` with its output written to the file `out`; its process number."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        wanted = {"arguments": arguments, "out": out, "folder": os.getcwd(), "environment": dict(os.environ),
                  "workers": self._workers}  # fmt: skip
        print(json.dumps(wanted), file=self._process.stdin)
        self._process.stdin.flush()
        return int(self._process.stdout.readline())

    def close(self) -> None:
        """End it; servers that still run go on."""
        assert self._process.stdin is not None
        self._process.stdin.close()
        self._process.wait(10)


def wait_for_end(number: int, seconds: float) -> bool:
    """Whether a process has ended within this time."""
    end = time.monotonic() + seconds
    while True:
        try:
            os.kill(number, 0)
        except ProcessLookupError:
            return True
        if time.monotonic() >= end:
            return False
        time.sleep(0.01)


def _serve_forks() -> None:
    import riverboat.cli.web  # imported here: only this process needs it so early
    import riverboat.web.app
    import riverboat.web.serving  # noqa: F401

    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # ended children are gone at once, as their tests expect
    for line in sys.stdin:
        wanted = json.loads(line)
        child = os.fork()
        if child == 0:
            _become(wanted)
        print(child, flush=True)


def _become(wanted: dict[str, Any]) -> NoReturn:
    """Be the server."""
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    os.setsid()
    os.chdir(wanted["folder"])
    os.environ.clear()  # a test may have set its own since the parent began
    os.environ.update(wanted["environment"])
    out = os.open(wanted["out"], os.O_WRONLY)
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.dup2(out, 1)
    os.close(out)
    os.close(nothing)
    if workers := wanted["workers"]:
        from riverboat.web.tasks import jobs

        jobs.WORKER = tuple(workers)
    sys.argv = ["riverboat", *wanted["arguments"]]
    runpy.run_module("riverboat", run_name="__main__")
    raise SystemExit(0)


if __name__ == "__main__":
    _serve_forks()

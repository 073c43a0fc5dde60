"""The process of one job: `python -m riverboat.web.tasks.worker` reads the task, reports progress, and ends.

One line of JSON comes in: the function (`module:name`, chosen by the server from its own list), its parameters, and
the job's folder. Lines go out: `{"listening": true}` as soon as SIGINT is understood, `{"progress": {...}}` now and
then, and one `{"result": {...}}` or `{"error": "..."}` at the end; numbers that are not finite become null. SIGINT asks
for the best result so far; when the server has ended, which closes standard input, the process ends. A job that finds
files of an earlier, interrupted run in its folder resumes from them.
"""

from __future__ import annotations

import json
import os
import signal
import sys
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from queue import SimpleQueue
from threading import Thread
from time import monotonic
from typing import Any, Final

from riverboat.errors import RiverboatError

Report = Callable[[dict[str, Any]], None]
Work = Callable[[dict[str, Any], Path, Report], dict[str, Any]]
"""Parameters, the job's folder and a report of progress in; the result out, both as JSON."""

_SECONDS_BETWEEN: Final = 0.1
"""Reports that come faster are left out."""


class _Speaker:
    """Writes lines from a separate thread: an interrupt, which only reaches the main thread, never cuts one in two."""

    def __init__(self, handle: int) -> None:
        self._handle = handle
        self._lines: SimpleQueue[bytes] = SimpleQueue()
        self._last = -_SECONDS_BETWEEN
        self._thread = Thread(target=self._write)
        self._thread.start()

    def report(self, progress: dict[str, Any]) -> None:
        if (now := monotonic()) - self._last >= _SECONDS_BETWEEN:
            self._last = now
            self.say({"progress": progress})

    def say(self, message: dict[str, Any]) -> None:
        self._lines.put(_line(message))

    def close(self) -> None:
        self._lines.put(b"")
        self._thread.join()

    def _write(self) -> None:
        try:
            with os.fdopen(self._handle, "wb") as out:
                while line := self._lines.get():
                    out.write(line)
                    out.flush()
        except OSError:  # nobody is listening any more
            os._exit(1)


def main() -> None:
    """Do one job."""
    speaker = _Speaker(os.dup(1))
    os.dup2(2, 1)  # prints must not mix with the protocol
    failure: Exception | None = None
    signal.signal(signal.SIGINT, signal.default_int_handler)  # `nohup riverboat web &` hands on that it is ignored
    try:
        speaker.say({"listening": True})
        order = json.loads(sys.stdin.readline())
        Thread(target=_end_with_server, daemon=True).start()
        module, _, name = order["work"].partition(":")
        work: Work = getattr(import_module(module), name)
        last: dict[str, Any] = {"result": work(order["params"], Path(order["folder"]), speaker.report)}
        _line(last)
    except RiverboatError as error:
        last = {"error": str(error)}
    except KeyboardInterrupt:
        last = {"error": "stopped before there was a result"}
    except MemoryError:
        last = {"error": "not enough memory"}
    except Exception as error:
        last, failure = {"error": f"{type(error).__name__}: {error}"}, error
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    speaker.say(last)
    speaker.close()
    if failure is not None:
        raise failure


def _line(message: dict[str, Any]) -> bytes:
    text = json.dumps(message)
    if "NaN" in text or "Infinity" in text:
        text = json.dumps(json.loads(text, parse_constant=lambda name: None))
    return text.encode() + b"\n"


def _end_with_server() -> None:
    while os.read(0, 4096):  # not through sys.stdin, whose lock would be held when Python ends
        pass
    os._exit(1)


if __name__ == "__main__":
    main()

"""The process of one job: `python -m riverboat.web.worker` reads what to do, tells how far it is, and ends.

One line of JSON comes in: the function (`module:name`, chosen by the server from its own list), its parameters, and
the job's folder. Lines go out: `{"progress": {...}}` now and then, and one `{"result": {...}}` or `{"error": "..."}` at
the end. SIGINT asks for the best result so far; when the server is gone, which closes standard input, the process ends.
A job that finds files of an earlier, interrupted run in its folder goes on from them.
"""

from __future__ import annotations

import json
import os
import sys
import threading
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from time import monotonic
from typing import Any

from riverboat.errors import RiverboatError

Report = Callable[[dict[str, Any]], None]
Work = Callable[[dict[str, Any], Path, Report], dict[str, Any]]
"""Parameters, the job's folder and a report of progress in; the result out, both as JSON."""


def main() -> None:
    """Do one job."""
    out = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)  # whatever prints must not speak into the protocol
    order = json.loads(sys.stdin.readline())
    threading.Thread(target=_end_with_server, daemon=True).start()
    last = 0.0

    def say(message: dict[str, Any]) -> None:
        out.write(json.dumps(message) + "\n")
        out.flush()

    def report(progress: dict[str, Any]) -> None:
        nonlocal last
        if (now := monotonic()) - last >= 0.1:
            last = now
            say({"progress": progress})

    module, _, name = order["work"].partition(":")
    try:
        work: Work = getattr(import_module(module), name)
        say({"result": work(order["params"], Path(order["folder"]), report)})
    except RiverboatError as error:
        say({"error": str(error)})
    except KeyboardInterrupt:
        say({"error": "stopped before there was a result"})
    except MemoryError:
        say({"error": "not enough memory"})
    except Exception as error:
        say({"error": f"{type(error).__name__}: {error}"})
        raise


def _end_with_server() -> None:
    sys.stdin.read()
    os._exit(1)


if __name__ == "__main__":
    main()

"""Start the processes of jobs without importing everything again: what `preloaded.py` does for servers.

A worker imports numpy, numba and the solvers, for two seconds of processor time, and the tests of the room start a
hundred. Here the server starts this file in place of `python -m riverboat.web.tasks.worker`: a process that hands its
standard streams to a parent, which has imported everything and forks. The child is the worker; signals go on to it, it
dies when the started process is killed, and its exit code is that of the started process. The tests of the jobs
themselves have real workers.
"""

from __future__ import annotations

import os
import signal
import socket
import sys
from contextlib import suppress
from typing import Any, NoReturn

_READY = b"\n"


def _stand_in(address: str) -> int:
    """What the server starts: the exit code of the child."""
    import json

    link = socket.socket(socket.AF_UNIX)
    link.connect(address)
    wanted = json.dumps({"folder": os.getcwd(), "environment": dict(os.environ)}).encode() + _READY
    socket.send_fds(link, [wanted[:1]], [0, 1, 2])
    link.sendall(wanted[1:])
    child = int(link.makefile("rb").readline())
    signal.signal(signal.SIGINT, lambda *_: os.kill(child, signal.SIGINT))
    for handle in (0, 1):  # the server must see the end when the child closes them
        os.close(handle)
    link.sendall(_READY)
    code = link.recv(1)
    if not code:  # killed
        os.kill(os.getpid(), signal.SIGKILL)
    return code[0]


class Workers:
    """The parent of forked workers, with the command that stands for a worker."""

    def __init__(self, address: str) -> None:
        import subprocess

        self.command = (sys.executable, "-I", "-S", __file__, address)
        self._process = subprocess.Popen(
            [sys.executable, __file__, "parent", address], stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )
        assert self._process.stdout is not None
        assert self._process.stdout.readline() == _READY

    def close(self) -> None:
        """End it; workers that still run go on."""
        self._process.kill()
        self._process.wait(10)


def _serve_forks(address: str) -> None:
    import json

    import riverboat.arena
    import riverboat.assess.review
    import riverboat.records.database
    import riverboat.solve.spot
    import riverboat.web.tasks.imports
    import riverboat.web.tasks.matches
    import riverboat.web.tasks.reviews
    import riverboat.web.tasks.spots
    import riverboat.web.tasks.worker  # noqa: F401

    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    listening = socket.socket(socket.AF_UNIX)
    listening.bind(address)
    listening.listen(16)
    print(flush=True)
    while True:
        link, _ = listening.accept()
        streams: list[int] = []
        with link, suppress(ConnectionError):  # the other side may be killed at any moment
            text, streams, *_ = socket.recv_fds(link, 65536, 3)
            while text and not text.endswith(_READY):
                more = link.recv(65536)
                text = text + more if more else b""
            if text and (child := os.fork()) == 0:
                try:
                    _become(link, streams, json.loads(text))
                finally:
                    os._exit(1)
            if text:
                link.sendall(str(child).encode() + _READY)
        for handle in streams:
            os.close(handle)


def _become(link: socket.socket, streams: list[int], wanted: dict[str, Any]) -> NoReturn:
    """Be the worker."""
    import traceback
    from threading import Thread

    from riverboat.web.tasks import worker

    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    os.setsid()
    os.chdir(wanted["folder"])
    os.environ.clear()
    os.environ.update(wanted["environment"])
    for place, handle in enumerate(streams):
        os.dup2(handle, place)
        os.close(handle)
    sys.stdin = open(0, encoding="utf-8", closefd=False)  # noqa: SIM115
    if not link.recv(1):  # from now on the other side passes on signals; if it is gone, nobody wants this
        os._exit(1)

    def die_with_stand_in() -> None:
        if not link.recv(1):
            os.killpg(0, signal.SIGKILL)

    Thread(target=die_with_stand_in, daemon=True).start()
    code = 0
    try:
        worker.main()
    except BaseException:
        traceback.print_exc()
        code = 1
    link.sendall(bytes([code]))
    os._exit(code)


if __name__ == "__main__":
    if sys.argv[1] == "parent":
        _serve_forks(sys.argv[2])
    else:
        raise SystemExit(_stand_in(sys.argv[1]))

"""Rooms that can be killed: a server in a process of its own that starts quickly, again and again, on one folder."""

from __future__ import annotations

import multiprocessing
import os
import signal
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from riverboat.web.settings import Settings

_CONTEXT = multiprocessing.get_context("forkserver")  # imports everything once, then only forks
_CONTEXT.set_forkserver_preload(["riverboat.web.serving", "riverboat.web.tables.bots", "riverboat.agents.rules"])
SECONDS_TO_START = 120.0


def _serve(settings: Settings, started: Connection) -> None:
    from contextlib import suppress

    from riverboat.web.serving import serve

    with suppress(KeyboardInterrupt):
        serve(settings, lambda chosen: started.send(chosen.port))


class Room:
    """A server on a folder; `kill` is `kill -9`."""

    def __init__(self, folder: Path, **settings: Any) -> None:
        self.settings = Settings(folder=folder, port=0, **settings)
        self.port = 0

    def start(self) -> None:
        ours, theirs = _CONTEXT.Pipe(duplex=False)
        self._process = _CONTEXT.Process(target=_serve, args=(self.settings, theirs), daemon=True)
        self._process.start()
        theirs.close()
        assert ours.poll(SECONDS_TO_START), "the server did not start"
        self.port = ours.recv()

    def kill(self) -> None:
        assert self._process.pid is not None
        os.kill(self._process.pid, signal.SIGKILL)
        self._process.join(30)

    def stop(self) -> None:
        if self._process.is_alive() and self._process.pid is not None:
            os.kill(self._process.pid, signal.SIGINT)
            self._process.join(30)

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def socket(self, table: str) -> str:
        return f"ws://127.0.0.1:{self.port}/api/tables/{table}/live"

"""Once per installation: kernels are compiled and tables built in a process of its own, while the room already answers.

The process (`riverboat.warm`) has a low priority and reports each step. Until it is done, players that need nothing
(`READY`) can be played at once; tables with others wait for it and say how far it is, and odds and scores come later.
Without it the server would compile the same kernels in its own threads, a minute or two in which it hardly answers.
"""

from __future__ import annotations

import asyncio
import json
import os
import sys
from collections.abc import AsyncIterator, Sequence
from contextlib import suppress
from importlib.metadata import version
from pathlib import Path
from typing import Final

from riverboat.agents.registry import split_agent
from riverboat.cache import cache_folder
from riverboat.files import write_text
from riverboat.warm import is_warm
from riverboat.web.logs import log_event

READY: Final = frozenset({"chen", "always_call", "always_raise", "always_fold", "random", "acpc_example"})
"""Players that need no kernels besides the ranking of hands, and no tables."""
_NICE: Final = 5
_MARK: Final = "tables.prepared"
"""Among the tables, and gone with them; kernels have a mark of their own."""


class Preparation:
    """How far it is; everything here runs on the loop."""

    def __init__(self) -> None:
        self.done, self.total = 0, 0
        self.is_over = True
        """Nothing is being prepared: everything is there, or nobody asked for it."""
        self._waiting: set[asyncio.Event] = set()
        self._task: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Begin, unless everything was compiled and built before."""
        if await asyncio.to_thread(_is_prepared):
            return
        self.is_over = False
        self._task = asyncio.get_running_loop().create_task(self._run())

    async def close(self) -> None:
        """Stop; what is compiled by then is kept."""
        if self._task is not None:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task

    @property
    def percent(self) -> int:
        """How much is done."""
        return 100 * self.done // self.total if self.total else 0

    @property
    def words(self) -> str:
        """How far it is, for people."""
        return f"preparing the players, {self.percent} %, once per installation"

    def blocks(self, agents: Sequence[str]) -> bool:
        """Whether any of these players has to wait for it."""
        return not self.is_over and any(split_agent(agent)[0] not in READY for agent in agents)

    async def until_ready(self, agents: Sequence[str]) -> AsyncIterator[str]:
        """As long as one of these players has to wait: how far it is, now and after each step."""
        while self.blocks(agents):
            yield self.words
            await self.news()

    async def news(self) -> None:
        """Wait until it has advanced."""
        event = asyncio.Event()
        self._waiting.add(event)
        await event.wait()

    async def _run(self) -> None:
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "riverboat.warm",
            stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE, start_new_session=True,
        )  # fmt: skip
        assert process.stdout is not None
        with suppress(OSError, AttributeError):
            os.setpriority(os.PRIO_PROCESS, process.pid, _NICE)
        try:
            while line := await process.stdout.readline():
                said = json.loads(line)
                self._advance(said["done"], said["total"])
            code = await process.wait()
            log_event("prepared", exit=code)
            if code == 0:
                with suppress(OSError):  # a folder that cannot be written: it is done again
                    await asyncio.to_thread(write_text, _mark(), version("riverboat"))
        except ValueError:
            log_event("prepared", exit="invalid output")
        finally:
            if process.returncode is None:
                with suppress(ProcessLookupError):
                    process.kill()
                await process.wait()
            self.is_over = True  # whatever is missing is compiled when it is used
            self._advance(self.done, self.total)

    def _advance(self, done: int, total: int) -> None:
        self.done, self.total = done, total
        waiting, self._waiting = self._waiting, set()
        for event in waiting:
            event.set()


def _mark() -> Path:
    return cache_folder() / _MARK


def _is_prepared() -> bool:
    """Whether kernels and tables are there: another command may have compiled kernels and built no table."""
    try:
        return is_warm() and _mark().read_text(encoding="utf-8") == version("riverboat")
    except (OSError, UnicodeDecodeError):
        return False

"""Threads for players that compute, with a clock: a player that hangs is abandoned, and nobody else waits.

A few threads take tasks in turn; the clock runs from when a thread starts a task. Work that is not done in time
is given up: its thread is asked to stop, which ends Python code though not compiled code, and another takes its place.
At most `MAX_HUNG` threads are lost in this way at any time.

Slow players do not hold the others: those whose last decision took longer than `QUICK` seconds have threads of their
own and wait only for each other. Where nobody knew it before, another thread takes the next task after that time, and
the one that is still at work ends with it. Players that get ready (tables are built, code is compiled: minutes, the
first time) have a thread of their own too, so that a new table never delays the decisions at others.
"""

from __future__ import annotations

import asyncio
import ctypes
import threading
from collections.abc import Callable
from queue import SimpleQueue
from typing import Any, Final, TypeVar

from riverboat.errors import RiverboatError
from riverboat.games.play import OutOfTimeError
from riverboat.web.preparing import Preparation

MAX_HUNG: Final = 8
QUICK: Final = 0.5
"""Seconds after which others no longer wait for a decision."""
_PATIENCE: Final = 60.0
"""Seconds that work waits for a thread when all are busy."""
_SECONDS_TO_PREPARE: Final = 1800.0
"""The first time on a machine, tables are built and code is compiled."""
_T = TypeVar("_T")


class BusyError(RiverboatError):
    """No thread was free: whoever waited did nothing wrong."""


class _GivenUpError(BaseException):
    """Raised in a thread whose work nobody waits for any more."""


class _Task:
    """One thing to do."""

    def __init__(self, work: Callable[[], Any]) -> None:
        self.work = work
        self.loop = asyncio.get_running_loop()
        self.started: asyncio.Future[None] = self.loop.create_future()
        self.done: asyncio.Future[Any] = self.loop.create_future()
        self.thread = 0
        self.given_up = False
        self.is_replaced = False
        """Whether another thread has taken the place of the one that does this."""

    def resolve(self, future: asyncio.Future[Any], value: Any = None, error: BaseException | None = None) -> None:
        """Set a future from the thread."""

        def set_it() -> None:
            if not future.done():
                future.set_result(value) if error is None else future.set_exception(error)

        try:
            self.loop.call_soon_threadsafe(set_it)
        except RuntimeError:  # the loop is closed: nobody waits
            return


class Workers:
    """The threads of one server."""

    def __init__(self, threads: int = 2, preparation: Preparation | None = None) -> None:
        self._deciding, self._slow, self._preparing = _Threads(threads), _Threads(threads), _Threads(1)
        self.preparation = preparation or Preparation()
        self.turns = asyncio.Semaphore(threads)
        """For other work of milliseconds, which is queued too."""

    async def run(self, work: Callable[[], _T], seconds: float, *, slow: bool = False) -> _T:
        """What the work returns, or raises; `OutOfTimeError` if it takes longer. `slow` if the last time it was."""
        if slow:
            return await self._slow.run(work, seconds, _PATIENCE)
        return await self._deciding.run(work, seconds, _PATIENCE, QUICK)

    async def prepare(self, work: Callable[[], _T]) -> _T:
        """The same for work that takes minutes, however long others take before it."""
        return await self._preparing.run(work, _SECONDS_TO_PREPARE, None)

    @property
    def hung(self) -> int:
        """Threads that nobody waits for any more."""
        return self._deciding.hung + self._slow.hung + self._preparing.hung

    def close(self) -> None:
        """End the threads when they are idle; those that hang are not waited for."""
        self._deciding.close()
        self._slow.close()
        self._preparing.close()


class _Threads:
    """A number of threads that take tasks in turn."""

    def __init__(self, threads: int) -> None:
        self._wanted = threads
        self._threads = 0
        self.hung = 0
        self._aside = 0
        """Threads that are still at work on a task that takes long, and end with it."""
        self._lock = threading.Lock()
        self._tasks: SimpleQueue[_Task | None] = SimpleQueue()

    async def run(
        self, work: Callable[[], _T], seconds: float, patience: float | None, quick: float | None = None
    ) -> _T:
        """What the work returns or raises; `OutOfTimeError` if it takes longer, `BusyError` if no thread is free.

        After `quick` seconds another thread serves those who wait.
        """
        while self._threads < self._wanted:
            self._start()
        task = _Task(work)
        self._tasks.put(task)
        try:
            await asyncio.wait_for(asyncio.shield(task.started), patience)
        except TimeoutError:
            self._give_up(task)
            raise BusyError(f"the server is busy: no turn to think within {patience:g} s") from None
        try:
            if quick is not None and quick < seconds:
                await asyncio.wait([task.done], timeout=quick)
                self._step_aside(task)
            return await asyncio.wait_for(asyncio.shield(task.done), seconds)
        except TimeoutError:
            self._give_up(task)
            raise OutOfTimeError(f"no answer within {seconds:g} s") from None

    def close(self) -> None:
        """End the threads when they are idle."""
        for _ in range(self._threads):
            self._tasks.put(None)
        self._threads = 0

    def _start(self) -> None:
        self._threads += 1
        threading.Thread(target=self._serve, name="bots", daemon=True).start()

    def _step_aside(self, task: _Task) -> None:
        """Another thread serves the others while this one is still at work."""
        with self._lock:
            if task.thread and not task.done.done() and self._aside < MAX_HUNG:
                task.is_replaced = True
                self._aside += 1
                threading.Thread(target=self._serve, name="bots", daemon=True).start()

    def _give_up(self, task: _Task) -> None:
        with self._lock:
            task.given_up = True
            if not task.thread or task.done.done():
                return
            self.hung += 1
            if not task.is_replaced:
                task.is_replaced = True
                self._aside += 1
                if self.hung <= MAX_HUNG:
                    threading.Thread(target=self._serve, name="bots", daemon=True).start()
                else:
                    self._threads -= 1
            ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(task.thread), ctypes.py_object(_GivenUpError))

    def _serve(self) -> None:
        while (task := self._tasks.get()) is not None:
            if task.given_up:
                continue
            try:
                task.thread = threading.get_ident()
                task.resolve(task.started)
                try:
                    value = task.work()
                except (Exception, SystemExit) as error:
                    task.resolve(task.done, error=error if isinstance(error, Exception) else RuntimeError("it gave up"))
                else:
                    task.resolve(task.done, value)
            except _GivenUpError:
                pass
            with self._lock:
                task.thread = 0
                if task.given_up:
                    self.hung -= 1
                if task.is_replaced:
                    self._aside -= 1
                    return

"""Long work besides serving: matches, solves, reviews, reproductions, each in a separate process.

    jobs = Jobs(documents, folder, workers=1)
    jobs.register("match", "riverboat.web.tasks.matches:run", database=True)
    job = jobs.start("match", {"agents": [...]}, title="poki v always_call")

A job waits until a worker is free, runs, and keeps its result. It can be stopped, which asks for the best so far, and
resumed. Watchers are notified of every change. Jobs are documents: a server that starts again takes up those that were
waiting or running, and jobs with files in their folder resume from them. That a job has ended, or is resumed, is
written before anyone sees it: a server that is killed at that moment does not take it back.

Jobs live on the server's event loop; `start`, `get` and `list` may also be called from other threads. Documents are
written by a separate thread, in order, so that a busy database never blocks the loop.
"""

from __future__ import annotations

import asyncio
import json
import logging
import shutil
import signal
import sys
from collections import deque
from collections.abc import AsyncIterator, Callable, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from datetime import UTC, datetime
from itertools import count
from pathlib import Path
from typing import Any, Final, Literal, NamedTuple

from pydantic import BaseModel, ValidationError

from riverboat.errors import RiverboatError
from riverboat.web.documents import Documents, new_id
from riverboat.web.errors import NotFoundError
from riverboat.workers import kill_group

WORKER: tuple[str, ...] = (sys.executable, "-m", "riverboat.web.tasks.worker")
"""What a job's process is started as."""
State = Literal["waiting", "running", "done", "failed", "stopped"]
_KIND: Final = "job"
_PATIENCE: Final = 20.0
"""Seconds that a job has to return its result after it was asked to stop."""
_NOTHING_YET: Final = "stopped before there was a result"
_SECONDS_TO_LEAVE: Final = 3.0
"""Seconds for a process that has sent its last message."""
_LONGEST_LINE: Final = 64 << 20
_MAX_WAITING: Final = 100
_log: Final = logging.getLogger(__name__)


class Job(BaseModel):
    """One piece of long work, as the browser sees it."""

    id: str
    kind: str
    title: str
    params: dict[str, Any]
    state: State = "waiting"
    progress: dict[str, Any] = {}
    result: dict[str, Any] | None = None
    error: str = ""
    created_at: str
    finished_at: str = ""
    number: int = 0  # the order in which jobs were made, which a clock cannot give

    @property
    def is_over(self) -> bool:
        """Whether nothing more will happen."""
        return self.state not in ("waiting", "running")


class _Kind(NamedTuple):
    work: str
    database: bool


class Jobs:
    """The jobs of one server."""

    def __init__(self, documents: Documents, folder: Path, workers: int, database: str = "") -> None:
        self._documents, self._folder, self._free, self._database = documents, folder, workers, database
        self._kinds: dict[str, _Kind] = {}
        self._jobs: dict[str, Job] = {}
        self._numbers = count(1)
        self._waiting: deque[str] = deque()
        self._processes: dict[str, asyncio.subprocess.Process] = {}
        self._listening: set[str] = set()
        self._stopping: set[str] = set()
        self._watchers: dict[str, set[asyncio.Event]] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._closed = False
        self._loop: asyncio.AbstractEventLoop | None = None
        self._keeper = ThreadPoolExecutor(1, "jobs")

    def register(self, kind: str, work: str, *, database: bool = False) -> None:
        """Let a kind of job be done by the function `module:name` (see `worker.Work`).

        With `database` its parameters also have the address of the database, which no client gets to see.
        """
        self._kinds[kind] = _Kind(work, database)

    def open(self) -> None:
        """Take up what an earlier server left."""
        self._loop = asyncio.get_running_loop()
        found: list[Job] = []
        for name, body in self._documents.all(_KIND).items():
            try:
                found.append(Job.model_validate(body))
            except ValidationError:
                _log.warning("job %s was written by another version and is left out", name)
        self._numbers = count(1 + max((job.number for job in found), default=0))
        for job in sorted(found, key=lambda job: (job.number, job.created_at)):
            self._jobs[job.id] = job
            if not job.is_over:
                job.state = "waiting"
                self._waiting.append(job.id)
        self._begin_waiting()

    async def close(self) -> None:
        """End all processes; running jobs keep their state and resume with the next server."""
        self._closed = True
        for job in [self._jobs[name] for name in self._stopping]:
            if not job.is_over:
                await self._finish(job, "stopped", _NOTHING_YET)
        for process in self._processes.values():
            _kill(process)
        for task in list(self._tasks):
            with suppress(asyncio.CancelledError):
                await task
        await asyncio.to_thread(self._keeper.shutdown)

    def start(self, kind: str, params: dict[str, Any], title: str, files: Mapping[str, bytes] | None = None) -> Job:
        """A new job; it begins as soon as a worker is free, and finds these files in its folder."""
        if kind not in self._kinds:
            raise RiverboatError(f'job "{kind}": expected one of {", ".join(sorted(self._kinds))}')
        if len(self._waiting) >= _MAX_WAITING:
            raise RiverboatError(f"{_MAX_WAITING} jobs are waiting already: stop some of them first")
        job = Job(id=new_id(), kind=kind, title=title, params=params, created_at=_now(), number=next(self._numbers))
        for name, data in (files or {}).items():
            self.folder_of(job).mkdir(parents=True, exist_ok=True)
            (self.folder_of(job) / name).write_bytes(data)
        self._on_loop(lambda: self._enqueue(job))
        return job

    def get(self, name: str) -> Job:
        """A job by its id."""
        if name not in self._jobs:
            raise NotFoundError(f'job "{name[:40]}": there is none of that name')
        return self._jobs[name]

    def list(self, kind: str | None = None) -> list[Job]:
        """All jobs, or all of a kind, the newest first."""
        return [job for job in reversed(tuple(self._jobs.values())) if kind is None or job.kind == kind]

    def folder_of(self, job: Job) -> Path:
        """Where this job keeps files."""
        return self._folder / job.id

    async def stop(self, name: str) -> Job:
        """Ask for the best so far and end."""
        job = self.get(name)
        if name in self._waiting:
            self._waiting.remove(name)
            await self._finish(job, "stopped")
        elif job.state == "running" and name not in self._stopping:
            self._stopping.add(name)
            if (process := self._processes.get(name)) is not None:
                self._interrupt(name, process)
        return job

    async def resume(self, name: str) -> Job:
        """Resume a job that was stopped or that failed; what it has found so far is kept until there is more."""
        job = self.get(name)
        if job.state not in ("stopped", "failed"):
            raise RiverboatError(f'job "{job.title}" is {job.state}: only stopped or failed jobs can be resumed')
        if job.kind not in self._kinds:
            raise RiverboatError(f'job "{job.title}": this server cannot do "{job.kind}"')
        again: dict[str, Any] = {"state": "waiting", "error": "", "finished_at": ""}
        await asyncio.wrap_future(self._write(job.model_copy(update=again)))
        if job.is_over and self._jobs.get(name) is job:  # checked again: another request may have been faster
            job.error, job.finished_at = "", ""
            self._enqueue(job)
        return job

    async def drop(self, name: str) -> None:
        """Delete a job that is over, and its files."""
        job = self.get(name)
        if not job.is_over:
            raise RiverboatError(f'job "{job.title}" is still {job.state}: stop it first')
        del self._jobs[name]

        def forget() -> None:
            self._documents.drop(_KIND, name)
            shutil.rmtree(self.folder_of(job), ignore_errors=True)

        await asyncio.wrap_future(self._keeper.submit(forget))

    async def watch(self, name: str) -> AsyncIterator[Job]:
        """The job now and after each change, until it is over."""
        job = self.get(name)
        changed = asyncio.Event()
        self._watchers.setdefault(name, set()).add(changed)
        try:
            while True:
                changed.clear()
                was_over = job.is_over  # before it is sent: the job may end while the watcher is busy
                yield job
                if was_over:
                    return
                await changed.wait()
        finally:
            self._watchers[name].discard(changed)
            if not self._watchers[name]:
                del self._watchers[name]

    # Running ----------------------------------------------------------------------------------------------------------

    def _on_loop(self, act: Callable[[], Future[None]]) -> None:
        """Do it on the event loop. From other threads, wait until it is done and written."""
        assert self._loop is not None
        try:
            if asyncio.get_running_loop() is self._loop:
                act()
                return
        except RuntimeError:
            pass

        async def there() -> Future[None]:
            return act()

        asyncio.run_coroutine_threadsafe(there(), self._loop).result().result()

    def _enqueue(self, job: Job) -> Future[None]:
        self._jobs[job.id] = job
        job.state = "waiting"
        self._waiting.append(job.id)
        self._notify(job)
        written = self._write(job)
        self._begin_waiting()
        return written

    def _begin_waiting(self) -> None:
        while self._free and self._waiting:
            job = self._jobs[self._waiting.popleft()]
            if job.kind not in self._kinds:
                self._spawn(self._finish(job, "failed", f'this server cannot do "{job.kind}"'))
                continue
            self._free -= 1
            job.state = "running"
            self._notify(job)
            self._write(job)
            self._spawn(self._run(job))

    def _spawn(self, work: Any) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _run(self, job: Job) -> None:
        process = None
        end: tuple[State, str] | None = None
        try:
            process = await self._started(job)
            assert process.stdout is not None
            while end is None and (line := await process.stdout.readline()):
                end = self._receive(job, json.loads(line))
            with suppress(asyncio.TimeoutError):
                await asyncio.wait_for(process.wait(), _SECONDS_TO_LEAVE)
            if end is None and job.id in self._stopping:
                end = "stopped", _NOTHING_YET
            elif end is None:
                code = process.returncode or 0
                how = f"was killed (signal {-code})" if code < 0 else f"ended without a result (exit {code})"
                end = "failed", f"the worker {how}"
        except (OSError, ValueError) as error:
            end = "failed", f"invalid output of the worker: {error}"[:300]
        finally:
            if process is not None:
                _kill(process)
                await process.wait()
            # When the server closes, what was not done is left to the next one.
            if end is not None and not job.is_over and (not self._closed or end == ("done", "")):
                await self._finish(job, *end)
            self._processes.pop(job.id, None)
            self._listening.discard(job.id)
            self._stopping.discard(job.id)
            self._free += 1
            if not self._closed:
                self._begin_waiting()

    async def _started(self, job: Job) -> asyncio.subprocess.Process:
        """The process of a job, with its orders."""
        kind, folder = self._kinds[job.kind], self.folder_of(job)
        folder.mkdir(parents=True, exist_ok=True)
        # In its own session, so that Ctrl-C in the server's terminal reaches only the server.
        process = await asyncio.create_subprocess_exec(
            *WORKER,
            stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE, limit=_LONGEST_LINE,
            start_new_session=True,
        )  # fmt: skip
        self._processes[job.id] = process
        if self._closed or job.id in self._stopping:  # while the process was being made
            _kill(process)
        assert process.stdin is not None
        params = {**job.params, "database": self._database} if kind.database else job.params
        order = {"work": kind.work, "params": params, "folder": str(folder)}
        with suppress(ConnectionError):  # what is wrong with it shows when it is read
            process.stdin.write(json.dumps(order).encode() + b"\n")
            await process.stdin.drain()
        return process

    def _receive(self, job: Job, message: dict[str, Any]) -> tuple[State, str] | None:
        """How it ended, if this was its last message."""
        stopped = job.id in self._stopping
        if "listening" in message:
            self._listening.add(job.id)
            return None
        if "progress" in message:
            job.progress = message["progress"]
            self._notify(job)
            return None
        if "result" in message:
            job.result = message["result"]
            return ("stopped" if stopped else "done"), ""
        return ("stopped" if stopped else "failed"), str(message.get("error", ""))

    def _interrupt(self, name: str, process: asyncio.subprocess.Process) -> None:
        """Ask for the best so far. A process that has not begun has none, and does not know how to stop either."""
        if name not in self._listening:
            _kill(process)
            return
        try:
            process.send_signal(signal.SIGINT)
        except ProcessLookupError:
            return
        except ValueError:  # Windows can only end a process
            _kill(process)
            return
        self._spawn(self._kill_later(process))

    async def _kill_later(self, process: asyncio.subprocess.Process) -> None:
        with suppress(asyncio.TimeoutError):
            await asyncio.wait_for(process.wait(), _PATIENCE)
        _kill(process)

    async def _finish(self, job: Job, state: State, error: str = "") -> None:
        end: dict[str, Any] = {"state": state, "error": error, "finished_at": _now()}
        with suppress(Exception):  # it is in the log; the job is over anyway
            await asyncio.wrap_future(self._write(job.model_copy(update=end)))
        job.state, job.error, job.finished_at = state, error, end["finished_at"]
        self._notify(job)

    def _notify(self, job: Job) -> None:
        for event in self._watchers.get(job.id, ()):
            event.set()

    def _write(self, job: Job) -> Future[None]:
        return self._keeper.submit(self._keep, job.id, job.model_dump())

    def _keep(self, name: str, body: dict[str, Any]) -> None:
        try:
            self._documents.put(_KIND, name, body)
        except Exception:
            _log.exception("job %s could not be written down", name)
            raise


def _kill(process: asyncio.subprocess.Process) -> None:
    """End a worker and whatever it started in its session."""
    if process.returncode is None:
        kill_group(process)


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="milliseconds")

"""Long work beside the server: matches, solves, reviews, reproductions, each in a process of its own.

    jobs = Jobs(documents, folder, workers=1)
    jobs.register("match", "riverboat.web.matches:run")
    job = jobs.start("match", {"agents": [...]}, title="poki v always_call")

A job waits until a worker is free, runs, and keeps its result. It can be stopped, which asks for the best so far.
Those who watch are told of every change. Jobs are documents: a server that starts again takes up those that were
waiting or running, and work that left files in its folder goes on from them.
"""

from __future__ import annotations

import asyncio
import json
import shutil
import signal
import sys
from collections import deque
from collections.abc import AsyncIterator
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final, Literal

from pydantic import BaseModel

from riverboat.errors import RiverboatError
from riverboat.web.documents import Documents, new_id
from riverboat.web.errors import NotFoundError

State = Literal["waiting", "running", "done", "failed", "stopped"]
_KIND: Final = "job"
_PATIENCE: Final = 10.0
"""Seconds that work has to hand in its result after it was told to stop."""
_LONGEST_LINE: Final = 64 << 20


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

    @property
    def is_over(self) -> bool:
        """Whether nothing more will happen."""
        return self.state not in ("waiting", "running")


class Jobs:
    """The jobs of one server. Everything here runs on the server's event loop."""

    def __init__(self, documents: Documents, folder: Path, workers: int) -> None:
        self._documents, self._folder, self._free = documents, folder, workers
        self._works: dict[str, str] = {}
        self._jobs: dict[str, Job] = {}
        self._waiting: deque[str] = deque()
        self._processes: dict[str, asyncio.subprocess.Process] = {}
        self._stopping: set[str] = set()
        self._watchers: dict[str, set[asyncio.Event]] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._closed = False

    def register(self, kind: str, work: str) -> None:
        """Let a kind of job be done by the function `module:name` (see `worker.Work`)."""
        self._works[kind] = work

    def open(self) -> None:
        """Take up what an earlier server left."""
        for name, body in reversed(self._documents.all(_KIND).items()):
            job = self._jobs[name] = Job.model_validate(body)
            if not job.is_over:
                job.state = "waiting"
                self._waiting.append(name)
        self._begin_waiting()

    async def close(self) -> None:
        """End all processes; running jobs stay what they are and go on with the next server."""
        self._closed = True
        for process in self._processes.values():
            with suppress(ProcessLookupError):
                process.kill()
        for task in list(self._tasks):
            with suppress(asyncio.CancelledError):
                await task

    def start(self, kind: str, params: dict[str, Any], title: str) -> Job:
        """A new job; it begins as soon as a worker is free."""
        job = Job(id=new_id(), kind=kind, title=title, params=params, created_at=_now())
        if kind not in self._works:
            raise RiverboatError(f'job "{kind}": expected one of {", ".join(sorted(self._works))}')
        self._jobs[job.id] = job
        self._waiting.append(job.id)
        self._changed(job, keep=True)
        self._begin_waiting()
        return job

    def get(self, name: str) -> Job:
        """A job by its id."""
        if name not in self._jobs:
            raise NotFoundError(f'job "{name[:40]}": there is none of that name')
        return self._jobs[name]

    def list(self, kind: str | None = None) -> list[Job]:
        """All jobs, or all of a kind, the newest first."""
        return [job for job in reversed(self._jobs.values()) if kind is None or job.kind == kind]

    def folder_of(self, job: Job) -> Path:
        """Where this job keeps files."""
        return self._folder / job.id

    async def stop(self, name: str) -> Job:
        """Ask for the best so far and end."""
        job = self.get(name)
        if job.state == "waiting":
            self._waiting.remove(name)
            self._finish(job, "stopped")
        elif job.state == "running" and name not in self._stopping:
            self._stopping.add(name)
            process = self._processes.get(name)
            if process is not None:
                with suppress(ProcessLookupError):
                    process.send_signal(signal.SIGINT)
                self._spawn(self._kill_later(process))
        return job

    async def drop(self, name: str) -> None:
        """Forget a job that is over, and its files."""
        job = self.get(name)
        if not job.is_over:
            raise RiverboatError(f'job "{job.title}" is still {job.state}: stop it first')
        del self._jobs[name]
        self._documents.drop(_KIND, name)
        shutil.rmtree(self.folder_of(job), ignore_errors=True)

    async def watch(self, name: str) -> AsyncIterator[Job]:
        """The job now and after each change, until it is over."""
        job = self.get(name)
        changed = asyncio.Event()
        self._watchers.setdefault(name, set()).add(changed)
        try:
            while True:
                changed.clear()
                yield job
                if job.is_over:
                    return
                await changed.wait()
        finally:
            self._watchers[name].discard(changed)

    # Running ----------------------------------------------------------------------------------------------------------

    def _begin_waiting(self) -> None:
        while self._free and self._waiting:
            job = self._jobs[self._waiting.popleft()]
            self._free -= 1
            job.state = "running"
            self._changed(job, keep=True)
            self._spawn(self._run(job))

    def _spawn(self, work: Any) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _run(self, job: Job) -> None:
        folder = self.folder_of(job)
        folder.mkdir(parents=True, exist_ok=True)
        try:
            process = await asyncio.create_subprocess_exec(
                sys.executable, "-m", "riverboat.web.worker",
                stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE, limit=_LONGEST_LINE,
                start_new_session=True,
            )  # fmt: skip
            self._processes[job.id] = process
            if self._closed:
                process.kill()
            assert process.stdin is not None
            assert process.stdout is not None
            order = {"work": self._works[job.kind], "params": job.params, "folder": str(folder)}
            process.stdin.write(json.dumps(order).encode() + b"\n")
            await process.stdin.drain()
            while line := await process.stdout.readline():
                self._hear(job, json.loads(line))
            await process.wait()
            if not self._closed and not job.is_over:
                self._finish(job, "stopped" if job.id in self._stopping else "failed", "the worker ended")
        except (OSError, ValueError) as error:
            if not self._closed:
                self._finish(job, "failed", str(error))
        finally:
            self._processes.pop(job.id, None)
            self._stopping.discard(job.id)
            self._free += 1
            if not self._closed:
                self._begin_waiting()

    def _hear(self, job: Job, message: dict[str, Any]) -> None:
        stopped = job.id in self._stopping
        if "progress" in message:
            job.progress = message["progress"]
            self._changed(job)
        elif "result" in message:
            job.result = message["result"]
            self._finish(job, "stopped" if stopped else "done")
        elif not self._closed:
            self._finish(job, "stopped" if stopped else "failed", message.get("error", ""))

    async def _kill_later(self, process: asyncio.subprocess.Process) -> None:
        with suppress(asyncio.TimeoutError):
            await asyncio.wait_for(process.wait(), _PATIENCE)
        with suppress(ProcessLookupError):
            process.kill()

    def _finish(self, job: Job, state: State, error: str = "") -> None:
        job.state, job.error, job.finished_at = state, error, _now()
        self._changed(job, keep=True)

    def _changed(self, job: Job, *, keep: bool = False) -> None:
        if keep:
            self._documents.put(_KIND, job.id, job.model_dump())
        for event in self._watchers.get(job.id, ()):
            event.set()


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")

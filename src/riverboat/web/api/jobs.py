"""Jobs: their progress, and how to stop and resume them. Each page starts its own kind."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Annotated

from fastapi import APIRouter, Path, Query, WebSocket, WebSocketDisconnect

from riverboat.web.errors import NotFoundError
from riverboat.web.services import Here, Services
from riverboat.web.tasks.jobs import Job

router = APIRouter(tags=["jobs"])
JobId = Annotated[str, Path(max_length=64)]


@router.get("/jobs")
async def all_jobs(here: Here, kind: Annotated[str | None, Query(max_length=32)] = None) -> list[Job]:
    """All jobs, the newest first, without their results and, when they are over, without their progress."""
    return [
        job.model_copy(update={"result": None, "progress": {} if job.is_over else job.progress})
        for job in here.jobs.list(kind)
    ]


@router.get("/jobs/{name}")
async def one_job(here: Here, name: JobId) -> Job:
    """A job with its result."""
    return here.jobs.get(name)


@router.post("/jobs/{name}/stop")
async def stop(here: Here, name: JobId) -> Job:
    """Stop a job and keep what it has found so far."""
    return await here.jobs.stop(name)


@router.post("/jobs/{name}/resume")
async def resume(here: Here, name: JobId) -> Job:
    """Resume a job that was stopped or that failed."""
    return await here.jobs.resume(name)


@router.delete("/jobs/{name}", status_code=204)
async def drop(here: Here, name: JobId) -> None:
    """Delete a job that is over."""
    await here.jobs.drop(name)


@router.websocket("/jobs/{name}/live")
async def live(socket: WebSocket, name: str) -> None:
    """The job as JSON, now and after each change, until it is over."""
    services: Services = socket.app.state.services
    await socket.accept()
    try:
        services.jobs.get(name)
    except NotFoundError as error:
        await socket.close(4404, str(error)[:120])
        return
    sending = asyncio.create_task(_send_changes(socket, services, name))
    gone = asyncio.create_task(_until_gone(socket))
    await asyncio.wait((sending, gone), return_when=asyncio.FIRST_COMPLETED)
    for task in (sending, gone):
        task.cancel()
        with suppress(asyncio.CancelledError, WebSocketDisconnect, RuntimeError):
            await task
    with suppress(RuntimeError, WebSocketDisconnect):  # it is closed already
        await socket.close()


async def _send_changes(socket: WebSocket, services: Services, name: str) -> None:
    async for job in services.jobs.watch(name):
        await socket.send_text(job.model_dump_json())


async def _until_gone(socket: WebSocket) -> None:
    """Nothing is expected from the client but that it leaves."""
    while (await socket.receive())["type"] != "websocket.disconnect":
        pass

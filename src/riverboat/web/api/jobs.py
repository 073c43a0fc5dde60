"""Jobs: how far they are, and how to stop them. Each page starts its own kind."""

from __future__ import annotations

from fastapi import APIRouter, WebSocket, WebSocketDisconnect

from riverboat.web.errors import NotFoundError
from riverboat.web.jobs import Job
from riverboat.web.services import Here, Services

router = APIRouter(tags=["jobs"])


@router.get("/jobs")
async def all_jobs(here: Here, kind: str | None = None) -> list[Job]:
    """All jobs, the newest first, without their results."""
    return [job.model_copy(update={"result": None}) for job in here.jobs.list(kind)]


@router.get("/jobs/{name}")
async def one_job(here: Here, name: str) -> Job:
    """A job with its result."""
    return here.jobs.get(name)


@router.post("/jobs/{name}/stop")
async def stop(here: Here, name: str) -> Job:
    """End a job and keep what it has found so far."""
    return await here.jobs.stop(name)


@router.delete("/jobs/{name}", status_code=204)
async def drop(here: Here, name: str) -> None:
    """Forget a job that is over."""
    await here.jobs.drop(name)


@router.websocket("/jobs/{name}/live")
async def live(socket: WebSocket, name: str) -> None:
    """The job as JSON, now and after each change, until it is over."""
    services: Services = socket.app.state.services
    await socket.accept()
    try:
        async for job in services.jobs.watch(name):
            await socket.send_text(job.model_dump_json())
        await socket.close()
    except NotFoundError as error:
        await socket.close(4404, str(error)[:120])
    except (WebSocketDisconnect, RuntimeError):
        return

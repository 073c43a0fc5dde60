"""Health: how the server is, for the banner of every page; and in detail, for the owner's page."""

from __future__ import annotations

import os
import platform
import shutil
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from time import monotonic
from typing import Final

from fastapi import APIRouter
from pydantic import BaseModel

from riverboat import __version__
from riverboat.solve.core.memory import available_memory
from riverboat.web.people import Role, needs
from riverboat.web.services import Here

router = APIRouter(tags=["health"])
PACKAGES: Final = (
    "numpy", "numba", "scipy", "highspy", "SQLAlchemy", "fastapi", "starlette", "uvicorn", "websockets", "cryptography",
)  # fmt: skip
_STARTED: Final = datetime.now(UTC)
_RUNNING_SINCE: Final = monotonic()


class Health(BaseModel):
    """How the server is."""

    problem: str
    """Why nothing can be stored, and tables are paused; empty when all is well."""


class Writes(BaseModel):
    """The commits since the server was started."""

    problem: str
    commits: int
    slowest_ms: float


class Space(BaseModel):
    """Bytes."""

    free: int
    total: int


class Memory(BaseModel):
    """Bytes."""

    used: int
    """By the server itself, without its jobs."""
    available: int


class TableCounts(BaseModel):
    """The live tables."""

    open: int
    playing: int
    connections: int


class Details(BaseModel):
    """The server in numbers."""

    started_at: str
    seconds: float
    writes: Writes
    disk: Space
    """Where the server's folder is."""
    memory: Memory
    tables: TableCounts
    jobs: dict[str, int]
    """By state."""
    people: int
    versions: dict[str, str]


@router.get("/health", dependencies=[needs(Role.WATCHER)])
async def health(here: Here) -> Health:
    """Whether the server can store what happens."""
    return Health(problem=here.tables.problem)


@router.get("/health/details", dependencies=[needs(Role.OWNER)])
def details(here: Here) -> Details:
    """Writes, disk, memory, tables, jobs, versions."""
    disk = shutil.disk_usage(here.settings.folder)
    jobs: dict[str, int] = {}
    for job in here.jobs.list():
        jobs[job.state] = jobs.get(job.state, 0) + 1
    writes = here.tables.writes
    return Details(
        started_at=_STARTED.isoformat(timespec="seconds"),
        seconds=round(monotonic() - _RUNNING_SINCE, 1),
        writes=Writes(problem=writes.problem, commits=writes.commits, slowest_ms=round(1000 * writes.slowest, 1)),
        disk=Space(free=disk.free, total=disk.total),
        memory=Memory(used=_resident(), available=int(available_memory())),
        tables=TableCounts(**here.tables.counts()),
        jobs=jobs,
        people=len(here.people.all()),
        versions={"riverboat": __version__, "python": platform.python_version(), **_versions()},
    )


def _versions() -> dict[str, str]:
    found = {}
    for package in PACKAGES:
        try:
            found[package] = version(package)
        except PackageNotFoundError:
            continue
    return found


def _resident() -> int:
    """Bytes of memory that this process has; where the system does not say, the most that it has had, or 0."""
    try:
        return int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except (OSError, ValueError, IndexError, AttributeError):
        try:
            import resource
        except ImportError:  # Windows
            return 0
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * (1 if platform.system() == "Darwin" else 1024)

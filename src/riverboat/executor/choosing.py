"""From a text to an executor: `local`, `ray`, `ray:ADDRESS`."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterable
from typing import Final

from riverboat.errors import RiverboatError
from riverboat.executor.interface import Executor, Limits
from riverboat.executor.local import InProcess, ProcessPool
from riverboat.executor.worker import Order, versions

VARIABLE: Final = "RIVERBOAT_EXECUTOR"
_SECONDS: Final = "RIVERBOAT_TASK_SECONDS"
_MEGABYTES: Final = "RIVERBOAT_TASK_MEGABYTES"


def make_executor(
    jobs: int | None = None,
    executor: str | None = None,
    *,
    limits: Limits | None = None,
    files: Iterable[str] = (),
    kernels: str = "",
) -> Executor:
    """One process, a pool of them, or a cluster.

    Args:
        jobs: How many pieces are done at the same time. Default: 1, and on a cluster as many as it has processors.
        limits: What one piece may take. Default: what the environment says.
        files: Those that the work reads; on a cluster they travel.
        kernels: A text that is the same for work that needs the same kernels and tables: the first piece of such work
            on a machine is done alone.
    """
    if jobs is not None and jobs < 1:
        raise RiverboatError(f"{jobs} jobs: expected 1 or more")
    text = executor if executor is not None else os.environ.get(VARIABLE) or "local"
    limits = _limits() if limits is None else limits
    name, _, address = text.strip().partition(":")
    if name == "local" and not address:
        return InProcess(limits) if jobs in (None, 1) else ProcessPool(jobs or 1, Order(_run(kernels), limits))
    if name == "ray":
        from riverboat.executor.on_ray import RayExecutor
        from riverboat.executor.travelling import Luggage

        return RayExecutor(address.strip(), jobs, Order(_run(kernels), limits), Luggage.of(files))
    raise RiverboatError(f'executor "{text}": expected local, ray or ray:ADDRESS')


def is_alone(jobs: int | None = None, executor: str | None = None) -> bool:
    """Whether work would be done in this process: nobody asked for jobs, nor for a cluster."""
    text = executor if executor is not None else os.environ.get(VARIABLE) or "local"
    return jobs is None and text.strip() == "local"


def _run(kernels: str) -> str:
    """Names the kernels of a run: a machine that has compiled them has a file of this name."""
    if not kernels:
        return ""
    return hashlib.sha256(f"{versions()} {kernels}".encode()).hexdigest()[:20]


def _limits() -> Limits:
    """What the environment allows a piece."""
    found: list[float | None] = []
    for name in (_SECONDS, _MEGABYTES):
        text = os.environ.get(name)
        try:
            found.append(None if not text else float(text))
        except ValueError:
            raise RiverboatError(f'{name} "{text}": expected a number') from None
        if found[-1] is not None and not 0 < found[-1] < float("inf"):
            raise RiverboatError(f'{name} "{text}": expected a number above 0')
    seconds, megabytes = found
    return Limits(seconds, None if megabytes is None else max(1, round(megabytes)))

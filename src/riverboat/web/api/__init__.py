"""The JSON API: one router for each page, and those that all pages share. `ROUTERS` is the list."""

from __future__ import annotations

from typing import Final

from fastapi import APIRouter

from riverboat.web.api import common, jobs
from riverboat.web.jobs import Jobs

ROUTERS: Final[tuple[APIRouter, ...]] = (common.router, jobs.router)


def register_jobs(jobs: Jobs) -> None:
    """Tell which function does which kind of job."""

"""The JSON API: one router for each page, and those that all pages share. `ROUTERS` is the list."""

from __future__ import annotations

from typing import Final

from fastapi import APIRouter

from riverboat.web import matches, reproductions
from riverboat.web.api import common, games, jobs, lab, review, study, tables, watch
from riverboat.web.jobs import Jobs

ROUTERS: Final[tuple[APIRouter, ...]] = (
    common.router,
    games.router,
    jobs.router,
    review.router,
    study.router,
    tables.router,
    lab.router,
    watch.router,
)


def register_jobs(jobs: Jobs) -> None:
    """Tell which function does which kind of job."""
    jobs.register(study.SPOT, "riverboat.web.spots:run")
    jobs.register(study.EQUITY, "riverboat.web.equities:run")
    jobs.register(reproductions.KIND, "riverboat.web.reproductions:run")
    jobs.register(matches.KIND, "riverboat.web.matches:run", database=True)
    jobs.register(review.IMPORT, "riverboat.web.imports:run", database=True)
    jobs.register(review.REVIEW, "riverboat.web.reviews:run", database=True)

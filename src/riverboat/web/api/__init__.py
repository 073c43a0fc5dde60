"""The JSON API: one router for each page, and those that all pages share. `ROUTERS` is the list."""

from __future__ import annotations

from typing import Final

from fastapi import APIRouter

from riverboat.web.api import common, games, jobs, lab, pushfold, review, strategies, study, tables, watch
from riverboat.web.tasks import matches, reproductions
from riverboat.web.tasks.jobs import Jobs

ROUTERS: Final[tuple[APIRouter, ...]] = (
    common.router,
    games.router,
    jobs.router,
    pushfold.router,
    review.router,
    strategies.router,
    study.router,
    tables.router,
    lab.router,
    watch.router,
)


def register_jobs(jobs: Jobs) -> None:
    """Register the function for each kind of job."""
    jobs.register(study.SPOT, "riverboat.web.tasks.spots:run")
    jobs.register(pushfold.PUSH_FOLD, "riverboat.web.tasks.pushfold:run")
    jobs.register(study.EQUITY, "riverboat.web.tasks.equities:run")
    jobs.register(reproductions.KIND, "riverboat.web.tasks.reproductions:run")
    jobs.register(matches.KIND, "riverboat.web.tasks.matches:run", database=True)
    jobs.register(review.IMPORT, "riverboat.web.tasks.imports:run", database=True)
    jobs.register(review.REVIEW, "riverboat.web.tasks.reviews:run", database=True)

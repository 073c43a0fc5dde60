"""The JSON API: one router for each page, and those that all pages share. `ROUTERS` and `OWNERS_ROUTERS` list them."""

from __future__ import annotations

from typing import Final

from fastapi import APIRouter

from riverboat.web.api import (
    club,
    common,
    decisions,
    games,
    health,
    help,
    jobs,
    lab,
    labels,
    people,
    players,
    pushfold,
    reports,
    review,
    statistics,
    strategies,
    study,
    tables,
    train,
    watch,
)
from riverboat.web.tasks import flop_reports, luck, matches, reproductions
from riverboat.web.tasks.jobs import Jobs

ROUTERS: Final[tuple[APIRouter, ...]] = (
    club.router,
    common.router,
    health.router,
    help.router,
    people.router,
    players.router,
    tables.router,
    train.router,
)
"""Each route of these asks for its role."""
OWNERS_ROUTERS: Final[tuple[APIRouter, ...]] = (
    decisions.router,
    games.router,
    jobs.router,
    pushfold.router,
    reports.router,
    review.router,
    statistics.router,
    strategies.router,
    study.router,
    lab.router,
    labels.router,
    watch.router,
)
"""What only the owner of the server may ask for."""


def register_jobs(jobs: Jobs) -> None:
    """Register the function for each kind of job."""
    jobs.register(study.SPOT, "riverboat.web.tasks.spots:run")
    jobs.register(flop_reports.KIND, "riverboat.web.tasks.flop_reports:run")
    jobs.register(pushfold.PUSH_FOLD, "riverboat.web.tasks.pushfold:run")
    jobs.register(study.EQUITY, "riverboat.web.tasks.equities:run")
    jobs.register(reproductions.KIND, "riverboat.web.tasks.reproductions:run")
    jobs.register(matches.KIND, "riverboat.web.tasks.matches:run", database=True)
    jobs.register(review.IMPORT, "riverboat.web.tasks.imports:run", database=True)
    jobs.register(luck.KIND, "riverboat.web.tasks.luck:run", database=True)
    jobs.register(decisions.SESSION, "riverboat.web.tasks.decisions:run", database=True)
    jobs.register(review.REVIEW, "riverboat.web.tasks.reviews:run", database=True)

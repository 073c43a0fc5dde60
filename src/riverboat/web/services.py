"""What every page's API works with: the settings, the database, the documents and the jobs of one server."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import Annotated

from fastapi import Depends
from starlette.requests import HTTPConnection

from riverboat.records.database import HandDatabase, open_database
from riverboat.web.documents import Documents
from riverboat.web.people import People
from riverboat.web.preparing import Preparation
from riverboat.web.private import kept_key, make_database_file, make_folder
from riverboat.web.settings import Settings
from riverboat.web.solutions import Solutions
from riverboat.web.tables.lobby import Tables
from riverboat.web.tables.sealing import Seal
from riverboat.web.tasks.jobs import Jobs
from riverboat.web.training.shipped import shipped_solutions
from riverboat.web.training.trainer import Trainer


@dataclass(frozen=True)
class Services:
    """What one server uses; opened when it starts, closed when it stops."""

    settings: Settings
    database: HandDatabase
    documents: Documents
    jobs: Jobs
    tables: Tables
    people: People
    solutions: Solutions
    trainer: Trainer
    preparation: Preparation
    turns: asyncio.Semaphore
    """Requests that take seconds: two run at a time, the others wait without a thread."""


def open_services(settings: Settings) -> Services:
    """Open the database and everything stored in it."""
    make_folder(settings.folder)
    make_database_file(settings.database, settings.folder)
    database = open_database(settings.database, durable=True)
    documents = Documents(database.engine)
    jobs = Jobs(documents, settings.folder / "jobs", settings.workers, settings.database)
    preparation = Preparation()
    tables = Tables(documents, database, Seal(kept_key(settings.folder)), preparation, settings.seed)
    solutions = Solutions(settings.folder / "jobs", shipped=shipped_solutions())
    return Services(
        settings,
        database,
        documents,
        jobs,
        tables,
        People(documents),
        solutions,
        Trainer(documents, solutions),
        preparation,
        asyncio.Semaphore(2),
    )


def _services(connection: HTTPConnection) -> Services:
    services: Services = connection.app.state.services
    return services


Here = Annotated[Services, Depends(_services)]
"""The type of a route parameter that injects the services."""

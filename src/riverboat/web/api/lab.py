"""Lab: published results beside reproduced ones, and running entries."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from fastapi import APIRouter, Path
from pydantic import BaseModel, ConfigDict, Field

from riverboat.web.services import Here
from riverboat.web.tasks.jobs import Job
from riverboat.web.tasks.reproductions import KIND, documents, entry_of, entry_page

router = APIRouter(tags=["lab"])
EntryId = Annotated[str, Path(max_length=100)]


class Again(BaseModel):
    """How an entry is to be run."""

    model_config = ConfigDict(extra="forbid")

    size: Literal["small", "full"] = "small"
    seed: int = Field(default=1, ge=0, le=2**31 - 1)


class Outcome(BaseModel):
    """How an entry came out."""

    verdict: str
    reproduced: int
    differ: int
    incomparable: int
    mood: Literal["good", "bad", "open", "plain"]
    size: str
    started: str


class EntryLine(BaseModel):
    """An entry in the list of its document."""

    id: str
    title: str
    place: str
    shows: str
    last: Outcome | None


class DocumentLine(BaseModel):
    """A thesis or paper with its entries."""

    short: str
    title: str
    kind: str
    entries: list[EntryLine]


class Index(BaseModel):
    """All documents, and the jobs that are running entries at the moment."""

    documents: list[DocumentLine]
    running: dict[str, str]
    """The job of each entry that is being run."""


@router.get("/lab")
def index(here: Here) -> Index:
    """Every entry by document, with how it came out last."""
    running = {job.params["entry"]: job.id for job in here.jobs.list(KIND) if not job.is_over}
    return Index(documents=[DocumentLine(**each) for each in documents()], running=running)


@router.get("/lab/{entry}")
def one_entry(here: Here, entry: EntryId) -> dict[str, Any]:
    """An entry: the published numbers, the results, and the last job that ran it."""
    found = entry_page(entry)
    jobs = (job for job in here.jobs.list(KIND) if job.params["entry"] == entry)
    return {**found, "job": next(jobs, None)}


@router.post("/lab/{entry}/run")
def run_again(here: Here, entry: EntryId, again: Again) -> Job:
    """Run an entry again as a job of kind `reproduction`; one that is already running is not started again."""
    name = entry_of(entry).id
    for job in here.jobs.list(KIND):
        if not job.is_over and job.params["entry"] == name:
            return job
    return here.jobs.start(KIND, {"entry": name, **again.model_dump()}, f"{name}, {again.size}")

"""Names, tags and folders for what people keep: tables, matches and solves.

A label is a document of its own beside the thing, so that the thing's own title stays what it was. Labels of things
that are gone are deleted when all labels are asked for.
"""

from __future__ import annotations

from typing import Annotated, Final, Literal

from fastapi import APIRouter, Path
from pydantic import BaseModel, ConfigDict, Field, field_validator

from riverboat.web.errors import NotFoundError
from riverboat.web.services import Here, Services

router = APIRouter(tags=["labels"])
KIND: Final = "label"
Labelled = Literal["table", "job"]
_PRINTABLE: Final = r"^[^\x00-\x1f\x7f]*$"
Text = Annotated[str, Field(max_length=60, pattern=_PRINTABLE)]
Tag = Annotated[str, Field(min_length=1, max_length=24, pattern=r"^[^\x00-\x1f\x7f,]+$")]
ThingId = Annotated[str, Path(max_length=48, pattern=r"^[0-9a-z]+$")]


class Label(BaseModel):
    """How somebody sorts a thing."""

    model_config = ConfigDict(extra="forbid")

    name: Text = ""
    """In place of its title; empty for the title."""
    folder: Text = ""
    """Folders within folders have slashes: `training/limit`."""
    tags: list[Tag] = Field(default=[], max_length=12)

    @field_validator("name", "folder")
    @classmethod
    def _trimmed(cls, value: str) -> str:
        return " ".join(value.split()).strip("/ ")

    @field_validator("tags")
    @classmethod
    def _unique(cls, value: list[str]) -> list[str]:
        return sorted({tag.strip().lower() for tag in value if tag.strip()})


@router.get("/labels")
def all_labels(here: Here) -> dict[str, Label]:
    """The labels of everything that is there, by `table/ID` or `job/ID`."""
    found: dict[str, Label] = {}
    for key, label in here.documents.each(KIND, lambda name, body: (name, Label(**body))):
        kind, _, thing = key.partition("-")
        if _is_there(here, kind, thing):
            found[f"{kind}/{thing}"] = label
        else:
            here.documents.drop(KIND, key)
    return found


@router.put("/labels/{kind}/{thing}")
def set_label(here: Here, kind: Labelled, thing: ThingId, label: Label) -> Label:
    """Name a thing, put it into a folder, tag it; an empty label takes all of that away."""
    if not _is_there(here, kind, thing):
        raise NotFoundError(f'{kind} "{thing}": there is none of that id')
    if label == Label():
        here.documents.drop(KIND, f"{kind}-{thing}")
    else:
        here.documents.put(KIND, f"{kind}-{thing}", label.model_dump())
    return label


def _is_there(here: Services, kind: str, thing: str) -> bool:
    try:
        if kind == "table":
            here.tables.get(thing)
        else:
            here.jobs.get(thing)
    except NotFoundError:
        return False
    return True

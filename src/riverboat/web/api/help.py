"""Help: the pages of the handbook, its contents, and a search in it. For everybody who may see the room."""

from __future__ import annotations

from typing import Annotated
from urllib.parse import quote

from fastapi import APIRouter, Path, Query
from pydantic import BaseModel

from riverboat.handbook.contents import INDEX, open_handbook
from riverboat.handbook.rendering import render
from riverboat.handbook.search import find
from riverboat.web.errors import NotFoundError
from riverboat.web.people import Role, needs

router = APIRouter(tags=["help"], dependencies=[needs(Role.WATCHER)])
IMAGES = "/static/handbook/"


class EntryLine(BaseModel):
    """A page in the contents."""

    name: str
    title: str
    about: str
    address: str


class SectionLines(BaseModel):
    """Pages under one heading."""

    title: str
    entries: list[EntryLine]


class HeadingLine(BaseModel):
    """A heading of a page."""

    level: int
    title: str
    anchor: str


class HelpPage(BaseModel):
    """A page as it is shown."""

    name: str
    title: str
    html: str
    headings: list[HeadingLine]


class FoundLine(BaseModel):
    """A part of a page that has all words of a search."""

    title: str
    heading: str
    excerpt: str
    address: str


@router.get("/help")
def contents() -> list[SectionLines]:
    """All sections with their pages."""
    return [
        SectionLines(
            title=section.title,
            entries=[
                EntryLine(name=each.name, title=each.title, about=each.about, address=_address(each.name))
                for each in section.entries
            ],
        )
        for section in open_handbook().sections
    ]


@router.get("/help/search")
def search(q: Annotated[str, Query(max_length=200)]) -> list[FoundLine]:
    """The parts of pages that have all words, the best first."""
    return [
        FoundLine(
            title=each.title,
            heading=each.heading,
            excerpt=each.excerpt,
            address=_address(each.page) + (f"#{each.anchor}" if each.anchor else ""),
        )
        for each in find(open_handbook(), q)
    ]


@router.get("/help/pages/{name:path}")
def page(name: Annotated[str, Path(max_length=100)]) -> HelpPage:
    """One page in HTML; `index` is the first."""
    book = open_handbook()
    if name not in book.pages:
        raise NotFoundError(f'help "{name[:80]}": there is none of that name')
    shown = render(book, name, _address, lambda path: IMAGES + quote(path.removeprefix("docs/images/")))
    headings = [HeadingLine(level=level, title=title, anchor=anchor) for level, title, anchor in shown.headings]
    return HelpPage(name=name, title=shown.title, html=shown.html, headings=headings)


def _address(name: str) -> str:
    return "/help" if name == INDEX else f"/help/{name}"

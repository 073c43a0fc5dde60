"""Which pages does the documentation have, in which order, and where are they?

`docs/index.md` is the only list: its sections are the navigation, and every page is in it once. The project's own
texts (`CONTRIBUTING.md` and others) are pages too, and so are those of the API, made from docstrings (`reference`).
In the repository the texts lie where people read them; a wheel has them in `files/` beside this module, in the same
folders (`setup.py` copies them). Reading everything takes some milliseconds, the pages of the API a second.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache, cached_property
from importlib.resources import files
from pathlib import Path
from typing import Final

from riverboat.errors import RiverboatError
from riverboat.handbook import links
from riverboat.handbook.reference import reference_names, reference_page, reference_table

INDEX: Final = "index"
REFERENCE: Final = "reference"
API: Final = "api/"
PROJECT: Final = ("CHANGELOG", "CODE_OF_CONDUCT", "CONTRIBUTING", "SECURITY")
"""Texts of the project that are pages of the handbook."""
_SECTION: Final = re.compile(r"^## +(.+?) *$|^- \[([^\]]+)\]\(([^)#]+)\)(?:: (.*))?$", re.MULTILINE)


@dataclass(frozen=True)
class Entry:
    """A page in the navigation."""

    name: str
    title: str
    about: str = ""


@dataclass(frozen=True)
class Section:
    """Pages under one heading of the navigation."""

    title: str
    entries: tuple[Entry, ...]


@dataclass(frozen=True)
class Handbook:
    """The documentation in a folder that has `docs/` in it."""

    root: Path
    _texts: dict[str, str] = field(default_factory=dict, compare=False, repr=False)

    @cached_property
    def paths(self) -> Mapping[str, str]:
        """The path of every page that is a file, by name, relative to the folder."""
        found = {path.stem: f"docs/{path.name}" for path in sorted((self.root / "docs").glob("*.md"))}
        return found | {each.lower(): f"{each}.md" for each in PROJECT if (self.root / f"{each}.md").exists()}

    @cached_property
    def names(self) -> Mapping[str, str]:
        """The name of every page that is a file, by its path."""
        return {path: name for name, path in self.paths.items()}

    @cached_property
    def sections(self) -> tuple[Section, ...]:
        """The navigation."""
        found: list[Section] = []
        for title, shown, target, about in _SECTION.findall(self.text(INDEX)):
            if title:
                found.append(Section(title, ()))
                continue
            path = links.resolve(self.paths[INDEX], target)[0]
            if path not in self.names:
                raise RiverboatError(f'docs/index.md: "{target}": there is no such page')
            if found:
                entries = [Entry(self.names[path], shown, about)]
                if entries[0].name == REFERENCE:
                    entries += [Entry(API + room, f"riverboat.{room}", what) for room, what in reference_names()]
                found[-1] = Section(found[-1].title, (*found[-1].entries, *entries))
        return tuple(found)

    def text(self, name: str) -> str:
        """A page in Markdown.

        Args:
            name: The name of a page.
        """
        if name not in self._texts:
            self._texts[name] = self._read(name)
        return self._texts[name]

    def title(self, name: str) -> str:
        """The heading of a page.

        Args:
            name: The name of a page.
        """
        return links.title_of(self.text(name), name)

    def path_of(self, name: str) -> str:
        """Where a page lies, which its links are relative to; pages of the API lie in a folder that is nowhere.

        Args:
            name: The name of a page.
        """
        return self.paths.get(name, f"docs/{name}.md")

    def target(self, name: str, link: str) -> tuple[str, str] | None:
        """The page and heading that a link on a page leads to; None if that is no page.

        Args:
            name: The name of the page with the link.
            link: The link as it is written there.
        """
        path, heading = links.resolve(self.path_of(name), link)
        if path in self.names:
            return self.names[path], heading
        made = path.removeprefix("docs/").removesuffix(".md")
        return (made, heading) if made in self.pages else None

    @cached_property
    def pages(self) -> tuple[str, ...]:
        """The names of all pages."""
        return (*self.paths, *(API + room for room, _ in reference_names()))

    def _read(self, name: str) -> str:
        if name in self.paths:
            text = (self.root / self.paths[name]).read_text(encoding="utf-8")
            return f"{text}\n{reference_table(API)}" if name == REFERENCE else text
        if name in self.pages:
            return reference_page(name.removeprefix(API))
        raise RiverboatError(f'help "{name[:80]}": there is no such page')


def handbook_folder() -> Path | None:
    """Where the texts are: in the installed package, or in the repository it runs from; None if they are missing."""
    package = Path(str(files("riverboat.handbook")))
    found = (root for root in (package / "files", package.parents[2]) if (root / "docs" / f"{INDEX}.md").exists())
    return next(found, None)


@cache
def open_handbook() -> Handbook:
    """The handbook of this installation."""
    folder = handbook_folder()
    if folder is None:
        raise RiverboatError("the documentation is not installed: read it in the repository, in the folder docs")
    return Handbook(folder)

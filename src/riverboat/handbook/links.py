"""How do Markdown pages name each other, and their headings?

A page lies in a folder (`docs/lab.md`, `CONTRIBUTING.md`) and has a name in the handbook (`lab`, `contributing`). Links
in the texts are relative paths, so that they also work where the files are read as they are. A heading is named as
code hosts name it: small letters, no punctuation, hyphens for spaces.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Callable
from typing import Final

LINK: Final = re.compile(r"(!?\[(?:[^\[\]`]|`[^`]*`|\[[^\[\]]*\])*\])\(([^()\s]+)\)")
"""A link or a picture: what is shown in brackets, and where it leads."""
_FENCE: Final = re.compile(r"^(```|~~~).*?^\1[ \t]*$", re.MULTILINE | re.DOTALL)
_HEADING: Final = re.compile(r"^(#{1,6})[ \t]+(.+?)[ \t]*$", re.MULTILINE)


def is_external(target: str) -> bool:
    """Whether a link leaves the documentation."""
    return re.match(r"[a-z][a-z0-9+.-]*:", target) is not None


def resolve(path: str, target: str) -> tuple[str, str]:
    """The path that a link on the page at `path` leads to, and the heading on it ("" for the page itself)."""
    file, _, heading = target.partition("#")
    return (posixpath.normpath(posixpath.join(posixpath.dirname(path), file)) if file else path), heading


def slug(heading: str) -> str:
    """The name of a heading in links: "Limit: `riverboat`" is `limit-riverboat`."""
    shown = re.sub(r"!?\[([^\]]*)\]\([^)]*\)", r"\1", heading)
    return re.sub(r"[^\w\- ]", "", shown.lower()).replace(" ", "-")


def without_code(text: str) -> str:
    """A page without its blocks of code, whose `#` and brackets mean something else."""
    return _FENCE.sub("", text)


def headings(text: str) -> list[tuple[int, str]]:
    """Level and text of every heading of a page."""
    return [(len(marks), title) for marks, title in _HEADING.findall(without_code(text))]


def title_of(text: str, otherwise: str = "") -> str:
    """The first heading of a page."""
    return next((title for level, title in headings(text) if level == 1), otherwise)


def targets(text: str) -> list[str]:
    """Everything that a page links to or shows."""
    return [target for _, target in LINK.findall(without_code(text))]


def relink(text: str, leads_to: Callable[[str], str | None]) -> str:
    """A page with other links: `leads_to` says where each shall lead; None leaves only what is shown."""

    def changed(found: re.Match[str]) -> str:
        shown, target = found.groups()
        new = leads_to(target)
        return shown[shown.index("[") + 1 : -1] if new is None else f"{shown}({new})"

    return outside_code(text, lambda prose: LINK.sub(changed, prose))


def outside_code(text: str, change: Callable[[str], str]) -> str:
    """A page of which everything but blocks of code is changed."""
    parts, start = [], 0
    for fence in _FENCE.finditer(text):
        parts += [change(text[start : fence.start()]), fence.group()]
        start = fence.end()
    return "".join([*parts, change(text[start:])])

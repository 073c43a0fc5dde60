"""Where does the handbook speak of this? All words of a question must occur in a part of a page, in any order.

A part is what stands under one heading. Words in headings count more than words in the text, and a heading that is
nearly the question counts most. No index is kept: all pages are some hundred kilobytes, read in milliseconds.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from riverboat.handbook.contents import Handbook
from riverboat.handbook.links import slug

MAX_FOUND: Final = 30
_PART: Final = re.compile(r"^#{1,4}[ \t]+(.+?)[ \t]*$", re.MULTILINE)
_EXCERPT: Final = 160


@dataclass(frozen=True)
class Found:
    """A part of a page that has the words."""

    page: str
    title: str
    heading: str
    anchor: str
    excerpt: str


def find(book: Handbook, question: str) -> list[Found]:
    """The parts of pages that answer best, at most thirty.

    Args:
        question: Words; all of them must be there.
    """
    words = re.findall(r"[^\s]+", question.lower())
    if not words:
        return []
    scored: list[tuple[float, int, Found]] = []
    for number, (page, title, heading, text) in enumerate(_parts(book)):
        head, body = f"{title} {heading}".lower(), text.lower()
        if not all(word in head or word in body for word in words):
            continue
        score = sum(5.0 * (word in head) + min(body.count(word), 5) for word in words)
        asked = " ".join(words)
        score += 4.0 * (asked in body)
        score += 20.0 * len(asked) / max(len(heading), len(asked)) if asked in heading.lower() else 0.0
        at = min((place for word in words if (place := body.find(word)) >= 0), default=0)
        anchor = "" if heading == title else slug(heading)
        scored.append((-score, number, Found(page, _plain(title), _plain(heading), anchor, _excerpt(text, at))))
    return [found for _, _, found in sorted(scored, key=lambda each: each[:2])[:MAX_FOUND]]


def _parts(book: Handbook) -> Iterator[tuple[str, str, str, str]]:
    """Page, title, heading and text of every part."""
    for page in book.pages:
        text, title = book.text(page), book.title(page)
        cuts = [*_PART.finditer(text)]
        for cut, following in zip(cuts, [*cuts[1:], None], strict=True):
            yield page, title, cut.group(1), text[cut.end() : following.start() if following else len(text)]


def _plain(text: str) -> str:
    return re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", text).replace("`", "")


def _excerpt(text: str, at: int) -> str:
    start = max(0, at - _EXCERPT // 3)
    shown = " ".join(_plain(text[start : start + _EXCERPT]).split())
    return f"{'… ' if start else ''}{shown}{' …' if start + _EXCERPT < len(text) else ''}"

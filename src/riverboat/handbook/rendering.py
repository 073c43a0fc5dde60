"""A page of the handbook as HTML, without anything from elsewhere.

CommonMark with tables, by markdown-it; markup in the texts is shown and not followed. Links to other pages get the
address that the caller chooses, links to files that are no pages become plain text.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.token import Token

from riverboat.handbook import links
from riverboat.handbook.contents import Handbook


@dataclass(frozen=True)
class RenderedPage:
    """What a reader sees."""

    title: str
    html: str
    headings: tuple[tuple[int, str, str], ...]
    """Level, text and name of the headings below the title."""


def render(book: Handbook, name: str, address: Callable[[str], str], image: Callable[[str], str]) -> RenderedPage:
    """A page in HTML.

    Args:
        name: The name of the page.
        address: From the name of a page to its address.
        image: From the path of a picture to its address.
    """

    def leads_to(target: str) -> str | None:
        if links.is_external(target):
            return target
        found = book.target(name, target)
        if found is not None:
            page, heading = found
            return address(page) + (f"#{heading}" if heading else "")
        path = links.resolve(book.path_of(name), target)[0]
        return image(path) if path.endswith((".png", ".svg")) else None

    text = links.relink(book.text(name), leads_to)
    tokens = _parser().parse(text)
    found = _named(tokens)
    html = str(_parser().renderer.render(tokens, _parser().options, {}))
    return RenderedPage(book.title(name).replace("`", ""), html, tuple(each for each in found if each[0] > 1))


@cache
def _parser() -> MarkdownIt:
    parser = MarkdownIt("commonmark", {"html": False}).enable("table")
    parser.add_render_rule("table_open", _table_open)
    parser.add_render_rule("table_close", _table_close)
    return parser


def _table_open(*_: Any) -> str:
    return '<div class="scroll"><table>\n'


def _table_close(*_: Any) -> str:
    return "</table></div>\n"


def _named(tokens: list[Token]) -> list[tuple[int, str, str]]:
    """Give every heading its name; returns them. Code loses its empty last lines."""
    found: list[tuple[int, str, str]] = []
    for token in tokens:
        if token.type == "fence":  # doctest needs an empty line before the end, readers do not
            token.content = token.content.rstrip() + "\n"
    for opened, inside in pairwise(tokens):
        if opened.type == "heading_open":
            name = links.slug(inside.content)
            opened.attrSet("id", name)
            found.append((int(opened.tag[1]), "".join(each.content for each in inside.children or ()), name))
    return found

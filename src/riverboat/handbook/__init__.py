"""The handbook: the documentation as pages, for the room's Help and for the site that `make docs` builds.

`contents` knows the pages and their order, `reference` makes the pages of the API from docstrings, `rendering` turns a
page into HTML, and `search` finds words. The texts are those of `docs/`; an installed package brings them along.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from riverboat.lazy import lazy_names

if TYPE_CHECKING:
    from riverboat.handbook.contents import Handbook, open_handbook
    from riverboat.handbook.rendering import RenderedPage, render
    from riverboat.handbook.search import find

__all__ = ["Handbook", "RenderedPage", "find", "open_handbook", "render"]

_HOMES = {
    "contents": ("Handbook", "open_handbook"),
    "rendering": ("RenderedPage", "render"),
    "search": ("find",),
}
__getattr__ = lazy_names(__name__, {name: f"{__name__}.{home}" for home, names in _HOMES.items() for name in names})

"""Riverboat in the browser: play, watch, review, study, describe games, browse the reproductions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from riverboat.extras import require_installed
from riverboat.lazy import lazy_names

if TYPE_CHECKING:
    from riverboat.web.app import create_app
    from riverboat.web.serving import serve
    from riverboat.web.settings import Settings

__all__ = ["Settings", "create_app", "serve"]

__getattr__ = lazy_names(
    __name__,
    {
        "Settings": "riverboat.web.settings",
        "create_app": "riverboat.web.app",
        "serve": "riverboat.web.serving",
    },
)

require_installed("fastapi", "the room")  # it takes most of a second, and the processes of jobs do without it

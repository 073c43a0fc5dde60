"""An agent at a table of this server's page, which it only sees: pictures in, clicks out."""

from __future__ import annotations

from riverboat.web.by_sight.filming import Filmed, film
from riverboat.web.by_sight.layout import ClickLayout, layout_page
from riverboat.web.by_sight.playing import Eye, Played, play_by_sight

__all__ = ["ClickLayout", "Eye", "Filmed", "Played", "film", "layout_page", "play_by_sight"]

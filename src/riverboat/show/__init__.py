"""Pictures for people: plain data in, self-contained HTML or SVG out."""

from riverboat.show.grid import heat_grid
from riverboat.show.page import page

__all__ = ["heat_grid", "page"]

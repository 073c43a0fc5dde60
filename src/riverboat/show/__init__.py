"""Pictures for people: plain data in, self-contained HTML out."""

from riverboat.show.grid import GRID_STYLE, heat_grid
from riverboat.show.page import page

__all__ = ["GRID_STYLE", "heat_grid", "page"]

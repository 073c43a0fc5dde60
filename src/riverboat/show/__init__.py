"""Pictures for people: plain data in, self-contained HTML or SVG out."""

from riverboat.show.curves import Curve, Level, line_chart
from riverboat.show.grid import heat_grid
from riverboat.show.page import page

__all__ = ["Curve", "Level", "heat_grid", "line_chart", "page"]

"""A square table as a heat map: rows against columns, each cell a number with its error, as an SVG.

Red below zero, green above, and stronger the further away, on a scale that bends (a square root), so that a few huge
cells do not make all others pale. A cell whose interval includes zero is nearly white, in a dashed frame.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from math import sqrt
from typing import Final

_CELL_WIDTH: Final = 54
_CELL_HEIGHT: Final = 34
_LETTER: Final = 7.2
_TOP: Final = 26
_STYLE: Final = (
    ".cell-map{--m-ink:#1c2430;--m-faint:#6c7480}"
    "@media (prefers-color-scheme:dark){.cell-map{--m-ink:#e8e6df;--m-faint:#98a0ab}}"
    ".cell-map text{font:12px system-ui,sans-serif;fill:var(--m-ink)}"
    ".cell-map .mid{text-anchor:middle}.cell-map .error{font-size:10px;fill-opacity:.8}"
    ".cell-map .open{stroke:var(--m-faint);stroke-dasharray:3 3}"
)


@dataclass(frozen=True)
class MapCell:
    """A number, its margin, and what a pointer over it says."""

    value: float
    margin: float | None
    title: str


def cell_map(names: Sequence[str], cells: Sequence[Sequence[MapCell | None]], caption: str) -> str:
    """A picture of `cells` by row and column; columns are numbered like the rows."""
    left = 34 + round(_LETTER * max((len(name) for name in names), default=0))
    largest = max((abs(cell.value) for row in cells for cell in row if cell), default=0.0) or 1.0
    parts = []
    for place in range(len(names)):
        x = left + _CELL_WIDTH * (place + 0.5)
        parts.append(f'<text class="mid" x="{x:.0f}" y="17">{place + 1}</text>')
    for row, name in enumerate(names):
        y = _TOP + _CELL_HEIGHT * row
        parts.append(f'<text x="4" y="{y + 21}">{row + 1}  {escape(name)}</text>')
        for column, cell in enumerate(cells[row]):
            if cell is not None:
                parts.append(_drawn(cell, left + _CELL_WIDTH * column, y, largest))
    width, height = left + _CELL_WIDTH * len(names) + 4, _TOP + _CELL_HEIGHT * len(names) + 4
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="cell-map" viewBox="0 0 {width} {height}" width="{width}" '
        f'height="{height}" role="img"><title>{escape(caption)}</title><style>{_STYLE}</style>{"".join(parts)}</svg>'
    )


def _drawn(cell: MapCell, x: float, y: float, largest: float) -> str:
    strength = 0.08 + 0.62 * sqrt(abs(cell.value) / largest)
    colour = "#2c8a4a" if cell.value > 0 else "#b8443f"
    is_open = cell.margin is None or abs(cell.value) <= cell.margin
    kind = ' class="open"' if is_open else ""
    middle = x + _CELL_WIDTH / 2 - 1
    error = "" if cell.margin is None else f"±{cell.margin:.0f}"
    return (
        f"<g><title>{escape(cell.title)}</title>"
        f'<rect{kind} x="{x}" y="{y}" width="{_CELL_WIDTH - 2}" height="{_CELL_HEIGHT - 2}" rx="3" fill="{colour}" '
        f'fill-opacity="{0.05 if is_open else strength:.2f}"/>'
        f'<text class="mid" x="{middle}" y="{y + 14}">{cell.value:+.0f}</text>'
        f'<text class="mid error" x="{middle}" y="{y + 27}">{error}</text></g>'
    )

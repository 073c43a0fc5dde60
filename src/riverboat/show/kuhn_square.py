"""The square of strategies as a picture: coloured regions, contours with their values, and named points.

Made for the (eta, xi) square of Kuhn poker (Southey, Hoehn and Holte 2009, Figs 2 and 3), where every strategy of the
second player is a point; it draws any regions, contours and points of the unit square that it is given. An SVG that
stands alone and also inside a page, readable on light and dark paper.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from itertools import pairwise

from riverboat.errors import RiverboatError
from riverboat.show.curves import COLOURS

Point = tuple[float, float]

_SIDE, _LEFT, _TOP, _FOOT, _RIGHT = 420, 54, 40, 46, 16
_TICKS = tuple(number / 5 for number in range(6))
_STYLE = (
    ".square{--s-ink:#333b46;--s-faint:#6c7480;--s-line:#8a8f98}"
    "@media (prefers-color-scheme:dark){.square{--s-ink:#dcdad3;--s-faint:#98a0ab;--s-line:#7b838e}}"
    ".square text{font-family:system-ui,sans-serif;font-size:11.5px;fill:var(--s-faint);text-anchor:middle}"
    ".square .head{font-size:15px;font-weight:600;fill:var(--s-ink);text-anchor:start}"
    ".square .axis{font-size:13px;fill:var(--s-ink)}.square .end{text-anchor:end}"
    ".square .region{stroke:var(--s-line);stroke-width:1;fill-opacity:.22}"
    ".square .name{font-size:15px;font-weight:600;fill:var(--s-ink)}"
    ".square .contour{fill:none;stroke:var(--s-ink);stroke-width:1.2}.square .zero{stroke-width:2.4}"
    ".square .value{font-size:10px;fill:var(--s-ink);paint-order:stroke;stroke:Canvas;stroke-width:3px}"
    ".square .dot{fill:var(--s-ink)}.square .dotname{font-size:11px;fill:var(--s-ink);text-anchor:start}"
    ".square .frame{fill:none;stroke:var(--s-line)}"
)


def kuhn_square(
    caption: str,
    *,
    regions: Mapping[str, Sequence[Point]] | None = None,
    contours: Mapping[float, Sequence[tuple[Point, Point]]] | None = None,
    points: Mapping[str, Point] | None = None,
    x: str = "η",
    y: str = "ξ",
    name_regions: bool = True,
) -> str:
    """An SVG: polygons by name, straight pieces by the contour's value, and points by name."""
    corners = [corner for polygon in (regions or {}).values() for corner in polygon]
    ends = [end for pieces in (contours or {}).values() for piece in pieces for end in piece]
    for point in (*corners, *ends, *(points or {}).values()):
        if not all(-1e-9 <= part <= 1 + 1e-9 for part in point):
            raise RiverboatError(f"point ({point[0]:g}, {point[1]:g}): expected one of the unit square")
    parts = [_region(polygon, number) for number, polygon in enumerate((regions or {}).values())]
    if name_regions:
        parts += [_region_name(name, polygon) for name, polygon in (regions or {}).items()]
    parts += [_contour(value, pieces) for value, pieces in (contours or {}).items()]
    parts += [_dot(name, point) for name, point in (points or {}).items()]
    width, height = _LEFT + _SIDE + _RIGHT, _TOP + _SIDE + _FOOT
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="square" viewBox="0 0 {width} {height}" width="{width}" '
        f'height="{height}" role="img"><title>{escape(caption)}</title><style>{_STYLE}</style>'
        f'<text class="head" x="{_LEFT}" y="22">{escape(caption)}</text>'
        f"{''.join(parts)}{_frame(x, y)}</svg>"
    )


def _place(point: Point) -> tuple[float, float]:
    return _LEFT + _SIDE * point[0], _TOP + _SIDE * (1 - point[1])


def _path(points: Sequence[Point]) -> str:
    return "M" + "L".join(f"{across:.1f} {down:.1f}" for across, down in map(_place, points))


def _region(polygon: Sequence[Point], number: int) -> str:
    return f'<path class="region" fill="{COLOURS[number % len(COLOURS)]}" d="{_path(polygon)}Z"/>'


def _region_name(name: str, polygon: Sequence[Point]) -> str:
    across, down = _place(_centre(polygon))
    return f'<text class="name" x="{across:.1f}" y="{down + 5:.1f}">{escape(name)}</text>'


def _centre(polygon: Sequence[Point]) -> Point:
    """The centre of gravity."""
    area = x = y = 0.0
    for (x1, y1), (x2, y2) in pairwise([*polygon, polygon[0]]):
        part = x1 * y2 - x2 * y1
        area, x, y = area + part, x + part * (x1 + x2), y + part * (y1 + y2)
    return (x / (3 * area), y / (3 * area)) if area else polygon[0]


def _contour(value: float, pieces: Sequence[tuple[Point, Point]]) -> str:
    if not pieces:
        return ""
    kind = "contour zero" if value == 0 else "contour"
    way = "".join(_path(piece) for piece in pieces)
    start, end = max(pieces, key=lambda piece: (piece[0][0] - piece[1][0]) ** 2 + (piece[0][1] - piece[1][1]) ** 2)
    across, down = _place(((start[0] + end[0]) / 2, (start[1] + end[1]) / 2))
    text = f"{value:.3g}".replace("-", "−")
    return (
        f'<g><title>{text}</title><path class="{kind}" d="{way}"/></g>'
        f'<text class="value" x="{across:.1f}" y="{down + 3.5:.1f}">{text}</text>'
    )


def _dot(name: str, point: Point) -> str:
    across, down = _place(point)
    return (
        f"<g><title>{escape(name)} ({point[0]:.3g}, {point[1]:.3g})</title>"
        f'<circle class="dot" cx="{across:.1f}" cy="{down:.1f}" r="3.4"/></g>'
        f'<text class="dotname" x="{across + 6:.1f}" y="{down - 5:.1f}">{escape(name)}</text>'
    )


def _frame(x: str, y: str) -> str:
    bottom = _TOP + _SIDE
    parts = [f'<rect class="frame" x="{_LEFT}" y="{_TOP}" width="{_SIDE}" height="{_SIDE}"/>']
    for tick in _TICKS:
        across, down = _place((tick, tick))
        parts.append(f'<text x="{across:.1f}" y="{bottom + 16}">{tick:g}</text>')
        parts.append(f'<text class="end" x="{_LEFT - 7}" y="{down + 4:.1f}">{tick:g}</text>')
    parts.append(f'<text class="axis" x="{_LEFT + _SIDE / 2}" y="{bottom + 36}">{escape(x)}</text>')
    parts.append(f'<text class="axis" x="16" y="{_TOP + _SIDE / 2}">{escape(y)}</text>')
    return "".join(parts)

"""The 13x13 grid of starting hands as a heat map: one number per class in, an SVG picture out.

Pairs lie on the diagonal, suited hands above it, offsuit hands below (the class numbering of `cards.holdings`). Two
colourings: the four bands of Teófilo's Fig. 14 (blue from 90 %, purple from 70 %, green from 50 %, red below), which
show at a glance where a hand stops being a favourite, and a continuous scale between the smallest and the largest
value, for numbers that are not probabilities of winning. The picture stands alone as a file and also inside a page.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from html import escape

from riverboat.cards.holdings import CLASS_NAMES, CLASSES
from riverboat.errors import RiverboatError

_BANDS = ((0.9, "#2f5fb3", "90 % and more"), (0.7, "#7a4fa3", "70 to 90 %"), (0.5, "#3d8a4e", "50 to 70 %"))
_LOWEST_BAND = ("#b8443f", "below 50 %")
_COLD, _WARM = (0x3A, 0x4A, 0x6B), (0xD0, 0x5A, 0x2E)

_CELL, _GAP, _TOP = 42, 2, 30
_SIDE = 13 * _CELL
_STYLE = (
    "text{font-family:system-ui,sans-serif;text-anchor:middle;fill:#fff}"
    ".name{font-size:12px;font-weight:600}.value{font-size:10px}"
    ".caption{font-size:15px;font-weight:600;text-anchor:start;fill:#7f8792}"
    ".key{font-size:12px;text-anchor:start;fill:#7f8792}"
)


def number_grid(values: Sequence[float], caption: str) -> str:
    """An SVG of one cell per class with plain numbers, coloured by a scale; cells that are NaN stay empty."""
    if len(values) != CLASSES:
        raise RiverboatError(f"grid: {len(values)} values; the grid has {CLASSES} classes")
    there = [value for value in values if value == value]
    colour = _scale(min(there, default=0.0), max(there, default=0.0))
    cells = "".join(
        _cell(index, f"{value:g}" if value == value else "", colour(value) if value == value else "#8884")
        for index, value in enumerate(values)
    )
    return _picture(cells, caption, "")


def heat_grid(values: Sequence[float], caption: str, *, bands: bool) -> str:
    """An SVG of one cell per class with shares in percent.

    Args:
        values: One for each of the 169 starting hands, 0 to 1.
        bands: Colour by the four bands, otherwise by a scale.
    """
    if len(values) != CLASSES:
        raise RiverboatError(f"heat map: {len(values)} values; the grid has {CLASSES} classes")
    low, high = min(values), max(values)
    colour = _band_colour if bands else _scale(low, high)
    cells = "".join(
        _cell(index, f"{100 * value:.1f}", colour(value), f"{100 * value:.2f} %") for index, value in enumerate(values)
    )
    return _picture(cells, caption, _band_legend() if bands else _scale_legend(low, high))


def _picture(cells: str, caption: str, legend: str) -> str:
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_SIDE} {_SIDE + _TOP + 28}" width="{_SIDE}" role="img">'
        f"<title>{escape(caption)}</title><style>{_STYLE}</style>"
        f'<text class="caption" x="2" y="19">{escape(caption)}</text>{cells}{legend}</svg>'
    )


def _cell(index: int, text: str, colour: str, title: str = "") -> str:
    row, column = divmod(index, 13)
    x, y = column * _CELL, _TOP + row * _CELL
    middle, name = x + _CELL / 2 - _GAP / 2, CLASS_NAMES[index]
    return (
        f"<g><title>{name} {title or text}</title>"
        f'<rect x="{x}" y="{y}" width="{_CELL - _GAP}" height="{_CELL - _GAP}" rx="4" fill="{colour}"/>'
        f'<text class="name" x="{middle}" y="{y + 18}">{name}</text>'
        f'<text class="value" x="{middle}" y="{y + 32}">{text}</text></g>'
    )


def _band_colour(value: float) -> str:
    return next((colour for floor, colour, _ in _BANDS if value >= floor), _LOWEST_BAND[0])


def _band_legend() -> str:
    return _legend([(colour, text) for _, colour, text in _BANDS] + [_LOWEST_BAND])


def _scale(low: float, high: float) -> Callable[[float], str]:
    width = high - low or 1.0

    def colour(value: float) -> str:
        share = (value - low) / width
        red, green, blue = (round(cold + share * (warm - cold)) for cold, warm in zip(_COLD, _WARM, strict=True))
        return f"#{red:02x}{green:02x}{blue:02x}"

    return colour


def _scale_legend(low: float, high: float) -> str:
    colour = _scale(low, high)
    return _legend([(colour(low), f"{100 * low:.1f} % (lowest)"), (colour(high), f"{100 * high:.1f} % (highest)")])


def _legend(entries: list[tuple[str, str]]) -> str:
    y = _TOP + _SIDE + 8
    parts = []
    for number, (colour, text) in enumerate(entries):
        x = 2 + number * _SIDE // max(len(entries), 3)
        parts.append(
            f'<rect x="{x}" y="{y}" width="11" height="11" rx="2" fill="{colour}"/>'
            f'<text class="key" x="{x + 17}" y="{y + 10}">{escape(text)}</text>'
        )
    return "".join(parts)

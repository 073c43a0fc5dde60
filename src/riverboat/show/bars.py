"""A histogram as a small picture: shares of equal bins in, an SVG out."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

_BAR, _HEIGHT = 14, 56


def bar_chart(shares: Sequence[float], caption: str) -> str:
    """Bars of equal width, the tallest as high as the picture; the caption is its title."""
    tallest = max([*shares, 1e-9])
    bars = "".join(
        f'<rect x="{place * _BAR}" y="{_HEIGHT * (1 - share / tallest):.1f}" width="{_BAR - 2}"'
        f' height="{_HEIGHT * share / tallest:.1f}" fill="#d05a2e"><title>{100 * share:.1f} %</title></rect>'
        for place, share in enumerate(shares)
    )
    width = _BAR * len(shares)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {_HEIGHT}" width="{width}" role="img">'
        f"<title>{escape(caption)}</title>{bars}</svg>"
    )

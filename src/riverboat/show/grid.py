"""The 13x13 grid of starting hands as a heat map: one number per class in, HTML out.

Pairs lie on the diagonal, suited hands above it, offsuit hands below (the class numbering of `cards.holdings`). Two colourings:
the four bands of Teófilo's Fig. 14 (blue from 90 %, purple from 70 %, green from 50 %, red below), which show at a glance where
a hand stops being a favourite, and a continuous scale between the smallest and the largest value, for numbers that are
not chances of winning.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from html import escape

from riverboat.cards.holdings import CLASS_NAMES, CLASSES
from riverboat.errors import RiverboatError

GRID_STYLE = """
figure { margin: 0; }
figcaption { font-weight: 600; margin-bottom: .4rem; }
.grid { display: grid; grid-template-columns: repeat(13, 1fr); gap: 2px; width: min(33rem, 92vw); }
.grid div { aspect-ratio: 1; display: flex; flex-direction: column; justify-content: center; align-items: center;
  border-radius: 3px; font-size: .68rem; line-height: 1.15; color: #fff; text-shadow: 0 1px 1px #0007; }
.grid div b { font-weight: 600; } .grid div span { font-size: .62rem; opacity: .92; }
.legend { display: flex; gap: 1rem; flex-wrap: wrap; margin-top: .5rem; font-size: .8rem; }
.legend i { display: inline-block; width: .9em; height: .9em; border-radius: 2px; vertical-align: -0.1em; margin-right: .35em; }
"""

_BANDS = ((0.9, "#2f5fb3", "90 % and more"), (0.7, "#7a4fa3", "70 to 90 %"), (0.5, "#3d8a4e", "50 to 70 %"))
_LOWEST_BAND = ("#b8443f", "below 50 %")
_COLD, _WARM = (0x3A, 0x4A, 0x6B), (0xD0, 0x5A, 0x2E)


def heat_grid(values: Sequence[float], caption: str, *, bands: bool) -> str:
    """An HTML figure with one cell per class; `bands` colours by the four bands, otherwise by a scale."""
    if len(values) != CLASSES:
        raise RiverboatError(f"heat map: {len(values)} values; the grid has {CLASSES} classes")
    colour = _band_colour if bands else _scale(min(values), max(values))
    cells = "".join(
        f'<div style="background:{colour(value)}" title="{name} {100 * value:.2f} %"><b>{name}</b>'
        f"<span>{100 * value:.1f}</span></div>"
        for name, value in zip(CLASS_NAMES, values, strict=True)
    )
    legend = _band_legend() if bands else _scale_legend(min(values), max(values))
    return f'<figure><figcaption>{escape(caption)}</figcaption><div class="grid">{cells}</div>{legend}</figure>'


def _band_colour(value: float) -> str:
    return next((colour for floor, colour, _ in _BANDS if value >= floor), _LOWEST_BAND[0])


def _band_legend() -> str:
    entries = [(colour, text) for _, colour, text in _BANDS] + [_LOWEST_BAND]
    return _legend(entries)


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
    items = "".join(f'<span><i style="background:{colour}"></i>{escape(text)}</span>' for colour, text in entries)
    return f'<div class="legend">{items}</div>'

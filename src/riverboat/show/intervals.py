"""Intervals side by side: for each name one bar for each way of measuring, around a line at zero, as an SVG.

For results with errors, where the question is whether an interval excludes zero. Colours are those of `curves.py` in
the same order, so that a way of measuring has the same colour in both.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from html import escape
from typing import Final

from riverboat.show.curves import COLOURS, ticks_between

_LETTERS: Final = 18
"""Of a name, before it is cut."""
_RIGHT: Final = 34
_BAR: Final = 15
"""Pixels from one bar to the next of the same name."""
_GAP: Final = 12
_STYLE: Final = (
    ".intervals{--i-ink:#333b46;--i-faint:#6c7480;--i-grid:#e4e1d8}"
    "@media (prefers-color-scheme:dark){.intervals{--i-ink:#dcdad3;--i-faint:#98a0ab;--i-grid:#2b3037}}"
    ".intervals text{font:12px system-ui,sans-serif;fill:var(--i-faint)}"
    ".intervals .name{fill:var(--i-ink);font-size:13px;font-weight:600;text-anchor:end}"
    ".intervals .mid{text-anchor:middle}.intervals .grid{stroke:var(--i-grid)}"
    ".intervals .zero{stroke:var(--i-faint);stroke-width:1.4;stroke-dasharray:4 3}"
)


@dataclass(frozen=True)
class Interval:
    """A mean and its interval; without ends, a dot alone."""

    mean: float
    low: float | None = None
    high: float | None = None


def interval_chart(
    rows: Sequence[tuple[str, Sequence[Interval | None]]],
    kinds: Sequence[str],
    unit: str,
    width: int = 900,
    letters: int = _LETTERS,
) -> str:
    """A picture of `rows`: a name, cut after `letters`, and for each of `kinds` its interval or None."""
    left = 24 + 7 * letters
    bars = max(1, len(kinds))
    step = _BAR * bars + _GAP
    top, height = 34, 34 + step * len(rows) + 40
    ends = [0.0]
    for _, intervals in rows:
        for each in intervals:
            if each is not None:
                ends += [end for end in (each.mean, each.low, each.high) if end is not None]
    low, high, ticks = ticks_between(min(ends), max(ends))

    def x(value: float) -> float:
        return left + (width - left - _RIGHT) * (value - low) / (high - low)

    parts = [_legend(kinds, left)]
    bottom = top + step * len(rows)
    for tick, text in ticks:
        kind = "zero" if tick == 0 else "grid"
        parts.append(f'<path class="{kind}" d="M{x(tick):.1f} {top - 6}V{bottom}"/>')
        parts.append(f'<text class="mid" x="{x(tick):.1f}" y="{bottom + 16}">{escape(text)}</text>')
    parts.append(f'<text class="mid" x="{(left + width - _RIGHT) / 2:.0f}" y="{bottom + 34}">{escape(unit)}</text>')
    for number, (name, intervals) in enumerate(rows):
        start = top + step * number
        middle = start + _BAR * bars / 2
        parts.append(f'<text class="name" x="{left - 12}" y="{middle + 4:.1f}">{escape(_cut(name, letters))}</text>')
        for place, each in enumerate(intervals):
            if each is not None:
                parts.append(_bar(each, kinds[place], COLOURS[place % len(COLOURS)], start + _BAR * (place + 0.5), x))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="intervals" viewBox="0 0 {width} {height}" width="{width}" '
        f'height="{height}" role="img"><title>Means with intervals, {escape(unit)}</title><style>{_STYLE}</style>'
        f"{''.join(parts)}</svg>"
    )


def _bar(each: Interval, kind: str, colour: str, y: float, x: Callable[[float], float]) -> str:
    words = f"{kind}: {each.mean:+.1f}"
    line = ""
    if each.low is not None and each.high is not None:
        words += f", {each.low:+.1f} to {each.high:+.1f}"
        sure = each.low > 0 or each.high < 0
        line = (
            f'<path d="M{x(each.low):.1f} {y:.1f}H{x(each.high):.1f}" stroke="{colour}" stroke-width="7" '
            f'stroke-linecap="round" stroke-opacity="{0.55 if sure else 0.25}"/>'
        )
    dot = f'<circle cx="{x(each.mean):.1f}" cy="{y:.1f}" r="4.4" fill="{colour}"/>'
    return f"<g><title>{escape(words)}</title>{line}{dot}</g>"


def _legend(kinds: Sequence[str], left: int) -> str:
    parts, x = [], float(left)
    for place, kind in enumerate(kinds):
        parts.append(f'<circle cx="{x + 5:.1f}" cy="12" r="4.4" fill="{COLOURS[place % len(COLOURS)]}"/>')
        parts.append(f'<text x="{x + 15:.1f}" y="16">{escape(kind)}</text>')
        x += 36 + 5.9 * len(kind)
    return "".join(parts)


def _cut(name: str, letters: int) -> str:
    return name if len(name) <= letters else name[: letters - 1] + "…"

"""Line charts: numbers in, an SVG picture out, with axes, ticks, a legend, interval bands and markers.

For bankrolls, learning curves, convergence on logarithmic axes, and whatever else is a value over something. A picture
stands alone as a file and also inside a page; its colours are readable on light and on dark paper, and its style
touches nothing else on the page. Points keep the order they are given in. A value that is not a number, or that a
logarithmic axis cannot show, leaves a gap in its curve.

Ticks are at 1, 2 and 5 times powers of ten, at most about eight to an axis; logarithmic axes have them at the powers,
and in between where there are few. It draws every point it is given: thin out what has more than a few thousand.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from html import escape
from itertools import groupby, pairwise
from math import ceil, floor, isfinite, log10

from riverboat.errors import RiverboatError

Point = tuple[float, float]

COLOURS = ("#3b78c2", "#cf5b2e", "#3f9455", "#8d5fbd", "#b0861b", "#259a9a", "#c24a7d", "#7f8792")
"""One for each curve in turn; then again, with dashes."""

_DASHES = ("", "7 4", "2 3", "9 3 2 3")
_SHAPES = ("circle", "square", "diamond", "triangle")
_MARK = 3.4
_TINY = 1e-280
"""Numbers below this count as zero: their logarithms and fractions are no longer exact."""
_CHARACTER = 6.4
"""How wide a character of the small text is, about, in pixels."""

_STYLE = (
    ".chart{--c-ink:#333b46;--c-faint:#6c7480;--c-line:#c9c6bc;--c-grid:#e4e1d8}"
    "@media (prefers-color-scheme:dark){.chart{--c-ink:#dcdad3;--c-faint:#98a0ab;--c-line:#4a525d;--c-grid:#2b3037}}"
    ".chart text{font-family:system-ui,sans-serif;font-size:11.5px;font-weight:400;fill:var(--c-faint);"
    "text-anchor:start}.chart .head{font-size:15px;font-weight:600;fill:var(--c-ink)}"
    ".chart .axis{fill:var(--c-ink);font-size:12px}.chart .mid{text-anchor:middle}.chart .end{text-anchor:end}"
    ".chart .grid{stroke:var(--c-grid);stroke-width:1}.chart .frame{stroke:var(--c-line);stroke-width:1;fill:none}"
    ".chart .level{stroke:var(--c-faint);stroke-width:1.2;stroke-dasharray:5 4}"
    ".chart .curve{fill:none;stroke-width:1.9;stroke-linejoin:round;stroke-linecap:round}"
    ".chart .band{stroke:none;fill-opacity:.17}"
)


@dataclass(frozen=True)
class Curve:
    """One line of the chart."""

    name: str
    points: Sequence[Point]
    band: Sequence[tuple[float, float]] = ()
    """The interval (low, high) around each point, shown as a band; none, or one for every point."""
    marks: bool = False
    """Whether each point gets a mark, with its values in a tooltip."""
    line: bool = True
    """False for marks alone."""
    dashed: bool = False
    colour: str = ""
    """A given colour, such as another curve's; empty for the next of `COLOURS`."""


@dataclass(frozen=True)
class Level:
    """A horizontal line at a reference value, such as an equilibrium's."""

    name: str
    value: float


@dataclass(frozen=True)
class _Axis:
    """From values to pixels."""

    low: float
    high: float
    log: bool
    start: float
    length: float
    """Pixels, negative if values grow upwards."""

    def shows(self, value: float) -> bool:
        return isfinite(value) and (value > 0 or not self.log)

    def place(self, value: float) -> float:
        low, high = self.low, self.high
        if self.log:
            value, low, high = log10(max(value, 1e-300)), log10(low), log10(high)
        return self.start + self.length * (value - low) / (high - low)

    def within(self, value: float) -> float:
        """The place, or the end of the axis that is nearer."""
        return self.place(min(max(value, self.low), self.high))


def line_chart(
    curves: Sequence[Curve],
    caption: str,
    *,
    x: str = "",
    y: str = "",
    log_x: bool = False,
    log_y: bool = False,
    levels: Sequence[Level] = (),
    from_zero: bool = False,
    width: int = 720,
    height: int = 400,
) -> str:
    """An SVG of the curves.

    Args:
        curves: Names and points.
        x: The name of the axis, with its unit.
        y: The name of the axis, with its unit.
        log_x: A logarithmic axis.
        log_y: A logarithmic axis.
        levels: Horizontal lines at reference values.
        from_zero: y begins at 0.
        width: In pixels.
        height: In pixels.
    """
    if width < 200 or height < 150:
        raise RiverboatError(f"chart {width} x {height}: expected at least 200 x 150")
    for curve in curves:
        if curve.band and len(curve.band) != len(curve.points):
            raise RiverboatError(
                f'curve "{curve.name}": {len(curve.band)} intervals for {len(curve.points)} points; expected as many'
            )
    across = [p[0] for curve in curves for p in curve.points]
    up = [p[1] for curve in curves for p in curve.points] + [level.value for level in levels]
    up += [edge for curve in curves for interval in curve.band for edge in interval]
    if from_zero and not log_y:
        up.append(0.0)
    low_x, high_x, ticks_x = _scale(across, log_x, max_ticks=max(3, width // 90), widen=False)
    low_y, high_y, ticks_y = _scale(up, log_y, max_ticks=max(3, height // 50), widen=True)
    text_x, text_y = _tick_texts(ticks_x, log_x), _tick_texts(ticks_y, log_y)

    left = 14 + _CHARACTER * max((len(text) for text in text_y), default=1) + (20 if y else 4)
    right = max(14.0, _CHARACTER * (len(text_x[-1]) if text_x else 0) / 2 + 4)
    keys, keys_height = _legend(curves, levels, left, width - 8, 30 if caption else 10)
    top = (34 if caption else 12) + keys_height
    foot = 24 + (20 if x else 0)
    across_axis = _Axis(low_x, high_x, log_x, left, width - right - left)
    up_axis = _Axis(low_y, high_y, log_y, height + keys_height - foot, -(height + keys_height - foot - top))
    parts = [
        *_grid(across_axis, up_axis, ticks_x, ticks_y, text_x, text_y),
        *_names(across_axis, up_axis, x, y),
        *(_band(curve, _colour(curve, n), across_axis, up_axis) for n, curve in enumerate(curves) if curve.band),
        *(_level(level, across_axis, up_axis) for level in levels if up_axis.shows(level.value)),
        *(_curve(curve, n, across_axis, up_axis) for n, curve in enumerate(curves)),
    ]
    whole = height + keys_height
    head = f'<text class="head" x="{left:.1f}" y="20">{escape(caption)}</text>' if caption else ""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="chart" viewBox="0 0 {width} {whole}" width="{width}" '
        f'height="{whole}" role="img"><title>{escape(caption)}</title><style>{_STYLE}</style>'
        f"{head}{keys}{''.join(parts)}</svg>"
    )


def ticks_between(low: float, high: float, max_ticks: int = 8) -> tuple[float, float, list[tuple[float, str]]]:
    """Round ends of a linear axis that shows these values, and its ticks with their texts."""
    start, end, ticks = _scale((low, high), False, max_ticks, True)
    return start, end, list(zip(ticks, _tick_texts(ticks, False), strict=True))


def _colour(curve: Curve, number: int) -> str:
    return curve.colour or COLOURS[number % len(COLOURS)]


def _scale(values: Iterable[float], log: bool, max_ticks: int, widen: bool) -> tuple[float, float, list[float]]:
    """The ends of an axis and its ticks."""
    shown = [value for value in values if isfinite(value) and (value > 0 or not log)]
    if not shown:
        shown = [1.0, 10.0] if log else [0.0, 1.0]
    low, high = min(shown), max(shown)
    if log:
        low, high = max(low, _TINY), max(high, _TINY)
        if low == high:
            low, high = low / 2, high * 2
    elif high - low <= max(_TINY, 1e-12 * max(abs(low), abs(high))):  # one value, or nearly
        around = max(abs(low), abs(high))
        around = around if around > _TINY else 1.0
        low, high = low - around / 2, high + around / 2
    return _log_scale(low, high, max_ticks, widen) if log else _linear_scale(low, high, max_ticks, widen)


def _linear_scale(low: float, high: float, max_ticks: int, widen: bool) -> tuple[float, float, list[float]]:
    rough = (high - low) / max_ticks
    power = 10.0 ** floor(log10(rough))
    step = next(times * power for times in (1, 2, 5, 10) if times * power >= rough * 0.999)
    first, last = floor(low / step + 1e-9), ceil(high / step - 1e-9)
    ticks = [round(number * step, 12 - floor(log10(step))) for number in range(first, last + 1)]
    if widen:
        return ticks[0], ticks[-1], ticks
    slack = 1e-9 * (high - low)
    return low, high, [tick for tick in ticks if low - slack <= tick <= high + slack]


def _log_scale(low: float, high: float, max_ticks: int, widen: bool) -> tuple[float, float, list[float]]:
    first, last = floor(log10(low) + 1e-9), ceil(log10(high) - 1e-9)
    if last - first > max_ticks:  # too many powers: every second, third ...
        every = ceil((last - first) / max_ticks)
        ticks = [10.0**power for power in range(first, last + 1, every)]
    else:
        times = (1, 2, 5) if last - first <= 2 else (1,)
        ticks = [t * 10.0**power for power in range(first, last + 1) for t in times]
    if widen:
        low = max((tick for tick in ticks if tick <= low * 1.000001), default=low)
        high = min((tick for tick in ticks if tick >= high / 1.000001), default=high)
    shown = [tick for tick in ticks if low / 1.000001 <= tick <= high * 1.000001]
    return low, high, shown


def _tick_texts(ticks: Sequence[float], log: bool) -> list[str]:
    if log:
        return [_power_text(tick) for tick in ticks]
    largest = max((abs(tick) for tick in ticks), default=0.0)
    unit, suffix = next(((u, s) for u, s in ((1e9, " G"), (1e6, " M")) if largest >= u), (1.0, ""))
    step = min((b - a for a, b in pairwise(ticks)), default=largest or 1.0) / unit
    if unit == 1.0 and largest < 1e-4:
        return [_signed(f"{tick:.1e}") if tick else "0" for tick in ticks]
    digits = max(0, -floor(log10(step) + 1e-9))
    return [_signed(f"{tick / unit:,.{digits}f}") + (suffix if tick else "") for tick in ticks]


def _power_text(tick: float) -> str:
    if 1e-3 <= tick < 1e6:
        return f"{tick:,.10g}" if tick < 1 else f"{tick:,.0f}"
    mantissa, power = f"{tick:.0e}".split("e")
    raised = str(int(power)).translate(str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹"))
    return f"10{raised}" if mantissa == "1" else f"{mantissa}·10{raised}"


def _signed(text: str) -> str:
    zero = not any(digit in text for digit in "123456789")
    return text.replace("-", "") if zero else text.replace("-", "−")


def _grid(
    across: _Axis,
    up: _Axis,
    ticks_x: Sequence[float],
    ticks_y: Sequence[float],
    text_x: Sequence[str],
    text_y: Sequence[str],
) -> Iterator[str]:
    left, right = across.start, across.start + across.length
    bottom, top = up.start, up.start + up.length
    for tick, text in zip(ticks_y, text_y, strict=True):
        y = up.place(tick)
        yield f'<path class="grid" d="M{left:.1f} {y:.1f}H{right:.1f}"/>'
        yield f'<text class="end" x="{left - 7:.1f}" y="{y + 4:.1f}">{text}</text>'
    for tick, text in zip(ticks_x, text_x, strict=True):
        x = across.place(tick)
        yield f'<path class="grid" d="M{x:.1f} {top:.1f}V{bottom:.1f}"/>'
        yield f'<text class="mid" x="{x:.1f}" y="{bottom + 17:.1f}">{text}</text>'
    yield f'<path class="frame" d="M{left:.1f} {top:.1f}V{bottom:.1f}H{right:.1f}"/>'


def _names(across: _Axis, up: _Axis, x: str, y: str) -> Iterator[str]:
    if x:
        yield (
            f'<text class="axis mid" x="{across.start + across.length / 2:.1f}" y="{up.start + 37:.1f}">'
            f"{escape(x)}</text>"
        )
    if y:
        middle = up.start + up.length / 2
        yield f'<text class="axis mid" transform="translate(14 {middle:.1f}) rotate(-90)">{escape(y)}</text>'


def _runs(curve: Curve, across: _Axis, up: _Axis) -> Iterator[list[tuple[int, Point]]]:
    """The stretches of a curve between its gaps."""
    numbered = enumerate(curve.points)
    for shown, run in groupby(numbered, key=lambda item: across.shows(item[1][0]) and up.shows(item[1][1])):
        if shown:
            yield list(run)


def _curve(curve: Curve, number: int, across: _Axis, up: _Axis) -> str:
    colour, parts = _colour(curve, number), []
    dash = _dash(curve, number)
    for run in _runs(curve, across, up):
        places = [(across.place(x), up.place(y)) for _, (x, y) in run]
        if curve.line and len(places) > 1:
            way = "L".join(f"{x:.1f} {y:.1f}" for x, y in places)
            parts.append(f'<path class="curve" stroke="{colour}"{dash} d="M{way}"/>')
        if curve.marks or not curve.line or len(places) == 1:
            for (x, y), (_, point) in zip(places, run, strict=True):
                words = escape(f"{curve.name}: {point[0]:.6g}, {point[1]:.6g}")
                parts.append(f"<g><title>{words}</title>{_mark(x, y, number, colour)}</g>")
    return "".join(parts)


def _band(curve: Curve, colour: str, across: _Axis, up: _Axis) -> str:
    parts = []
    for run in _runs(curve, across, up):
        edges = [(across.place(x), *curve.band[index]) for index, (x, _) in run]
        edges = [(x, low, high) for x, low, high in edges if low == low and high == high]
        if len(edges) == 1:
            x, low, high = edges[0]
            parts.append(f'<path d="M{x:.1f} {up.within(low):.1f}V{up.within(high):.1f}" stroke="{colour}"/>')
        elif edges:
            above = [f"{x:.1f} {up.within(high):.1f}" for x, _, high in edges]
            below = [f"{x:.1f} {up.within(low):.1f}" for x, low, _ in reversed(edges)]
            outline = "L".join(above + below)
            parts.append(f'<path class="band" fill="{colour}" d="M{outline}Z"/>')
    return "".join(parts)


def _level(level: Level, across: _Axis, up: _Axis) -> str:
    y = up.place(level.value)
    words = escape(f"{level.name}: {level.value:.6g}")
    line = f'<path class="level" d="M{across.start:.1f} {y:.1f}H{across.start + across.length:.1f}"/>'
    return f"<g><title>{words}</title>{line}</g>"


def _dash(curve: Curve, number: int) -> str:
    pattern = _DASHES[(number // len(COLOURS) + curve.dashed) % len(_DASHES)]
    return f' stroke-dasharray="{pattern}"' if pattern else ""


def _mark(x: float, y: float, number: int, colour: str) -> str:
    shape, r = _SHAPES[number % len(_SHAPES)], _MARK
    if shape == "circle":
        return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{r}" fill="{colour}"/>'
    if shape == "square":
        return f'<rect x="{x - r:.1f}" y="{y - r:.1f}" width="{2 * r}" height="{2 * r}" fill="{colour}"/>'
    r *= 1.3
    if shape == "diamond":
        return f'<path d="M{x:.1f} {y - r:.1f}l{r:.1f} {r:.1f}l{-r:.1f} {r:.1f}l{-r:.1f} {-r:.1f}Z" fill="{colour}"/>'
    return f'<path d="M{x:.1f} {y - r:.1f}l{r:.1f} {1.8 * r:.1f}h{-2 * r:.1f}Z" fill="{colour}"/>'


def _legend(curves: Sequence[Curve], levels: Sequence[Level], left: float, right: float, top: float) -> tuple[str, int]:
    """The names beside samples of their lines, in as many rows as they need, and how high those are."""
    samples: list[tuple[str, str]] = []
    for number, curve in enumerate(curves):
        if not curve.name:
            continue
        colour = _colour(curve, number)
        line = f'<path class="curve" stroke="{colour}"{_dash(curve, number)} d="M0 0H24"/>' if curve.line else ""
        samples.append((curve.name, line + (_mark(12, 0, number, colour) if curve.marks or not curve.line else "")))
    samples += [(level.name, '<path class="level" d="M0 0H24"/>') for level in levels if level.name]
    parts, x, row = [], left, 0
    for name, sample in samples:
        wide = 34 + _CHARACTER * len(name) + 14
        if x > left and x + wide > right:
            x, row = left, row + 1
        y = top + 9 + 18 * row
        parts.append(f'<g transform="translate({x:.1f} {y:.1f})">{sample}<text x="31" y="4">{escape(name)}</text></g>')
        x += wide
    return "".join(parts), 18 * (row + 1) if samples else 0

"""A small neural network as a picture: weights and activations in, an SVG out.

Drawn as Billings (2006, Figure 2.7) draws it: inputs in the top row, outputs at the bottom, each unit the darker the
more active it is; lines are as thick as their weights, black for positive and grey for negative ones. The picture has
its own light background, so that it reads the same in either theme.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from typing import Final

from riverboat.errors import RiverboatError

_WIDTH, _PAGE, _RADIUS = 760, 820, 11
_ROWS: Final = (150, 300, 450)
_HEIGHT = 500
_THICKEST = 7.0
_THINNEST = 0.15
_POSITIVE, _NEGATIVE = "#111", "#a9a9a9"


@dataclass(frozen=True)
class Layers:
    """A network with one hidden layer, and how active its units are at one moment, from 0 to 1."""

    inputs: Sequence[str]
    outputs: Sequence[str]
    hidden: Sequence[Sequence[float]]
    """The weights of every hidden unit, one per input; biases are not drawn."""
    output: Sequence[Sequence[float]]
    """The weights of every output, one per hidden unit."""
    activity: tuple[Sequence[float], Sequence[float], Sequence[float]]
    """Of the inputs, the hidden units and the outputs."""

    def __post_init__(self) -> None:
        wide, middle, last = len(self.inputs), len(self.hidden), len(self.outputs)
        found = (
            *map(len, self.activity), len(self.output), {*map(len, self.hidden)}, {*map(len, self.output)},
        )  # fmt: skip
        if found != (wide, middle, last, last, {wide}, {middle}):
            raise RiverboatError(
                f"network of {wide} inputs, {middle} hidden units and {last} outputs: expected a weight for every line "
                "and an activity for every unit"
            )


def network_picture(layers: Layers, title: str) -> str:
    """The network as an SVG."""
    places = [_places(len(row)) for row in layers.activity]
    lines = [
        *_lines(layers.hidden, places[0], places[1], _ROWS[0], _ROWS[1]),
        *_lines(layers.output, places[1], places[2], _ROWS[1], _ROWS[2]),
    ]
    units = [
        _unit(x, y, active)
        for row, y, xs in zip(layers.activity, _ROWS, places, strict=True)
        for x, active in zip(xs, row, strict=True)
    ]
    names = [
        f'<text x="{x:.1f}" y="{_ROWS[0] - 17}" text-anchor="start" font-size="11" '
        f'transform="rotate(-48 {x:.1f} {_ROWS[0] - 17})">{number} {escape(name)}</text>'
        for number, (x, name) in enumerate(zip(places[0], layers.inputs, strict=True), start=1)
    ]
    results = [
        f'<text x="{x:.1f}" y="{_ROWS[2] + 30}" text-anchor="middle" font-size="13">{escape(name)} {100 * share:.0f} %'
        "</text>"
        for x, name, share in zip(places[2], layers.outputs, layers.activity[2], strict=True)
    ]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_PAGE} {_HEIGHT}" width="{_PAGE}" role="img"'
        f' font-family="system-ui,sans-serif" fill="#111"><title>{escape(title)}</title>'
        f'<rect width="{_PAGE}" height="{_HEIGHT}" rx="6" fill="#fff"/>'
        f'<text x="14" y="24" font-size="15" font-weight="600">{escape(title)}</text>'
        f"{''.join([*lines, *units, *names, *results])}</svg>"
    )


def _places(units: int) -> list[float]:
    return [_WIDTH * (place + 0.5) / units for place in range(units)]


def _lines(
    weights: Sequence[Sequence[float]], above: Sequence[float], below: Sequence[float], top: int, bottom: int
) -> list[str]:
    """The lines between two rows, the thinner first so that strong ones are on top."""
    largest = max((abs(weight) for row in weights for weight in row), default=0.0) or 1.0
    found = [
        (abs(weight) / largest, weight > 0.0, above[start], below[end])
        for end, row in enumerate(weights)
        for start, weight in enumerate(row)
    ]
    return [
        f'<line x1="{start:.1f}" y1="{top}" x2="{end:.1f}" y2="{bottom}" '
        f'stroke="{_POSITIVE if positive else _NEGATIVE}" stroke-width="{_THICKEST * size:.2f}"/>'
        for size, positive, start, end in sorted(found)
        if _THICKEST * size >= _THINNEST
    ]


def _unit(x: float, y: int, active: float) -> str:
    shade = round(255 * (1.0 - min(max(active, 0.0), 1.0)))
    return (
        f'<circle cx="{x:.1f}" cy="{y}" r="{_RADIUS}" fill="rgb({shade},{shade},{shade})" stroke="#111">'
        f"<title>{active:.2f}</title></circle>"
    )

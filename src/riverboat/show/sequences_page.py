"""What a model of betting sequences believes of an opponent, as a page: betting trees and histograms.

A tree has the opponent's decisions with a bar divided by its frequencies of fold, call and raise; a histogram has the
share of hands shown in each cell of hand rank. Plain data in, HTML out.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from typing import Final

from riverboat.show.page import Html, figure, page, section, table
from riverboat.show.tree import TreeNode, draw_tree

_WIDTH, _HEIGHT, _BASE, _FOOT = 220, 90, 70, 86
_COLOUR: Final = "#4a7fb5"


@dataclass(frozen=True)
class Histogram:
    """Hands shown after betting sequences that count as alike."""

    title: str
    shares: Sequence[float]
    seen: int


@dataclass(frozen=True)
class SeatBeliefs:
    """What is believed when we sit in one seat."""

    title: str
    trees: Sequence[tuple[str, TreeNode]]
    actions: Sequence[Sequence[str]]
    """Rows of the table of frequencies: situation, seen, fold, call, raise."""
    histograms: Sequence[Histogram]


COLUMNS: Final = ("situation", "seen", "fold", "call", "raise")


def sequences_page(title: str, note: str, seats: Sequence[SeatBeliefs]) -> str:
    """The whole page."""
    parts = []
    for seat in seats:
        trees = [figure(draw_tree(tree), caption) for caption, tree in seat.trees]
        bars = Html(f'<div class="row">{"".join(figure(draw_histogram(each)) for each in seat.histograms)}</div>')
        parts.append(
            section(
                seat.title,
                table(COLUMNS, seat.actions, caption="How often the opponent folds, calls and raises"),
                section("Betting", *trees, level=3),
                section("Hands shown, by the opponent's bets and raises in the hand", bars, level=3),
            )
        )
    return page(title, "".join(parts), note=note)


def draw_histogram(histogram: Histogram) -> str:
    """Bars from the weakest hands to the strongest, as SVG."""
    top = max([*histogram.shares, 1e-9])
    each = _WIDTH / len(histogram.shares)
    bars = []
    for place, share in enumerate(histogram.shares):
        height = _BASE * 0.8 * share / top
        low, high = place / len(histogram.shares), (place + 1) / len(histogram.shares)
        bars.append(
            f'<rect x="{place * each:.1f}" y="{_BASE - height:.1f}" width="{each - 1:.1f}" height="{height:.1f}" '
            f'fill="{_COLOUR}"><title>{low:.2f} to {high:.2f}: {100 * share:.1f} %</title></rect>'
        )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="histogram" viewBox="0 0 {_WIDTH} {_HEIGHT}" width="{_WIDTH}" '
        f'height="{_HEIGHT}" font-family="system-ui, sans-serif" font-size="11" fill="currentColor">'
        f'<text x="0" y="11">{escape(histogram.title)}, {histogram.seen:,} seen</text>{"".join(bars)}'
        f'<text x="0" y="{_FOOT}">weak</text><text x="{_WIDTH}" y="{_FOOT}" text-anchor="end">strong</text></svg>'
    )

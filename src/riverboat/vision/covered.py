"""Which card is it, if something lies over a part of it? A second look, with the covered part left out.

What covers a card is told by its paint: it is neither as white as a card nor as dark as ink, over a larger area than
the blurred edges of print; or it comes from beyond the card's left edge, which print never touches. Rank and suit are
then compared with the crops of the bank only where they can be seen, to a third of a column. The middle of their ink is
not known, but where a crop's ink lies on its card is, and a suit that is seen well says where the card lies. A card is
accepted if enough of it is seen and no other one is nearly as like it. About 25 ms for a card; only cards that
`recognise` does not know are looked at again.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from riverboat.cards.card import RANKS
from riverboat.vision._kernels import sample
from riverboat.vision.calibration import CardBank, Crops
from riverboat.vision.cards import PATCH, POSSIBLE, RANK_PATCH, SHADOW, SUIT_PATCH, ink_colour
from riverboat.vision.locating import Picture, opencv
from riverboat.vision.sighting import Box, SeenCard

_MARGIN: Final = 4
"""By how many pixels of a patch a rank or suit may be off its place."""
_STRONG: Final = 180.0
"""How much ink takes away from white in one channel, at least, where it is strongest."""
_PAINT: Final = (0.25, 0.85)
"""What is more than white and less than ink, in parts of the strongest ink."""
_AREA: Final = 4
"""Pixels of a patch: print has no such paint over as much as this squared."""
_MIN_COVERED: Final = 0.02
"""Share of a patch: with less, nothing lies over it."""
_MIN_VISIBLE: Final = 0.35
"""Share of the contrast of a rank or suit."""
_MIN_LIKENESS: Final = 0.88
_MIN_LEAD: Final = {"rank": 0.05, "suit": 0.02}
_MIN_RATIO: Final = 1.2
"""What is enough in place of that: the lead in parts of what lacks to full likeness."""
_GOOD: Final = 0.95
"""A suit that is so like a crop says where the card is."""
_ASIDE, _ASIDE_PIXELS = 1.0, 0.7
"""By how many columns of a patch, or pixels of the picture, a rank or suit may be beside its place."""
_NEAR: Final = 0.5
"""The same, in columns, for a rank if the suit says where the card is."""
_LOWER: Final = 4
"""By how many rows a rank or suit may be higher or lower than its place."""
_PHASES: Final = 3
"""Parts of a column at which print may begin."""


class _View(NamedTuple):
    """A part of a card with a margin on all sides."""

    ink: NDArray[np.float32]
    visible: NDArray[np.bool_]
    colour: NDArray[np.float32]
    """What the visible ink takes away from white: blue, green, red."""


class _Match(NamedTuple):
    """The nearest crop: its label, how far beside its place it was found, in widths of the card, how many rows lower,
    its likeness (cosine) and its lead over any other label."""

    label: str
    x: float
    y: int
    likeness: float
    lead: float

    def is_sure(self, min_lead: float) -> bool:
        """Whether no other label is nearly as like."""
        if self.likeness < _MIN_LIKENESS:
            return False
        return self.lead >= min_lead or self.lead >= _MIN_RATIO * (1 - self.likeness)


def recognise_covered(picture: Picture, places: Sequence[Box], bank: CardBank) -> SeenCard:
    """The card in one of several rectangles, of which a part is covered: the one where rank and suit are most like
    crops counts. Unknown if nothing covers it, or too much."""
    unknown = SeenCard(None, 0.0, places[0])
    found = [(place, *match) for place in places if (match := _matches(picture, place, bank))]
    if not found:
        return unknown
    place, rank, suit = max(found, key=lambda each: each[1].likeness + each[2].likeness)
    if not rank.is_sure(_MIN_LEAD["rank"]):
        return unknown
    if not suit.is_sure(_MIN_LEAD["suit"]):
        return replace(unknown, confidence=rank.likeness)
    return SeenCard(rank.label + suit.label, min(rank.likeness, suit.likeness, 0.5 + rank.lead), place)


def _matches(picture: Picture, card: Box, bank: CardBank) -> tuple[_Match, _Match] | None:
    """The nearest rank and suit; None if nothing covers the card, or too much."""
    above, below = _Part(picture, card, RANK_PATCH), _Part(picture, card, SUIT_PATCH)
    if above.is_visible and below.is_visible:
        return None
    colour, _ = ink_colour(above.colour + below.colour)
    suit = below.nearest(bank.suits, colour if bank.four_colours else POSSIBLE[colour])
    if suit is None:
        return None
    rank = above.nearest(bank.ranks, RANKS, suit.x if suit.likeness >= _GOOD else None)
    return rank and (rank, suit)


class _Part:
    """A part of a card with a margin on all sides, cut out at several fractions of a column."""

    def __init__(self, picture: Picture, card: Box, part: tuple[float, float, float, float]) -> None:
        left, top, right, bottom = part
        columns, rows = PATCH
        self.width = card.width
        self.step = (right - left) / columns
        """Of a column, in widths of the card."""
        self._picture = picture
        self._row = (bottom - top) / rows * card.height
        self._x = card.x + left * card.width - _MARGIN * self.step * card.width
        self._y = card.y + top * card.height - _MARGIN * self._row
        self._views = [self._cut(0)]
        self.colour = self._views[0].colour
        self.is_visible = bool(self._views[0].visible.all())

    def _cut(self, phase: int) -> _View:
        """The part, moved by a fraction of a column."""
        columns, rows = PATCH[0] + 2 * _MARGIN, PATCH[1] + 2 * _MARGIN
        column = self.step * self.width
        crop = np.empty((rows, columns, 3), np.float32)
        x = self._x + phase / _PHASES * column
        sample(self._picture, x, self._y, columns * column, rows * self._row, crop)
        return _view(crop)

    def nearest(self, bank: Crops, allowed: str, beside: float | None = None) -> _Match | None:
        """The nearest crop of cards about as wide, by what is visible of it; None if that is too little.

        Where the ink of a crop lies sideways is known, so it is compared only there and a little beside it; nearer
        if it is known how far the card is `beside` its rectangle, in widths of the card."""
        self._views += [self._cut(phase) for phase in range(len(self._views), _PHASES)]
        first, last = bank.alike(self.width)
        chosen = np.flatnonzero(np.isin(bank.labels[first:last], list(map(ord, allowed)))) + first
        crops, labels = bank.vectors[chosen], bank.labels[chosen]
        places = bank.shifts[chosen] / self.step
        aside = max(_ASIDE, _ASIDE_PIXELS / (self.step * self.width))
        if beside is not None:
            places, aside = places + beside / self.step, _NEAR
        rows = range(-_LOWER, _LOWER + 1)
        columns = [
            (phase, column)
            for column in range(-_MARGIN, _MARGIN + 1)
            for phase in range(_PHASES)
            if places.min() - aside <= column + phase / _PHASES <= places.max() + aside
        ]
        offsets = np.array([(row, column + phase / _PHASES) for row in rows for phase, column in columns])
        if not len(offsets):
            return None
        windows = [self._window(phase, row, column) for row in rows for phase, column in columns]
        seen, ink = (np.stack(each) for each in zip(*windows, strict=True))
        number = np.maximum(seen.sum(1), 1)
        sums, squares, products = crops @ seen.T, crops**2 @ seen.T, crops @ ink.T
        contrast = np.maximum(squares - sums**2 / number, 0)
        dark = ink.sum(1)
        inked = np.maximum((ink**2).sum(1) - dark**2 / number, 0)
        likeness = (products - sums * dark / number) / np.maximum(np.sqrt(contrast * inked), 1e-3)
        off = offsets[None, :, 1] - places[:, None]
        likeness[(contrast < _MIN_VISIBLE) | (np.abs(off) > aside) | (seen.mean(1) < _MIN_VISIBLE)] = -1
        best = {}
        for label in map(ord, allowed):
            mine = np.flatnonzero(labels == label)
            row, at = np.unravel_index(np.argmax(likeness[mine]), (len(mine), len(offsets)))
            best[label] = float(likeness[mine[row], at]), float(off[mine[row], at]) * self.step, int(offsets[at, 0])
        ordered = sorted(best, key=lambda label: best[label][0], reverse=True)
        value, x, y = best[ordered[0]]
        lead = value - best[ordered[1]][0] if len(ordered) > 1 else 1.0
        return _Match(chr(ordered[0]), x, y, value, lead) if value > 0 else None

    def _window(self, phase: int, row: int, column: int) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """What is visible, and its ink, of the part moved by so much."""
        rows = slice(_MARGIN + row, _MARGIN + row + PATCH[1])
        columns = slice(_MARGIN + column, _MARGIN + column + PATCH[0])
        view = self._views[phase]
        seen = view.visible[rows, columns].ravel().astype(np.float32)
        return seen, view.ink[rows, columns].ravel() * seen


def _view(crop: NDArray[np.float32]) -> _View:
    cv = opencv()
    missing = np.maximum(np.percentile(crop, 90, axis=(0, 1)).astype(np.float32) - crop, 0)
    most = missing.max(2)
    level = most / max(float(np.percentile(most, 99)), _STRONG)
    painted = ((level > _PAINT[0]) & (level < _PAINT[1])).astype(np.uint8)
    painted = cv.morphologyEx(painted, cv.MORPH_OPEN, np.ones((_AREA, _AREA), np.uint8))
    if painted.mean() < _MIN_COVERED:
        painted[:] = 0
    painted |= _from_the_left(level >= _PAINT[1])
    visible = cv.dilate(painted, np.ones((3, 3), np.uint8)) == 0
    inked = visible & (level > _PAINT[0])
    inner = slice(_MARGIN, -_MARGIN)
    return _View(_like_bank(most, visible), visible, missing[inner, inner][inked[inner, inner]].sum(0))


def _like_bank(missing: NDArray[np.float32], visible: NDArray[np.bool_]) -> NDArray[np.float32]:
    """The ink as the crops of the bank have it: 1 where it is strongest, without shadows."""
    seen = missing[visible]
    strongest = max(float(np.percentile(seen, 98)), _STRONG) if seen.size else _STRONG
    return np.asarray(np.clip(missing / strongest * (1 + SHADOW) - SHADOW, 0, 1), np.float32)


def _from_the_left(dark: NDArray[np.bool_]) -> NDArray[np.uint8]:
    """What begins left of a card and reaches into its part, like the label of another seat."""
    _, parts = opencv().connectedComponents(dark.astype(np.uint8), connectivity=4)
    found = np.intersect1d(parts[:, 0], parts[:, _MARGIN])
    return np.isin(parts, found[found > 0]).astype(np.uint8)

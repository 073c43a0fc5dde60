"""Which card is it, if something lies over a part of it? A second look, with the covered part left out.

What covers a card is told by its paint: it is neither as white as a card nor as dark as ink, over a larger area than
the blurred edges of print; or it comes from beyond the card's left edge, which print never touches. Rank and suit are
then compared with the crops of the bank only where they can be seen, at every place nearby, since the middle of their
ink is not known. A card is accepted if enough of it is seen and no other one is nearly as like it. About 15 ms for a
card; only cards that `recognise` does not know are looked at again.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from riverboat.cards.card import RANKS
from riverboat.vision._kernels import sample
from riverboat.vision.calibration import CardBank, Crops
from riverboat.vision.cards import PATCH, POSSIBLE, RANK_PATCH, SUIT_PATCH, ink_colour
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


class _View(NamedTuple):
    """A part of a card with a margin on all sides."""

    ink: NDArray[np.float32]
    visible: NDArray[np.bool_]
    colour: NDArray[np.float32]
    """What the visible ink takes away from white: blue, green, red."""


class _Match(NamedTuple):
    """The nearest crop: its label, where it was found, its likeness (cosine) and its lead over any other label."""

    label: str
    x: int
    y: int
    likeness: float
    lead: float


def recognise_covered(picture: Picture, card: Box, bank: CardBank) -> SeenCard:
    """The card in a rectangle of which a part is covered; unknown if nothing covers it, or too much."""
    unknown = SeenCard(None, 0.0, card)
    above = _view(picture, card, RANK_PATCH)
    if above.visible.all() and _view(picture, card, SUIT_PATCH).visible.all():
        return unknown
    rank = _nearest(above, bank.ranks, card.width, RANKS)
    if rank is None or rank.likeness < _MIN_LIKENESS or rank.lead < _MIN_LEAD["rank"]:
        return unknown
    left, top, right, bottom = RANK_PATCH
    x = card.x + rank.x * (right - left) / PATCH[0] * card.width
    y = card.y + rank.y * (bottom - top) / PATCH[1] * card.height
    for exact in (replace(card, x=x, y=y), card):  # a rank of which little is seen may be nearer than it seems
        below = _view(picture, exact, SUIT_PATCH)
        colour, _ = ink_colour(above.colour + below.colour)
        suit = _nearest(below, bank.suits, card.width, colour if bank.four_colours else POSSIBLE[colour])
        if suit is not None and suit.likeness >= _MIN_LIKENESS and suit.lead >= _MIN_LEAD["suit"]:
            return SeenCard(rank.label + suit.label, min(rank.likeness, suit.likeness, 0.5 + rank.lead), exact)
    return replace(unknown, confidence=rank.likeness)


def _view(picture: Picture, card: Box, part: tuple[float, float, float, float]) -> _View:
    cv = opencv()
    left, top, right, bottom = part
    columns, rows = PATCH
    step_x, step_y = (right - left) / columns * card.width, (bottom - top) / rows * card.height
    columns, rows = columns + 2 * _MARGIN, rows + 2 * _MARGIN
    crop = np.empty((rows, columns, 3), np.float32)
    x, y = card.x + left * card.width - _MARGIN * step_x, card.y + top * card.height - _MARGIN * step_y
    sample(picture, x, y, columns * step_x, rows * step_y, crop)
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
    return _View(np.minimum(level, 1), visible, missing[inner, inner][inked[inner, inner]].sum(0))


def _from_the_left(dark: NDArray[np.bool_]) -> NDArray[np.uint8]:
    """What begins left of a card and reaches into its part, like the label of another seat."""
    _, parts = opencv().connectedComponents(dark.astype(np.uint8), connectivity=4)
    found = np.intersect1d(parts[:, 0], parts[:, _MARGIN])
    return np.isin(parts, found[found > 0]).astype(np.uint8)


def _nearest(view: _View, bank: Crops, width: float, allowed: str) -> _Match | None:
    """The nearest crop of cards about as wide, by what is visible of it; None if that is too little."""
    first, last = bank.alike(width)
    chosen = np.flatnonzero(np.isin(bank.labels[first:last], list(map(ord, allowed)))) + first
    crops, labels = bank.vectors[chosen], bank.labels[chosen]
    columns, rows = PATCH
    best = dict.fromkeys(map(ord, allowed), (-1.0, 0, 0))
    for y in range(2 * _MARGIN + 1):
        for x in range(2 * _MARGIN + 1):
            seen = view.visible[y : y + rows, x : x + columns].ravel()
            if seen.mean() < _MIN_VISIBLE:
                continue
            ink = view.ink[y : y + rows, x : x + columns].ravel()[seen]
            ink = ink - ink.mean()
            parts = crops[:, seen]
            parts = parts - parts.mean(1, keepdims=True)
            contrast = np.linalg.norm(parts, axis=1)
            likeness = parts @ ink / np.maximum(contrast * np.linalg.norm(ink), 1e-3)
            likeness[contrast**2 < _MIN_VISIBLE] = -1
            for label in best:
                found = float(likeness[labels == label].max(initial=-1))
                if found > best[label][0]:
                    best[label] = found, x - _MARGIN, y - _MARGIN
    ordered = sorted(best, key=lambda label: best[label][0], reverse=True)
    likeness_, x, y = best[ordered[0]]
    lead = likeness_ - best[ordered[1]][0] if len(ordered) > 1 else 1.0
    return _Match(chr(ordered[0]), x, y, likeness_, lead) if likeness_ > 0 else None

"""Which card lies in a rectangle? Two recognisers: nearest neighbours on crops, and the thesis's template matching.

`recognise` is the one that is used. Rank and suit are cut out of the card, centred by their ink and compared with crops
of rendered cards of many sizes (`CardBank`): the nearest one wins, and its lead over the nearest other card is the
confidence. The colour of the ink, which mixing with the white of the card does not change in direction, halves the
suits first. `match_templates` is Teófilo's (2016, section 4.3.1): one crop of rank and suit, its colour first, then
normalised correlation with the templates of that colour, resized; accepted from 0.90.

Cost: 0.2 ms for a card.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from riverboat.cards.card import RANKS
from riverboat.vision._kernels import cut, nearest_windows
from riverboat.vision.calibration import Bank, CardBank, Crops
from riverboat.vision.locating import Picture, opencv
from riverboat.vision.sighting import BACK, Box, SeenCard

RANK_PATCH: Final = (0.10, 0.10, 0.83, 0.53)
"""Left, top, right and bottom of the rank as fractions of the card: the next card of a fan begins after that."""
SUIT_PATCH: Final = (0.24, 0.51, 0.76, 0.765)
"""The upper part of the suit: the frame of a plate may cover the rest."""
PATCH: Final = (22, 18)
"""Width and height of a patch in pixels."""
_MARGIN: Final = 4
"""How many rows of a patch a rank or suit may be higher or lower than expected."""
ACCEPTED: Final = 0.90
"""The correlation from which the thesis's method accepts a card."""
_MIN_LIKENESS: Final = 0.8
_LARGE, _MIN_LARGE_LIKENESS = 24.0, 0.86
"""Print on cards of this width in pixels loses less, so it must be more alike: otherwise something lies over it."""
_MIN_LEAD: Final = 0.015
"""A rank that is hardly nearer than another one is not known."""
_MIN_SUIT_LEAD: Final = 0.006
"""Suits differ less: clubs and spades have 0.05 between them."""
_BESIDE: Final = 0.12
"""Print that is farther beside its place than this, in widths of the card, is that of another card."""
_GOOD: Final = 0.95
"""A suit that is so like a crop is where it was looked for."""
_CUT_LIKENESS, _CUT_LEAD = 0.65, 0.2
"""What is enough for a ten: it is so wide that the next card of a fan cuts it off, but nothing else is like it."""
_MIN_INK: Final = 4.0
"""Pixels of a patch: with less there is nothing on it."""
LUMA: Final = np.array([0.114, 0.587, 0.299], np.float32)
"""Of blue, green and red: the light of a pixel. Compression changes it less than colours."""
_LIGHT: Final = 222.0
"""Pixels of this light may be the white of a card."""
_MIN_BLUE: Final = 12
"""Pixels."""
_MIN_BACK: Final = 0.25
"""Share of the paint of a back: something may lie over most of it."""
SHADOW: Final = 0.45
"""Ink fainter than this is the shadow of the next card."""
_BLACK: Final = 0.08
"""Ink whose chroma is fainter is black; green has 0.19."""
_DOUBT: Final = 0.04
"""Nearer than this to that limit, the shape decides: what lies around the card may have coloured its ink."""
_COLOURS: Final = {"s": (0x23, 0x28, 0x2F), "h": (0xBD, 0x2F, 0x2C), "d": (0x22, 0x63, 0xB0), "c": (0x24, 0x79, 0x3B)}
"""Red, green, blue of the ink of each suit in the deck of four colours."""
POSSIBLE: Final = {"s": "sc", "h": "hd", "d": "d", "c": "sc"}
"""By colour: the suits that may have it in one of the two decks."""


class Patch(NamedTuple):
    """A part of a card: its ink with some rows more above and below, the colour that the ink of each row takes away
    from white, and how far sideways the ink's middle was from the part's middle, in widths of the card."""

    ink: Bank
    colour: NDArray[np.float32]
    shift: float

    def colour_at(self, lower: int) -> NDArray[np.float32]:
        """What the ink of the part takes away from white, so many rows lower than expected: the rows above and below
        may be those of a dark table."""
        colour: NDArray[np.float32] = self.colour[_MARGIN + lower : _MARGIN + lower + PATCH[1]].sum(0)
        return colour

    def vector(self) -> Bank:
        """The ink of the part itself, with mean 0 and length 1."""
        middle = self.ink[_MARGIN:-_MARGIN].ravel()
        vector = middle - middle.mean()
        return np.asarray(vector / max(float(np.linalg.norm(vector)), 1e-6), np.float32)


class Nearest(NamedTuple):
    """The nearest crop of a bank: its label, its row, how many rows lower than expected it was found, its likeness
    (cosine), and its lead over any other label."""

    label: str
    row: int
    lower: int
    likeness: float
    lead: float


def patch(picture: Picture, card: Box, part: tuple[float, float, float, float]) -> Patch | None:
    """A part of a card, moved sideways so that its ink is centred; None if there is no ink."""
    left, top, right, bottom = part
    columns, rows = PATCH
    step = (bottom - top) / rows * card.height
    x, y = card.x + left * card.width, card.y + top * card.height - _MARGIN * step
    shape = rows + 2 * _MARGIN, columns
    ink, colour, crop = (
        np.empty(shape, np.float32),
        np.empty((shape[0], 3), np.float32),
        np.empty((*shape, 3), np.float32),
    )
    found = cut(picture, x, y, (right - left) * card.width, shape[0] * step, 2, SHADOW, crop, ink, colour)
    return Patch(ink, colour, (found[0] - x) / card.width) if found[1] >= _MIN_INK else None


def ink_colour(missing: NDArray[np.float32]) -> tuple[str, float]:
    """The suit of the deck of four colours whose ink takes away this from white (blue, green, red), and how far that is
    from what black ink does; black for almost black. Pictures that were compressed have paler colours, so their
    direction decides."""
    chroma = missing / max(float(np.linalg.norm(missing)), 1e-6) - _ABSORBED["s"]
    strength = float(np.linalg.norm(chroma))
    if strength < _BLACK:
        return "s", strength
    return max("hdc", key=lambda suit: float(_CHROMA[suit] @ chroma)), strength


def _absorbed(red: int, green: int, blue: int) -> NDArray[np.float64]:
    missing = np.array([0xF8 - blue, 0xFD - green, 0xFF - red], float)
    return np.asarray(missing / np.linalg.norm(missing), np.float64)


def _unit(vector: NDArray[np.float64]) -> NDArray[np.float64]:
    return np.asarray(vector / np.linalg.norm(vector), np.float64)


_ABSORBED: Final = {suit: _absorbed(*colour) for suit, colour in _COLOURS.items()}
_CHROMA: Final = {suit: _unit(_ABSORBED[suit] - _ABSORBED["s"]) for suit in "hdc"}


def nearest(found: Patch, bank: Crops, width: float, allowed: str) -> Nearest:
    """The nearest crop with one of these labels, among those of cards about as wide."""
    likeness, rows, offsets = np.empty(128, np.float32), np.empty(128, np.int64), np.empty(128, np.int64)
    nearest_windows(found.ink, bank.vectors, bank.labels, *bank.alike(width), likeness, rows, offsets)
    ordered = sorted(map(ord, allowed), key=lambda label: float(likeness[label]), reverse=True)
    best = ordered[0]
    lead = float(likeness[best] - likeness[ordered[1]]) if len(ordered) > 1 else 1.0
    return Nearest(chr(best), int(rows[best]), int(offsets[best]) - _MARGIN, float(likeness[best]), lead)


def recognise(picture: Picture, card: Box, bank: CardBank, without: Collection[str] = ()) -> SeenCard:
    """The card in a rectangle: its text, the back of a card, or unknown; `without` are cards that it cannot be."""
    return likeliest(picture, card, bank, without)[0]


def likeliest(picture: Picture, card: Box, bank: CardBank, without: Collection[str] = ()) -> tuple[SeenCard, float]:
    """The same, and how like a crop its rank or suit is, whichever is less: that says which of two rectangles is the
    right one, and not the confidence, since suits differ less than ranks."""
    side = facing(picture, card)
    if side == "back":
        return SeenCard(BACK, 0.99, card), 0.0
    above = patch(picture, card, RANK_PATCH) if side == "face" else None
    if above is None:
        return SeenCard(None, 0.0, card), 0.0
    rank = nearest(above, bank.ranks, card.width, RANKS)
    colour, strength = ink_colour(above.colour_at(rank.lower))
    doubtful = abs(strength - _BLACK) < _DOUBT
    allowed = "shdc" if doubtful else colour if bank.four_colours else POSSIBLE[colour]
    allowed = "".join(suit for suit in allowed if rank.label + suit not in without)
    if not allowed:
        return SeenCard(None, 0.0, card), 0.0
    # Where the rank is says where the card is, to a fraction of a pixel, unless a crop of another kind of table, whose
    # ranks are at another height, was the nearest one: then the suit is where it is expected.
    beside = above.shift - float(bank.ranks.shifts[rank.row])
    x = card.x + beside * card.width
    suit, exact = None, card
    for lower in (rank.lower, 0):
        y = card.y + lower * (RANK_PATCH[3] - RANK_PATCH[1]) / PATCH[1] * card.height
        box = Box(x, y, card.width, card.height)
        below = patch(picture, box, SUIT_PATCH)
        if below is None:
            continue
        found = nearest(below, bank.suits, card.width, allowed)
        if suit is None or found.likeness > suit.likeness:
            suit, exact = found, box
        if suit.likeness > _GOOD or not rank.lower:
            break
    if suit is None:
        return SeenCard(None, 0.0, card), 0.0
    if colour == "c" and "c" in allowed and suit.lead < _MIN_SUIT_LEAD:  # small clubs look like spades, but are green
        suit = suit._replace(label="c", lead=_MIN_SUIT_LEAD)
    confidence = min(rank.likeness, suit.likeness, 0.5 + 4 * rank.lead, 0.5 + 4 * suit.lead)
    enough = _MIN_LIKENESS if card.width < _LARGE else _MIN_LARGE_LIKENESS
    cut_off = rank.label == "T" and rank.likeness >= _CUT_LIKENESS and rank.lead >= _CUT_LEAD
    alike = (cut_off or rank.likeness >= enough) and suit.likeness >= _MIN_LIKENESS
    if not alike or abs(beside) > _BESIDE or rank.lead < _MIN_LEAD or suit.lead < _MIN_SUIT_LEAD:
        return SeenCard(None, max(0.0, confidence), card), 0.0
    seen = SeenCard(rank.label + suit.label, float(np.clip(confidence, 0, 1)), exact)
    return seen, min(rank.likeness, suit.likeness)


def has_four_colours(picture: Picture) -> bool:
    """Whether the blue of diamonds is somewhere on a picture; without any of them it cannot be told."""
    cv = opencv()
    red, green, blue = _COLOURS["d"]
    near = cv.inRange(picture, np.array([blue - 18, green - 18, red - 18]), np.array([blue + 18, green + 18, red + 18]))
    return int(cv.countNonZero(near)) > _MIN_BLUE


def facing(picture: Picture, card: Box) -> str:
    """Whether a rectangle shows a `face`, a `back` or `nothing` of a card."""
    x0, x1 = round(card.x + 0.15 * card.width), round(card.x + 0.78 * card.width)
    y0, y1 = round(card.y + 0.12 * card.height), round(card.y + 0.72 * card.height)
    core = picture[max(0, y0) : y1, max(0, x0) : x1].reshape(-1, 3).astype(np.int16)
    if len(core) < 12:
        return "nothing"
    white = float((core @ LUMA > _LIGHT).mean())
    blue = float(((core[:, 0] - core[:, 2] > 30) & (core[:, 0] - core[:, 1] > 12) & (core[:, 2] < 110)).mean())
    if white > 0.35:
        return "face"
    return "back" if blue > _MIN_BACK else "nothing"


def match_templates(
    picture: Picture, card: Box, templates: Mapping[str, NDArray[np.uint8]], accepted: float = ACCEPTED
) -> SeenCard:
    """The thesis's way: the crop with rank and suit, colour first, the best correlation of that colour's templates."""
    cv = opencv()
    left, top, right, bottom = 0.10, 0.10, 0.84, 0.84
    x0, x1 = round(card.x + left * card.width), round(card.x + right * card.width)
    y0, y1 = round(card.y + top * card.height), round(card.y + bottom * card.height)
    crop = picture[max(0, y0) : y1, max(0, x0) : x1]
    if crop.shape[0] < 6 or crop.shape[1] < 4:
        return SeenCard(None, 0.0, card)
    red = _is_red(crop)
    best, score = None, -1.0
    size = crop.shape[1], crop.shape[0]
    for text, template in templates.items():
        height, width = template.shape[:2]
        cut = template[round(top * height) : round(bottom * height), round(left * width) : round(right * width)]
        if _is_red(cut) != red:
            continue
        way = cv.INTER_AREA if size[0] < cut.shape[1] else cv.INTER_CUBIC
        resized = cv.resize(cut, size, interpolation=way)
        found = float(cv.matchTemplate(crop, resized, cv.TM_CCOEFF_NORMED)[0, 0])
        if found > score:
            best, score = text, found
    return SeenCard(best if score >= accepted else None, max(0.0, score), card)


def _is_red(crop: Picture) -> bool:
    """Whether red dominates where the card is not white."""
    pixels = crop.reshape(-1, 3).astype(np.int16)
    inked = pixels[pixels.min(1) < 200]
    return len(inked) > 0 and float((inked[:, 2] - inked[:, :2].max(1)).mean()) > 40

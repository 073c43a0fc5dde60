"""Which card lies in a rectangle? Two recognisers: nearest neighbours on crops, and the thesis's template matching.

`recognise` is the one that is used. Rank and suit are cut out of the card, centred by their ink and compared with crops
of rendered cards of many sizes (`CardBank`): the nearest one wins, and its lead over the nearest other card is the
confidence. The colour of the ink, which mixing with the white of the card does not change in direction, halves the
suits first. `match_templates` is Teófilo's (2016, section 4.3.1): one crop of rank and suit, its colour first, then
normalised correlation with the templates of that colour, resized; accepted from 0.90.

Cost: 0.2 ms for a card.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from riverboat.vision.calibration import Bank, CardBank
from riverboat.vision.locating import Picture, opencv
from riverboat.vision.sighting import BACK, Box, SeenCard

RANK_PATCH: Final = (0.10, 0.10, 0.83, 0.53)
"""Left, top, right and bottom of the rank as fractions of the card: the next card of a fan begins after that."""
SUIT_PATCH: Final = (0.24, 0.51, 0.76, 0.765)
"""The upper part of the suit: the frame of a plate may cover the rest."""
PATCH: Final = (22, 18)
"""Width and height of a patch in pixels."""
ACCEPTED: Final = 0.90
"""The correlation from which the thesis's method accepts a card."""
_MIN_LIKENESS: Final = 0.55
_MIN_LEAD: Final = 0.015
"""A rank that is hardly nearer than another one is not known."""
_MIN_BLUE: Final = 12
"""Pixels."""
_SHADOW: Final = 0.45
"""Ink fainter than this is the shadow of the next card."""
_COLOURS: Final = {"s": (0x23, 0x28, 0x2F), "h": (0xBD, 0x2F, 0x2C), "d": (0x22, 0x63, 0xB0), "c": (0x24, 0x79, 0x3B)}
"""Red, green, blue of the ink of each suit in the deck of four colours."""
_POSSIBLE: Final = {"s": "sc", "h": "hd", "d": "d", "c": "c"}
"""By colour: the suits that may have it in one of the two decks."""


class Patch(NamedTuple):
    """A part of a card: its ink as a vector of length 1, the colour that the ink takes away from white, and how far the
    ink's middle was from the part's middle, in widths and heights of the card."""

    vector: Bank
    colour: NDArray[np.float32]
    shift: tuple[float, float]


def patch(picture: Picture, card: Box, part: tuple[float, float, float, float], *, centred: bool) -> Patch | None:
    """A part of a card, moved so that its ink is centred if that is wanted; None if there is no ink."""
    cv = opencv()
    left, top, right, bottom = part
    x, y = card.x + left * card.width, card.y + top * card.height
    width, height = (right - left) * card.width, (bottom - top) * card.height
    from_x, from_y = x, y
    ink, colour = _card_ink(_sample(cv, picture, x, y, width, height))
    if centred:
        for _ in range(2):
            total = float(ink.sum())
            if total < 4:
                return None
            x += (float((ink.sum(0) * (np.arange(PATCH[0]) + 0.5)).sum() / total) / PATCH[0] - 0.5) * width
            y += (float((ink.sum(1) * (np.arange(PATCH[1]) + 0.5)).sum() / total) / PATCH[1] - 0.5) * height
            ink, colour = _card_ink(_sample(cv, picture, x, y, width, height))
    if float(ink.sum()) < 4:
        return None
    vector = ink.ravel() - ink.mean()
    length = max(float(np.sqrt((vector**2).sum())), 1e-6)
    return Patch((vector / length).astype(np.float32), colour, ((x - from_x) / card.width, (y - from_y) / card.height))


def _sample(cv: Any, picture: Picture, x: float, y: float, width: float, height: float) -> NDArray[np.float32]:
    """A rectangle between pixels as a patch; large ones are averaged, not skipped over."""
    over = max(1, int(width / PATCH[0]))
    size = PATCH[0] * over, PATCH[1] * over
    scale_x, scale_y = width / size[0], height / size[1]
    back = np.array([[scale_x, 0, x + scale_x / 2 - 0.5], [0, scale_y, y + scale_y / 2 - 0.5]])
    found = cv.warpAffine(
        picture, back, size, flags=cv.INTER_LINEAR | cv.WARP_INVERSE_MAP, borderMode=cv.BORDER_REPLICATE
    )
    if over > 1:
        found = cv.resize(found, PATCH, interpolation=cv.INTER_AREA)
    return np.asarray(found, np.float32)


def _card_ink(crop: NDArray[np.float32]) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """How dark each pixel is in the darkest channel (0 to 1), and what colour the ink takes away from white."""
    white = np.percentile(crop.reshape(-1, 3), 85, axis=0)
    missing = np.clip(white - crop, 0, None)
    strength = missing.max(2)
    strongest = max(float(np.percentile(strength, 98)), 30.0)
    ink = np.clip(strength / strongest * (1 + _SHADOW) - _SHADOW, 0, 1)
    weights = np.where(ink > 0.4, ink, 0)
    colour = (missing * weights[:, :, None]).sum((0, 1)) / max(float(weights.sum()), 1e-6)
    return ink.astype(np.float32), colour.astype(np.float32)


def ink_colour(missing: NDArray[np.float32]) -> str:
    """The suit of the deck of four colours whose ink takes away from white in this direction (blue, green, red)."""
    direction = missing / max(float(np.linalg.norm(missing)), 1e-6)
    return max(_ABSORBED, key=lambda suit: float(_ABSORBED[suit] @ direction))


def _absorbed(red: int, green: int, blue: int) -> NDArray[np.float64]:
    missing = np.array([0xF8 - blue, 0xFD - green, 0xFF - red], float)
    return np.asarray(missing / np.linalg.norm(missing), np.float64)


_ABSORBED: Final = {suit: _absorbed(*colour) for suit, colour in _COLOURS.items()}


def nearest(vector: Bank, bank: Bank, labels: str, allowed: str = "") -> tuple[int, float, float]:
    """The row of the nearest crop, its likeness (cosine), and its lead over the nearest one of another label."""
    likeness = bank @ vector
    best = {label: _best(likeness, labels, label) for label in allowed or sorted(set(labels))}
    ordered = sorted(best.values(), key=lambda row: float(likeness[row]), reverse=True)
    lead = float(likeness[ordered[0]] - likeness[ordered[1]]) if len(ordered) > 1 else 1.0
    return ordered[0], float(likeness[ordered[0]]), lead


def _best(likeness: NDArray[np.float32], labels: str, label: str) -> int:
    rows = _rows_of(labels, label)
    return int(rows[likeness[rows].argmax()])


@lru_cache(maxsize=64)
def _rows_of(labels: str, label: str) -> NDArray[np.intp]:
    return np.array([at for at, each in enumerate(labels) if each == label])


def recognise(picture: Picture, card: Box, bank: CardBank) -> SeenCard:
    """The card in a rectangle: its text, the back of a card, or unknown."""
    side = facing(picture, card)
    if side == "back":
        return SeenCard(BACK, 0.99, card)
    cut = patch(picture, card, RANK_PATCH, centred=True) if side == "face" else None
    if cut is None:
        return SeenCard(None, 0.0, card)
    row, likeness, lead = nearest(cut.vector, bank.ranks, bank.rank_labels)
    # Where the rank is says where the card is, to a fraction of a pixel.
    x, y = cut.shift[0] - float(bank.rank_shifts[row, 0]), cut.shift[1] - float(bank.rank_shifts[row, 1])
    exact = Box(card.x + x * card.width, card.y + y * card.height, card.width, card.height)
    below = patch(picture, exact, SUIT_PATCH, centred=False)
    if below is None:
        return SeenCard(None, 0.0, card)
    colour = ink_colour(below.colour)
    suit, shape, apart = nearest(
        below.vector, bank.suits, bank.suit_labels, colour if bank.four_colours else _POSSIBLE[colour]
    )
    confidence = min(likeness, shape, 0.5 + 4 * lead, 0.5 + 4 * apart)
    if min(likeness, shape) < _MIN_LIKENESS or lead < _MIN_LEAD:
        return SeenCard(None, max(0.0, confidence), card)
    text = bank.rank_labels[row] + bank.suit_labels[suit]
    return SeenCard(text, float(np.clip(confidence, 0, 1)), exact)


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
    white = float((core.min(1) > 243).mean())
    blue = float(((core[:, 0] - core[:, 2] > 30) & (core[:, 0] - core[:, 1] > 12) & (core[:, 2] < 110)).mean())
    if white > 0.35:
        return "face"
    return "back" if blue > 0.6 else "nothing"


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


def second_look(first: SeenCard, again: SeenCard) -> SeenCard:
    """What the thesis does with a card that was not accepted: read the next frame, once. Then it is unknown here; there
    it became a random card or the worst one."""
    return first if first.text is not None else again


def _is_red(crop: Picture) -> bool:
    """Whether red dominates where the card is not white."""
    pixels = crop.reshape(-1, 3).astype(np.int16)
    inked = pixels[pixels.min(1) < 200]
    return len(inked) > 0 and float((inked[:, 2] - inked[:, :2].max(1)).mean()) > 40

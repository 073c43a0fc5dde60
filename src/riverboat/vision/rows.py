"""Cards that lie together: the row above a plate, which may be a fan, and the boards in the middle.

How many cards a row has is not known beforehand. Each number has its own outline; of the four whose outlines fit
best, the one whose cards are recognised best is taken. If some of them are not, the other numbers are tried too. Most
players have equally many cards: a row of another number with unknown cards is read once more with theirs.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from riverboat.vision.calibration import CardBank, Row
from riverboat.vision.cards import LUMA, likeliest, recognise
from riverboat.vision.covered import recognise_covered
from riverboat.vision.locating import Located, Picture, opencv
from riverboat.vision.sighting import BACK, Box, SeenCard

_MIN_FIT: Final = 0.5
"""Below this, there are no cards."""
_WHITE: Final = 247.5
"""Light of the white of cards; that of a light page behind them is 244."""
_BORDER: Final = 140.0
"""By how much the border of a back is lighter than what is within, if it is sharp."""
_TRIED: Final = 4
"""Numbers of cards that are always tried."""
_CLOSE: Final = 0.3
"""Outlines that differ by less than this do not decide between two numbers of cards."""
_RAISED: Final = 0.25
"""What is taken off the fit of a row that is raised as a whole: few are, and the outline of one smaller card more is
almost the same."""
_SAME: Final = 0.25
"""Cards that are found nearer together than this, in widths of a card, are one."""
_MIN_SEEN: Final = 0.7
"""If no card of a row is recognised, and none is more like a card than this, there is no row."""
_CERTAIN: Final = 0.93
"""A card that is recognised so well is not looked for elsewhere."""


_NUDGES: Final = (-0.1, -0.05, 0.05)
"""By how much small cards that are not known are looked at higher or lower, in heights of a card: on which pixels their
print lies decides how it is blurred."""
_MIN_NUDGED: Final = 0.7
"""How well a card must be recognised that was not at first."""


def card_like(crop: Picture) -> NDArray[np.bool_]:
    """Pixels of the white of a face, or of the blue of a back."""
    pixels = crop.astype(np.int16)
    white = pixels @ LUMA > _WHITE
    back = (pixels[:, :, 0] - pixels[:, :, 2] > 30) & (pixels[:, :, 0] - pixels[:, :, 1] > 12) & (pixels[:, :, 2] < 110)
    found: NDArray[np.bool_] = white | back
    return found


def usual_number(found: Sequence[Sequence[SeenCard]]) -> int:
    """The number of cards that most rows have whose cards are all known; 0 if there is none."""
    known = Counter(len(cards) for cards in found if cards and all(card.text for card in cards))
    return max(known, key=lambda count: (known[count], count), default=0)


def read_row(
    picture: Picture,
    plate: Box,
    rows: Sequence[Row],
    em: float,
    raises: Sequence[float],
    bank: CardBank,
    number: int | None = None,
) -> tuple[SeenCard, ...]:
    """The cards above a plate, from left to right; `raises`: how far cards may be moved up, in heights of a card. With
    a number, only that many are read, and none if their outline does not fit nearly as well as the best."""
    fits = _fits(picture, plate, rows, em, raises)
    if number is not None:
        close = fits.get(number, 0.0) > max(fits.values(), default=0.0) - _CLOSE
        fits = {number: fits[number]} if close else {}
    best = _Read(0.0, 0.0, ())
    for tried, count in enumerate(sorted(fits, key=lambda each: fits[each], reverse=True)):
        if fits[count] < _MIN_FIT or (tried >= _TRIED and all(card.text for card in best.cards)):
            break
        # Even if all its cards were certain.
        if 0.5 * fits[count] + 1 <= best.score and fits[count] < best.fit - _CLOSE:
            break
        cards = tuple(_raised(picture, box, raises, bank) for box in _boxes(plate, rows[count], em))
        if tried == 0:
            cards = tuple(_uncovered(picture, card, bank, raises) for card in cards)
        score = 0.5 * fits[count] + sum(card.confidence for card in cards if card.text) / count
        found = _Read(score, fits[count], cards)
        if found.is_better(best):
            best = found
    if not best.cards and fits:
        return _squeezed(picture, plate, rows, em, raises, bank, fits)
    cards = tuple(_uncovered(picture, card, bank, raises) for card in best.cards)
    return cards if any(card.text or card.confidence > _MIN_SEEN for card in cards) else ()


def _squeezed(
    picture: Picture,
    plate: Box,
    rows: Sequence[Row],
    em: float,
    raises: Sequence[float],
    bank: CardBank,
    fits: dict[int, float],
) -> tuple[SeenCard, ...]:
    """A row between the plates of neighbours, which are as white as cards: its outline hardly shows, so that only the
    cards can tell. All of them must be recognised at once."""
    count = max(fits, key=lambda each: fits[each])
    if fits[count] <= 0:
        return ()
    cards = tuple(_raised(picture, box, raises, bank) for box in _boxes(plate, rows[count], em))
    known = [card for card in cards if card.text not in (None, BACK) and card.confidence >= _MIN_NUDGED]
    return cards if len(known) == count else ()


def _boxes(plate: Box, row: Row, em: float) -> list[Box]:
    """Where the cards of a row lie above a plate."""
    middle = plate.x + plate.width / 2
    return [Box(middle + x * em, plate.y + y * em, w * em, h * em) for x, y, w, h in row]


class _Read(NamedTuple):
    """A row of one number of cards: how well it was recognised and fits in all, how well it fits, and its cards."""

    score: float
    fit: float
    cards: tuple[SeenCard, ...]

    def is_better(self, other: _Read) -> bool:
        """More known cards decide: a blurred row of five must not become its sharpest card alone."""
        mine, others = self._known(), other._known()
        if mine > others and self.fit > other.fit - _CLOSE:
            return True
        return self.score > other.score and not (mine < others and other.fit > self.fit - _CLOSE)

    def _known(self) -> float:
        """How many different faces are known at different places, less half of the others."""
        faces = [card for card in self.cards if card.text != BACK]
        near = {
            other.text
            for one, other in pairwise(faces)
            if one.text and other.box.x - one.box.x < _SAME * other.box.width
        }
        known = len({card.text for card in faces if card.text} - near)
        return known - (len(faces) - known) / 2


def _fits(picture: Picture, plate: Box, rows: Sequence[Row], em: float, raises: Sequence[float]) -> dict[int, float]:
    """For each number of cards: how much of their area looks like cards, less how much of a margin around it does,
    with all of them at their place or all of them raised."""
    cv = opencv()
    middle = plate.x + plate.width / 2
    x0, y0 = max(0, round(middle - 19 * em)), max(0, round(plate.y - 5.5 * em))
    x1, y1 = min(picture.shape[1], round(middle + 19 * em)), round(plate.y - 0.35 * em)
    if y1 - y0 < 4 or x1 - x0 < 4:
        return {}
    sums = cv.integral(card_like(picture[y0:y1, x0:x1]).astype(np.uint8))

    def shares(rectangles: Sequence[tuple[float, float, float, float]]) -> NDArray[np.float64]:
        """How much of each rectangle (left, top, right, bottom) looks like cards."""
        sides = np.rint(rectangles)
        left, right = (np.clip(sides[:, at], x0, x1).astype(int) - x0 for at in (0, 2))
        top, bottom = (np.clip(sides[:, at], y0, y1).astype(int) - y0 for at in (1, 3))
        inside = sums[bottom, right] - sums[top, right] - sums[bottom, left] + sums[top, left]
        area = (right - left) * (bottom - top)
        return np.where(area > 0, inside / np.maximum(area, 1), 0.0)

    places = [(count, raised) for count, row in enumerate(rows) if row for raised in (0.0, *raises)]
    outlines = [_outline(rows[count], raised, plate, em) for count, raised in places]
    ends = np.cumsum([len(outline) for outline in outlines])[:-1]
    found = np.split(shares([rectangle for outline in outlines for rectangle in outline]), ends)
    fits: dict[int, float] = {}
    for (count, raised), (whole, *others) in zip(places, found, strict=True):
        edges, beyond, gaps = others[:3], others[3:6], others[6:]
        fit = whole + sum(edges) / 3 - sum(beyond) / 3 - max(beyond) / 2
        if gaps:
            fit += 0.3 * (1 - 2 * sum(gaps) / len(gaps))
        fits[count] = max(fits.get(count, -np.inf), float(fit) - (_RAISED if raised else 0.0))
    return fits


def _outline(row: Row, raised: float, plate: Box, em: float) -> list[tuple[float, float, float, float]]:
    """The rectangle of a row of cards (left, top, right, bottom), three within its edges, three beyond them, and the
    gaps between cards if there are any."""
    middle, margin, inner = plate.x + plate.width / 2, 0.3 * em, 0.08 * em
    left, right = middle + row[0][0] * em, middle + (row[-1][0] + row[-1][2]) * em
    top, bottom = plate.y + (row[0][1] - raised * row[0][3]) * em, plate.y - 0.35 * em
    found = [
        (left, top, right, bottom),
        (left + inner, top + inner, left + inner + margin, bottom),
        (right - inner - margin, top + inner, right - inner, bottom),
        (left + inner, top + inner, right - inner, top + inner + margin),
        (left - 2 * margin, top, left - inner, bottom),
        (right + inner, top, right + 2 * margin, bottom),
        (left, top - margin, right, top - inner),
    ]
    if len(row) > 1 and row[1][0] > row[0][0] + row[0][2] + 0.05:
        found += [
            (middle + (one[0] + one[2]) * em + 0.5, top, middle + other[0] * em - 0.5, bottom)
            for one, other in pairwise(row)
        ]
    return found


def _raised(picture: Picture, box: Box, raises: Sequence[float], bank: CardBank) -> SeenCard:
    """The card in a box, or in one that is higher or lower: face-up and chosen cards are raised."""
    best, alike = likeliest(picture, box, bank)
    if best.text == BACK:
        return SeenCard(BACK, _border(picture, box), box)
    for share in raises:
        if best.confidence > _CERTAIN:
            return best
        other, likeness = likeliest(picture, _higher(box, share), bank)
        if other.text == BACK:
            continue
        two_cards = best.text and other.text and best.text != other.text
        if likeness > alike if two_cards else _preference(other) > _preference(best):
            best, alike = other, likeness
    return best if best.text else SeenCard(None, best.confidence, box)  # still where it is expected


def _uncovered(picture: Picture, card: SeenCard, bank: CardBank, raises: Sequence[float] = ()) -> SeenCard:
    """A card that is not known is looked at once more: nearby, and with what may lie over a part of it left out."""
    if card.text is not None:
        return card
    box = card.box
    found = max((recognise(picture, _higher(box, share), bank) for share in _NUDGES), key=_preference)
    if found.text in (None, BACK) or found.confidence < _MIN_NUDGED:
        found = recognise_covered(picture, [box, *(_higher(box, share) for share in raises)], bank)
    return found if found.text else SeenCard(None, max(card.confidence, found.confidence), box)


def _higher(box: Box, share: float) -> Box:
    """The box moved up by a share of its height."""
    return replace(box, y=box.y - share * box.height)


def _preference(card: SeenCard) -> tuple[bool, float]:
    """A card that is recognised comes before one that is not, however little that lacks."""
    return card.text is not None, card.confidence


def _border(picture: Picture, box: Box) -> float:
    """How clearly a back has its white border at the left (0 to 1): so backs that overlap are counted."""
    y0, y1 = round(box.y + 0.2 * box.height), round(box.y + 0.6 * box.height)
    x0, x1, x2 = (round(box.x + share * box.width) for share in (-0.05, 0.14, 0.65))
    light = (picture[max(0, y0) : y1, max(0, x0) : x2] @ LUMA).mean(0)
    edge = light[: x1 - x0]
    if not edge.size or edge.size == light.size:
        return 0.0
    return float(np.clip((edge.max() - np.median(light[edge.size :])) / _BORDER, 0, 0.99))


def read_boards(picture: Picture, first: Box, located: Located, bank: CardBank) -> tuple[tuple[SeenCard, ...], ...]:
    """The boards: white rectangles of a card's size in the middle of the felt."""
    cv = opencv()
    em = located.em
    middle = located.stage.x + located.stage.width / 2
    x0, x1 = max(0, round(middle - 9 * em)), round(middle + 9 * em)
    y0, y1 = max(0, round(first.y - 5 * em)), round(first.bottom + 5 * em)
    crop = picture[y0:y1, x0:x1]
    mask = (crop.min(2) > 190).astype(np.uint8)
    count, _, stats, _ = cv.connectedComponentsWithStats(mask, connectivity=4)
    boxes = []
    for x, y, width, height, area in stats[1:count].tolist():
        # A bet may lie over the lower edge: the upper one counts.
        fits = abs(width / first.width - 1) < 0.16 and -0.3 < height / first.height - 1 < 0.5
        central = abs(x0 + x + width / 2 - middle) < 2.4 * first.width
        if fits and central and area > 0.5 * width * height:
            exact = abs(height / first.height - 1) < 0.16
            boxes.append(Box(x0 + x, y0 + y, width, height if exact else first.height))
    boxes.sort(key=lambda box: (box.y, box.x))
    lines: list[list[Box]] = []
    for box in boxes:
        if lines and abs(lines[-1][0].y - box.y) < 0.5 * first.height:
            lines[-1].append(box)
        else:
            lines.append([box])
    return tuple(
        tuple(
            _uncovered(picture, recognise(picture, _as_wide_as(box, first), bank), bank)
            for box in sorted(line, key=lambda box: box.x)
        )
        for line in lines
    )


def _as_wide_as(found: Box, card: Box) -> Box:
    """A card's rectangle around the middle of what was found."""
    x, y = found.centre
    return Box(x - card.width / 2, y - card.height / 2, card.width, card.height)

"""Cards that lie together: the row above a plate, which may be a fan, and the boards in the middle.

How many cards a row has is not known beforehand. Each number has its own outline; of the four whose outlines fit
best, the one whose cards are recognised best is taken. If some of them are not, the other numbers are tried too.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Final

import numpy as np
from numpy.typing import NDArray

from riverboat.vision.calibration import CardBank, Row
from riverboat.vision.cards import LUMA, recognise
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
_MIN_SEEN: Final = 0.7
"""If no card of a row is recognised, and none is more like a card than this, there is no row."""
_CERTAIN: Final = 0.93
"""A card that is recognised so well is not looked for elsewhere."""


def card_like(crop: Picture) -> NDArray[np.bool_]:
    """Pixels of the white of a face, or of the blue of a back."""
    pixels = crop.astype(np.int16)
    white = pixels @ LUMA > _WHITE
    back = (pixels[:, :, 0] - pixels[:, :, 2] > 30) & (pixels[:, :, 0] - pixels[:, :, 1] > 12) & (pixels[:, :, 2] < 110)
    found: NDArray[np.bool_] = white | back
    return found


def read_row(
    picture: Picture, plate: Box, rows: Sequence[Row], em: float, raises: Sequence[float], bank: CardBank
) -> tuple[SeenCard, ...]:
    """The cards above a plate, from left to right; `raises`: how far cards may be moved up, in heights of a card."""
    middle = plate.x + plate.width / 2
    fits = _fits(picture, plate, rows, em)
    best: tuple[float, tuple[SeenCard, ...]] = (0.0, ())
    for number, count in enumerate(sorted(fits, key=lambda each: fits[each], reverse=True)):
        if fits[count] < _MIN_FIT or (number >= _TRIED and all(card.text for card in best[1])):
            break
        boxes = [Box(middle + x * em, plate.y + y * em, w * em, h * em) for x, y, w, h in rows[count]]
        cards = tuple(_raised(picture, box, raises, bank) for box in boxes)
        score = 0.5 * fits[count] + float(np.mean([card.confidence if card.text else 0.0 for card in cards]))
        if score > best[0]:
            best = score, cards
    return best[1] if any(card.text or card.confidence > _MIN_SEEN for card in best[1]) else ()


def _fits(picture: Picture, plate: Box, rows: Sequence[Row], em: float) -> dict[int, float]:
    """For each number of cards: how much of their area looks like cards, less how much of a margin around it does."""
    cv = opencv()
    middle = plate.x + plate.width / 2
    x0, y0 = max(0, round(middle - 19 * em)), max(0, round(plate.y - 5.5 * em))
    x1, y1 = min(picture.shape[1], round(middle + 19 * em)), round(plate.y - 0.35 * em)
    if y1 - y0 < 4 or x1 - x0 < 4:
        return {}
    sums = cv.integral(card_like(picture[y0:y1, x0:x1]).astype(np.uint8))

    def share(left: float, top: float, right: float, bottom: float) -> float:
        xs = np.clip([round(left) - x0, round(right) - x0], 0, x1 - x0)
        ys = np.clip([round(top) - y0, round(bottom) - y0], 0, y1 - y0)
        area = int((xs[1] - xs[0]) * (ys[1] - ys[0]))
        if area <= 0:
            return 0.0
        inside = int(sums[ys[1], xs[1]]) - int(sums[ys[0], xs[1]]) - int(sums[ys[1], xs[0]]) + int(sums[ys[0], xs[0]])
        return inside / area

    found = {}
    margin = 0.3 * em
    for count, row in enumerate(rows):
        if not row:
            continue
        left, right = middle + row[0][0] * em, middle + (row[-1][0] + row[-1][2]) * em
        top, bottom = plate.y + row[0][1] * em, plate.y - 0.35 * em
        inner = 0.08 * em
        edges = [
            share(left + inner, top + inner, left + inner + margin, bottom),
            share(right - inner - margin, top + inner, right - inner, bottom),
            share(left + inner, top + inner, right - inner, top + inner + margin),
        ]
        beyond = [
            share(left - 2 * margin, top, left - inner, bottom),
            share(right + inner, top, right + 2 * margin, bottom),
            share(left, top - margin, right, top - inner),
        ]
        fit = share(left, top, right, bottom) + float(np.mean(edges)) - float(np.mean(beyond)) - max(beyond) / 2
        if len(row) > 1 and row[1][0] > row[0][0] + row[0][2] + 0.05:  # cards with gaps between them
            gaps = [
                share(middle + (one[0] + one[2]) * em + 0.5, top, middle + other[0] * em - 0.5, bottom)
                for one, other in pairwise(row)
            ]
            fit += 0.3 * (1 - 2 * float(np.mean(gaps)))
        found[count] = fit
    return found


def _raised(picture: Picture, box: Box, raises: Sequence[float], bank: CardBank) -> SeenCard:
    """The card in a box, or in one that is higher or lower: face-up and chosen cards are raised."""
    best = recognise(picture, box, bank)
    if best.text == BACK:
        return SeenCard(BACK, _border(picture, box), box)
    for share in raises:
        if best.confidence > _CERTAIN:
            return best
        other = recognise(picture, Box(box.x, box.y - share * box.height, box.width, box.height), bank)
        if other.confidence > best.confidence and other.text != BACK:
            best = other
    return best


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
        tuple(recognise(picture, _as_wide_as(box, first), bank) for box in sorted(line, key=lambda box: box.x))
        for line in lines
    )


def _as_wide_as(found: Box, card: Box) -> Box:
    """A card's rectangle around the middle of what was found."""
    x, y = found.centre
    return Box(x - card.width / 2, y - card.height / 2, card.width, card.height)

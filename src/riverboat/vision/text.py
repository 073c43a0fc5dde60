"""Reading a line of text by glyph templates of a known font, without cutting it into letters first.

A line is a row of cells, one for each character and as wide as the character advances. Which cells explain the ink
best is found by dynamic programming over the columns: at each column a character may end, and the gain of the best row
of characters up to there is known. Letters that touch, as they do in small print, are no problem then. Lines are
brought to one size first, and the templates get the same loss of detail that the line has.

Cost: half a millisecond for a line of digits, two for one of all characters.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from riverboat.vision._kernels import best_row, line_ink
from riverboat.vision.calibration import GLYPH_SIZE, LINE, Glyphs
from riverboat.vision.locating import Picture, opencv
from riverboat.vision.sighting import Seen

Ink = NDArray[np.float32]

SIZE: Final = 16
"""Font size at which lines are read."""
CELL: Final = round(SIZE * LINE)
_CANVAS: Final = 2 * GLYPH_SIZE
_SHIFTS: Final = 3
"""How many rows a line may lie higher or lower than expected."""
_EVERY: Final = 3
_LARGE: Final = 100
"""To find the height of a line, every third character of a large alphabet is enough."""
_FAINT: Final = 60
"""Differences of colour below this are noise, not text."""
_PRICE: Final = 1.2
"""What each character costs, so that specks do not become dots."""
_PRICE_SHARE: Final = 0.3
"""No character costs more than this share of its ink: dots are cheap."""
_RARE: Final = "!|'`\"^~\\;:[]{}/$€£%#"
_RARE_PRICE: Final = 8.0
"""What characters cost in addition that are seldom in names and look like parts of others."""
_SLACK_PRICE: Final = 0.3
"""What a character costs that is a column narrower or wider than its template: advances are rounded."""
_TRACE: Final = 0.25
"""Columns with less ink have none."""
_ARM: Final = 7
"""How many columns a T or V reaches beyond its ink in the middle of a line."""
_GAP: Final = 0.3
"""A letter whose gap is at least this part as deep as that of an i is an i."""
_SPACE: Final = 0.2
"""Gaps wider than this, in font sizes, are spaces."""
_MIN_QUALITY: Final = 0.55
"""A character that explains less of its ink is not known."""


@dataclass(frozen=True)
class Line:
    """A line that was read: its characters, and how much of the ink they explain."""

    text: str
    confidence: float
    right: float = 0.0
    """Where its ink ends, in pixels of the picture."""


class Font:
    """The glyphs of one alphabet in one weight, ready to be matched with lines of one native size."""

    def __init__(self, glyphs: Glyphs, alphabet: str, native: float) -> None:
        cv = opencv()
        chosen = [
            (sign, picture, phase)
            for sign, picture in zip(glyphs.characters, glyphs.pictures, strict=True)
            if sign in alphabet
            for phase in (0, 1)
        ]
        self.signs = "".join(sign for sign, _, _ in chosen)
        drop = _drop(glyphs, native) if native < SIZE else 0.0
        cells = []
        for _, picture, phase in chosen:
            canvas = np.zeros((_CANVAS, _CANVAS), np.float32)
            canvas[: picture.shape[0], phase : phase + picture.shape[1]] = picture
            if native < SIZE:  # the same loss of detail as in the picture, whose base lines are on edges of pixels
                canvas = cv.warpAffine(canvas, np.array([[1, 0, 0], [0, 1, drop]]), (_CANVAS, _CANVAS))
                canvas = cv.resize(canvas, (round(_CANVAS / GLYPH_SIZE * native),) * 2, interpolation=cv.INTER_AREA)
            way = cv.INTER_AREA if native >= SIZE else cv.INTER_CUBIC
            side = _CANVAS * SIZE // GLYPH_SIZE
            fine = cv.resize(canvas, (side, side), interpolation=way)
            fine = cv.warpAffine(fine, np.array([[1, 0, 0], [0, 1, -drop * SIZE / GLYPH_SIZE]]), (side, side))
            cells.append(fine[:CELL, : max(2, round(picture.shape[1] * SIZE / GLYPH_SIZE))])
        self.widths = np.array([cell.shape[1] for cell in cells], np.int64)
        self.widest = int(self.widths.max())
        self.templates = np.zeros((len(cells), CELL, self.widest), np.float32)
        for at, cell in enumerate(cells):
            self.templates[at, :, : cell.shape[1]] = cell
        self.energies = (self.templates**2).sum((1, 2))
        rare = np.array([_RARE_PRICE if sign in _RARE else 0.0 for sign in self.signs])
        self.prices = np.minimum(_PRICE, _PRICE_SHARE * self.energies) + rare
        self.dot_gap = _dot_gap(cells[self.signs.index("i")]) if "i" in self.signs else None
        self.flat = self.templates.reshape(len(cells), -1).T.copy()


def _dot_gap(letter: Ink) -> tuple[int, float]:
    """The row with the least ink between the dot and the stem of an i, and the limit for that ink, in parts of the
    stem's: blurred gaps have more of it than the template's."""
    profile = _stem(letter)
    inked = np.flatnonzero(profile > 0.5)
    row = int(inked[0] + 1 + profile[inked[0] + 1 : inked[0] + 6].argmin())
    return row, 1 - _GAP * (1 - _dip(profile, row))


def _stem(cell: Ink) -> Ink:
    """The ink of each row in the middle of a narrow letter."""
    middle = cell.shape[1] // 2
    return np.asarray(cell[:, max(0, middle - 2) : middle + 2].max(1), np.float32)


def _dip(profile: Ink, row: int) -> float:
    """The least ink near a row, in parts of the stem's below; 1 if there is no more above it: then it is no gap."""
    least = row - 1 + int(profile[row - 1 : row + 2].argmin())
    if float(profile[:least].max()) <= float(profile[least]):
        return 1.0
    return float(profile[least]) / max(float(np.median(profile[row + 2 : row + 7])), 1e-3)


def _drop(glyphs: Glyphs, native: float) -> float:
    """How far a cell must be lowered so that its base line lies between two pixels of the native size."""
    letter = glyphs.pictures[glyphs.characters.index("H")]
    base = float(np.flatnonzero(letter.max(1) > 0.5)[-1]) + 1
    ratio = native / GLYPH_SIZE
    return float((np.ceil(base * ratio) - base * ratio) / ratio)


@lru_cache(maxsize=256)
def _font(glyphs: Glyphs, alphabet: str, half_pixels: int) -> Font:
    return Font(glyphs, alphabet, half_pixels / 2)


def font(glyphs: Glyphs, alphabet: str, size: float) -> Font:
    """The glyphs for lines of this size in pixels of the picture."""
    return _font(glyphs, alphabet, max(8, min(2 * SIZE, round(2 * size))))


def strip(picture: Picture, left: float, right: float, middle: float, size: float, *, light: bool = False) -> Ink:
    """The ink of a line in a font size, brought to `SIZE`, with some rows more than a cell above and below.

    The background is the colour of most pixels; ink is how far a pixel is from it, 1 for the strongest. If the text is
    known to be `light`, only what is lighter than the background counts, not its shadow.
    """
    cv = opencv()
    scale = SIZE / size
    rows = CELL + 2 * _SHIFTS
    reach = rows / 2 / scale
    x0, x1 = max(0, int(np.floor(left))), min(picture.shape[1], int(np.ceil(right)))
    y0, y1 = int(np.floor(middle - reach)), int(np.ceil(middle + reach))
    top = max(0, -y0)
    crop = picture[max(0, y0) : y1, x0:x1]
    if crop.shape[0] < 3 or crop.shape[1] < 3:
        return np.zeros((rows, 4), np.float32)
    ink: Ink = np.empty((len(crop), x1 - x0), np.float32)
    first, last = (int(middle + share * size) - max(0, y0) for share in (-0.5, 0.5))
    first = min(max(first, 0), len(crop) - 1)
    line_ink(crop, light, first, min(max(last, first + 1), len(crop)), _FAINT, ink)
    if top or crop.shape[0] < y1 - y0:
        ink = np.pad(ink, ((top, y1 - y0 - top - crop.shape[0]), (0, 0)))
    # The line's middle becomes the middle of the strip; large pictures are averaged, not skipped over.
    width = max(4, round(ink.shape[1] * scale))
    over = 1 if scale > 0.9 else 2 if scale > 0.45 else 4
    fine = scale * over
    offset = (middle - y0) * fine - rows * over / 2
    move = np.array([[fine, 0, (fine - 1) / 2], [0, fine, (fine - 1) / 2 - offset]])
    way = cv.INTER_CUBIC if over == 1 else cv.INTER_LINEAR
    found = cv.warpAffine(ink, move, (width * over, rows * over), flags=way)
    if over > 1:
        found = cv.resize(found, (width, rows), interpolation=cv.INTER_AREA)
    return np.asarray(np.clip(found, 0, 1.2), np.float32)


def read_text(
    picture: Picture,
    left: float,
    right: float,
    middle: float,
    size: float,
    glyphs: Font,
    *,
    light: bool = False,
    around: float | None = None,
    gap: float = 1.0,
) -> Line:
    """The characters between two columns in a line whose vertical middle is about `middle`; with `around`, only those
    of the words at this column, as far as the next gap of so many font sizes."""
    ink = strip(picture, left, right, middle, size, light=light)
    inked = np.flatnonzero(ink[_SHIFTS + CELL // 4 : -_SHIFTS - CELL // 4].max(0) > _TRACE)
    if not len(inked):
        return Line("", 1.0)
    scale = size / SIZE
    if around is not None:
        at = (around - left) / scale
        groups = np.split(inked, np.flatnonzero(np.diff(inked) > gap * SIZE) + 1)
        inked = min(groups, key=lambda each: max(each[0] - at, at - each[-1], 0))
    end = left + (int(inked[-1]) + 1) * scale
    left, right = left + max(0, int(inked[0]) - _ARM) * scale, min(right, end + _ARM * scale)
    ink = strip(picture, left, right, middle, size, light=light)
    line = read_line(strip(picture, left, right, middle + _offset(ink, glyphs) * scale, size, light=light), glyphs)
    return replace(line, right=end)


def read_line(ink: Ink, glyphs: Font) -> Line:
    """The characters that explain the ink of a strip best."""
    middle = ink[_SHIFTS : _SHIFTS + CELL]
    return _best_row(middle, _gains(middle, glyphs), glyphs)


def _offset(ink: Ink, glyphs: Font) -> float:
    """By how many rows the text of a strip is lower than its middle, to a fraction of a row."""
    every = _EVERY if len(glyphs.signs) > _LARGE else 1
    sums = [
        float(np.maximum(_gains(ink[shift : shift + CELL], glyphs, every).max(1), 0).sum())
        for shift in range(2 * _SHIFTS + 1)
    ]
    best = int(np.argmax(sums))
    if not 0 < best < len(sums) - 1:
        return float(best - _SHIFTS)
    before, at, after = sums[best - 1 : best + 2]
    bend = before - 2 * at + after
    return best - _SHIFTS + (0.5 * (before - after) / bend if bend else 0.0)


def _gains(ink: Ink, glyphs: Font, every: int = 1) -> NDArray[np.float32]:
    """By column and character: how much ink it explains if its cell begins there, less what it claims too much.

    With `every` = 3, only every third character is tried.
    """
    padded = np.zeros((ink.shape[0], ink.shape[1] + glyphs.widest), np.float32)
    padded[:, : ink.shape[1]] = ink
    windows = np.lib.stride_tricks.sliding_window_view(padded, glyphs.widest, axis=1)[:, : ink.shape[1]]
    flat = windows.transpose(1, 0, 2).reshape(ink.shape[1], -1)
    found: NDArray[np.float32] = 2 * flat @ glyphs.flat[:, ::every] - glyphs.energies[::every]
    return found


def _best_row(ink: Ink, gains: NDArray[np.float32], glyphs: Font) -> Line:
    values, chosen, before = best_row(gains, glyphs.widths, glyphs.prices, _SLACK_PRICE)
    return _spelled(ink, gains, glyphs, values, chosen, before)


def _spelled(
    ink: Ink,
    gains: NDArray[np.float32],
    glyphs: Font,
    values: NDArray[np.float64],
    chosen: NDArray[np.int64],
    before: NDArray[np.int64],
) -> Line:
    found: list[tuple[int, int, int]] = []
    end = len(values) - 1
    while end > 0:
        if chosen[end] >= 0:
            found.append((int(before[end]), int(end), int(chosen[end])))
        end = int(before[end])
    if not found:
        return Line("", 1.0 if float((ink**2).sum()) < 4 else 0.0)
    found.reverse()
    text, last, worst = "", found[0][0], 1.0
    counted = ink[CELL // 4 : -CELL // 4].max(0) > _TRACE  # ink above and below that may belong to other lines
    explained = 0.0
    for start, end, sign in found:
        if start - last > _SPACE * SIZE and text:
            text += " "
        text += _told_apart(ink[:, start:end], glyphs, glyphs.signs[sign])
        quality = float(gains[start, sign] / glyphs.energies[sign])
        worst = min(worst, quality)
        explained += float(gains[start, sign])
        counted[start:end] = True
        last = end
    total = float((ink[:, counted] ** 2).sum())
    share = explained / total if total else 0.0
    return Line(text, float(np.clip(min(share, worst + 0.2), 0, 1)))


def _told_apart(cell: Ink, glyphs: Font, sign: str) -> str:
    """A small I and a small L differ by the gap below the dot alone: there the ink decides, not the template."""
    if sign not in ("i", "l", "I") or glyphs.dot_gap is None:
        return sign
    row, limit = glyphs.dot_gap
    return "i" if _dip(_stem(cell), row) < limit else "l" if sign == "i" else sign


def known(line: Line) -> Seen[str]:
    """The text if it was read well enough."""
    return Seen(line.text, line.confidence) if line.confidence >= _MIN_QUALITY else Seen(None, line.confidence)

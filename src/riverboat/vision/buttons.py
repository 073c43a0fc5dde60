"""The user's buttons below the table: found by their paint, which is paler when they cannot be used."""

from __future__ import annotations

from typing import Final

import numpy as np

from riverboat.vision import text
from riverboat.vision.calibration import Calibration, Layout
from riverboat.vision.locating import Located, Picture, opencv
from riverboat.vision.sighting import UNKNOWN, Box, Control, Seen, SeenButton

_PAINT: Final[dict[Control, tuple[int, int, int]]] = {
    "fold": (0x9F, 0x62, 0x35), "call": (0x40, 0x74, 0x2B), "raise": (0x1F, 0x43, 0xA8),
}  # fmt: skip
"""Blue, green, red."""
_FONTS: Final = {"wide": (3.1, 1.05, 7.5, 0.6), "narrow": (3.4, 0.98, 6.2, 0.45)}
"""By form, in root em: height and font size of a button, width of the field for amounts, and the gap above."""
_SMALLER: Final = 0.845
"""The font size in parts of a button's height, where a button has two lines, to that where it has one."""
_CERTAIN: Final = 0.85
_FIELD_HEIGHT: Final = 2.3
_ALPHABET: Final = "ABCDFRPSadefhiklnoprstgcw-0123456789,"


def find_buttons(
    picture: Picture, located: Located, layout: Layout, calibration: Calibration
) -> tuple[tuple[SeenButton, ...], Box | None]:
    """The buttons that can be used now, and the field for the amount of a raise."""
    cv = opencv()
    top = round(located.stage.y + 0.6 * located.stage.height)
    left = max(0, round(located.stage.x - 2 * located.em))
    area = picture[top:, left : round(located.stage.right + 2 * located.em)]
    if area.shape[0] < 4:
        return (), None
    found = []
    high, font_size, _, _ = _FONTS[layout.form]
    for control, paint in _PAINT.items():
        near = cv.inRange(
            area, np.array([max(0, side - 14) for side in paint]), np.array([side + 14 for side in paint])
        )
        x0, y0, wide, tall = cv.boundingRect(near)
        if not wide:
            continue
        _, _, stats, _ = cv.connectedComponentsWithStats(near[y0 : y0 + tall, x0 : x0 + wide], connectivity=4)
        x, y, width, height, pixels = stats[1:][stats[1:, 4].argmax()].tolist()
        if width < 4 * located.em or height < 1.5 * located.em or pixels < 0.6 * width * height:
            continue
        box = Box(left + x0 + x, top + y0 + y, width, height)
        words = _words(picture, box, box.height / high * font_size, calibration)
        found.append(SeenButton(control, words, box))
    return tuple(found), _amount_box(picture, found, layout.form)


def _words(picture: Picture, box: Box, size: float, calibration: Calibration) -> Seen[str]:
    """What is written on a button. On phones a long text may have two lines; then all buttons are higher."""
    best: Seen[str] = UNKNOWN
    for font_size, lines in ((size, (0.0,)), (_SMALLER * size, (0.0,)), (_SMALLER * size, (-0.755, 0.755))):
        glyphs = text.font(calibration.fonts["bold"], _ALPHABET, font_size)
        sides = box.x + 0.5 * size, box.right - 0.5 * size
        rows = (box.y + box.height / 2 + line * font_size for line in lines)
        read = [text.known(text.read_text(picture, *sides, row, font_size, glyphs, light=True)) for row in rows]
        confidence = min(each.confidence for each in read)
        if confidence > best.confidence and all(each.value for each in read):
            best = Seen(" ".join(each.value or "" for each in read), confidence)
        if best.confidence > _CERTAIN:
            break
    return best


def _amount_box(picture: Picture, buttons: list[SeenButton], form: str) -> Box | None:
    """The field above the right end of the button for raises, if something dark or light is written in it."""
    raising = next((button.box for button in buttons if button.control == "raise"), None)
    if raising is None:
        return None
    high, _, wide, gap = _FONTS[form]
    rem = raising.height / high
    box = Box(raising.right - wide * rem, raising.y - (gap + _FIELD_HEIGHT) * rem, wide * rem, _FIELD_HEIGHT * rem)
    crop = picture[
        round(box.y + 0.25 * box.height) : round(box.bottom - 0.25 * box.height),
        round(box.x + 0.3 * rem) : round(box.right - 2.0 * rem),
    ].astype(np.int16)
    if not crop.size:
        return None
    ground = np.median(crop.reshape(-1, 3), axis=0)
    return box if float(np.abs(crop - ground).max(2).max()) > 150 else None


__all__ = ["Seen", "find_buttons"]

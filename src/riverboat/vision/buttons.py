"""The user's buttons below the table: found by their paint, which is paler when they cannot be used."""

from __future__ import annotations

from typing import Final

import numpy as np

from riverboat.vision import text
from riverboat.vision.calibration import Calibration, Layout
from riverboat.vision.locating import Located, Picture, opencv
from riverboat.vision.sighting import Box, Control, Seen, SeenButton

_PAINT: Final[dict[Control, tuple[int, int, int]]] = {
    "fold": (0x9F, 0x62, 0x35), "call": (0x40, 0x74, 0x2B), "raise": (0x1F, 0x43, 0xA8),
}  # fmt: skip
"""Blue, green, red."""
_FONTS: Final = {"wide": (3.1, 1.05, 7.5, 0.6), "narrow": (3.4, 0.98, 6.2, 0.45)}
"""By form, in root em: height and font size of a button, width of the field for amounts, and the gap above."""
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
        count, _, stats, _ = cv.connectedComponentsWithStats(near, connectivity=4)
        if count < 2:
            continue
        x, y, width, height, pixels = stats[1:][stats[1:, 4].argmax()].tolist()
        if width < 4 * located.em or height < 1.5 * located.em or pixels < 0.6 * width * height:
            continue
        box = Box(left + x, top + y, width, height)
        size = box.height / high * font_size
        glyphs = text.font(calibration.fonts["bold"], _ALPHABET, size)
        sides = box.x + 0.5 * size, box.right - 0.5 * size
        line = text.read_text(picture, *sides, box.y + box.height / 2, size, glyphs, light=True)
        found.append(SeenButton(control, text.known(line), box))
    return tuple(found), _amount_box(picture, found, layout.form)


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

"""The coloured label below a plate of the replayer: is there one, and from where to where?"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from riverboat.vision.locating import Picture
from riverboat.vision.sighting import Box

_INSET: Final = 0.42
"""How far within a label its text begins, at least, in font sizes."""


def pill(picture: Picture, label: Box, size: float) -> tuple[float, float] | None:
    """The left and right edge of a label around this place; None if there is only table behind it."""
    middle, row = label.centre
    reach = 9 * size
    x0, x1 = max(0, round(middle - reach)), min(picture.shape[1], round(middle + reach))
    y0, y1 = max(0, round(row - 0.55 * size)), round(row + 0.55 * size)
    painted = _is_paint(picture[y0:y1, x0:x1]).mean(0)
    columns = np.flatnonzero(painted > 0.12)
    if not len(columns):
        return None
    groups = np.split(columns, np.flatnonzero(np.diff(columns) > 0.9 * size) + 1)
    at = middle - x0
    group = min(groups, key=lambda each: abs((each[0] + each[-1]) / 2 - at))
    if group[-1] - group[0] < 1.3 * size or abs((group[0] + group[-1]) / 2 - at) > 0.6 * size:
        return None
    return float(x0 + group[0] + _INSET * size), float(x0 + group[-1] + 1 - _INSET * size)


def _is_paint(crop: Picture) -> NDArray[np.bool_]:
    """Pixels of the red, green or grey of labels; the felt is a bluer green, the page is paler or darker."""
    blue, green, red = (crop[:, :, channel].astype(np.int16) for channel in range(3))
    is_red = (red > 110) & (red - green > 60) & (red - blue > 60)
    is_green = (green > 75) & (green - red > 50) & (green - blue > 38)
    is_grey = (abs(red - 0x4A) < 16) & (abs(green - 0x58) < 16) & (abs(blue - 0x66) < 16)
    found: NDArray[np.bool_] = is_red | is_green | is_grey
    return found

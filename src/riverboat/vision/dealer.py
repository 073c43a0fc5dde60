"""Where is the dealer button? Its disc is compared at every place with one from the calibration (Teófilo 2016, section
4.3.2, who takes the first place that matches; here the best one).

Only what is within the disc counts, so the colour of the table does not matter. Cost: 0.1 ms for a place.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from typing import Final

import numpy as np
from numpy.typing import NDArray

from riverboat.vision._kernels import sample
from riverboat.vision.locating import Picture
from riverboat.vision.sighting import UNKNOWN, Box, Seen

_SIDE: Final = 20
_MIN_LIKENESS: Final = 0.6
_MIN_LEAD: Final = 0.1
_REACH: Final = 0.07
"""How far the disc may be from where it is expected, in its widths."""
_ROWS, _COLUMNS = np.mgrid[:_SIDE, :_SIDE] + 0.5 - _SIDE / 2
_INSIDE: Final = np.hypot(_ROWS, _COLUMNS) < 0.46 * _SIDE


def disc(picture: Picture, box: Box) -> NDArray[np.float32]:
    """The light within a disc as a vector with mean 0 and length 1."""
    crop = np.empty((_SIDE, _SIDE, 3), np.float32)
    sample(picture, box.x, box.y, box.width, box.height, crop)
    light = crop[_INSIDE].mean(1)
    light -= light.mean()
    # A patch without any contrast is like nothing.
    return np.asarray(light / max(float(np.linalg.norm(light)), 15.0 * np.sqrt(len(light))), np.float32)


def find_dealer(picture: Picture, places: Sequence[Box], known: NDArray[np.float32]) -> Seen[int]:
    """The place whose disc is most like the known one; unknown if none or more than one is."""
    likeness = [max(float(disc(picture, box) @ known) for box in _around(place)) for place in places]
    best = int(np.argmax(likeness))
    others = max((each for place, each in enumerate(likeness) if place != best), default=-1.0)
    if likeness[best] < _MIN_LIKENESS or likeness[best] - others < _MIN_LEAD:
        return UNKNOWN
    return Seen(best, min(1.0, likeness[best]))


def _around(box: Box) -> list[Box]:
    steps = (-_REACH * box.width, 0.0, _REACH * box.width)
    return [Box(box.x + x, box.y + y, box.width, box.height) for x, y in product(steps, steps)]

"""The 1,326 two-card holdings of hold'em and their 169 classes, as arrays.

A holding of cards a < b has the index b(b-1)/2 + a: dense, and the same in any prefix of the deck. A class is the cell
of the 13x13 grid that players know, numbered row by row from AA: pairs on the diagonal, suited hands above it, offsuit
hands below, ranks from ace (0) to deuce (12).
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from riverboat.cards.card import RANKS

HOLDINGS: Final = 1326
CLASSES: Final = 169


def holding_index(first: int, second: int) -> int:
    """0..1325 for two different cards in either order."""
    low, high = (first, second) if first < second else (second, first)
    return high * (high - 1) // 2 + low


def class_index(first: int, second: int) -> int:
    """0..168 for two different cards: the cell of the 13x13 grid."""
    low, high = sorted((12 - (first >> 2), 12 - (second >> 2)))
    suited = (first & 3) == (second & 3)
    return low * 13 + high if suited else high * 13 + low


def class_name(index: int) -> str:
    """`AA`, `AKs`, `AKo` for a class 0..168."""
    row, column = divmod(index, 13)
    if row == column:
        return RANKS[12 - row] * 2
    high, low = sorted((row, column))
    return RANKS[12 - high] + RANKS[12 - low] + ("s" if row < column else "o")


def _holding_cards() -> NDArray[np.uint8]:
    pairs = [(low, high) for high in range(52) for low in range(high)]
    return np.array(pairs, dtype=np.uint8)


HOLDING_CARDS: Final = _holding_cards()
"""uint8[1326, 2]: the two cards of each holding, lower number first."""

HOLDING_CLASS: Final = np.array([class_index(int(a), int(b)) for a, b in HOLDING_CARDS], dtype=np.uint8)
"""uint8[1326]: the class of each holding."""

CLASS_NAMES: Final = tuple(class_name(index) for index in range(CLASSES))
CLASS_SIZES: Final = np.bincount(HOLDING_CLASS, minlength=CLASSES).astype(np.uint8)
"""uint8[169]: 6 for a pair, 4 for a suited, 12 for an offsuit class."""

CLASS_BY_NAME: Final = {name: index for index, name in enumerate(CLASS_NAMES)}

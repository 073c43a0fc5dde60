"""A finished `Hand` as pokerkit's `HandHistory`, and back.

Both sides write and read the PHH format (Kim 2024), so a hand crosses as a PHH document: the games are those that PHH
has a code for, and what a hand history says besides the play (event, date, table) crosses too.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from riverboat.errors import RiverboatError
from riverboat.extras import require
from riverboat.games.hand import Hand
from riverboat.records.phh.parsing import read_phh
from riverboat.records.phh.writing import write_phh
from riverboat.records.rejected import RejectedHand

if TYPE_CHECKING:
    from pokerkit import HandHistory


def to_pokerkit(hand: Hand) -> HandHistory:
    """The hand as pokerkit writes it down; iterating over it replays the hand in pokerkit."""
    return require("pokerkit", "this bridge").HandHistory.loads(write_phh(hand))


def from_pokerkit(history: HandHistory) -> Hand:
    """The hand that a hand history describes, played again by our dealer; refused if that ends differently.

    Args:
        history: A `pokerkit.HandHistory`.
    """
    found = next(iter(read_phh(history.dumps().splitlines(keepends=True))), None)
    if found is None:
        raise RiverboatError("hand history: there is no hand in it")
    if isinstance(found, RejectedHand):
        raise RiverboatError(f"hand history: {found.reason}")
    return found

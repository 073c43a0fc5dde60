"""Bill Chen's formula for starting hands, in its two versions.

The published formula (W. Chen in L. Krieger, "Hold'em Excellence"): points for the highest card (A 10, K 8, Q 7, J 6,
otherwise half its number), doubled for a pair but never below 5; 2 more if suited; 0, 1, 2, 4 or 5 less for a gap of
0, 1, 2, 3 or more cards; 1 more if the gap is 0 or 1 and both cards are below a queen; halves are rounded up.

L. F. Teófilo's thesis (2016, Fig. 18) prints a listing that differs: every pair is just doubled, neighbours always
gain 1, and nothing is rounded, so AKs has 13 points instead of 12, and deuces 2 instead of 5.

It is a rule of thumb for full tables: no number of opponents, no position.
"""

from __future__ import annotations

from math import floor
from typing import Literal

from riverboat.errors import RiverboatError
from riverboat.odds.preflop.starting_hands import StartingHand, starting_class

Version = Literal["published", "thesis"]

_GAP_COST = (0, 1, 2, 4, 5)
_ACE, _QUEEN = 12, 10


def chen_score(hand: StartingHand, version: Version = "published") -> float:
    """Chen's points for a starting hand: whole numbers by the published formula, halves by the thesis's listing.

    Args:
        version: "published", or "thesis" for the listing that counts halves.
    """
    row, column = divmod(starting_class(hand), 13)
    high, low = _ACE - min(row, column), _ACE - max(row, column)
    suited = row < column
    if version == "published":
        return float(_published(high, low, suited))
    if version == "thesis":
        return _thesis(high, low, suited)
    raise RiverboatError(f'Chen formula "{version}": expected "published" or "thesis"')


def _points(rank: int) -> float:
    """10, 8, 7, 6 for ace to jack, then half the number on the card."""
    return {12: 10.0, 11: 8.0, 10: 7.0, 9: 6.0}.get(rank, (rank + 2) / 2)


def _published(high: int, low: int, suited: bool) -> int:
    if high == low:
        return floor(max(5.0, 2 * _points(high)) + 0.5)
    gap = high - low - 1
    score = _points(high) - _GAP_COST[min(gap, 4)]
    if suited:
        score += 2
    if gap <= 1 and high < _QUEEN:
        score += 1
    return floor(score + 0.5)


def _thesis(high: int, low: int, suited: bool) -> float:
    score = _points(high) + (2 if suited else 0)
    distance = high - low
    if distance == 0:
        return 2 * score
    # The listing's switch is printed without breaks; only with them does it give the values its text describes.
    return score + {1: 1, 2: -1, 3: -2, 4: -4}.get(distance, -5)

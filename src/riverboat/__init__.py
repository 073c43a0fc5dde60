"""Riverboat: a computer-poker laboratory.

The names below are imported when first used, so `import riverboat` is instant.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from riverboat.errors import DealError, NotationError, RiverboatError
from riverboat.lazy import lazy_names

if TYPE_CHECKING:
    from riverboat.cards.card import parse_cards
    from riverboat.cards.ranges import Range
    from riverboat.cards.ranking.high import rank
    from riverboat.cards.ranking.words import describe
    from riverboat.odds.showdown import equity

__version__ = "0.1.0"

__all__ = ["DealError", "NotationError", "Range", "RiverboatError", "describe", "equity", "parse_cards", "rank"]

__getattr__ = lazy_names(
    __name__,
    {
        "Range": "riverboat.cards.ranges",
        "describe": "riverboat.cards.ranking.words",
        "equity": "riverboat.odds.showdown",
        "parse_cards": "riverboat.cards.card",
        "rank": "riverboat.cards.ranking.high",
    },
)

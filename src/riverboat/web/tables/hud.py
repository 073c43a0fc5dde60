"""What is counted of everyone's play at a table: the numbers beside the seats.

Only public events are counted, from hands as a spectator knows them, so that the numbers say nothing about cards that
were not shown. A fraction of a millisecond per hand, in a thread and only on request.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import isfinite
from typing import Any, Final

from riverboat.games.hand import Hand
from riverboat.games.indicators import Indicators, count_hand
from riverboat.web.tables.seen import NOBODY

_RATES: Final = {"vpip": "vpip", "pfr": "pfr", "three_bet": "three_bet", "wtsd": "went_to_showdown"}


class SeatCounts:
    """The counts of one table, by name."""

    def __init__(self) -> None:
        self.hands = 0
        self._books: dict[str, Indicators] = {}

    def add_all(self, hands: Iterable[Hand]) -> None:
        """Count more hands."""
        for hand in hands:
            public = hand.seen_by(NOBODY)
            count_hand(public, [self._books.setdefault(name, Indicators()) for name in public.players])
            self.hands += 1

    def of(self, name: str) -> dict[str, Any] | None:
        """A player's counts: how often and of how many opportunities; None before the first hand."""
        book = self._books.get(name)
        if book is None:
            return None
        factor = book.aggression_factor
        return {
            "hands": book.hands,
            "af": round(factor, 1) if isfinite(factor) else None,
            **{short: list(book.sample(name)) for short, name in _RATES.items()},
        }

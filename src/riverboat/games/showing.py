"""Who acts first in stud games: the face-up cards decide.

On the first street the lowest card (razz: the highest, aces low) brings it in, suits breaking ties in the order
clubs, diamonds, hearts, spades; on later streets the best hand showing acts first, the first player left of the
button among equals.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from riverboat.games.rules import Showing

if TYPE_CHECKING:
    from riverboat.games.table import Table

_ACE = "A"


def showing(table: Table, by: Showing) -> int:
    """The position that acts first: the one whose cards say so, or the next one who can act."""
    deck, up = table.rules.deck, table.up
    live = [position for position, alive in enumerate(table.live) if alive and up[position]]
    if not live:
        return 0

    def rank(card: int) -> int:
        return deck.rank_of(card)

    def rank_ace_low(card: int) -> int:
        return -1 if deck.card_text(card)[0] == _ACE else deck.rank_of(card)

    if by == "lowest card":
        return min(live, key=lambda p: min((rank(c), deck.suit_of(c)) for c in up[p]))
    if by == "highest card":
        return max(live, key=lambda p: max((rank_ace_low(c), deck.suit_of(c)) for c in up[p]))
    if by == "best hand showing":
        return max(live, key=lambda p: (_shape([rank(c) for c in up[p]]), -p))
    return min(live, key=lambda p: (_shape([rank_ace_low(c) for c in up[p]]), p))


def _shape(ranks: list[int]) -> tuple[list[int], list[int]]:
    """How many cards of each rank, most first, then which ranks: straights and flushes do not count here."""
    groups = sorted(((ranks.count(rank), rank) for rank in set(ranks)), reverse=True)
    return [count for count, _ in groups], [rank for _, rank in groups]

"""One number for a hand of one to four cards, human-readable: two digits per card (Teófilo 2016, the PGDL system).

Teófilo prints the formula only for four different ranks, R1 10^6 + R2 10^4 + R3 10^2 + R4 with ranks 1 (deuce) to 13
(ace) from the highest down: A K Q J is 13 12 11 10. Here it is completed for pairs and better: ranks come most cards
first, with the kind of hand in front (1 pair, 2 two pair, 3 three of a kind, 4 four of a kind) times 10^8.
"""

from __future__ import annotations

from riverboat.cards.card import rank_of, read_cards
from riverboat.cards.ranking.variants.base import Cards
from riverboat.cards.ranking.variants.text import in_order
from riverboat.errors import DealError

_SLOTS = 4
_KIND_UNIT = 10**8
_KINDS = {(): 0, (2,): 1, (2, 2): 2, (3,): 3, (4,): 4}


def few_score(cards: Cards) -> int:
    """The score of one to four cards; higher is better, also between hands of the same kind and different size."""
    hand = read_cards(cards, "hand")
    if not 1 <= len(hand) <= _SLOTS:
        raise DealError(f"hand of {len(hand)} cards: a score has 1 to {_SLOTS}")
    ranks = [rank_of(card) + 1 for card in in_order(hand)]
    kind = tuple(sorted((ranks.count(rank) for rank in set(ranks) if ranks.count(rank) > 1), reverse=True))
    digits = 0
    for rank in ranks + [0] * (_SLOTS - len(ranks)):
        digits = 100 * digits + rank
    return _KINDS[kind] * _KIND_UNIT + digits

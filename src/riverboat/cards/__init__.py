"""Cards and everything that can be said about them without an opponent: text, decks, ranges, symmetry, hand ranking."""

from __future__ import annotations

from typing import TYPE_CHECKING

from riverboat.cards.card import card_text, cards_text, parse_card, parse_cards
from riverboat.lazy import lazy_names

if TYPE_CHECKING:
    from riverboat.cards.deck import Deck
    from riverboat.cards.holdings import class_index, class_name, holding_index
    from riverboat.cards.isomorphism import Isomorphism, canonical_boards
    from riverboat.cards.ranges import Range
    from riverboat.cards.ranking.high import rank, rank_batch
    from riverboat.cards.ranking.rankings import RANKINGS
    from riverboat.cards.ranking.variants.base import Ranking
    from riverboat.cards.ranking.words import best_five, category, describe

__all__ = [
    "RANKINGS",
    "Deck",
    "Isomorphism",
    "Range",
    "Ranking",
    "best_five",
    "canonical_boards",
    "card_text",
    "cards_text",
    "category",
    "class_index",
    "class_name",
    "describe",
    "holding_index",
    "parse_card",
    "parse_cards",
    "rank",
    "rank_batch",
]

__getattr__ = lazy_names(
    __name__,
    {
        "Deck": "riverboat.cards.deck",
        "Range": "riverboat.cards.ranges",
        "Isomorphism": "riverboat.cards.isomorphism",
        "canonical_boards": "riverboat.cards.isomorphism",
        "class_index": "riverboat.cards.holdings",
        "class_name": "riverboat.cards.holdings",
        "holding_index": "riverboat.cards.holdings",
        "rank": "riverboat.cards.ranking.high",
        "rank_batch": "riverboat.cards.ranking.high",
        "RANKINGS": "riverboat.cards.ranking.rankings",
        "Ranking": "riverboat.cards.ranking.variants.base",
        "best_five": "riverboat.cards.ranking.words",
        "category": "riverboat.cards.ranking.words",
        "describe": "riverboat.cards.ranking.words",
    },
)

"""Ranks badugi hands: up to four cards of which no two share a rank or a suit, the more the better, then the lower.

All 1,092 badugis (715 of four cards, 286, 78 and 13 of fewer) are numbered by their set of ranks; the best one of any
number of cards is found by trying one card of each suit. The ace is low, or high as in badeucy.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from itertools import combinations, product
from typing import Final

import numpy as np
from numpy.typing import NDArray

from riverboat.cards.card import rank_of, suit_of
from riverboat.cards.ranking.tables import card_words
from riverboat.cards.ranking.variants.base import Hands, Ranking
from riverboat.cards.ranking.variants.text import badugi_words, in_order

_ACE: Final = 12


class Badugi(Ranking):
    """Up to four cards of different ranks and suits."""

    def __init__(self, name: str, title: str, ace_low: bool = True) -> None:
        super().__init__(name, title)
        self.ace_low: Final = ace_low

    @property
    def classes(self) -> int:
        return 1092

    @cached_property
    def by_mask(self) -> NDArray[np.uint16]:
        """uint16[8192]: the rank of a badugi by the set of its ranks, deuce in bit 0."""
        found = []
        for size in range(1, 5):
            for ranks in combinations(range(13), size):
                heights = sorted((-1 if self.ace_low and rank == _ACE else rank for rank in ranks), reverse=True)
                found.append((size, [-height for height in heights], sum(1 << rank for rank in ranks)))
        table = np.zeros(1 << 13, np.uint16)
        for place, (_, _, mask) in enumerate(sorted(found)):
            table[mask] = place
        return table

    def _size_problem(self, hole: int, board: int) -> str | None:
        count = hole + board
        return None if 1 <= count <= self.max_cards else f"{count} cards; badugi is ranked from 1 to {self.max_cards}"

    def _rank_arrays(self, holes: Hands, boards: Hands) -> NDArray[np.uint16]:
        from riverboat.cards.ranking.variants._kernels import rank_batch_of_badugis

        hands = np.concatenate([holes, boards], axis=1) if boards.shape[1] else holes
        out = np.empty(len(hands), np.uint16)
        rank_batch_of_badugis(self.by_mask, card_words(count_suits=True), hands, out)
        return out

    def _best(self, hole: Sequence[int], board: Sequence[int]) -> tuple[int, ...]:
        suits = [[card for card in sorted((*hole, *board)) if suit_of(card) == suit] for suit in range(4)]
        badugis = [tuple({rank_of(card): card for card in cards}.values()) for cards in product(*filter(None, suits))]
        best = max(badugis, key=lambda cards: int(self.by_mask[sum(1 << rank_of(card) for card in cards)]))
        return in_order(best, self.ace_low)

    def _words(self, best: Sequence[int]) -> str:
        return badugi_words(best, self.ace_low)

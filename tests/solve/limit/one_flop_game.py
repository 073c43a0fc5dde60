"""The game of the study: one flop after "raise, call", every hand, and buckets by E[HS] and its spread.

Before the river hands are divided into classes of E[HS] and each of these by the spread E[HS^2] - E[HS]^2, with edges
from sampled boards; on the river by percentile of strength.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from riverboat.cards.card import read_cards
from riverboat.cards.holdings import HOLDING_CARDS, HOLDINGS
from riverboat.cards.ranking.high import rank_batch
from riverboat.odds.strength.expected import expected_strength_by_holding

FLOP = tuple(read_cards("Ks7h4h"))
LINE = 4
_SAMPLE = 60
_DIGITS = 9

Floats = NDArray[np.float64]


class StudyBuckets:
    """`classes` of E[HS], each divided by spread, on flop and turn; percentiles on the river."""

    def __init__(self, classes: int, spreads: int, percentiles: int) -> None:
        self.classes, self.spreads, self.percentiles = classes, spreads, percentiles
        self.counts = (169, classes * spreads, classes * spreads, percentiles)
        self._known: dict[tuple[int, ...], NDArray[np.uint16]] = {}
        rng = np.random.default_rng(3)
        self._edges = {cards: self._find_edges(cards, rng) for cards in (3, 4)}

    def on_board(self, board: Sequence[int]) -> NDArray[np.uint16]:
        key = tuple(board)
        if key not in self._known:
            by_cards = {0: lambda board: np.zeros(HOLDINGS, np.uint16), 5: self._percentile}
            self._known[key] = by_cards.get(len(key), self._class)(key)
        return self._known[key]

    def on_rivers(self, turn: Sequence[int], cards: Sequence[int]) -> NDArray[np.uint16]:
        return np.stack([self.on_board((*turn, card)) for card in cards])

    def _find_edges(self, cards: int, rng: np.random.Generator) -> tuple[Floats, list[Floats]]:
        boards = [rng.choice(52, cards, replace=False).tolist() for _ in range(_SAMPLE)]
        mean, spread = (np.concatenate(each) for each in zip(*map(_features, boards), strict=True))
        alive = ~np.isnan(mean)
        mean, spread = mean[alive], spread[alive]
        edges = np.quantile(mean, np.linspace(0.0, 1.0, self.classes + 1)[1:-1])
        which = np.searchsorted(edges, mean)
        parts = np.linspace(0.0, 1.0, self.spreads + 1)[1:-1]
        return edges, [np.quantile(spread[which == number], parts) for number in range(self.classes)]

    def _class(self, board: tuple[int, ...]) -> NDArray[np.uint16]:
        mean, spread = (np.nan_to_num(np.round(each, _DIGITS)) for each in _features(board))
        edges, within = self._edges[len(board)]
        first = np.searchsorted(edges, mean)
        second = [np.searchsorted(within[number], each) for number, each in zip(first, spread, strict=True)]
        return np.asarray(first * self.spreads + np.array(second), np.uint16)

    def _percentile(self, board: tuple[int, ...]) -> NDArray[np.uint16]:
        live = np.flatnonzero(~np.isin(HOLDING_CARDS, board).any(axis=1))
        cards = np.hstack([HOLDING_CARDS[live], np.tile(np.array(board, np.uint8), (len(live), 1))])
        ranks = rank_batch(cards, check=False)
        in_order = np.sort(ranks)
        middle = (np.searchsorted(in_order, ranks) + np.searchsorted(in_order, ranks, side="right")) / 2.0
        found = np.zeros(HOLDINGS, np.uint16)
        found[live] = np.minimum(middle / len(live) * self.percentiles, self.percentiles - 1)
        return found


def _features(board: Sequence[int]) -> tuple[Floats, Floats]:
    mean = expected_strength_by_holding(board)
    return mean, expected_strength_by_holding(board, 2) - mean * mean

"""Exact all-in equity in hold'em and short deck, with card removal, by whichever of two ways costs less.

*Deal by deal*: list the deals of one holding each that share no card, keep one of each class that renaming suits leaves
equal, and tally its boards. Boards are collapsed by rank with a correction for flushes, so the 1,712,304 boards of two
hands take a few ten thousand lookups, below half a millisecond. Right for hands, narrow ranges, many players. A
command that is asked for a single deal need not wait for the compiler to load (`one_deal.py`).

*Sweep*: for two ranges, sort all holdings once per board and walk up (`sweep.py`): the cost hardly grows with the
ranges.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from math import comb, prod
from typing import Final

import numpy as np
from numpy.typing import NDArray

from riverboat.cards.card import DECK_SIZE
from riverboat.cards.holdings import HOLDING_CARDS
from riverboat.cards.ranking.orders import HIGH, SHORT_DECK
from riverboat.cards.ranking.tables import load_tables
from riverboat.errors import DealError
from riverboat.odds.showdown import suits
from riverboat.odds.showdown.one_deal import compiler_is_spared, tally_one_deal
from riverboat.odds.showdown.result import Equity, from_tally
from riverboat.odds.showdown.spot import HOLDING_BITS, Spot, holding_bits, no_deal
from riverboat.odds.showdown.sweep import Sweep
from riverboat.progress import OnProgress, Progress

_NO_END: Final = 1 << 62  # listing stops by itself: as many steps as there are choices
_SECONDS_PER_DEAL: Final = {0: 3e-7, 1: 6e-7, 2: 5e-6, 5: 3e-4}
"""What one deal of two holdings costs by board cards to come; each further player adds twice as much again."""
_LISTED_AT_ONCE: Final = 4_000_000
"""Holdings in one list of deals: 32 MB."""
_MAX_DEALS: Final = 1 << 40
_ORDERS: Final = {"holdem": HIGH, "short_deck": SHORT_DECK}
_PIECE_SECONDS: Final = 0.1


def rank_tables(game: str) -> tuple[NDArray[np.uint16], NDArray[np.uint64]]:
    """The seven-card table and the card words of a two-card game."""
    tables = load_tables(_ORDERS[game])
    return tables.by_size[7], tables.words


def boards_to_come(spot: Spot) -> int:
    """How many boards complete each deal."""
    gone = len(spot.out_of_play) + len(spot.board) + 2 * spot.players
    return comb(DECK_SIZE - gone, spot.to_come)


def summed(places: NDArray[np.int64], weights: NDArray[np.float64], size: int) -> NDArray[np.float64]:
    """float64[size]: the weights added up by place."""
    return np.bincount(places, weights=weights, minlength=size).astype(np.float64)


@dataclass(frozen=True)
class DealByDeal:
    """The plan to tally each class of deals once."""

    spot: Spot

    @cached_property
    def _lists(self) -> list[NDArray[np.int64]]:
        return [np.flatnonzero(weights).astype(np.int64) for weights in self.spot.weights]

    @property
    def choices(self) -> int:
        """How many deals there are when common cards are allowed."""
        return prod(len(holdings) for holdings in self._lists)

    @cached_property
    def _seconds_per_deal(self) -> float:
        return _SECONDS_PER_DEAL[self.spot.to_come] * (1 + 2 * (self.spot.players - 2))

    @cached_property
    def renamings(self) -> suits.Renamings:
        """The renamings of suits that change nothing on the table."""
        return suits.keeping([self.spot.board, self.spot.out_of_play])

    @property
    def min_seconds(self) -> float:
        """A lower bound without listing anything."""
        return self.choices / len(self.renamings) * self._seconds_per_deal / 2

    @property
    def seconds(self) -> float:
        """About how long `run` takes; lists the deals if they are not too many."""
        if not self._fits(self._lists):
            return self.min_seconds
        return len(self._classes[0]) * self._seconds_per_deal

    @cached_property
    def _classes(self) -> tuple[NDArray[np.int64], NDArray[np.float64], int]:
        deals, weights, count = self.classes(self._lists)
        if not count:
            raise no_deal(self.spot)
        return deals, weights, count

    def classes(self, lists: list[NDArray[np.int64]]) -> tuple[NDArray[np.int64], NDArray[np.float64], int]:
        """One deal of each class with the total weight of the class, and how many deals there were."""
        listed = self.list_deals(lists)
        count = len(listed)
        weights = np.ones(count)
        for place, table in enumerate(self.spot.weights):
            weights *= table[listed[:, place]]
        deals, class_of = self.reduce(listed)
        return deals, summed(class_of, weights, len(deals)), count

    def list_deals(self, lists: list[NDArray[np.int64]]) -> NDArray[np.int64]:
        """int64[M, players]: every choice of holdings without a common card."""
        if self.choices == 1:  # the spot has checked that they share no card
            return np.array([[holdings[0] for holdings in lists]], np.int64)
        from riverboat.odds.showdown import _kernels

        starts = np.cumsum([0, *(len(holdings) for holdings in lists)]).astype(np.int64)
        room = np.empty((prod(len(holdings) for holdings in lists), len(lists)), np.int64)
        count = _kernels.compatible_deals(np.concatenate(lists), starts, HOLDING_BITS, room, _NO_END)
        return room[:count]

    def reduce(self, deals: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """One deal of each class, and the class of each deal given."""
        if len(deals) == 1:
            return deals, np.zeros(1, np.int64)
        from riverboat.odds.showdown import _kernels

        if len(self.renamings) > 1:
            deals = deals.copy()
            _kernels.make_canonical(deals, suits.holding_maps()[list(self.renamings)])
        if deals.shape[1] <= 5:  # eleven bits a holding
            packed = deals @ (np.int64(2048) ** np.arange(deals.shape[1]))
            _, first, class_of = np.unique(packed, return_index=True, return_inverse=True)
            return deals[first], class_of
        unique, class_of = np.unique(deals, axis=0, return_inverse=True)
        return unique, class_of

    def tally(self, deals: NDArray[np.int64], on_progress: OnProgress | None = None) -> NDArray[np.int64]:
        """int64[M, players, players + 1]: how often each player is one of k winners, over all boards."""
        spot = self.spot
        tables = load_tables(_ORDERS[spot.game.name])
        if len(deals) == 1 and compiler_is_spared():
            hands = HOLDING_CARDS[deals[0]].tolist()
            return tally_one_deal(tables.by_size[7], hands, spot.board, spot.out_of_play)[None]
        from riverboat.odds.showdown import _kernels

        ranking = tables.by_size[7], tables.by_size[5], tables.words
        board = np.array(spot.board, np.uint8)
        gone = holding_bits(spot.out_of_play)
        tallies = np.zeros((len(deals), spot.players, spot.players + 1), np.int64)
        piece = max(1, int(_PIECE_SECONDS / self._seconds_per_deal))
        for start in range(0, len(deals), piece):
            part = slice(start, start + piece)
            _kernels.tally_deals(*ranking, deals[part], HOLDING_CARDS, board, gone, tallies[part])
            if on_progress:
                on_progress(Progress(min(start + piece, len(deals)), len(deals)))
        return tallies

    def run(self, on_progress: OnProgress | None = None) -> Equity:
        """All deals and all boards."""
        spot = self.spot
        if self.choices > _MAX_DEALS:
            raise DealError(f"{self.choices:.1e} deals of these ranges are too many to list; ask for samples instead")
        total = np.zeros((spot.players, spot.players + 1))
        count = 0
        if self._fits(self._lists):
            deals, weights, count = self._classes
            total += np.tensordot(weights, self.tally(deals, on_progress), axes=1)
        else:
            for done, lists in self._parts(self._lists):
                deals, weights, found = self.classes(lists)
                total += np.tensordot(weights, self.tally(deals), axes=1)
                count += found
                if on_progress:
                    on_progress(Progress(done, self.choices))
        if not count:
            raise no_deal(spot)
        return from_tally(total, count * boards_to_come(spot), spot.game.name, spot.names)

    @staticmethod
    def _fits(lists: list[NDArray[np.int64]]) -> bool:
        """Whether this many deals can be listed in memory."""
        return len(lists) * prod(len(holdings) for holdings in lists) <= _LISTED_AT_ONCE

    def _parts(self, lists: list[NDArray[np.int64]]) -> Iterator[tuple[int, list[NDArray[np.int64]]]]:
        """The choices in parts small enough to list, each with how many choices are done after it."""
        done = 0
        stack = [lists]
        while stack:
            part = stack.pop()
            if self._fits(part):
                done += prod(len(holdings) for holdings in part)
                yield done, part
                continue
            place = next(p for p, holdings in enumerate(part) if len(holdings) > 1)
            middle = len(part[place]) // 2
            for half in (part[place][middle:], part[place][:middle]):
                stack.append([*part[:place], half, *part[place + 1 :]])


@dataclass(frozen=True)
class RangeSweep:
    """The plan to sweep two ranges over all boards."""

    spot: Spot

    @cached_property
    def _sweep(self) -> Sweep:
        first, second = self.spot.weights
        return Sweep(rank_tables(self.spot.game.name), first, second, self.spot.board, self.spot.out_of_play)

    @property
    def seconds(self) -> float:
        """About how long `run` takes."""
        return self._sweep.seconds

    def run(self, on_progress: OnProgress | None = None) -> Equity:
        """All holdings on all boards."""
        from riverboat.odds.showdown.sweep import beside

        first, second = self.spot.weights
        swept = self._sweep.run(on_progress)
        ahead, level = (first * swept[:, 0]).sum(), (first * (swept[:, 1] - swept[:, 0])).sum()
        boards = boards_to_come(self.spot)
        pairs = float((first * beside(second)).sum())
        if pairs <= 0.0:
            raise no_deal(self.spot)
        behind = max(pairs * boards - ahead - level, 0.0)
        tally = np.array([[0.0, ahead, level], [0.0, behind, level]])
        deals = round(float(((first > 0) * beside((second > 0).astype(np.float64))).sum())) * boards
        return from_tally(tally, deals, self.spot.game.name, self.spot.names)


def plan(spot: Spot) -> DealByDeal | RangeSweep:
    """The cheaper way."""
    if spot.players == 2 and not spot.to_come:
        return RangeSweep(spot)
    deal_by_deal = DealByDeal(spot)
    if spot.players == 2 and deal_by_deal.choices > 1:
        sweep = RangeSweep(spot)
        if sweep.seconds < deal_by_deal.min_seconds or sweep.seconds < deal_by_deal.seconds:
            return sweep
    return deal_by_deal

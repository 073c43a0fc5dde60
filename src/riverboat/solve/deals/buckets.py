"""Hold'em seen through buckets, without recall: a player knows the present bucket and has forgotten all earlier ones.

Information sets are betting nodes times buckets of the present street, so that limit hold'em with 100 buckets a street
has 637,800 of them, with 1.6 million choices; histories of buckets would need a hundred million times as many. The
price is that nothing promises an equilibrium any more (Waugh et al. 2009 show that it works all the same). Hands are
compared by their cards at the showdown, whatever their buckets are.

Buckets of a deal are one canonical index and one read on flop and turn. On the river those by HS alone (edges on it,
or clusters of it) are worked out for all players at once, 4 microseconds a deal, since a table of 123 million labels
would be slower to read.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from riverboat.abstraction.buckets import CARDS, STREETS, Bucketing, StreetBuckets
from riverboat.abstraction.building import deals_of
from riverboat.abstraction.clusters import ClusterBuckets
from riverboat.abstraction.edges import EdgeBuckets
from riverboat.abstraction.given import TableBuckets
from riverboat.abstraction.kmeans import nearest
from riverboat.abstraction.vectors import Histogram
from riverboat.cards.ranking.high import high_tables, rank_batch
from riverboat.errors import RiverboatError
from riverboat.games.holdem import is_holdem
from riverboat.games.rules import Rules
from riverboat.progress import OnProgress

_RIVER: Final = 3
_STEPS: Final = 1980
"""HS on the river is a whole number of these: opponents beaten count two, tied ones one."""
_POWERS: Final = {"ehs": 1, "ehs2": 2}
Labels = NDArray[np.uint16]


class BucketViews:
    """The views of a bucketing (`DealViews`)."""

    ties = True

    def __init__(self, rules: Rules, bucketing: Bucketing, on_progress: OnProgress | None = None) -> None:
        """Builds the tables of the bucketing that are not there yet."""
        dealt = [(street.down, street.board) for street in rules.streets]
        if not is_holdem(rules) or dealt != [(2, 0), (0, 3), (0, 1), (0, 1)]:
            raise RiverboatError(f"{rules.identity}: buckets are for hold'em with four streets")
        self.bucketing: Final = bucketing
        by_strength = _is_by_strength(bucketing.on(_RIVER))
        bucketing.prepare(on_progress, range(_RIVER) if by_strength else range(len(STREETS)))
        self._before_flop: Final = bucketing.by_holding(())
        self._labels: Final = [self._labels_of(street) for street in range(1, len(STREETS))]

    @property
    def text(self) -> str:
        """The bucketing and a checksum of what decides its buckets."""
        return self.bucketing.identity

    @property
    def counts(self) -> tuple[int, ...]:
        """Buckets by street."""
        return self.bucketing.counts

    def of_deals(self, deals: NDArray[np.uint8]) -> NDArray[np.uint32]:
        """uint32[deals, players, streets]: the bucket of each player on each street."""
        players = _players(deals)
        found = np.empty((len(deals), players, len(STREETS)), np.uint32)
        for player in range(players):
            hole = deals[:, 2 * player : 2 * player + 2].astype(np.int64)
            low, high = hole.min(axis=1), hole.max(axis=1)
            found[:, player, 0] = self._before_flop[high * (high - 1) // 2 + low]
        for street, labels in enumerate(self._labels, start=1):
            found[:, :, street] = labels(deals)
        return found

    def of_hand(self, street: int, hand: Sequence[int], board: Sequence[int]) -> int:
        """The bucket of one hand."""
        return self.bucketing.bucket(tuple(hand), tuple(board)[: CARDS[street]])

    def ranks(self, deals: NDArray[np.uint8], views: NDArray[np.uint32]) -> NDArray[np.int32]:
        """int32[deals, players]: how good the final hands are."""
        found = [rank_batch(_cards(deals, player, 5), check=False) for player in range(_players(deals))]
        return np.stack(found, axis=1).astype(np.int32)

    def _labels_of(self, street: int) -> Callable[[NDArray[np.uint8]], Labels]:
        """From deals to the bucket of each player: uint16[deals, players]."""
        of, cards = self.bucketing.on(street), CARDS[street]
        if street == _RIVER and _is_by_strength(of):
            return river_labels(of)
        table = of.table if isinstance(of, TableBuckets) else None if of.labels is None else of.labels.load()
        if table is None:
            raise RiverboatError(f"{self.bucketing.text}: no table of buckets on the {STREETS[street]}")

        def look_up(deals: NDArray[np.uint8]) -> Labels:
            players = range(_players(deals))
            return np.stack([table[deals_of(cards).index_batch(_cards(deals, p, cards))] for p in players], axis=1)

        return look_up


def _is_by_strength(of: StreetBuckets) -> bool:
    """Whether HS alone decides the buckets of the river."""
    if isinstance(of, EdgeBuckets):
        return of.feature in _POWERS
    return isinstance(of, ClusterBuckets) and isinstance(of.feature, Histogram)


def river_labels(of: StreetBuckets) -> Callable[[NDArray[np.uint8]], Labels]:
    """From deals to buckets of the river by HS alone, from the ranks of all hands of the board."""
    strength = np.arange(_STEPS + 1) / _STEPS
    if isinstance(of, EdgeBuckets):
        values = (strength ** _POWERS[of.feature]).astype(np.float32)
        buckets = np.searchsorted(of.edges(), values, "right").astype(np.uint16)
    else:
        assert isinstance(of, ClusterBuckets)
        buckets = nearest(strength.astype(np.float32)[:, None], of.centres())[0].astype(np.uint16)
    tables = high_tables()

    def work_out(deals: NDArray[np.uint8]) -> Labels:
        from riverboat.solve.deals._kernels.dealing import strengths_of_deals

        doubled = np.empty((len(deals), _players(deals)), np.int64)
        strengths_of_deals(tables.by_size[7], tables.words, deals, doubled)
        return np.asarray(buckets[doubled])

    return work_out


def _players(deals: NDArray[np.uint8]) -> int:
    return int(deals.shape[1] - CARDS[_RIVER]) // 2


def _cards(deals: NDArray[np.uint8], player: int, board: int) -> NDArray[np.uint8]:
    """uint8[deals, 2 + board]: what a player sees."""
    first = 2 * _players(deals)
    return np.ascontiguousarray(np.hstack([deals[:, 2 * player : 2 * player + 2], deals[:, first : first + board]]))

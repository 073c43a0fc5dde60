"""What does one strategy of limit hold'em win from another? All hands of both, on all lines of a board.

Both strategies are known, so that only the board is sampled: on a board both players' reach goes down street by street,
and what folds and what is shown down is added up for all 1,081 x 990 pairs of hands and all 567 lines (`lines.py`), in
both orders of seats. The mean over random boards is what the one wins from the other; hidden cards and decisions leave
no luck in it. What is won before the flop does not depend on the board and is computed once.

Cost: some milliseconds a board, about that of a best response to one strategy.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from riverboat.cards.card import DECK_SIZE
from riverboat.cards.holdings import HOLDING_CARDS, HOLDINGS
from riverboat.errors import RiverboatError
from riverboat.solve.lanes import WIDTH, aligned
from riverboat.solve.limit._kernels.boards import gather_lanes
from riverboat.solve.limit._kernels.river import LIVE, PLACES
from riverboat.solve.limit._kernels.streets import expand
from riverboat.solve.limit._kernels.sweep import SHOWN
from riverboat.solve.limit._kernels.winnings import street_winnings
from riverboat.solve.limit.buckets import HandBuckets, Labels
from riverboat.solve.limit.choices import meetable
from riverboat.solve.limit.flop import closings_to_lanes, sorted_rivers
from riverboat.solve.limit.lines import (
    BETS,
    BLOCKS,
    CLOSING_OF_ROW,
    LINES,
    MBB_PER_UNIT,
    ROWS,
    hand_lanes,
    stakes,
)
from riverboat.solve.limit.opponent import BoardTable, StrategyOpponent, packed_hands, packed_stakes
from riverboat.solve.limit.strategy import LimitStrategy, normalised

Singles = NDArray[np.float32]
PAIRS: Final = LIVE * 990
"""Pairs of hands on a river board."""
_DEALS: Final = HOLDINGS * 1225
_SINGLE: Final = np.float32
_LATEST: Final = 4
"""No cards, a flop, a turn and a river."""


class Winnings:
    """What a first strategy wins from a second one, board by board."""

    def __init__(self, first: LimitStrategy, second: LimitStrategy) -> None:
        memory, (one, other) = _Memory(), map(_remembering, (first, second))
        self._orders: Final = (_Seated(one, other, memory), _Seated(other, one, memory))
        """Who is the big blind, who the small blind."""

    def on(self, board: Sequence[int]) -> float:
        """Mbb per hand, the mean of both orders of seats: on this board from the flop on, before it on all boards."""
        if len(board) != 5 or len(set(board)) != 5:
            raise RiverboatError(f"board of {len(set(board))} cards: expected 5 different ones")
        order, starts, classes = sorted_rivers(board[:4], board[4:])
        sorted_hands = order[0], starts[0], int(classes[0])
        as_big_blind, as_small_blind = (seated.small_blind_wins(board, sorted_hands) for seated in self._orders)
        return (as_small_blind - as_big_blind) / 2 * MBB_PER_UNIT


class _LatestBuckets:
    """Buckets of hands on the last boards that were asked for: both orders of seats ask for the same ones."""

    def __init__(self, buckets: HandBuckets) -> None:
        self.counts: Final = buckets.counts
        self._latest: Final = lru_cache(_LATEST)(buckets.on_board)

    def on_board(self, board: Sequence[int]) -> Labels:
        """uint16[1326]: the bucket of every hand on a board."""
        return self._latest(tuple(board))

    def on_rivers(self, turn: Sequence[int], cards: Sequence[int]) -> Labels:
        """uint16[cards, 1326]: the same for river cards of one turn board."""
        return np.stack([self.on_board((*turn, card)) for card in cards])


def _remembering(strategy: LimitStrategy) -> LimitStrategy:
    """The same strategy, which works out the buckets of a board once."""
    return LimitStrategy(strategy.bucketing, strategy.shares, strategy.origin, _LatestBuckets(strategy.buckets))


class _Memory:
    """Working memory of the kernels."""

    def __init__(self) -> None:
        self.places: Final = tuple(np.zeros(PLACES, kind) for kind in (np.uint16,) * 3 + (np.int32,) * 2)
        self.sums: Final = aligned((5 * 52, WIDTH)), aligned((SHOWN * LIVE, WIDTH))
        self.reach: Final = [tuple(hand_lanes(street) for street in range(4)) for _ in range(2)]
        """[player][street]"""
        self.won: Final = aligned((BLOCKS[3], WIDTH))


class _Seated:
    """One order of seats."""

    def __init__(self, big_blind: LimitStrategy, small_blind: LimitStrategy, memory: _Memory) -> None:
        found = [StrategyOpponent(big_blind, 0), StrategyOpponent(small_blind, 1)]
        common = np.intersect1d(found[0].river_lanes, found[1].river_lanes)
        self._players: Final = [
            each if len(each.river_lanes) == len(common) else StrategyOpponent(each.strategy, each.player, lanes=common)
            for each in found
        ]
        self._lanes: Final = common
        self._stakes: Final = (stakes(1), stakes(2), packed_stakes(common))
        self._memory: Final = memory
        is_whole = len(common) == BLOCKS[3] * WIDTH and all(each.river_unit == 1.0 for each in self._players)
        self._river: Final = None if is_whole else [packed_hands(common) for _ in found]
        self._before_flop: Final = before_flop(big_blind, small_blind)

    def small_blind_wins(
        self, board: Sequence[int], sorted_hands: tuple[NDArray[np.uint16], NDArray[np.uint16], int]
    ) -> float:
        """In small blinds per hand."""
        order, starts, classes = sorted_hands
        together = np.array([0, LIVE, LIVE], np.uint16)
        alive = np.zeros(HOLDINGS, np.float32)
        alive[order] = 1.0
        reach = [self._memory.reach[player][1] for player in (0, 1)]
        for player, into in zip(self._players, reach, strict=True):
            into[:, : LINES[1]] = player.preflop * alive[:, None]
        won = 0.0
        for street in (1, 2):
            tables = [player.on_board(board[: street + 2]) for player in self._players]
            won += self._street(street, tables, reach, order, together, 1)
            reach = [self._behind(player, street, tables[player], reach[player]) for player in (0, 1)]
        tables = [next(player.on_rivers(board[:4], board[4:])) for player in self._players]
        if self._river is not None:
            for player, packed in zip(self._players, self._river, strict=True):
                gather_lanes(reach[player.player], HOLDINGS, self._lanes, packed)
                packed *= _SINGLE(player.river_unit)
            reach = self._river
        won += self._street(3, tables, reach, order, starts, classes)
        return self._before_flop + won / PAIRS

    def _street(
        self, street: int, tables: list[BoardTable], reach: list[Singles], order: NDArray[np.uint16],
        starts: NDArray[np.uint16], classes: int,
    ) -> float:  # fmt: skip
        blocks, won = len(reach[0]) // HOLDINGS, self._memory.won
        units = [player.river_unit if street == 3 else 1.0 for player in self._players]
        theirs, mine = tables
        street_winnings(
            reach[0], theirs.multipliers, theirs.buckets, theirs.bucket, reach[1], mine.multipliers, mine.buckets,
            mine.bucket, _SINGLE(1.0 / units[1]), order, starts, classes, HOLDING_CARDS, self._stakes[street - 1],
            _SINGLE(BETS[street]), blocks, *self._memory.places, *self._memory.sums, won,
        )  # fmt: skip
        return float(won[:blocks].sum(dtype=np.float64))

    def _behind(self, player: int, street: int, table: BoardTable, reach: Singles) -> Singles:
        """The reach into the next street."""
        closing, out = np.array(CLOSING_OF_ROW[player]), self._memory.reach[player][street + 1]
        if street == 2:
            expand(reach, table.multipliers, table.buckets, table.bucket, closing, BLOCKS[2], out)
            return out
        behind = aligned((ROWS * HOLDINGS, WIDTH))
        expand(reach, table.multipliers, table.buckets, table.bucket, closing, BLOCKS[1], behind)
        closings_to_lanes(behind, out)
        return out


def before_flop(big_blind: LimitStrategy, small_blind: LimitStrategy) -> float:
    """What the small blind wins by folds before the flop, in small blinds per hand over all deals."""
    p, q = (
        normalised(strategy.shares[player][0], 0, player)[0].astype(np.float64)[strategy.buckets.on_board(())].T
        for player, strategy in enumerate((big_blind, small_blind))
    )
    everything = np.ones(HOLDINGS)
    limp, raise_, raised_limp = q[1], q[2], p[1]  # after a limp the big blind raises
    again, reraise = limp * q[5], p[7]
    folds: tuple[tuple[float, Any, Any], ...] = (
        # what the small blind wins; the hands of the big blind, and of the small blind, that come to this fold
        (-1.0, everything, q[0]),
        (+2.0, p[5], raise_),
        (-4.0, reraise, raise_ * q[8]),
        (+6.0, reraise * p[8], raise_ * q[10]),
        (-2.0, raised_limp, limp * q[3]),
        (+4.0, raised_limp * p[2], again),
        (-6.0, raised_limp * p[4], again * q[6]),
    )
    return sum(wins * float(np.dot(mine, meetable(theirs))) for wins, theirs, mine in folds) / _DEALS


def random_board(rng: np.random.Generator) -> tuple[int, ...]:
    """Five cards."""
    return tuple(rng.choice(DECK_SIZE, 5, replace=False).tolist())

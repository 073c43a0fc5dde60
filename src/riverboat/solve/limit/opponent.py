"""How one seat of limit hold'em plays, in the form in which kernels read it: what a best response is computed against.

On every board a hand has a bucket, and a bucket has multipliers for the nine rows of each lane (`lines.py`). For a
strategy over buckets the multipliers are the same on every board of a street; a player who is asked hand by hand has
others on each board, and every hand is a bucket.

Lanes of the river on which this player never is are left out: always calling leaves 8 of 567.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from riverboat.cards.holdings import HOLDINGS
from riverboat.solve.lanes import WIDTH, aligned
from riverboat.solve.limit._kernels.boards import gather_lanes
from riverboat.solve.limit.lines import (
    BLOCKS,
    CLOSING_OF_ROW,
    LINES,
    ROWS,
    lane_of,
    lanes_of_lines,
    row_multipliers,
    stakes,
)
from riverboat.solve.limit.strategy import LimitStrategy, normalised

Singles = NDArray[np.float32]
_LARGE: Final = 64 << 20
"""Bytes of the river's multipliers from which they are kept in 16 bits, about 3,000 buckets."""
_WHOLE: Final = 32768
_CHUNK: Final = 1 << 16


class BoardTable(NamedTuple):
    """How all hands of a board are played."""

    multipliers: NDArray[Any]
    """(blocks * buckets * 9, 16), row `(block * buckets + bucket) * 9 + row`; on the river of packed lanes and in units
    of the opponent's `river_unit`.
    """
    buckets: int
    bucket: NDArray[np.uint16]
    """uint16[1326]: the bucket of each hand; any of them for hands that the board blocks."""


class Opponent(Protocol):
    """One seat's play; it must not depend on the names of suits."""

    @property
    def player(self) -> int:
        """0 big blind, 1 small blind."""
        ...

    @property
    def preflop(self) -> Singles:
        """float32[1326, 7]: how much of each hand comes to the flop on each line."""
        ...

    @property
    def river_lanes(self) -> NDArray[np.int64]:
        """The lanes of the river on which this player can be, packed in this order; all 576, if it is on every line."""
        ...

    @property
    def river_unit(self) -> float:
        """By what the multipliers of the river are to be multiplied: 1, or less for whole numbers."""
        ...

    def on_board(self, board: Sequence[int]) -> BoardTable:
        """Its play on a flop or turn."""
        ...

    def on_rivers(self, turn: Sequence[int], cards: Sequence[int]) -> Iterator[BoardTable]:
        """Its play on river after river of a turn board."""
        ...


class StrategyOpponent:
    """One seat of a strategy over buckets; with `line` only where it came to the flop on that line."""

    def __init__(
        self,
        strategy: LimitStrategy,
        player: int,
        line: int | None = None,
        *,
        every_hand: bool = False,
        lanes: NDArray[np.int64] | None = None,
    ) -> None:
        """With `every_hand` it comes to the flop with all hands alike, whatever it does before. With `lanes` those
        lanes of the river are packed, and others left out.
        """
        self.strategy: Final = strategy
        self.player: Final = player
        self.preflop: Final = strategy.preflop_reach(player)
        if every_hand:
            self.preflop[:] = 1.0
        if line is not None:
            self.preflop[:, np.arange(LINES[1]) != line] = 0.0
        live = np.asarray((self.preflop > 0).any(axis=0))
        tables: list[Singles] = []
        for street in (1, 2, 3):
            rows = row_multipliers(normalised(strategy.shares[player][street], street, player), player)
            tables.append(lanes_of_lines(rows, street))
            if street < len(LINES) - 1:
                live = lines_after(live, np.asarray((rows > 0).any(axis=1)), player)
        self.river_lanes: Final = _lanes_of(live) if lanes is None else lanes
        if len(self.river_lanes) < BLOCKS[3] * WIDTH:
            tables[2] = packed(tables[2], strategy.bucketing.counts[3] * ROWS, self.river_lanes)
        self.river_unit: Final = 1.0 if tables[2].nbytes <= _LARGE else 1.0 / _WHOLE
        self._tables: Final[list[NDArray[Any]]] = [
            *tables[:2], tables[2] if self.river_unit == 1.0 else _whole_numbers(tables[2])
        ]  # fmt: skip

    def on_board(self, board: Sequence[int]) -> BoardTable:
        """Its play on a flop or turn."""
        buckets = self.strategy.buckets
        street = len(board) - 2
        return BoardTable(self._tables[street - 1], buckets.counts[street], buckets.on_board(board))

    def on_rivers(self, turn: Sequence[int], cards: Sequence[int]) -> Iterator[BoardTable]:
        """Its play on river after river of a turn board."""
        buckets = self.strategy.buckets
        count = buckets.counts[3]
        for bucket in buckets.on_rivers(turn, cards):
            yield BoardTable(self._tables[2], count, bucket)


def _lanes_of(lines: NDArray[np.bool_]) -> NDArray[np.int64]:
    """The lanes of some lines into the river; all that there are, if it is every line."""
    return np.arange(BLOCKS[3] * WIDTH) if lines.all() else lane_of(3)[lines]


def _whole_numbers(multipliers: Singles) -> NDArray[np.uint16]:
    """Multipliers in 1/32768: half the memory to read, and exact for 0, 1, 1/2, 1/4, ..."""
    found = aligned(multipliers.shape, np.uint16)
    for start in range(0, len(found), _CHUNK):
        found[start : start + _CHUNK] = np.rint(multipliers[start : start + _CHUNK] * _WHOLE)
    return found


def lines_after(lines: NDArray[np.bool_], rows: NDArray[np.bool_], player: int) -> NDArray[np.bool_]:
    """Which lines into the next street a player can be on, from those into this one and the rows [line, 9] of some
    hand's reach.
    """
    found = np.zeros((ROWS, len(lines)), bool)
    found[list(CLOSING_OF_ROW[player])] = (lines[:, None] & rows).T
    return found.ravel()


def packed(lanes: Singles, rows: int, chosen: NDArray[np.int64]) -> Singles:
    """The chosen lanes of (blocks * rows, 16) side by side."""
    found = aligned((_blocks(chosen) * rows, WIDTH))
    gather_lanes(lanes, rows, chosen, found)
    return found


def packed_stakes(chosen: NDArray[np.int64]) -> Singles:
    """What each player has paid when the river begins, on the chosen lanes."""
    return packed(stakes(3), 1, chosen)


def packed_hands(chosen: NDArray[np.int64]) -> Singles:
    """Zeros for every hand and chosen lane."""
    return aligned((_blocks(chosen) * HOLDINGS, WIDTH))


def _blocks(chosen: NDArray[np.int64]) -> int:
    return -(-len(chosen) // WIDTH)

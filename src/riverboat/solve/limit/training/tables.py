"""What training keeps: regrets and sums of both players over buckets, and the average strategy in them.

Memory for regrets and sums of both players: 120 MB for each 1,000 buckets on the river, a ninth of that on the turn, a
thirty-sixth on the flop.

The game may be confined to some of the seven lines into the flop, for experiments: their lanes are packed together as
those of all seven are (`solve.limit.lines`), and a quarter of the work is left with one line.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from riverboat.abstraction.buckets import Bucketing
from riverboat.errors import RiverboatError
from riverboat.solve.core.memory import SHARE_OF_MEMORY, available_memory, bytes_text
from riverboat.solve.core.strategy_file import Origin
from riverboat.solve.lanes import WIDTH, aligned
from riverboat.solve.limit.buckets import HandBuckets
from riverboat.solve.limit.lines import (
    ACTIONS,
    BETS,
    BETS_IN,
    LINES,
    PREFLOP_ACTIONS,
    PREFLOP_LINES,
    PREFLOP_STAKES,
    ROWS,
    decisions_of,
)
from riverboat.solve.limit.strategy import LimitStrategy
from riverboat.solve.limit.training._kernels.layout import Tables, blocks_of
from riverboat.solve.packed import PackedArguments

ALL_LINES: Final = tuple(range(len(PREFLOP_LINES)))
_STREETS: Final = (1, 2, 3)
Singles = NDArray[np.float32]


class LearnedTables:
    """Regrets and sums of both players on all streets."""

    def __init__(self, counts: tuple[int, ...], lines: Sequence[int] = ALL_LINES) -> None:
        """`counts` are the buckets of each street; what would not fit into memory is refused."""
        wanted, limit = tables_bytes(counts, len(lines)), int(SHARE_OF_MEMORY * available_memory())
        if wanted > limit:
            raise RiverboatError(
                f"{'/'.join(map(str, counts))} buckets need {bytes_text(wanted)}; {bytes_text(limit)} may be used here"
            )
        self.counts: Final = counts
        self.lines: Final = tuple(lines)
        self.blocks: Final = blocks_of(len(self.lines))
        self.regrets0: Final = np.zeros((2, counts[0], max(PREFLOP_ACTIONS)))
        self.sums0: Final = np.zeros_like(self.regrets0)
        self.shares0: Final = np.zeros_like(self.regrets0)
        self.regrets: Final = [
            aligned((2 * self.blocks[street] * counts[street] * ACTIONS, WIDTH)) for street in _STREETS
        ]
        self.sums: Final = [aligned(table.shape) for table in self.regrets]
        shape = np.array([len(self.lines), self.blocks[2]], np.int64)
        self.packed: Final[Any] = PackedArguments(
            Tables._make((*self.regrets, *self.sums, np.array(counts, np.int64), shape))
        )

    def arrays(self) -> Mapping[str, NDArray[Any]]:
        """All of it by name, for checkpoints."""
        found = {"regrets preflop": self.regrets0, "sums preflop": self.sums0}
        for street, regrets, sums in zip(("flop", "turn", "river"), self.regrets, self.sums, strict=True):
            found[f"regrets {street}"], found[f"sums {street}"] = regrets, sums
        return found

    def stakes(self, street: int) -> Singles:
        """float32[blocks, 16]: what each player has paid when flop, turn or river begins."""
        found = np.array(PREFLOP_STAKES, np.float32)[list(self.lines)]
        for before in range(1, street):
            found = (found + np.float32(BETS[before]) * np.array(BETS_IN, np.float32)[:, None]).ravel()
        lanes = aligned((self.blocks[street], WIDTH))
        lanes.reshape(-1)[self._lanes(street)] = found
        return lanes

    def average(self, bucketing: Bucketing, origin: Origin, buckets: HandBuckets | None = None) -> LimitStrategy:
        """The average strategy; even shares where nobody has been."""
        return LimitStrategy(bucketing, [self._shares(player) for player in (0, 1)], origin, buckets)

    def _shares(self, player: int) -> tuple[Singles, ...]:
        found = [_in_proportion(self.sums0[player, None, :, : PREFLOP_ACTIONS[player]].astype(np.float32), 0, player)]
        for street, table in zip(_STREETS, self.sums, strict=True):
            found.append(_in_proportion(self.of_lines(table, street, player), street, player))
        return tuple(found)

    def of_lines(self, table: Singles, street: int, player: int) -> Singles:
        """[line, bucket, action] of a player's part of a table; zeros for lines that are not in the game."""
        by_lane = table.reshape(2, self.blocks[street], self.counts[street], ACTIONS, WIDTH)[player]
        at = self._lanes(street)
        found = np.zeros((LINES[street], self.counts[street], ACTIONS), np.float32)
        numbers = np.array(self.lines)
        for before in range(1, street):
            numbers = (np.arange(ROWS)[:, None] * LINES[before] + numbers).ravel()
        found[numbers] = by_lane[at // WIDTH, :, :, at % WIDTH]
        return found

    def _lanes(self, street: int) -> NDArray[np.int64]:
        """The lanes of the lines that are in the game."""
        lines = np.arange(len(self.lines) * ROWS ** min(street - 1, 1))
        if street < 3:
            return lines
        return np.asarray((np.arange(ROWS)[:, None] * (self.blocks[2] * WIDTH) + lines).ravel())


def tables_bytes(counts: tuple[int, ...], lines: int = len(PREFLOP_LINES)) -> int:
    """The memory of regrets and sums."""
    return sum(4 * blocks_of(lines)[street] * counts[street] * ACTIONS * WIDTH * 4 for street in _STREETS)


def _in_proportion(sums: Singles, street: int, player: int) -> Singles:
    """Shares of every decision in proportion to sums [..., actions]."""
    for _, first, letters in decisions_of(street, player):
        part = sums[..., first : first + len(letters)]
        total = part.sum(axis=-1, keepdims=True)
        with np.errstate(invalid="ignore", divide="ignore"):
            part[...] = np.where(total > 0.0, part / total, np.float32(1.0 / len(letters)))
    return sums

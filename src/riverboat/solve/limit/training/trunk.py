"""What opponents of CFR-BR learn before the turn: regrets before the flop by starting hand, and on the flop.

On the flop there are two ways. By hands nothing is lost: those that differ by the names of suits only have one entry.
There are 1,286,792, with 13 actions on each line: 468 MB for each of the two opponents with all seven lines; but each
flop learns for itself, and with 1,755 of them a flop is seen once in 1,755 turn cards. By buckets, those of the
learner, the opponent is not perfect on the flop, but learns as fast as the learner does. A game that is confined to
some flops has the hands of these only.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from riverboat.abstraction.building import deals_of, places_of
from riverboat.cards.holdings import CLASSES, HOLDING_CLASS
from riverboat.solve.lanes import WIDTH, aligned
from riverboat.solve.limit.lines import ACTIONS, PREFLOP_ACTIONS
from riverboat.solve.limit.training._kernels.layout import HANDS, FlopTrunk
from riverboat.solve.limit.training.hands import HandsOfBoard
from riverboat.solve.limit.training.tables import LearnedTables
from riverboat.solve.packed import PackedArguments


class Trunk:
    """Regrets of both opponents; `player` is always the opponent's."""

    def __init__(self, lines: int, flops: Sequence[Sequence[int]], buckets: int | None = None) -> None:
        """`buckets` of the flop; None: by hands."""
        self._lines: Final = lines
        self._by_hands: Final = buckets is None
        self._entries: NDArray[np.int64] | None = None
        if flops and self._by_hands:
            self._entries = np.unique(np.concatenate([places_of(np.array(flop, np.uint8))[1] for flop in flops]))
        rows = buckets or (deals_of(3).size if self._entries is None else len(self._entries))
        self.regrets0: Final = np.zeros((2, CLASSES, max(PREFLOP_ACTIONS)))
        self.shares0: Final = np.zeros_like(self.regrets0)
        self._regrets: Final = [np.zeros((rows, ACTIONS, lines), np.float32) for _ in (0, 1)]
        self.fields: Final = FlopTrunk(
            aligned((HANDS * ACTIONS, WIDTH)),
            np.zeros(HANDS, np.uint16),
            np.zeros(HANDS, np.int32),
            np.arange(HANDS, dtype=np.int32),
            np.zeros(1, np.int64),
        )
        self.packed: Final[Any] = PackedArguments(self.fields)
        self.starting: Final = np.zeros(HANDS, np.int32)
        """The starting hand of each hand of the turn board."""
        self._rows: NDArray[np.int64] = np.zeros(0, np.int64)

    def start_from(self, tables: LearnedTables, *, with_preflop: bool) -> None:
        """Begin with the regrets of players with buckets, on the flop and, if they know starting hands, before it."""
        for player in (0, 1):
            by_line = tables.of_lines(tables.regrets[0], 1, player)[list(tables.lines)]
            self._regrets[player][:] = by_line.transpose(1, 2, 0)
        if with_preflop:
            self.regrets0[:] = tables.regrets0

    def arrays(self) -> Mapping[str, NDArray[Any]]:
        """All of it by name, for checkpoints."""
        return {
            "opponents preflop": self.regrets0,
            "opponent flop 0": self._regrets[0],
            "opponent flop 1": self._regrets[1],
        }

    def fill(self, flop: Sequence[int], turn: HandsOfBoard) -> None:
        """Find the entries of a turn board's hands."""
        hands = turn.fields.hand[: turn.count]
        entry = turn.labels[1].astype(np.int64)
        if self._by_hands:
            live, places = places_of(np.array(flop, np.uint8))
            entry[live] = places if self._entries is None else np.searchsorted(self._entries, places)
        self._rows, slot = np.unique(entry[hands], return_inverse=True)
        self.fields.slot[: turn.count] = slot
        self.fields.place[: turn.count] = slot * 9
        self.fields.sizes[0] = len(self._rows)
        self.starting[: turn.count] = HOLDING_CLASS[hands]

    def load(self, player: int) -> None:
        """Lay an opponent's entries out as kernels read them."""
        count = len(self._rows) * ACTIONS
        self.fields.regrets[:count, : self._lines] = self._regrets[player][self._rows].reshape(count, self._lines)

    def store(self, player: int) -> None:
        """Take them back."""
        count = len(self._rows) * ACTIONS
        learned = self.fields.regrets[:count, : self._lines]
        self._regrets[player][self._rows] = learned.reshape(len(self._rows), ACTIONS, self._lines)

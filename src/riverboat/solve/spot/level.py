"""One street's memory: what both players have learned on all its boards, and which strategies are locked.

Regrets and sums of strategies are [board, slot, hand]: float32, or 16 bits with one scale per decision. Hands of the
river are in each board's order of strength, those of earlier streets in the order of the solver's hands; all inputs and
outputs here are over the solver's hands.
"""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from typing import Any, Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from riverboat.solve.lanes import WIDTH, aligned, aligned_together, padded
from riverboat.solve.spot._kernels import layout
from riverboat.solve.spot.forest import Street

Precision = Literal["float32", "16-bit"]
Order = Sequence[NDArray[Any]] | None
"""The numbers of the hands in each board's order; None where a board has all hands in their own order."""


class Learned(NamedTuple):
    """What one player has learned on one street, [board, slot, hand]; 16-bit arrays have scales [board, slot]."""

    regrets: NDArray[Any]
    sums: NDArray[Any]
    regret_scale: NDArray[np.float32]
    sum_scale: NDArray[np.float32]

    def for_kernels(self) -> layout.Store:
        """The same in the form that serves both precisions."""
        if self.regrets.dtype == np.float32:
            none = np.zeros((0, 0, 0), np.int16)
            return layout.Store(self.regrets, self.sums, none, none, self.regret_scale, self.sum_scale, 0)
        none = np.zeros((0, 0, 0), np.float32)
        return layout.Store(none, none, self.regrets, self.sums, self.regret_scale, self.sum_scale, 1)


class Level:
    """The stores and locks of both players on one street."""

    def __init__(
        self,
        street: Street,
        boards: int,
        widths: tuple[int, int],
        precision: Precision,
        hands: tuple[int, int],
        orders: tuple[Order, Order],
    ) -> None:
        self.street = street
        self.boards = boards
        self.widths = widths
        """The length of a row of each player's hands."""
        self._hands = hands
        self._orders = orders
        self._kind: type = np.float32 if precision == "float32" else np.int16
        self.stores = [self._store(player) for player in (0, 1)]
        self.locks = [
            layout.Locks(np.zeros((boards, 0), np.int32), np.zeros((0, width), np.float32)) for width in widths
        ]

    def _store(self, player: int) -> Learned:
        slots = max(1, self.street.slots[player])
        shape = (self.boards, slots, self.widths[player])
        scales = (self.boards, 1 if self._kind is np.float32 else slots)
        return Learned(
            aligned(shape, self._kind),
            aligned(shape, self._kind),
            np.zeros(scales, np.float32),
            np.zeros(scales, np.float32),
        )

    def with_own_store(self, player: int) -> Level:
        """The same street with an empty store of one player; everything else is shared."""
        found = copy(self)
        found.stores = list(self.stores)
        found.stores[player] = self._store(player)
        return found

    def with_kept_average(self, player: int) -> Level:
        """The same street with a copy of one player's average strategy; everything else is shared."""
        found = copy(self)
        found.stores = list(self.stores)
        store = self.stores[player]
        found.stores[player] = store._replace(sums=store.sums.copy(), sum_scale=store.sum_scale.copy())
        return found

    def scratch(self, player: int) -> Any:
        """Working memory of one thread for the passes of one traverser."""
        forest = self.street.forests[player]
        mine, theirs = self.widths[player], self.widths[1 - player]
        actions = max(1, int(forest.actions.max()))
        return layout.Scratch(
            dead=np.zeros(forest.rows, np.uint8),
            by_card=np.zeros(layout.ALL_CARDS),
            **aligned_together(
                reach=(forest.rows, theirs),
                values=(len(forest.nodes) + 1, mine),
                turned=(theirs + WIDTH, WIDTH),
                prefix=(layout.ALL_CARDS, WIDTH),
                shown=(padded(mine) + WIDTH, WIDTH),
                rows=(2, actions, max(mine, theirs)),
            ),
        )

    @property
    def nbytes(self) -> int:
        """The memory of regrets and sums."""
        return sum(array.nbytes for store in self.stores for array in store)

    def order(self, player: int, board: int) -> NDArray[Any]:
        """The numbers of a player's hands in the order in which a board has them."""
        order = self._orders[player]
        return np.arange(self._hands[player]) if order is None else order[board]

    def over_hands(self, rows: NDArray[Any], player: int, board: int, blocked: float = 0.0) -> NDArray[np.float64]:
        """Rows in a board's order as rows over all hands; hands that the board blocks get `blocked`."""
        order = self.order(player, board)
        found = np.full((len(rows), self._hands[player]), blocked)
        found[:, order] = rows[:, : len(order)]
        return found

    def strategy(self, board: int, node: int) -> NDArray[np.float64]:
        """The average strategy at a node, [action, hand]; even where nothing was learned."""
        forest, player = self.street.forests[0], self.street.nodes[node].player
        slot, actions = forest.slot[node], forest.actions[node]
        sums = self.stores[player].sums[board, slot : slot + actions].astype(np.float64)
        total = sums.sum(axis=0)
        shares = np.divide(sums, total, out=np.full_like(sums, 1 / actions), where=total > 0)
        locks = self.locks[player]
        if locks.at.shape[1] and locks.at[board, node] >= 0:
            fixed = locks.rows[locks.at[board, node] : locks.at[board, node] + actions].astype(np.float64)
            shares = np.where(fixed >= 0, fixed, shares)
        return self.over_hands(shares, player, board, 1 / actions)

    def lock(self, node: int, boards: Sequence[int], shares: NDArray[Any]) -> None:
        """Fix a node's strategy on some boards to `shares[action, hand]`; not-a-number leaves a hand free."""
        player = self.street.nodes[node].player
        at, rows = self.locks[player]
        if not at.shape[1]:
            at = np.full((self.boards, len(self.street.nodes)), -1, np.int32)
        blocks = [rows]
        for board in boards:
            at[board, node] = sum(len(block) for block in blocks)
            order = self.order(player, board)
            block = np.full((len(shares), self.widths[player]), -1.0, np.float32)
            block[:, : len(order)] = np.nan_to_num(shares, nan=-1.0)[:, order]
            blocks.append(block)
        self.locks[player] = layout.Locks(at, np.ascontiguousarray(np.concatenate(blocks)))

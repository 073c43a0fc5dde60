"""Vector CFR on the public tree: both ranges, every run-out, no abstraction.

Each iteration computes the values of one player against the other's current strategy and moves his regrets, then the
same for the other (alternating updates). Regrets and averages are kept per street, board, decision, action and hand:
float32, or 16 bits with one scale per decision. The work is in `_kernels.py`; here are the memory that it needs and the
order in which boards are visited. On more than one thread the boards of the next street are shared out, and each thread
adds up its own, so results depend on the number of threads in the last digit only, and are the same in every run.

The average is not weighted by the player's own reach, as in most fast solvers: that the strategy is good is shown by
its exploitability, which is measured by best responses in the same passes (Johanson et al. 2011), not assumed.
"""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final, Literal

import numpy as np
from numpy.typing import NDArray

from riverboat.odds.workers import processors
from riverboat.solve.lanes import WIDTH, aligned, padded
from riverboat.solve.spot import _kernels
from riverboat.solve.spot.forest import Street, streets
from riverboat.solve.spot.runouts import Runouts, row_width, tiled
from riverboat.solve.spot.schedule import Restarting, Schedule, multipliers
from riverboat.solve.spot.tree import Tree

Precision = Literal["float32", "16-bit"]
LEARN, BEST, MEAN = _kernels.LEARN, _kernels.BEST, _kernels.MEAN
_NO_DISCOUNTS: Final = _kernels.Discounts(np.float32(0), np.float32(0), np.float32(0))


@dataclass(frozen=True)
class Exploitability:
    """How far a pair of strategies is from equilibrium; values are chips about half the pot."""

    values: tuple[float, float]
    best: tuple[float, float]
    """What each could get against the other's strategy."""
    pot: int

    @property
    def chips(self) -> float:
        """The mean of the two players' gains."""
        return (sum(self.best) - sum(self.values)) / 2

    @property
    def percent(self) -> float:
        """In percent of the starting pot."""
        return 100 * self.chips / self.pot


class _Level:
    """One street's memory: both players' stores, locks, and what the traversers share between threads."""

    def __init__(self, street: Street, boards: int, widths: tuple[int, int], precision: Precision) -> None:
        self.street = street
        self.boards = boards
        self.widths = widths
        kinds = (np.float32, np.float32) if precision == "float32" else (np.int16, np.uint16)
        self.stores = tuple(self._store(player, *kinds) for player in (0, 1))
        self.locks = [
            _kernels.Locks(np.zeros((boards, 0), np.int32), np.zeros((0, width), np.float32)) for width in widths
        ]

    def _store(self, player: int, regret: type, total: type) -> Any:
        slots = max(1, self.street.slots[player])
        shape = (self.boards, slots, self.widths[player])
        scales = (self.boards, 1 if regret is np.float32 else slots)
        return _kernels.Store(
            aligned(shape, regret), aligned(shape, total), np.zeros(scales, np.float32), np.zeros(scales, np.float32)
        )

    def scratch(self, player: int) -> Any:
        """Working memory of one thread for the passes of one traverser."""
        forest = self.street.forests[player]
        mine, theirs = self.widths[player], self.widths[1 - player]
        actions = max(1, int(forest.actions.max()))
        return _kernels.Scratch(
            reach=aligned((forest.rows, theirs)),
            dead=np.zeros(forest.rows, np.uint8),
            values=aligned((len(forest.role) + 1, mine)),
            turned=aligned((theirs + WIDTH, WIDTH)),
            prefix=aligned((_kernels.ALL_CARDS + 1, WIDTH)),
            shown=aligned((padded(mine), WIDTH)),
            tile=aligned((WIDTH, WIDTH)),
            regrets=aligned((actions, mine)),
            sums=aligned((actions, mine)),
        )

    @property
    def nbytes(self) -> int:
        return sum(array.nbytes for store in self.stores for array in store)


class RangeSolver:
    """Two ranges on a board, a betting tree, and what has been learned about playing them."""

    def __init__(
        self,
        tree: Tree,
        board: Sequence[int],
        weights: tuple[NDArray[Any], NDArray[Any]],
        *,
        precision: Precision = "float32",
        threads: int | None = None,
        isomorphism: bool = True,
        short_deck: bool = False,
        schedule: Schedule | None = None,
    ) -> None:
        self.tree: Final = tree
        self.runouts: Final = Runouts(board, weights, short_deck=short_deck, isomorphism=isomorphism)
        self.precision: Final[Precision] = precision
        self.threads: Final = threads or processors()
        self.schedule: Final = schedule or Restarting()
        self.iterations = 0
        self.hands: Final = self.runouts.hands
        self.mass: Final = _mass_of_deals(self.runouts)
        self._ranks = self.runouts.ranks()
        self._orders = self.runouts.orders(self._ranks)
        found = streets(tree)
        early = tuple(row_width(len(hands)) for hands in self.hands)
        late = (self._orders[0].my_hand.shape[1], self._orders[1].my_hand.shape[1])
        layers = self.runouts.layers
        self.levels: Final = [
            _Level(street, len(layer), late if layer is layers[-1] else (early[0], early[1]), precision)
            for street, layer in zip(found, layers, strict=True)
        ]
        self._matrices = self._all_in_matrices()
        self._sides = [[self._build_sides(player) for player in (0, 1)] for _ in range(self._teams)]
        for player in (0, 1):
            self._set_root(player)

    @property
    def _teams(self) -> int:
        """How many threads have something to do: on the river there is but one board."""
        return self.threads if len(self.levels) > 1 else 1

    def _all_in_matrices(self) -> list[tuple[Any, Any]]:
        before = self.levels[:-1]
        if not any(len(level.street.forests[0].all_ins) for level in before):
            empty = [np.zeros((level.boards, 0, WIDTH), np.int8) for level in before]
            return [(none, none) for none in empty]
        return [(tiled(count), tiled(-count.transpose(0, 2, 1))) for count in self._counts]

    def _build_sides(self, player: int) -> list[Any]:
        """One thread's view of every street, for one traverser."""
        sides: list[Any] = []
        runouts = self.runouts
        left = runouts.cards_left
        for layer, level in enumerate(self.levels):
            common = {
                "forest": level.street.forests[player],
                "mine": level.stores[player],
                "theirs": level.stores[1 - player],
                "my_locks": level.locks[player],
                "their_locks": level.locks[1 - player],
                "scratch": level.scratch(player),
                "images": runouts.images(layer, player),
            }
            if level is self.levels[-1]:
                sides.append(_kernels.RiverSide(boards=self._orders[player], **common))
                continue
            sides.append(
                _kernels.EarlySide(
                    hands=_both_hands(runouts, player),
                    my_live=runouts.live(layer, player).astype(np.float32),
                    their_live=runouts.live(layer, 1 - player).astype(np.float32),
                    matrix=self._matrices[layer][player],
                    per_runout=np.float32(1 / np.prod(left[layer:])),
                    share=np.float32(1 / left[layer]),
                    next=runouts.following(layer),
                    **common,
                )
            )
        return sides

    def _set_root(self, player: int) -> None:
        """Put the opponent's weights where every pass of this traverser begins."""
        for team in self._sides:
            side = team[player][0]
            weights = self.hands[1 - player].weights
            if len(self.levels) == 1:
                weights = weights[side.boards.their_hand[0, : side.boards.their_count[0]]]
            side.scratch.reach[side.forest.row[0], : len(weights)] = weights

    @property
    def nbytes(self) -> int:
        """The memory of regrets and averages."""
        return sum(level.nbytes for level in self.levels)

    def iterate(self, count: int, pool: ThreadPoolExecutor | None = None) -> None:
        """Learn for some iterations; on more than one thread when a pool is given."""
        rows = multipliers(self.schedule, self.iterations, count)
        if len(self.levels) == 1:
            sides = (self._sides[0][0][0], self._sides[0][1][0])
            _kernels.learn_on_river(sides, rows)
        else:
            for row in rows:
                discounts = _kernels.Discounts(*row)
                for player in (0, 1):
                    self._pass(player, LEARN, discounts, pool)
        self.iterations += count

    def _pass(
        self, player: int, mode: int, discounts: Any = _NO_DISCOUNTS, pool: ThreadPoolExecutor | None = None
    ) -> Any:
        """Values of one player at all nodes of the first street, [node, hand in the street's order]."""
        top = self._sides[0][player][0]
        if len(self.levels) == 1:
            _kernels.river(top, 0, mode, discounts)
            return top.scratch.values
        _kernels.open_street(top, 0, mode)
        teams = self._sides if pool else self._sides[:1]
        boards = np.arange(self.levels[1].boards)
        work = [(team, boards[at :: len(teams)]) for at, team in enumerate(teams)]

        def deal(team: Any, chosen: NDArray[Any]) -> NDArray[np.float64]:
            mine = team[player]
            totals = np.zeros((len(top.forest.deals), self.levels[0].widths[player]))
            if len(mine) == 2:
                _kernels.deal_rivers(chosen, top, mine[1], mode, discounts, totals)
            else:
                river_totals = np.zeros((len(mine[1].forest.deals), self.levels[0].widths[player]))
                _kernels.deal_turns(chosen, top, mine[1], mine[2], mode, discounts, totals, river_totals)
            return totals

        if pool:
            parts = [task.result() for task in [pool.submit(deal, *piece) for piece in work]]
            totals = np.sum(parts, axis=0)
        else:
            totals = deal(*work[0])
        _kernels.close_street(top, 0, mode, totals, discounts)
        return top.scratch.values

    def value(self, player: int, mode: int = MEAN, pool: ThreadPoolExecutor | None = None) -> float:
        """What the player gets on average, in chips about half the pot: playing his average, or the best response."""
        values = self._pass(player, mode, pool=pool)[0]
        weights = self.hands[player].weights
        if len(self.levels) == 1:
            order = self._orders[player]
            weights = weights[order.my_hand[0, : order.my_count[0]]]
        return float(values[: len(weights)].astype(np.float64) @ weights) / self.mass

    def values_from_start(self, player: int, mode: int, pool: ThreadPoolExecutor | None = None) -> NDArray[np.float64]:
        """Values times the opponent's reach at the first street's nodes, [node, hand]."""
        return self._spread_order(self._pass(player, mode, pool=pool), player, 0, 0, 0.0)

    def values_below(
        self, player: int, layer: int, board: int, root: int, reach: NDArray[Any], mode: int = MEAN
    ) -> NDArray[np.float64]:
        """The same on one board of a later street, when it is entered at one root with the opponent's reach."""
        sides = self._sides[0][player]
        side = sides[layer]
        rows = side.scratch.reach
        rows[side.forest.row[side.forest.roots]] = 0
        row = side.forest.row[root]
        if layer == len(sides) - 1:
            order = side.boards.their_hand[board, : side.boards.their_count[board]]
            rows[row, : len(order)] = reach[order]
            _kernels.river(side, board, mode, _NO_DISCOUNTS)
        else:
            rows[row, : len(reach)] = reach
            _kernels.open_street(side, board, mode)
            totals = np.zeros((len(side.forest.deals), self.levels[layer].widths[player]))
            following = np.arange(side.next[board], side.next[board + 1])
            _kernels.deal_rivers(following, side, sides[layer + 1], mode, _NO_DISCOUNTS, totals)
            _kernels.close_street(side, board, mode, totals, _NO_DISCOUNTS)
        return self._spread_order(side.scratch.values, player, layer, board, 0.0)

    def strategy(self, layer: int, board: int, node: int) -> NDArray[np.float64]:
        """The average strategy at a node of a street, [action, hand]; even where nothing was learned."""
        level = self.levels[layer]
        acting = level.street.nodes[node]
        forest = level.street.forests[0]
        slot, actions, player = forest.slot[node], forest.actions[node], acting.player
        sums = level.stores[player].sums[board, slot : slot + actions].astype(np.float64)
        total = sums.sum(axis=0)
        shares = np.divide(sums, total, out=np.full_like(sums, 1 / actions), where=total > 0)
        locks = level.locks[player]
        if locks.at.shape[1] and locks.at[board, node] >= 0:
            fixed = locks.rows[locks.at[board, node] : locks.at[board, node] + actions].astype(np.float64)
            shares = np.where(fixed >= 0, fixed, shares)
        return self._spread_order(shares, player, layer, board, 1 / actions)

    def _spread_order(
        self, rows: NDArray[Any], player: int, layer: int, board: int, blocked: float
    ) -> NDArray[np.float64]:
        """Rows over a board's order as rows over all hands."""
        count = len(self.hands[player])
        if layer < len(self.levels) - 1:
            return np.asarray(rows[:, :count], np.float64)
        boards = self._orders[player]
        order = boards.my_hand[board, : boards.my_count[board]]
        found = np.full((len(rows), count), blocked)
        found[:, order] = rows[:, : len(order)]
        return found

    def lead(self, player: int, layer: int, board: int, reach: NDArray[Any]) -> NDArray[np.float64]:
        """Wins less losses of every hand against the opponent's reach when all cards are dealt."""
        if layer < len(self.levels) - 1:
            counts = self._counts[layer][board].astype(np.float64)
            ahead = counts @ reach if player == 0 else -(reach @ counts)
            return np.asarray(ahead / np.prod(self.runouts.cards_left[layer:]))
        mine, theirs = self._ranks[player][board], self._ranks[1 - player][board]
        return _kernels.lead_on_board(mine, theirs, self.hands[player].cards, self.hands[1 - player].cards, reach)

    @cached_property
    def _counts(self) -> list[NDArray[Any]]:
        return self.runouts.all_in_counts(self._ranks)

    def exploitability(self, pool: ThreadPoolExecutor | None = None) -> Exploitability:
        """Best responses of both players to the average strategies."""
        best = (self.value(0, BEST, pool), self.value(1, BEST, pool))
        if self.tree.rake.rate == 0:
            first = 0.0
            values = (first, -first)
        else:
            values = (self.value(0, MEAN, pool), self.value(1, MEAN, pool))
        return Exploitability(values, best, self.tree.pot)


def _both_hands(runouts: Runouts, player: int) -> Any:
    mine, theirs = runouts.hands[player], runouts.hands[1 - player]
    place = {int(holding): number for number, holding in enumerate(theirs.holdings)}
    same = np.array([place.get(int(holding), -1) for holding in mine.holdings], np.int32)
    return _kernels.Hands(
        len(mine),
        len(theirs),
        np.arange(len(mine), dtype=np.uint16),
        mine.cards[:, 0].astype(np.uint16),
        mine.cards[:, 1].astype(np.uint16),
        theirs.cards[:, 0].astype(np.uint16),
        theirs.cards[:, 1].astype(np.uint16),
        same,
    )


def _mass_of_deals(runouts: Runouts) -> float:
    """The sum of the products of weights over all pairs of hands that can be dealt together."""
    mine, theirs = runouts.hands
    by_card = np.zeros(52)
    np.add.at(by_card, theirs.cards[:, 0], theirs.weights)
    np.add.at(by_card, theirs.cards[:, 1], theirs.weights)
    same = np.zeros(52 * 51 // 2)
    same[theirs.holdings] = theirs.weights
    meetable = theirs.weights.sum() - by_card[mine.cards[:, 0]] - by_card[mine.cards[:, 1]] + same[mine.holdings]
    return float(mine.weights @ meetable)

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
from copy import copy
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final

import numpy as np
from numba import typeof
from numpy.typing import NDArray

from riverboat.errors import RiverboatError
from riverboat.odds.workers import processors
from riverboat.solve.lanes import WIDTH
from riverboat.solve.public.boards import BoardLayer
from riverboat.solve.spot import _kernels
from riverboat.solve.spot.forest import Street, streets
from riverboat.solve.spot.level import Level, Precision
from riverboat.solve.spot.lock import Lock
from riverboat.solve.spot.runouts import Runouts, row_width, tiled
from riverboat.solve.spot.schedule import Restarting, Schedule, multipliers
from riverboat.solve.spot.tree import Kind, Tree

if TYPE_CHECKING:
    from riverboat.solve.spot.spot import Spot

LEARN, BEST, MEAN, RECORD = _kernels.LEARN, _kernels.BEST, _kernels.MEAN, _kernels.RECORD
_ONE_PASS: Final = np.zeros((1, 3), np.float32)
_WHOLE: Final = _kernels.OPEN | _kernels.GO_ON | _kernels.CLOSE
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


@dataclass(frozen=True, eq=False)
class _Team:
    """One thread's arguments of the kernels, by traverser."""

    tops: tuple[Any, Any]
    turns: tuple[Any, Any]
    """The street between the first and the river; the first again where there is none."""
    rivers: tuple[Any, Any]
    totals: NDArray[np.float64]

    def sides(self, player: int, streets: int) -> list[Any]:
        """The traverser's streets, of which `streets` come before the river."""
        before = [self.tops[player], self.turns[player]]
        return [*before[:streets], self.rivers[player]]


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
        locks: Sequence[Lock] = (),
    ) -> None:
        self.tree: Final = tree
        self.locks: Final = tuple(locks)
        # A strategy that is locked on one run-out only, or for some suits only, tells run-outs apart.
        alike = isomorphism and not any(lock.names_cards for lock in locks)
        fixed = [row for lock in locks for row in lock.shares]
        self.runouts: Final = Runouts(board, weights, fixed, short_deck=short_deck, isomorphism=alike)
        self.precision: Final[Precision] = precision
        self.threads: Final = threads or processors()
        self.schedule: Final = schedule or Restarting()
        self.iterations = 0
        self.hands: Final = self.runouts.hands
        self.mass: Final = _mass_of_deals(self.runouts)
        self._ranks = self.runouts.ranks()
        self._orders = self.runouts.orders(self._ranks)
        self.levels = [
            self._level(street, layer) for street, layer in zip(streets(tree), self.runouts.layers, strict=True)
        ]
        self.numbers: Final = [  # of each street's nodes, by their lines
            {node.line: number for number, node in enumerate(level.street.nodes)} for level in self.levels
        ]
        for lock in locks:
            self._lock(lock)
        self._matrices = self._all_in_matrices()
        self._gates = (_no_gate(), _no_gate())
        self._entries: dict[Any, Any] = {}
        self._teams = self._all_teams()

    @classmethod
    def of(cls, spot: Spot, **options: Any) -> RangeSolver:
        """A solver of a spot; options as for the solver itself. Locks that are given replace those of the spot."""
        tree, weights = spot.tree(), (spot.ranges[0].weights, spot.ranges[1].weights)
        if options.get("locks") is None:
            options["locks"] = [Lock.read(text, tree) for text in spot.lock]
        return cls(tree, spot.cards, weights, short_deck=spot.deck == "short", **options)

    def _level(self, street: Street, layer: BoardLayer) -> Level:
        counts = (len(self.hands[0]), len(self.hands[1]))
        if layer is not self.runouts.layers[-1]:
            widths = (row_width(counts[0]), row_width(counts[1]))
            return Level(street, len(layer), widths, self.precision, counts, (None, None))
        orders = [
            [order.mine[_kernels.HAND, board, :count] for board, count in enumerate(order.counts[:, 0])]
            for order in self._orders
        ]
        widths = (self._orders[0].mine.shape[2], self._orders[1].mine.shape[2])
        return Level(street, len(layer), widths, self.precision, counts, (orders[0], orders[1]))

    @property
    def _threads_used(self) -> int:
        """How many threads have something to do: on the river there is but one board."""
        return self.threads if len(self.levels) > 1 else 1

    def _all_in_matrices(self) -> list[tuple[Any, Any]]:
        before = self.levels[:-1]
        if not any(len(level.street.forests[0].all_ins) for level in before):
            empty = [np.zeros((level.boards, 0, WIDTH), np.int16) for level in before]
            return [(none, none) for none in empty]
        return [(tiled(count), tiled(-count.transpose(0, 2, 1))) for count in self._counts]

    def _all_teams(self) -> list[_Team]:
        """What each thread hands to the kernels: the first street is shared, the rest of the working memory its own."""
        streets = len(self.levels) - 1
        views = [self._views(player) for player in (0, 1)]
        deals = max(1, *(len(level.street.forests[0].deals) for level in self.levels))
        teams: list[_Team] = []
        for number in range(self._threads_used):
            tops, turns, rivers = [], [], []
            for player in (0, 1):
                before, river = views[player]
                if number:
                    fresh = [self.levels[layer].scratch(player) for layer in range(1, streets)]
                    before = [
                        before[0],
                        *(side._replace(scratch=own) for side, own in zip(before[1:], fresh, strict=True)),
                    ]
                    river = river._replace(scratch=self.levels[-1].scratch(player))
                tops.append(before[0])
                turns.append(before[-1])
                rivers.append(river)
            totals = np.zeros((2, deals, max(self.levels[0].widths)))
            teams.append(_Team((tops[0], tops[1]), (turns[0], turns[1]), (rivers[0], rivers[1]), totals))
        for player in (0, 1):
            side = teams[0].sides(player, streets)[0]
            weights = self._in_order(self.hands[1 - player].weights, 1 - player)
            side.scratch.reach[side.forest.row[0], : len(weights)] = weights
        return teams

    def _in_order(self, row: NDArray[Any], player: int) -> NDArray[Any]:
        """A row over all hands as the first street has them: by strength if that is the river."""
        return np.asarray(row[self.levels[0].order(player, 0)])

    def _views(self, player: int) -> tuple[list[Any], Any]:
        """One traverser's streets before the river, and his river.

        The kernels are compiled for spots with all streets: one that begins on the river gets an early street that is
        never visited.
        """
        runouts, left = self.runouts, self.runouts.cards_left
        before: list[Any] = []
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
            is_river = level is self.levels[-1]
            if is_river:
                river = _kernels.RiverSide(boards=self._orders[player], **common)
            if not is_river or not before:
                early = _kernels.EarlySide(
                    hands=_both_hands(runouts, player),
                    my_live=runouts.live(layer, player).astype(np.float32),
                    their_live=runouts.live(layer, 1 - player).astype(np.float32),
                    matrix=np.zeros((0, 0, WIDTH), np.int16) if is_river else self._matrices[layer][player],
                    per_runout=np.float32(1 / np.prod(left[layer:])),
                    share=np.float32(1 if is_river else 1 / left[layer]),
                    next=np.zeros(1, np.int64) if is_river else runouts.following(layer),
                    **common,
                )
                before.append(early)
        return before, river

    @property
    def nbytes(self) -> int:
        """The memory of regrets and averages."""
        return sum(level.nbytes for level in self.levels)

    def iterate(self, count: int, pool: ThreadPoolExecutor | None = None) -> None:
        """Learn for some iterations; on more than one thread when a pool is given."""
        rows = multipliers(self.schedule, self.iterations, count)
        if len(self.levels) == 1:
            self._visit_river(LEARN, (0, 1), rows)
        else:
            for row in rows:
                for player in (0, 1):
                    self._pass(player, LEARN, pool, _kernels.Discounts(*row))
        self.iterations += count

    def _visit_river(self, mode: int, players: tuple[int, ...], rows: NDArray[np.float32] = _ONE_PASS) -> Any:
        return self._call(
            _kernels.visit_river,
            self._teams[0].rivers,
            self._gates,
            self._root_weights,
            mode,
            np.array(players),
            rows,
        )

    def _visit(
        self,
        team: _Team,
        player: int,
        mode: int,
        discounts: Any = _NO_DISCOUNTS,
        *,
        street: int = 0,
        board: int = 0,
        part: int = _WHOLE,
        following: NDArray[np.int64] | None = None,
    ) -> None:
        top = team.tops[player] if street == 0 else team.turns[player]
        if following is None:
            following = np.arange(self.levels[1].boards)
        left = len(self.levels) - 1 - street
        turn, river = team.turns[player], team.rivers[player]
        self._call(_kernels.visit, part, board, mode, following, top, turn, river, left, discounts, team.totals)

    def _call(self, kernel: Any, *arguments: Any) -> Any:
        """Call a kernel's compiled code directly; the types of a solver's arrays never change.

        Numba would look at every array in every call, which takes longer than a small spot's iteration.
        """
        entry = self._entries.get(kernel)
        if entry is None:
            entry = self._entries[kernel] = _compiled(kernel, arguments)
        return entry(*arguments)

    @cached_property
    def _root_weights(self) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """The weights of both players' hands in the order of the first street."""
        return self._in_order(self.hands[0].weights, 0), self._in_order(self.hands[1].weights, 1)

    def _pass(
        self, player: int, mode: int, pool: ThreadPoolExecutor | None = None, discounts: Any = _NO_DISCOUNTS
    ) -> NDArray[np.float32]:
        """One player's pass over everything; the values at the first street's nodes, [node, hand in its order]."""
        first = self._teams[0]
        side = first.sides(player, len(self.levels) - 1)[0]
        if len(self.levels) == 1:
            self._visit_river(mode, (player,))
            return np.asarray(side.scratch.values)
        gate, theirs = self._gates[player], self._gates[1 - player]
        if len(theirs.weights):
            rows = theirs.regrets if mode == LEARN else theirs.sums
            _kernels.enter(theirs, rows, side.scratch.reach, side.forest.row[0])
        if not pool or len(self._teams) == 1:
            self._visit(first, player, mode, discounts)
        else:
            self._visit(first, player, mode, discounts, part=_kernels.OPEN)
            boards = np.arange(self.levels[1].boards)
            tasks = []
            for number, team in enumerate(self._teams):
                share = boards[number :: len(self._teams)].copy()
                tasks.append(
                    pool.submit(self._visit, team, player, mode, discounts, part=_kernels.GO_ON, following=share)
                )
            for task in tasks:
                task.result()
            for team in self._teams[1:]:
                first.totals[0] += team.totals[0]
            self._visit(first, player, mode, discounts, part=_kernels.CLOSE)
        if mode == LEARN and len(gate.weights):
            _kernels.move_gate(gate, side.scratch.values, discounts)
        return np.asarray(side.scratch.values)

    def value(self, player: int, mode: int = MEAN, pool: ThreadPoolExecutor | None = None) -> float:
        """What the player gets on average, in chips about half the pot: playing his average, or the best response."""
        weights = self._root_weights[player]
        root = self._pass(player, mode, pool)[0, : len(weights)]
        return float(root.astype(np.float64) @ weights) / self.mass

    def values_from_start(self, player: int, mode: int, pool: ThreadPoolExecutor | None = None) -> NDArray[np.float64]:
        """Values times the opponent's reach at the first street's nodes, [node, hand]."""
        return self.levels[0].over_hands(self._pass(player, mode, pool), player, 0)

    def values_below(
        self, player: int, street: int, board: int, root: int, reach: NDArray[Any], mode: int = MEAN
    ) -> NDArray[np.float64]:
        """The same on one board of a later street, when it is entered at one root with the opponent's reach."""
        team = self._teams[0]
        side = team.sides(player, len(self.levels) - 1)[street]
        rows = side.scratch.reach
        rows[side.forest.root_rows] = 0
        order = self.levels[street].order(1 - player, board)
        rows[side.forest.row[root], : len(order)] = reach[order]
        following = np.array([board])
        if street < len(self.levels) - 1:
            following = np.arange(side.next[board], side.next[board + 1])
        self._visit(team, player, mode, street=street, board=board, following=following)
        return self.levels[street].over_hands(side.scratch.values, player, board)

    def lead(self, player: int, layer: int, board: int, reach: NDArray[Any]) -> NDArray[np.float64]:
        """Wins less losses of every hand against the opponent's reach when all cards are dealt."""
        if layer < len(self.levels) - 1:
            counts = self._counts[layer][board].astype(np.float64)
            ahead = counts @ reach if player == 0 else -(reach @ counts)
            return np.asarray(ahead / np.prod(self.runouts.cards_left[layer:]))
        mine, theirs = self._ranks[player][board], self._ranks[1 - player][board]
        return np.asarray(
            _kernels.lead_on_board(mine, theirs, self.hands[player].cards, self.hands[1 - player].cards, reach)
        )

    @cached_property
    def _counts(self) -> list[NDArray[Any]]:
        return self.runouts.all_in_counts(self._ranks)

    def exploitability(self, pool: ThreadPoolExecutor | None = None) -> Exploitability:
        """Best responses of both players to the average strategies."""
        if len(self.levels) == 1:
            first, second = self._visit_river(BEST, (0, 1)) / self.mass
            best = (float(first), float(second))
        else:
            best = (self.value(0, BEST, pool), self.value(1, BEST, pool))
        # Without rake one player's loss is the other's gain, whatever they play.
        values = (0.0, 0.0)
        if self.tree.rake.rate:
            values = (self.value(0, MEAN, pool), self.value(1, MEAN, pool))
        return Exploitability(values, best, self.tree.pot)

    @property
    def has_gate(self) -> bool:
        """Whether a player may leave before the first node."""
        return any(len(gate.weights) for gate in self._gates)

    def set_gate(self, player: int, values: NDArray[Any]) -> None:
        """Let a player leave before the first node with `values[hand]`, what he gets times what he can meet.

        This is the gadget of safe re-solving (Burch, Johanson and Bowling 2014): the other player must then play so
        that no hand of this player gains by going on.
        """
        weights = self._in_order(self.hands[player].weights, player).astype(np.float32)
        width = self.levels[0].widths[player]
        rows = (np.zeros((2, width), np.float32), np.zeros((2, width), np.float32))
        gate = _kernels.Gate(weights, self._in_order(values, player).astype(np.float32), *rows)
        self._gates = (gate, self._gates[1]) if player == 0 else (self._gates[0], gate)

    def _lock(self, lock: Lock) -> None:
        node, cards = self.tree.find(lock.path)
        if node.kind != Kind.DECISION:
            raise RiverboatError(f'lock at "{lock.path}": nobody acts there')
        if len(lock.shares) != len(node.actions):
            actions = " ".join(map(str, node.actions))
            raise RiverboatError(f'lock at "{lock.path}": expected one row for each of {actions}')
        layer = node.street - self.tree.root.street
        boards = self.runouts.matching(cards) if lock.names_cards else range(self.levels[layer].boards)
        shares = lock.shares[:, self.hands[node.player].holdings]
        self.levels[layer].lock(self.numbers[layer][node.line], boards, shares)

    def responding(self, player: int, pool: ThreadPoolExecutor | None = None) -> RangeSolver:
        """The same spot in which the player plays his best response to the other's average, locks kept."""
        found = copy(self)
        found.levels = [level.with_own_store(player) for level in self.levels]
        found._teams = found._all_teams()
        found._pass(player, RECORD, pool)
        return found

    def warm_start(self, other: RangeSolver) -> None:
        """Begin with what another solver of the same board and tree has learned.

        Ranges and locks may differ: a hand that the other did not have begins from nothing.
        """
        if [node.line for node in self.tree] != [node.line for node in other.tree]:
            raise RiverboatError("warm start: the other solve has another betting tree")
        if self.runouts.board != other.runouts.board or self.precision != other.precision:
            raise RiverboatError("warm start: the other solve has another board or precision")
        for player in (0, 1):
            theirs_at = {int(holding): at for at, holding in enumerate(other.hands[player].holdings)}
            pairs = [(at, theirs_at.get(int(holding), -1)) for at, holding in enumerate(self.hands[player].holdings)]
            mine, theirs = np.array([pair for pair in pairs if pair[1] >= 0], np.int64).reshape(-1, 2).T
            renamed = other.runouts.renamed(player).astype(np.int64)
            for layer, (level, old) in enumerate(zip(self.levels, other.levels, strict=True)):
                for board, cards in enumerate(self.runouts.boards(layer).tolist()):
                    boards, renamings = other.runouts.locate(cards[len(self.runouts.board) :])
                    kept = np.argsort(renamed[renamings[-1]])[theirs]
                    there = _places(old.order(player, boards[-1]), len(other.hands[player]))[kept]
                    here = _places(level.order(player, board), len(self.hands[player]))[mine]
                    both = (here >= 0) & (there >= 0)
                    store, source = level.stores[player], old.stores[player]
                    for rows, old_rows in zip(store[:2], source[:2], strict=True):
                        rows[board][:, here[both]] = old_rows[boards[-1]][:, there[both]]
                    for scales, old_scales in zip(store[2:], source[2:], strict=True):
                        scales[board] = old_scales[boards[-1]]
        self.iterations = other.iterations


_compiled_before: dict[Any, Any] = {}


def _compiled(kernel: Any, arguments: tuple[Any, ...]) -> Any:
    """The compiled code of a kernel for such arguments; naming their types takes Numba milliseconds, so only once."""
    key = (kernel, *map(_kind, arguments))
    if key not in _compiled_before:
        kinds = tuple(typeof(argument) for argument in arguments)
        kernel.compile(kinds)
        _compiled_before[key] = kernel.overloads[kinds].entry_point
    return _compiled_before[key]


def _kind(argument: Any) -> Any:
    """What Numba's type of an argument depends on."""
    if isinstance(argument, np.ndarray):
        flags = argument.flags
        return argument.dtype.char, argument.ndim, flags.c_contiguous, flags.f_contiguous, flags.writeable
    if isinstance(argument, tuple):
        return tuple(map(_kind, argument))
    return type(argument)


def _places(order: NDArray[Any], count: int) -> NDArray[np.int64]:
    """Where each hand stands in an order, -1 for nowhere."""
    places = np.full(count, -1)
    places[order] = np.arange(len(order))
    return places


def _no_gate() -> Any:
    none = np.zeros((2, 0), np.float32)
    return _kernels.Gate(none[0], none[0], none, none)


def _both_hands(runouts: Runouts, player: int) -> Any:
    mine, theirs = runouts.hands[player], runouts.hands[1 - player]
    place = {int(holding): number for number, holding in enumerate(theirs.holdings)}
    same = np.array([place.get(int(holding), -1) for holding in mine.holdings], np.int32)
    cards = [hands.cards.T.astype(np.int32) for hands in (mine, theirs)]
    numbers = [np.arange(len(hands), dtype=np.int32) for hands in (mine, theirs)]
    return _kernels.Hands(np.stack([numbers[0], *cards[0], same]), np.stack([numbers[1], *cards[1]]))


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

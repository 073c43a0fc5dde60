"""Vector CFR on the public tree: both ranges, every run-out, no abstraction.

Each iteration computes the values of one player against the other's current strategy and moves his regrets, then the
same for the other (alternating updates). Regrets and averages are kept per street, board, decision, action and hand:
float32, or 16 bits with one scale per decision. The work is in `_kernels/`; here are the memory that it needs and the
order in which boards are visited. On more than one thread the boards of the next street are cut into pieces, which
threads take when they are free; pieces are added up in their order, so results are the same in every run and depend on
the number of threads in the last digit only.

The average is not weighted by the player's own reach, as in most fast solvers: that the strategy is good is shown by
its exploitability, which is measured by best responses in the same passes (Johanson et al. 2011), not assumed.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from copy import copy
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from riverboat.cards.card import cards_text
from riverboat.errors import RiverboatError
from riverboat.solve.core.exploitability import Exploitability
from riverboat.solve.core.method import METHODS, Method, parse_method
from riverboat.solve.lanes import WIDTH
from riverboat.solve.packed import PackedArguments
from riverboat.solve.public.boards import BoardLayer
from riverboat.solve.spot._kernels import layout
from riverboat.solve.spot._kernels.setup import lead_on_board
from riverboat.solve.spot.forest import Street, streets
from riverboat.solve.spot.level import Learned, Level, Precision
from riverboat.solve.spot.lock import Lock, merged
from riverboat.solve.spot.policy import SpotPolicy
from riverboat.solve.spot.runouts import Runouts, row_width, tiled
from riverboat.solve.spot.sizes import PLAYERS, STREETS
from riverboat.solve.spot.teams import NO_GATE, PACKED_NO_GATE, Team, TeamBuilder, compiled_visit
from riverboat.solve.spot.tree import Kind, Tree
from riverboat.workers import processors

if TYPE_CHECKING:
    from riverboat.solve.spot.spot import Spot

DEFAULT_METHODS: Final[dict[Precision, Method]] = {
    "float32": parse_method("dcfr(alpha=1.4,beta=1,offset=50,max_negative=0.6,gamma=5)"),
    "16-bit": METHODS["restarting"],
}
"""Discounted CFR whose average follows faster than usual, and which forgets more of the early negative regrets: of them
it keeps t / (t + 50), at most 0.6, where the paper keeps a half. On 104 random rivers and turns with three perturbed
ranges each it takes 7 % fewer iterations than `dcfr(gamma=5)` to 0.3 % of the pot (95 % interval 5 to 9 %), and 8 %
fewer to 0.1 % (6 to 10 %). In 16 bits rounding would keep small sums from fading, so there the average restarts at
powers of four."""
LEARN, BEST, MEAN, RECORD = layout.LEARN, layout.BEST, layout.MEAN, layout.RECORD
_ONE_PASS: Final = np.zeros((1, 3), np.float32)
_BOTH: Final = np.array([0, 1])
_EACH: Final = (np.array([0]), np.array([1]))
_PIECES_PER_THREAD: Final = 4
_FIRST: Final = np.array([0])
_WHOLE: Final = layout.OPEN | layout.GO_ON | layout.CLOSE


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
        method: Method | str | None = None,
        locks: Sequence[Lock] = (),
    ) -> None:
        self.tree: Final = tree
        self.locks: Final = tuple(locks)
        # A strategy that is locked on one run-out only, or for some suits only, distinguishes run-outs.
        alike = isomorphism and not any(lock.names_cards for lock in locks)
        fixed = [row for lock in locks for row in lock.shares]
        self.runouts: Final = Runouts(board, weights, fixed, short_deck=short_deck, isomorphism=alike)
        self.precision: Final[Precision] = precision
        self.threads: Final = threads or processors()
        self.method: Final = _usable(method, precision)
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
        self._set_gates((NO_GATE, NO_GATE))
        self._make_ready()

    @classmethod
    def of(cls, spot: Spot, **options: Any) -> RangeSolver:
        """A solver of a spot; options as for the solver itself. Locks that are given replace those of the spot."""
        tree, weights = spot.tree(), (spot.ranges[0].weights, spot.ranges[1].weights)
        if options.get("locks") is None:
            options["locks"] = merged(Lock.read(text, tree) for text in spot.lock)
        return cls(tree, spot.cards, weights, short_deck=spot.deck == "short", **options)

    def _level(self, street: Street, layer: BoardLayer) -> Level:
        counts = (len(self.hands[0]), len(self.hands[1]))
        if layer is not self.runouts.layers[-1]:
            widths = (row_width(counts[0]), row_width(counts[1]))
            return Level(street, len(layer), widths, self.precision, counts, (None, None))
        orders = [
            [order.mine[layout.HAND, board, :count] for board, count in enumerate(order.counts[:, 0])]
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

    def _make_ready(self) -> None:
        """The working memory of this solver, around its stores."""
        builder = TeamBuilder(self.levels, self.runouts, self._orders, self._matrices)
        self._teams = builder.build(self._threads_used)
        deals = max(1, *(len(level.street.forests[0].deals) for level in self.levels))
        pieces = len(self._shares) if len(self.levels) > 1 else 1
        # What follows the deals, by piece, so that it is added up in one order: [piece, street, deal, hand].
        self._totals = np.zeros((pieces, 2, deals, max(self.levels[0].widths)))
        self._worth = np.zeros(2)

    def _in_order(self, row: NDArray[Any], player: int) -> NDArray[Any]:
        """A row over all hands as the first street has them: by strength if that is the river."""
        return np.asarray(row[self.levels[0].order(player, 0)])

    @property
    def nbytes(self) -> int:
        """The memory of regrets and averages."""
        return sum(level.nbytes for level in self.levels)

    @property
    def identity(self) -> dict[str, str]:
        """What must be the same for these regrets to be continued."""
        kept = crc32(b"".join(hands.cards.tobytes() + hands.weights.tobytes() for hands in self.hands))
        tree = self.tree
        return {
            "game": f"spot {cards_text(self.runouts.board)}, pot {tree.pot}, stack {tree.stack}",
            "engine": "ranges",
            "method": str(self.method),
            "precision": self.precision,
            "betting": f"{crc32(' '.join(node.line for node in tree).encode()):08x}",
            "ranges": f"{kept:08x}",
        }

    def policy(self) -> SpotPolicy:
        """The average strategies as they are."""
        return SpotPolicy(self)

    def arrays(self) -> dict[str, NDArray[Any]]:
        """Regrets and sums of every street and player, by name: `turn/oop/regrets`; in 16 bits with their scales."""
        parts = ("regrets", "sums") if self.precision == "float32" else Learned._fields
        found = {
            f"{name}/{part}": getattr(level.stores[player], part)
            for name, level, player in self.places
            for part in parts
        }
        for player, gate in enumerate(self._gates):
            if len(gate.weights):
                found |= {f"gate/{PLAYERS[player]}/{part}": getattr(gate, part) for part in ("regrets", "sums")}
        return found

    @property
    def places(self) -> list[tuple[str, Level, int]]:
        """Every street and player: `turn/oop`."""
        first = len(STREETS) - len(self.levels)
        return [
            (f"{STREETS[first + number]}/{name}", level, player)
            for number, level in enumerate(self.levels)
            for player, name in enumerate(PLAYERS)
        ]

    @cached_property
    def _pool(self) -> ThreadPoolExecutor | None:
        """Threads besides the calling one, where there is work for more than one; they end with the solver."""
        return ThreadPoolExecutor(len(self._teams) - 1) if len(self._teams) > 1 else None

    def iterate(self, count: int) -> None:
        """Learn for some iterations."""
        rows = self.method.table(self.iterations + 1, count).astype(np.float32)
        if len(self.levels) == 1:
            self._visit_river(LEARN, _BOTH, rows)
        else:
            for number in range(count):
                for player in (0, 1):
                    self._pass(player, LEARN, rows[number : number + 1])
        self.iterations += count

    def _visit_river(self, mode: int, players: NDArray[np.int64], rows: NDArray[np.float32] = _ONE_PASS) -> Any:
        """Passes over a spot that begins on the river; what the first node is worth to each player."""
        self._visit(self._teams[0], players, mode, rows, following=_FIRST)
        return self._worth

    def _visit(
        self,
        team: Team,
        players: NDArray[np.int64],
        mode: int,
        rows: NDArray[np.float32] = _ONE_PASS,
        *,
        street: int = 0,
        board: int = 0,
        part: int = _WHOLE,
        following: NDArray[np.int64] | None = None,
        piece: int = 0,
    ) -> None:
        if following is None:
            following = self._all_following
        self._kernel(
            team.arguments[street], self._packed_gates, self._root_weights, mode, players, rows,
            len(self.levels) - 1 - street, part, board, following, self._totals[piece], self._worth,
        )  # fmt: skip

    @cached_property
    def _kernel(self) -> Any:
        sides = self._teams[0].arguments[0][0]
        return compiled_visit(*(side.kind for side in sides), self._packed_gates[0].kind)

    @cached_property
    def _shares(self) -> list[NDArray[np.int64]]:
        """The boards that follow, cut into pieces that the threads take one by one.

        More pieces than threads, because on a busy machine one thread is faster than another.
        """
        pieces = min(_PIECES_PER_THREAD * len(self._teams), self.levels[1].boards) if len(self._teams) > 1 else 1
        return [self._all_following[piece::pieces].copy() for piece in range(pieces)]

    @cached_property
    def _all_following(self) -> NDArray[np.int64]:
        return np.arange(self.levels[1].boards)

    @cached_property
    def _root_weights(self) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """The weights of both players' hands in the order of the first street."""
        return self._in_order(self.hands[0].weights, 0), self._in_order(self.hands[1].weights, 1)

    def _pass(self, player: int, mode: int, rows: NDArray[np.float32] = _ONE_PASS) -> NDArray[np.float32]:
        """One player's pass over everything; the values at the first street's nodes, [node, hand in its order]."""
        first, players = self._teams[0], _EACH[player]
        side = first.sides[player][0]
        if len(self.levels) == 1:
            self._visit_river(mode, players)
        elif (pool := self._pool) is None:
            self._visit(first, players, mode, rows)
        else:
            self._visit(first, players, mode, rows, part=layout.OPEN)
            pieces = iter(list(enumerate(self._shares)))
            tasks = [pool.submit(self._take_pieces, pieces, team, players, mode, rows) for team in self._teams[1:]]
            self._take_pieces(pieces, first, players, mode, rows)
            for task in tasks:
                task.result()
            self._totals[0, 0] += self._totals[1:, 0].sum(axis=0)
            self._visit(first, players, mode, rows, part=layout.CLOSE)
        return np.asarray(side.scratch.values)

    def _take_pieces(
        self,
        pieces: Iterator[tuple[int, NDArray[np.int64]]],
        team: Team,
        players: NDArray[np.int64],
        mode: int,
        rows: NDArray[np.float32],
    ) -> None:
        """One thread's part of a pass: the next piece as long as there is one."""
        for number, boards in pieces:
            self._visit(team, players, mode, rows, part=layout.GO_ON, following=boards, piece=number)

    def value(self, player: int, mode: int = MEAN) -> float:
        """What the player gets on average, in chips about half the pot: playing his average, or the best response."""
        weights = self._root_weights[player]
        root = self._pass(player, mode)[0, : len(weights)]
        return float(root.astype(np.float64) @ weights) / self.mass

    def values_from_start(self, player: int, mode: int) -> NDArray[np.float64]:
        """Values times the opponent's reach at the first street's nodes, [node, hand]."""
        return self.levels[0].over_hands(self._pass(player, mode), player, 0)

    def values_below(
        self, player: int, street: int, board: int, root: int, reach: NDArray[Any], mode: int = MEAN
    ) -> NDArray[np.float64]:
        """The same on one board of a later street, when it is entered at one root with the opponent's reach."""
        team = self._teams[0]
        side = team.sides[player][street]
        rows = side.scratch.reach
        rows[side.forest.root_rows] = 0
        order = self.levels[street].order(1 - player, board)
        rows[side.forest.row[root], : len(order)] = reach[order]
        following = np.array([board])
        if street < len(self.levels) - 1:
            following = np.arange(side.next[board], side.next[board + 1])
        self._visit(team, _EACH[player], mode, street=street, board=board, following=following)
        return self.levels[street].over_hands(side.scratch.values, player, board)

    def lead(self, player: int, layer: int, board: int, reach: NDArray[Any]) -> NDArray[np.float64]:
        """Wins less losses of every hand against the opponent's reach when all cards are dealt."""
        if layer < len(self.levels) - 1:
            counts = self._counts[layer][board].astype(np.float64)
            ahead = counts @ reach if player == 0 else -(reach @ counts)
            return np.asarray(ahead / np.prod(self.runouts.cards_left[layer:]))
        mine, theirs = self._ranks[player][board], self._ranks[1 - player][board]
        found = np.empty(len(mine))
        lead_on_board(mine, theirs, self.hands[player].cards, self.hands[1 - player].cards, reach, found)
        return found

    @cached_property
    def _counts(self) -> list[NDArray[Any]]:
        return self.runouts.all_in_counts(self._ranks)

    def exploitability(self) -> Exploitability:
        """What both average strategies win, counted from half of the pot, and what best responses to them would."""
        if len(self.levels) == 1:
            first, second = self._visit_river(BEST, _BOTH) / self.mass
            best = (float(first), float(second))
        else:
            best = (self.value(0, BEST), self.value(1, BEST))
        value = self.value(0)
        # Without rake one player's loss is the other's gain, whatever they play.
        values = (value, self.value(1) if self.tree.rake.fraction else -value)
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
        gate = layout.Gate(weights, self._in_order(values, player).astype(np.float32), *rows)
        self._set_gates((gate, self._gates[1]) if player == 0 else (self._gates[0], gate))

    def _set_gates(self, gates: tuple[Any, Any]) -> None:
        self._gates = gates
        self._packed_gates = tuple(PACKED_NO_GATE if gate is NO_GATE else PackedArguments(gate) for gate in gates)

    def _lock(self, lock: Lock) -> None:
        node, cards = self.tree.find(lock.path)
        if node.kind != Kind.DECISION:
            raise RiverboatError(f'lock at "{lock.path}": nobody acts there')
        if len(lock.shares) != len(node.actions):
            actions = " ".join(node.names)
            raise RiverboatError(f'lock at "{lock.path}": expected one row for each of {actions}')
        layer = node.street - self.tree.root.street
        boards = self.runouts.matching(cards) if lock.names_cards else range(self.levels[layer].boards)
        shares = lock.shares[:, self.hands[node.player].holdings]
        self.levels[layer].lock(self.numbers[layer][node.line], boards, shares)

    def responding(self, player: int) -> RangeSolver:
        """The same spot in which the player plays his best response to the other's average, locks kept."""
        found = copy(self)
        found.levels = [level.with_own_store(player) for level in self.levels]
        found._make_ready()
        found._pass(player, RECORD)
        return found

    def with_kept_average(self, player: int) -> RangeSolver:
        """The same spot with the player's average strategy as it is now, to be read while this one goes on."""
        found = copy(self)
        found.levels = [level.with_kept_average(player) for level in self.levels]
        return found

    def warm_start(self, other: RangeSolver) -> None:
        """Begin with what another solver of the same board and tree has learned.

        Ranges and locks may differ: a hand that the other did not have starts from zero.
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


def _usable(method: Method | str | None, precision: Precision) -> Method:
    if method is None:
        return DEFAULT_METHODS[precision]
    found = parse_method(method) if isinstance(method, str) else method
    if found.predictive or not found.alternating:
        raise RiverboatError(f"method {found}: the range solver alternates and does not predict; use dcfr")
    return found


def _places(order: NDArray[Any], count: int) -> NDArray[np.int64]:
    """Where each hand stands in an order, -1 for nowhere."""
    places = np.full(count, -1)
    places[order] = np.arange(len(order))
    return places


def _mass_of_deals(runouts: Runouts) -> float:
    """The sum of the products of weights over all pairs of hands that can be dealt together."""
    mine, theirs = runouts.hands
    by_card = np.bincount(theirs.cards.ravel(), np.repeat(theirs.weights, 2), 52)
    same = np.zeros(52 * 51 // 2)
    same[theirs.holdings] = theirs.weights
    meetable = theirs.weights.sum() - by_card[mine.cards[:, 0]] - by_card[mine.cards[:, 1]] + same[mine.holdings]
    return float(mine.weights @ meetable)

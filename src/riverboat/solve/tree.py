"""A small game written out in full: every deal, every betting sequence, arrays that a kernel can sweep.

The tree is the product of the betting (`betting.py`) and the deals. A *betting node* is a node of the betting, and a
*node* of the tree is a betting node together with the cards dealt so far. All nodes of a betting node lie side by side,
ordered by their deal: node = node_start[betting_node] + deal, and betting nodes come in level order. So whatever is the
same for a betting node (who decides, what may be done, what is paid) is stored once, children are found by adding, and
loops run over deals without a branch.

A *view* is what a position has seen of a deal, its own cards and the board street by street. An information set is a
betting node and a view of its player: set = set_first[betting_node] + view. A strategy is one float64 vector for all
players, in which the probabilities of set s are the entries set_start[s] : set_start[s + 1], in the order of `choices`.
The last own choice before a set is `set_parent`, an entry of the same vector: players remember what they did, and
`check_recall` verifies that they remember what they saw.

`size_of` counts before anything is built: Leduc has 9,451 nodes and 936 information sets, Rhode Island hold'em 6.7
billion nodes. Solving takes two float64 per node; the tree itself takes much less.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from itertools import combinations
from math import comb
from typing import Final

import numpy as np
from numpy.typing import NDArray

from riverboat.errors import RiverboatError
from riverboat.games.action import Action
from riverboat.games.legal import Sizes
from riverboat.games.rules import Rules
from riverboat.html import table
from riverboat.solve.betting import DEAL, END, BettingTree, TooLargeError, build_betting, rank_order

MAX_NODES: Final = 100_000_000
"""Trees above this are refused: solving takes at least 16 bytes per node."""
_SURE_TO_BE_QUICK: Final = 20_000
"""Betting nodes that are always counted, to report the size of a game that does not fit."""

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]
Seen = Callable[[int, tuple[int, ...], tuple[int, ...]], Hashable]
"""What a position sees of its own cards and the board: cards it cannot tell apart give the same value."""


@dataclass(frozen=True, slots=True)
class Size:
    """What a tree would consist of."""

    nodes: int
    information_sets: int
    deals: int
    """Ways to deal all cards of a hand."""
    betting_nodes: int

    @property
    def bytes(self) -> int:
        """Memory for the tree and for solving it."""
        return self.nodes * 16 + self.information_sets * 100


def size_of(rules: Rules, sizes: Sizes | None = None) -> Size:
    """Count a tree without building it."""
    return _size(build_betting(rules, sizes))


def _size(betting: BettingTree) -> Size:
    ways = _ways(betting.rules)
    seen = _sights(betting.rules)
    dealt = betting.street + (betting.player != DEAL)  # how many streets' cards lie on the table
    nodes = sum(int(count) * ways[street] for street, count in enumerate(np.bincount(dealt, minlength=len(ways))))
    decisions = np.bincount(betting.street[betting.player >= 0], minlength=len(seen))
    sets = sum(int(count) * seen[street] for street, count in enumerate(decisions))
    return Size(nodes, sets, ways[-1], betting.nodes)


@dataclass(frozen=True, eq=False)
class GameTree:
    """One game in full. Betting node 0 is the root."""

    betting: BettingTree
    node_start: Integers
    """The first node of each betting node, and the number of nodes."""
    fan: Integers
    """In how many ways each betting node deals; 1 where nothing is dealt."""
    view_of: NDArray[np.int32]
    """Views by deal, for one street and position after the other."""
    view_start: Integers
    """int64[streets, players]: where the views of a street and position begin in `view_of`."""
    set_first: Integers
    """The first information set of each betting node."""
    set_player: NDArray[np.int8]
    set_start: Integers
    """The first entry of each information set, and the length of a strategy vector."""
    set_parent: Integers
    """The entry of the last own choice before each set, -1 if there was none."""
    outcome_of: NDArray[np.int32]
    """Which order of all hands each complete deal leads to."""
    payoffs: Floats
    """float64[rows, players]: what ends pay."""
    payoff_start: Integers
    """The row of each end, or of its first outcome if hands are shown down there."""
    deals: Deals
    _views: tuple[tuple[dict[Hashable, int], ...], ...] = field(repr=False)
    _seen: Seen = field(repr=False)

    @classmethod
    def build(
        cls, rules: Rules, sizes: Sizes | None = None, *, seen: Seen | None = None, max_nodes: int = MAX_NODES
    ) -> GameTree:
        """Build the tree of a game; with `seen`, players cannot tell some cards apart.

        Args:
            seen: What a position sees of its own cards and the board: cards it cannot tell apart give the same value.
            max_nodes: A larger tree is an error.
        """
        ways = _ways(rules)[1]
        max_betting = max(_SURE_TO_BE_QUICK, max_nodes // ways)  # every betting node exists for every first deal
        try:
            betting = build_betting(rules, sizes, max_nodes=max_betting)
        except TooLargeError:
            raise TooLargeError(
                f"{rules.identity}: more than {max_betting:,} betting nodes, each with {ways:,} deals or more; "
                f"up to {max_nodes:,} nodes fit here"
            ) from None
        size = _size(betting)
        if size.nodes > max_nodes:
            raise TooLargeError(
                f"{rules.identity}: {size.nodes:,} nodes and {size.information_sets:,} information sets; "
                f"up to {max_nodes:,} nodes fit here"
            )
        return _build(betting, seen or _tell_all_apart)

    def __repr__(self) -> str:
        return f"<GameTree of {self.rules.identity}: {self.nodes:,} nodes, {self.sets:,} information sets>"

    def _repr_html_(self) -> str:
        counts = {"nodes": self.nodes, "betting nodes": self.betting.nodes, "information sets": self.sets}
        counts |= {"deals": self.deals.counts[-1], "probabilities of a strategy": self.entries}
        return table(("", ""), [(name, f"{count:,}") for name, count in counts.items()], caption=self.rules.identity)

    @property
    def rules(self) -> Rules:
        """The game."""
        return self.betting.rules

    @property
    def players(self) -> int:
        """How many there are."""
        return self.rules.players

    @property
    def nodes(self) -> int:
        """How many there are."""
        return int(self.node_start[-1])

    @property
    def sets(self) -> int:
        """How many information sets there are."""
        return len(self.set_player)

    @property
    def entries(self) -> int:
        """The length of a strategy vector."""
        return int(self.set_start[-1])

    @cached_property
    def entry_set(self) -> Integers:
        """The information set of each entry of a strategy vector."""
        return np.repeat(np.arange(self.sets), np.diff(self.set_start))

    @cached_property
    def arrays(self) -> tuple[NDArray[np.generic], ...]:
        """What kernels sweep over, in the order in which they take it."""
        betting = self.betting
        return (
            betting.player, betting.first_child.astype(np.int64), betting.children.astype(np.int64),
            betting.street.astype(np.int64), self.node_start, self.fan, self.view_of, self.view_start, self.set_first,
            self.set_start, self.outcome_of, self.payoffs, self.payoff_start, self._is_showdown,
        )  # fmt: skip

    @cached_property
    def _is_showdown(self) -> NDArray[np.bool_]:
        is_end = self.betting.player == END
        return np.array(
            [
                is_end[betting_node] and self.betting.is_showdown(betting_node)
                for betting_node in range(self.betting.nodes)
            ]
        )

    def uniform(self) -> Floats:
        """The strategy in which all choices are equally likely."""
        counts = np.diff(self.set_start)
        return np.repeat(1.0 / counts, counts)

    def normalised(self, sums: Floats) -> Floats:
        """Sums of weights as probabilities; where all are zero, all choices are equally likely.

        Args:
            sums: A weight for each choice of each information set, in the order of the tree.
        """
        totals = np.bincount(self.entry_set, weights=sums, minlength=self.sets)[self.entry_set]
        return np.where(totals > 0, sums / np.where(totals > 0, totals, 1.0), self.uniform())

    def betting_node_of(self, information_set: int) -> int:
        """The betting node of an information set."""
        return int(self._set_betting_node[information_set])

    @cached_property
    def _set_betting_node(self) -> Integers:
        counts = np.where(self.betting.player >= 0, self._views_at, 0)
        return np.repeat(np.arange(self.betting.nodes), counts)

    @cached_property
    def _views_at(self) -> Integers:
        """How many views the player of each decision betting node can have."""
        return np.array(
            [
                len(self._views[street][player]) if player >= 0 else 0
                for street, player in zip(self.betting.street, self.betting.player, strict=True)
            ]
        )

    def find(self, betting_node: int, hole: tuple[int, ...], board: tuple[int, ...]) -> int:
        """The information set of the player at a betting node who has seen these cards.

        Args:
            betting_node: The number of a node of the betting tree.
        """
        position, street = int(self.betting.player[betting_node]), int(self.betting.street[betting_node])
        view = self._views[street][position].get(self._seen(position, tuple(sorted(hole)), self._in_order(board)))
        if view is None:
            raise RiverboatError(f"{self.rules.name}: nobody is dealt {hole} with a board of {board}")
        return int(self.set_first[betting_node]) + view

    def _in_order(self, board: tuple[int, ...]) -> tuple[int, ...]:
        """A board as deals have it: the cards of each street sorted from the lowest."""
        if all(street.board <= 1 for street in self.rules.streets):
            return board
        ordered: list[int] = []
        for street in self.rules.streets:
            ordered += sorted(board[len(ordered) : len(ordered) + street.board])
        return tuple(ordered)

    def choices(self, information_set: int) -> tuple[Action, ...]:
        """What may be decided there."""
        return self.betting.choices(self.betting_node_of(information_set))

    def one_deal(self, information_set: int) -> int:
        """A deal, on the street of an information set, with which its player is there."""
        betting_node = self.betting_node_of(information_set)
        street, position = int(self.betting.street[betting_node]), int(self.betting.player[betting_node])
        return int(self._first_deals[street][position][information_set - self.set_first[betting_node]])

    def cards(self, information_set: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """The own cards and the board of an information set; of one deal, where cards look alike."""
        betting_node = self.betting_node_of(information_set)
        street, position = int(self.betting.street[betting_node]), int(self.betting.player[betting_node])
        holes, board = self.deals.cards(street, self.one_deal(information_set))
        return holes[position], board

    @cached_property
    def _first_deals(self) -> list[list[Integers]]:
        """For each street and position one deal of each view."""
        found = []
        for street in range(len(self.rules.streets)):
            count = self.deals.counts[street + 1]
            starts = self.view_start[street]
            views = [self.view_of[start : start + count] for start in starts]
            found.append([np.unique(each, return_index=True)[1] for each in views])
        return found

    def label(self, information_set: int) -> str:
        """An information set in words: own cards, board and betting, `Kh|Qs kb/b`."""
        hole, board = self.cards(information_set)
        card = self.rules.deck.card_text
        cards = "".join(map(card, hole)) + ("|" + "".join(map(card, board)) if board else "")
        return f"{cards} {self.betting.history(self.betting_node_of(information_set))}".rstrip()

    def sets_by_deal(self, player: int) -> Iterator[tuple[int, Integers]]:
        """Where a player decides: the first node of each betting node, and the information set of each of its deals."""
        for at in np.flatnonzero(self.betting.player == player).tolist():
            start, stop = int(self.node_start[at]), int(self.node_start[at + 1])
            views = int(self.view_start[self.betting.street[at], player])
            yield start, self.set_first[at] + self.view_of[views : views + stop - start]

    def check_recall(self) -> None:
        """Raise if a player ever forgets: deals that look the same now but did not on an earlier street."""
        for street in range(1, len(self.rules.streets)):
            fan = self.deals.fans[street]
            count = self.deals.counts[street + 1]
            for position in range(self.players):
                start, before = self.view_start[street, position], self.view_start[street - 1, position]
                now = self.view_of[start : start + count]
                earlier = self.view_of[before + np.arange(count) // fan]
                if len(np.unique(np.stack([now, earlier]), axis=1).T) > len(np.unique(now)):
                    name = self.rules.streets[street].name
                    raise RiverboatError(
                        f"{self.rules.name}: position {position} forgets what it saw before the {name}"
                    )


class Deals:
    """All ways to deal the first streets, numbered so that deal d continues as d * fan .. d * fan + fan - 1."""

    def __init__(self, rules: Rules) -> None:
        self._cards: list[list[tuple[tuple[tuple[int, ...], ...], tuple[int, ...]]]] = [[(((),) * rules.players, ())]]
        self.fans: list[int] = []
        """How many ways there are to deal each street, always the same after any earlier cards."""
        for street in rules.streets:
            dealt = []
            for holes, board in self._cards[-1]:
                used = {*board, *(card for hole in holes for card in hole)}
                left = [card for card in range(rules.deck.size) if card not in used]
                for new, shown in _deal(left, rules.players, street.down, street.board):
                    together = tuple(tuple(sorted(old + more)) for old, more in zip(holes, new, strict=True))
                    dealt.append((together, board + shown))
            self.fans.append(len(dealt) // len(self._cards[-1]))
            self._cards.append(dealt)
        self.counts = [len(dealt) for dealt in self._cards]
        """How many deals there are before the first street, after it, and so on."""

    def cards(self, street: int, deal: int) -> tuple[tuple[tuple[int, ...], ...], tuple[int, ...]]:
        """Everybody's own cards and the board on a street."""
        return self._cards[street + 1][deal]

    def deck(self, street: int, deal: int, size: int) -> tuple[int, ...]:
        """A deck from which the dealer deals just these cards on the first streets; the others follow in order."""
        steps = []
        for each in range(street, -1, -1):
            steps.append(self.cards(each, deal))
            deal //= self.fans[each]
        dealt: list[int] = []
        for holes, board in reversed(steps):
            for cards in (*holes, board):
                dealt += [card for card in cards if card not in dealt]
        return (*dealt, *(card for card in range(size) if card not in dealt))

    def on(self, street: int) -> list[tuple[tuple[tuple[int, ...], ...], tuple[int, ...]]]:
        """The cards of all deals on a street."""
        return self._cards[street + 1]


def _deal(
    left: list[int], players: int, down: int, board: int
) -> Iterator[tuple[tuple[tuple[int, ...], ...], tuple[int, ...]]]:
    """Each way to give every player some cards and put some on the board."""
    if players and down:
        for cards in combinations(left, down):
            rest = [card for card in left if card not in cards]
            for others, shown in _deal(rest, players - 1, down, board):
                yield (cards, *others), shown
    else:
        for shown in combinations(left, board):
            yield ((),) * players, shown


def _tell_all_apart(position: int, hole: tuple[int, ...], board: tuple[int, ...]) -> Hashable:
    return hole, board


def _build(betting: BettingTree, seen: Seen) -> GameTree:
    rules = betting.rules
    deals = Deals(rules)
    is_deal = betting.player == DEAL
    counts = np.array(deals.counts)[betting.street + ~is_deal]  # an undealt street's cards are not on the table
    fan = np.where(is_deal, np.array(deals.fans)[betting.street], 1)
    views, view_of, view_start = _views(deals, rules, seen)
    views_at = [
        len(views[street][player]) if player >= 0 else 0
        for street, player in zip(betting.street, betting.player, strict=True)
    ]
    set_first = np.concatenate([[0], np.cumsum(views_at)])
    set_player = np.repeat(betting.player, views_at)
    set_start = np.concatenate([[0], np.cumsum(np.repeat(betting.children, views_at))]).astype(np.int64)
    outcomes, outcome_of = _outcomes(deals, rules)
    payoffs, payoff_start = _payoffs(betting, outcomes)
    tree = GameTree(
        betting, np.concatenate([[0], np.cumsum(counts)]), fan, view_of, view_start, set_first[:-1], set_player,
        set_start, np.full(len(set_player), -1, np.int64), outcome_of, payoffs, payoff_start, deals, views, seen,
    )  # fmt: skip
    _link_sets(tree)
    return tree


def _views(
    deals: Deals, rules: Rules, seen: Seen
) -> tuple[tuple[tuple[dict[Hashable, int], ...], ...], NDArray[np.int32], Integers]:
    """The views of each street and position, and which of them each deal is."""
    views, view_of, starts, start = [], [], [], 0
    for street in range(len(rules.streets)):
        dealt = deals.on(street)
        of_street: list[dict[Hashable, int]] = []
        for position in range(rules.players):
            keys = [seen(position, holes[position], board) for holes, board in dealt]
            shown = {key: (holes[position], board) for key, (holes, board) in zip(keys, dealt, strict=True)}
            numbers = {key: number for number, key in enumerate(sorted(shown, key=shown.__getitem__))}
            view_of += [numbers[key] for key in keys]
            of_street.append(numbers)
            starts.append(start)
            start += len(dealt)
        views.append(tuple(of_street))
    return tuple(views), np.array(view_of, np.int32), np.array(starts, np.int64).reshape(-1, rules.players)


def _outcomes(deals: Deals, rules: Rules) -> tuple[list[tuple[tuple[int, ...], ...]], NDArray[np.int32]]:
    """The orders in which hands can finish, for each award, and which of them each complete deal has."""
    numbers: dict[tuple[tuple[int, ...], ...], int] = {}
    outcome_of = []
    everybody = (True,) * rules.players
    for holes, board in deals.on(len(rules.streets) - 1):
        order = tuple(rank_order([rank(hole, board) for hole in holes], everybody) for rank in rules.rankers)
        outcome_of.append(numbers.setdefault(order, len(numbers)))
    return list(numbers), np.array(outcome_of, np.int32)


def _payoffs(betting: BettingTree, outcomes: list[tuple[tuple[int, ...], ...]]) -> tuple[Floats, Integers]:
    rows: list[tuple[float, ...]] = []
    starts = np.full(betting.nodes, -1, np.int64)
    for betting_node in np.flatnonzero(betting.player == END):
        starts[betting_node] = len(rows)
        if betting.is_showdown(int(betting_node)):
            rows += [betting.payoffs(int(betting_node), outcome) for outcome in outcomes]
        else:
            rows.append(betting.payoffs(int(betting_node)))
    return np.array(rows), starts


def _link_sets(tree: GameTree) -> None:
    """Find the last own choice before each information set."""
    betting, deals = tree.betting, tree.deals
    for betting_node in np.flatnonzero(betting.player >= 0):
        position, street = int(betting.player[betting_node]), int(betting.street[betting_node])
        below, above = int(betting_node), int(betting.parent[betting_node])
        while above >= 0 and betting.player[above] != position:
            below, above = above, int(betting.parent[above])
        if above < 0:
            continue
        earlier = int(betting.street[above])
        spread = 1
        for later in range(earlier + 1, street + 1):
            spread *= deals.fans[later]
        count = deals.counts[street + 1]
        now = tree.view_of[tree.view_start[street, position] :][:count]
        then = tree.view_of[tree.view_start[earlier, position] + np.arange(count) // spread]
        choice = below - int(betting.first_child[above])
        entries = tree.set_start[tree.set_first[above] + then] + choice
        tree.set_parent[tree.set_first[betting_node] + now] = entries


def _ways(rules: Rules) -> list[int]:
    """In how many ways the cards of the first streets can be dealt: of none, of one, and so on."""
    left, ways = rules.deck.size, [1]
    for street in rules.streets:
        way = 1
        for _ in range(rules.players):
            way *= comb(left, street.down)
            left -= street.down
        way *= comb(left, street.board)
        left -= street.board
        ways.append(ways[-1] * way)
    return ways


def _sights(rules: Rules) -> list[int]:
    """How many different cards one player can have seen on each street."""
    known, seen, sights = rules.deck.size, 1, []
    for street in rules.streets:
        seen *= comb(known, street.down) * comb(known - street.down, street.board)
        known -= street.down + street.board
        sights.append(seen)
    return sights

"""A game prepared for sampled deals: the betting tree as one array, hands as numbers, ends as payoffs.

Any game whose betting has a tree of its own (`solve/betting.py`) and whose hands are few enough to number: Kuhn poker
for two to ten players, Leduc. An information set is a betting node and the hand of the player there; the hand is all
that the player has seen so far, street by street, so that nothing is forgotten. For large games `see` says what players
know of their cards instead: with 100 buckets a street, limit hold'em has 1.6 million choices (`buckets.py`).

The sums of an information set lie side by side in one array whose size is known, and refused if too large, before any
of it is made. Where hands are numbered, all hands of a betting node follow each other. Views that forget are fewer, and
a deal touches every betting node: there the rows of one view follow each other, node by node, for a player and street.

Nodes lie in level order without gaps. The thesis's own layout, a heap in which each node has room for as many children
as any (Teófilo 2016, section 6.2.2), can be asked for to see what its gaps cost.

A pot is won by the best hands among those still in; games with side pots or more than one award are refused.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from math import comb, prod
from typing import Any, Final, Literal

import numpy as np
from numpy.typing import NDArray

from riverboat.errors import RiverboatError
from riverboat.games.rules import Rules
from riverboat.solve.betting import DEAL, END, BettingTree, TooLargeError, build_betting
from riverboat.solve.deals.views import DealViews, NumberedHands

Layout = Literal["compact", "heap"]
Floats = NDArray[np.float64]

MAX_ROWS: Final = 50_000_000
"""More choices than this in all information sets are rejected: they would take 800 MB."""
MAX_SLOTS: Final = 20_000_000
MAX_PLAYERS: Final = 10
_DEAL, _END, _UNUSED = 253, 254, 255  # as the kernels have them


@dataclass(frozen=True, eq=False)
class DealGame:
    """One game as the kernels want it; `_kernels.py` has the layouts."""

    rules: Rules
    betting: BettingTree
    nodes: NDArray[np.uint32]
    betting_node: NDArray[np.int32]
    """The node of the betting tree; -1 for a gap of the heap."""
    payoffs: Floats
    views: DealViews
    """What players know of their cards."""
    rows: int
    levels: int

    @classmethod
    def build(cls, rules: Rules, layout: Layout = "compact", *, see: DealViews | None = None) -> DealGame:
        """Make a game ready; `see` is what players know of their cards, default: all they have seen."""
        if len(rules.awards) != 1:
            raise RiverboatError(f"{rules.name}: sampled deals need one award, the rules have {len(rules.awards)}")
        if rules.players > MAX_PLAYERS:
            raise RiverboatError(f"{rules.name}: {rules.players} players; expected 2 to {MAX_PLAYERS}")
        views = NumberedHands(rules) if see is None else see
        if len(views.counts) != len(rules.streets):
            raise RiverboatError(f"{rules.name}: {len(rules.streets)} streets, but views on {len(views.counts)}")
        betting = build_betting(rules)
        base, stride, rows = _lay_out_rows(betting, views.counts, by_node=isinstance(views, NumberedHands))
        if rows > MAX_ROWS:
            raise TooLargeError(
                f"{rules.identity}: {rows:,} choices in all information sets; up to {MAX_ROWS:,} fit here"
            )
        places, total = _places(betting, layout)
        nodes, payoffs = _nodes(betting, places, total, base, stride, views.ties)
        owners = np.full(total, -1, np.int32)
        kept = np.flatnonzero(places >= 0)
        owners[places[kept]] = kept
        return cls(rules, betting, nodes, owners, payoffs, views, rows, len(betting.level_starts) - 1)

    @property
    def players(self) -> int:
        """How many there are."""
        return self.rules.players

    @cached_property
    def streets(self) -> NDArray[np.int64]:
        """int64[streets, 2]: how many own and common cards each street brings."""
        return np.array([(street.down, street.board) for street in self.rules.streets], np.int64)

    @property
    def cards(self) -> int:
        """How many cards a deal takes."""
        return int(self.players * self.streets[:, 0].sum() + self.streets[:, 1].sum())

    @property
    def hand_counts(self) -> tuple[int, ...]:
        """How many hands, or views of them, are numbered on each street."""
        return self.views.counts

    @property
    def ties(self) -> bool:
        """Whether two players can have equal hands."""
        return self.views.ties

    @property
    def numbered(self) -> NumberedHands:
        """The numbers of hands, where nothing is forgotten."""
        if not isinstance(self.views, NumberedHands):
            raise RiverboatError(f"{self.rules.identity} with {self.views.text}: expected all cards to be remembered")
        return self.views

    @property
    def ranks(self) -> NDArray[np.int32]:
        """The rank of every hand on the last street, where nothing is forgotten."""
        return self.numbered.by_number

    @property
    def information_sets(self) -> int:
        """How many there are: of each decision as many as the player there can have hands, or views of them."""
        possible = self.views.possible if isinstance(self.views, NumberedHands) else self.views.counts
        decisions = self.betting.street[self.betting.player >= 0]
        return sum(possible[street] for street in decisions.tolist())

    @property
    def choices(self) -> int:
        """The most choices at any decision."""
        return int(self.betting.children.max())

    def rows_of(self, node: int, hand: int) -> slice:
        """The rows of an information set: a node of the betting tree and a hand on its street."""
        base, stride = self._rows[node].tolist()
        start = base + hand * stride
        return slice(start, start + int(self.betting.children[node]))

    def table(self, vector: NDArray[Any], node: int) -> NDArray[Any]:
        """[hands, choices] of a node: a window on a vector over all rows."""
        base, stride = self._rows[node].tolist()
        step = vector.strides[0]
        shape = (self.hand_counts[self.betting.street[node]], int(self.betting.children[node]))
        return np.lib.stride_tricks.as_strided(vector[base:], shape, (stride * step, step))

    @cached_property
    def _rows(self) -> NDArray[np.int64]:
        """int64[betting nodes, 2]: the row of hand 0, and how many rows there are to the next hand."""
        rows = np.zeros((self.betting.nodes, 2), np.int64)
        used = self.betting_node >= 0
        rows[self.betting_node[used]] = self.nodes[used][:, [3, 8]]
        return rows

    @property
    def decisions(self) -> NDArray[np.int64]:
        """The nodes of the betting tree at which somebody decides."""
        return np.flatnonzero(self.betting.player >= 0)

    def see(self, deals: NDArray[np.uint8]) -> NDArray[np.uint32]:
        """uint32[deals, players, streets]: the number of what each player sees on each street."""
        return self.views.of_deals(deals)

    def number(self, street: int, hand: tuple[int, ...], board: tuple[int, ...]) -> int:
        """The number of what a player sees on a street, as `see` counts."""
        return self.views.of_hand(street, hand, board)

    def walk_choices(self) -> Iterator[tuple[int, slice]]:
        """Every decision of the betting tree with the rows of all its hands, where nothing is forgotten."""
        assert self.numbered
        for node in self.decisions.tolist():
            count = int(self.betting.children[node]) * self.hand_counts[self.betting.street[node]]
            start = int(self._rows[node, 0])
            yield node, slice(start, start + count)

    @property
    def kept_bytes(self) -> int:
        """Memory of the tree, the payoffs and the sums."""
        ranks = self.ranks.nbytes if isinstance(self.views, NumberedHands) else 0
        return int(self.nodes.nbytes + self.payoffs.nbytes + ranks + self.rows * 16)

    @property
    def walk_bytes(self) -> int:
        """Memory of the iterative walk: reach and values of each player, a chance and a flag for every node."""
        return len(self.nodes) * (16 * self.players + 9)


def _lay_out_rows(
    betting: BettingTree, counts: tuple[int, ...], *, by_node: bool
) -> tuple[NDArray[np.int64], NDArray[np.int64], int]:
    """For each betting node the row of hand 0 and the rows from one hand to the next; and how many rows there are."""
    decides = betting.player >= 0
    width = np.where(decides, betting.children, 0).astype(np.int64)
    count = np.array(counts)[betting.street]
    if by_node:
        sizes = width * count
        return np.cumsum(sizes) - sizes, width, int(sizes.sum())
    base, stride, rows = np.zeros_like(width), np.zeros_like(width), 0
    for street in range(len(counts)):
        for player in range(betting.rules.players):
            nodes = np.flatnonzero((betting.street == street) & (betting.player == player))
            stride[nodes] = width[nodes].sum()
            base[nodes] = rows + np.cumsum(width[nodes]) - width[nodes]
            rows += int(width[nodes].sum()) * counts[street]
    return base, stride, rows


def _places(betting: BettingTree, layout: Layout) -> tuple[NDArray[np.int64], int]:
    """Where each node goes, and how long the list is; the first deal, at which nothing happens, goes nowhere (-1)."""
    root = int(betting.player[0] == DEAL)
    if layout == "compact":
        return np.arange(betting.nodes) - root, betting.nodes - root
    if layout != "heap":
        raise RiverboatError(f'layout "{layout}": expected compact or heap')
    width, levels = int(betting.children.max()), len(betting.level_starts) - 1 - root
    total = (width**levels - 1) // (width - 1)
    if total > MAX_SLOTS:
        raise TooLargeError(f"{betting.rules.identity}: a heap of {total:,} slots; up to {MAX_SLOTS:,} fit here")
    places = np.full(betting.nodes, -root, np.int64)
    places[root] = 0
    for node in range(root + 1, betting.nodes):
        above = int(betting.parent[node])
        places[node] = width * places[above] + 1 + node - int(betting.first_child[above])
    return places, total


def _nodes(
    betting: BettingTree,
    places: NDArray[np.int64],
    total: int,
    base: NDArray[np.int64],
    stride: NDArray[np.int64],
    ties: bool,
) -> tuple[NDArray[np.uint32], Floats]:
    """The array of nodes, and what is paid at the ends."""
    players = betting.rules.players
    nodes = np.zeros((total, 9), np.uint32)
    nodes[:, 0] = _UNUSED
    codes = 1 << players if ties else players
    paid: list[tuple[float, ...]] = []
    previous = np.zeros(betting.nodes, np.int64)
    for node in range(betting.nodes):
        above = int(betting.parent[node])
        if above >= 0:
            previous[node] = betting.player[above] if betting.player[above] >= 0 else previous[above]
        if places[node] < 0:
            continue
        who = int(betting.player[node])
        live = sum(1 << p for p in range(players) if betting.live[node, p])
        children = int(betting.children[node])
        first = int(places[betting.first_child[node]]) if children else 0
        kind = _DEAL if who == DEAL else _END if who == END else who
        slot = len(paid)
        if who == END:
            if betting.is_showdown(node):
                paid += _showdown(betting, node, codes, ties)
            else:
                paid.append(betting.payoffs(node))
                live = 0
        if slot + codes > 1 << 26:
            raise TooLargeError(f"{betting.rules.identity}: too many ways to pay; choose fewer players or raises")
        nodes[places[node]] = (
            kind, first, children, base[node], betting.street[node], previous[node], live, slot, stride[node],
        )  # fmt: skip
    return nodes, np.array(paid)


def _showdown(betting: BettingTree, node: int, codes: int, ties: bool) -> list[tuple[float, ...]]:
    """What is paid for every code of the winners; zeros where nobody in it is still in."""
    live = betting.live[node]
    if len(set(betting.committed[node][live].tolist())) > 1:
        raise RiverboatError(f"{betting.rules.name}: sampled deals have one pot, these stacks make side pots")
    players = betting.rules.players
    rows = []
    for code in range(codes):
        winners = [p for p in range(players) if (code >> p & 1 if ties else code == p)]
        if winners and all(live[p] for p in winners):
            rank = tuple(int(p in winners) if live[p] else -1 for p in range(players))
            rows.append(betting.payoffs(node, (rank,)))
        else:
            rows.append((0.0,) * players)
    return rows


def deals_in_all(rules: Rules) -> int:
    """In how many ways cards can be dealt to the players and the board."""
    left, ways = rules.deck.size, []
    for street in rules.streets:
        for cards in [street.down] * rules.players + [street.board]:
            ways.append(comb(left, cards))
            left -= cards
    return prod(ways)

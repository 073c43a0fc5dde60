"""A game prepared for sampled deals: the betting tree as one array, hands as numbers, ends as payoffs.

Any game whose betting has a tree of its own (`solve/betting.py`) and whose hands are few enough to number: Kuhn poker
for two to ten players, Leduc. An information set is a betting node and the hand of the player there; the hand is all
that the player has seen so far, street by street, so that nothing is forgotten. Its sums lie side by side in one array
whose size is known, and refused if too large, before any of it is made.

Nodes lie in level order without gaps. The thesis's own layout, a heap in which each node has room for as many children
as any (Teófilo 2016, section 6.2.2), can be asked for to see what its gaps cost.

A pot is won by the best hands among those still in; games with side pots or more than one award are refused.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations, product
from math import comb, prod
from typing import Final, Literal

import numpy as np
from numpy.typing import NDArray

from riverboat.errors import RiverboatError
from riverboat.games.rules import Rules
from riverboat.solve.betting import DEAL, END, BettingTree, TooLargeError, build_betting

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
    ranks: NDArray[np.int32]
    """The rank of every hand on the last street; -1 where cards would be on the table twice."""
    hand_counts: tuple[int, ...]
    """How many hands are numbered on each street, those with a card twice included."""
    ties: bool
    rows: int
    levels: int

    @classmethod
    def build(cls, rules: Rules, layout: Layout = "compact") -> DealGame:
        """Make a game ready."""
        if len(rules.awards) != 1:
            raise RiverboatError(f"{rules.name}: sampled deals need one award, the rules have {len(rules.awards)}")
        if rules.players > MAX_PLAYERS:
            raise RiverboatError(f"{rules.name}: {rules.players} players; expected 2 to {MAX_PLAYERS}")
        counts = _hand_counts(rules)
        if counts[-1] > MAX_ROWS:
            raise TooLargeError(f"{rules.identity}: {counts[-1]:,} hands to number; up to {MAX_ROWS:,} fit here")
        betting = build_betting(rules)
        decisions = betting.player >= 0
        sizes = np.where(decisions, betting.children.astype(np.int64) * np.array(counts)[betting.street], 0)
        rows = int(sizes.sum())
        if rows > MAX_ROWS:
            raise TooLargeError(
                f"{rules.identity}: {rows:,} choices in all information sets; up to {MAX_ROWS:,} fit here"
            )
        ranks = _ranks(rules, counts[-1])
        ties = _can_tie(rules, ranks)
        places, total = _places(betting, layout)
        nodes, payoffs = _nodes(betting, places, total, np.cumsum(sizes) - sizes, ties)
        owners = np.full(total, -1, np.int32)
        kept = np.flatnonzero(places >= 0)
        owners[places[kept]] = kept
        return cls(rules, betting, nodes, owners, payoffs, ranks, counts, ties, rows, len(betting.level_starts) - 1)

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

    @cached_property
    def binomials(self) -> NDArray[np.int64]:
        """int64[deck + 1, k + 1]."""
        max_actions = int(self.streets.max())
        return np.array(
            [[comb(n, k) for k in range(max_actions + 1)] for n in range(self.rules.deck.size + 1)], np.int64
        )

    @property
    def information_sets(self) -> int:
        """How many there are: of each decision as many as the player there can have hands."""
        possible = _possible_hands(self.rules)
        decisions = self.betting.street[self.betting.player >= 0]
        return sum(possible[street] for street in decisions.tolist())

    @property
    def choices(self) -> int:
        """The most choices at any decision."""
        return int(self.betting.children.max())

    def rows_of(self, node: int, hand: int) -> slice:
        """The rows of an information set: a node of the betting tree and a hand on its street."""
        count = int(self.betting.children[node])
        start = int(self._base[node]) + hand * count
        return slice(start, start + count)

    @cached_property
    def _base(self) -> NDArray[np.int64]:
        base = np.zeros(self.betting.nodes, np.int64)
        used = self.betting_node >= 0
        base[self.betting_node[used]] = self.nodes[used, 3]
        return base

    def see(self, deals: NDArray[np.uint8]) -> NDArray[np.uint32]:
        """uint32[deals, players, streets]: the number of what each player sees on each street."""
        from riverboat.solve.deals._kernels import see_hands

        hands = np.empty((len(deals), self.players, len(self.streets)), np.uint32)
        see_hands(deals, self.streets, self.binomials, self.rules.deck.size, hands)
        return hands

    def number(self, street: int, hand: Sequence[int], board: Sequence[int]) -> int:
        """The number of what a player sees on a street, as `see` counts: street by street, own cards, then board."""
        size, number, own, common = self.rules.deck.size, 0, 0, 0
        for down, shown in self.streets[: street + 1].tolist():
            number = number * comb(size, down) + _set_number(hand[own : own + down])
            number = number * comb(size, shown) + _set_number(board[common : common + shown])
            own, common = own + down, common + shown
        return number

    def walk_choices(self) -> Iterator[tuple[int, slice]]:
        """Every decision of the betting tree with the rows of all its hands."""
        for node in np.flatnonzero(self.betting.player >= 0).tolist():
            count = int(self.betting.children[node]) * self.hand_counts[self.betting.street[node]]
            start = int(self._base[node])
            yield node, slice(start, start + count)

    @property
    def kept_bytes(self) -> int:
        """Memory of the tree, the payoffs and the sums."""
        return int(self.nodes.nbytes + self.payoffs.nbytes + self.ranks.nbytes + self.rows * 16)

    @property
    def walk_bytes(self) -> int:
        """Memory of the iterative walk: reach and values of each player, a chance and a flag for every node."""
        return len(self.nodes) * (16 * self.players + 9)


def _hand_counts(rules: Rules) -> tuple[int, ...]:
    counts, number = [], 1
    for street in rules.streets:
        number *= comb(rules.deck.size, street.down) * comb(rules.deck.size, street.board)
        counts.append(number)
    return tuple(counts)


def _set_number(cards: Sequence[int]) -> int:
    """The place of a set of cards among all of its size, ordered by the largest card first."""
    return sum(comb(card, at) for at, card in enumerate(sorted(cards), start=1))


def _possible_hands(rules: Rules) -> list[int]:
    """As `_hand_counts`, without hands that have a card twice."""
    left, counts, number = rules.deck.size, [], 1
    for street in rules.streets:
        for cards in (street.down, street.board):
            number *= comb(left, cards)
            left -= cards
        counts.append(number)
    return counts


def _ranks(rules: Rules, hands: int) -> NDArray[np.int32]:
    """The rank of every final hand, in the order of their numbers."""
    size, rank = rules.deck.size, rules.rankers[0]
    # colexicographic sets are ordered by their largest card first
    sets = {
        count: sorted(combinations(range(size), count), key=lambda cards: cards[::-1])
        for street in rules.streets
        for count in (street.down, street.board)
    }
    ranks = np.full(hands, -1, np.int32)
    parts = [sets[count] for street in rules.streets for count in (street.down, street.board)]
    for number, dealt in enumerate(product(*parts)):
        own = tuple(card for cards in dealt[::2] for card in cards)
        board = tuple(card for cards in dealt[1::2] for card in cards)
        if len(set(own + board)) == len(own) + len(board):
            ranks[number] = rank(own, board)
    return ranks


def _can_tie(rules: Rules, ranks: NDArray[np.int32]) -> bool:
    """Whether two players can have equal hands; certain only where there is no board."""
    if any(street.board for street in rules.streets):
        return True
    real = ranks[ranks >= 0]
    return len(np.unique(real)) < len(real)


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
    betting: BettingTree, places: NDArray[np.int64], total: int, base: NDArray[np.int64], ties: bool
) -> tuple[NDArray[np.uint32], Floats]:
    """The array of nodes, and what is paid at the ends."""
    players = betting.rules.players
    nodes = np.zeros((total, 8), np.uint32)
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
        nodes[places[node]] = (kind, first, children, base[node], betting.street[node], previous[node], live, slot)
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

"""How both players play a game, as flat arrays over its public tree; and what such a strategy is worth.

A strategy is one number for each choice of each information set; positive numbers are played in proportion, and all
choices alike where none is positive. So sums of CFR are a strategy as they are, and zeros are the uniform one.

`exploitability` is exact, in the tree of the strategy. `exploitability_on_all_boards` does the same in the game with
all boards when the strategy was found with equivalent boards merged: boards are lifted one subtree at a time,
so it needs little memory.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from riverboat.errors import DealError, RiverboatError
from riverboat.solve.betting import BettingTree
from riverboat.solve.betting_policy import BettingPolicy
from riverboat.solve.core.exploitability import Exploitability, exploitability_of
from riverboat.solve.core.strategy_file import UNKNOWN_ORIGIN, Origin, StoredStrategy, require_shares, write_strategy
from riverboat.solve.public.boards import Deals, Renaming
from riverboat.solve.public.layout import Layout, index
from riverboat.solve.public.sweeper import Mode, Stretch, Sweeper
from riverboat.solve.public.tree import ROW_WIDTH, PublicTree, build_public, public_size

_ANY: Final = 1 << 62  # no strategy of the whole tree is kept


Chooser = Callable[[int, tuple[int, ...], Deals], Sequence[float] | NDArray[np.float64]]
"""A betting node, a hand and a board in, the probabilities of the node's choices out."""


@dataclass(frozen=True, eq=False)
class PublicStrategy(BettingPolicy):
    """Both players' part of a game."""

    tree: PublicTree
    shares: NDArray[Any]
    _sweepers: list[Sweeper] = field(default_factory=list, repr=False)
    origin: Origin = UNKNOWN_ORIGIN

    def __post_init__(self) -> None:
        if self.shares.shape != (self.tree.size.numbers,):
            raise RiverboatError(f"{self.shares.shape} numbers: {self.tree.identity} takes {self.tree.size.numbers:,}")

    @classmethod
    def uniform(cls, tree: PublicTree) -> PublicStrategy:
        """All choices alike."""
        return cls(tree, np.zeros(tree.size.numbers))

    @classmethod
    def fill(cls, tree: PublicTree, chooser: Chooser) -> PublicStrategy:
        """Ask for every information set; boards that are alike are asked for once."""
        strategy = cls.uniform(tree)
        locator = Locator(tree)
        for layer, boards in enumerate(tree.layers):
            roots = range(*map(int, tree.layout.layer_roots[layer : layer + 2]))
            nodes = [at for root in roots for at in range(*locator.nodes_of(root)) if tree.layout.kind[at] < 2]
            for board, deals in enumerate(boards.deals):
                for at in nodes:
                    for hand in tree.live[layer][board]:
                        cards = tuple(tree.hands[hand].tolist())
                        probabilities = chooser(int(tree.forest.node_of[at]), cards, deals)
                        strategy.shares[locator.places(at, layer, board, int(hand))] = probabilities
        return strategy

    @cached_property
    def locator(self) -> Locator:
        """Finds boards and hands in the arrays."""
        return Locator(self.tree)

    @property
    def betting(self) -> BettingTree:
        """All betting of the game."""
        return self.tree.betting

    def at_node(self, node: int, hand: Sequence[int], board: Sequence[int] = ()) -> NDArray[np.float64]:
        """How a hand is played at a node of the betting tree."""
        return self.after_deals(node, hand, self._deals(node, board))

    def after_deals(self, node: int, hand: Sequence[int], board: Deals = ()) -> NDArray[np.float64]:
        """The same with the board given deal by deal."""
        at = self.locator.at_node(node)
        layer = self.locator.layer_of(at)
        deals = board if len(board) == layer else ((),) * (layer - len(board)) + tuple(board)
        found, renaming = self.locator.find(deals)
        number = self.locator.number(renaming[card] for card in hand)
        return _normalised(self.shares[self.locator.places(at, layer, found, number)])

    # As a file --------------------------------------------------------------------------------------------------------

    def save(self, path: str | Path, origin: Origin | None = None) -> None:
        """Write a strategy file."""
        settings = {"isomorphism": self.tree.isomorphism, "row width": self.tree.row_width}
        write_strategy(Path(path), self.rules, "public tree", origin or self.origin, {"shares": self.shares}, settings)

    @classmethod
    def from_file(cls, path: str | Path, stored: StoredStrategy) -> PublicStrategy:
        """The strategy that was stored; the tree is built again, the numbers stay on disk until they are used."""
        isomorphism, width = bool(stored.settings.get("isomorphism", True)), int(stored.settings.get("row width", 0))
        tree = build_public(stored.rules, isomorphism=isomorphism, row_width=width or ROW_WIDTH, max_bytes=_ANY)
        shares = require_shares(path, stored.rules.identity, stored.arrays.get("shares"), tree.size.numbers)
        return cls(tree, shares, origin=stored.origin)

    def _deals(self, node: int, board: Sequence[int]) -> Deals:
        """The board deal by deal, as far as the betting tree has dealt it at a node."""
        deals, at = [], 0
        for street in self.rules.streets[: int(self.tree.betting.street[node]) + 1]:
            if street.deals:
                deals.append(tuple(sorted(board[at : at + street.board])))
                at += street.board
        return tuple(deals)

    def exploitability(self, threads: int | None = None) -> Exploitability:
        """Values and best responses in the tree of the strategy."""
        shares = np.require(self.shares, requirements="W")  # kernels are compiled for arrays in memory
        if not self._sweepers:
            self._sweepers.append(Sweeper(self.tree, self.shares.dtype.type, threads))
        return _measured(self._sweepers[0], lambda stretches: (self.tree.layout, shares))

    def exploitability_on_all_boards(self, threads: int | None = None, max_boards: int = 1_000_000) -> Exploitability:
        """The same in the game with all boards, even if boards were merged to find the strategy."""
        rules = self.tree.rules
        boards = public_size(rules, isomorphism=False, betting=self.tree.betting).boards[-1]
        if boards > max_boards:
            raise RiverboatError(f"{self.tree.identity}: {boards:,} boards, {max_boards:,} are allowed")
        full = build_public(rules, isomorphism=False, max_bytes=_ANY, betting=self.tree.betting)
        return _measured(Sweeper(full, np.float64, threads), _Lift(self, full).part)


def _measured(sweeper: Sweeper, part: Any) -> Exploitability:
    """One pass for each best response, and for each value that does not follow from the other's."""
    responses = [float(sweeper.pass_for(player, Mode.RESPOND, part).sum(dtype=np.float64)) for player in (0, 1)]
    first = float(sweeper.pass_for(0, Mode.VALUE, part).sum(dtype=np.float64))
    if _is_zero_sum(sweeper.tree):
        return exploitability_of(sweeper.tree.rules, (first, -first), responses)
    second = float(sweeper.pass_for(1, Mode.VALUE, part).sum(dtype=np.float64))
    return exploitability_of(sweeper.tree.rules, (first, second), responses)


def _normalised(shares: NDArray[Any]) -> NDArray[np.float64]:
    """Positive numbers in proportion; all choices alike where none is positive."""
    positive = np.maximum(shares.astype(np.float64), 0.0)
    total = positive.sum()
    return positive / total if total > 0 else np.full(len(positive), 1.0 / len(positive))


def _is_zero_sum(tree: PublicTree) -> bool:
    pay = tree.layout.pay
    return bool(np.array_equal(pay[:, 0, 0], -pay[:, 1, 2]) and np.array_equal(pay[:, 0, 2], -pay[:, 1, 0]))


class Locator:
    """Where a board and a hand lie in a tree's arrays."""

    def __init__(self, tree: PublicTree) -> None:
        self.tree = tree
        self._numbers = {tuple(hand): number for number, hand in enumerate(tree.hands.tolist())}
        self._nothing: Renaming = tuple(range(tree.rules.deck.size))
        self._at = {int(node): at for at, node in enumerate(tree.forest.node_of)}
        self._following: list[dict[tuple[int, tuple[int, ...]], tuple[int, Renaming]]] = [{}]
        self._places: dict[tuple[int, int], NDArray[np.int64]] = {}
        for layer in tree.layers[1:]:
            found: dict[tuple[int, tuple[int, ...]], tuple[int, Renaming]] = {}
            for board, deals in enumerate(layer.deals):
                for renaming in layer.orbits[board]:
                    image = tuple(sorted(renaming[card] for card in deals[-1]))
                    found[int(layer.parent[board]), image] = board, _inverse(renaming)
            self._following.append(found)

    def find(self, deals: Deals) -> tuple[int, Renaming]:
        """The board of the tree that represents this one, and the renaming that leads to it."""
        board, renaming = 0, self._nothing
        for layer, deal in enumerate(deals, 1):
            image = tuple(sorted(renaming[card] for card in deal))
            if (board, image) not in self._following[layer]:
                text = self.tree.rules.deck.cards_text(deal)
                raise DealError(f'board "{text}": cannot be dealt in {self.tree.rules.name} here')
            board, back = self._following[layer][board, image]
            renaming = tuple(back[card] for card in renaming)
        return board, renaming

    def number(self, cards: Any) -> int:
        """The number of a hand."""
        return self._numbers[tuple(sorted(cards))]

    def row(self, layer: int, board: int) -> NDArray[np.int64]:
        """For every hand its place among those that the board leaves, -1 if it is blocked."""
        if (layer, board) not in self._places:
            places = np.full(len(self.tree.hands), -1, np.int64)
            places[self.tree.live[layer][board]] = np.arange(self.tree.live[layer].shape[1])
            self._places[layer, board] = places
        return self._places[layer, board]

    def at_node(self, node: int) -> int:
        """Where the layout has a node of the betting tree."""
        if not 0 <= node < self.tree.betting.nodes or self.tree.betting.player[node] < 0:
            raise RiverboatError(f"betting node {node} of {self.tree.rules.name}: nobody chooses there")
        return self._at[node]

    def nodes_of(self, root: int) -> tuple[int, int]:
        """The first node of a root's betting tree, and the one after the last."""
        return int(self.tree.layout.root_start[root]), int(self.tree.layout.root_stop[root])

    def layer_of(self, at: int) -> int:
        """The layer of a node of the layout."""
        layout = self.tree.layout
        root = int(np.searchsorted(layout.root_stop, np.uint64(at), "right"))
        return int(np.searchsorted(layout.layer_roots, np.uint64(root), "right")) - 1

    def places(self, at: int, layer: int, board: int, hand: int) -> NDArray[np.int64]:
        """The numbers of an information set's choices in the strategy."""
        layout = self.tree.layout
        number = self.tree.first_board[layer] + board
        group = int(self.tree.group_of_board[number])
        hands = int(layout.layer_hands[layer])
        width = int(layout.group_size[group]) * hands
        place = int(self.row(layer, board)[hand])
        if place < 0:
            raise DealError(f"{self.tree.rules.deck.cards_text(self.tree.hands[hand])}: a card of it is on the board")
        start = int(layout.group_data[group]) + (number - int(layout.group_board[group])) * hands + place
        return start + (int(layout.entry[at]) + np.arange(int(layout.choices[at]))) * width


class _Lift:
    """A strategy for representative boards, written out for stretches of the tree with all boards."""

    def __init__(self, strategy: PublicStrategy, full: PublicTree) -> None:
        self.strategy, self.full, self.locator = strategy, full, strategy.locator
        hands = full.hands.astype(np.int64)
        self._hands = hands
        deck = full.rules.deck.size
        self._number = np.zeros((deck,) * hands.shape[1], np.int64)
        self._number[tuple(hands.T)] = np.arange(len(hands))

    def part(self, stretches: tuple[Stretch, ...]) -> tuple[Layout, NDArray[np.float64]]:
        """The layout and the strategy of the groups in these stretches alone."""
        full = self.full
        groups = np.unique(np.concatenate([full.steps[start:stop] for start, stop in stretches]) >> np.uint64(1))
        blocks, starts, at = [], np.zeros(len(full.layout.group_data), np.int64), 0
        for group in groups.astype(np.int64).tolist():
            starts[group] = at
            blocks.append(self._group(group))
            at += len(blocks[-1])
        return full.layout._replace(group_data=index(starts)), np.concatenate(blocks)

    def _group(self, group: int) -> NDArray[np.float64]:
        """float64[entries, boards, hands] of one group, flat."""
        full, layout = self.full, self.full.layout
        layer = int(layout.group_layer[group])
        entries, hands = full.forest.entries[layer], int(layout.layer_hands[layer])
        size, first = int(layout.group_size[group]), int(layout.group_board[group]) - full.first_board[layer]
        out = np.empty((entries, size, hands))
        for slot in range(size):
            board, renaming = self.locator.find(full.layers[layer].deals[first + slot])
            renamed = np.sort(np.array(renaming)[self._hands[full.live[layer][first + slot]]], axis=1)
            places = self.locator.row(layer, board)[self._number[tuple(renamed.T)]]
            out[:, slot] = self._board(layer, board)[:, places]
        return out.reshape(-1)

    def _board(self, layer: int, board: int) -> NDArray[Any]:
        """[entries, hands] of a representative board."""
        tree, layout = self.strategy.tree, self.strategy.tree.layout
        number = tree.first_board[layer] + board
        group = int(tree.group_of_board[number])
        hands, start = int(layout.layer_hands[layer]), int(layout.group_data[group])
        width, slot = int(layout.group_size[group]) * hands, number - int(layout.group_board[group])
        rows = self.strategy.shares[start : start + tree.forest.entries[layer] * width].reshape(-1, width)
        return rows[:, slot * hands : (slot + 1) * hands]


def _inverse(renaming: Renaming) -> Renaming:
    back = [0] * len(renaming)
    for card, image in enumerate(renaming):
        back[image] = card
    return tuple(back)

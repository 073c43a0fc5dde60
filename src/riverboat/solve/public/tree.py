"""A two-player game like hold'em as its public tree: a node is what both see, a hand is an index into its vectors.

The betting of the game (`BettingTree`) is hung on all boards (`boards.py`), and at every node there is one number for
each hand that a player can have. That is the form in which counterfactual regrets cost least: cards are removed, and
hands compared, for all hands of a node at once (Johanson, Waugh, Bowling and Zinkevich 2011).

Private cards, one or two, are dealt at the start; board cards may follow on every street; one ranking takes the pot.
`public_size` says how large the tree and a strategy would be without building anything, and `build_public` refuses
what would not fit. Rhode Island hold'em: 16 million numbers with equivalent boards counted once, 8 times as many
without.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import combinations, pairwise
from math import comb
from typing import Final

import numpy as np
from numpy.typing import NDArray

from riverboat.errors import RiverboatError
from riverboat.games.legal import Sizes
from riverboat.games.rules import Rules
from riverboat.games.scoring import rank_many
from riverboat.solve.betting import DEAL, BettingTree, TooLargeError, build_betting
from riverboat.solve.public.boards import BoardLayer, Renaming, board_layers, count_boards, suit_renamings
from riverboat.solve.public.layout import Betting, Index, Layout, index, lay_out_betting

MAX_BYTES: Final = 4 << 30
"""Regrets and sums above this are refused unless more is allowed."""
ROW_WIDTH: Final = 512
"""The approximate number of hands in a row: few enough that the rows of a betting tree stay in a core's cache."""
_MAX_HANDS: Final = 1 << 16
_TASKS: Final = 8
_TASK_HANDS: Final = 1 << 18


@dataclass(frozen=True)
class PublicSize:
    """How large a public tree is, layer by layer summed up."""

    nodes: int
    """Public nodes: betting nodes times boards."""
    boards: tuple[int, ...]
    """In each layer, from the table before the first card on."""
    information_sets: int
    """Of both players, cards of the same rank counted apart."""
    numbers: int
    """Choices of all information sets: what a strategy consists of."""

    def bytes(self, dtype: type[np.floating] = np.float64) -> int:
        """Of regrets and sums."""
        return 2 * self.numbers * np.dtype(dtype).itemsize


@dataclass(frozen=True, eq=False)
class PublicTree:
    """The public tree of one game; strategies over it are flat arrays of `numbers` entries."""

    rules: Rules
    betting: BettingTree
    size: PublicSize
    isomorphism: bool
    hands: NDArray[np.uint8]
    """uint8[hands, cards]: every hand, in the order of `itertools.combinations`."""
    layers: tuple[BoardLayer, ...]
    live: tuple[NDArray[np.uint16], ...]
    """For each layer uint16[boards, hands left]: the hands that a board leaves, in the order of its rows."""
    layout: Layout
    forest: Betting
    steps: Index
    """Groups in the order in which a sweep opens and closes them."""
    tasks: tuple[tuple[int, int], ...]
    """Stretches of `steps` that may be swept at the same time; none for a small tree."""
    row_sizes: tuple[int, int, int]
    """How many numbers a sweep needs for reach, values and probabilities."""
    row_width: int
    """About how many hands were put into a row."""

    @property
    def identity(self) -> str:
        """The game, and whether equivalent boards were merged."""
        return f"{self.rules.identity} {'up to suits' if self.isomorphism else 'all boards'}"

    @cached_property
    def first_board(self) -> tuple[int, ...]:
        """The number of each layer's first board among all."""
        return tuple(np.cumsum([0, *map(len, self.layers)]).tolist())

    @cached_property
    def group_of_board(self) -> NDArray[np.int64]:
        """For every board its group."""
        return np.repeat(np.arange(len(self.layout.group_size)), self.layout.group_size.astype(np.int64))


def public_size(rules: Rules, *, isomorphism: bool = True, betting: BettingTree | None = None) -> PublicSize:
    """Count the public tree without building it; only the betting is walked."""
    plan = _Plan(_checked(rules), isomorphism)
    return _size(plan, betting or build_betting(rules))


def build_public(
    rules: Rules,
    *,
    isomorphism: bool = True,
    sizes: Sizes | None = None,
    betting: BettingTree | None = None,
    max_bytes: int = MAX_BYTES,
    dtype: type[np.floating] = np.float64,
    row_width: int = ROW_WIDTH,
) -> PublicTree:
    """The public tree of a game, if regrets and sums of `dtype` take no more than `max_bytes`."""
    plan = _Plan(_checked(rules), isomorphism)
    betting = betting or build_betting(rules, sizes)
    size = _size(plan, betting)
    needed = size.bytes(dtype)
    if needed > max_bytes:
        raise TooLargeError(
            f"{rules.identity}: {size.information_sets:,} information sets take {needed / 2**30:,.1f} GB of regrets"
            f" and sums, {max_bytes / 2**30:,.1f} GB are allowed; choose fewer raises, a smaller deck or more memory"
        )
    return _build(plan, betting, lay_out_betting(betting, plan.probabilities), size, row_width)


class _Plan:
    """What the rules say about cards."""

    def __init__(self, rules: Rules, isomorphism: bool) -> None:
        deals = [street for street in rules.streets if street.deals]
        self.rules = rules
        self.private = deals[0].down
        self.dealt = [street.board for street in deals]
        deck = rules.deck.size
        award = rules.awards[0]
        suits_are_alike = isinstance(award, str) and " wild " not in award
        self.isomorphism = isomorphism
        self.renamings: tuple[Renaming, ...] = (
            suit_renamings(rules.deck) if isomorphism and suits_are_alike else (tuple(range(deck)),)
        )
        self.probabilities = [1.0, 1 / (comb(deck, self.private) * comb(deck - self.private, self.private))]
        unseen = deck - 2 * self.private
        self.probabilities[1] /= comb(unseen, self.dealt[0])
        self.live = [comb(deck, self.private), comb(deck - self.dealt[0], self.private)]
        for at in range(1, len(self.dealt)):
            before = sum(self.dealt[:at])
            self.probabilities.append(self.probabilities[-1] / comb(unseen - before, self.dealt[at]))
            self.live.append(comb(deck - before - self.dealt[at], self.private))

    def boards(self) -> list[int]:
        """How many there are in each layer."""
        return [count_boards(self.rules.deck.size, self.dealt[:at], self.renamings) for at in range(len(self.live))]


def _checked(rules: Rules) -> Rules:
    deals = [street for street in rules.streets if street.deals]
    if rules.players != 2:
        raise RiverboatError(f"{rules.name}: {rules.players} players; a public tree has rows for two")
    if len(rules.awards) > 1:
        raise RiverboatError(f"{rules.name}: a public tree compares hands by one ranking, not {len(rules.awards)}")
    if not deals or deals[0].down not in (1, 2) or any(street.down for street in deals[1:]):
        raise RiverboatError(f"{rules.name}: a public tree needs one or two private cards, dealt at the start")
    if comb(rules.deck.size, deals[0].down) > _MAX_HANDS:
        raise RiverboatError(f"{rules.name}: a deck of {rules.deck.size} cards makes too many hands for a row")
    return rules


def _size(plan: _Plan, betting: BettingTree) -> PublicSize:
    layer = np.zeros(betting.nodes, np.int64)
    for start, stop in pairwise(betting.level_starts[1:].tolist()):
        above = betting.parent[start:stop]
        layer[start:stop] = layer[above] + (betting.player[above] == DEAL)
    deciding = betting.player >= 0
    boards, live = np.array(plan.boards(), object), np.array(plan.live, object)
    nodes = np.bincount(layer, minlength=len(boards))
    decisions = np.bincount(layer, deciding, len(boards)).astype(np.int64)
    choices = np.bincount(layer, deciding * betting.children, len(boards)).astype(np.int64)
    return PublicSize(
        int((nodes * boards).sum()),
        tuple(map(int, boards)),
        int((decisions * boards * live).sum()),
        int((choices * boards * live).sum()),
    )


def _build(plan: _Plan, betting: BettingTree, forest: Betting, size: PublicSize, row_width: int) -> PublicTree:
    rules = plan.rules
    deck = rules.deck.size
    layers = board_layers(deck, plan.dealt, plan.renamings)
    hands = np.array(list(combinations(range(deck), plan.private)), np.uint8)
    live, strength = _live_hands(rules, layers, hands)
    maps = _maps(layers, live, hands, deck)
    groups = _groups(layers, plan.live, row_width)
    widths = groups.size * np.array(plan.live)[groups.layer]
    per_row = np.array(forest.entries)[groups.layer]
    data = np.concatenate([[0], np.cumsum(widths * per_row)])
    assert data[-1] == size.numbers
    widest = [int(widths[groups.layer == layer].max()) for layer in range(len(layers))]
    needs = [
        np.concatenate([[0], np.cumsum([rows * width for rows, width in zip(table, widest, strict=True)])])
        for table in (forest.reach_rows, forest.value_rows, forest.probabilities_rows)
    ]
    orbit = np.array([len(orbits) for layer in layers for orbits in layer.orbits])
    lives = np.repeat(plan.live, [len(layer) for layer in layers])
    map_at = np.concatenate([[0], np.cumsum(orbit * lives)])[:-1]
    before_last = sum(map(len, layers[:-1]))
    row_at = np.maximum(np.arange(before_last + len(layers[-1])) - before_last, 0) * plan.live[-1]
    weaker, not_better = _strength_classes(strength)
    layout = Layout(
        **forest.arrays,
        layer_hands=index(plan.live),
        reach_at=index(needs[0][:-1]),
        value_at=index(needs[1][:-1]),
        probabilities_at=index(needs[2][:-1]),
        group_layer=index(groups.layer),
        group_board=index(groups.board),
        group_size=index(groups.size),
        group_data=index(data[:-1]),
        group_parent=index(groups.parent),
        group_slot=index(groups.slot),
        orbit=index(orbit),
        map_at=index(map_at),
        maps=maps,
        cards_at=index(np.concatenate([[0], np.cumsum(lives)])[:-1]),
        cards=hands[np.concatenate([each.reshape(-1) for each in live])].astype(np.uint16),
        strength_at=index(row_at),
        weaker=weaker,
        not_better=not_better,
    )
    steps, tasks = _steps(groups, size.numbers)
    return PublicTree(
        rules, betting, size, plan.isomorphism, hands, tuple(layers), tuple(live), layout, forest, steps, tasks,
        (int(needs[0][-1]), int(needs[1][-1]), int(needs[2][-1])), row_width,
    )  # fmt: skip


def _live_hands(
    rules: Rules, layers: list[BoardLayer], hands: NDArray[np.uint8]
) -> tuple[list[NDArray[np.uint16]], NDArray[np.int64]]:
    """The hands that each board leaves, on the last layer from the weakest to the best; and the ranks of these."""
    live = []
    for layer in layers:
        rows = []
        for deals in layer.deals:
            board = [card for deal in deals for card in deal]
            rows.append(np.flatnonzero(~np.isin(hands, board).any(axis=1)))
        live.append(np.array(rows, np.uint16))
    ranks = _ranks(rules, layers[-1], live[-1], hands)
    order = np.argsort(ranks, axis=1, kind="stable")
    live[-1] = np.take_along_axis(live[-1], order, axis=1)
    return live, np.take_along_axis(ranks, order, axis=1)


def _ranks(rules: Rules, layer: BoardLayer, live: NDArray[np.uint16], hands: NDArray[np.uint8]) -> NDArray[np.int64]:
    """int64[boards, hands]: how good each hand is on each last board."""
    boards = np.array([[card for deal in deals for card in deal] for deals in layer.deals], np.uint8)
    boards = boards.reshape(len(layer), -1)
    held = hands[live.reshape(-1)]
    shown = np.repeat(boards, live.shape[1], axis=0)
    ranks = rank_many(rules.deck, rules.awards[0], held, shown).reshape(live.shape)
    if (ranks < 0).any():
        raise RiverboatError(f"{rules.name}: hands that do not qualify are not compared in a public tree")
    return ranks


def _strength_classes(ranks: NDArray[np.int64]) -> tuple[NDArray[np.uint16], NDArray[np.uint16]]:
    """For hands in order, how many are weaker, and how many are not better."""
    weaker = np.array([np.searchsorted(row, row, "left") for row in ranks], np.uint16)
    not_better = np.array([np.searchsorted(row, row, "right") for row in ranks], np.uint16)
    return weaker.reshape(-1), not_better.reshape(-1)


def _maps(
    layers: list[BoardLayer], live: list[NDArray[np.uint16]], hands: NDArray[np.uint8], deck: int
) -> NDArray[np.uint16]:
    """Where each hand lies in the row of the board before, for every member of a board's orbit."""
    number = np.zeros((deck,) * hands.shape[1], np.uint16)
    number[tuple(hands.T)] = np.arange(len(hands))
    renamed: dict[Renaming, NDArray[np.uint16]] = {}
    for layer in layers:
        for renaming in {each for orbit in layer.orbits for each in orbit}:
            if renaming not in renamed:
                renamed[renaming] = number[tuple(np.sort(np.array(renaming)[hands], axis=1).T)]
    maps = [live[0][0]]
    place = np.zeros(len(hands), np.uint16)
    for at in range(1, len(layers)):
        parent = -1
        for board, above in enumerate(layers[at].parent.tolist()):
            if above != parent:
                parent = above
                place[live[at - 1][above]] = np.arange(live[at - 1].shape[1])
            maps += [place[renamed[renaming][live[at][board]]] for renaming in layers[at].orbits[board]]
    return np.concatenate(maps)


@dataclass(frozen=True, eq=False)
class _Groups:
    """Siblings in groups; boards are numbered through all layers."""

    layer: NDArray[np.int64]
    board: NDArray[np.int64]
    size: NDArray[np.int64]
    parent: NDArray[np.int64]
    slot: NDArray[np.int64]


def _groups(layers: list[BoardLayer], live: list[int], row_width: int) -> _Groups:
    """Siblings of the last layer about `row_width` hands at a time; before that every board by itself."""
    found: list[tuple[int, int, int, int, int]] = []
    home = [(0, 0)]  # group and slot of every board so far
    before = board = 0
    for at, layer in enumerate(layers):
        most = max(row_width // live[at], 1) if at == len(layers) - 1 else 1
        siblings = np.bincount(layer.parent, minlength=1)
        for above, count in enumerate(siblings.tolist()):
            parts = -(-count // most)
            for part in np.array_split(np.arange(count), parts) if count else []:
                parent, slot = home[before + above] if at else (0, 0)
                if at:
                    home += [(len(found), each) for each in range(len(part))]
                found.append((at, board, len(part), parent, slot))
                board += len(part)
        if at:
            before += len(layers[at - 1])
    return _Groups(*np.array(found, np.int64).T)


def _steps(groups: _Groups, numbers: int) -> tuple[Index, tuple[tuple[int, int], ...]]:
    """Depth first; the stretches are the subtrees of the first layer with enough of them."""
    below: dict[int, list[int]] = {}
    for group in range(1, len(groups.layer)):
        below.setdefault(int(groups.parent[group]), []).append(group)
    last = int(groups.layer.max())
    counts = np.bincount(groups.layer)
    wide = [layer for layer in range(1, last + 1) if counts[layer] >= _TASKS]
    split = wide[0] if wide and numbers > _TASK_HANDS else -1
    steps: list[int] = []
    tasks: list[tuple[int, int]] = []

    def visit(group: int) -> None:
        layer, start = int(groups.layer[group]), len(steps)
        steps.append(2 * group)
        if layer < last:
            for child in below.get(group, ()):
                visit(child)
            steps.append(2 * group + 1)
        if layer == split:
            tasks.append((start, len(steps)))

    visit(0)
    return index(steps), tuple(tasks)

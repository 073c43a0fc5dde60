"""The public tree as the kernels want it: betting trees and boards in numbered rows.

A *layer* is all betting between two deals; layer 0 is the table before the first card and consists of the first deal
alone. Within a layer there is one betting tree (a *root*) for each deal of the layer before, its nodes in level order.
The boards of a layer are cut into *groups* of siblings; a group's hands, board beside board, are the row on which the
kernels work. Strategies are laid out group by group, decision by decision, choice by choice, hand by hand.

On the last board hands lie in order of strength, so that everything a hand beats comes before it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from riverboat.solve.betting import DEAL, END, BettingTree

Index = NDArray[np.uint64]

KIND_DEAL: Final = 2
KIND_FOLD: Final = 3
KIND_SHOWDOWN: Final = 4


class Layout(NamedTuple):
    """Arrays for the kernels; sizes and offsets of rows are counted in hands."""

    kind: Index
    """A node's player, or a deal, a fold or a showdown."""
    first: Index
    choices: Index
    entry: Index
    """Where the choices of a decision begin, in rows of its layer's strategy."""
    row: Index
    """uint64[2, nodes]: the row of each player's reach."""
    value_row: Index
    probabilities_row: Index
    pay: NDArray[np.float64]
    """float64[nodes, 2, 3]: chips for a win (or the fold), a tie and a loss, times the chance of the cards."""
    root_start: Index
    root_stop: Index
    root_deal: Index
    """The deal of the layer before that leads to each root."""
    layer_roots: Index
    layer_hands: Index
    """How many hands a player can have on a board of each layer."""
    reach_at: Index
    value_at: Index
    probabilities_at: Index
    group_layer: Index
    group_board: Index
    group_size: Index
    group_data: Index
    """Where a group's part of the strategy begins."""
    group_parent: Index
    group_slot: Index
    """Which board of the parent group a group's boards came from."""
    orbit: Index
    """How many boards each represents."""
    map_at: Index
    maps: NDArray[np.uint16]
    """For each member of a board's orbit and each hand, its place on the board before; the board itself is first."""
    cards_at: Index
    cards: NDArray[np.uint16]
    """uint16[hands of all boards, private cards]."""
    strength_at: Index
    """For the boards of the last layer."""
    weaker: NDArray[np.uint16]
    """How many hands of the board are weaker than each."""
    not_better: NDArray[np.uint16]
    """How many are not better, itself included."""


@dataclass(frozen=True, eq=False)
class Betting:
    """The betting trees of all layers, in the order of the layout."""

    node_of: NDArray[np.int64]
    """The node of the `BettingTree` that each is."""
    arrays: dict[str, Any]
    """The fields of the layout that depend on the betting alone."""
    entries: tuple[int, ...]
    """Choices in each layer."""
    decisions: tuple[int, ...]
    nodes: tuple[int, ...]
    reach_rows: tuple[int, ...]
    value_rows: tuple[int, ...]
    probabilities_rows: tuple[int, ...]


def lay_out_betting(tree: BettingTree, chance: Sequence[float], *, one_by_one: bool = True) -> Betting:
    """Number the betting; `chance` is that of two hands and a board of each layer.

    The trees of the last layer are opened and closed one by one, so they share rows; if not, all have their own.
    """
    order, starts, stops, deals, layer_roots = _in_layers(tree)
    place = np.zeros(tree.nodes, np.int64)
    place[order] = np.arange(len(order))
    last = len(layer_roots) - 2
    size = len(order)
    kind, first, choices = (np.zeros(size, np.uint64) for _ in range(3))
    entry, value_row, probabilities_row = (np.zeros(size, np.uint64) for _ in range(3))
    row, pay = np.zeros((2, size), np.uint64), np.zeros((size, 2, 3))
    entries, decisions, nodes, reach_rows, value_rows, probabilities_rows = [], [], [], [], [], []
    for layer in range(last + 1):
        next_entry = decided = 0
        next_row, next_probabilities, next_value = [0, 0], [0, 0], 0
        most = [0, 0, 0]
        for root in range(layer_roots[layer], layer_roots[layer + 1]):
            if layer == last and one_by_one:
                next_row, next_probabilities, next_value = [0, 0], [0, 0], 0
            row[:, starts[root]] = next_row
            next_row = [each + 1 for each in next_row]
            for at in range(starts[root], stops[root]):
                node = order[at]
                player = int(tree.player[node])
                value_row[at], next_value = next_value, next_value + 1
                if player == DEAL:
                    kind[at] = KIND_DEAL
                elif player == END:
                    kind[at] = KIND_SHOWDOWN if tree.is_showdown(node) else KIND_FOLD
                    pay[at] = _payoffs(tree, node) * chance[layer]
                else:
                    count = int(tree.children[node])
                    kind[at], choices[at], first[at] = player, count, place[tree.first_child[node]]
                    entry[at], next_entry = next_entry, next_entry + count
                    probabilities_row[at] = next_probabilities[player]
                    next_probabilities[player] += count
                    below = slice(int(first[at]), int(first[at]) + count)
                    row[1 - player, below] = row[1 - player, at]
                    row[player, below] = next_row[player] + np.arange(count)
                    next_row[player] += count
                    decided += 1
            most = [max(most[0], *next_row), max(most[1], next_value), max(most[2], *next_probabilities)]
        entries.append(next_entry)
        decisions.append(decided)
        nodes.append(stops[layer_roots[layer + 1] - 1] - starts[layer_roots[layer]])
        reach_rows.append(most[0])
        value_rows.append(most[1])
        probabilities_rows.append(most[2])
    arrays = {
        "kind": kind, "first": first, "choices": choices, "entry": entry, "row": row, "value_row": value_row,
        "probabilities_row": probabilities_row, "pay": pay, "root_start": index(starts), "root_stop": index(stops),
        "root_deal": index(deals), "layer_roots": index(layer_roots),
    }  # fmt: skip
    return Betting(
        np.array(order, np.int64), arrays, tuple(entries), tuple(decisions), tuple(nodes), tuple(reach_rows),
        tuple(value_rows), tuple(probabilities_rows),
    )  # fmt: skip


def _in_layers(tree: BettingTree) -> tuple[list[int], list[int], list[int], list[int], list[int]]:
    """Nodes by layer, root and level; where each root begins and stops; the deal above it; the roots of each layer."""
    order: list[int] = []
    starts: list[int] = []
    stops: list[int] = []
    deals: list[int] = [0]
    layer_roots = [0]
    roots = [0]
    while roots:
        next_roots: list[int] = []
        for root in roots:
            starts.append(len(order))
            order.append(root)
            at = starts[-1]
            while at < len(order):
                node = order[at]
                child = int(tree.first_child[node])
                if tree.player[node] == DEAL:
                    next_roots.append(child)
                    deals.append(at)
                else:
                    order.extend(range(child, child + int(tree.children[node])))
                at += 1
            stops.append(len(order))
        layer_roots.append(len(starts))
        roots = next_roots
    return order, starts, stops, deals, layer_roots


def _payoffs(tree: BettingTree, end: int) -> NDArray[np.float64]:
    """float64[2, 3]: what each player gets for a win, a tie and a loss; for a fold all the same."""
    if not tree.is_showdown(end):
        return np.repeat(np.array(tree.payoffs(end))[:, None], 3, axis=1)
    first_wins, tie, second_wins = (np.array(tree.payoffs(end, (ranks,))) for ranks in ((1, 0), (0, 0), (0, 1)))
    return np.array([[first_wins[0], tie[0], second_wins[0]], [second_wins[1], tie[1], first_wins[1]]])


def index(numbers: Any) -> Index:
    """Numbers as the kernels count."""
    return np.asarray(numbers, np.uint64)

"""All betting of one street as flat arrays, seen by the player whose values are computed.

On one board every way into the street is the root of its own small tree, and the trees are solved together: one
forest, so that their reach rows fill the lanes of the sweep (`_kernels/`). Nodes are numbered so that the children of
a node are neighbours and come after it; walking up the numbers is walking down the trees.

Rows of reach: a row is the probability that the opponent plays to a node, hand by hand. Only the opponent's actions
change it, so each of them makes one row and everything below shares it until his next action. A row ends in at most one
fold and one showdown, which is why rows can be the lanes of a sweep. Rows of roots that are not ends themselves come
last, behind the rows that are swept.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from riverboat.solve.lanes import WIDTH, aligned, padded
from riverboat.solve.spot._kernels.layout import (
    ACTIONS,
    ALL_IN,
    CHILD,
    DEAL,
    FOLD,
    FOLD_PAY,
    MINE,
    ROW,
    SHOWDOWN,
    SLOT,
    STAKE,
    THEIRS,
    TOLL,
)
from riverboat.solve.spot.tree import Kind, Node, Tree

_ROLES = {Kind.FOLD: FOLD, Kind.DEAL: DEAL, Kind.ALL_IN: ALL_IN, Kind.SHOWDOWN: SHOWDOWN}


class Forest(NamedTuple):
    """What the kernels see of one street; the roots are the first nodes."""

    nodes: NDArray[np.int32]
    """[node, 5]: who acts or how the hand ends; the number of actions; the first child, which the others follow; the
    first of a decision's rows in its player's store, one row per action; the row of reach with which it is met."""
    deals: NDArray[np.int32]
    """The nodes after which a card is dealt: the next street's roots, in order."""
    root_rows: NDArray[np.int32]
    deal_rows: NDArray[np.int32]
    folds: NDArray[np.int32]
    all_ins: NDArray[np.int32]
    lanes: int
    """How many rows are swept, padded to whole lanes."""
    rows: int
    ends: NDArray[np.int32]
    """[2, row]: the showdown and the fold in which each swept row ends; if there is none, the node after the last."""
    pays: NDArray[np.float32]
    """[3, row]: what a fold pays per unit of reach, half the pot at the showdown, and half the rake there."""

    @property
    def actions(self) -> NDArray[np.int32]:
        return self.nodes[:, ACTIONS]

    @property
    def child(self) -> NDArray[np.int32]:
        return self.nodes[:, CHILD]

    @property
    def slot(self) -> NDArray[np.int32]:
        return self.nodes[:, SLOT]

    @property
    def row(self) -> NDArray[np.int32]:
        return self.nodes[:, ROW]


class Street(NamedTuple):
    """One street's betting for both players: forests by traverser, and how to find nodes again."""

    nodes: tuple[Node, ...]
    forests: tuple[Forest, Forest]
    slots: tuple[int, int]
    """Rows in each player's store on one board."""
    decisions: int

    @property
    def deals(self) -> list[Node]:
        return [self.nodes[number] for number in self.forests[0].deals]


def streets(tree: Tree) -> list[Street]:
    """The streets of a tree, from its first to the last that has betting or a showdown."""
    found = []
    roots = [tree.root]
    while roots:
        street = _street(roots, tree)
        found.append(street)
        roots = [node.children[0] for node in street.deals]
    return found


def _street(roots: Sequence[Node], tree: Tree) -> Street:
    nodes: list[Node] = list(roots)
    child: dict[int, int] = {}
    # Depth first, but the children of a node side by side: trees stay together, so do their rows.
    waiting = list(range(len(roots)))[::-1]
    while waiting:
        number = waiting.pop()
        node = nodes[number]
        if node.kind != Kind.DECISION:
            continue
        child[number] = len(nodes)
        nodes.extend(node.children)
        waiting.extend(range(len(nodes) - 1, child[number] - 1, -1))
    slot = [-1] * len(nodes)
    slots = [0, 0]
    decisions = 0
    for number, node in enumerate(nodes):
        if node.kind == Kind.DECISION:
            decisions += 1
            slot[number] = slots[node.player]
            slots[node.player] += len(node.actions)
    settlements = [None if node.kind in (Kind.DECISION, Kind.DEAL) else tree.settlement(node) for node in nodes]
    forests = tuple(_forest(player, nodes, len(roots), child, slot, settlements) for player in (0, 1))
    return Street(tuple(nodes), (forests[0], forests[1]), (slots[0], slots[1]), decisions)


def _forest(
    player: int,
    nodes: Sequence[Node],
    roots: int,
    child: dict[int, int],
    slot: Sequence[int],
    settlements: Sequence[tuple[float, float] | None],
) -> Forest:
    role = [_role(node, player) for node in nodes]
    row = [-1] * len(nodes)
    rows = 0
    for number, node in enumerate(nodes):
        if role[number] == THEIRS:
            count = len(node.actions)
            row[child[number] : child[number] + count] = range(rows, rows + count)
            rows += count
    for number in range(roots):
        if role[number] == SHOWDOWN:
            row[number], rows = rows, rows + 1
    lanes = padded(rows)
    rows = lanes
    for number in range(roots):
        if row[number] < 0:
            row[number], rows = rows, rows + 1
    for number, node in enumerate(nodes):
        if role[number] == MINE:
            count = len(node.actions)
            row[child[number] : child[number] + count] = [row[number]] * count

    ends = np.full((2, max(lanes, WIDTH)), len(nodes), np.int32)
    pays = aligned((3, padded(max(rows, WIDTH))))
    for number, (node, settlement) in enumerate(zip(nodes, settlements, strict=True)):
        if settlement is None:
            continue
        here, (half, half_rake) = row[number], settlement
        if node.kind == Kind.FOLD:
            pays[FOLD_PAY, here] = -half if node.player == player else half - 2 * half_rake
            if here < lanes:
                ends[1, here] = number
        else:
            pays[STAKE, here], pays[TOLL, here] = half, half_rake
            if node.kind == Kind.SHOWDOWN:
                ends[0, here] = number

    def numbers(kind: int) -> NDArray[Any]:
        return np.array([number for number, each in enumerate(role) if each == kind], np.int32)

    table = [
        (role[number], len(node.actions), child.get(number, -1), slot[number], row[number])
        for number, node in enumerate(nodes)
    ]
    deals = numbers(DEAL)
    return Forest(
        np.array(table, np.int32),
        deals,
        np.array(row[:roots], np.int32),
        np.array([row[number] for number in deals.tolist()], np.int32),
        numbers(FOLD),
        numbers(ALL_IN),
        lanes,
        rows,
        ends,
        pays,
    )


def _role(node: Node, player: int) -> int:
    if node.kind == Kind.DECISION:
        return MINE if node.player == player else THEIRS
    return _ROLES[node.kind]

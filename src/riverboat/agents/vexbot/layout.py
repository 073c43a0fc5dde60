"""The betting tree street by street, so that a search sweeps one street after the other from the river up.

The nodes of a street lie root by root (a root is the first decision after a deal), within a root level by level. The
roots of the next street are numbered in the order of the deals that lead to them, so everything below a root is one
slice of each later street: two slices name a subtree, and no list of nodes is ever made.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from riverboat.games.action_odds import FOLD
from riverboat.model.sequences import Contexts
from riverboat.solve.betting import DEAL

FOLDED, SHOWDOWN, NEXT_STREET = 2, 3, 4
"""Kinds of nodes besides 0 and 1, a decision of that player."""
_PLACE: Final = {"fold": 0, "check_or_call": 1, "raise_to": 2}


class Street(NamedTuple):
    """One street; arrays have one entry per node unless said otherwise. It is the first argument of the kernel."""

    node: NDArray[np.int32]
    """Its number in the betting tree."""
    kind: NDArray[np.int8]
    first_child: NDArray[np.int32]
    """Where its children begin in this street."""
    children: NDArray[np.int32]
    place: NDArray[np.int8]
    """Whether a fold, a call or a raise leads here."""
    amount: NDArray[np.float64]
    """Small bets: at a fold what player 0 wins, at a showdown what each has put in."""
    target: NDArray[np.int32]
    """At a showdown its number, at a deal the number of the root on the next street."""


@dataclass(frozen=True, eq=False)
class Layout:
    """All streets of a game."""

    contexts: Contexts
    streets: tuple[Street, ...]
    starts: tuple[NDArray[np.int32], ...]
    """For each street, the first node of each root, and the number of nodes."""
    local: NDArray[np.int32]
    """int32[nodes]: the place of a node in its street."""
    root_of: NDArray[np.int32]
    """int32[nodes]: the number of its root in its street."""

    def roots(self, street: int) -> int:
        """The number of roots on a street."""
        return len(self.starts[street]) - 1

    def roots_below(self, street: int, first: int, last: int) -> tuple[int, int]:
        """The roots of the next street (first, end) that are below roots `first` to `last` - 1 of this one."""
        nodes = slice(int(self.starts[street][first]), int(self.starts[street][last]))
        deals = self.streets[street].target[nodes][self.streets[street].kind[nodes] == NEXT_STREET]
        return int(deals[0]), int(deals[-1]) + 1


def lay_out(contexts: Contexts) -> Layout:
    """The layout of a limit game for two without all-ins."""
    tree = contexts.tree
    small_bet = float(tree.rules.streets[0].bet)
    local, root_of = np.full(tree.nodes, -1, np.int32), np.full(tree.nodes, -1, np.int32)
    streets, starts = [], []
    roots = [contexts.root]
    while roots:
        nodes: list[int] = []
        begins: list[int] = []
        next_roots: list[int] = []
        for number, root in enumerate(roots):
            begins.append(len(nodes))
            nodes.append(root)
            at = begins[-1]
            while at < len(nodes):
                node = nodes[at]
                root_of[node] = number
                if tree.player[node] >= 0:
                    first = int(tree.first_child[node])
                    nodes += range(first, first + int(tree.children[node]))
                at += 1
        begins.append(len(nodes))
        local[nodes] = np.arange(len(nodes))
        count = len(nodes)
        kind, place = np.empty(count, np.int8), np.full(count, -1, np.int8)
        first_child, children = np.zeros(count, np.int32), np.zeros(count, np.int32)
        amount, target = np.zeros(count), np.zeros(count, np.int32)
        for at, node in enumerate(nodes):
            action = tree.actions[node]
            if at not in begins and action is not None:
                place[at] = _PLACE[action.verb]
            if tree.player[node] >= 0:
                kind[at] = tree.player[node]
                first_child[at], children[at] = local[int(tree.first_child[node])], tree.children[node]
            elif tree.player[node] == DEAL:
                kind[at], target[at] = NEXT_STREET, len(next_roots)
                next_roots.append(int(tree.first_child[node]))
            elif place[at] == FOLD:
                folder = int(np.argmin(tree.live[node]))
                kind[at] = FOLDED
                amount[at] = (1 if folder == 1 else -1) * int(tree.committed[node][folder]) / small_bet
            else:
                kind[at], target[at] = SHOWDOWN, contexts.showdown_at[node]
                amount[at] = int(tree.committed[node][0]) / small_bet
        streets.append(Street(np.array(nodes, np.int32), kind, first_child, children, place, amount, target))
        starts.append(np.array(begins, np.int32))
        roots = next_roots
    return Layout(contexts, tuple(streets), tuple(starts), local, root_of)

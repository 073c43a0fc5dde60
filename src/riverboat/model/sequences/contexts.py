"""Which situations count as alike? Betting sequences of limit games for two, at four levels from fine to coarse.

| level | hands shown are alike after the same | actions are alike after the same |
|---|---|---|
| A0 | betting sequence | betting sequence |
| A1 | number of bets by the opponent, and by us | these two, street and legal choices |
| A2 | number of bets by the opponent (nine in hold'em) | street, legal choices, bets on this street |
| A3 | number of bets by both, at most 8 | legal choices |

Bets are bets and raises; blinds are none. The ideas are those of Billings (2006), section 4.6.2, which names neither
the levels' keys nor those of actions. It says that the bets of both give nine classes: the opponent's alone do, those
of both have sixteen, hence the cap.

A seat is our position, 0 or 1; everything is kept once for each, because the opponent's part differs. Building costs
half a second for limit hold'em (17,222 betting nodes), once per process.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from functools import cached_property
from typing import Final

import numpy as np
from numpy.typing import NDArray

from riverboat.errors import RiverboatError
from riverboat.games.action import Action
from riverboat.games.action_odds import CALL, FOLD, RAISE
from riverboat.solve.betting import DEAL, END, BettingTree

LEVELS: Final = ("A0", "A1", "A2", "A3")
_MAX_TOTAL: Final = 8
_PLACES: Final = {"fold": FOLD, "check_or_call": CALL, "raise_to": RAISE}


@dataclass(frozen=True, eq=False)
class Contexts:
    """The betting tree of a game with the classes of its decisions and showdowns."""

    tree: BettingTree
    child: NDArray[np.int32]
    """int32[nodes, 3]: where a fold, a call and a raise lead, deals passed; -1 where there is no such choice."""
    showdowns: NDArray[np.int32]
    """The nodes at which hands are shown."""
    showdown_at: NDArray[np.int32]
    """int32[nodes]: their place in `showdowns`, -1 elsewhere."""
    action_class: NDArray[np.int32]
    """int32[2, 4, nodes]: by our seat and level, the class of the opponent's decision; -1 at other nodes."""
    shown_class: NDArray[np.int32]
    """int32[2, 4, showdowns]: by our seat and level."""

    @property
    def action_classes(self) -> int:
        """The number of classes of decisions, levels and seats together."""
        return int(self.action_class.max()) + 1

    @property
    def shown_classes(self) -> int:
        """The number of classes of showdowns, levels and seats together."""
        return int(self.shown_class.max()) + 1

    @cached_property
    def root(self) -> int:
        """The first decision."""
        return self.tree.follow(())

    def follow(self, actions: list[Action]) -> int:
        """The node to which actions lead.

        Args:
            actions: From the first one of the hand on.
        """
        node = self.root
        for action in actions:
            place = _PLACES.get(action.verb, -1)
            node = int(self.child[node, place]) if place >= 0 else -1
            if node < 0:
                raise RiverboatError(f"{self.tree.rules.name}: {action} is not in the betting tree")
        return node

    def place(self, action: Action) -> int:
        """`FOLD`, `CALL` or `RAISE`."""
        return _PLACES[action.verb]


def build_contexts(tree: BettingTree) -> Contexts:
    """The classes of a limit game for two players."""
    rules = tree.rules
    if rules.players != 2 or tree.children.max() > 3:
        raise RiverboatError(f"{rules.identity}: betting sequences are learned in limit games for two players only")
    child = np.full((tree.nodes, 3), -1, np.int32)
    for node in np.flatnonzero(tree.player >= 0).tolist():
        first = int(tree.first_child[node])
        for number, action in enumerate(tree.choices(node)):
            child[node, _PLACES[action.verb]] = _after_deals(tree, first + number)
    ends = np.flatnonzero(tree.player == END)
    showdowns = ends[tree.live[ends].all(axis=1)].astype(np.int32)
    showdown_at = np.full(tree.nodes, -1, np.int32)
    showdown_at[showdowns] = np.arange(len(showdowns))
    bets, on_street = _count_bets(tree)
    return Contexts(
        tree, child, showdowns, showdown_at,
        _action_classes(tree, child, bets, on_street), _shown_classes(showdowns, bets),
    )  # fmt: skip


def _after_deals(tree: BettingTree, node: int) -> int:
    while tree.player[node] == DEAL:
        node = int(tree.first_child[node])
    return node


def _count_bets(tree: BettingTree) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """int64[nodes, 2]: bets and raises of each player so far; int64[nodes]: of both on this street."""
    bets, on_street = np.zeros((tree.nodes, 2), np.int64), np.zeros(tree.nodes, np.int64)
    for node in range(1, tree.nodes):
        above, action = int(tree.parent[node]), tree.actions[node]
        bets[node], on_street[node] = bets[above], on_street[above]
        if tree.player[above] == DEAL:
            on_street[node] = 0
        elif action is not None and action.verb == "raise_to":
            bets[node, tree.player[above]] += 1
            on_street[node] += 1
    return bets, on_street


class _Numbering:
    """Numbers for keys in the order in which they first come."""

    def __init__(self) -> None:
        self._numbers: dict[Hashable, int] = {}

    def __getitem__(self, key: Hashable) -> int:
        return self._numbers.setdefault(key, len(self._numbers))


def _action_classes(
    tree: BettingTree, child: NDArray[np.int32], bets: NDArray[np.int64], on_street: NDArray[np.int64]
) -> NDArray[np.int32]:
    numbers = _Numbering()
    classes = np.full((2, len(LEVELS), tree.nodes), -1, np.int32)
    for seat in (0, 1):
        for node in np.flatnonzero(tree.player == 1 - seat).tolist():
            legal = tuple((child[node] >= 0).tolist())
            street, here = int(tree.street[node]), int(on_street[node])
            his, ours = int(bets[node, 1 - seat]), int(bets[node, seat])
            keys = (node, (his, ours, street, legal), (street, legal, here), legal)
            for level, key in enumerate(keys):
                classes[seat, level, node] = numbers[seat, level, key]
    return classes


def _shown_classes(showdowns: NDArray[np.int32], bets: NDArray[np.int64]) -> NDArray[np.int32]:
    numbers = _Numbering()
    classes = np.empty((2, len(LEVELS), len(showdowns)), np.int32)
    for seat in (0, 1):
        for place, node in enumerate(showdowns.tolist()):
            his, ours = int(bets[node, 1 - seat]), int(bets[node, seat])
            for level, key in enumerate((node, (his, ours), his, min(his + ours, _MAX_TOTAL))):
                classes[seat, level, place] = numbers[seat, level, key]
    return classes

"""How all players of a small game play: one probability for every choice of every information set, and as a file.

The probabilities are one vector in the order of the game's tree (`tree.py`).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from pathlib import Path
from typing import Final

import numpy as np

from riverboat.errors import RiverboatError
from riverboat.files import FileFormatError
from riverboat.games.state import State
from riverboat.games.view import View
from riverboat.html import table
from riverboat.solve.betting import BettingTree
from riverboat.solve.betting_policy import BettingPolicy
from riverboat.solve.core.exploitability import Exploitability
from riverboat.solve.core.policy import Policy
from riverboat.solve.core.strategy_file import (
    UNKNOWN_ORIGIN,
    Origin,
    StoredStrategy,
    read_strategy,
    require_shares,
    write_strategy,
)
from riverboat.solve.response.exact import TOLERANCE, exploitability
from riverboat.solve.tree import Floats, GameTree

_SHOWN: Final = 24
"""Information sets in a notebook."""


@dataclass(frozen=True)
class Strategy(BettingPolicy):
    """How all players of a game play; a `Policy` of the core."""

    tree: GameTree
    vector: Floats
    """The probability of every choice, in the order of the tree."""
    origin: Origin = UNKNOWN_ORIGIN

    def __post_init__(self) -> None:
        if len(self.vector) != self.tree.entries:
            raise RiverboatError(
                f"strategy: {len(self.vector)} probabilities, {self.tree.rules.name} has {self.tree.entries}"
            )

    @classmethod
    def of(cls, policy: Policy, tree: GameTree, origin: Origin = UNKNOWN_ORIGIN) -> Strategy:
        """Any policy written down for a tree of its game, information set by information set.

        Args:
            policy: Anything that says probabilities for a view.
            origin: Where the strategy came from, for its file.
        """
        policy.require_game(tree.rules)
        vector = np.zeros(tree.entries)
        for information_set in range(tree.sets):
            start, choices = int(tree.set_start[information_set]), tree.choices(information_set)
            found = policy.probabilities(view_of_set(tree, information_set))
            for action, probability in zip(found.actions, found.probabilities.tolist(), strict=True):
                if action in choices:
                    vector[start + choices.index(action)] += probability
                elif probability > 0:
                    raise RiverboatError(f"policy: {action} in {tree.label(information_set)} is not in the tree")
        return cls(tree, vector, origin)

    def __repr__(self) -> str:
        return f"<Strategy of {self.game}: {self.tree.sets:,} information sets, {self.origin.method}>"

    def _repr_html_(self) -> str:
        """In a notebook: the first information sets."""
        shown = list(islice(self.by_label.items(), _SHOWN))
        rows = [
            (str(player), label, "  ".join(f"{letter} {share:.4f}" for letter, share in choices.items()))
            for (player, label), choices in shown
        ]
        more = f", the first {len(shown)}" if len(shown) < self.tree.sets else ""
        columns = ("position", "information set", "probabilities")
        return table(columns, rows, text=range(3), caption=f"{self.game}, {self.tree.sets:,} information sets{more}")

    @property
    def game(self) -> str:
        """The identity of the game."""
        return self.tree.rules.identity

    @cached_property
    def by_label(self) -> dict[tuple[int, str], dict[str, float]]:
        """For people: player and information set, and the probability of each choice."""
        found = {}
        for each in range(self.tree.sets):
            node, start = self.tree.betting_node_of(each), int(self.tree.set_start[each])
            first = int(self.tree.betting.first_child[node])
            letters = [self.tree.betting.letter(first + at) for at in range(len(self.tree.choices(each)))]
            probabilities = self.vector[start : start + len(letters)].tolist()
            found[int(self.tree.set_player[each]), self.tree.label(each)] = dict(
                zip(letters, probabilities, strict=True)
            )
        return found

    def exploitability(self) -> Exploitability:
        """Values and best responses of all players."""
        return exploitability(self.tree, self.vector)

    @property
    def betting(self) -> BettingTree:
        """All betting of the game."""
        return self.tree.betting

    def at_node(self, node: int, hand: tuple[int, ...], board: tuple[int, ...]) -> Floats:
        """How a hand is played at a node of the betting tree.

        Args:
            node: The number of a node of the betting tree.
            hand: The player's own cards, as card numbers.
        """
        start = int(self.tree.set_start[self.tree.find(node, hand, board)])
        return self.vector[start : start + int(self.betting.children[node])]

    # As a file --------------------------------------------------------------------------------------------------------

    def save(self, path: str | Path, origin: Origin | None = None) -> None:
        """Write a strategy file.

        Args:
            path: The file to write.
            origin: Where the strategy came from. Default: what this one says.
        """
        write_strategy(Path(path), self.rules, "tree", origin or self.origin, {"probabilities": self.vector})

    @classmethod
    def from_file(cls, path: str | Path, stored: StoredStrategy, tree: GameTree | None = None) -> Strategy:
        """The strategy that was stored.

        Args:
            stored: What `read_strategy` has read.
            tree: The tree of its game, if there is one already.
        """
        tree = tree or GameTree.build(stored.rules)
        values = require_shares(path, tree.rules.identity, stored.arrays.get("probabilities"), tree.entries)
        vector = np.asarray(values, np.float64)
        if not np.allclose(np.add.reduceat(vector, tree.set_start[:-1]), 1.0, atol=TOLERANCE):
            raise FileFormatError(f'strategy "{path}": these are not probabilities for {tree.rules.identity}')
        return cls(tree, vector, stored.origin)


def load_strategy(path: str | Path, tree: GameTree | None = None) -> Strategy:
    """Read the strategy file of a game tree, for this tree if one is given; `load_policy` reads every kind."""
    stored = read_strategy(Path(path), tree.rules if tree else None)
    if stored.layout != "tree":
        raise FileFormatError(f'strategy "{path}": it is of a {stored.layout}, expected one of a game tree')
    return Strategy.from_file(Path(path), stored, tree)


def view_of_set(tree: GameTree, information_set: int) -> View:
    """What the player of an information set sees there, after one deal that leads to it."""
    return View(states_to_set(tree, information_set)[-1], int(tree.set_player[information_set]))


def states_to_set(tree: GameTree, information_set: int) -> list[State]:
    """The states of one hand that leads to an information set, from the first decision to the one there."""
    node = tree.betting_node_of(information_set)
    deck = tree.deals.deck(int(tree.betting.street[node]), tree.one_deal(information_set), tree.rules.deck.size)
    states = [State(tree.rules, deck)]
    for action in tree.betting.path(node):
        states.append(states[-1].child(action))
    return states

"""What a hand reveals about one player: the actions, and the cards with which they may have been taken.

If the player's cards were shown, there is one case. If not, there is one for each holding that the cards seen leave
over, all equally likely before the betting; how likely the betting makes them is up to a strategy. A case is the list
of strategy entries (`tree.py`) that the player chose along the hand, so the likelihood of a hand under a strategy is
the mean over its cases of the product of those entries.

What the other players' own hidden cards say about these is left out: with two players of whom one is the observer,
nothing is lost.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import NamedTuple

import numpy as np

from riverboat.errors import RiverboatError
from riverboat.games.hand import Hand
from riverboat.games.view import HIDDEN
from riverboat.solve.tree import Floats, GameTree, Integers


class Evidence(NamedTuple):
    """The entries that a player chose, int64[cases, choices]."""

    entries: Integers
    shown: bool
    """Whether the player's cards are known."""

    def cases(self, strategies: Floats) -> Floats:
        """How likely each case's choices are: float64[..., cases] for float64[..., entries]."""
        found: Floats = strategies[..., self.entries].prod(axis=-1)
        return found

    def likelihood(self, strategies: Floats) -> Floats:
        """How likely the choices are, hidden cards summed out: float64[...]."""
        found: Floats = self.cases(strategies).mean(axis=-1)
        return found


class Witness:
    """Reads hands of one game; what was read once is remembered."""

    def __init__(self, tree: GameTree) -> None:
        rules = tree.rules
        if any(street.down for street in rules.streets[1:]):
            raise RiverboatError(f"{rules.name}: hands can be read where all private cards are dealt at first")
        self.tree = tree
        self._read: dict[tuple[object, ...], Evidence] = {}

    def read(self, hand: Hand, position: int) -> Evidence:
        """What a hand says about the player in a position; cards of value -1 were not seen."""
        if hand.rules is not self.tree.rules and hand.rules.identity != self.tree.rules.identity:
            raise RiverboatError(f"hand {hand.number}: it is of {hand.rules.identity}, not {self.tree.rules.identity}")
        actions = tuple(action for _, _, action in hand.actions)
        return self.read_parts(self.tree.betting.follow(actions), hand.down, hand.board, position)

    def read_parts(self, end: int, down: Sequence[tuple[int, ...]], board: tuple[int, ...], position: int) -> Evidence:
        """The same for a betting node at which a hand ended, everyone's cards (-1 where not seen) and the board."""
        key = (end, tuple(down), board, position)
        if key not in self._read:
            self._read[key] = self._find(end, down, board, position)
        return self._read[key]

    def _find(self, end: int, down: Sequence[tuple[int, ...]], board: tuple[int, ...], position: int) -> Evidence:
        tree, own = self.tree, down[position]
        shown = HIDDEN not in own
        if shown:
            holdings = [own]
        else:
            seen = {*board, *(card for hole in down for card in hole)}
            left = [card for card in range(tree.rules.deck.size) if card not in seen]
            holdings = list(combinations(left, len(own)))
        choices = self._choices(end, position)
        dealt = np.cumsum([street.board for street in tree.rules.streets]).tolist()
        entries = [
            [
                int(tree.set_start[tree.find(betting_node, holding, board[: dealt[tree.betting.street[betting_node]]])])
                + choice
                for betting_node, choice in choices
            ]
            for holding in holdings
        ]
        return Evidence(np.array(entries, np.int64).reshape(len(holdings), len(choices)), shown)

    def _choices(self, end: int, position: int) -> list[tuple[int, int]]:
        """(betting node, choice) of all that a position decided on the way to a node."""
        betting, found = self.tree.betting, []
        while end > 0:
            above = int(betting.parent[end])
            if betting.player[above] == position:
                found.append((above, end - int(betting.first_child[above])))
            end = above
        return found[::-1]

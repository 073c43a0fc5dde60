"""The betting tree of a game without its cards, to which every solver adds hands and boards.

In games with private cards and a board what players may do never depends on the cards, so one walk of the dealer
(`State`) with any deck finds the whole betting tree. A node is a decision, a deal (the cards of one street) or an
end. Nodes lie in level order with the children of a node side by side, so that a solver sweeps forward for reach and
backward for values without recursion (Teófilo 2016, section 6.2.2, on a list of real nodes instead of a heap).

What an end pays comes from the dealer too, once for each order in which the hands can finish: side pots, odd chips
and rake are the engine's.

Games in which cards decide who bets, or are exchanged or exposed, are refused; so are trees that would not fit.
No-limit raises need `sizes`, a function that picks totals from an interval; without one, every total is a child.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from riverboat.errors import RiverboatError
from riverboat.games.action import Action
from riverboat.games.legal import Sizes, every_total
from riverboat.games.notation import step_text, word_for
from riverboat.games.pots import settle
from riverboat.games.rules import Rules
from riverboat.games.state import State

DEAL: Final = -1
"""The `player` of a node at which a street's cards are dealt."""
END: Final = -2
"""The `player` of a node at which the hand is over."""
MAX_NODES: Final = 1_000_000
"""Betting trees above this are refused."""

Ranks = tuple[tuple[int, ...], ...]
"""For each award a rank by position, higher is better, -1 for no hand or a folded one."""


class TooLargeError(RiverboatError):
    """A game that does not fit into memory, with its size and what would fit."""


@dataclass(frozen=True, eq=False)
class BettingTree:
    """The betting of one game. Arrays have one entry per node; node 0 is the root."""

    rules: Rules
    player: NDArray[np.int8]
    """Who decides, or DEAL, or END."""
    street: NDArray[np.int8]
    """The street of a decision; the one that a deal begins; the last one that was dealt at an end."""
    parent: NDArray[np.int32]
    first_child: NDArray[np.int32]
    """Where a node's children begin; they are side by side."""
    children: NDArray[np.int32]
    """How many there are: one for a deal, none at an end."""
    level_starts: NDArray[np.int64]
    """The first node of each level, and the number of nodes."""
    live: NDArray[np.bool_]
    """bool[nodes, players]: who has not folded."""
    committed: NDArray[np.int64]
    """int64[nodes, players]: the chips put in so far."""
    open_bet: NDArray[np.bool_]
    """Whether there is a bet on the street, so that more is a raise."""
    actions: tuple[Action | None, ...]
    """The decision that leads to each node; None after a deal."""
    _ends: dict[int, State] = field(repr=False)
    _paid: dict[tuple[int, Ranks], tuple[float, ...]] = field(default_factory=dict, repr=False)

    @property
    def nodes(self) -> int:
        """How many nodes there are."""
        return len(self.player)

    def payoffs(self, end: int, ranks: Ranks = ()) -> tuple[float, ...]:
        """What each position wins or loses at an end, given the ranks if hands are shown down."""
        state = self._ends[end]
        if state.left == 1:
            key: tuple[int, Ranks] = (end, ())
        else:
            key = (end, tuple(rank_order(award, state.live) for award in ranks))
        if key not in self._paid:
            self._paid[key] = tuple(map(float, settle(state, key[1] or None)))
        return self._paid[key]

    def is_showdown(self, end: int) -> bool:
        """Whether hands are compared at this end."""
        return self._ends[end].left > 1

    def history(self, node: int) -> str:
        """The betting that leads to a node, a letter per decision and a slash per street: `kb/c`."""
        letters = []
        while node > 0:
            action = self.actions[node]
            above = int(self.parent[node])
            if action is not None:
                letters.append(self.letter(node))
            elif self.street[above] > 0:
                letters.append("/")
            node = above
        return "".join(reversed(letters))

    def letter(self, node: int) -> str:
        """The decision that leads to a node: f, k (check), c (call), b (bet) or r (raise).

        Bets and raises have their amount where there is more than one to choose from.
        """
        action, above = self.actions[node], int(self.parent[node])
        assert action is not None
        word = word_for(action, self.owes(above), bool(self.open_bet[above]))
        if action.verb != "raise_to":
            return step_text(action, word)
        totals = [each for each in self.choices(above) if each.verb == "raise_to"]
        return step_text(action, word, limit=len(totals) == 1)

    def path(self, node: int) -> list[Action]:
        """All decisions that lead to a node."""
        actions = []
        while node > 0:
            action = self.actions[node]
            if action is not None:
                actions.append(action)
            node = int(self.parent[node])
        return actions[::-1]

    def follow(self, actions: Iterable[Action]) -> int:
        """The node to which these decisions lead, any deals after them included."""
        node = self._after_deals(0)
        for action in actions:
            first = int(self.first_child[node])
            choices = self.choices(node)
            if action not in choices:
                raise RiverboatError(
                    f"{self.rules.name}: {action} is not in the tree after {self.history(node) or '-'}"
                )
            node = self._after_deals(first + choices.index(action))
        return node

    def _after_deals(self, node: int) -> int:
        while self.player[node] == DEAL:
            node = int(self.first_child[node])
        return node

    def owes(self, node: int) -> bool:
        """Whether the player to decide has put in less than someone else."""
        paid = self.committed[node]
        return bool(paid[self.player[node]] < paid.max())

    def choices(self, node: int) -> tuple[Action, ...]:
        """What may be decided at a node, in the order of its children."""
        first = int(self.first_child[node])
        chosen = self.actions[first : first + int(self.children[node])]
        return tuple(action for action in chosen if action is not None)


class _Open(NamedTuple):
    """A node still to be written: deals first, then the state."""

    state: State
    deals: tuple[int, ...]
    parent: int
    action: Action | None


def build_betting(rules: Rules, sizes: Sizes | None = None, *, max_nodes: int = MAX_NODES) -> BettingTree:
    """Walk all betting of a game."""
    if rules.exchanges_cards or any(street.up or isinstance(street.opener, str) for street in rules.streets):
        raise RiverboatError(
            f"{rules.name}: only games with private cards and a board have a betting tree without cards"
        )
    if rules.boards > 1 or rules.runs > 1:
        raise RiverboatError(f"{rules.name}: trees have one board, the rules ask for more")
    start = State(rules, tuple(range(rules.deck.size)))
    queue = deque([_Open(start, _deals_between(rules, -1, start.street), -1, None)])
    players: list[int] = []
    levels: list[int] = []
    streets, parents, firsts, counts = [], [], [], []
    live, committed, open_bet, actions = [], [], [], []
    ends: dict[int, State] = {}
    while queue:
        state, deals, parent, action = queue.popleft()
        node = len(players)
        parents.append(parent)
        actions.append(action)
        live.append(state.live)
        committed.append(state.committed)
        open_bet.append(state.highest_bet > 0)
        levels.append(levels[parent] + 1 if parent >= 0 else 0)
        firsts.append(0)
        counts.append(0)
        if parent >= 0:
            if not counts[parent]:
                firsts[parent] = node
            counts[parent] += 1
        if deals:
            players.append(DEAL)
            streets.append(deals[0])
            queue.append(_Open(state, deals[1:], node, None))
        elif state.is_over:
            players.append(END)
            streets.append(min(state.street, len(rules.streets) - 1))
            ends[node] = state
        else:
            assert state.actor is not None
            players.append(state.actor)
            streets.append(state.street)
            choices = state.legal_actions(sizes or every_total)
            if node + 1 + len(queue) + len(choices) > max_nodes:
                raise TooLargeError(
                    f"{rules.identity}: more than {max_nodes:,} betting nodes; choose fewer raise sizes"
                )
            for choice in choices:
                after = state.copy()
                after.apply(choice)
                last = len(rules.streets) - 1 if after.is_over and after.left > 1 else after.street
                between = () if after.is_over and after.left == 1 else _deals_between(rules, state.street, last)
                queue.append(_Open(after, between, node, choice))
    starts = np.searchsorted(np.array(levels), np.arange(levels[-1] + 2))
    return BettingTree(
        rules, np.array(players, np.int8), np.array(streets, np.int8), np.array(parents, np.int32),
        np.array(firsts, np.int32), np.array(counts, np.int32), starts.astype(np.int64), np.array(live, np.bool_),
        np.array(committed, np.int64), np.array(open_bet, np.bool_), tuple(actions), ends,
    )  # fmt: skip


def _deals_between(rules: Rules, before: int, after: int) -> tuple[int, ...]:
    """The streets after one and up to another whose cards have to be dealt."""
    return tuple(street for street in range(before + 1, after + 1) if rules.streets[street].deals)


def rank_order(award: Sequence[int], live: Sequence[bool]) -> tuple[int, ...]:
    """The same order of hands in the smallest numbers, so that equal orders look the same."""
    better = sorted({rank for rank, alive in zip(award, live, strict=True) if alive and rank >= 0})
    return tuple(better.index(rank) if alive and rank >= 0 else -1 for rank, alive in zip(award, live, strict=True))

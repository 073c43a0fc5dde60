"""How large is a game? Counts the nodes and information sets of the tree that `Rules` describe, without building it.

Betting does not depend on the cards in games with a board and private cards, so the betting tree is walked once and
each of its nodes counted as often as there are deals. A node is a decision, a deal (all cards of a street at once) or
an end; the deal before the first decision is the root. Billings (2006, p. 9) gives 1,179,000,604,565,715,751 nodes
for heads-up limit hold'em: that counts the same betting tree on every street, as if no blinds were posted, and a fold
also where nothing is owed. `billings_convention` makes such rules and counts such folds; without it the rules are
taken as they are.

The walk is exact and takes milliseconds for limit games; no-limit trees with deep stacks are too large for it. Games
in which cards decide who bets, or are exchanged, are refused.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from math import comb

from riverboat.errors import RiverboatError
from riverboat.games.legal import every_total
from riverboat.games.rules import Rules
from riverboat.games.state import State


@dataclass(frozen=True, slots=True)
class TreeSize:
    """What a game tree consists of."""

    decisions: int
    deals: int
    """Nodes at which chance deals, the root included."""
    ends: int
    information_sets: int
    """What all players can tell apart at their decisions, cards of the same rank counted apart."""
    sequences_by_street: tuple[int, ...]
    """Decision nodes of the betting tree alone."""

    @property
    def betting_sequences(self) -> int:
        """Those of all streets."""
        return sum(self.sequences_by_street)

    @property
    def nodes(self) -> int:
        """All nodes."""
        return self.decisions + self.deals + self.ends


def tree_size(rules: Rules, *, billings_convention: bool = False) -> TreeSize:
    """Count the tree of a game whose betting does not depend on the cards."""
    if rules.exchanges_cards or any(street.up or isinstance(street.opener, str) for street in rules.streets):
        raise RiverboatError(f"{rules.name}: only trees of games with private cards and a board can be counted")
    if billings_convention:
        rules = _without_blinds(rules)
    walk = _Walk(rules, free_folds=billings_convention)
    return walk.counted()


def _without_blinds(rules: Rules) -> Rules:
    """The same betting on every street: that of the last one."""
    most = rules.streets[-1].max_raises
    streets = tuple(replace(street, opener=0, max_raises=most) for street in rules.streets)
    return replace(rules, streets=streets, blinds=(), antes=(1,) * rules.players)


class _Walk:
    """The betting tree, with its nodes counted by the street on which they are."""

    def __init__(self, rules: Rules, free_folds: bool) -> None:
        self.rules, self.free_folds = rules, free_folds
        self.decisions: Counter[int] = Counter()
        self.folds: Counter[int] = Counter()
        self.closed: Counter[int] = Counter()
        self.chips_last = _chips_last(rules)
        start = State(rules, tuple(range(rules.deck.size)))
        self._street(start, 1)

    def counted(self) -> TreeSize:
        deals, seen = _deals(self.rules)
        last = len(deals) - 1
        ways = 1
        decisions = ends = sets = 0
        chance = 1
        for street, count in enumerate(deals):
            ways *= count
            decisions += self.decisions[street] * ways
            sets += self.decisions[street] * seen[street]
            ends += self.folds[street] * ways
            if street < last:
                chance += self.closed[street] * ways
            else:
                ends += self.closed[street] * ways
        return TreeSize(decisions, chance, ends, sets, tuple(self.decisions[street] for street in range(len(deals))))

    def _street(self, state: State, times: int) -> None:
        """Count everything from the beginning of a street that is reached this many times; equal streets are merged."""
        street, last = state.street, len(self.rules.streets) - 1
        following: dict[tuple[int, ...], tuple[State, int]] = {}
        waiting = [state]
        while waiting:
            here = waiting.pop()
            self.decisions[street] += times
            if self.free_folds and not here.can_fold():
                self.folds[street] += times
            for after in map(here.child, here.legal_actions(every_total)):
                if after.left == 1:
                    self.folds[street] += times
                elif after.street == street:
                    waiting.append(after)
                else:
                    for dealt in range(street, min(after.street, last + 1)):
                        self.closed[dealt] += times  # more than one where all-ins are dealt out without a decision
                    if not after.is_over:
                        key = self._alike(after)
                        following[key] = (after, following.get(key, (after, 0))[1] + times)
        for after, often in following.values():
            self._street(after, often)

    def _alike(self, state: State) -> tuple[int, ...]:
        """What the rest of the tree depends on: chips only if they can run out."""
        who = (state.street, *state.live)
        return who if self.chips_last else (*who, *state.stacks)


def _chips_last(rules: Rules) -> bool:
    """Whether nobody can be all-in, whatever happens."""
    if rules.betting != "limit" or any(street.max_raises is None for street in rules.streets):
        return False
    most = max(rules.antes, default=0) + rules.largest_blind
    return min(rules.stacks) > most + sum(street.bet * (street.max_raises or 0) for street in rules.streets)


def _deals(rules: Rules) -> tuple[list[int], list[int]]:
    """The ways to deal each street, and how many different cards one player can have seen on it."""
    left, ways, seen = rules.deck.size, [], []
    known, views = rules.deck.size, 1
    for street in rules.streets:
        deal = 1
        for _ in range(rules.players):
            deal *= comb(left, street.down)
            left -= street.down
        deal *= comb(left, street.board)
        left -= street.board
        views *= comb(known, street.down) * comb(known - street.down, street.board)
        known -= street.down + street.board
        ways.append(deal)
        seen.append(views)
    return ways, seen

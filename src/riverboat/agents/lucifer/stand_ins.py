"""Opponents for Lucifer: stand-ins for the other entrants of 2014, whose programs are not available.

An equilibrium takes the place of Hyperborean (CFR), a player who remembers how similar situations ended that of
HITSZ_CS (case-based). The aggressive player is Lucifer's own third way, used alone. For the rest there are
`always_call`, `always_raise` and `random`.
"""

from __future__ import annotations

from collections import defaultdict
from functools import cached_property

from riverboat.agents.lucifer.pool import DEALS, SIZE, Floats, equilibria, require_pool
from riverboat.agents.lucifer.seat import aggressive_rows, follow_rows, require_kuhn
from riverboat.games.action import Action
from riverboat.games.action_odds import ActionOdds
from riverboat.games.agent import Agent
from riverboat.games.hand import Hand
from riverboat.games.rules import Rules
from riverboat.games.view import View


class KuhnAggressive(Agent):
    """Bets and calls with a king or an ace, otherwise checks or folds. Plays `kuhn(players=3)` only."""

    def __init__(self) -> None:
        super().__init__()
        self._rows = aggressive_rows()

    def require_game(self, rules: Rules) -> None:
        require_kuhn(rules)

    def act(self, view: View) -> Action:
        require_kuhn(view.rules)
        return follow_rows(self, self._rows, view)


class KuhnEquilibrium(Agent):
    """One member of a pool of approximate equilibria. Plays `kuhn(players=3)` only."""

    def __init__(self, member: int = 0, pool: int = SIZE, deals: int = DEALS, seed: int = 2) -> None:
        super().__init__()
        require_pool("repaired", pool, deals)
        self._asked = pool, deals, seed
        self._member = member % pool

    @cached_property
    def _rows(self) -> Floats:
        rows: Floats = equilibria("repaired", *self._asked).strategies[self._member]
        return rows

    def require_game(self, rules: Rules) -> None:
        require_kuhn(rules)

    def act(self, view: View) -> Action:
        require_kuhn(view.rules)
        return follow_rows(self, self._rows, view)


class KuhnCases(Agent):
    """Does what has paid best on average in the same situation, after trying everything a few times.

    A situation is the own card and the betting so far. Plays `kuhn(players=3)` only.
    """

    def __init__(self, tries: int = 5) -> None:
        super().__init__()
        self._tries = tries
        self._cases: dict[tuple[int, tuple[Action, ...]], dict[Action, list[float]]] = defaultdict(dict)
        self._position = 0

    def require_game(self, rules: Rules) -> None:
        require_kuhn(rules)

    def begin(self, view: View) -> None:
        require_kuhn(view.rules)
        self._position = view.position

    def act(self, view: View) -> Action:
        require_kuhn(view.rules)
        choices = [view.check_or_call(), Action.fold() if view.can_fold else None]
        if interval := view.raise_interval:
            choices.append(Action.raise_to(interval[0]))
        allowed = [choice for choice in choices if choice is not None]
        case = self._cases[view.down[0], tuple(action for _, _, action in view.actions)]
        untried = [choice for choice in allowed if case.get(choice, (0.0, 0))[1] < self._tries]
        if untried:
            self.action_odds = ActionOdds.of(untried, [1.0 / len(untried)] * len(untried))
            return self.rng.choice(untried)
        return self.certain(max(allowed, key=lambda choice: case[choice][0] / case[choice][1]))

    def end(self, hand: Hand) -> None:
        card, result = hand.down[self._position][0], float(hand.payoffs[self._position])
        said: list[Action] = []
        for _, position, action in hand.actions:
            if position == self._position:
                outcome = self._cases[card, tuple(said)].setdefault(action, [0.0, 0])
                outcome[0] += result
                outcome[1] += 1
            said.append(action)

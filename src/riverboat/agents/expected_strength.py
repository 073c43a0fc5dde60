"""The E[HS] player: how strong is my hand by the river, and fixed action odds for that (Teófilo 2016, Table
19).

The table has four bands of E[HS] and for each the probabilities to fold, call and raise; in no-limit games raises of
10, 20 and 50 % of the player's stack and all-in. The second no-limit row of the original sums to 95 %; the missing 5 %
are given to the smallest raise. Bands include their lower end. A fold drawn where a check is free becomes a check.

In hold'em E[HS] is exact (1 ms on the flop, 0.05 ms on the turn); in other games see `strength.py`.
"""

from __future__ import annotations

from riverboat.agents.choices import exchange_loners, raise_or_call
from riverboat.agents.strength import SAMPLES, expected_strength
from riverboat.games.action import Action
from riverboat.games.action_odds import ActionOdds
from riverboat.games.agent import Agent
from riverboat.games.view import View

LIMIT = (
    (0.30, (1.00, 0.00, 0.00)),
    (0.50, (0.50, 0.30, 0.20)),
    (0.80, (0.05, 0.50, 0.45)),
    (1.01, (0.01, 0.19, 0.80)),
)
"""(upper end of the band, probabilities to fold, call, raise)."""

NO_LIMIT = (
    (0.30, (1.00, 0.00, 0.00, 0.00, 0.00, 0.00)),
    (0.50, (0.50, 0.30, 0.15, 0.03, 0.02, 0.00)),  # printed 0.10 for the smallest raise: the row then lacks 0.05
    (0.80, (0.05, 0.50, 0.25, 0.10, 0.05, 0.05)),
    (1.01, (0.01, 0.19, 0.20, 0.15, 0.15, 0.30)),
)
"""(upper end of the band, probabilities to fold, call, raise by 10 %, 20 %, 50 % of the stack, and all-in)."""

RAISES = (0.10, 0.20, 0.50, 1.00)


class ExpectedStrength(Agent):
    """Plays the odds of its E[HS] band."""

    def __init__(self, samples: int = SAMPLES) -> None:
        super().__init__()
        self.samples = samples

    def act(self, view: View) -> Action:
        if view.phase != "bet":
            return exchange_loners(view)
        strength = expected_strength(view, self.rng, self.samples)
        table = LIMIT if view.rules.betting == "limit" else NO_LIMIT
        probabilities = next(row for upper, row in table if strength < upper)
        self.action_odds = ActionOdds(probabilities[0], probabilities[1], float(sum(probabilities[2:])))
        choice = self.rng.choices(range(len(probabilities)), probabilities)[0]
        if choice == 0:
            return view.check_or_fold()
        if choice == 1:
            return view.check_or_call()
        if view.rules.betting == "limit":
            return raise_or_call(view)
        return raise_or_call(view, view.bets[view.position] + round(RAISES[choice - 2] * view.stacks[view.position]))

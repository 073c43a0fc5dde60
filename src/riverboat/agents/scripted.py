"""Players that ignore their cards: the baselines for every new player.

They play any game; cards are exchanged as rarely as possible, except by the random players.
"""

from __future__ import annotations

from riverboat.agents.choices import exchange_at_random, raise_or_call
from riverboat.games.action import Action
from riverboat.games.action_odds import CALL, ActionOdds
from riverboat.games.agent import Agent
from riverboat.games.view import View


class AlwaysCall(Agent):
    """Checks or calls whatever happens (Billings 2006, the opponent "Always Call" of Tables 3.1 and 4.2)."""

    action_odds = ActionOdds.certain(CALL)

    def act(self, view: View) -> Action:
        return view.check_or_call()


class AlwaysRaise(Agent):
    """Bets and raises the minimum as long as the rules allow, then calls (Billings 2006, "Always Raise")."""

    def act(self, view: View) -> Action:
        return self.certain(raise_or_call(view))


class AlwaysFold(Agent):
    """Folds as soon as anything is owed (Billings 2006, "Always Fold")."""

    def act(self, view: View) -> Action:
        return self.certain(view.check_or_fold())


class RandomAgent(Agent):
    """Any legal action with equal probability, but no fold where a check is free (Teófilo 2016, section 4.2.3.7).

    A raise goes to a total drawn uniformly from the interval.
    """

    def act(self, view: View) -> Action:
        if view.phase != "bet":
            return exchange_at_random(view, self.rng)
        legal, choices = view.legal_actions(), [view.check_or_call()]
        if legal.fold:
            choices.append(legal.fold)
        if legal.raise_interval:
            choices.append(Action.raise_to(self.rng.randint(*legal.raise_interval)))
        self.action_odds = ActionOdds.of(choices, [1.0 / len(choices)] * len(choices))
        return self.rng.choice(choices)


class AcpcExample(Agent):
    """Folds 6 %, calls 47 %, raises 47 % of the time, like the example player of the ACPC server.

    What is not allowed is left out and the rest keeps its proportions; raises are uniform over the interval.
    """

    FOLD, CALL, RAISE = 0.06, 0.47, 0.47

    def act(self, view: View) -> Action:
        if view.phase != "bet":
            return exchange_at_random(view, self.rng)
        interval = view.raise_interval
        fold = self.FOLD if view.can_fold else 0.0
        total = fold + self.CALL + (self.RAISE if interval else 0.0)
        self.action_odds = ActionOdds(fold / total, self.CALL / total, (self.RAISE if interval else 0.0) / total)
        draw = self.rng.random() * total
        if draw < fold:
            return Action.fold()
        if draw < fold + self.CALL or interval is None:
            return view.check_or_call()
        return Action.raise_to(self.rng.randint(*interval))

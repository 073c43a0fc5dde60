"""A player in fifteen lines: riverboat match examples/my_agent.py always_call --mode duplicate --hands 10000"""

from riverboat.games import Action, Agent, View
from riverboat.odds import chen_score, hand_strength


class MyAgent(Agent):
    """Bets when probably ahead, calls with medium hands, folds the rest."""

    def act(self, view: View) -> Action:
        strength = hand_strength(view.hole, view.board) if view.board else 0.4 + chen_score(view.hole) / 40
        if strength > 0.6 and view.raise_interval:
            low, high = view.raise_interval
            return Action.raise_to(min(high, max(low, view.highest_bet + view.pot)))
        return view.check_or_call() if strength > 0.45 else view.check_or_fold()

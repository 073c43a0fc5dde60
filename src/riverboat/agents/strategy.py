"""A player who follows a strategy file: whatever was solved can sit down and play.

The strategy belongs to one game; at any other table it refuses. What was done in the hand leads through the betting
tree, what the player sees through the cards, and the dice decide.
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from riverboat.agents.thoughts import drawn
from riverboat.errors import RiverboatError
from riverboat.games.action import Action
from riverboat.games.agent import Agent
from riverboat.games.rules import Rules
from riverboat.games.view import View
from riverboat.solve.strategy import Strategy, load_strategy
from riverboat.solve.tree import Floats, GameTree


class StrategyAgent(Agent):
    """Plays a strategy of a small game, in whatever position it is dealt."""

    def __init__(self, strategy: Strategy) -> None:
        super().__init__()
        self.strategy = strategy

    def require_game(self, rules: Rules) -> None:
        mine = self.strategy.tree.rules
        if rules != mine and rules.identity != mine.identity:
            raise RiverboatError(f"this strategy is for {mine.identity}, not for {rules.identity}")

    def act(self, view: View) -> Action:
        self.require_game(view.rules)
        return drawn_choice(self, self.strategy.tree, self.strategy.probabilities, view)


def drawn_choice(agent: Agent, tree: GameTree, probabilities: Floats, view: View) -> Action:
    """What a strategy does with what a player sees, by one throw of the player's dice."""
    betting_node = tree.betting.follow(action for _, _, action in view.actions)
    start = int(tree.set_start[tree.find(betting_node, view.down, view.board)])
    choices = tree.betting.choices(betting_node)
    return drawn(agent, choices, probabilities[start : start + len(choices)].tolist())


def strategy_agent(path: str) -> StrategyAgent:
    """The player of a strategy file."""
    return StrategyAgent(_loaded(Path(path).resolve(), Path(path).stat().st_mtime_ns if Path(path).exists() else 0))


@lru_cache(maxsize=8)
def _loaded(path: Path, changed: int) -> Strategy:
    return load_strategy(path)

"""A player who follows a policy: anything that was solved can play.

The policy belongs to one game; at any other table it refuses. It says how likely each action is with what the player
sees, and the player's random stream decides.
"""

from __future__ import annotations

from functools import lru_cache
from importlib import import_module
from pathlib import Path

from riverboat.games.action import Action
from riverboat.games.agent import Agent
from riverboat.games.rules import Rules
from riverboat.games.view import View
from riverboat.solve.core.policy import Policy
from riverboat.solve.limit.strategy import LimitStrategy
from riverboat.solve.solving import load_policy


class StrategyAgent(Agent):
    """Plays any `Policy`, in any position."""

    def __init__(self, policy: Policy) -> None:
        super().__init__()
        self.policy = policy

    def require_game(self, rules: Rules) -> None:
        self.policy.require_game(rules)

    def act(self, view: View) -> Action:
        self.require_game(view.rules)
        found = self.policy.probabilities(view)
        return self.sample(found.actions, found.probabilities.tolist())


def strategy_agent(path: str) -> StrategyAgent:
    """The player of a strategy file."""
    return StrategyAgent(_loaded(Path(path).resolve(), Path(path).stat().st_mtime_ns if Path(path).exists() else 0))


@lru_cache(maxsize=8)
def _loaded(path: Path, changed: int) -> Policy:
    return load_policy(path, find_target=_target)


def _target(player: str) -> LimitStrategy:
    """The tables of a player to whom a best response is played; named as in the registry, which makes such players."""
    found: LimitStrategy = import_module("riverboat.agents.limit_tables").table_strategy(player)
    return found

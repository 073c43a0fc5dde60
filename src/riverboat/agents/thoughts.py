"""What a player thought before it acted: its chances to fold, to stay in and to raise (`Agent.thought`).

Whoever draws from chances says so here, and so does whoever had no doubt. The room shows it after the hand.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from riverboat.games.action import Action
from riverboat.games.agent import Agent
from riverboat.games.view import View


def drawn(agent: Agent, choices: Sequence[Action], chances: Sequence[float]) -> Action:
    """One of the choices by one throw of the player's dice; the chances are what it thought."""
    agent.thought = thought_of(choices, chances)
    draw = agent.rng.random()
    for choice, chance in zip(choices, chances, strict=True):
        draw -= chance
        if draw < 0.0:
            return choice
    return choices[-1]


def sure(agent: Agent, choice: Action) -> Action:
    """The choice of a player who had no doubt."""
    agent.thought = thought_of((choice,), (1.0,))
    return choice


def thought_of(choices: Iterable[Action], chances: Iterable[float]) -> tuple[float, float, float]:
    """The chances to fold, to stay in and to raise."""
    fold = stay = bold = 0.0
    for choice, chance in zip(choices, chances, strict=True):
        if choice.verb == "fold":
            fold += chance
        elif choice.verb == "raise_to":
            bold += chance
        else:
            stay += chance
    return fold, stay, bold


def thought_allowed(thought: tuple[float, float, float], view: View) -> tuple[float, float, float] | None:
    """A thought as it came to the table: who gives up for free checks, who may not raise calls; None for exchanges."""
    if view.phase != "bet":
        return None
    fold, stay, bold = thought
    if not view.can_fold:
        fold, stay = 0.0, fold + stay
    if view.raise_interval is None:
        stay, bold = stay + bold, 0.0
    return fold, stay, bold

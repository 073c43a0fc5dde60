"""The players that kernels can play: the array policies of registered agents.

The scripted players are exactly themselves: `random` and `acpc_example` keep their proportions where an action is not
allowed, and raise to any total. The rule players (`rules(style=...)`) see a hand's strength in steps of 1/128 and pot
odds in steps of 1/32, and use the middle of the step; from the fifth raise of a street on they act as on the fourth.
Everything else about them is as in `riverboat.agents.rules`. Cost: the strengths are looked up in tables that are built
on first use, which takes most of a minute once.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import numpy as np
from numpy.typing import NDArray

from riverboat.agents.registry import make_agent
from riverboat.agents.rules import STREET_CREDIT, RuleBot, Style, starting_place
from riverboat.agents.scripted import AcpcExample, AlwaysCall, AlwaysFold, AlwaysRaise, RandomAgent
from riverboat.arena.kernel_play.agent import ArrayPolicyAgent
from riverboat.arena.kernel_play.policy import (
    ANYTHING,
    CALL,
    CLASSES,
    FIRST_RAISE,
    FOLD,
    ODDS,
    OPPONENTS,
    RAISES,
    SMALLEST,
    STREETS,
    STRENGTHS,
    ArrayPolicy,
)
from riverboat.arena.sessions import AgentSpec
from riverboat.cards.holdings import HOLDING_CARDS, HOLDING_CLASS
from riverboat.errors import RiverboatError
from riverboat.games.agent import Agent
from riverboat.model.styles import share_at_table


def policy_of(spec: AgentSpec, players: int) -> ArrayPolicy:
    """The policy that plays like this agent at a table of this many players."""
    agent = make_agent(spec) if isinstance(spec, str) else spec()
    if isinstance(agent, ArrayPolicyAgent):
        return agent.policy
    make = _MAKERS.get(type(agent))
    if make is None:
        named = spec if isinstance(spec, str) else type(agent).__name__
        raise RiverboatError(
            f'agent "{named}": kernels play always_call, always_raise, always_fold, random, acpc_example, rules(...) '
            "and any ArrayPolicyAgent"
        )
    return make(agent, players)


def blind_policy(name: str, fold: float, call: float, bet: float, size: float = SMALLEST) -> ArrayPolicy:
    """Does not look at its cards: three weights, of which those of actions that are not allowed are left out.

    Where nothing is left, it checks or calls.
    """
    cells = np.zeros((1, 1, ODDS, 1, 2, 1, 3))
    cells[..., CALL] = call
    cells[:, :, 1:, ..., FOLD] = fold
    cells[:, :, :, :, 1, :, FIRST_RAISE] = bet
    cells[cells.sum(axis=-1) == 0.0, CALL] = 1.0
    cells /= cells.sum(axis=-1, keepdims=True)
    return ArrayPolicy(name, cells, cells, (size,))


def rule_policy(style: Style, players: int) -> ArrayPolicy:
    """A rule player, tight or loose, passive or aggressive."""
    return ArrayPolicy("rules", _before_the_flop(style, players), _by_strength(style), (style.size,))


def _before_the_flop(style: Style, players: int) -> NDArray[np.float64]:
    places = np.empty(CLASSES)
    for cards, hand_class in zip(HOLDING_CARDS.tolist(), HOLDING_CLASS.tolist(), strict=True):
        places[hand_class] = starting_place(tuple(cards), players)
    playing = share_at_table(style.play, players) * style.respect ** np.arange(RAISES)[:, None]
    cells = np.zeros((1, RAISES, 1, 1, 1, CLASSES, 3))
    raised, played = places <= playing * style.raises, places <= playing
    cells[0, :, 0, 0, 0, :, FIRST_RAISE] = raised
    cells[0, :, 0, 0, 0, :, CALL] = played & ~raised
    cells[0, :, 0, 0, 0, :, FOLD] = ~played & ~raised  # a check where nothing is owed
    return cells


def _by_strength(style: Style) -> NDArray[np.float64]:
    strength = (np.arange(STRENGTHS) + 0.5) / STRENGTHS
    street = np.arange(STREETS)[:, None, None, None, None]
    raises = np.arange(RAISES)[:, None, None, None]
    odds = np.concatenate([[0.0], (np.arange(ODDS - 1) + 0.5) / 32])[:, None, None]
    opponents = np.arange(1, OPPONENTS + 1)[:, None]
    believed = (1.0 - style.credit) ** (raises + STREET_CREDIT * street)
    ahead = np.maximum(0.0, 1.0 - (1.0 - strength) / believed)
    needed = 1.0 - (1.0 - style.value) / opponents * style.respect**raises
    wanted = np.where(ahead >= needed, style.aggression, np.where(odds == 0.0, style.bluff, 0.0))
    stays = ahead * strength ** (opponents - 1) >= odds + style.margin
    cells = np.zeros((STREETS, RAISES, ODDS, OPPONENTS, 1, STRENGTHS, 3))
    cells[:, :, :, :, 0, :, FIRST_RAISE] = wanted
    cells[:, :, :, :, 0, :, CALL] = np.where(stays, 1.0 - wanted, 0.0)
    cells[:, :, :, :, 0, :, FOLD] = np.where(stays, 0.0, 1.0 - wanted)
    return cells


def _of_rules(agent: Agent, players: int) -> ArrayPolicy:
    assert isinstance(agent, RuleBot)
    return rule_policy(agent.style, players)


_MIX: Final = (AcpcExample.FOLD, AcpcExample.CALL, AcpcExample.RAISE)
_MAKERS: Final[dict[type[Agent], Callable[[Agent, int], ArrayPolicy]]] = {
    AlwaysCall: lambda agent, players: blind_policy("always_call", 0.0, 1.0, 0.0),
    AlwaysRaise: lambda agent, players: blind_policy("always_raise", 0.0, 0.0, 1.0),
    AlwaysFold: lambda agent, players: blind_policy("always_fold", 1.0, 0.0, 0.0),
    RandomAgent: lambda agent, players: blind_policy("random", 1.0, 1.0, 1.0, ANYTHING),
    AcpcExample: lambda agent, players: blind_policy("acpc_example", *_MIX, ANYTHING),
    RuleBot: _of_rules,
}

"""The PsOpti players (Billings et al. 2003): near-equilibria of models of limit hold'em, put together."""

from __future__ import annotations

from functools import cache
from typing import Any, Final

from riverboat.agents.psopti import models
from riverboat.agents.psopti.policy import PsOptiPolicy
from riverboat.agents.strategy import StrategyAgent
from riverboat.games.action import Action
from riverboat.games.betting import Betting
from riverboat.progress import OnProgress

_POTS: Final = (2, 4, 6, 8)
"""Small bets, by the number of raises before the flop."""


def psopti0() -> StrategyAgent:
    """Always calls before the flop; one model after it."""
    return _agent("psopti0", psopti0_policy())


def psopti1() -> StrategyAgent:
    """Selby's game before the flop; after it a model for each size of the pot."""
    return _agent("psopti1", psopti1_policy())


def psopti2() -> StrategyAgent:
    """A model from the start to the turn; after the flop a model for each sequence of bets before it."""
    return _agent("psopti2", psopti2_policy(folds_before=True))


def sparbot() -> StrategyAgent:
    """`psopti2` that never folds before the flop."""
    return _agent("sparbot", psopti2_policy(folds_before=False))


def psopti4r() -> StrategyAgent:
    """One model of all four rounds, which was too large for the source."""
    return _agent("psopti4r", psopti4r_policy())


def _agent(name: str, policy: PsOptiPolicy) -> StrategyAgent:
    agent = StrategyAgent(policy)
    agent.name = name
    return agent


@cache
def psopti0_policy(on_progress: OnProgress | None = None) -> PsOptiPolicy:
    """The policy of `psopti0`."""
    return PsOptiPolicy(None, {None: models.postflop(7, 2, on_progress)}, lambda betting: None)


@cache
def psopti1_policy(on_progress: OnProgress | None = None) -> PsOptiPolicy:
    """The policy of `psopti1`."""
    after: dict[Any, Any] = {raises: models.postflop(7, pot, on_progress) for raises, pot in enumerate(_POTS)}
    return PsOptiPolicy(models.selby(on_progress), after, _raises_before)


@cache
def psopti2_policy(*, folds_before: bool = True, on_progress: OnProgress | None = None) -> PsOptiPolicy:
    """The policy of `psopti2`, and of `sparbot`."""
    before = models.preflop(6, on_progress)
    tree = before.strategy.tree.game.betting
    after: dict[Any, Any] = {
        sequence: models.after_sequence(6, sequence, on_progress) for sequence in models.sequences(tree)
    }

    def key(betting: Betting) -> models.Sequence:
        return _sequence(tree, tuple(action for street, _, action in betting.actions if street == 0))

    return PsOptiPolicy(before, after, key, folds_before=folds_before)


@cache
def psopti4r_policy(on_progress: OnProgress | None = None) -> PsOptiPolicy:
    """The policy of `psopti4r`."""
    model = models.four_rounds(6, on_progress)
    return PsOptiPolicy(model, {None: model}, lambda betting: None)


@cache
def _sequence(tree: Any, actions: tuple[Action, ...]) -> models.Sequence:
    return models.sequence_of(tree, actions)


def _raises_before(betting: Betting) -> int:
    return sum(street == 0 and action.verb == "raise_to" for street, _, action in betting.actions)

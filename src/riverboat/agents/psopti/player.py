"""The PsOpti players (Billings et al. 2003): near-equilibria of models of limit hold'em, put together.

The models of a player are solved before it first plays, in minutes, and kept in the cache: by `prepare`, which a match
calls before its first hand and `riverboat tables --build psopti1` at any time, or else with the first decision.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import Final

from riverboat.agents.psopti import models
from riverboat.agents.psopti.policy import PsOptiPolicy
from riverboat.games.action import Action
from riverboat.games.agent import Agent
from riverboat.games.betting import Betting
from riverboat.games.rules import Rules
from riverboat.games.view import View
from riverboat.progress import OnProgress
from riverboat.solve.abstract.following import FollowedModel
from riverboat.solve.abstract.models import require_limit_holdem

_POTS: Final = (2, 4, 6, 8)
"""Small bets, by the number of raises before the flop."""
Build = Callable[[OnProgress | None], PsOptiPolicy]
_built: Final[dict[str, PsOptiPolicy]] = {}


class PsOpti(Agent):
    """Plays one of the policies below."""

    def __init__(self, name: str, build: Build) -> None:
        super().__init__()
        self.name = name
        self._build = build

    def require_game(self, rules: Rules) -> None:
        require_limit_holdem(rules)

    def prepare(self, on_progress: OnProgress | None = None) -> None:
        """Solve the models of this player, or read them from the cache."""
        if self.name not in _built:
            _built[self.name] = self._build(on_progress)

    @property
    def policy(self) -> PsOptiPolicy:
        """How it plays; solved now if need be."""
        self.prepare()
        return _built[self.name]

    def act(self, view: View) -> Action:
        found = self.policy.probabilities(view)
        return self.sample(found.actions, found.probabilities.tolist())


def psopti0() -> PsOpti:
    """Always calls before the flop; one model after it."""
    return PsOpti("psopti0", psopti0_policy)


def psopti1() -> PsOpti:
    """Selby's game before the flop; after it a model for each size of the pot."""
    return PsOpti("psopti1", psopti1_policy)


def psopti2() -> PsOpti:
    """A model from the start to the turn; after the flop a model for each sequence of bets before it."""
    return PsOpti("psopti2", psopti2_policy)


def sparbot() -> PsOpti:
    """`psopti2` that never folds before the flop."""
    return PsOpti("sparbot", sparbot_policy)


def psopti4r() -> PsOpti:
    """One model of all four rounds, which was too large for the source."""
    return PsOpti("psopti4r", psopti4r_policy)


def psopti0_policy(on_progress: OnProgress | None = None) -> PsOptiPolicy:
    """The policy of `psopti0`."""
    return PsOptiPolicy(None, {None: models.postflop(7, _POTS[0], on_progress)}, _always_the_same)


def psopti1_policy(on_progress: OnProgress | None = None) -> PsOptiPolicy:
    """The policy of `psopti1`."""
    after: Mapping[object, FollowedModel] = {
        raises: models.postflop(7, pot, on_progress) for raises, pot in enumerate(_POTS)
    }
    return PsOptiPolicy(models.selby(on_progress), after, _raises_before)


def psopti2_policy(on_progress: OnProgress | None = None) -> PsOptiPolicy:
    """The policy of `psopti2`."""
    return _with_sequences(on_progress, folds_before=True)


def sparbot_policy(on_progress: OnProgress | None = None) -> PsOptiPolicy:
    """The policy of `sparbot`."""
    return _with_sequences(on_progress, folds_before=False)


def psopti4r_policy(on_progress: OnProgress | None = None) -> PsOptiPolicy:
    """The policy of `psopti4r`."""
    model = models.four_rounds(6, on_progress)
    return PsOptiPolicy(model, {None: model}, _always_the_same)


def _with_sequences(on_progress: OnProgress | None, *, folds_before: bool) -> PsOptiPolicy:
    before = models.preflop(6, on_progress)
    tree = before.strategy.tree.game.betting
    after: Mapping[object, FollowedModel] = {
        sequence: models.after_sequence(6, sequence, on_progress) for sequence in models.sequences(tree)
    }

    @cache
    def letters(actions: tuple[Action, ...]) -> models.Sequence:
        return models.sequence_of(tree, actions)

    def key(betting: Betting) -> models.Sequence:
        return letters(tuple(action for street, _, action in betting.actions if street == 0))

    return PsOptiPolicy(before, after, key, folds_before=folds_before)


def _always_the_same(betting: Betting) -> None:
    return None


def _raises_before(betting: Betting) -> int:
    return sum(street == 0 and action.verb == "raise_to" for street, _, action in betting.actions)

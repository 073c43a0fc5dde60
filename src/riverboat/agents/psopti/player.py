"""The PsOpti players (Billings et al. 2003): near-equilibria of models of limit hold'em, put together.

The models of a player are solved before it first plays, in minutes, and kept in the cache: by `prepare`, which a match
calls before its first hand and `riverboat tables --build psopti1` at any time, or else with the first decision.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import Final

from riverboat.abstraction.bucketing import parse_bucketing
from riverboat.agents.psopti import models
from riverboat.agents.psopti.models import ModelOptions
from riverboat.agents.psopti.policy import Key, PsOptiPolicy
from riverboat.agents.psopti.splitting import require_parts, sub_buckets
from riverboat.games.action import Action
from riverboat.games.agent import Agent
from riverboat.games.betting import Betting
from riverboat.games.rules import Rules
from riverboat.games.view import View
from riverboat.progress import OnProgress
from riverboat.solve.abstract.following import FollowedModel
from riverboat.solve.abstract.models import River, require_limit_holdem

_POTS: Final = (2, 4, 6, 8)
"""Small bets, by the number of raises before the flop."""
_SEVEN, _SIX = parse_bucketing("psopti(7)"), parse_bucketing("psopti(6)")
Parts = tuple[FollowedModel | None, Mapping[object, FollowedModel], Key]
"""The model before the flop, those after it, and which of them is played."""


class PsOpti(Agent):
    """Plays the policy that `build` makes of solved models, in limit hold'em and perhaps in other games."""

    def __init__(self, build: Callable[[OnProgress | None], PsOptiPolicy], *games: str) -> None:
        super().__init__()
        self._build: Final = build
        self._games: Final = games
        self._policy: PsOptiPolicy | None = None

    def require_game(self, rules: Rules) -> None:
        require_limit_holdem(rules, *self._games)

    def prepare(self, on_progress: OnProgress | None = None) -> None:
        """Solve the models of this player, or read them from the cache."""
        if self._policy is None:
            self._policy = self._build(on_progress)

    @property
    def policy(self) -> PsOptiPolicy:
        """How it plays; solved now if need be."""
        self.prepare()
        assert self._policy is not None
        return self._policy

    def act(self, view: View) -> Action:
        found = self.policy.probabilities(view)
        return self.sample(found.actions, found.probabilities.tolist())


def psopti0(*, split: int = 1, flops: int | None = None, target: float | None = None, seed: int = 1) -> PsOpti:
    """Always calls before the flop; one model after it. It plays `postflop_holdem` too, which is that model's game.

    All players of the family take these parameters: `split`, into how many parts of different strength each bucket is
    split in play; `flops`, how many random flops the models are made of instead of all; `target`, how exploitable
    models may be, in small bets per hand; `seed`, of the boards that are counted.
    """
    options = ModelOptions(_SEVEN, flops, target=target, seed=seed)

    def parts(on_progress: OnProgress | None) -> Parts:
        return None, {None: models.postflop(options, _POTS[0], on_progress)}, _always_the_same

    return _player(parts, options, split, "postflop_holdem")


def psopti1(*, split: int = 1, flops: int | None = None, target: float | None = None, seed: int = 1) -> PsOpti:
    """Selby's game before the flop; after it a model for each size of the pot, whoever raised."""
    options = ModelOptions(_SEVEN, flops, target=target, seed=seed)

    def parts(on_progress: OnProgress | None) -> Parts:
        after: Mapping[object, FollowedModel] = {
            raises: models.postflop(options, pot, on_progress) for raises, pot in enumerate(_POTS)
        }
        return models.selby(on_progress), after, _raises_before

    return _player(parts, options, split)


def psopti2(
    *,
    fold_preflop: bool = True,
    river: River = "check",
    split: int = 1,
    flops: int | None = None,
    target: float | None = None,
    seed: int = 1,
) -> PsOpti:
    """A model from the start to the turn; after the flop a model for each sequence of bets before it."""
    options = ModelOptions(_SIX, flops, river, target, seed)

    def parts(on_progress: OnProgress | None) -> Parts:
        before = models.from_start(options, "preflop", on_progress)
        tree = before.strategy.tree.game.betting
        after: Mapping[object, FollowedModel] = {
            sequence: models.after_sequence(options, sequence, on_progress) for sequence in models.sequences(tree)
        }

        @cache
        def letters(actions: tuple[Action, ...]) -> models.Sequence:
            return models.sequence_of(tree, actions)

        def key(betting: Betting) -> models.Sequence:
            return letters(tuple(action for street, _, action in betting.actions if street == 0))

        return before, after, key

    return _player(parts, options, split, folds_before=fold_preflop)


def sparbot(
    *,
    river: River = "check",
    split: int = 1,
    flops: int | None = None,
    target: float | None = None,
    seed: int = 1,
) -> PsOpti:
    """`psopti2` that never folds before the flop, as Sparbot was said to play (Gilpin and Sandholm 2006)."""
    return psopti2(fold_preflop=False, river=river, split=split, flops=flops, target=target, seed=seed)


def psopti4r(*, split: int = 1, flops: int | None = None, target: float | None = None, seed: int = 1) -> PsOpti:
    """One model of all four rounds, which was too large for the source."""
    options = ModelOptions(_SIX, flops, target=target, seed=seed)

    def parts(on_progress: OnProgress | None) -> Parts:
        model = models.from_start(options, "four_rounds", on_progress)
        return model, {None: model}, _always_the_same

    return _player(parts, options, split)


def _player(
    parts: Callable[[OnProgress | None], Parts],
    options: ModelOptions,
    split: int,
    *games: str,
    folds_before: bool = True,
) -> PsOpti:
    require_parts(split)

    def build(on_progress: OnProgress | None) -> PsOptiPolicy:
        before, after, key = parts(on_progress)
        halves = None if split == 1 else sub_buckets(options.buckets, split, on_progress)
        return PsOptiPolicy(before, after, key, folds_before=folds_before, split=halves)

    return PsOpti(build, *games)


def _always_the_same(betting: Betting) -> None:
    return None


def _raises_before(betting: Betting) -> int:
    return sum(street == 0 and action.verb == "raise_to" for street, _, action in betting.actions)

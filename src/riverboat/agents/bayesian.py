"""Bayesian opponent modelling: best responses to a posterior, in any small game (Southey et al. 2005).

It starts with many strategies that its opponent may have, learns from every hand, whether cards were shown or not,
and plays a best response to what it believes (`model.bayesian`). One opponent; at tables with more, and in games too
large to write out, it refuses. The tree and the prior are made at the first hand (Leduc: half a second) and shared by
all such players of a process.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Literal

from riverboat.agents.equilibrium import require_small
from riverboat.errors import RiverboatError
from riverboat.games.action import Action
from riverboat.games.agent import Agent
from riverboat.games.hand import Hand
from riverboat.games.rules import Rules
from riverboat.games.view import View
from riverboat.model.bayesian import MODES, Posterior, Prior
from riverboat.solve.strategy import Strategy
from riverboat.solve.tree import Floats, GameTree


class Bayesian(Agent):
    """Best responses to a posterior over sampled strategies."""

    def __init__(
        self,
        samples: int = 1000,
        mode: Literal["bbr", "map", "thompson"] = "bbr",
        dirichlet: float = 1.0,
        prior: int = 1,
    ) -> None:
        """`prior` is the seed of the samples, `dirichlet` the parameter with which they are drawn."""
        super().__init__()
        if mode not in MODES:
            raise RiverboatError(f'mode "{mode}": expected one of {", ".join(MODES)}')
        if samples < 1 or not dirichlet > 0 or prior < 0:
            raise RiverboatError("expected samples of 1 or more, a dirichlet above 0 and a prior of 0 or more")
        self.mode = mode
        self._settings = samples, dirichlet, prior
        self.posterior: Posterior | None = None
        """What it believes; None before the first hand."""
        self._position = 0
        self._plays: Floats | None = None

    def require_game(self, rules: Rules) -> None:
        if rules.players != 2:
            raise RiverboatError(f'game "{rules.identity}": bayesian plays against one opponent')
        require_small(rules)

    def begin(self, view: View) -> None:
        self._plays = None
        if self.posterior is None or not _same(self.posterior.prior.tree.rules, view.rules):
            self.posterior = Posterior(_prior(view.rules, *self._settings))
        self._position = view.position

    def act(self, view: View) -> Action:
        if self.posterior is None or self._position != view.position:
            self.begin(view)
        assert self.posterior is not None
        if self._plays is None:
            draw = self.rng.random() if self.mode == "thompson" else 0.0
            self._plays = self.posterior.answer(view.position, self.mode, draw)
        found = Strategy(self.posterior.prior.tree, self._plays).probabilities(view)
        return self.sample(found.actions, found.probabilities.tolist())

    def end(self, hand: Hand) -> None:
        if self.posterior is not None:
            self.posterior.see(hand, 1 - self._position)


def _same(rules: Rules, others: Rules) -> bool:
    return rules is others or rules.identity == others.identity


@lru_cache(maxsize=4)
def _prior(rules: Rules, samples: int, dirichlet: float, seed: int) -> Prior:
    return Prior.sampled(GameTree.build(rules), samples, dirichlet=dirichlet, seed=seed)

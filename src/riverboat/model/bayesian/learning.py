"""A posterior over an opponent's strategy in a small game, from observed hands.

The prior is a set of sampled strategies, each an independent Dirichlet draw in every information set (Southey et al.
2005, "Bayes' bluff"). Every hand multiplies the weight of a sample by how likely it makes the opponent's choices, with
hidden cards summed out (`solve.response.evidence`). Answers to the posterior:

| mode     | best response to                                                                          |
|----------|-------------------------------------------------------------------------------------------|
| bbr | the whole posterior: the mean of the samples, weighed by how likely they reach a choice |
| map      | the sample with the largest weight                                                        |
| thompson | a sample drawn by weight for every hand                                                   |

The first wins the most per hand if the prior is right, since a mixture of strategies, chosen once per hand, is one
strategy whose realisation plan is the mean of theirs. Leduc with 1,000 samples: a millisecond or two to learn from a
hand and to answer; memory is three float64 per entry and sample. Two players. Samples never change, so an opponent
unlike all of them is only known as far as the nearest ones.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Final, Literal, get_args

import numpy as np

from riverboat.errors import RiverboatError
from riverboat.games.hand import Hand
from riverboat.solve.response.counter import require_two
from riverboat.solve.response.evidence import Witness
from riverboat.solve.response.exact import Evaluator
from riverboat.solve.tree import Floats, GameTree, Integers

Mode = Literal["bbr", "map", "thompson"]
MODES: Final = get_args(Mode)
MAX_NUMBERS: Final = 50_000_000
"""Priors above this are refused: samples times entries of a strategy, at 16 bytes each."""
_TINY: Final = 1e-300
_NOTHING: Final = 1e-12
"""Samples below this weight are left out of a mean."""


class Prior:
    """Strategies that an opponent may have, before anything is observed."""

    def __init__(self, tree: GameTree, strategies: Floats) -> None:
        """These strategies, all equally likely.

        Args:
            strategies: float64[samples, entries], each in the order of the tree.
        """
        require_two(tree, "a posterior over strategies")
        if strategies.ndim != 2 or strategies.shape[1] != tree.entries or not len(strategies):
            raise RiverboatError(
                f"prior: an array of {strategies.shape}, expected samples with {tree.entries} probabilities each"
            )
        self.tree, self.strategies = tree, strategies
        self.witness = Witness(tree)

    @classmethod
    def sampled(
        cls, tree: GameTree, samples: int = 1000, *, dirichlet: float = 1.0, seed: int | np.random.Generator = 1
    ) -> Prior:
        """Independent Dirichlet draws in every information set: 1 makes all strategies equally likely, less favours
        pure ones, more favours mixed ones.

        Args:
            samples: How many strategies.
            dirichlet: The parameter of the distribution.
        """
        if samples < 1 or samples * tree.entries > MAX_NUMBERS:
            raise RiverboatError(
                f"prior: {samples:,} samples; for {tree.rules.name} 1 to {MAX_NUMBERS // tree.entries:,} fit"
            )
        if not dirichlet > 0:
            raise RiverboatError(f"prior: a Dirichlet parameter of {dirichlet:g}, expected one above 0")
        rng = np.random.default_rng(seed)
        parts = np.maximum(rng.standard_gamma(dirichlet, (samples, tree.entries)), _TINY)
        totals = np.add.reduceat(parts, tree.set_start[:-1], axis=1)
        return cls(tree, parts / totals[:, tree.entry_set])

    @property
    def samples(self) -> int:
        """How many there are."""
        return len(self.strategies)

    @cached_property
    def plans(self) -> Floats:
        """The samples' realisation plans: how likely a player's own choices up to each entry are."""
        tree = self.tree
        plans = self.strategies.copy()
        for each in np.flatnonzero(tree.set_parent >= 0):  # sets come after their parents
            start, stop = tree.set_start[each], tree.set_start[each + 1]
            plans[:, start:stop] *= plans[:, tree.set_parent[each], None]
        return plans

    @cached_property
    def entries_of(self) -> tuple[Integers, ...]:
        """The entries of each position."""
        owner = self.tree.set_player[self.tree.entry_set]
        return tuple(np.flatnonzero(owner == position) for position in range(self.tree.players))

    @cached_property
    def plans_of(self) -> tuple[Floats, ...]:
        """The plans of each position, contiguous."""
        return tuple(np.ascontiguousarray(self.plans[:, entries]) for entries in self.entries_of)


class Posterior:
    """What is known about one opponent."""

    def __init__(self, prior: Prior) -> None:
        self.prior = prior
        self.hands = 0
        """How many hands were seen."""
        self._log: Floats = np.zeros(prior.samples)
        self._evaluator = Evaluator(prior.tree)
        self._answers: dict[tuple[int, int], Floats] = {}

    @property
    def weights(self) -> Floats:
        """The probability of each sample."""
        raw = np.exp(self._log - self._log.max())
        weights: Floats = raw / raw.sum()
        return weights

    def see(self, hand: Hand, position: int) -> None:
        """Learn from a hand in which the opponent sat in this position; cards that were not seen are -1."""
        self._learn(self.prior.witness.read(hand, position).likelihood(self.prior.strategies))

    def see_parts(self, end: int, down: Sequence[tuple[int, ...]], board: tuple[int, ...], position: int) -> None:
        """The same from a betting node, cards and board; see `Witness.read_parts`.

        Args:
            end: The betting node in which the hand ended.
            down: Everybody's cards, by position, hidden ones included.
        """
        evidence = self.prior.witness.read_parts(end, down, board, position)
        self._learn(evidence.likelihood(self.prior.strategies))

    def _learn(self, likelihood: Floats) -> None:
        self._log += np.log(np.maximum(likelihood, _TINY))
        self.hands += 1

    @property
    def best_fit(self) -> int:
        """The sample with the largest weight."""
        return int(self._log.argmax())

    def mean(self, position: int) -> Floats:
        """The strategy of the whole posterior in a position; entries of the other position mean nothing."""
        tree, entries = self.prior.tree, self.prior.entries_of[position]
        plan, weights, plans = np.zeros(tree.entries), self.weights, self.prior.plans_of[position]
        alive = np.flatnonzero(weights > _NOTHING)
        if 2 * len(alive) < len(weights):
            weights, plans = weights[alive], plans[alive]
        # Not `@`: on a busy machine BLAS threads wait for each other, a hundred times as long as this takes.
        plan[entries] = np.einsum("s,se->e", weights, plans)
        return tree.normalised(plan)

    def answer(self, position: int, mode: Mode = "bbr", draw: float = 0.5) -> Floats:
        """The strategy for a position against this opponent.

        Args:
            mode: How to use the posterior: "bbr", "map" or "thompson".
            draw: The random number in [0, 1) for `thompson`.
        """
        if mode not in MODES:
            raise RiverboatError(f'mode "{mode}": expected one of {", ".join(MODES)}')
        if mode == "bbr":
            return self._best(self.mean(1 - position), position)
        sample = self.best_fit
        if mode == "thompson":
            sample = min(int(np.searchsorted(self.weights.cumsum(), draw, side="right")), self.prior.samples - 1)
        if (sample, position) not in self._answers:
            self._answers[sample, position] = self._best(self.prior.strategies[sample], position)
        return self._answers[sample, position]

    def _best(self, against: Floats, position: int) -> Floats:
        tree = self.prior.tree
        chosen = self._evaluator.best(against, position)[1]
        answer = np.zeros(tree.entries)
        mine = np.flatnonzero(tree.set_player == position)
        answer[tree.set_start[mine] + chosen[mine]] = 1.0
        return answer

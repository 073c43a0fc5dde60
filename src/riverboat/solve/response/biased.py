"""The data-biased response: a counter-strategy to a model with different confidence in each information set.

A restricted Nash response (`restricted.py`) trusts a model everywhere alike. Here the opponent is held to it in each
information set with a separate confidence, which grows with the number of observations there, and is free otherwise
(Johanson and Bowling 2009). Where nothing was seen the opponent is assumed to be perfect, so no default policy is
needed; with little data the answer is near an equilibrium, with much of it near a best response.

A `Confidence` says how much n observations are trusted; the paper's three kinds are `step`, `linear` and `curve`, all
multiplied by a maximum confidence.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from riverboat.errors import RiverboatError
from riverboat.solve.response.counter import Counter
from riverboat.solve.response.frequentist import Observed
from riverboat.solve.response.restricted import MAX_ITERATIONS, TARGET, answer_held
from riverboat.solve.tree import Floats, GameTree

Confidence = Callable[[Floats], Floats]
"""From numbers of observations to probabilities."""


def step(min_visits: float = 1.0) -> Confidence:
    """Full confidence from `min_visits` observations on, none before."""
    _require_positive("step", min_visits)
    return lambda visits: (visits >= min_visits).astype(np.float64)


def linear(full: float = 10.0) -> Confidence:
    """Confidence grows linearly up to `full` observations."""
    _require_positive("linear", full)
    return lambda visits: np.minimum(visits / full, 1.0)


def curve(half: float = 10.0) -> Confidence:
    """n / (n + half): half the confidence at `half` observations, approaching 1."""
    _require_positive("curve", half)
    return lambda visits: visits / (visits + half)


def _require_positive(name: str, value: float) -> None:
    if not value > 0:
        raise RiverboatError(f"confidence {name}({value:g}): expected a number of observations above 0")


def data_biased(
    tree: GameTree,
    observed: Observed,
    confidence: Confidence | None = None,
    *,
    max_confidence: float = 1.0,
    target: float = TARGET,
    max_iterations: int = MAX_ITERATIONS,
) -> Counter:
    """The answer to an opponent who was observed; `linear(10)` unless another confidence is given."""
    if not 0.0 <= max_confidence <= 1.0:
        raise RiverboatError(f"confidence {max_confidence:g}: expected a probability")
    shares = max_confidence * (confidence or linear())(observed.visits)
    return answer_held(tree, observed.strategy(), shares, target=target, max_iterations=max_iterations)

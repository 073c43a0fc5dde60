"""How well is a player recognised? Held-out accuracy with the baseline beside it, and calibration.

Accuracy is the share of cases whose likeliest action interval is the one that was chosen (EQ24 of Teófilo 2016). The
thesis scored on the cases that it had learned from; here five folds of whole hands take turns in being held out,
because decisions of one hand resemble each other. Everything that is learned, breakpoints of strength and weights
included, is learned without them. Only the breakpoints of actions come from all cases: they say what is asked.

Calibration compares how sure a recogniser was with how often it was right: the Brier score over all intervals (0 is
perfect, 2 the worst), and the expected calibration error over ten bins of confidence (Naeini et al. 2015).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields
from functools import partial
from math import sqrt
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from riverboat.agents.pokerlang.inference.cases import Cases
from riverboat.agents.pokerlang.inference.recognisers import Floats, Labels, Recogniser
from riverboat.errors import RiverboatError
from riverboat.executor import Executor, Shared
from riverboat.executor.local import InProcess
from riverboat.progress import OnProgress, Progress

FOLDS: Final = 5
BINS: Final = 10


class Bin(NamedTuple):
    """Predictions of similar confidence."""

    low: float
    high: float
    cases: int
    confidence: float
    """The mean of what was said."""
    right: float
    """The share that was right."""


@dataclass(frozen=True)
class Score:
    """What predictions were worth."""

    cases: int
    right: int
    error: float
    """The standard error of the accuracy, over hands."""
    brier: float
    calibration_error: float
    bins: tuple[Bin, ...]

    @property
    def accuracy(self) -> float:
        """The share that was right."""
        return self.right / self.cases

    def to_json(self) -> dict[str, Any]:
        """Everything, for programs."""
        return {
            "accuracy": self.accuracy,
            "standard_error": self.error,
            "cases": self.cases,
            "brier": self.brier,
            "calibration_error": self.calibration_error,
            "reliability": [each._asdict() for each in self.bins],
        }


def score(odds: Floats, labels: Labels, hands: NDArray[np.int64]) -> Score:
    """Score predictions of some cases."""
    if not len(labels):
        raise RiverboatError("no cases to score")
    right = odds.argmax(axis=1) == labels
    confidence = odds.max(axis=1)
    taken = odds[np.arange(len(labels)), labels]
    brier = float(((odds**2).sum(axis=1) - 2.0 * taken + 1.0).mean())
    edges = np.linspace(0.0, 1.0, BINS + 1)
    inside = np.clip(np.searchsorted(edges, confidence, side="right") - 1, 0, BINS - 1)
    bins = []
    for number in range(BINS):
        those = inside == number
        if those.any():
            said, came = float(confidence[those].mean()), float(right[those].mean())
            bins.append(Bin(float(edges[number]), float(edges[number + 1]), int(those.sum()), said, came))
    apart = sum(each.cases * abs(each.confidence - each.right) for each in bins) / len(labels)
    return Score(len(labels), int(right.sum()), _error(right, hands), brier, apart, tuple(bins))


def _error(right: NDArray[np.bool_], hands: NDArray[np.int64]) -> float:
    """The standard error of a ratio of two sums over hands (Cochran 1977, chapter 6)."""
    _, place = np.unique(hands, return_inverse=True)
    residual = np.bincount(place, right - right.mean())
    count = len(residual)
    return sqrt(count / (count - 1) * float((residual**2).sum())) / len(right) if count > 1 else float("nan")


def folds_of(cases: Cases, folds: int = FOLDS, seed: int = 1) -> NDArray[np.int64]:
    """int64[N]: the fold of each case; whole hands, in random order."""
    numbers, place = np.unique(cases.hands, return_inverse=True)
    if not 2 <= folds <= len(numbers):
        raise RiverboatError(f"{folds} folds of {len(numbers)} hands: expected 2 or more, and no more than hands")
    order = np.random.default_rng(seed).permutation(len(numbers))
    return np.asarray((order % folds)[place])


def held_out(
    make: Callable[[], Recogniser],
    cases: Cases,
    labels: Labels,
    folds: NDArray[np.int64],
    on_progress: OnProgress | None = None,
    executor: Executor | None = None,
) -> Floats:
    """float64[N, labels]: what is predicted for each case by a recogniser that has not seen its hand.

    With an executor that has processes, `make` must be something that can be sent to them; each does whole folds.
    """
    executor = executor or InProcess()
    numbers: Sequence[int] = np.unique(folds).tolist()
    columns = {each.name: getattr(cases, each.name) for each in fields(cases)}
    shared = executor.share({**columns, "labels": labels, "folds": folds})
    found: Floats | None = None
    for fold, predicted in zip(numbers, executor.in_order(partial(_predicted, make, shared), numbers), strict=True):
        if found is None:
            found = np.zeros((len(cases), predicted.shape[1]))
        found[folds == fold] = predicted
        if on_progress is not None:
            on_progress(Progress(fold + 1, len(numbers)))
    assert found is not None
    return found


def _predicted(make: Callable[[], Recogniser], shared: Shared, fold: int) -> Floats:
    """What is predicted for the cases of one fold."""
    arrays = shared.arrays
    cases = Cases(*(arrays[each.name] for each in fields(Cases)))
    seen = arrays["folds"] != fold
    recogniser = make()
    recogniser.fit(cases[seen], arrays["labels"][seen])
    return recogniser.predict(cases[~seen])

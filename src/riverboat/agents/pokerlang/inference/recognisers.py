"""Which action does a situation call for? Four recognisers that learn it from a player's cases.

Three are those of the thesis (Teófilo 2016, section 6.1), on its tuple of stack zone, strength interval and position:
a random forest; the nearest case by Euclidean distance (EQ22); and the nearest case by a weighted distance (EQ23)
whose weights are the best of 10,000 random vectors. All cases at the smallest distance vote. The fourth is gradient
boosting of trees on all evaluators of the language. Before and after the flop each learns separately.

Weights are judged by leaving each case out, because on its own cases any weights are equally good: a case is at
distance 0 from itself. For the same reason weights only matter for cells in which no other case lies; only those are
computed again for each vector, so that 10,000 vectors take well below a second.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from contextlib import AbstractContextManager
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from riverboat.agents.pokerlang.inference.cases import AFTER_FLOP, BEFORE_FLOP, EVALUATORS, Cases
from riverboat.agents.pokerlang.inference.intervals import StrengthIntervals
from riverboat.errors import RiverboatError
from riverboat.extras import require

Floats = NDArray[np.float64]
Labels = NDArray[np.int64]

VECTORS: Final = 10_000
"""Random weight vectors that are tried."""
TermsByPhase = tuple[Sequence[str], Sequence[str]]
TUPLE_TERMS: Final = ("stack", "strength", "position")
_TREES: Final = 50
_ROUNDS: Final = 40
_EQUAL: Final = 1e-9
"""Squared distances that differ by less are equal."""
_BATCH: Final = 500
"""Weight vectors that are judged at once."""


def _without(*names: str) -> tuple[str, ...]:
    return tuple(term.name for term in EVALUATORS if term.name not in names)


def _one_thread() -> AbstractContextManager[Any]:
    """Data this small is not worth more, and threads of others that share the machine wait long for each other."""
    from threadpoolctl import threadpool_limits

    limits: AbstractContextManager[Any] = threadpool_limits(limits=1)
    return limits


class Recogniser(ABC):
    """Learns cases with the numbers of their action intervals; says how likely each interval is."""

    name: str
    terms: TermsByPhase = (TUPLE_TERMS, TUPLE_TERMS)
    """The evaluators that rules in its manner may use, before and after the flop."""

    def __init__(self, labels: int, strengths: int = 10, seed: int = 1) -> None:
        """`labels` and `strengths` are the numbers of action and strength intervals."""
        self.labels, self.strengths, self.seed = labels, strengths, seed

    @abstractmethod
    def fit(self, cases: Cases, labels: Labels) -> None:
        """Learn from these, and forget what was learned before."""

    @abstractmethod
    def predict(self, cases: Cases) -> Floats:
        """float64[N, labels]: how likely each action interval is."""


class Majority(Recogniser):
    """The baseline: the action frequencies of each phase, whatever the situation."""

    name = "majority"
    terms = ((), ())

    def fit(self, cases: Cases, labels: Labels) -> None:
        self._odds = np.zeros((2, self.labels))
        np.add.at(self._odds, (cases.phases, labels), 1.0)
        self._odds /= np.maximum(self._odds.sum(axis=1, keepdims=True), 1.0)

    def predict(self, cases: Cases) -> Floats:
        return self._odds[cases.phases]


class _Learned(Recogniser):
    """A classifier of scikit-learn for each phase."""

    @abstractmethod
    def _machine(self) -> Any:
        """A new classifier."""

    @abstractmethod
    def _inputs(self, cases: Cases) -> Floats:
        """What it sees of the cases."""

    def fit(self, cases: Cases, labels: Labels) -> None:
        self._prepare(cases)
        self._machines: list[Any] = []
        for phase in (BEFORE_FLOP, AFTER_FLOP):
            those = cases.phases == phase
            found = np.unique(labels[those])
            if len(found) < 2:  # nothing to tell apart
                self._machines.append(found)
                continue
            machine = self._machine()
            with _one_thread():
                machine.fit(self._inputs(cases[those]), labels[those])
            self._machines.append(machine)

    def predict(self, cases: Cases) -> Floats:
        found = np.zeros((len(cases), self.labels))
        for phase, machine in enumerate(self._machines):
            those = np.flatnonzero(cases.phases == phase)
            if not len(those):
                continue
            if isinstance(machine, np.ndarray):
                found[those[:, None], machine] = 1.0
            else:
                with _one_thread():
                    found[those[:, None], machine.classes_] = machine.predict_proba(self._inputs(cases[those]))
        return found

    def _prepare(self, cases: Cases) -> None:
        """What must be known before anything is learned."""


class Forest(_Learned):
    """A random forest on the tuple."""

    name = "forest"

    def _prepare(self, cases: Cases) -> None:
        self._intervals = StrengthIntervals.of(cases, self.strengths)

    def _machine(self) -> Any:
        require("sklearn", "recognising strategies")
        from sklearn.ensemble import RandomForestClassifier

        return RandomForestClassifier(_TREES, random_state=self.seed)

    def _inputs(self, cases: Cases) -> Floats:
        return self._intervals.coordinates(self._intervals.cells(cases))


class Boosting(_Learned):
    """Gradient boosting of small trees on all evaluators."""

    name = "boosting"
    # Rules do without terms that nearly say the same as others; that costs them no accuracy and makes them readable.
    terms = (
        _without("group", "strength", "ehs", "made", "pair", "draw", "potential", "negative_potential", "pot_odds"),
        _without("group", "percentile", "negative_potential", "pot_odds"),
    )

    def _machine(self) -> Any:
        require("sklearn", "recognising strategies")
        from sklearn.ensemble import HistGradientBoostingClassifier

        return HistGradientBoostingClassifier(
            max_iter=_ROUNDS, learning_rate=0.1, max_leaf_nodes=5, min_samples_leaf=20, max_bins=63,
            l2_regularization=1.0, early_stopping=False, random_state=self.seed,
        )  # fmt: skip

    def _inputs(self, cases: Cases) -> Floats:
        return cases.values


class Nearest(Recogniser):
    """All cases at the smallest distance vote; a distance counts stack, strength and position alike."""

    name = "nearest"
    weights: Floats = np.full(3, 1.0 / 3.0)
    """Of stack, strength and position; their sum is 1."""

    def fit(self, cases: Cases, labels: Labels) -> None:
        self._intervals = StrengthIntervals.of(cases, self.strengths)
        cells, phases = self._intervals.cells(cases), cases.phases
        self._votes = []
        for phase in (BEFORE_FLOP, AFTER_FLOP):
            those = phases == phase
            occupied, place = np.unique(cells[those], return_inverse=True)
            votes = np.zeros((len(occupied), self.labels))
            np.add.at(votes, (place, labels[those]), 1.0)
            self._votes.append((occupied, votes))

    def predict(self, cases: Cases) -> Floats:
        found = np.zeros((len(cases), self.labels))
        cells = self._intervals.cells(cases)
        for phase, (occupied, votes) in enumerate(self._votes):
            those = np.flatnonzero(cases.phases == phase)
            if not len(those):
                continue
            if not len(occupied):
                found[those] = 1.0 / self.labels
                continue
            asked, place = np.unique(cells[those], return_inverse=True)
            squares = _squares(self._intervals, asked, occupied) @ self.weights
            answers = (squares <= squares.min(axis=1, keepdims=True) + _EQUAL) @ votes
            found[those] = (answers / answers.sum(axis=1, keepdims=True))[place]
        return found


class Weighted(Nearest):
    """The same with the best of many random weight vectors, judged by leaving each case out."""

    name = "weighted"

    def __init__(self, labels: int, strengths: int = 10, seed: int = 1, vectors: int = VECTORS) -> None:
        super().__init__(labels, strengths, seed)
        if vectors < 1:
            raise RiverboatError(f"{vectors} weight vectors: expected 1 or more")
        self.vectors = vectors
        self.ties = 1.0
        """The share of vectors that were as good as the best one."""

    def fit(self, cases: Cases, labels: Labels) -> None:
        super().fit(cases, labels)
        tried = np.random.default_rng(self.seed).dirichlet(np.ones(3), self.vectors)
        right = self.left_out(tried)
        best = right == right.max()
        self.ties = float(best.mean())
        # Of vectors that are equally good none is better than their mean, which has no accident of the draw in it.
        middle = tried[best].mean(axis=0)
        self.weights = middle if self.left_out(middle[None])[0] == right.max() else tried[int(np.argmax(right))]

    def left_out(self, weights: Floats) -> NDArray[np.int64]:
        """int64[vectors]: how many cases each weight vector recognises if the case itself has no vote."""
        right = np.zeros(len(weights), np.int64)
        for occupied, votes in self._votes:
            counts = votes.sum(axis=1)
            shared = votes[counts > 1.0]
            # A case of label l sees the votes of its cell less its own.
            without = shared[:, None, :] - np.eye(self.labels)[None]
            hit = without.argmax(axis=2) == np.arange(self.labels)
            right += int((shared * hit).sum())
            alone = np.flatnonzero(counts == 1.0)
            if len(alone) and len(occupied) > 1:
                right += self._alone(weights, occupied, votes, alone)
        return right

    def _alone(self, weights: Floats, occupied: Labels, votes: Floats, alone: Labels) -> NDArray[np.int64]:
        """Cases that have a cell to themselves are recognised by the nearest other cells."""
        squares = _squares(self._intervals, occupied[alone], occupied)
        squares[np.arange(len(alone)), alone] = np.inf
        flat = squares.reshape(-1, 3).T
        own = votes[alone].argmax(axis=1)
        right = np.empty(len(weights), np.int64)
        for start in range(0, len(weights), _BATCH):
            some = weights[start : start + _BATCH]
            far = (some @ flat).reshape(len(some), len(alone), -1)
            nearest = far <= far.min(axis=2, keepdims=True) + _EQUAL
            right[start : start + _BATCH] = ((nearest @ votes).argmax(axis=2) == own).sum(axis=1)
        return right


def _squares(intervals: StrengthIntervals, first: Labels, second: Labels) -> Floats:
    """float64[first, second, 3]: the squared differences of each coordinate."""
    apart = intervals.coordinates(first)[:, None, :] - intervals.coordinates(second)[None]
    return np.asarray(apart * apart)


RECOGNISERS: Final[dict[str, type[Recogniser]]] = {each.name: each for each in (Forest, Nearest, Weighted, Boosting)}
"""By name; the first three are those of the thesis."""

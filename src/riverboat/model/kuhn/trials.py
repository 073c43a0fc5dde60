"""How fast does a learner come to exploit an opponent? Thousands of matches at once, every switching hand in one pass.

The method of Southey, Hoehn and Holte (2009, section 5): P1 explores and learns for t hands, then plays the best answer
to what it has learned until the end. What that wins is not played out but known exactly (`family.expected_value`), and
so are the winnings expected while exploring; what is left to chance is what the learner saw. One pass over a trial
serves all t, and the sums that are kept serve matches of any length.

`Curve` holds means over trials by t with their standard errors. A trial's deals and draws depend on the seed and its
number alone, so learners with the same seed get the same deals, and threads change nothing. Cost: about 70 ns per hand
for parameter learning and 200 ns for experts, so 30,000 trials of 900 hands take seconds.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from riverboat.errors import RiverboatError
from riverboat.model.kuhn.estimates import DEFAULT_PRIOR, BetaPrior
from riverboat.model.kuhn.experts import FIRST_EXPERTS, Credit, require_credit
from riverboat.model.kuhn.family import BALANCED, NASH_SECOND, VALUE, First, Second
from riverboat.progress import OnProgress
from riverboat.workers import in_threads

Floats = NDArray[np.float64]

MATCH = 200
"""How many hands a match has in most figures."""

TRIALS = 30_000
"""How many matches a point of the published figures averages."""

BADLY_WRONG = -0.1
"""A model whose best response wins no more than this against the true opponent is badly wrong (Fig. 13)."""

_HANDS_PER_CALL = 500_000


@dataclass(frozen=True)
class Explore:
    """Parameter learning: play `strategy` for a while, then the best response to the likeliest opponent."""

    strategy: First = BALANCED
    eta: BetaPrior = DEFAULT_PRIOR
    xi: BetaPrior = DEFAULT_PRIOR


@dataclass(frozen=True)
class Experts:
    """Strategy learning: sequential Exp4 for a while, then the expert with the highest score."""

    experts: Sequence[Sequence[float]] = FIRST_EXPERTS
    rho: float = 1.0
    psi: float = 0.75
    total: bool = False
    """Whether scores grow with the number of hands; the paper's are means."""
    credit: Credit = "agreeing"
    """Who is given a hand's winnings: all experts that could have played it (Algorithm 1), or only the drawn one."""


@dataclass(frozen=True)
class ExploreAsSecond:
    """P2 plays (eta, xi) for a while, then the best response to its approximate estimate of P1."""

    strategy: Second = NASH_SECOND
    prior: BetaPrior = DEFAULT_PRIOR
    """Of alpha, beta and gamma alike."""


Learner = Explore | Experts | ExploreAsSecond


@dataclass(frozen=True)
class Curve:
    """Means over trials; index t is the switching hand, from 0 to the number of hands."""

    trials: int
    match: int
    moments: Floats
    counts: NDArray[np.int64]

    @property
    def rate(self) -> Floats:
        """Expected winnings per hand after switching at hand t."""
        return self.moments[:, 0] / self.trials

    @property
    def rate_error(self) -> Floats:
        """Its standard error."""
        return _error(self.moments[:, 1], self.rate, self.trials)

    def winnings(self, match: int | None = None) -> Floats:
        """Expected winnings of a match with a switch at hand t = 0, 1, ..., the match's length."""
        rest = self._rest(match)
        return (self.moments[: len(rest), 2] + rest * self.moments[: len(rest), 0]) / self.trials

    def winnings_error(self, match: int | None = None) -> Floats:
        """Its standard error; the first phase counts by its expectation, not by its cards."""
        rest = self._rest(match)
        m = self.moments[: len(rest)]
        return _error(m[:, 3] + 2 * rest * m[:, 4] + rest**2 * m[:, 1], self.winnings(match), self.trials)

    @property
    def above_nash(self) -> Floats:
        """The share of matches that win at least what an equilibrium is expected to; the first phase as dealt."""
        return self.counts[: self.match + 1, 0] / self.trials

    @property
    def above_nash_expected(self) -> Floats:
        """The same with the first phase counted by its expectation."""
        return self.counts[: self.match + 1, 1] / self.trials

    @property
    def badly_wrong(self) -> Floats:
        """The share of trials whose model is badly wrong after t hands."""
        return self.counts[:, 2] / self.trials

    def share_error(self, share: Floats) -> Floats:
        """The standard error of such a share.

        Args:
            share: From 0 to 1, for each t.
        """
        return np.sqrt(share * (1 - share) / self.trials)

    def _rest(self, match: int | None) -> Floats:
        length = self.match if match is None else match
        if not 0 < length < len(self.moments):
            raise RiverboatError(f"match of {length} hands: this curve knows 1 to {len(self.moments) - 1}")
        return length - np.arange(length + 1.0)


def learning_curve(
    learner: Learner,
    opponents: Sequence[float] | Floats,
    *,
    hands: int = MATCH,
    trials: int = TRIALS,
    match: int = MATCH,
    seed: int = 1,
    threads: int | None = None,
    on_progress: OnProgress | None = None,
) -> Curve:
    """Trials of a learner, each against one opponent, or each against its own row if there are as many rows as trials.

    `match` is the length that shares above Nash are counted for.

    Args:
        learner: How P1 or P2 learns.
        opponents: One opponent, or a row for each trial.
        hands: How many hands are learned from at most.
    """
    against = _opponents(opponents, trials, 3 if isinstance(learner, ExploreAsSecond) else 2)
    _require(hands=hands, trials=trials, match=match, seed=seed)
    from riverboat.model.kuhn import _kernels

    seed_word, no_trace = np.uint64(seed), np.empty((0, 5), np.int8)

    def run(piece: tuple[int, int]) -> tuple[Floats, NDArray[np.int64]]:
        begin, end = piece
        moments, counts = np.zeros((hands + 1, 5)), np.zeros((hands + 1, 3), np.int64)
        rows = against[begin:end]
        common = (match, BADLY_WRONG, moments, counts, no_trace)
        if isinstance(learner, Explore):
            prior = np.array([*learner.eta, *learner.xi])
            _kernels.map_trials(seed_word, np.uint64(begin), rows, np.array(learner.strategy), prior, *common)
        elif isinstance(learner, Experts):
            table = np.array(learner.experts, float)
            drawn_only = require_credit(learner.credit) == "drawn"
            _kernels.expert_trials(
                seed_word, np.uint64(begin), rows, table, learner.rho, learner.psi, learner.total, drawn_only, *common
            )
        else:
            prior = np.array([*learner.prior] * 3)
            _kernels.second_map_trials(seed_word, np.uint64(begin), rows, np.array(learner.strategy), prior, *common)
        return moments, counts

    moments, counts = np.zeros((hands + 1, 5)), np.zeros((hands + 1, 3), np.int64)
    for more_moments, more_counts in in_threads(run, _pieces(trials, hands), on_progress, threads):
        moments += more_moments
        counts += more_counts
    return Curve(trials, match, moments, counts)


@dataclass(frozen=True)
class MutualCurve:
    """P1's winnings in matches against a learning P2, by switching hand."""

    trials: int
    switches: NDArray[np.int64]
    winnings: Floats
    winnings_error: Floats
    answers: Floats
    """The share of trials in which P1 switched to S0 ... S7, by switching hand."""


def mutual_curve(
    learner: Explore,
    second: Experts,
    switches: Sequence[int],
    *,
    trials: int = TRIALS,
    match: int = MATCH,
    seed: int = 1,
    threads: int | None = None,
    on_progress: OnProgress | None = None,
) -> MutualCurve:
    """P1 explores and switches against a P2 that re-weights its experts throughout (section 7 of the paper).

    After a switch the match must be played out, since P2 keeps learning; so this costs half a match for each t.

    Args:
        learner: How P1 explores.
        second: How P2 weighs its experts.
        switches: After which hands P1 switches.
    """
    _require(hands=match, trials=trials, match=match, seed=seed)
    if require_credit(second.credit) != "agreeing":
        raise RiverboatError(f"credit={second.credit}: a second player that learns credits all agreeing experts")
    places = np.unique(np.array(switches, np.int64))
    if not len(places) or places[0] < 0 or places[-1] > match:
        raise RiverboatError(f"switching hands {list(switches)}: expected some from 0 to {match}")
    from riverboat.model.kuhn import _kernels

    experts, explore = np.array(second.experts, float), np.array(learner.strategy)
    prior = np.array([*learner.eta, *learner.xi])
    no_trace = np.empty((0, 5), np.int8)

    def run(piece: tuple[int, int]) -> tuple[Floats, NDArray[np.int64]]:
        begin, end = piece
        sums, counts = np.zeros((len(places), 2)), np.zeros((len(places), 8), np.int64)
        _kernels.mutual_trials(
            np.uint64(seed), np.uint64(begin), end - begin, explore, prior, experts, second.rho, second.psi,
            second.total, places, match, sums, counts, no_trace,
        )  # fmt: skip
        return sums, counts

    sums, counts = np.zeros((len(places), 2)), np.zeros((len(places), 8), np.int64)
    for more_sums, more_counts in in_threads(run, _pieces(trials, match * len(places)), on_progress, threads):
        sums += more_sums
        counts += more_counts
    mean = sums[:, 0] / trials
    return MutualCurve(trials, places, mean, _error(sums[:, 1], mean, trials), counts / trials)


def nash_winnings(match: int = MATCH) -> float:
    """What an equilibrium wins P1 in a match."""
    return match * VALUE


def _error(squares: Floats, mean: Floats, trials: int) -> Floats:
    """The standard error of a mean, from the sum of squares."""
    variance = np.maximum(0.0, squares / trials - mean**2) * trials / max(1, trials - 1)
    return np.sqrt(variance / trials)


def _pieces(trials: int, hands: int) -> list[tuple[int, int]]:
    """Trials in calls that are short enough to be interrupted; the cut does not depend on the number of threads."""
    step = max(1, _HANDS_PER_CALL // hands)
    return [(begin, min(trials, begin + step)) for begin in range(0, trials, step)]


def _opponents(opponents: Sequence[float] | Floats, trials: int, size: int) -> Floats:
    given = np.array(opponents, float)
    if given.ndim == 1:
        given = np.tile(given, (trials, 1))
    if given.shape != (trials, size) or not ((given >= 0) & (given <= 1)).all():
        raise RiverboatError(
            f"opponents of shape {given.shape}: expected {size} probabilities, or {trials} rows of them"
        )
    return np.ascontiguousarray(given)


def _require(**numbers: int) -> None:
    for name, value in numbers.items():
        if value < (0 if name == "seed" else 1):
            raise RiverboatError(f"{name}={value}: expected a whole number from {0 if name == 'seed' else 1}")

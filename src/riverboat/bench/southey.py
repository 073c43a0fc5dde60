"""Learning curves of Kuhn poker: 30,000 trials of 900 hands, as one curve of Southey, Hoehn and Holte (2009) has."""

from __future__ import annotations

from collections.abc import Iterator

from riverboat.bench.harness import Measurement, Peers, best_seconds, require_close
from riverboat.model.kuhn import OPPONENTS, Experts, Explore, learning_curve, max_value_against
from riverboat.model.kuhn.trials import TRIALS

_HANDS = 900
_GOAL = 20.0


def benchmark(peers: Peers) -> Iterator[Measurement]:
    """One curve of each kind, all cores; nobody else has these learners."""
    opponent = OPPONENTS["O6"]
    check = learning_curve(Explore(), opponent, hands=_HANDS, trials=1_000)
    require_close(float(check.rate[-1]), max_value_against(opponent), 0.005, "converged learner")
    for name, learner in (("parameter learning", Explore()), ("strategy learning", Experts())):
        taken = best_seconds(
            lambda learner=learner: learning_curve(learner, opponent, hands=_HANDS, trials=TRIALS),  # type: ignore[misc]
            seconds=2.0,
            max_runs=3,
        )
        yield Measurement(f"{name}, 27 M hands", "s", taken, goal=_GOAL)

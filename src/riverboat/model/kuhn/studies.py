"""The experiments of Southey, Hoehn and Holte (2009), sections 2 and 5 to 7: who learns, against whom, for how long.

Names and settings of the published figures, `compare` to run several learners on the same deals, and the pictures of
the (eta, xi) square. A whole figure takes seconds to a minute at the published 30,000 trials.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from riverboat.model.kuhn.contour import contour, random_opponents, region
from riverboat.model.kuhn.estimates import NO_PRIOR, BetaPrior
from riverboat.model.kuhn.experts import SECOND_EXPERTS
from riverboat.model.kuhn.family import BEST_RESPONSES, NASH_SECOND, OPPONENTS, Second, nash_first
from riverboat.model.kuhn.trials import MATCH, TRIALS, Curve, Experts, Explore, Learner, learning_curve
from riverboat.progress import OnProgress, part_of

TAU: Final = 0.055
"""What the best response wins per hand against each of the random opponents in the printed figures."""

CONVERGENCE_HANDS: Final = 900

LENGTHS: Final = (50, 100, 200, 400)
"""Matches of Fig. 10."""

METHODS: Final[dict[str, Learner]] = {
    "balanced": Explore(),
    "Nash": Explore(nash_first(0.75)),
    "experts": Experts(),
}
"""Parameter learning with two kinds of exploration, and strategy learning (Figs 8, 9, 11)."""

PRIORS: Final[dict[str, Learner]] = {
    "weak default": Explore(),
    "weak bad": Explore(eta=BetaPrior(1.4, 0.6)),
    "strong default": Explore(eta=BetaPrior(10, 10), xi=BetaPrior(10, 10)),
    "strong bad": Explore(eta=BetaPrior(14, 6), xi=BetaPrior(10, 10)),
    "uninformed": Explore(eta=NO_PRIOR, xi=NO_PRIOR),
}
"""The priors of Figs 6, 12 and 13."""

NASH_EXPLORERS: Final[dict[str, Learner]] = {
    f"gamma = {gamma:g}": Explore(nash_first(gamma)) for gamma in (0.0, 0.25, 0.5, 0.75, 1.0)
}
"""Fig. 7."""

SECOND_LEARNER: Final = Experts(SECOND_EXPERTS, rho=1.0, psi=0.3, total=True)
"""The P2 of section 7, ComponentAverageExp3; see `experts` for why its scores are totals."""

SWITCHES: Final = (*range(31), *range(32, 61, 2), *range(65, MATCH + 1, 5))
"""Where Fig. 14 is computed."""

CONTOURS: Final = (-0.04, -0.02, 0.0, 0.03, TAU, 0.1, 0.15, 0.2, 0.25, 0.3)


def compare(
    learners: Mapping[str, Learner],
    opponents: Second | NDArray[np.float64],
    *,
    hands: int = MATCH,
    trials: int = TRIALS,
    match: int = MATCH,
    seed: int = 1,
    threads: int | None = None,
    on_progress: OnProgress | None = None,
) -> dict[str, Curve]:
    """A curve for each learner; all of them meet the same deals."""
    return {
        name: learning_curve(
            learner,
            opponents,
            hands=hands,
            trials=trials,
            match=match,
            seed=seed,
            threads=threads,
            on_progress=part_of(on_progress, number, len(learners)),
        )
        for number, (name, learner) in enumerate(learners.items())
    }


def fixed_exploitability(trials: int = TRIALS, seed: int = 1, tau: float = TAU) -> NDArray[np.float64]:
    """A random opponent for each trial, all of them exploitable for `tau` chips per hand."""
    return random_opponents(tau, trials, np.random.default_rng([seed, trials]))


def average_second(experts: Sequence[Second] = SECOND_EXPERTS) -> Second:
    """The strategy that uniformly chosen experts seem to play."""
    return Second(sum(e.eta for e in experts) / len(experts), sum(e.xi for e in experts) / len(experts))


def effective_range(psi: float = SECOND_LEARNER.psi, experts: Sequence[Second] = SECOND_EXPERTS) -> tuple[float, float]:
    """The bounds of the probabilities of a learner with this share of uniform choices: the same for eta and xi."""
    mean = average_second(experts).eta
    return psi * mean, (1 - psi) + psi * mean


def regions_picture(points: Mapping[str, Second] | None = None) -> str:
    """Fig. 2: which pure strategy of P1 is best against each point, with the six opponents and others, as SVG."""
    from riverboat.show.kuhn_square import kuhn_square

    return kuhn_square(
        "P1's best response to each strategy of P2",
        regions={f"S{number}": region(number) for number in BEST_RESPONSES},
        points={**OPPONENTS, "Nash": NASH_SECOND, **(points or {})},
    )


def exploitability_picture(values: Sequence[float] = CONTOURS, points: Mapping[str, Second] | None = None) -> str:
    """Fig. 3: contours of what P1 can win per hand, over the regions, and points if any, as SVG."""
    from riverboat.show.kuhn_square import kuhn_square

    return kuhn_square(
        "What P1's best response wins per hand",
        regions={f"S{number}": region(number) for number in BEST_RESPONSES},
        contours={value: contour(value) for value in values},
        points=points,
        name_regions=False,
    )

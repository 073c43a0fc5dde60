"""Teófilo (2016), Table 26: the error of E[HS] when boards are sampled."""

from __future__ import annotations

from riverboat.lab.entry import Claim, Entry, Published
from riverboat.lab.findings import Chart, Claimed, Findings, Found
from riverboat.lab.work import Work
from riverboat.progress import Progress
from riverboat.show.curves import Curve
from riverboat.stats.mean import RunningMean

ERRORS = {10: 0.151, 100: 0.012, 1000: 0.001, 10_000: 0.0005}
"""Number of sampled boards: error, as printed."""


def run(work: Work) -> Findings:
    import numpy as np

    from riverboat.odds.strength import expected_hand_strength

    hands = work.choose(30, 2000)
    rng = np.random.default_rng(work.seed)
    holes = [rng.choice(52, 2, replace=False).tolist() for _ in range(hands)]
    exact = [float(expected_hand_strength(hole)) for hole in holes]
    plain: dict[int, RunningMean] = {}
    tilted: dict[int, RunningMean] = {}
    for samples in work.steps(tuple(ERRORS)):
        plain[samples], tilted[samples] = RunningMean(), RunningMean()
        for done, (hole, value) in enumerate(zip(holes, exact, strict=True)):
            found = expected_hand_strength(hole, samples=samples, seed=rng)
            plain[samples].add(abs(found - value))
            found = expected_hand_strength(hole, samples=samples, seed=rng, sampling="quadratic")
            tilted[samples].add(abs(found - value))
            work.on_progress(Progress(done + 1, hands))
    return Findings(
        [Found.of_mean(f"{samples:,} boards", mean) for samples, mean in plain.items()]
        + [Found.of_mean(f"{samples:,} boards, high cards more often", mean) for samples, mean in tilted.items()],
        [
            Claimed(
                "1,000 are enough",
                plain[10_000].mean > plain[1000].mean / 1.5,
                f"from 1,000 to 10,000 boards it falls from {plain[1000].mean:.4f} to {plain[10_000].mean:.4f}",
            ),
            Claimed(
                "quadratic",
                tilted[10_000].mean < plain[10_000].mean * 1.5,
                f"with 10,000 boards its error is {tilted[10_000].mean:.4f} against {plain[10_000].mean:.4f}",
            ),
        ],
        [
            Chart(
                "Mean error of sampled E[HS] before the flop",
                [
                    Curve("published", list(ERRORS.items()), marks=True, dashed=True),
                    Curve("uniform boards", *_points(plain), marks=True),
                    Curve("high cards more often", *_points(tilted), marks=True),
                ],
                "boards", "mean absolute error", log_x=True, log_y=True,
            )
        ],
        notes=[f"{hands:,} random hands before the flop against one opponent, each compared with its exact E[HS]."],
    )  # fmt: skip


def _points(means: dict[int, RunningMean]) -> tuple[list[tuple[float, float]], list[tuple[float, float]]]:
    return (
        [(float(count), mean.mean) for count, mean in means.items()],
        [(mean.interval().low, mean.interval().high) for mean in means.values()],
    )


_WHY = "a single hand's error falls with the square root of the boards, by 3.2 per step, and not by 12"

ENTRY = Entry(
    __name__,
    "Error of sampled E[HS]",
    "Table 26",
    "How far E[HS] from sampled boards is from E[HS] over all boards, by the number of samples.",
    small="30 hands at 10 to 10,000 boards, 3 seconds",
    full="2,000 hands at 10 to 10,000 boards, 2 minutes",
    run=run,
    published=tuple(Published(f"{samples:,} boards", error, wrong=_WHY) for samples, error in ERRORS.items()),
    claims=(
        Claim(
            "1,000 are enough",
            "Beyond 1,000 samples the error hardly falls.",
            wrong="it falls with the square root of their number, by 3.2 per step, as everywhere",
        ),
        Claim(
            "quadratic",
            "Boards may be drawn with high cards more often.",
            wrong="that converges, but to another number",
        ),
    ),
    remarks=(
        "The thesis does not say what its error is an average of. Its column falls by 12.6, 12.0 and 2.0 per step, "
        "where sampling gives 3.2; averages over the cells of a heat map are the likeliest explanation. Its iteration "
        "counts have an exponent one too large, and its row for all samples is that of two opponents.",
    ),
)

"""Southey, Hoehn and Holte (2009), section 9.3: how soon does one of 1,000 sampled strategies of Leduc hold the
posterior?"""

from __future__ import annotations

from functools import partial

from riverboat.lab.entry import Claim, Entry, Published
from riverboat.lab.findings import NORMAL_95, Chart, Claimed, Findings, Found
from riverboat.lab.work import Work
from riverboat.progress import Progress
from riverboat.show.curves import Curve

AT = (50, 100, 150, 200)
PUBLISHED = (0.05, 0.15, 0.40, 0.78)
SAMPLES = 1_000
DIRICHLET = 2.0
AFTER_LOOKING = "the paper does not state its prior; this one of three was chosen after looking"
EVERY = 10
"""The number of opponents that meet the same samples."""


def run(work: Work) -> Findings:
    trials = work.choose(5, 300)
    shares, wins = [], []
    for block in work.steps(range(0, trials, EVERY)):
        for each, won in work.keep(f"block {block}", partial(_block, work, block, min(trials, block + EVERY))):
            shares.append(each)
            wins.append(won)
    return _findings(shares, wins)


def _block(work: Work, first: int, last: int) -> list[tuple[list[float], float]]:
    """(shares after each number of hands, chips per hand) for some opponents."""
    import numpy as np

    from riverboat.games.catalogue import parse_game
    from riverboat.model.bayesian import Prior, follow_best_fit
    from riverboat.solve.tree import GameTree

    tree = GameTree.build(parse_game("leduc"))
    prior = Prior.sampled(tree, SAMPLES, dirichlet=DIRICHLET, seed=np.random.default_rng([work.seed, first]))
    found = []
    for trial in range(first, last):
        rng = np.random.default_rng([work.seed, first, trial])
        opponent = Prior.sampled(tree, 1, dirichlet=DIRICHLET, seed=rng).strategies[0]
        fit = follow_best_fit(prior, opponent, at=AT, seed=rng)
        found.append((list(fit.shares), fit.won))
        work.on_progress(Progress(trial - first + 1, last - first))
    return found


def _findings(shares: list[list[float]], wins: list[float]) -> Findings:
    from riverboat.stats.mean import RunningMean

    means = [RunningMean.of(column) for column in zip(*shares, strict=True)]
    rising = [mean.mean for mean in means]
    reach = [NORMAL_95 * mean.standard_error for mean in means]
    return Findings(
        values=[
            *(Found.of_mean(f"share after {hands} hands", mean) for hands, mean in zip(AT, means, strict=True)),
            Found.of_mean("chips per hand over the 200 hands", RunningMean.of(wins), "chips/hand"),
        ],
        claims=[
            Claimed(
                "much more than at first after 50", rising[0] > 10 / SAMPLES,
                f"{rising[0]:.3f}; at first every sample has {1 / SAMPLES:.3f}",
            ),
            Claimed("most of it after 200", rising[-1] > 0.5, f"{rising[-1]:.2f}"),
        ],
        charts=[
            Chart(
                "What part of the posterior the eventual best fit has",
                [
                    Curve("published", [*zip(map(float, AT), PUBLISHED, strict=True)]),
                    Curve(
                        "reproduced",
                        [*zip(map(float, AT), rising, strict=True)],
                        [(mean - by, mean + by) for mean, by in zip(rising, reach, strict=True)],
                    ),
                ],
                "hands",
                "share of the posterior",
            )
        ],
        notes=[f"{len(shares)} opponents drawn from the prior, none of them among the {SAMPLES:,} samples."],
    )  # fmt: skip


ENTRY = Entry(
    __name__,
    "The best fit of 1,000 sampled strategies for Leduc hold'em",
    "section 9.3",
    "The share of the posterior, after 50, 100, 150 and 200 hands, of the sample that fits best after 200.",
    small="5 opponents, 200 hands each, seconds",
    full="300 opponents, some minutes",
    run=run,
    published=tuple(
        Published(f"share after {hands} hands", share, digits=2, incomparable=AFTER_LOOKING)
        for hands, share in zip(AT, PUBLISHED, strict=True)
    ),
    claims=(
        Claim(
            "much more than at first after 50", "The best fit has much more than the uniform weight after 50 hands.",
            incomparable=AFTER_LOOKING,
        ),
        Claim("most of it after 200", "It has most of the posterior after 200 hands.", incomparable=AFTER_LOOKING),
    ),
    remarks=(
        "The paper does not say from which prior the strategies came, what the opponents were, or how many there were. "
        "Here every information set has an independent Dirichlet distribution, opponents are drawn from the same, and "
        "the learner plays Bayesian best responses in alternating positions. All parameters of the distribution are 2: "
        "of 1, 2 and 5 this comes nearest. With 1 the shares are 0.08, 0.24, 0.42 and 0.87.",
    ),
)  # fmt: skip

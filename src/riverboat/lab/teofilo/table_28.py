"""Teófilo (2016), Table 28: limit hold'em solved with buckets by reduced game utility against buckets by E[HS]."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from riverboat.lab.entry import Claim, Entry, Published
from riverboat.lab.findings import Claimed, Findings, Found
from riverboat.lab.work import Work

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from riverboat.progress import OnProgress
    from riverboat.solve.deals import DealStrategy
    from riverboat.stats.mean import RunningMean

PUBLISHED = {5: 9.41, 10: -0.52, 15: -7.35, 20: 12.04, 50: 15.08, 100: 17.42}
"""By number of buckets: what RGU wins, in thousandths of the big blind per hand."""
SMALL = (5, 20)
SMALL_BOARDS = "flops=60,turns=60"
SMALL_TRAINING, FULL_TRAINING = 20_000, 600_000
"""Deals. The thesis trained for two hours. Its fastest time of Table 30 is 2 microseconds for each of the 4 decisions
of a deal of Kuhn poker (0.08 s for 10,000 deals); limit hold'em has 6,378, which makes 564,000 deals at most."""
SMALL_DEALS, FULL_DEALS = 10_000, 500_000
"""Each is played in both seats."""
SEEDS = 3
MAJOR = 50.0
"""A difference counts as major from here, in UNIT."""
GAME = "holdem(betting=limit)"
UNIT = "mbb/h"


def run(work: Work) -> Findings:
    from riverboat.games.catalogue import parse_game
    from riverboat.stats.mean import RunningMean

    counts = work.choose(SMALL, tuple(PUBLISHED))
    seeds = range(work.seed, work.seed + work.choose(1, SEEDS))
    boards = work.choose(f",{SMALL_BOARDS}", "")
    training, deals = work.choose(SMALL_TRAINING, FULL_TRAINING), work.choose(SMALL_DEALS, FULL_DEALS)
    chips = max(parse_game(GAME).blinds) / 1000  # of a thousandth of the big blind
    won: dict[int, list[RunningMean]] = {count: [] for count in counts}
    for count, seed in work.steps([(count, seed) for count in counts for seed in seeds]):
        first, second = f"rgu({count}{boards})", f"quantiles(ehs,{count})"

        def play(first: str = first, second: str = second, seed: int = seed) -> list[float]:
            found = compare(first, second, training, deals, seed, work.on_progress, work.path)
            return [float(found.count), found.mean, found.squares]

        played, mean, squares = work.keep(f"{count} buckets, seed {seed}", play)
        won[count].append(RunningMean(int(played), mean / chips, squares / chips**2))
    values = [_found(f"{count} buckets", won[count]) for count in counts]
    sizes = ", ".join(f"{found.value:+.1f} ({found.name})" for found in values)
    claims = [Claimed("no major difference", _within([_edges(found) for found in values], MAJOR), sizes)]
    if len(counts) == len(PUBLISHED):
        average = Found.of_mean("average", RunningMean.of(_averages(won)), UNIT)
        low, high = _edges(average)
        edge = True if low > 0 else False if high < 0 else None
        claims.append(Claimed("slight edge for RGU", edge, f"{average.value:+.1f} ({low:+.1f} to {high:+.1f})"))
        values.append(average)
    else:
        claims.append(Claimed("slight edge for RGU", None, f"{len(counts)} of {len(PUBLISHED)} N"))
    return Findings(
        values,
        claims,
        notes=[
            f"{training:,} deals of training each, then {2 * deals:,} hands: {deals:,} deals in both seats, on each "
            "the mean over all that both might do. Intervals cover the cards, "
            + ("and three trainings." if len(seeds) > 1 else "not how training would differ with another seed.")
        ],
    )


def compare(
    first: str,
    second: str,
    training: int,
    deals: int,
    seed: int,
    on_progress: OnProgress | None = None,
    path: Callable[[str], Path | None] = lambda name: None,
) -> RunningMean:
    """Chips per hand that one bucketing wins from another when both are trained alike; a value is a deal.

    `path` says where a training of this name is kept, so that it can be resumed.
    """
    from riverboat.solve.deals.matches import expected_duplicate

    one, other = (
        trained(text, training, seed, on_progress, path(f"{text}, seed {seed}.training")) for text in (first, second)
    )
    return expected_duplicate(one, other, deals, seed, on_progress)


def trained(
    text: str, deals: int, seed: int, on_progress: OnProgress | None = None, checkpoint: str | Path | None = None
) -> DealStrategy:
    """Limit hold'em solved through buckets, without recall; resumed from the checkpoint if there is one."""
    from riverboat.games.catalogue import parse_game
    from riverboat.solve.abstract.rgu import parse_any_bucketing
    from riverboat.solve.core.runner import Runner
    from riverboat.solve.deals import DealGame, DealSolver
    from riverboat.solve.deals.buckets import BucketViews

    rules = parse_game(GAME)
    solver = DealSolver(DealGame.build(rules, see=BucketViews(rules, parse_any_bucketing(text), on_progress)), seed)
    runner = Runner(solver, checkpoint=checkpoint, measures=False, on_progress=on_progress)
    runner.resume()
    if runner.run(iterations=deals) == "interrupted":
        raise KeyboardInterrupt
    return solver.policy()


def _found(name: str, means: list[Any]) -> Found:
    """One training: the interval of its deals. Several: that of their means, which has the training in it."""
    from riverboat.stats.mean import RunningMean

    if len(means) == 1:
        return Found.of_mean(name, means[0], UNIT)
    return Found.of_mean(name, RunningMean.of(mean.mean for mean in means), UNIT)


def _averages(won: dict[int, list[RunningMean]]) -> list[float]:
    """The mean over all N, of each training: trainings are independent, and so their means are values to sample."""
    return [sum(mean.mean for mean in means) / len(won) for means in zip(*won.values(), strict=True)]


def _edges(found: Found) -> tuple[float, float]:
    assert found.interval is not None
    return found.interval.low, found.interval.high


def _within(intervals: list[tuple[float, float]], most: float) -> bool | None:
    """Whether all numbers are smaller than this, either way; None if an interval has an end on both sides."""
    if all(-most < low and high < most for low, high in intervals):
        return True
    return False if any(low > most or high < -most for low, high in intervals) else None


ENTRY = Entry(
    __name__,
    "Buckets by reduced game utility against buckets by E[HS]",
    "Table 28 and section 5.3",
    "What limit hold'em solved with N buckets of reduced game utility wins from the same with N buckets of E[HS].",
    small="N = 5 and 20, 20,000 deals of training, 20,000 hands, 60 flops and turns solved; minutes the first time",
    full="six N, 600,000 deals of training for each of two players and three seeds, 1,000,000 hands; about an hour of "
    "one core, after a quarter of an hour for the buckets; resumes after an interrupt",
    run=run,
    published=(
        *(Published(f"{count} buckets", value, UNIT, error=5.0) for count, value in PUBLISHED.items()),
        Published("average", 7.68, UNIT, error=2.0),
    ),
    claims=(
        Claim("no major difference", "Statistically there are no major differences between both abstractions."),
        Claim("slight edge for RGU", "RGU has a small advantage on average over N."),
    ),
    remarks=(
        "The head of the table says milli big blinds per hand, the text total bankroll values; the former is taken. No "
        "error is printed. A hand has a deviation of about 5 big blinds, so a million hands leave a standard error of "
        "5; and each N was trained once. The published numbers for N up to 15 lie within two standard errors of 0, so "
        "the claim of an advantage rests on the mean alone (t = 1.95 with 5 degrees of freedom). A difference counts "
        "as major here from 50 mbb/h, and claims are decided by intervals: over three trainings, because one says "
        "nothing about the next.",
        "How Leduc's one card becomes two hole cards and a board is not said. The reduced game here has the cards of "
        "hold'em, an ante of 1 and two rounds with one bet each (2 and 4), and starts on the street in question.",
        "The thesis trained for two hours on a machine that it does not name; here training is counted in deals, so "
        "that the same seed gives the same numbers on every machine. Its fastest time of Table 30 is 0.08 s for 10,000 "
        "deals of Kuhn poker with 4 decisions each. At that speed two hours are 564,000 deals of limit hold'em with "
        "6,378 decisions each, and fewer at its speed in larger games; here it is 600,000.",
    ),
    other_when_small="20,000 deals of training instead of 600,000: other players",
    version=2,
)

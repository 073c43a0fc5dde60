"""Teófilo (2016), Table 24: how long evaluators take to rank all 2,598,960 hands of five cards."""

from __future__ import annotations

from riverboat.lab.entry import Claim, Entry, Published
from riverboat.lab.findings import Claimed, Findings, Found, Table
from riverboat.lab.work import Work
from riverboat.progress import Progress

HANDS = 2_598_960
TIMES = {
    "Cactus Kev": (807.13, 591.22),
    "Paul Senzee": (403.04, 195.44),
    "Pokersource": (2520.44, 980.14),
    "TwoPlusTwo": (91.09, 37.98),
}
"""Milliseconds, not parallel and parallel."""

CATEGORIES = (1_302_540, 1_098_240, 123_552, 54_912, 10_200, 5_108, 3_744, 624, 40)
"""How many of the hands are nothing, a pair ... a straight flush: a law, not a published result."""


def run(work: Work) -> Findings:
    from itertools import chain, combinations
    from time import process_time

    import numpy as np

    from riverboat.cards import category, rank_batch
    from riverboat.stats.mean import RunningMean

    tries = work.choose(10, 1000)
    cards = np.fromiter(chain.from_iterable(combinations(range(52), 5)), np.uint8, 5 * HANDS).reshape(HANDS, 5)
    ranks = np.empty(HANDS, np.uint16)
    rank_batch(cards, out=ranks)
    times = RunningMean()
    for done in range(tries):
        start = process_time()
        rank_batch(cards, check=False, out=ranks)
        times.add(1000 * (process_time() - start))
        work.on_progress(Progress(done + 1, tries))
    seen, counts = np.unique(ranks, return_counts=True)
    kinds: dict[str, int] = {}
    for value, count in zip(seen.tolist(), counts.tolist(), strict=True):
        kinds[str(category(value))] = kinds.get(str(category(value)), 0) + count
    best = TIMES["TwoPlusTwo"][0]
    fastest = min(single for name, (single, _) in TIMES.items() if name != "TwoPlusTwo")
    return Findings(
        [
            Found.of_mean("TwoPlusTwo, not parallel", times, note="Riverboat, one thread, processor time"),
            Found("million hands per second", HANDS / times.mean / 1000, unit="M/s"),
            Found("different ranks", len(seen)),
        ],
        [
            Claimed("quarter", best <= 0.25 * fastest, f"{best / fastest:.3f} of the second fastest"),
            Claimed("every hand", tuple(kinds.values()) == CATEGORIES, "each category is as large as it must be"),
        ],
        tables=[
            Table("Hands by category", ("category", "hands"), [(name, f"{count:,}") for name, count in kinds.items()])
        ],
    )  # fmt: skip


_OLD = "the evaluator is not here; an Intel i7-3940XM in the original"

ENTRY = Entry(
    __name__,
    "Speed of hand evaluators",
    "Table 24",
    "Milliseconds to rank a prepared list of all five-card hands, for four evaluators; Riverboat's takes the place of "
    "the fastest.",
    small="10 tries, 2 seconds",
    full="1,000 tries as in the original, a minute",
    run=run,
    timed=True,
    published=(
        *(
            Published(
                f"{name}, {how}", value, "ms", better="less",
                incomparable="" if (name, how) == ("TwoPlusTwo", "not parallel") else _OLD,
            )
            for name, times in TIMES.items()
            for how, value in zip(("not parallel", "parallel"), times, strict=True)
        ),
        Published("different ranks", 7462),
    ),
    claims=(
        Claim("quarter", "TwoPlusTwo needs at most roughly a quarter of the others' time."),
        Claim("every hand", "All 2,598,960 hands are ranked, each into its category."),
    ),
    remarks=("The machines differ by a decade, so the ratio says little about the methods.",),
)  # fmt: skip

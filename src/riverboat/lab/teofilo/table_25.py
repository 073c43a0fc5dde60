"""Teófilo (2016), Table 25: what hand evaluators need and can do, beside Riverboat's."""

from __future__ import annotations

from riverboat.lab.entry import Claim, Entry, Published
from riverboat.lab.findings import Claimed, Findings, Found, Table
from riverboat.lab.teofilo.table_24 import TIMES
from riverboat.lab.work import Work

EVALUATORS = (
    ("Cactus Kev", "< 1 MB", "++", "Normal", (5,)),
    ("Paul Senzee", "266 MB", "++", "Normal", (5, 7)),
    ("Pokersource", "n/a", "+", "Hard", (5, 6, 7)),
    ("TwoPlusTwo", "80 MB", "+++", "Easy", (5, 6, 7)),
)
"""Memory, speed, usage and the sizes of hands, as printed."""
SIZES = (5, 6, 7)
MEGABYTE = 1_000_000
TWO_PLUS_TWO = 32_487_834
"""Entries of four bytes (section 3.4.4)."""


def run(work: Work) -> Findings:
    from math import comb

    from riverboat.cards.ranking.high import high_tables

    tables = high_tables()
    ours = (tables.words.nbytes + sum(table.nbytes for table in tables.by_size.values())) / MEGABYTE
    right = {size: _agrees(size, work.choose(500, 20_000), work.seed) for size in SIZES}
    order = sorted(TIMES, key=lambda name: TIMES[name][0])
    marks = {name: len(speed) for name, _, speed, _, _ in EVALUATORS}
    rows = [
        (name, memory, speed, usage, *("yes" if size in sizes else "no" for size in SIZES))
        for name, memory, speed, usage, sizes in EVALUATORS
    ]
    rows.append(("Riverboat", f"{ours:.2f} MB", "", "", *("yes" if right[size] else "no" for size in SIZES)))
    return Findings(
        [
            Found("Cactus Kev, memory", _cactus_bytes() / MEGABYTE, note="tables as section 3.4.2 describes them"),
            Found("Paul Senzee, memory", 2 * comb(52, 7) / MEGABYTE, note="two bytes for each hand of seven cards"),
            Found("TwoPlusTwo, memory", ours, note="Riverboat's tables in its place"),
            Found("TwoPlusTwo, all layers in one table", 4 * TWO_PLUS_TWO / MEGABYTE),
        ],
        [
            Claimed(
                "all sizes",
                all(right.values()),
                "Riverboat's ranks of five, six and seven cards equal the best of all five-card subsets",
            ),
            Claimed(
                "marks follow times",
                [marks[name] for name in order] == sorted(marks.values(), reverse=True),
                ", ".join(f"{name} {TIMES[name][0]:,.0f} ms {'+' * marks[name]}" for name in order),
            ),
        ],
        tables=[Table("Table 25, and a row for Riverboat", ("", "memory", "speed", "usage", "5", "6", "7"), rows)],
    )


def _agrees(size: int, hands: int, seed: int) -> bool:
    """Whether sampled hands of this size are ranked as the best of their subsets of five."""
    from itertools import combinations

    import numpy as np

    from riverboat.cards import rank_batch
    from riverboat.cards.ranking.high import random_hands

    dealt = random_hands(hands, size, seed)
    best = np.max([rank_batch(dealt[:, list(five)]) for five in combinations(range(size), 5)], axis=0)
    return bool((rank_batch(dealt) == best).all())


def _cactus_bytes() -> int:
    """Two tables of two bytes for every mask of five different ranks up to the largest, and a list of products."""
    from itertools import combinations_with_replacement
    from math import prod

    primes = (2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41)
    largest = 0b1_1111_0000_0000
    products = {
        prod(primes[rank] for rank in ranks)
        for ranks in combinations_with_replacement(range(13), 5)
        if len(set(ranks)) < 5 and max(map(ranks.count, ranks)) < 5
    }
    assert len(products) == sum((156, 156, 858, 858, 2860))  # quads, full houses, trips, two pairs, pairs
    return 2 * 2 * (largest + 1) + len(products) * (4 + 2)


ENTRY = Entry(
    __name__,
    "Properties of hand evaluators",
    "Table 25 and section 5.2.1",
    "The memory, speed, ease of use and sizes of hands of four evaluators; Riverboat's takes the place of the best.",
    small="500 hands of each size checked by their subsets, a second",
    full="20,000 hands of each size, seconds",
    run=run,
    timed=True,
    published=(
        Published("Cactus Kev, memory", 1, "MB", better="less"),
        Published(
            "Paul Senzee, memory", 266, "MB",
            wrong="two bytes for each of 133,784,560 hands; 266 MB is that of 133 million, rounded down",
        ),
        Published("TwoPlusTwo, memory", 80, "MB", better="less"),
        Published("TwoPlusTwo, all layers in one table", 130, "MB"),
    ),
    claims=(
        Claim(
            "all sizes", "TwoPlusTwo, here Riverboat's evaluator, ranks hands of five, six and seven cards.",
            incomparable="our evaluator takes the place of TwoPlusTwo",
        ),
        Claim("marks follow times", "The marks for speed follow the times of Table 24."),
    ),
    remarks=(
        "Ease of use is a matter of opinion and is not judged. The 80 MB are those of Varho's TwoPlusTwo, whose last "
        "layer has two bytes per entry; all layers in one table take 130 MB, as section 3.4.4 says.",
    ),
)  # fmt: skip

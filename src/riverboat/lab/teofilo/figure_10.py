"""Teófilo (2016), Figure 10: how often each of the 7,462 ranks comes in hands of five, six and seven cards."""

from __future__ import annotations

from typing import TYPE_CHECKING

from riverboat.lab.entry import Claim, Entry, Published
from riverboat.lab.findings import Chart, Claimed, Findings, Found, Table
from riverboat.lab.work import Work
from riverboat.show.curves import Curve

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Counts = NDArray[np.int64]

STAGES = {5: "flop", 6: "turn", 7: "river"}
HANDS = {5: 2_598_960, 7: 133_784_560}
"""Printed in section 1.3."""


def run(work: Work) -> Findings:
    from itertools import accumulate, pairwise

    from riverboat.cards import category
    from riverboat.cards.ranking.high import rank_counts
    from riverboat.cards.ranking.words import CLASSES_BY_CATEGORY

    counts = {size: rank_counts(size) for size in work.steps(tuple(STAGES))}
    blocks = list(pairwise((0, *accumulate(CLASSES_BY_CATEGORY))))
    names = [str(category(first)) for first, _ in blocks]
    stairs = {
        size: [len(set(found[first:end].tolist())) == 1 for first, end in blocks] for size, found in counts.items()
    }
    straight = names.index("straight")
    peaks = {size: _peak(found, *blocks[straight]) for size, found in counts.items()}
    rows = [
        (name, f"{end - first:,}", *(f"{int(counts[size][first:end].sum()):,}" for size in STAGES))
        for name, (first, end) in zip(names, blocks, strict=True)
    ]
    return Findings(
        [
            Found("different ranks", sum(bool(number) for number in counts[5].tolist())),
            Found("kinds of straights", blocks[straight][1] - blocks[straight][0]),
            *(Found(f"hands of {size} cards", int(counts[size].sum())) for size in STAGES),
            *(
                Found(f"a straight beside the most frequent rank above it, {stage}", peaks[size][0] / peaks[size][1])
                for size, stage in STAGES.items()
            ),
        ],
        [
            Claimed(
                "stairs",
                all(stairs[5]),
                f"{sum(stairs[5])} of 9 kinds of hands with five cards, {sum(stairs[6])} with six, "
                f"{sum(stairs[7])} with seven have equally frequent ranks",
            ),
            Claimed(
                "peaks",
                all(least > most for least, most in peaks.values()),
                "; ".join(
                    f"{stage}: each straight {least:,} times or more, any rank above them or of three of a kind "
                    f"{most:,} at most"
                    for (least, most), stage in zip(peaks.values(), STAGES.values(), strict=True)
                ),
            ),
        ],
        [_chart(counts[size], size) for size in STAGES],
        tables=[Table("Hands by kind", ("", "ranks", *(f"{size} cards" for size in STAGES)), rows)],
    )  # fmt: skip


def _peak(counts: Counts, first: int, end: int) -> tuple[int, int]:
    """The rarest straight, and the most frequent of all better ranks and of the 858 three of a kind just below."""
    others = [*counts[end:].tolist(), *counts[first - 858 : first].tolist()]
    return min(counts[first:end].tolist()), max(others)


def _chart(counts: Counts, size: int) -> Chart:
    """Relative frequencies by rank; runs of equal ones are drawn by their ends."""
    whole = int(counts.sum())
    shares = [count / whole for count in counts.tolist()]
    points = [
        (float(rank), share)
        for rank, share in enumerate(shares)
        if rank in (0, len(shares) - 1) or share != shares[rank - 1] or share != shares[rank + 1]
    ]
    return Chart(
        f"{STAGES[size].capitalize()}: {size} cards", [Curve("share of hands", points)], "rank", "relative frequency"
    )


ENTRY = Entry(
    __name__,
    "Distribution of hand ranks",
    "Figure 10 and section 3.4",
    "How often each rank, from the worst of 7,462 to the best, comes among all hands of two private cards with a flop, "
    "a turn and a river.",
    small="exact: all 156,742,040 hands of five, six and seven cards, a few seconds",
    run=run,
    published=(
        Published("different ranks", 7462),
        Published("kinds of straights", 10),
        *(Published(f"hands of {size} cards", hands) for size, hands in HANDS.items()),
    ),
    claims=(
        Claim("stairs", "The first chart has a stair step layout; each stair is the name of a hand."),
        Claim("peaks", "The large peaks near the end of each chart are the straights: many combinations, ten kinds."),
    ),
    remarks=(
        "The picture is not in the text. Its sizes |S| = 5, 6, 7 count the private cards too.",
        "A peak stands out from its neighbours; as single ranks, high cards of five cards come as often as straights.",
    ),
)

"""Teófilo (2016), Figs. 14 to 17: heat maps of HS, PPot, NPot and EHS over the starting hands."""

from __future__ import annotations

from riverboat.lab.entry import Claim, Entry
from riverboat.lab.findings import Claimed, Findings, Found, Grid
from riverboat.lab.work import Work

HIGH = 0.7
"""From here on the figures are blue or purple."""


def run(work: Work) -> Findings:
    import numpy as np

    from riverboat.cards.holdings import CLASS_NAMES
    from riverboat.odds.averages import average_strength, flop_averages

    ranks = np.array([sorted("23456789TJQKA".index(rank) for rank in name[:2]) for name in CLASS_NAMES])
    gap, paired = ranks[:, 1] - ranks[:, 0], ranks[:, 0] == ranks[:, 1]
    strengths = {count: average_strength(count) for count in (1, 2, 3, 4)}
    flops = work.choose(16, None)
    found = flop_averages(flops=flops, seed=work.seed, on_progress=work.on_progress)
    gain = found.effective - found.strength
    areas = {count: int((values >= HIGH).sum()) for count, values in strengths.items()}
    close = found.positive[~paired & (gap <= 3)].mean(), found.positive[~paired & (gap > 4)].mean()
    low = found.negative[ranks[:, 1] <= 5].mean(), found.negative[ranks[:, 0] >= 8].mean()
    order = np.argsort(found.strength)
    weak, strong = gain[order[:56]].mean(), gain[order[-56:]].mean()
    same = float(np.corrcoef(found.effective, found.strength)[0, 1])
    people = {1: "one opponent", 2: "two opponents", 3: "three opponents", 4: "four opponents"}
    return Findings(
        [
            *(Found(f"hands of {HIGH:.0%} and more, {people[count]}", area) for count, area in areas.items()),
            Found("correlation of EHS and HS", same),
        ],
        [
            Claimed(
                "area shrinks",
                areas[1] > areas[2] > areas[3] > areas[4],
                "classes of 70 % and more: " + ", ".join(map(str, areas.values())),
            ),
            Claimed(
                "close cards", bool(close[0] > close[1]),
                f"mean PPot {close[0]:.3f} within three ranks, {close[1]:.3f} further apart",
            ),
            Claimed(
                "low cards", bool(low[0] > low[1]),
                f"mean NPot {low[0]:.3f} up to sevens, {low[1]:.3f} from tens up",
            ),
            Claimed("similar", same > 0.9, f"correlation {same:.3f}"),
            Claimed("always more", bool((gain >= 0).all()), f"EHS - HS is {gain.min():.3f} to {gain.max():.3f}"),
            Claimed(
                "weak hands gain", bool(weak > strong),
                f"{weak:.3f} for the weakest third, {strong:.3f} for the best",
            ),
        ],
        grids=[
            *(Grid(f"Fig. 14: HS against {people[count]}", each.tolist(), True) for count, each in strengths.items()),
            Grid("Fig. 15: PPot", found.positive.tolist()),
            Grid("Fig. 15: NPot", found.negative.tolist()),
            Grid("Fig. 16: EHS", found.effective.tolist(), True),
            Grid("Fig. 17: EHS - HS", gain.tolist()),
        ],
        notes=[f"HS over all flops; the potentials over {f'{flops} flops drawn at random' if flops else 'all flops'}."],
    )  # fmt: skip


ENTRY = Entry(
    __name__,
    "Heat maps of starting hands",
    "Figs. 14 to 17",
    "HS against one to four opponents, hand potential, effective hand strength and what it adds to HS, for each pair "
    "of cards on the average flop.",
    small="HS exactly, the potentials from 16 flops, 3 seconds",
    full="everything over all 1,755 flops, 2 minutes",
    run=run,
    claims=(
        Claim("area shrinks", "With more opponents the area of high hand strength shrinks."),
        Claim("close cards", "PPot is higher for cards close to each other."),
        Claim("low cards", "NPot is higher for cards of low ranks."),
        Claim("similar", "The map of EHS has a structure similar to that of HS."),
        Claim("always more", "EHS is more than HS for all hands."),
        Claim("weak hands gain", "What EHS adds is largest for hands of little strength."),
    ),
    remarks=(
        "The figures carry no numbers, so only what the text says about them can be checked. EQ12 is not normalised "
        "and cannot be computed as printed; the potentials are those of Billings.",
    ),
)

"""Teófilo (2016), Table 27: how much faster a lookup of average rank strength is than sampled E[HS]."""

from __future__ import annotations

from riverboat.lab.entry import Claim, Entry, Published
from riverboat.lab.findings import Claimed, Findings, Found
from riverboat.lab.work import Work

HANDS = 1_000_000
SECONDS = {
    "flop": ((387.71, 108.90), (0.32, 0.06)),
    "turn": ((309.18, 90.19), (0.41, 0.09)),
    "river": ((263.79, 75.98), (0.43, 0.10)),
}
"""E[HS] and ARS, each not parallel and on eight cores."""
SPEED_UPS = {"flop": (1211.59, 1815.00), "turn": (754.10, 1002.11), "river": (613.47, 759.8)}
BOARDS = 1000


def run(work: Work) -> Findings:
    from riverboat.bench.harness import race
    from riverboat.cards.ranking.high import random_hands
    from riverboat.odds.ars import ars_table, average_rank_strength_batch
    from riverboat.odds.strength import expected_hand_strength

    few = work.choose(20, 500)
    values = []
    for street, cards in work.steps((("flop", 5), ("turn", 6), ("river", 7))):
        hands = random_hands(work.choose(100_000, HANDS), cards, work.seed)
        table = ars_table(street)
        times = race(
            {
                "ARS": lambda: average_rank_strength_batch(hands, table=table),  # noqa: B023
                "E[HS]": lambda: [
                    expected_hand_strength(hand[:2], hand[2:], samples=BOARDS, seed=1)
                    for hand in hands[:few]  # noqa: B023
                ],
            },
            seconds=work.choose(0.2, 3.0),
        )
        looked_up, sampled = times["ARS"] * HANDS / len(hands), times["E[HS]"] * HANDS / few
        values += [
            Found(f"ARS, {street}", looked_up),
            Found(f"E[HS], {street}", sampled, note="called from Python, one hand at a time"),
            Found(f"speed-up, {street}", sampled / looked_up),
        ]
    ratios = [ratio for pair in SPEED_UPS.values() for ratio in pair]
    mean = sum(ratios) / len(ratios)
    size = ars_table("river").mean.nbytes / 2**20
    right = all(
        abs(slow / quick - SPEED_UPS[street][way]) < 0.01
        for street, (slows, quicks) in SECONDS.items()
        for way, (slow, quick) in enumerate(zip(slows, quicks, strict=True))
    )
    return Findings(
        [*values, Found("MB in a table", size, note="4-byte numbers"), Found("mean of the speed-ups", mean)],
        [
            Claimed("ratios", right, "each is the quotient of its two times"),
            Claimed(
                "thousand",
                min(value.value for value in values if value.name in ("speed-up, flop", "speed-up, turn")) > 1000,
                ", ".join(f"{value.name} {value.value:,.0f}" for value in values if "speed" in value.name),
            ),
        ],
        notes=[f"E[HS] from {BOARDS:,} sampled boards; on the river there is nothing to sample and it is exact."],
    )


_BASELINE = (
    "the original samples opponents too and does not say how many; here each board is compared with all 990 hands"
)

ENTRY = Entry(
    __name__,
    "Speed of average rank strength",
    "Table 27",
    "Seconds for a million hands, by sampled E[HS] and by one look-up, on three streets.",
    small="100,000 hands per street, 2 seconds and the tables' building on first use (a minute)",
    full="a million hands per street, half a minute",
    run=run,
    timed=True,
    published=(
        *(
            Published(
                f"{name}, {street}", times[which][0], "s", better="less", incomparable="" if which else _BASELINE
            )
            for street, times in SECONDS.items()
            for which, name in enumerate(("E[HS]", "ARS"))
        ),
        *(
            Published(f"speed-up, {street}", pair[0], better="more", incomparable=_BASELINE)
            for street, pair in SPEED_UPS.items()
        ),
        Published("MB in a table", 9.62, "MiB", better="less"),
        Published(
            "mean of the speed-ups", 1044.24,
            wrong="the six printed ratios have a mean of 1026.01",
        ),
    ),
    claims=(
        Claim("ratios", "The speed-ups are those of the printed times."),
        Claim("thousand", "A look-up is about 1,000 times faster, or more (flop and turn)."),
    ),
    remarks=("The original ran on an Intel i7-3940XM; the parallel times on eight cores are not compared.",),
)  # fmt: skip

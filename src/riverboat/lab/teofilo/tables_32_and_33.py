"""Teófilo (2016), Tables 32 and 33: Hermes's situations and its classes of starting hands, counted."""

from __future__ import annotations

from riverboat.lab.entry import Claim, Entry, Published
from riverboat.lab.findings import Claimed, Findings, Found, Grid
from riverboat.lab.work import Work

HOLDINGS = {1: 28, 2: 30, 3: 34, 4: 50, 5: 94, 6: 68, 7: 106, 8: 132}
"""Cards in each class, counted on the printed table by its 6, 4 and 12 holdings per cell."""
SITUATIONS = 5


def run(work: Work) -> Findings:
    from riverboat.agents.hermes.tables import HAND_CLASSES, GameState
    from riverboat.cards.holdings import CLASS_NAMES, CLASS_SIZES
    from riverboat.odds.preflop import SKLANSKY_GROUPS

    sizes = [
        sum(int(CLASS_SIZES[place]) for place, each in enumerate(HAND_CLASSES) if each == number) for number in HOLDINGS
    ]
    groups = {name: number for number, names in enumerate(SKLANSKY_GROUPS["teofilo"], start=1) for name in names}
    elsewhere = sorted(name for name, each in zip(CLASS_NAMES, HAND_CLASSES, strict=True) if each != groups.get(name))
    covered = {GameState.of(*counts) for counts in ((0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1), (2, 0, 0))}
    return Findings(
        [
            Found("situations", len(covered)),
            *(Found(f"class {number}", size, unit="holdings") for number, size in zip(HOLDINGS, sizes, strict=True)),
            Found("hands in a class", sum(each is not None for each in HAND_CLASSES)),
            Found("share of hands in a class", 100 * sum(sizes) / 1326, unit="%"),
        ],
        [Claimed("as in Table 13", not elsewhere, f"other classes: {', '.join(elsewhere)}")],
        grids=[Grid("Classes 1 to 8; 9: never played", [float(each or 9) for each in HAND_CLASSES], bands=True)],
    )


ENTRY = Entry(
    __name__,
    "Hermes's situations and hand classes",
    "Tables 32 and 33",
    "How many holdings are in each class, as counted on the printed table, and as the player has it.",
    small="exact, at once",
    run=run,
    published=(
        Published("situations", SITUATIONS),
        *(Published(f"class {number}", holdings, "holdings") for number, holdings in HOLDINGS.items()),
        Published("hands in a class", 85),
        Published("share of hands in a class", 40.87, "%"),
    ),
    claims=(
        Claim(
            "as in Table 13",
            "(Not in the source.) The classes are the groups of Sklansky and Malmuth in Table 13 of the same thesis.",
            wrong="65s, 66 and K9s are elsewhere",
        ),
    ),
    remarks=(
        "The labels of Table 33 are exchanged: suited hands are above the diagonal (AK is in class 1 there, in class 2 "
        "below). Table 32 leaves combinations out, such as a raise and its caller; Hermes takes the nearest situation.",
    ),
)

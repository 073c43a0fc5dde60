"""Billings (2006), section 5.4.1: how many games show a difference, by money, DIVAT and duplicate deals."""

from __future__ import annotations

from math import sqrt

from riverboat.lab.entry import Claim, Entry, Published
from riverboat.lab.findings import Claimed, Findings, Found, Table
from riverboat.lab.work import Work
from riverboat.stats.mean import Interval

DIFFERENCE = 0.112
DEVIATIONS = {"bankroll": 4.75, "DIVAT": 1.93, "duplicate money": 1.643, "duplicate DIVAT": 1.178}
GAMES = {"bankroll": (7260, 3), "DIVAT": (1200, 10), "duplicate money": (870, 3), "duplicate DIVAT": (450, 5)}
"""As printed, "about", and how far that may be from what was meant."""
HALF_A_UNIT = 0.0005


def run(work: Work) -> Findings:
    from riverboat.assess.samples import hands_needed

    values, rows = [], []
    for name, deviation in DEVIATIONS.items():
        unit = 0.005 if deviation in (4.75, 1.93) else HALF_A_UNIT
        low = (2 * (deviation - unit) / (DIFFERENCE + HALF_A_UNIT)) ** 2
        high = (2 * (deviation + unit) / (DIFFERENCE - HALF_A_UNIT)) ** 2
        games = (2 * deviation / DIFFERENCE) ** 2
        values.append(Found(name, games, Interval(low, high), "games", "two standard deviations; printed digits vary"))
        exactly, often = hands_needed(deviation, DIFFERENCE), hands_needed(deviation, DIFFERENCE, power=0.8)
        rows.append((name, f"{deviation:g}", f"{games:,.0f}", f"{GAMES[name][0]:,}", f"{exactly:,}", f"{often:,}"))
    detects = 2 * 6 / sqrt(40_000)
    values += [
        Found("40,000 games of 6 sb detect", detects, unit="sb/g"),
        Found("games by DIVAT instead of 40,000", 40_000 / 6.34, Interval(40_000 / 6.345, 40_000 / 6.335), "games"),
    ]
    return Findings(
        values,
        [
            Claimed("a quarter of a million", 40_000 * 6.34 > 250_000, f"{40_000 * 6.34:,.0f} games"),
            Claimed("three times closer", sqrt(6.34) > 2.75, f"the square root of 6.34 is {sqrt(6.34):.2f}"),
        ],
        tables=[
            Table(
                f"Games until {DIFFERENCE} sb/g is as large as its 95 % interval",
                ("by", "deviation", "two deviations", "printed", "1.96 deviations", "80 % of matches show it"),
                rows,
            )
        ],
    )


ENTRY = Entry(
    __name__,
    "Games needed",
    "section 5.4.1",
    "How many games show that PsOpti4 beats PsOpti6, by four measures, from their printed deviations.",
    small="arithmetic",
    run=run,
    published=(
        *(Published(name, games, "games", error=error) for name, (games, error) in GAMES.items()),
        Published("40,000 games of 6 sb detect", 0.06, "sb/g"),
        Published("games by DIVAT instead of 40,000", 6000, "games", error=250),
    ),
    claims=(
        Claim("a quarter of a million", "Money needs matches of more than a quarter million games instead."),
        Claim(
            "three times closer",
            "The same matches discern players nearly three times closer in skill.",
            wrong="6.34 times less variance is 2.52 times closer",
        ),
    ),
    remarks=(
        "All four numbers are about 1 % above two standard deviations, as if 2.01 had been taken; 1.96 is the usual "
        "number for 95 %. At these lengths only every second match shows the difference.",
    ),
)

"""Billings (2006), Figure 5.6: PsOpti4 against itself, by money and by DIVAT."""

from __future__ import annotations

from typing import Final

from riverboat.lab.billings._judge import analysed, deviation_of, mean_of, running, variance_ratio
from riverboat.lab.billings._programs import agent_of
from riverboat.lab.entry import Claim, Entry, Published
from riverboat.lab.findings import Claimed, Findings
from riverboat.lab.work import Work

DEVIATIONS: Final = {"money sd": 4.691, "money minus Dcash sd": 2.825, "DIVAT sd": 1.863}
RATIO: Final = 6.34


def run(work: Work) -> Findings:
    hands = work.choose(400, 400_000)
    player = agent_of(work, "Sparbot")
    match = analysed(work, "self-play", (player, player), hands, "cash")
    lines = {"money sd": match.money, "money minus Dcash sd": match.less_dcash, "DIVAT sd": match.divat}
    values = [deviation_of(name, line) for name, line in lines.items()]
    even = mean_of("DIVAT", match.divat)
    assert even.interval is not None
    money, less, divat = (each.value for each in values)
    return Findings(
        [*values, variance_ratio("variance reduction", match.money, match.divat), mean_of("money", match.money), even],
        [
            Claimed("order", divat < less < money, f"{divat:.3f} < {less:.3f} < {money:.3f} sb"),
            Claimed("even", 0.0 in even.interval, f"{even.value:+.4f} sb/g by DIVAT"),
        ],
        [
            running(
                "Sparbot against itself",
                [("money", match.money), ("DIVAT", match.divat), ("Dcash", match.dcash)],
                guides=("money", "DIVAT"),
            )
        ],
        notes=work.choose(("A model that is hardly solved, and few hands.",), ()),
    )


ENTRY = Entry(
    __name__,
    "PsOpti4 against itself",
    "Figure 5.6",
    "Money, DIVAT and the baseline's money of a player against itself, and their standard deviations.",
    small="400 hands of a model that is hardly solved, two seconds",
    full="400,000 hands, about five minutes of one core after the model",
    run=run,
    published=(
        *(Published(name, value, "sb", digits=3) for name, value in DEVIATIONS.items()),
        Published("variance reduction", RATIO, digits=2),
        Published(
            "final money over Dcash", 1.35, digits=2, incomparable="of one sequence of cards, which is not available"
        ),
    ),
    claims=(
        Claim("order", "DIVAT varies less than money minus Dcash, and that less than money."),
        Claim("even", "A player is even against itself: zero lies in the interval of DIVAT."),
    ),
    remarks=(
        "PsOpti4 is Sparbot here, built from the published description of PsOpti2; edges of buckets are ours.",
        "Figures 5.7 to 5.10 are of PsOpti6 and of a person; neither is available, so these cannot be compared.",
    ),
    other_when_small="models that are hardly solved: other players",
)

"""Teófilo (2016), Table 19 and section 4.2.4: the E[HS] player against the random player, in nine games."""

from __future__ import annotations

from typing import NamedTuple

from riverboat.lab.entry import Claim, Entry, Published
from riverboat.lab.findings import Chart, Claimed, Findings, Found
from riverboat.lab.work import Work
from riverboat.show.curves import Curve

LIMIT = ((100, 0, 0), (50, 30, 20), (5, 50, 45), (1, 19, 80))
NO_LIMIT = ((100, 0, 0, 0, 0, 0), (50, 30, 10, 3, 2, 0), (5, 50, 25, 10, 5, 5), (1, 19, 20, 15, 15, 30))
"""Table 19 as printed: percent for each action, by E[HS] below 30, 50, 80 and 100 %."""


class _Contest(NamedTuple):
    """One game, how many hands of it, and how many cards are sampled for E[HS] where it is not exact."""

    name: str
    game: str
    small: int
    full: int
    samples: tuple[int, int] = (1000, 1000)


# The thesis prints neither results nor sizes. What is asked is a sign: a hand of limit hold'em has a deviation
# of about 5 small bets, so 5,000 leave ±0.15, and 1,000 of slower games ±0.35; without limit stacks are at stake.
CONTESTS = (
    _Contest("Kuhn", "kuhn", 2000, 200_000),
    _Contest("Leduc", "leduc(bets=1/1,raises=1)", 2000, 200_000),
    _Contest("limit hold'em", "holdem(betting=limit)", 160, 5_000),
    _Contest("no-limit hold'em", "holdem(betting=no-limit)", 160, 20_000),
    _Contest("Cincinnati", "cincinnati", 60, 1_000, (12, 200)),
    _Contest("five-card draw", "five_card_draw", 60, 1_000, (12, 200)),
    _Contest("Anaconda", "anaconda", 60, 1_000, (12, 200)),
    _Contest("Manila", "manila", 60, 1_000, (12, 200)),
    _Contest("seven-card stud", "stud", 60, 1_000, (12, 200)),
)


def run(work: Work) -> Findings:
    values, claims, curves = [], [], []
    for contest in work.steps(CONTESTS):
        player = f"expected_strength(samples={work.choose(*contest.samples)})"
        hands = work.choose(contest.small, contest.full)
        result = work.match(contest.name, [player, "random"], contest.game, hands, session=work.choose(20, 1000))
        won = result.players[0]
        chips = contest.name in ("Kuhn", "Leduc")
        mean, unit = (won.chips, "chips/hand") if chips else (won.sb, "small bets/hand")
        values.append(Found.of_mean(contest.name, mean, unit, note=f"{result.hands:,} hands of duplicate"))
        low, high = mean.interval()
        holds = True if low > 0 else False if high < 0 else None
        claims.append(Claimed(contest.name, holds, f"{mean.mean:+.3f} ± {mean.margin():.3f} {unit}"))
        if not chips and contest.name != "no-limit hold'em":
            scale = 1.0 / won.units.small_bet
            points = [(float(seen), chips * scale) for seen, chips in result.curves[won.name]]
            curves.append(Curve(contest.name, [(0.0, 0.0), *points]))
    short = [sum(row) for row in (*LIMIT, *NO_LIMIT) if sum(row) != 100]
    claims.append(Claimed("rows", not short, f"one row sums to {short[0]} %" if short else "all sum to 100 %"))
    return Findings(
        values,
        claims,
        [
            Chart(
                "E[HS] against random: bankroll in limit games",
                curves,
                "hands",
                "small bets won",
                log_x=work.choose(False, True),
            )
        ],
    )  # fmt: skip


OPEN = "the thesis says that it tested this, and not what came out"
_INDEPENDENT = "an independent program (200,000 hands), as the thesis announces this match and prints no numbers"

ENTRY = Entry(
    __name__,
    "The E[HS] player against the random player",
    "Table 19 and section 4.2.4",
    "The player built into the PGDL system acts by bands of E[HS]; it was tested against a random player to see "
    "whether it is competent. Played here in all nine games that the section names.",
    small="2,000 hands of Kuhn and Leduc, 160 of hold'em, 60 of the others, 4 seconds",
    full="200,000 hands of Kuhn and Leduc, 5,000 and 20,000 of hold'em with and without limit, 1,000 of the "
    "others, some minutes; resumes after an interrupt",
    run=run,
    published=(
        Published("Kuhn", 0.244, "chips/hand", 0.003, theory=_INDEPENDENT),
        Published("Leduc", 0.230, "chips/hand", 0.004, digits=3, theory=_INDEPENDENT),
        *(Published(contest.name, None, "small bets/hand") for contest in CONTESTS[2:]),
    ),
    claims=(
        *(
            Claim(each.name, f"E[HS] is competent enough to beat the random player at {each.name}.", incomparable=OPEN)
            for each in CONTESTS
        ),
        Claim(
            "rows",
            "The probabilities of Table 19 sum to 100 % in each row.",
            wrong="the second no-limit row lacks 5 %, which are given to the smallest raise",
        ),
    ),
    remarks=(
        "The thesis prints no result of this match. EQ15 shows the formula of HS; the player uses E[HS], the mean over "
        "the cards to come, as the text says. Raises are percentages of the player's stack, bands include their lower "
        "end, and a fold where a check is free becomes a check: none of this is stated. Leduc is the thesis's form, "
        "one raise of 1 in either round.",
    ),
)

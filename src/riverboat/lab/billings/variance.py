"""Billings (2006), section 5.4: how much DIVAT and duplicate deals reduce variance, match by match."""

from __future__ import annotations

from riverboat.lab.billings._judge import analysed, careful_and_bold, deviation_of, pair_means, seat, variance_ratio
from riverboat.lab.entry import Claim, Entry, Published
from riverboat.lab.findings import Claimed, Findings, Found, Table
from riverboat.lab.work import Work
from riverboat.stats.mean import Interval

PRINTED = {
    "Always Call v Always Raise": (6.856, 2.9255, 5.50),
    "PsOpti4 self-play": (4.691, 1.863, 6.34),
    "PsOpti4 v PsOpti6": (4.7485, 1.9305, 6.05),
    "PsOpti4 v PsOpti6, duplicate money": (4.7485, 1.643, 8.36),
    "PsOpti4 v PsOpti6, duplicate DIVAT": (4.7485, 1.178, 16.25),
    "thecount v PsOpti1": (5.756, 2.109, 7.45),
    "Vexbot v PsOpti4": (5.611, 2.696, 4.33),
}
"""Deviations of money and of the other measure (means where two are printed), and the printed ratio of variances."""
HALF_A_UNIT = 0.0005
_PRINTED = "not played: computed from the printed deviations"


def run(work: Work) -> Findings:
    hands = work.choose(500, 60_000)
    careful, bold = careful_and_bold()
    styles = analysed(work, "styles", (seat(careful, "careful"), seat(bold, "bold")), hands)
    alone = analysed(work, "self-play", (seat(careful, "north"), seat(careful, "south")), hands, seed=1)
    values, rows = [], []
    for name, (money, other, ratio) in PRINTED.items():
        low = ((money - HALF_A_UNIT) / (other + HALF_A_UNIT)) ** 2
        high = ((money + HALF_A_UNIT) / (other - HALF_A_UNIT)) ** 2
        values.append(Found(name, (money / other) ** 2, Interval(low, high)))
        rows.append((name, f"{money:g}", f"{other:g}", f"{ratio:g}", f"{(money / other) ** 2:.3f}"))
    double_money, double_divat = pair_means(styles.money), pair_means(styles.divat)
    ours = [
        deviation_of("careful v bold: money sd", styles.money),
        deviation_of("careful v bold: money minus Dcash sd", styles.less_dcash),
        deviation_of("careful v bold: DIVAT sd", styles.divat),
        variance_ratio("careful v bold: DIVAT", styles.money, styles.divat),
        variance_ratio("careful v bold: duplicate money", styles.money, double_money),
        variance_ratio("careful v bold: duplicate DIVAT", styles.money, double_divat),
        deviation_of("careful self-play: money sd", alone.money),
        variance_ratio("careful self-play: DIVAT", alone.money, alone.divat),
    ]
    by_divat, by_money, by_both = (ours[at].value for at in (3, 4, 5))
    return Findings(
        [*values, *ours],
        [
            Claimed(
                "order",
                all(m.divat.std() < m.less_dcash.std() < m.money.std() for m in (styles, alone)),
                "; ".join(
                    f"{m.divat.std():.2f} < {m.less_dcash.std():.2f} < {m.money.std():.2f} sb" for m in (styles, alone)
                ),
            ),
            Claimed(
                "both together",
                by_both > max(by_divat, by_money),
                f"{by_both:.1f} against {by_divat:.1f}, {by_money:.1f}",
            ),
            Claimed("overlap", by_both < by_divat * by_money, f"{by_both:.1f}, and not {by_divat * by_money:.1f}"),
        ],
        tables=[Table("Printed", ("match", "money sd", "other sd", "printed ratio", "from the deviations"), rows)],
        notes=(f"Stand-ins: careful and bold players by hand strength, {hands:,} hands each, half of them replays.",),
    )


ENTRY = Entry(
    __name__,
    "Variance with and without luck",
    "section 5.4",
    "By how much DIVAT, duplicate deals and both together reduce the variance of a game.",
    small="2 matches of 500 hands, 3 seconds",
    full="2 matches of 60,000 hands, 3 minutes",
    run=run,
    published=tuple(
        Published(name, ratio, digits=2, incomparable=_PRINTED + (", which give 5.49" if ratio == 5.50 else ""))
        for name, (_, _, ratio) in PRINTED.items()
    ),
    claims=(
        Claim("order", "DIVAT varies less than money minus Dcash, and that less than money."),
        Claim("both together", "Duplicate DIVAT has the lowest variance of all estimators."),
        Claim("overlap", "Duplicate deals and DIVAT overlap, so that their gains do not multiply."),
    ),
    remarks=(
        "The matches are of programs that are not available; their ratios are checked against the printed deviations, "
        "and the claims on players by hand strength. Always Call against Always Raise, PsOpti4 against itself and "
        "Vexbot against PsOpti4 are played in the entries billings-figures-5-3-to-5-5, billings-figure-5-6 and "
        "billings-vexbot-by-divat.",
    ),
)

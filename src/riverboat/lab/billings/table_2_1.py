"""Billings (2006), Table 2.1: the income rates of 86 starting hands at a table of ten who always call (IR-10)."""

from __future__ import annotations

from riverboat.lab.entry import Claim, Entry, Published
from riverboat.lab.findings import Chart, Claimed, Findings, Found
from riverboat.lab.work import Work
from riverboat.show.curves import Curve

GROUPS = (
    "AA 2112, KK 1615, QQ 1224, JJ 935, AKs 1071",
    "TT 714, AQs 915, AJs 813, KQs 858, AKo 718",
    "99 553, JTs 657, QJs 720, KJs 767, ATs 736, AQo 555",
    "T9s 481, KQo 515, 88 450, QTs 655, 98s 338, J9s 449, AJo 430, KTs 694",
    "77 364, 87s 270, Q9s 452, T8s 353, KJo 391, QJo 359, JTo 305, 76s 222, 97s 245, A9s 538, A8s 469, A7s 427, "
    "A6s 386, A5s 448, A4s 422, A3s 392, A2s 356, 65s 191",
    "66 304, ATo 335, 55 238, 86s 185, KTo 306, QTo 287, 54s 167, K9s 485, J8s 327",
    "44 214, J9o 92, 43s 41, 75s 141, T9o 127, 33 199, 98o -15, 64s 106, 22 196, K8s 356, K7s 309, K6s 278, K5s 245, "
    "K4s 227, K3s 211, K2s 192, Q8s 317",
    "87o -75, 53s 87, A9o 119, Q9o 65, 76o -129, 42s -42, 32s -83, 96s 144, 85s 85, J8o -51, J7s 206, 65o -158, "
    "54o -181, 74s 41, K9o 85, T8o -10",
    "T7s 231, Q7s 209",
)
"""Sklansky's groups 1 to 8, and the best two hands outside them (footnote 11); milli-bets."""


def read_hands(text: str) -> dict[str, int]:
    """`AA 2112, KK 1615` as a dictionary."""
    return {hand: int(value) for hand, value in (entry.split() for entry in text.split(","))}


IR_10 = {hand: value for group in GROUPS for hand, value in read_hands(group).items()}

PUBLISHED_ERROR = 4.0
"""Milli-bets. A million deals of each class, as the 1998 paper says, leave standard errors of 2 to 5."""


def run(work: Work) -> Findings:
    from riverboat.odds.preflop import roll_out

    deals = work.choose(2_000_000, 40_000_000)
    rates = roll_out(deals, work.seed, on_progress=work.on_progress, threads=work.threads).income_rates(10)
    found = [Found.with_error(hand, rates[hand], rates.error(hand)) for hand in IR_10]
    apart = [rates[hand] - value for hand, value in IR_10.items()]
    root_mean_square = (sum(each * each for each in apart) / len(apart)) ** 0.5
    best = [hand for hand in rates.best_first() if hand not in IR_10]
    order = sorted(IR_10, key=lambda hand: -IR_10[hand])
    places = [(float(place), hand) for place, hand in enumerate(order, start=1)]
    return Findings(
        found,
        [
            Claimed(
                "53s above 43s",
                rates["53s"] > rates["43s"],
                f"53s {rates['53s']:.0f}, 43s {rates['43s']:.0f}",
            ),
            Claimed(
                "52s above 42s and 32s",
                rates["52s"] > max(rates["42s"], rates["32s"]),
                f"52s {rates['52s']:.0f}, 42s {rates['42s']:.0f}, 32s {rates['32s']:.0f}",
            ),
            Claimed(
                "best outside the groups",
                rates["T7s"] > rates[best[0]] and rates["Q7s"] > rates[best[0]],
                f"T7s {rates['T7s']:.0f}, Q7s {rates['Q7s']:.0f}, then {best[0]} {rates[best[0]]:.0f}",
            ),
        ],
        [
            Chart(
                "Income rates against nine random hands",
                [
                    Curve("published", [(place, IR_10[hand]) for place, hand in places], dashed=True),
                    Curve(
                        "reproduced",
                        [(place, rates[hand]) for place, hand in places],
                        [(row.interval.low, row.interval.high) for hand in order for row in found
                         if row.name == hand and row.interval],
                    ),
                ],
                x="hands in the published order",
                y="milli-bets per hand",
            )
        ],
        notes=[
            f"{deals:,} deals of a board and 23 hands; root mean square difference "
            f"{root_mean_square:.1f} milli-bets over {len(apart)} hands."
        ],
    )  # fmt: skip


ENTRY = Entry(
    __name__,
    "Income rates of starting hands, ten players",
    "Table 2.1 and footnote 11",
    "What each starting hand earns, in milli-bets, when ten players put in one small bet and see all cards.",
    small="2 million deals of 23 hands, a second",
    full="40 million deals of 23 hands, 20 seconds",
    run=run,
    published=tuple(Published(hand, value, "milli-bets", PUBLISHED_ERROR) for hand, value in IR_10.items()),
    claims=(
        Claim("53s above 43s", "Sklansky is inconsistent to rank 43s (group 7) above 53s (group 8)."),
        Claim("52s above 42s and 32s", "52s is in no group although it is better than 42s and 32s of group 8."),
        Claim("best outside the groups", "T7s and Q7s are the best hands that Sklansky's groups lack."),
    ),
    remarks=(
        "The thesis says only that several million trials were made. The 1998 paper on Loki has a million for each "
        "class; the published numbers are taken to have a standard error of 4 milli-bets.",
    ),
)

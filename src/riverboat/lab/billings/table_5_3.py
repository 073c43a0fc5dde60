"""Billings (2006), Table 5.3: the same hand with all-in and with roll-out equity, and a number that does not follow."""

from __future__ import annotations

from typing import TYPE_CHECKING

from riverboat.lab.billings._judge import SMALL_BET, STREETS, UNIT, mean_of, worked_example
from riverboat.lab.entry import Claim, Entry, Published
from riverboat.lab.findings import Claimed, Findings, Found, Table
from riverboat.lab.work import Work

if TYPE_CHECKING:
    from riverboat.lab.billings._judge import Floats

POTS = (2, 4, 6, 8)
"""In small bets, when the flop comes."""
LFAT = (0.207, 0.96, 1.455, -12.727)
ROUND_EV = (0.207, 0.527, 0.909, -4.0)
ALL_IN = (0.207, 0.527, 0.727, 0.0)
ROLL_OUT = (0.029, 0.523, 0.636, 0.0)
_WHY = "all 17,296 flops give 0.202: pots of 4 and 6 small bets are worth 0.213 and 0.415"


def run(work: Work) -> Findings:
    from riverboat.model.divat.analysis import DivatSettings, divat_of

    hand = worked_example()
    all_in = divat_of([hand], DivatSettings(equity="aie", exact_preflop=True))
    later = divat_of([hand], DivatSettings(flops=1)).differences[0, 1:] / SMALL_BET
    worth = _pots(work)
    # The baseline plays SlCrC and ends with a pot of four small bets, the players' SlRrC with six.
    gained = worth[:, POTS.index(6)] - worth[:, POTS.index(4)]
    rows = {"LFAT": all_in.luck[0], "AIE round EV": all_in.round_values[0], "AIE DIVAT": all_in.differences[0]}
    values = [
        Found(f"{name}: {row}", float(value) / SMALL_BET, unit=UNIT)
        for row, numbers in rows.items()
        for name, value in zip(STREETS, numbers, strict=True)
    ]
    values.append(_found("pre-flop: ROE DIVAT", gained))
    values += [
        Found(f"{name}: ROE DIVAT", float(value), unit=UNIT) for name, value in zip(STREETS[1:], later, strict=True)
    ]
    values += [
        Found("total AIE DIVAT", float(all_in.total[0]) / SMALL_BET, unit=UNIT),
        _found("total ROE DIVAT", gained + later.sum()),
        *(_found(f"roll-out value of a pot of {pot}", worth[:, n]) for n, pot in enumerate(POTS)),
    ]
    before = float(gained.mean())
    rest = all(round(float(value), 3) == printed for value, printed in zip(later, ROLL_OUT[1:], strict=True))
    return Findings(
        values,
        [
            Claimed("pre-flop", round(before, 3) == 0.029, f"{before:.4f}, printed 0.029"),
            Claimed("later rounds", rest, ", ".join(f"{value:.4f}" for value in later) + " before rounding"),
        ],
        tables=[
            Table(
                "Roll-out equity",
                ("round", "printed", "here"),
                [
                    (name, f"{printed:+.3f}", f"{float(value):+.4f}")
                    for name, printed, value in zip(STREETS, ROLL_OUT, (before, *later), strict=True)
                ],
            )
        ],
    )


def _pots(work: Work) -> Floats:
    """float64[parts, pots]: what the first wins by roll-outs from each pot; one exact part, or some samples."""
    import numpy as np

    from riverboat.model.divat.analysis import roll_out_value

    hand = worked_example()
    parts = work.choose(20, 1)
    flops = work.choose(60, None)
    return np.array(
        [
            roll_out_value(hand.down[0], hand.down[1], POTS, flops=flops, seed=work.seed * parts + part)
            for part in work.steps(range(parts))
        ]
    )


def _found(name: str, parts: Floats) -> Found:
    return mean_of(name, parts, UNIT) if len(parts) > 1 else Found(name, float(parts[0]), unit=UNIT)


ENTRY = Entry(
    __name__,
    "One hand, with all-in and with roll-out equity",
    "Table 5.3",
    "Luck, the baseline's worth and DIVAT of each round of the worked hand, by both equities.",
    small="1,200 random flops for the pre-flop round, a second",
    full="all 17,296 flops, a few seconds",
    run=run,
    published=(
        *(Published(f"{name}: LFAT", v, UNIT, digits=3) for name, v in zip(STREETS, LFAT, strict=True)),
        *(Published(f"{name}: AIE round EV", v, UNIT, digits=3) for name, v in zip(STREETS, ROUND_EV, strict=True)),
        *(Published(f"{name}: AIE DIVAT", v, UNIT, digits=3) for name, v in zip(STREETS, ALL_IN, strict=True)),
        *(
            Published(f"{name}: ROE DIVAT", v, UNIT, digits=3, wrong=_WHY if name == "pre-flop" else "")
            for name, v in zip(STREETS, ROLL_OUT, strict=True)
        ),
        Published("total AIE DIVAT", 1.462, UNIT),
        Published("total ROE DIVAT", 1.189, UNIT, wrong="it contains the 0.029"),
    ),
    claims=(
        Claim("pre-flop", "By roll-out equity the pre-flop round is worth 0.029 small bets.", wrong=_WHY),
        Claim("later rounds", "Flop, turn and river are worth 0.523, 0.636 and 0."),
    ),
    remarks=(
        "The recursion of Fig. 5.2 gives 0.202 before the flop, and so does a second enumeration in another language. "
        "The round EV of the roll-out columns is left out: its definition is not given, and its pre-flop number is the "
        "same 0.029.",
    ),
)

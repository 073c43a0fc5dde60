"""Billings (2006), Table 2.3 and section 2.5.2: A-Q on a flop of J-4-3, against all hands and all run-outs."""

from __future__ import annotations

from riverboat.lab.entry import Entry, Published
from riverboat.lab.findings import Findings, Found
from riverboat.lab.work import Work

HOLE, FLOP = "AdQc", "Jh4c3h"
STATES = ("ahead", "tied", "behind")
CELLS = ((449_005, 3_211, 169_504), (0, 8_370, 540), (91_981, 1_036, 346_543))


def run(work: Work) -> Findings:
    from riverboat.odds.strength import hand_potential, hand_strength, hand_transitions

    cells = hand_transitions(HOLE, FLOP)
    strength = hand_strength(HOLE, FLOP)
    standing = strength.standings[0]
    two, one = hand_potential(HOLE, FLOP), hand_potential(HOLE, FLOP, look_ahead=1)
    stays = float(cells[0, 0] / cells[0].sum())
    return Findings(
        [
            *(
                Found(f"{now} on the flop, {later} at the river", int(cells[i, j]))
                for i, now in enumerate(STATES)
                for j, later in enumerate(STATES)
            ),
            *(Found(f"hands {state}", int(count)) for state, count in zip(STATES, standing, strict=True)),
            Found("HS", float(strength)),
            Found("HS against five", float(hand_strength(HOLE, FLOP, opponents=5))),
            Found("stays ahead", stays),
            Found("PPot, two cards", two.positive),
            Found("NPot, two cards", two.negative),
            Found("PPot, one card", one.positive),
            Found("NPot, one card", one.negative),
        ],
    )


ENTRY = Entry(
    __name__,
    "Hand transitions between flop and river",
    "Table 2.3 and section 2.5.2",
    "How 1,081 hands of an opponent and 990 run-outs change who is ahead, for ace-queen on jack-four-three.",
    small="exact: 1,070,190 comparisons, milliseconds",
    run=run,
    published=(
        *(
            Published(f"{now} on the flop, {later} at the river", count)
            for now, row in zip(STATES, CELLS, strict=True)
            for later, count in zip(STATES, row, strict=True)
        ),
        *(Published(f"hands {state}", count) for state, count in zip(STATES, (628, 9, 444), strict=True)),
        Published("HS", 0.585),
        Published("HS against five", 0.069),
        Published("stays ahead", 0.72),
        Published("PPot, two cards", 0.208, by="the 1998 paper on Loki"),
        Published("NPot, two cards", 0.274, by="the 1998 paper on Loki"),
        Published("PPot, one card", 0.108, by="the 1998 paper on Loki"),
        Published("NPot, one card", 0.145, by="the 1998 paper on Loki"),
    ),
    remarks=(
        "The listing of Fig. 2.4 adds to its totals once for each opponent's hand and not once for each run-out, which "
        "would make PPot 990 times too large. The 1998 paper divides by all ties; its numbers need half of them, as "
        "the thesis has it.",
    ),
)

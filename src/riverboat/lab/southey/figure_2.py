"""Southey, Hoehn and Holte (2009), Fig. 2: which pure strategy of P1 is best against each strategy of P2."""

from __future__ import annotations

from riverboat.lab.entry import Claim, Entry
from riverboat.lab.findings import Chart, Claimed, Findings, Table
from riverboat.lab.work import Work
from riverboat.show.curves import Curve

STEPS = 200


def run(work: Work) -> Findings:
    from riverboat.model.kuhn import OPPONENTS, PURE, Second, best_first, expected_value, max_value_against, region

    best = set()
    for i in range(STEPS + 1):
        for j in range(STEPS + 1):
            point = Second(i / STEPS, j / STEPS)
            most = max(expected_value(pure, point) for pure in PURE)
            winners = [n for n, pure in enumerate(PURE) if expected_value(pure, point) > most - 1e-12]
            if len(winners) == 1:
                best.add(winners[0])
    homes = {name: best_first(opponent) for name, opponent in OPPONENTS.items()}
    meeting = all(any(max(abs(c - 1 / 3) for c in corner) < 1e-9 for corner in region(n)) for n in range(1, 7))
    outlines = [
        Curve(f"S{n}", [(c.eta, c.xi) for c in (*region(n), region(n)[0])]) for n in range(1, 7)
    ]  # fmt: skip
    dots = Curve("opponents", [(opponent.eta, opponent.xi) for opponent in OPPONENTS.values()], line=False)
    return Findings(
        claims=[
            Claimed("six regions", best == {1, 2, 3, 4, 5, 6}, f"alone best somewhere: {sorted(best)}"),
            Claimed("one point", meeting, "every region has the corner (1/3, 1/3)"),
            Claimed(
                "an opponent from each region",
                sorted(homes.values()) == [1, 2, 3, 4, 5, 6],
                ", ".join(f"{name} in S{home}" for name, home in homes.items()),
            ),
        ],
        charts=[Chart("Regions of the (eta, xi) square", [*outlines, dots], "eta", "xi")],
        tables=[
            Table(
                "The six opponents",
                ("opponent", "eta", "xi", "best response", "wins a hand"),
                [
                    (name, f"{o.eta:g}", f"{o.xi:g}", f"S{homes[name]}", f"{max_value_against(o):+.4f}")
                    for name, o in OPPONENTS.items()
                ],
            )
        ],
    )


ENTRY = Entry(
    __name__,
    "Regions of best responses",
    "Fig. 2",
    "The strategies of P2 as a square, cut by three lines into the regions of P1's best responses.",
    small="exact, a grid of 40,401 points",
    run=run,
    claims=(
        Claim("six regions", "S1 to S6 are best responses somewhere, S0 and S7 nowhere."),
        Claim("one point", "The lines cut each other in the equilibrium strategy of P2."),
        Claim("an opponent from each region", "O1 to O6 were taken from the six regions."),
    ),
)

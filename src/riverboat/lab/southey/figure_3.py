"""Southey, Hoehn and Holte (2009), Fig. 3: how exploitable each strategy of P2 is."""

from __future__ import annotations

from riverboat.lab.entry import Claim, Entry
from riverboat.lab.findings import Chart, Claimed, Findings, Found
from riverboat.lab.work import Work
from riverboat.show.curves import Curve


def run(work: Work) -> Findings:
    from riverboat.model.kuhn import NASH_SECOND, Second, contour, max_value_against
    from riverboat.model.kuhn.studies import CONTOURS

    lowest = min(
        (max_value_against(Second(i / 300, j / 300)), Second(i / 300, j / 300)) for i in range(301) for j in range(301)
    )
    zero = sorted({(round(end.eta, 12), round(end.xi, 12)) for piece in contour(0.0) for end in piece})
    around = sorted(zero, key=lambda p: _angle(p[0] - NASH_SECOND.eta, p[1] - NASH_SECOND.xi))
    pairs = zip(around, (*around[1:], around[0]), strict=True)
    area = abs(sum(a[0] * b[1] - b[0] * a[1] for a, b in pairs)) / 2
    lines = [
        Curve(f"{value:g}", [point for piece in contour(value) for point in (*piece, (float("nan"),) * 2)])
        for value in CONTOURS
    ]
    return Findings(
        values=[Found("share of the square below 0", area)],
        claims=[
            Claimed(
                "a small area below 0",
                0 < area < 0.1 and max_value_against(NASH_SECOND) < 0,
                f"{100 * area:.1f} % of the square, {len(zero)} corners",
            ),
            Claimed(
                "lowest at the equilibrium",
                max(abs(c - 1 / 3) for c in lowest[1]) < 1e-9,
                f"{lowest[0]:.5f} at ({lowest[1].eta:.3f}, {lowest[1].xi:.3f})",
            ),
        ],
        charts=[Chart("What P1's best response wins per hand", lines, "eta", "xi")],
    )


def _angle(x: float, y: float) -> float:
    from math import atan2

    return atan2(y, x)


ENTRY = Entry(
    __name__,
    "Exploitability over the square",
    "Fig. 3",
    "Contours of what P1's best response wins against each strategy of P2.",
    small="exact",
    run=run,
    claims=(
        Claim("a small area below 0", "P1 cannot hope to win in a small area around the equilibrium."),
        Claim("lowest at the equilibrium", "There P1 loses most, 1/18 per hand."),
    ),
)

"""Southey, Hoehn and Holte (2009), Fig. 12: payoff rates that fall before they rise, against O2."""

from __future__ import annotations

from riverboat.lab.entry import Claim, Entry, Published
from riverboat.lab.findings import Claimed, Findings, Found
from riverboat.lab.southey._learning import FULL, SMALL, learn, rates, trials_note
from riverboat.lab.work import Work
from riverboat.show.curves import Level

PRIORS_SHOWN = ("weak default", "strong default", "uninformed")


def run(work: Work) -> Findings:
    from riverboat.model.kuhn import OPPONENTS, max_value_against
    from riverboat.model.kuhn.studies import PRIORS

    curves = learn(work, {name: PRIORS[name] for name in PRIORS_SHOWN}, OPPONENTS["O2"], hands=64)
    low = {name: int(curve.rate[:40].argmin()) for name, curve in curves.items()}
    falls = {
        name: (float(curve.rate[0]), float(curve.rate[low[name]]), float(curve.rate[40]))
        for name, curve in curves.items()
    }
    firm = curves["strong default"].rate
    moving = ("weak default", "uninformed")
    return Findings(
        values=[
            Found("rate at hand 0", falls["weak default"][0], unit="chips/hand"),
            *(
                Found.with_error(
                    f"{name}, lowest at hand {low[name]}", falls[name][1], float(curves[name].rate_error[low[name]])
                )
                for name in moving
            ),
        ],
        claims=[
            Claimed(
                "falls before it rises",
                all(
                    falls[name][1] + 4 * float(curves[name].rate_error[low[name]]) < min(falls[name][0], falls[name][2])
                    for name in moving
                ),
                "; ".join(
                    f"{name}: {start:+.3f} at hand 0, {bottom:+.3f} at hand {low[name]}, {later:+.3f} at hand 40"
                    for name, (start, bottom, later) in falls.items()
                    if name in moving
                ),
            ),
            Claimed(
                "rises from hand 10",
                all(bool((curves[name].rate[16::6] > curves[name].rate[10:-6:6]).all()) for name in moving),
                f"lowest at hands {low['weak default']} (weak) and {low['uninformed']} (uninformed)",
            ),
            Claimed(
                "a strong prior does not fall",
                bool((firm[1:] >= firm[0] - 1e-9).all()),
                f"never below {firm.min():+.4f}",
            ),
        ],
        charts=[rates("Priors against O2", curves, [Level("best response", max_value_against(OPPONENTS["O2"]))])],
        notes=[trials_note(work)],
    )


ENTRY = Entry(
    __name__,
    "Learning curves that fall first",
    "Fig. 12 and section 6",
    "What the model is worth after few hands against O2, when the prior's best response is nearly right.",
    small=SMALL,
    full=FULL,
    run=run,
    published=(Published("rate at hand 0", 0.09, "chips/hand"),),
    claims=(
        Claim("falls before it rises", "With weak and uninformed priors the rate decreases before it increases."),
        Claim("rises from hand 10", "It only becomes monotonically increasing after roughly 10 hands."),
        Claim("a strong prior does not fall", "A default that is strong enough avoids it."),
    ),
    remarks=(
        "In its first hand the weak curve rises a little, because S2 replaces S3; then it falls. The lows come at "
        "hands 7 and 4, somewhat before the paper's 10. Rising is judged every six hands, so that chance does not "
        "decide.",
    ),
)

"""Billings (2006), Table 4.1: what calling and raising a raise on the river are worth, by the rank of our hand."""

from __future__ import annotations

from riverboat.lab.entry import Claim, Entry, Published
from riverboat.lab.findings import Chart, Claimed, Findings, Found
from riverboat.lab.work import Work
from riverboat.show.curves import Curve

ROWS = {
    0.70: (0.2, -3.6, 0.0, -5.2),
    0.75: (0.4, -1.2, 0.25, -2.0),
    0.80: (0.6, 1.2, 0.5, 1.2),
    0.85: (0.8, 3.6, 0.75, 4.4),
    0.90: (1.0, 6.0, 1.0, 7.6),
}
"""By hand rank: Pr(win) after a call, EV of the call, Pr(win) after raise and call, EV of the raise, in small bets."""
AFTER_CALL = (1, 1, 0, 0, 0, 0, 0, 4, 4, 0)
"""The opponent's hands after its raise, in ten cells of hand rank."""
AFTER_RAISE = (0, 0, 0, 0, 0, 0, 0, 5, 5, 0)
"""Those that call our second raise."""
ANSWERS = (0.2, 0.8, 0.0)
"""How often the opponent folds to it, calls it and raises again."""
_STEPS = 6000


def run(work: Work) -> Findings:
    import numpy as np

    from riverboat.agents.vexbot.player import layout
    from riverboat.agents.vexbot.search import Search
    from riverboat.model.sequences import SequenceModel

    contexts = layout().contexts
    fold, call, raise_ = range(3)
    node = contexts.root
    for place in (raise_, call, call, call, call, call, raise_, raise_):  # a pot of four; we bet, and are raised
        node = int(contexts.child[node, place])
    again = int(contexts.child[node, raise_])
    beliefs = SequenceModel(contexts).beliefs(0)
    beliefs.actions[again] = ANSWERS
    ends = {int(contexts.child[node, call]): AFTER_CALL, int(contexts.child[again, call]): AFTER_RAISE}
    for end, cells in ends.items():
        beliefs.cumulative[contexts.showdown_at[end]] = [0.0, *np.cumsum(np.repeat(np.array(cells) / 20.0, 2))]
    search = Search(layout(), beliefs, 0, (0, 4))
    values = search.river_values(node, np.array(list(ROWS)))
    found = []
    for column, rank in enumerate(ROWS):
        calls, raises = float(values[call, column]), float(values[raise_, column])
        found += [
            Found(f"HR {rank:.2f}, Pr(win | c)", (calls + 6.0) / 12.0),  # EV(c) = 12 P - 6
            Found(f"HR {rank:.2f}, EV(c)", calls),
            Found(f"HR {rank:.2f}, Pr(win | rC)", ((raises - 1.2) / 0.8 + 8.0) / 16.0),
            Found(f"HR {rank:.2f}, EV(r)", raises),
        ]
    ranks = np.arange(_STEPS + 1) / _STEPS
    everywhere = search.river_values(node, ranks)
    calling = ranks[np.flatnonzero(everywhere[call] > everywhere[fold] + 1e-9)[0]]
    best = everywhere.argmax(axis=0)
    raising = ranks[np.flatnonzero(best == raise_)[0]]
    in_order = bool((np.diff(best) >= 0).all())
    return Findings(
        [
            *found,
            Found("call from", float(calling)),
            Found("raise from", float(raising)),
            Found("EV(fold)", float(values[fold, 0])),
        ],
        [
            Claimed(
                "three intervals",
                in_order and set(best.tolist()) == {0, 1, 2},
                f"fold below {calling:.4f}, call to {raising:.4f}, raise above",
            )
        ],
        [
            Chart(
                "Worth of each choice",
                [
                    Curve(name, list(zip(ranks[::60].tolist(), everywhere[at][::60].tolist(), strict=True)))
                    for at, name in enumerate(("fold", "call", "raise"))
                ],
                x="hand rank",
                y="small bets",
                caption="The best choice is the highest line.",
            )
        ],
    )


ENTRY = Entry(
    __name__,
    "Vexbot's worked example: call or raise on the river",
    "Table 4.1",
    "What folding, calling and raising again are worth against a known distribution of hands, by Vexbot's own search.",
    small="the whole table, a second",
    full="the same",
    run=run,
    published=(
        *(
            Published(f"HR {rank:.2f}, {name}", value, unit, digits=digits)
            for rank, row in ROWS.items()
            for (name, unit, digits), value in zip(
                (("Pr(win | c)", "", 1), ("EV(c)", "sb", 1), ("Pr(win | rC)", "", 2), ("EV(r)", "sb", 1)),
                row,
                strict=True,
            )
        ),
        Published("call from", 0.167),
        Published("raise from", 0.80, digits=2),
        Published("EV(fold)", -4, "sb"),
    ),
    claims=(Claim("three intervals", "A maximiser folds below 0.167, calls up to 0.80 and re-raises above."),),
    remarks=("The ten cells of the example are twenty here, two for each, which changes nothing.",),
)

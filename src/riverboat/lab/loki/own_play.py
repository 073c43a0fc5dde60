"""Billings et al. (1998), the text beside Figure 4: GOM's action frequencies, which it expects of every opponent."""

from __future__ import annotations

from math import sqrt

from riverboat.lab.entry import Claim, Entry
from riverboat.lab.findings import Claimed, Findings, Found, Table
from riverboat.lab.work import Work

STREETS, LEVELS = ("pre-flop", "flop", "turn", "river"), ("nothing", "one bet", "two bets or more")
ACTIONS = ("fold", "call", "raise")
COUNTED = 20_000
"""The number of hands from which the stored frequencies were counted."""
ENOUGH, ROUNDING, ERRORS = 100, 0.005, 4.0


def run(work: Work) -> Findings:
    from riverboat.agents.loki.self_play import as_defaults, own_play
    from riverboat.model.actions import OWN_FREQUENCIES, ActionCounts

    hands = work.choose(200, COUNTED)
    counts = ActionCounts()
    counts.counts = work.keep("counts", lambda: own_play("loki_gom", hands, work.seed, work.on_progress).counts)
    values, rows, apart = [], [], []
    for context, (kept, found) in enumerate(zip(OWN_FREQUENCIES, as_defaults(counts), strict=True)):
        name = f"{STREETS[context // 3]}, {LEVELS[context % 3]} to call"
        seen = counts.seen(context)
        rows.append((name, f"{seen:,.0f}", _triple(found), _triple(kept)))
        if seen < ENOUGH:
            continue
        for action, kept_share in enumerate(kept):
            done = counts.counts[3 * context + action]
            values.append(Found.of_share(f"{name}, {ACTIONS[action]}", int(done), int(seen)))
            error = sqrt(kept_share * (1.0 - kept_share) * (1.0 / seen + hands / (COUNTED * seen)))
            if abs(done / seen - kept_share) > ROUNDING + ERRORS * error:
                apart.append(f"{name}, {ACTIONS[action]}")
    return Findings(
        values,
        [Claimed("its own play", not apart, "; ".join(apart) or f"{len(values)} frequencies agree with those kept")],
        tables=[Table("Fold, call, raise", ("context", "times", "counted", "kept"), rows)],
        notes=(f"{hands:,} hands of ten GOM.",),
    )


def _triple(probabilities: tuple[float, ...]) -> str:
    return " ".join(f"{chance:.2f}" for chance in probabilities)


ENTRY = Entry(
    __name__,
    "What Loki does itself",
    "section Experiments",
    "How often GOM folds, calls and raises among nine of its kind, by street and bets to call: what is kept as "
    "`OWN_FREQUENCIES`, and what GOM and SOM expect of unknown players. GOM plays so because it expects so.",
    small="200 hands, a second",
    full="20,000 hands, a minute",
    run=run,
    claims=(Claim("its own play", "The default models for the opponent are based on how GOM itself plays."),),
    remarks=("The paper has no numbers. Papp's table, `DEFAULT_FREQUENCIES`, is expected with `defaults=papp`.",),
    version=2,
)

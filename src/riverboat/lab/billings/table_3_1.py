"""Billings (2006), Table 3.1: the PsOpti players, Poki and two players without a plan, all against all."""

from __future__ import annotations

from typing import Final

from riverboat.lab.entry import Claim, Entry, Published
from riverboat.lab.findings import Claimed, Findings, Found
from riverboat.lab.work import Work

GAME, UNIT = "holdem(betting=limit)", "sb/hand"
MATCH_ERROR: Final = 0.03
"""The standard deviation of a match result, "normally" below this (section 3.5.1)."""
PROGRAMS: Final = {
    "PsOpti1": "psopti1",
    "PsOpti2": "psopti2",
    "PsOpti0": "psopti0",
    "Poki": "poki",
    "Always Call": "always_call",
    "Always Raise": "always_raise",
}
LOST: Final = {
    "Aadapti": "an adaptive player that was not published",
    "Anti-Poki": "rules against Poki that were not published",
}
TABLE: Final = {
    ("PsOpti1", "PsOpti2"): +0.090, ("PsOpti1", "PsOpti0"): +0.091, ("PsOpti1", "Aadapti"): +0.251,
    ("PsOpti1", "Anti-Poki"): +0.156, ("PsOpti1", "Poki"): +0.047, ("PsOpti1", "Always Call"): +0.546,
    ("PsOpti1", "Always Raise"): +0.635,
    ("PsOpti2", "PsOpti0"): +0.069, ("PsOpti2", "Aadapti"): +0.118, ("PsOpti2", "Anti-Poki"): +0.054,
    ("PsOpti2", "Poki"): +0.045, ("PsOpti2", "Always Call"): +0.505, ("PsOpti2", "Always Raise"): +0.319,
    ("PsOpti0", "Aadapti"): +0.163, ("PsOpti0", "Anti-Poki"): +0.135, ("PsOpti0", "Poki"): +0.001,
    ("PsOpti0", "Always Call"): +0.418, ("PsOpti0", "Always Raise"): +0.118,
    ("Aadapti", "Anti-Poki"): +0.178, ("Aadapti", "Poki"): +0.550, ("Aadapti", "Always Call"): +0.905,
    ("Aadapti", "Always Raise"): +2.615,
    ("Anti-Poki", "Poki"): +0.385, ("Anti-Poki", "Always Call"): +0.143, ("Anti-Poki", "Always Raise"): +0.541,
    ("Poki", "Always Call"): +0.537, ("Poki", "Always Raise"): +2.285,
}  # fmt: skip
"""The upper half; the lower one repeats it with other signs. Always Call against Always Raise is zero by symmetry."""
QUICK: Final = "(flops=3,target=0.4)"
"""Models of a small run: three flops, hardly solved."""
HANDS: Final = {"Always Raise": 100_000}
"""Of a match with this program, in a full run: results against it scatter three times as much."""


def run(work: Work) -> Findings:
    values: dict[tuple[str, str], Found] = {}
    pairs = [pair for pair in TABLE if not set(pair) & set(LOST)]
    for pair in work.steps(pairs):
        agents = [_agent(work, program) for program in pair]
        hands = work.choose(40, HANDS.get(pair[1], 40_000))
        result = work.match("-".join(pair).replace(" ", "_"), agents, GAME, hands)
        values[pair] = Found.of_mean(_name(pair), result.players[0].sb, UNIT, f"{result.hands:,} hands")
    return Findings(
        list(values.values()),
        [
            _beats("PsOpti1 wins", values, [pair for pair in pairs if pair[0] == "PsOpti1" and pair[1] != "PsOpti2"]),
            _beats("Always Call loses", values, [pair for pair in pairs if pair[1] == "Always Call"]),
            _beats("PsOpti1 outperforms PsOpti2", values, [("PsOpti1", "PsOpti2")]),
        ],
        notes=work.choose(
            (f"Models of three flops that are hardly solved ({QUICK}): the numbers mean nothing, the machinery runs.",),
            (),
        ),
    )


def _agent(work: Work, program: str) -> str:
    quick = work.choose(program.startswith("PsOpti"), False)
    return PROGRAMS[program] + (QUICK if quick else "")


def _name(pair: tuple[str, str]) -> str:
    return " v ".join(pair)


def _beats(name: str, values: dict[tuple[str, str], Found], pairs: list[tuple[str, str]]) -> Claimed:
    """Whether the first player of each pair wins, by the interval of each."""
    found = [values[pair] for pair in pairs]
    lows = [each.interval.low for each in found if each.interval is not None]
    highs = [each.interval.high for each in found if each.interval is not None]
    holds = True if min(lows) > 0.0 else False if min(highs) < 0.0 else None
    return Claimed(name, holds, "; ".join(f"{each.name} {each.value:+.3f}" for each in found))


ENTRY = Entry(
    __name__,
    "Computer against computer",
    "Table 3.1",
    "What each program wins from each other one, in limit hold'em for two.",
    small="40 hands a match with models that are hardly solved, half a minute",
    full="40,000 duplicate hands a match, 100,000 against Always Raise; ten minutes after the models",
    run=run,
    published=tuple(
        Published(
            _name(pair),
            value,
            UNIT,
            error=MATCH_ERROR,
            digits=3,
            incomparable=next((why for lost, why in LOST.items() if lost in pair), ""),
        )
        for pair, value in TABLE.items()
    ),
    claims=(
        Claim("PsOpti1 wins", "PsOpti1 beats PsOpti0, Poki, Always Call and Always Raise."),
        Claim("Always Call loses", "All PsOpti players and Poki beat Always Call."),
        Claim(
            "PsOpti1 outperforms PsOpti2",
            "PsOpti1 beats PsOpti2, which in principle should be the better approximation.",
            wrong="the thesis blames programming errors and bad buckets of PsOpti2; ours has neither of them",
        ),
    ),
    remarks=(
        "Bucket boundaries and characteristic flops are not published; ours are stated in docs/psopti.md.",
        "Poki is our implementation of the published description, another program than that of 2002.",
    ),
)

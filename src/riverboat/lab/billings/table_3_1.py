"""Billings (2006), Table 3.1: the PsOpti players, Poki and two players without a plan, all against all."""

from __future__ import annotations

from typing import Final

from riverboat.lab.billings._programs import (
    GAME,
    QUICK,
    UNIT,
    Pair,
    agent_of,
    cell_key,
    cell_name,
    has_stand_in,
    learned,
    published_cell,
    whole_matches,
    wins,
    won_on_boards,
)
from riverboat.lab.entry import Claim, Entry
from riverboat.lab.findings import Findings, Found
from riverboat.lab.work import Work

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
HANDS: Final = {"Always Raise": 100_000}
"""Of a match with this program, in a full run: results against it scatter three times as much."""
BOARDS: Final = 2_000
"""On which two programs that are tables play all their hands: an interval of 0.005, where 40,000 hands have 0.04."""
SHOWN: Final = 5_000
"""Hands of a match with a stand-in in each seat order; most of them learn, and none decides anything."""


def run(work: Work) -> Findings:
    values: dict[tuple[str, str], Found] = {}
    pairs = [pair for pair in TABLE if not has_stand_in(pair)]
    shown = [pair for pair in TABLE if has_stand_in(pair)]
    for pair in work.steps([*pairs, *work.choose([], shown)]):
        if has_stand_in(pair):
            values[pair] = learned(whole_matches(work, pair, SHOWN, 1), cell_name(pair))
            continue
        values[pair] = _won(work, pair)
    return Findings(
        list(values.values()),
        [
            wins("PsOpti1 wins", values, [pair for pair in pairs if pair[0] == "PsOpti1" and pair[1] != "PsOpti2"]),
            wins("Always Call loses", values, [pair for pair in pairs if pair[1] == "Always Call"]),
            wins("PsOpti1 outperforms PsOpti2", values, [("PsOpti1", "PsOpti2")]),
        ],
        notes=work.choose(
            (f"Models of three flops that are hardly solved ({QUICK}): the numbers mean nothing, the machinery runs.",),
            (),
        ),
    )


def _won(work: Work, pair: Pair) -> Found:
    """On boards where both are tables, which a small run tries with one pair, and else in duplicate hands."""
    if work.choose(pair == ("PsOpti0", "Always Call"), True):
        won = won_on_boards(work, pair, work.choose(20, BOARDS))
        if won is not None:
            return Found.of_mean(cell_name(pair), won, UNIT, f"{won.count:,} boards with all hands")
    agents = [agent_of(work, program) for program in pair]
    hands = work.choose(40, HANDS.get(pair[1], 40_000))
    result = work.match(cell_key(pair), agents, GAME, hands)
    return Found.of_mean(cell_name(pair), result.players[0].sb, UNIT, f"{result.hands:,} hands")


ENTRY = Entry(
    __name__,
    "Computer against computer",
    "Table 3.1",
    "What each program wins from each other one, in limit hold'em for two.",
    small="40 hands a match with models that are hardly solved, half a minute",
    full="2,000 boards with all hands for each pair of tables, 40,000 duplicate hands against Poki and 100,000 of Poki "
    "against Always Raise, ten minutes after the models; then 13 matches of 5,000 hands in both seat orders with "
    "stand-ins, twenty minutes",
    run=run,
    published=tuple(published_cell(pair, value) for pair, value in TABLE.items()),
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
        "Cells with Aadapti and Anti-Poki are of the stand-ins of docs/vexbot.md, whose learning is in them; they say "
        "nothing about the programs that are lost.",
    ),
    other_when_small="models that are hardly solved: other players",
    version=2,
)

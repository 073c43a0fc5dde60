"""Billings (2006), Table 4.2: Vexbot, Sparbot, Poki and the others, all against all."""

from __future__ import annotations

from typing import Final

from riverboat.lab.billings._learning import learning_chart
from riverboat.lab.billings._programs import (
    Pair,
    cell_name,
    has_stand_in,
    learned,
    published_cell,
    whole_matches,
    wins,
)
from riverboat.lab.entry import Claim, Entry
from riverboat.lab.findings import Claimed, Findings, Found
from riverboat.lab.work import Work

TABLE: Final = {
    ("Vexbot", "Sparbot"): +0.052, ("Vexbot", "Hobbybot"): +0.349, ("Vexbot", "Poki"): +0.601,
    ("Vexbot", "Jagbot"): +0.477, ("Vexbot", "Always Call"): +1.042, ("Vexbot", "Always Raise"): +2.983,
    ("Sparbot", "Hobbybot"): +0.033, ("Sparbot", "Poki"): +0.093, ("Sparbot", "Jagbot"): +0.059,
    ("Sparbot", "Always Call"): +0.474, ("Sparbot", "Always Raise"): +1.354,
    ("Hobbybot", "Poki"): +0.287, ("Hobbybot", "Jagbot"): +0.099, ("Hobbybot", "Always Call"): +0.044,
    ("Hobbybot", "Always Raise"): +0.463,
    ("Poki", "Jagbot"): +0.149, ("Poki", "Always Call"): +0.510, ("Poki", "Always Raise"): +2.139,
    ("Jagbot", "Always Call"): +0.597, ("Jagbot", "Always Raise"): +1.599,
}  # fmt: skip
"""The upper half; the lower one repeats it with other signs. Always Call against Always Raise is zero by symmetry."""
SMALL, FULL = 60, 40_000
"""Hands of a match, in each seat order."""
SHOWN: Final = 5_000
"""The same of a match with a stand-in, which is shown beside the printed number and decides nothing."""


def run(work: Work) -> Findings:
    hands = work.choose(SMALL, FULL)
    shorter = work.choose(SMALL, SHOWN)
    deciding = [pair for pair in TABLE if not has_stand_in(pair)]
    shown = [pair for pair in TABLE if has_stand_in(pair)]
    results = {
        pair: whole_matches(work, pair, shorter if has_stand_in(pair) else hands, work.choose(1, _matches(pair)))
        for pair in work.steps([*deciding, *work.choose([], shown)])
    }
    values = {pair: learned(result, cell_name(pair)) for pair, result in results.items()}
    by_vexbot = [pair for pair in deciding if pair[0] == "Vexbot"]
    return Findings(
        list(values.values()),
        [
            wins("Vexbot wins", values, by_vexbot),
            _largest({pair: values[pair] for pair in deciding}),
            wins("Sparbot and Poki beat simple players", values, [pair for pair in deciding if pair[0] != "Vexbot"]),
        ],
        [learning_chart("What Vexbot wins, by hands played", {cell_name(pair): results[pair] for pair in by_vexbot})],
        notes=work.choose(
            (
                f"{hands} hands in each seat order (2,000 would take a minute), Sparbot from hardly solved models, "
                "Vexbot without defaults, no stand-ins: this only shows that the experiment runs.",
            ),
            (),
        ),
    )


def _matches(pair: Pair) -> int:
    """How often a pair plays its 40,000 hands in both seat orders.

    A printed match has a standard deviation of 0.03, which is small beside all cells but +0.052 of Vexbot and Sparbot.
    One match leaves 40,000 hands after the first 20,000, and with 5.5 small bets per hand as much of an error. Five
    leave 0.012, and five learnings instead of one.
    """
    return 5 if pair == ("Vexbot", "Sparbot") else 1


def _largest(values: dict[Pair, Found]) -> Claimed:
    """Whether Vexbot wins more from each opponent than any other program does."""
    lows, highs, evidence = [], [], []
    for (program, opponent), found in values.items():
        best = values.get(("Vexbot", opponent))
        if program == "Vexbot" or best is None:
            continue
        assert best.interval is not None
        assert found.interval is not None
        lows.append(best.interval.low - found.interval.high)
        highs.append(best.interval.high - found.interval.low)
        evidence.append(f"{opponent}: {best.value:+.3f}, {program} {found.value:+.3f}")
    holds = True if min(lows) > 0.0 else False if min(highs) < 0.0 else None
    return Claimed("largest margins", holds, "; ".join(evidence))


ENTRY = Entry(
    __name__,
    "Computer against computer, with Vexbot",
    "Table 4.2",
    "What each program wins from each other one, in limit hold'em for two, once those who learn have learned.",
    small="nine cells of 120 hands with models that are hardly solved, a few seconds",
    full="40,000 hands in both seat orders, five matches of Vexbot and Sparbot and one of others; then 11 matches "
    "of 5,000 with stand-ins; an hour or more of one core after the players are built, resumed match by match",
    run=run,
    published=tuple(published_cell(pair, value) for pair, value in TABLE.items()),
    claims=(
        Claim("Vexbot wins", "Vexbot won every match it played: here Sparbot, Poki, Always Call and Always Raise."),
        Claim("largest margins", "Vexbot had the largest margin of victory over each opponent."),
        Claim(
            "Sparbot and Poki beat simple players", "Sparbot beats Poki, and both beat Always Call and Always Raise."
        ),
    ),
    remarks=(
        "Printed matches have 40,000 games or more. Players are never re-created during a match, and a cell that "
        "decides counts hands after the first 20,000. Intervals are over deals; how much a match differs from the next "
        "is not in them.",
        "Cells with Hobbybot and Jagbot are of the stand-ins of docs/vexbot.md and say nothing about the programs that "
        "are lost. Poki is our implementation of the published description, another program than that of 2004.",
        "Matches against people (Table 4.3) cannot be compared.",
    ),
    other_when_small="models that are hardly solved: other players",
    version=3,
)

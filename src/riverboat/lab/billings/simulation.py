"""Billings (2006), section 2.7: betting by simulation against betting by formula, in self-play."""

from __future__ import annotations

from typing import TYPE_CHECKING

from riverboat.lab.entry import Claim, Entry, Published
from riverboat.lab.findings import Claimed, Findings, Found
from riverboat.lab.work import Work

if TYPE_CHECKING:
    from riverboat.arena.results import MatchResult

GAME, UNIT = "holdem(betting=limit)", "sb/hand"
SIMULATION, FORMULA = "pokisim_s(seconds=60)", "poki"
"""There is no time limit here, so that the result depends on the seed alone."""
AGAINST_EACH_OTHER = "simulation, one of five among ten"


def run(work: Work) -> Findings:
    ten_hands, two_hands, session = work.choose((40, 60, 100), (20_000, 20_000, 5_000))
    matches: list[MatchResult] = []
    for players, hands in work.steps(((10, ten_hands), (2, two_hands))):
        # Not in turn: a line-up that repeats itself would play the same replays again and again.
        line_up = [SIMULATION] * (players // 2) + [FORMULA] * (players // 2)
        matches.append(work.match(f"{players}", line_up, GAME, hands, session=session))
    ten, two = matches
    among_ten = _together(ten)
    heads_up = two[SIMULATION].sb
    values = [among_ten, Found.of_mean("simulation, heads-up", heads_up, UNIT)]
    assert among_ten.interval is not None
    low, high = among_ten.interval
    better = True if low > 0 else False if high < 0 else None
    return Findings(
        values,
        [Claimed("simulation is better", better, f"{among_ten.value:+.3f} ({low:+.3f} to {high:+.3f}) {UNIT}")],
        notes=(f"{ten.hands:,} hands of five and five, {two.hands:,} heads-up, replays counted.",),
    )


def _together(result: MatchResult) -> Found:
    """The mean of the five simulators; their errors are averaged, which is enough however they depend."""
    five = [player.sb for player in result.players if player.agent == SIMULATION]
    mean, error = sum(each.mean for each in five) / len(five), sum(each.standard_error for each in five) / len(five)
    return Found.with_error(AGAINST_EACH_OTHER, mean, error, UNIT)


ENTRY = Entry(
    __name__,
    "Simulation against formula",
    "section 2.7.2",
    "What players who choose by simulation win from players who choose by formula, opponent models alike; duplicate.",
    small="100 hands, 4 seconds",
    full="20,000 hands of ten and 20,000 of two, half an hour on one core",
    run=run,
    published=(
        Published(
            AGAINST_EACH_OTHER,
            0.10,
            UNIT,
            error=0.02,
            incomparable="the simulating Loki of 1998 among opponents that are no longer available",
        ),
    ),
    claims=(Claim("simulation is better", "The simulation-based version beat the formula in internal experiments."),),
    remarks=(
        "The evaluation that both use is not published, nor how trials are played; the thesis itself reports that "
        "simulation broke even where the formula won, against strong people.",
    ),
    version=2,
    other_when_small="Pokis that have learned for 100 hands instead of 5,000",
)

"""Billings et al. (1998), Figure 4 and the text beside it: what opponent modelling wins in self-play.

As in the paper the players of a simulation are the same to its end, 100,000 hands, so that the specific modeller learns
for the whole of it. The paper shows one simulation and warns of over-interpreting it; here there are ten.
"""

from __future__ import annotations

from itertools import accumulate
from typing import TYPE_CHECKING

from riverboat.lab.entry import Claim, Entry, Published
from riverboat.lab.findings import Chart, Claimed, Findings, Found
from riverboat.lab.work import Work
from riverboat.show.curves import Curve

if TYPE_CHECKING:
    from riverboat.arena.results import MatchResult, PlayerResult

GAME, UNIT = "holdem(betting=limit)", "sb/hand"
HANDS, SIMULATIONS = 100_000, 10
"""Hands of a simulation, replays counted (five minutes of work), and how many simulations there are."""
REPLAYS, POINTS = 10, 20
"""Hands of a deal, one in each seat; points of a curve."""
VERSIONS = ("bpm", "bpt", "bpl", "gom", "som")


def run(work: Work) -> Findings:
    hands, alone, simulations = work.choose((400, 200, 1), (HANDS, HANDS, SIMULATIONS))
    pairs = [f"loki_{version}" for version in VERSIONS for _ in range(2)]
    five = ten = None
    for step in work.steps(("five versions", "one SOM")):
        if step == "five versions":
            block = hands // REPLAYS // POINTS
            five = work.match("five", pairs, GAME, hands, session=None, matches=simulations, block=block)
        else:
            ten = work.match("ten", ["loki_som", *["loki_bpm"] * 9], GAME, alone, session=None)
    assert five is not None
    assert ten is not None
    values = [
        Found.of_mean(f"{version.upper()}, copy {copy + 1}", _copies(five, version)[copy].sb, UNIT)
        for version in VERSIONS
        for copy in range(2)
    ]
    values.append(Found.of_mean("SOM among nine BPM", ten["loki_som"].sb, UNIT))
    values.append(_difference("SOM - GOM", five, "som", "gom"))
    return Findings(
        values,
        [
            _ahead("GOM beats BPM", five, "gom", "bpm"),
            _ahead("SOM beats BPM", five, "som", "bpm"),
            _ahead("SOM beats GOM", five, "som", "gom"),
            _positive("SOM among nine", ten["loki_som"]),
        ],
        [Chart("Winnings in self-play", _curves(five), x="hands", y="small bets")],
        notes=(
            f"{five.hands:,} hands of five versions in {simulations} simulations, and {ten.hands:,} of one SOM among "
            "nine BPM in one, replays counted. Players are the same from the first hand of a simulation to its last.",
        ),
    )


def _copies(result: MatchResult, version: str) -> tuple[PlayerResult, PlayerResult]:
    return result[f"loki_{version}"], result[f"loki_{version}#2"]


def _difference(name: str, result: MatchResult, one: str, other: str) -> Found:
    """Between the means of two pairs of copies; errors are added up, which is enough however the copies depend."""
    first, second = _copies(result, one), _copies(result, other)
    mean = sum(player.sb.mean for player in first) / 2 - sum(player.sb.mean for player in second) / 2
    return Found.with_error(name, mean, sum(player.sb.standard_error for player in (*first, *second)) / 2, UNIT)


def _ahead(name: str, result: MatchResult, one: str, other: str) -> Claimed:
    found = _difference(name, result, one, other)
    assert found.interval is not None
    low, high = found.interval
    evidence = f"{found.value:+.3f} ({low:+.3f} to {high:+.3f}) {UNIT}"
    return Claimed(name, True if low > 0 else False if high < 0 else None, evidence)


def _positive(name: str, player: PlayerResult) -> Claimed:
    low, high = player.sb.interval()
    return Claimed(name, True if low > 0 else False if high < 0 else None, f"{player.sb.mean:+.3f} {UNIT}")


def _curves(result: MatchResult) -> list[Curve]:
    """The average of the two copies of a version, and of all simulations, by hands since a simulation began."""
    learning, bet = result.learning, result.players[0].units.small_bet
    assert learning is not None
    step = learning.block * REPLAYS
    made = []
    for version in VERSIONS:
        one, other = (learning[player.name].curve for player in _copies(result, version))
        won = accumulate(step * (a.mean + b.mean) / (2 * bet) for a, b in zip(one, other, strict=True))
        points = [(float(step * (number + 1)), total) for number, total in enumerate(won)]
        made.append(Curve(version.upper(), [(0.0, 0.0), *points]))
    return made


ENTRY = Entry(
    __name__,
    "Five versions of Loki",
    "Figure 4",
    "Two copies each of three basic players, the generic and the specific modeller play each other; and one specific "
    "modeller plays nine basic players. Duplicate: each deal is replayed ten times in other seats.",
    small="400 and 200 hands, 4 seconds",
    full="ten simulations of 100,000 hands (10,000 deals, ten replays each) and one of the second experiment, an hour "
    "on one core; simulations that are complete are kept after an interrupt",
    run=run,
    published=(
        Published(
            "SOM among nine BPM",
            0.025,
            UNIT,
            incomparable="$5,000 in 100,000 hands of $2/$4, against nine programs that are no longer available",
        ),
    ),
    claims=(
        Claim("GOM beats BPM", "The opponent modelling programs assert their superiority over the basic players."),
        Claim("SOM beats BPM", "The same of the specific model."),
        Claim("SOM beats GOM", "SOM is more successful using observed frequencies than a good default model."),
        Claim("SOM among nine", "One SOM among nine BPM wins."),
    ),
    remarks=(
        "The figure's numbers are not in the text. The pre-flop thresholds of Loki are lost but for one, and the paper "
        "does not say how tight and loose players differ after the flop; see the page on Loki for what was chosen.",
    ),
    version=3,
    other_when_small="Lokis that have learned for 400 hands instead of 100,000",
)

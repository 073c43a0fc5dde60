"""Billings et al. (1998), Figure 4 and the text beside it: what opponent modelling wins in self-play."""

from __future__ import annotations

from typing import TYPE_CHECKING

from riverboat.lab.entry import Claim, Entry, Published
from riverboat.lab.findings import Chart, Claimed, Findings, Found
from riverboat.lab.work import Work
from riverboat.show.curves import Curve

if TYPE_CHECKING:
    from riverboat.arena.results import MatchResult, PlayerResult

GAME, UNIT = "holdem(betting=limit)", "sb/hand"
SESSION = 10_000
"""Hands, replays counted, after which players are re-created and the run is saved: a minute of work."""
VERSIONS = ("bpm", "bpt", "bpl", "gom", "som")


def run(work: Work) -> Findings:
    hands, alone, session = work.choose((400, 200, 400), (1_000_000, 100_000, SESSION))
    pairs = [f"loki_{version}" for version in VERSIONS for _ in range(2)]
    five = ten = None
    for step in work.steps(("five versions", "one SOM")):
        if step == "five versions":
            five = work.match("five", pairs, GAME, hands, session=session)
        else:
            ten = work.match("ten", ["loki_som", *["loki_bpm"] * 9], GAME, alone, session=session)
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
            f"{five.hands:,} hands of five versions and {ten.hands:,} of one SOM among nine BPM, replays counted. "
            f"Players learn for {session // 10:,} deals and are then re-created.",
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
    """The average of the two copies of a version."""
    bet = result.players[0].units.small_bet
    made = []
    for version in VERSIONS:
        one, other = (result.curves[player.name] for player in _copies(result, version))
        points = [(float(hands), (a + b) / (2 * bet)) for (hands, a), (_, b) in zip(one, other, strict=True)]
        made.append(Curve(version.upper(), [(0.0, 0.0), *points]))
    return made


ENTRY = Entry(
    __name__,
    "Five versions of Loki",
    "Figure 4",
    "Two copies each of three basic players, the generic and the specific modeller play each other; and one specific "
    "modeller plays nine basic players. Duplicate: each deal is replayed ten times in other seats.",
    small="400 and 200 hands, 4 seconds",
    full="1,000,000 and 100,000 hands (100,000 and 10,000 deals, ten replays each), an hour on one core; "
    "resumes after an interrupt",
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
    version=2,
)

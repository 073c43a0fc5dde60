"""Billings (2006), section 4.7: how long Vexbot learns against Sparbot before it wins."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from riverboat.lab.billings._learning import learning_chart
from riverboat.lab.billings._programs import UNIT, above_zero, learned, whole_matches
from riverboat.lab.entry import Claim, Entry, Published
from riverboat.lab.findings import Claimed, Findings, Found
from riverboat.lab.work import Work
from riverboat.stats.mean import Interval

if TYPE_CHECKING:
    from riverboat.arena.results import MatchResult

OPPONENTS: Final = ("Sparbot", "PsOpti0")
"""The second is easier to exploit: it calls with all hands before the flop."""

MATCHES: Final = 5
"""In both seat orders. The first 2,000 hands of a match are the least of what is compared: ten times 2,000, with 5.5
small bets per hand, leave a standard error of 0.04."""


def run(work: Work) -> Findings:
    hands, matches = work.choose((60, 2), (40_000, MATCHES))
    results = {
        opponent: whole_matches(work, ("Vexbot", opponent), hands, matches) for opponent in work.steps(OPPONENTS)
    }
    values = {opponent: _values(opponent, result) for opponent, result in results.items()}
    return Findings(
        [found for each in values.values() for found in each],
        [
            *(_above(f"learns against {opponent}", each, "difference") for opponent, each in values.items()),
            _above("beats Sparbot", values["Sparbot"], "after 20,000 hands"),
        ],
        [learning_chart("What Vexbot wins, by hands played", results)],
        notes=work.choose(
            ("Opponents from hardly solved models and too few hands: this only shows that the experiment runs.",),
            (f"{matches} matches of {hands:,} hands in both seat orders against each.",),
        ),
    )


def _values(opponent: str, result: MatchResult) -> list[Found]:
    assert result.learning is not None
    player, scale = result.learning.players[0], 1.0 / result.players[0].units.small_bet
    values = [
        Found.of_mean(f"{opponent}: first 2,000 hands", player.early.scaled(scale), UNIT),
        Found.of_mean(
            f"{opponent}: by blocks", player.blocks.scaled(scale), UNIT, "each block of a match is one value"
        ),
    ]
    if player.late.count:
        edges = Interval(*(edge * scale for edge in player.gain_interval))
        values += [
            learned(result, f"{opponent}: after 20,000 hands"),
            Found(f"{opponent}: difference", player.gain * scale, edges, UNIT, "after 20,000 less first 2,000"),
        ]
    return values


def _above(name: str, values: Sequence[Found], which: str) -> Claimed:
    found = next((each for each in values if each.name.endswith(which)), None)
    if found is None or found.interval is None:
        return Claimed(name, None, "matches of fewer than 20,000 hands")
    return above_zero(name, found.value, found.interval)


ENTRY = Entry(
    __name__,
    "How long Vexbot learns",
    "section 4.7",
    "What Vexbot wins from Sparbot, and from PsOpti0, in the course of a match.",
    small="two matches of 60 hands in both seat orders against each, a few seconds",
    full="five matches of 40,000 hands in both seat orders against each, about an hour of one core after the players "
    "are built; resumed match by match",
    run=run,
    published=(
        Published(
            "Vexbot v Sparbot, a newer version",
            +0.145,
            UNIT,
            incomparable="of an implementation that was not published; what ours wins is below",
        ),
    ),
    claims=(
        Claim("learns against Sparbot", "The learning phase against Sparbot takes several thousand games."),
        Claim("learns against PsOpti0", "A player that does not change is beaten by more later on.", ours=True),
        Claim("beats Sparbot", "Once a counter-strategy is discovered, Vexbot continues to win."),
    ),
    remarks=("The thesis has no figure of this; the numbers of whole matches are in Table 4.2.",),
    other_when_small="models that are hardly solved: other players",
    version=2,
)

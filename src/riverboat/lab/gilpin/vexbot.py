"""Gilpin and Sandholm (2006), Figure 1 (right): GS1 against Vexbot, which learns."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from typing import TYPE_CHECKING, Final

from riverboat.lab.entry import Claim, Entry, Published
from riverboat.lab.findings import Chart, Claimed, Findings, Found
from riverboat.lab.learning import play_in_pieces
from riverboat.lab.work import Work
from riverboat.show.curves import Curve, Level
from riverboat.stats.mean import RunningMean

if TYPE_CHECKING:
    from riverboat.games.hand import Hand

GAME, UNIT = "holdem(betting=limit)", "sb/hand"
HANDS: Final = 5_000
FIRST: Final = 2_000
""""A few thousand hands", in which Vexbot learns."""
FULL: Final = ("gs1(iterations=50)", "vexbot")
SMALL: Final = ("gs1(blueprint=starting_hands,iterations=3)", "vexbot(defaults=flat)")
"""A GS1 from a model that takes a second to build."""
_POINTS: Final = 200


def run(work: Work) -> Findings:
    hands, first, piece = work.choose((6, 3, 3), (HANDS, FIRST, 100))
    won = play_in_pieces(work, "vexbot", work.choose(SMALL, FULL), GAME, hands, piece, winnings)
    early, whole = (RunningMean.of(won[:end]) for end in (first, hands))
    spread, stand_ins = 6.0 / sqrt(hands), work.choose(small=True, full=False)
    return Findings(
        [
            Found.of_mean("GS1 against Vexbot", whole, UNIT, f"{hands:,} hands"),
            Found.of_mean("GS1 against Vexbot at first", early, UNIT, f"the first {first:,} hands"),
            Found.of_mean("GS1 against Vexbot later", RunningMean.of(won[first:]), UNIT, f"after {first:,} hands"),
        ],
        [
            Claimed("wins at first", None if stand_ins else _above_zero(early), _text(early)),
            Claimed("a tie in the end", None if stand_ins else abs(whole.mean) <= spread, _text(whole)),
        ],
        [
            Chart(
                "Winnings of GS1",
                [Curve("GS1", _sums(won))],
                "hands",
                "small bets",
                levels=[Level("even", 0.0)],
            )
        ],
        notes=(
            f"{hands:,} hands, "
            + work.choose(
                "GS1 from a coarse model, Vexbot without defaults: this only shows that the experiment runs.",
                "one match; 50 iterations for every turn.",
            ),
        ),
    )


def winnings(played: Sequence[Hand], player: str) -> list[float]:
    """Small bets of a player, hand by hand."""
    bet = played[0].rules.streets[0].bet
    return [float(hand.payoffs[hand.players.index(player)]) / bet for hand in played]


def _above_zero(mean: RunningMean) -> bool | None:
    low, high = mean.interval()
    return True if low > 0.0 else False if high < 0.0 else None


def _text(mean: RunningMean) -> str:
    low, high = mean.interval()
    return f"{mean.mean:+.3f} ({low:+.3f} to {high:+.3f}) {UNIT}"


def _sums(won: Sequence[float]) -> list[tuple[float, float]]:
    """Winnings so far, at no more than some hundred points."""
    every = -(-len(won) // _POINTS)
    return [(end, sum(won[:end])) for end in range(every, len(won) + 1, every)]


ENTRY = Entry(
    __name__,
    "GS1 against Vexbot",
    "Figure 1 (right)",
    "What GS1 wins from an opponent that learns, in 5,000 hands of heads-up limit hold'em.",
    small="6 hands with a coarse model, a few seconds",
    full="5,000 hands, an hour of one core after the players are built; resumed every 100 hands",
    run=run,
    published=(
        Published(
            "GS1 against Vexbot",
            None,
            UNIT,
            incomparable="a figure without numbers, of the programs of 2006; whether the players built here agree, the "
            "claims say",
        ),
    ),
    claims=(
        Claim("wins at first", "GS1 wins initially: here the first 2,000 hands."),
        Claim("a tie in the end", "It ends up in a tie after 5,000 hands: within 6 / sqrt(5,000) = 0.085 of zero."),
    ),
    remarks=(
        "Players are re-created every 100 hands, Vexbot with everything that it has learned, so that the match can be "
        "resumed; GS1 does not learn.",
    ),
    other_when_small="a coarse model: another player",
)

"""Gilpin and Sandholm (2006), Figure 1 (left): GS1 against Sparbot."""

from __future__ import annotations

from math import sqrt

from riverboat.lab.entry import Claim, Entry, Published
from riverboat.lab.findings import Chart, Claimed, Findings, Found
from riverboat.lab.work import Work
from riverboat.show.curves import Curve

GAME, UNIT = "holdem(betting=limit)", "sb/hand"
PUBLISHED, PRINTED = 0.007, 10_000
"""Small bets per hand, and the hands of the paper's match."""
HANDS = 2_000
"""Of ours: AIVAT knows both strategies, so these have a third of the error of the paper's 10,000."""
FULL = ("gs1(iterations=50)", "sparbot")
"""Fifty iterations are about 0.3 % of the pot, and the match can be repeated."""
SMALL = ("gs1(blueprint=starting_hands,iterations=3)", "sparbot(flops=1,target=1)")
"""Players of the same kind from models that take a second to build; they show that the experiment runs."""


def run(work: Work) -> Findings:
    from riverboat.assess.match_aivat import aivat_of_match

    agents, (hands, session) = work.choose(SMALL, FULL), work.choose((12, 12), (HANDS, 50))
    result = work.match("sparbot", agents, GAME, hands, session=session, estimator=aivat_of_match(agents))
    won = result.players[0]
    mean = won.adjusted.scaled(1.0 / won.units.small_bet)
    low, high = mean.interval()
    spread, stand_ins = 6.0 / sqrt(PRINTED), work.choose(small=True, full=False)
    evidence = f"{mean.mean:+.3f} ({low:+.3f} to {high:+.3f}) {UNIT}"
    return Findings(
        [Found.of_mean("GS1 against Sparbot", mean, UNIT, f"{hands:,} hands, AIVAT")],
        [
            Claimed("competitive", None if stand_ins or low < -spread < high else low >= -spread, evidence),
            Claimed("wins as much", None if stand_ins else low <= PUBLISHED <= high, evidence),
        ],
        [Chart("Winnings with luck", [Curve(won.name, result.curves[won.name])], "hands", "chips")],
        notes=(
            f"{result.hands:,} hands, duplicate, as won {won.sb.mean:+.3f} ± {won.sb.margin():.3f}; "
            + work.choose(
                "between stand-ins from coarse models: this only shows that the experiment runs. "
                'For 200 hands of the players themselves: riverboat match "gs1(iterations=50)" sparbot --hands 200.',
                "50 iterations for every turn.",
            ),
        ),
    )


ENTRY = Entry(
    __name__,
    "GS1 against Sparbot",
    "Figure 1 (left)",
    "What GS1 wins from Sparbot in heads-up limit hold'em.",
    small="12 hands between stand-ins from coarse models, a few seconds",
    full="2,000 hands with AIVAT, a quarter of an hour of one core after the players are built; resumed after Ctrl-C",
    run=run,
    published=(
        Published(
            "GS1 against Sparbot",
            PUBLISHED,
            UNIT,
            incomparable="of the programs of 2006; whether the players built here agree, the claims say",
        ),
    ),
    claims=(
        Claim("competitive", "The win rate is within the estimated variance of 0.06 small bets per hand."),
        Claim("wins as much", "GS1 wins 0.007 small bets per hand: that number lies in the 95 % interval."),
    ),
    remarks=(
        "Sparbot is the project's own PsOpti2 that never folds before the flop, as the paper says of Sparbot.",
        "The paper played 10,000 hands and could not play duplicate matches, which leaves the variance that it states. "
        "Here every deal is played from both seats, and AIVAT takes out what it can.",
        "Figure 1 (right), against Vexbot, is the entry gilpin-vexbot.",
    ),
    other_when_small="coarse models: other players",
)

"""Billings (2006), section 3.5.1: PsOpti0 in Post-flop Hold'em, the game that its model solves."""

from __future__ import annotations

from typing import Final

from riverboat.lab.billings._programs import GAME, MATCH_ERROR, QUICK, UNIT, learned
from riverboat.lab.entry import Claim, Entry, Published
from riverboat.lab.findings import Claimed, Findings, Found
from riverboat.lab.work import Work

GAMES: Final = {"post-flop": "postflop_holdem", "the full game": GAME}
LEARNING: Final = 40_000
"""Hands against the stand-in for Aadapti, in each seat order."""
_AADAPTI: Final = "PsOpti0 v Aadapti, post-flop"


def run(work: Work) -> Findings:
    hands, player = work.choose((60, f"psopti0{QUICK}"), (40_000, "psopti0"))
    values = []
    for name, game in work.steps([*GAMES.items(), (_AADAPTI, GAME)]):
        if name == _AADAPTI:
            values.append(_against_aadapti(work, player))
            continue
        result = work.match(name.replace(" ", "-"), [player, "poki"], game, hands)
        values.append(Found.of_mean(f"PsOpti0 v Poki, {name}", result.players[0].sb, UNIT, f"{result.hands:,} hands"))
    first, second = (each.interval for each in values[:2])
    assert first is not None
    assert second is not None
    more = True if first.low > second.high else False if first.high < second.low else None
    evidence = f"{values[0].value:+.3f} and {values[1].value:+.3f} {UNIT}"
    return Findings(values, [Claimed("its own game suits it better", more, evidence)])


def _against_aadapti(work: Work, player: str) -> Found:
    """Against a stand-in that calls before the flop, as PsOpti0 does: the full game is Post-flop Hold'em then."""
    from riverboat.lab.billings._aadapti import CallingAadapti, QuickAadapti

    stand_in = work.choose(QuickAadapti, CallingAadapti)
    result = work.match("aadapti", [player, stand_in], GAME, 2 * work.choose(30, LEARNING), session=None)
    return learned(result, _AADAPTI)


ENTRY = Entry(
    __name__,
    "Post-flop Hold'em against Poki and Aadapti",
    "section 3.5.1",
    "What PsOpti0 wins where both just call before the flop, and in the full game.",
    small="60 hands with a model that is hardly solved, 3 seconds",
    full="40,000 duplicate hands of each game, two minutes after the model; 80,000 against the stand-in, ten minutes",
    run=run,
    published=(
        Published("PsOpti0 v Poki, post-flop", +0.144, UNIT, error=MATCH_ERROR),
        Published("PsOpti0 v Poki, the full game", +0.001, UNIT, error=MATCH_ERROR),
        Published(
            _AADAPTI, +0.410, UNIT, incomparable="Aadapti is lost; the number is a stand-in's, shown and not counted"
        ),
        Published("a strong person v Poki, post-flop", 0.8, UNIT, incomparable="a person, who won more than this"),
    ),
    claims=(Claim("its own game suits it better", "PsOpti0 wins more from Poki without betting before the flop."),),
    remarks=(
        "Poki is our implementation of the published description, another program than that of 2002.",
        "Aadapti's stand-in knows limit hold'em only. It plays that game and calls before the flop, as PsOpti0 does, "
        "which is the same as Post-flop Hold'em.",
    ),
    other_when_small="models that are hardly solved: other players",
)

"""What kind of hand, what kind of situation, which position? Tables 32 and 33 of Teófilo (2016).

Table 33 sorts 85 of the 169 starting hands into eight classes, best first: the groups of Sklansky and Malmuth, with
65s, 66 and K9s elsewhere than in Table 13 of the same thesis (`odds/preflop/sklansky.py`). The printed labels are
exchanged: suited hands are above the diagonal. Hands that it leaves out are never played.

Table 32 has five of the possible situations. The others are taken as the nearest one: anyone all-in is `ALLIN`,
otherwise anyone who raised `RAISED`, otherwise it depends on the number of callers.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Final

from riverboat.cards.holdings import CLASSES
from riverboat.games.view import View

_TABLE_33: Final = """
1 1 2 2 3 5 5 5 5 5 5 5 5
2 1 2 3 4 6 7 7 7 7 7 7 7
3 4 1 3 4 5 7 . . . . . .
4 5 5 1 3 4 6 8 . . . . .
6 6 6 5 2 4 5 7 . . . . .
8 8 8 7 7 3 4 5 8 . . . .
. . . 8 8 7 4 5 6 8 . . .
. . . . . . 8 5 5 6 8 . .
. . . . . . . 8 6 7 7 . .
. . . . . . . . 8 6 6 7 .
. . . . . . . . . 8 7 7 8
. . . . . . . . . . . 7 8
. . . . . . . . . . . . 7
"""
"""Rows and columns from ace to deuce, as on the grid of starting hands."""

HAND_CLASSES: Final = tuple(None if cell == "." else int(cell) for cell in _TABLE_33.split())
"""The class 1 (best) to 8 of each of the 169 starting hands, by their place on the grid; None: never played."""
assert len(HAND_CLASSES) == CLASSES


class Position(StrEnum):
    """The positions that Figure 70 tells apart; seats between the blinds and the cut-off are all under the gun."""

    SMALL_BLIND = "sb"
    BIG_BLIND = "bb"
    UNDER_THE_GUN = "utg"
    CUT_OFF = "co"
    BUTTON = "btn"


class GameState(StrEnum):
    """The situations of Table 32."""

    UNOPENED = "unopened"
    LIMPED = "limped"
    RAISED = "raised"
    ALLIN = "allin"
    LIMPS = "limps"

    @classmethod
    def of(cls, callers: int, raisers: int, all_in: int) -> GameState:
        """By the number of opponents still in who have called, raised, and put in all they have."""
        if all_in:
            return cls.ALLIN
        if raisers:
            return cls.RAISED
        return cls.UNOPENED if not callers else cls.LIMPED if callers == 1 else cls.LIMPS


def position_of(position: int, players: int) -> Position:
    """What Figure 70 calls a position; heads-up the button is the small blind."""
    if players == 2:
        return (Position.BIG_BLIND, Position.SMALL_BLIND)[position]
    if position < 2:
        return (Position.SMALL_BLIND, Position.BIG_BLIND)[position]
    if position == players - 1:
        return Position.BUTTON
    return Position.CUT_OFF if position == players - 2 else Position.UNDER_THE_GUN


def game_state(view: View) -> GameState:
    """The situation before the flop, as the player sees it whose turn it is."""
    callers: set[int] = set()
    raisers: set[int] = set()
    for _, position, action in view.actions:
        if position != view.position and view.live[position]:
            (raisers if action.verb == "raise_to" else callers).add(position)
    all_in = sum(
        alive and not chips and position != view.position
        for position, (alive, chips) in enumerate(zip(view.live, view.stacks, strict=True))
    )
    return GameState.of(len(callers - raisers), len(raisers), all_in)


def main_opponent(view: View) -> int:
    """The position of the opponent whom Figure 70 reckons with.

    The last one all-in; otherwise the last who raised; otherwise the last who acted, of those still in; otherwise the
    button, or, where that is the player itself or has folded, the opponent who will act last.
    """
    acted = [(who, action.verb) for _, who, action in view.actions if who != view.position and view.live[who]]
    for wanted in (
        [who for who, _ in acted if not view.stacks[who]],
        [who for who, verb in acted if verb == "raise_to"],
        [who for who, _ in acted],
    ):
        if wanted:
            return wanted[-1]
    players = view.rules.players
    button = players - 1
    last_to_act: tuple[int, ...] = (0, 1) if players == 2 else (1, 0, *range(button, 1, -1))
    for who in (button, *last_to_act):
        if who != view.position and view.live[who]:
            return who
    raise AssertionError("nobody else is in")

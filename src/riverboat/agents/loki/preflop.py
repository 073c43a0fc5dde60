"""Which starting hands are played, and how? An expert system on income rates by number of players and position.

Papp (M.Sc. thesis, Alberta 1998, section 6.1 and appendix B): a plan for the whole pre-flop is chosen once. Each plan
has a threshold, base + increment x position, where the position is the number of players who act before it is the small
blind's turn again: none for the button, most for the small blind itself. The boldest plan whose threshold the hand's
income rate reaches is taken. Income rates and thresholds are by the number of players expected to play (those who are
in and 60 % of those still to act: two, three or four, or more) and by tightness.

Of the table of bases and increments one entry is known (tight, 3 to 4 players, Make2: 200, 50), and that the plans of
the small blind that only call have fixed thresholds. The others here are ours, chosen around it: a moderate player sees
about a fifth of the flops at a table of ten. Cost: a few microseconds.
"""

from __future__ import annotations

from enum import IntEnum
from typing import Final, Literal, NamedTuple, get_args

from riverboat.cards.holdings import holding_index
from riverboat.errors import NotationError
from riverboat.games.action_odds import CALL, FOLD, RAISE, ActionOdds
from riverboat.games.view import View
from riverboat.model.weights.values import income_group, income_values

Tightness = Literal["tight", "moderate", "loose"]

WILL_PLAY: Final = 0.6
"""The share of players still to act who are expected to play (Papp 1998: probability_play)."""


class Plan(IntEnum):
    """What to do before the flop, from passive to bold (Papp 1998, section 6.1)."""

    MAKE0 = 0
    """Check if it is free, else fold."""
    CALL1 = 1
    """Call one bet; fold to two or more, unless we have already voluntarily entered the pot."""
    MAKE1 = 2
    """As Call1, and bet if nobody has, which the big blind prevents."""
    CALL2 = 3
    """Call whatever comes."""
    MAKE2 = 4
    """Raise while there are fewer than two bets, else call."""
    MAKE4 = 5
    """Raise until the cap."""


class Line(NamedTuple):
    """A threshold in milli-bets as a function of position."""

    base: float
    increment: float = 0.0

    def at(self, position: int) -> float:
        """base + increment x position  (Papp 1998, eq. 6.1)."""
        return self.base + self.increment * position


_ORDER: Final = (Plan.MAKE1, Plan.MAKE2, Plan.MAKE4)

THRESHOLDS: Final[dict[str, dict[int, tuple[Line, Line, Line]]]] = {
    "tight": {
        2: (Line(0, 25), Line(100, 25), Line(300, 25)),
        4: (Line(50, 50), Line(200, 50), Line(500, 25)),
        7: (Line(100, 40), Line(300, 50), Line(600, 25)),
    },
    "moderate": {
        2: (Line(-100, 25), Line(50, 25), Line(250, 25)),
        4: (Line(0, 40), Line(150, 40), Line(450, 25)),
        7: (Line(50, 30), Line(250, 40), Line(550, 25)),
    },
    "loose": {
        2: (Line(-175, 25), Line(0, 25), Line(200, 25)),
        4: (Line(-75, 40), Line(100, 40), Line(400, 25)),
        7: (Line(0, 20), Line(200, 40), Line(500, 25)),
    },
}
"""Make1, Make2 and Make4 by tightness and table of income rates (2 players, 3 or 4, more)."""

SMALL_BLIND: Final[dict[str, tuple[Line, Line]]] = {
    "tight": (Line(-100), Line(250)),
    "moderate": (Line(-200), Line(150)),
    "loose": (Line(-275), Line(75)),
}
"""Call1 and Call2 of the small blind, who owes half a bet less."""


def require_tightness(text: str) -> Tightness:
    """One of the three."""
    if text not in get_args(Tightness):
        raise NotationError(f'tightness "{text}": expected one of {", ".join(get_args(Tightness))}')
    return text  # type: ignore[return-value]


def expected_players(view: View) -> float:
    """We, those who are voluntarily in, and 60 % of those who have not decided yet."""
    decided = {position for _, position, _ in view.actions}
    others = [p for p, alive in enumerate(view.live) if alive and p != view.position]
    return 1.0 + sum(1.0 if position in decided else WILL_PLAY for position in others)


def seats_behind(view: View) -> int:
    """How many players act before it is the small blind's turn again."""
    players, blind = view.rules.players, small_blind(view.rules.players)
    seats = (blind - view.position - 1) % players
    return sum(view.live[(view.position + step) % players] for step in range(1, seats + 1))


def small_blind(players: int) -> int:
    """Left of the button, or the button itself when two play."""
    return 1 if players == 2 else 0


def plan_shares(view: View, tightness: Tightness, width: float = 0.0) -> list[float]:
    """How likely each plan is, by number.

    Without a width one plan is certain; with one, thresholds are soft by this many milli-bets on either side.
    """
    group = income_group(expected_players(view))
    income = float(income_values(group)[holding_index(*view.hole)])
    position = seats_behind(view)
    lines = dict(zip(_ORDER, THRESHOLDS[tightness][group], strict=True))
    if view.position == small_blind(view.rules.players):
        lines[Plan.CALL1], lines[Plan.CALL2] = SMALL_BLIND[tightness]
    shares, so_bold = [0.0] * len(Plan), 0.0
    for plan in sorted(lines, reverse=True):
        reached = max(so_bold, rise(income, lines[plan].at(position), width))
        shares[plan] = reached - so_bold
        so_bold = reached
    shares[Plan.MAKE0] = 1.0 - so_bold
    return shares


def rise(value: float, threshold: float, width: float) -> float:
    """From 0 below a threshold to 1 above it, linear within `width` on either side."""
    if width <= 0.0:
        return float(value >= threshold)
    return min(1.0, max(0.0, (value - threshold + width) / (2.0 * width)))


def plan_odds(plan: Plan, view: View) -> ActionOdds:
    """What a plan does now."""
    bets = view.raises + 1  # the big blind is the first bet
    if (plan == Plan.MAKE4) or (plan == Plan.MAKE2 and bets < 2):
        return ActionOdds.certain(RAISE)
    if plan >= Plan.CALL2 or not view.to_call:
        return ActionOdds.certain(CALL)
    if plan == Plan.MAKE0:
        return ActionOdds.certain(FOLD)
    dear = view.to_call > view.rules.streets[0].bet
    return ActionOdds.certain(FOLD if dear and not voluntarily_in(view) else CALL)


def voluntarily_in(view: View) -> bool:
    """Whether we have called or raised on this street."""
    street, position = view.street, view.position
    return any(s == street and p == position and action.verb != "fold" for s, p, action in view.actions)

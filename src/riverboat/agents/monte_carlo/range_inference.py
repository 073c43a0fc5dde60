"""Which cards does an opponent hold, given the actions so far? Those with which a stand-in would have acted the same.

A `PolicyInference` goes back to every betting decision of an opponent in this hand, shows the stand-in what the
opponent would have seen there with certain cards, and compares: each decision that the stand-in makes otherwise
multiplies the weight of these cards by `doubt`. It needs no probabilities from anyone, so any agent can stand in, in
any game. Where cards are exchanged, what an opponent had before is not known; only decisions since then count.

Cost: one decision of the stand-in for each decision considered, for each hand that is weighed.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from riverboat.errors import RiverboatError
from riverboat.games.action import Action
from riverboat.games.agent import Agent
from riverboat.games.betting import Betting
from riverboat.games.state import State
from riverboat.games.table import Table
from riverboat.games.view import View

MAX_READ: Final = 4
"""Maximum number of decisions considered per opponent, the latest."""


class Decision(NamedTuple):
    """An opponent's action, and the view before it."""

    table: Table
    down: int | None
    """How many of the face-down cards had been dealt by then; None for all."""
    action: Action


class PolicyInference:
    """Weights of cards by what stand-ins would have done with them; call it with a position and cards."""

    def __init__(self, view: View, stand_ins: Sequence[Agent], doubt: float, max_actions: int = MAX_READ) -> None:
        if not 0.0 <= doubt <= 1.0:
            raise RiverboatError(f"doubt {doubt:g}: expected 0 (only what the stand-in would do) to 1 (anything)")
        self.doubt, self._stand_ins = doubt, stand_ins
        self._nobody: list[tuple[int, ...]] = [()] * view.rules.players
        self.decisions = {
            position: decisions_of(view, position)[-max_actions:]
            for position, alive in enumerate(view.live)
            if alive and position != view.position
        }

    def __call__(self, position: int, cards: tuple[int, ...]) -> float:
        """The weight of these face-down cards."""
        weight, stand_in = 1.0, self._stand_ins[position]
        fresh = True
        for each in self.decisions[position]:
            down = list(self._nobody)
            down[position] = cards[: each.down]
            seen = View(State.imagined(each.table, down, ()), position)
            if fresh:
                stand_in.begin(seen)
                fresh = False
            if stand_in.act(seen).verb != each.action.verb:
                weight *= self.doubt
        return weight


def decisions_of(view: View, position: int) -> list[Decision]:
    """Every betting decision of a player in this hand since the last exchange of cards."""
    found: list[Decision] = []
    exchanged = False
    for betting, (street, who, action) in zip(bettings(view), view.actions, strict=True):
        if action.verb == "pass_cards" or (action.verb == "discard" and who == position):
            exchanged = True
            found.clear()
        elif who == position and action.verb != "discard":
            table = _table_at(view, betting, street)
            found.append(Decision(table, None if exchanged else _down_at(view, table, position, street), action))
    return found


def bettings(view: View) -> list[Betting]:
    """How the betting stood before each action of the hand."""
    betting = Betting.start(view.rules, [sum(chips) for chips in zip(view.stacks, view.committed, strict=True)])
    found: list[Betting] = []
    for _, position, action in view.actions:
        while betting.actor is None:  # who acted first is in the record, whatever decided it
            betting = betting.next_street(position) if betting.phase == "bet" else betting.next_phase(position)
        found.append(betting)
        betting = _after(betting, action)
    return found


def _after(betting: Betting, action: Action) -> Betting:
    if action.verb == "fold":
        return betting.folded()
    if action.verb == "check_or_call":
        return betting.called()
    if action.verb == "raise_to":
        return betting.raised_to(action.amount)
    return betting.brought_in() if action.verb == "bring_in" else betting.gave_cards(action)


def _table_at(view: View, betting: Betting, street: int) -> Table:
    """The open cards at that time."""
    dealt = view.rules.streets[: street + 1]
    up, board = sum(each.up for each in dealt), sum(each.board for each in dealt)
    table = Table()
    table.betting = betting
    table.up = tuple(cards[:up] for cards in view.up)
    table.board = view.board[:board]
    table.other_boards = tuple(cards[:board] for cards in view.other_boards)
    return table


def _down_at(view: View, table: Table, position: int, street: int) -> int:
    """How many face-down cards a player had on a street, in a game where they only become more."""
    deck, dealt = view.rules.deck, view.rules.streets[: street + 1]
    lucky = {each.extra_card_for for each in dealt} - {""}
    return sum(each.down for each in dealt) + sum(deck.card_text(card)[0] in lucky for card in table.up[position])

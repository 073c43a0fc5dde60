"""What one seat may see of a hand: its own cards, everything that lies open, and all betting. Nothing else.

A view shares nothing that can be changed. No reference leads from it to the dealer's state, the deck or another
player's cards, so an agent in the same process knows no more than one on the other end of a wire. It also answers
what the rules allow, and what simple players do: `staying` in as cheaply as possible, or doing the `cheapest` thing
of all.
"""

from __future__ import annotations

from typing import Final

from riverboat.games.action import Action
from riverboat.games.state import State
from riverboat.games.table import Table

HIDDEN: Final = -1
"""The back of a card."""


class View(Table):
    """A hand as `position` sees it; positions index every tuple."""

    __slots__ = ("_acted", "down", "position")

    def __init__(self, state: State, position: int) -> None:
        self.position = position
        self.down: tuple[int, ...] = state.down[position]
        """One's own face-down cards."""
        self._acted = state.acted_at[position]
        self.rules = rules = state.rules
        self.up = state.up
        self.board = state.board
        self.other_boards = state.other_boards
        self.street = state.street
        self.phase = state.phase
        self.actor = state.actor
        self.stacks = state.stacks
        self.bets = state.bets
        self.committed = state.committed
        self.live = state.live
        self.able = state.able
        self.highest_bet = state.highest_bet
        self.last_raise = state.last_raise
        self.min_raise_to = state.min_raise_to
        self.raises = state.raises
        # Other players' discards are backs of cards.
        self.actions = public_actions(state.actions, position) if rules.exchanges_cards else state.actions

    def _acted_at(self, position: int) -> int:
        return self._acted

    @property
    def hole(self) -> tuple[int, ...]:
        """All of one's own cards, face down first."""
        return self.down + self.up[self.position]

    @property
    def to_call(self) -> int:
        """What we must add to stay in; no more than we have."""
        return min(self.highest_bet - self.bets[self.position], self.stacks[self.position])

    @property
    def opponents(self) -> int:
        """How many other players are still in."""
        return sum(self.live) - self.live[self.position]

    @property
    def raise_interval(self) -> tuple[int, int] | None:
        """The smallest and largest total that may be raised to; None if no raise is allowed or it is not our turn."""
        return self._raises_between() if self.actor == self.position else None

    @property
    def can_fold(self) -> bool:
        """Whether it is our turn and something is owed."""
        return self.actor == self.position and self._why_no_fold() is None

    @property
    def can_check_or_call(self) -> bool:
        """Whether it is our turn to bet and nothing forces us to open."""
        return self.actor == self.position and self._why_no_call() is None

    @property
    def cards_wanted(self) -> tuple[int, int] | None:
        """The fewest and most cards that we may pass, discard or exchange now; None while players bet."""
        return self._cards_wanted() if self.actor == self.position else None

    def staying(self) -> Action:
        """The cheapest way to stay in: check, call, bring in, stand pat, or open for the least that is allowed."""
        if self.phase != "bet":
            return self._giving_cards()
        if self._why_no_call() is None:
            return Action.check_or_call()
        if self._must_bring_in():
            return Action.bring_in()
        interval = self._raises_between()
        return Action.raise_to(interval[0]) if interval else Action.fold()

    def cheapest(self) -> Action:
        """Check if it is free, otherwise fold; where cards are exchanged, keep as many as allowed."""
        if self.phase == "bet" and self._why_no_fold() is None and (self.to_call or self._why_no_call()):
            return Action.fold()
        return self.staying()

    def _giving_cards(self) -> Action:
        wanted = self._cards_wanted()
        cards = self.hole[: wanted[0]] if wanted else ()
        return Action.pass_cards(*cards) if self.phase == "pass" else Action.discard(*cards)


def public_actions(actions: tuple[tuple[int, int, Action], ...], position: int) -> tuple[tuple[int, int, Action], ...]:
    """Everything done so far, with the cards that others discarded or passed face down."""
    return tuple(
        (street, who, action if who == position or not action.cards else face_down(action))
        for street, who, action in actions
    )


def face_down(action: Action) -> Action:
    """The same action as others see it."""
    return action._replace(cards=(HIDDEN,) * len(action.cards))

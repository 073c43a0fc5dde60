"""What a player does: one small tuple per decision."""

from __future__ import annotations

from typing import Literal, NamedTuple

Verb = Literal["fold", "check_or_call", "raise_to", "bring_in", "discard", "pass_cards"]


class Action(NamedTuple):
    """A decision. `amount` belongs to a raise: this street's total for that player, never the increment."""

    verb: Verb
    """What is done."""
    amount: int = 0
    """The total of a raise."""
    cards: tuple[int, ...] = ()
    """What is discarded or passed, as card numbers."""

    @staticmethod
    def fold() -> Action:
        """Give up the hand."""
        return _FOLD

    @staticmethod
    def check_or_call() -> Action:
        """Check, or call the amount to call."""
        return _CHECK_OR_CALL

    @staticmethod
    def raise_to(amount: int) -> Action:
        """Bet or raise so that this player's chips on this street are `amount` in all."""
        return Action("raise_to", amount)

    @staticmethod
    def bring_in() -> Action:
        """Open a stud hand with the smallest forced bet."""
        return _BRING_IN

    @staticmethod
    def discard(*cards: int) -> Action:
        """Discard these cards; none to stand pat."""
        return Action("discard", 0, cards)

    @staticmethod
    def pass_cards(*cards: int) -> Action:
        """Hand these cards to the next player."""
        return Action("pass_cards", 0, cards)


_FOLD = Action("fold")
_CHECK_OR_CALL = Action("check_or_call")
_BRING_IN = Action("bring_in")

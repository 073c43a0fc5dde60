"""The public state of the table; common to a `State` and a `View` of it.

The betting is one object that never changes (`betting.py`), the open cards are tuples, so that a state is copied and
a view is made without copying any of it.
"""

from __future__ import annotations

from riverboat.games.betting import Actions, Betting
from riverboat.games.rules import Phase, Rules


class Table:
    """The open part of a hand; positions index every tuple."""

    __slots__ = ("betting", "board", "other_boards", "up")

    betting: Betting
    up: tuple[tuple[int, ...], ...]
    """Everybody's face-up cards."""
    board: tuple[int, ...]
    other_boards: tuple[tuple[int, ...], ...]
    """The second and further boards, where there are several."""

    @property
    def boards(self) -> tuple[tuple[int, ...], ...]:
        """Every board; there is mostly one."""
        return (self.board, *self.other_boards)

    @property
    def rules(self) -> Rules:
        """The game."""
        return self.betting.rules

    @property
    def street(self) -> int:
        """The street being played; when hands are shown down, one more than the last."""
        return self.betting.street

    @property
    def phase(self) -> Phase:
        """The current phase."""
        return self.betting.phase

    @property
    def actor(self) -> int | None:
        """The position that must decide, or None when the hand is over."""
        return self.betting.actor

    @property
    def stacks(self) -> tuple[int, ...]:
        """The chips behind."""
        return self.betting.stacks

    @property
    def bets(self) -> tuple[int, ...]:
        """The chips in front, put in on this street."""
        return self.betting.bets

    @property
    def committed(self) -> tuple[int, ...]:
        """The chips in the hand so far, bets included."""
        return self.betting.committed

    @property
    def pot(self) -> int:
        """All chips in the hand, the bets of this street included."""
        return sum(self.betting.committed)

    @property
    def live(self) -> tuple[bool, ...]:
        """Who has not folded."""
        return self.betting.live

    @property
    def left(self) -> int:
        """How many players have not folded."""
        return self.betting.left

    @property
    def able(self) -> int:
        """How many players have not folded and have chips."""
        return self.betting.able

    @property
    def highest_bet(self) -> int:
        """The bet that everyone has to match to stay in."""
        return self.betting.highest_bet

    @property
    def last_raise(self) -> int:
        """The size of the last full bet or raise on this street: the next must be at least as large."""
        return self.betting.last_raise

    @property
    def raises(self) -> int:
        """How many bets and raises this street has seen, blinds not counted."""
        return self.betting.raises

    @property
    def actions(self) -> Actions:
        """(street, position, action) of everything so far."""
        return self.betting.actions

"""What one seat may see of a hand: its own cards, all face-up cards, and all betting. Nothing else.

A view shares nothing that can be changed. No reference leads from it to the dealer's state, the deck or another
player's cards, so an agent in the same process knows no more than one on the other end of a wire. It also answers
what the rules allow, and which action simple players take: `check_or_call` or `check_or_fold`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from operator import add
from typing import TYPE_CHECKING, Final, overload

from riverboat.games.action import Action
from riverboat.games.legal import NO_ACTIONS, LegalActions, Sizes
from riverboat.games.notation import betting_line
from riverboat.games.rules import Street
from riverboat.games.state import State
from riverboat.games.table import Table
from riverboat.html import table

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

HIDDEN: Final = -1
"""The back of a card."""

_CHECK_OR_CALL: Final = Action.check_or_call()


class View(Table):
    """A hand as `position` sees it; positions index every tuple."""

    __slots__ = ("_received", "down", "position")

    def __init__(self, state: State, position: int) -> None:
        self.position = position
        self.down: tuple[int, ...] = state.down[position]
        """Our own face-down cards."""
        self.up = state.up
        self.board = state.board
        self.other_boards = state.other_boards
        self.betting = betting = state.betting
        self._received: tuple[tuple[int, tuple[int, ...]], ...] = ()
        if betting.rules.exchanges_cards:  # other players' discards are backs of cards
            self.betting = betting.with_actions(public_actions(betting.actions, position))
            self._received = tuple([each for each in state.received if each[0] == position])

    def __repr__(self) -> str:
        return f"<View of {self.rules.identity}: {self.key()}>"

    def _repr_html_(self) -> str:
        """In a notebook: what this seat sees."""
        text, rules = self.rules.deck.cards_text, self.rules
        rows = [
            (f"{position}{' (we)' if position == self.position else ''}", str(self.stacks[position]),
             str(self.bets[position]), text(self.up[position]), "in" if self.live[position] else "folded")
            for position in range(rules.players)
        ]  # fmt: skip
        cards = f"{text(self.down)} on {text(self.board)}" if self.board else text(self.down)
        line = betting_line(rules, self.actions, self.street)
        caption = f"{rules.identity}: {cards}, pot {self.pot}{', ' if line else ''}{line}"
        return table(("position", "stack", "bet", "open cards", ""), rows, text=(0, 3, 4), caption=caption)

    @property
    def hole(self) -> tuple[int, ...]:
        """All of the player's cards, face-down cards first."""
        return self.down + self.up[self.position]

    @property
    def received(self) -> tuple[tuple[int, tuple[int, ...]], ...]:
        """(our position, cards) of what we drew or were passed, in this order."""
        return self._received

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
        return self.betting.raise_interval() if self.actor == self.position else None

    @property
    def can_fold(self) -> bool:
        """Whether it is our turn and something is owed."""
        return self.actor == self.position and self.betting.fold_error() is None

    @property
    def can_check_or_call(self) -> bool:
        """Whether it is our turn to bet and nothing forces us to open."""
        return self.actor == self.position and self.betting.call_error() is None

    @property
    def cards_wanted(self) -> tuple[int, int] | None:
        """The minimum and maximum number of cards that we may pass, discard or exchange now; None while players bet."""
        return self.betting.cards_wanted() if self.actor == self.position else None

    @overload
    def legal_actions(self) -> LegalActions: ...

    @overload
    def legal_actions(self, sizes: Sizes) -> tuple[Action, ...]: ...

    def legal_actions(self, sizes: Sizes | None = None) -> LegalActions | tuple[Action, ...]:
        """What we may do, raises as an interval; listed one by one if `sizes` says which raises are meant.

        Nothing if it is not our turn.
        """
        legal = self.betting.legal_actions() if self.actor == self.position else NO_ACTIONS
        if sizes is None:
            return legal
        return legal.listed(sizes(self) if legal.raise_interval else (), self.hole)

    def check_or_call(self) -> Action:
        """The cheapest way to stay in: check, call, bring in, stand pat, or open for the minimum."""
        betting = self.betting
        if betting.phase != "bet":
            return self._giving_cards()
        if betting.call_error() is None:
            return _CHECK_OR_CALL
        if betting.must_bring_in():
            return Action.bring_in()
        interval = betting.raise_interval()
        return Action.raise_to(interval[0]) if interval else Action.fold()

    def check_or_fold(self) -> Action:
        """Check if it is free, otherwise fold; where cards are exchanged, keep as many as allowed."""
        betting = self.betting
        if betting.phase == "bet" and betting.fold_error() is None and (self.to_call or betting.call_error()):
            return Action.fold()
        return self.check_or_call()

    def key(self) -> str:
        """A text that identifies the information set: two views of a game have the same one if and only if their
        seats cannot tell them apart, all that they have seen in the hand included.

        `1 AsKd|QhJh7c.2d r300c/kb400`: position, own cards, board by street, and the betting as in `notation.OURS`.
        In other games also each position's open cards (`^0:7h.Tc`), what was drawn or passed to us (`+7h2c`), and
        stacks where they are not the game's (`@300,500`). Cards of one deal are sorted, deals separated by dots.
        """
        return view_key(self)

    def tensor(self) -> NDArray[np.float32]:
        """The same as one row of numbers from 0 to 1, for learning programs; `games.tensor` says what is where."""
        from riverboat.games.tensor import view_tensor

        return view_tensor(self)

    def _giving_cards(self) -> Action:
        wanted = self.betting.cards_wanted()
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


# Information sets -----------------------------------------------------------------------------------------------------


def view_key(view: View) -> str:
    """See `View.key`."""
    rules, betting, streets = view.rules, view.betting, view.rules.streets[: view.street + 1]
    text = rules.deck.cards_text

    def by_deal(cards: tuple[int, ...], counts: Iterable[int]) -> str:
        """Cards in the order in which they were dealt, in groups of these sizes."""
        deals, at = [], 0
        for count in counts:
            if dealt := cards[at : at + count]:
                deals.append(text(sorted(dealt, reverse=True)))
                at += count
        if rest := cards[at:]:
            deals.append(text(sorted(rest, reverse=True)))
        return ".".join(deals)

    if rules.exchanges_cards:
        own = text(sorted(view.down, reverse=True))
    else:
        own = by_deal(view.down, _dealt_down(view, streets))
    parts = [f"{view.position} {own}"]
    parts += ["|" + by_deal(board, [street.board for street in streets]) for board in view.boards if board]
    if rules.shows_cards:
        shown = [street.up for street in streets]
        parts += [f"^{position}:{by_deal(cards, shown)}" for position, cards in enumerate(view.up) if cards]
    parts += [f"+{text(sorted(cards, reverse=True))}" for _, cards in view.received]
    started = tuple(map(add, betting.stacks, betting.committed))
    if started != tuple(map(add, rules.posted.stacks, rules.posted.committed)):
        parts.append("@" + ",".join(map(str, started)))
    line = betting_line(rules, betting.actions, betting.street)
    return "".join(parts) + (f" {line}" if line else "")


def _dealt_down(view: View, streets: Sequence[Street]) -> Iterator[int]:
    """How many face-down cards each street dealt us, with the extra ones for lucky ranks."""
    face, own, at = view.rules.deck.card_text, view.up[view.position], 0
    for street in streets:
        lucky = street.extra_card_for
        yield street.down + sum(face(card)[0] == lucky for card in own[at : at + street.up] if lucky)
        at += street.up

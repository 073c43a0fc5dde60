"""The dealer: a hand of poker from the first ante to the last chip, by the rules of any game.

A `State` is a hand at one moment. It deals by itself from a deck given in order, so that the only thing that ever
happens to it is a decision: for each verb there is `can_x` (may the actor do this?), `verify_x` (why not, as an
error) and `x` (do it). `copy` is cheap, for programs that look ahead. What is allowed is in `betting.py`, who wins what
in `pots.py`.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from operator import index
from random import Random
from typing import overload

from riverboat.errors import DealError, RiverboatError
from riverboat.games.action import Action
from riverboat.games.betting import FORGETFUL, Betting, Lines, changed, opening
from riverboat.games.legal import LegalActions, Sizes
from riverboat.games.pots import settle
from riverboat.games.rules import Phase, Rules, Street
from riverboat.games.showing import showing
from riverboat.games.table import Table

Chips = int | Fraction


class IllegalActionError(RiverboatError):
    """A decision that the rules do not allow; the message says what they do allow."""


class State(Table):
    """The state of a hand. Positions index every tuple and list."""

    __slots__ = ("_dealt", "_deck", "_lines", "_passed", "discards", "down", "payoffs", "received")

    def __init__(self, rules: Rules, deck: Sequence[int], stacks: Sequence[int] | None = None) -> None:
        self._deck: tuple[int, ...] = deck if type(deck) is tuple else tuple(map(int, deck))
        self._dealt = 0
        if stacks is None or tuple(stacks) == rules.stacks:
            self.betting, self._lines = opening(rules)
        else:
            self.betting, self._lines = Betting.start(rules, stacks), FORGETFUL
        self.down: list[tuple[int, ...]] = [()] * rules.players
        """Everybody's face-down cards."""
        self.up = ((),) * rules.players
        self.board = ()
        self.other_boards = ((),) * (rules.boards - 1)
        self.discards: tuple[int, ...] = ()
        """The discards, and in draw games also the folded hands."""
        self._passed: tuple[tuple[int, tuple[int, ...]], ...] = ()
        self.received: tuple[tuple[int, tuple[int, ...]], ...] = ()
        """(position, cards) of everything that was drawn or came from another player, in this order."""
        self.payoffs: tuple[Chips, ...] | None = None
        """What each player won or lost, when the hand is over."""
        self._next_street()

    def copy(self) -> State:
        """An independent state; only what can be changed is copied."""
        twin = State.__new__(State)
        twin._deck = self._deck
        twin._dealt = self._dealt
        twin._lines = self._lines
        twin.betting = self.betting
        twin.down = self.down[:]
        twin.up = self.up
        twin.board = self.board
        twin.other_boards = self.other_boards
        twin.discards = self.discards
        twin._passed = self._passed
        twin.received = self.received
        twin.payoffs = self.payoffs
        return twin

    @staticmethod
    def imagined(
        table: Table,
        down: Sequence[tuple[int, ...]],
        deck: tuple[int, ...],
        discards: tuple[int, ...] = (),
        passed: tuple[tuple[int, tuple[int, ...]], ...] = (),
        received: tuple[tuple[int, tuple[int, ...]], ...] = (),
        lines: Lines = FORGETFUL,
    ) -> State:
        """A state that looks like this table, for programs that look ahead without knowing the dealer's state. Nothing
        is checked.

        Args:
            table: What everyone sees.
            down: Made up: everyone's face-down cards, by position.
            deck: Made up: the rest of the deck.
            discards: Made up: the discards.
            passed: Made up: (position, cards) that were chosen for others and not handed over yet.
            received: What is known of the cards that came by exchanges, (position, cards).
            lines: Where the betting of many hands is cached. Default: nowhere.
        """
        made = State.__new__(State)
        made._deck = deck
        made._dealt = 0
        made._lines = lines
        made.betting = table.betting
        made.down = list(down)
        made.up = table.up
        made.board = table.board
        made.other_boards = table.other_boards
        made.discards = discards
        made._passed = passed
        made.received = received
        made.payoffs = None
        return made

    def reshuffled(self, rng: Random) -> State:
        """The same hand so far, with the rest of the deck in another order: one possible continuation."""
        rest = list(self._deck[self._dealt :])
        rng.shuffle(rest)
        twin = self.copy()
        twin._deck = (*self._deck[: self._dealt], *rest)
        return twin

    # What there is to see ---------------------------------------------------------------------------------------------

    @property
    def is_over(self) -> bool:
        """Whether the chips have been pushed."""
        return self.payoffs is not None

    @property
    def to_call(self) -> int:
        """What the actor must add to stay in; at most the stack."""
        if self.actor is None:
            raise IllegalActionError("the hand is over")
        return min(self.highest_bet - self.bets[self.actor], self.stacks[self.actor])

    @property
    def dealt(self) -> tuple[int, ...]:
        """All cards that have left the deck, in the order in which they did."""
        return self._deck[: self._dealt]

    @overload
    def legal_actions(self) -> LegalActions: ...

    @overload
    def legal_actions(self, sizes: Sizes) -> tuple[Action, ...]: ...

    def legal_actions(self, sizes: Sizes | None = None) -> LegalActions | tuple[Action, ...]:
        """What the actor may do, raises as an interval; listed one by one if `sizes` says which raises are meant."""
        legal, actor = self.betting.legal_actions(), self.actor
        if sizes is None:
            return legal
        cards = () if actor is None else self.down[actor] + self.up[actor]
        return legal.listed(sizes(self) if legal.raise_interval else (), cards)

    # Verbs ------------------------------------------------------------------------------------------------------------

    def apply(self, action: Action) -> None:
        """Do what the action says, or raise `IllegalActionError` and change nothing."""
        verb = action.verb
        if verb == "check_or_call":
            self.check_or_call()
        elif verb == "fold":
            self.fold()
        elif verb == "raise_to":
            self.raise_to(action.amount)
        elif verb == "bring_in":
            self.post_bring_in()
        elif verb == "discard":
            self.discard(action.cards)
        elif verb == "pass_cards":
            self.pass_cards(action.cards)
        else:
            raise IllegalActionError(f'action "{verb}": there is no such verb')

    def child(self, action: Action) -> State:
        """The state after an action; this one stays as it is."""
        twin = self.copy()
        twin.apply(action)
        return twin

    def can_fold(self) -> bool:
        """Whether the actor may fold."""
        return self.betting.fold_error() is None

    def verify_fold(self) -> None:
        """Folding is allowed when something is owed."""
        _require(self.betting.fold_error())

    def fold(self) -> None:
        """Give up the hand."""
        before, lines = self.betting, self._lines
        after = lines.folded.get(before)
        if after is None:
            _require(before.fold_error())
            after = before.folded()
            lines.keep(lines.folded, before, after)
        if before.rules.exchanges_cards:
            assert before.actor is not None
            self.discards += self.down[before.actor] + self.up[before.actor]
        self._go_on(after)

    def can_check_or_call(self) -> bool:
        """Whether the actor may check or call."""
        return self.betting.call_error() is None

    def verify_check_or_call(self) -> None:
        """Checking or calling is always allowed, except for a player who has to open the betting."""
        _require(self.betting.call_error())

    def check_or_call(self) -> None:
        """Check or call."""
        before, lines = self.betting, self._lines
        after = lines.called.get(before)
        if after is None:
            _require(before.call_error())
            after = before.called()
            lines.keep(lines.called, before, after)
        self.betting = after
        if after.actor is None:
            self._end_phase(after.phase)

    def raise_interval(self) -> tuple[int, int] | None:
        """The smallest and largest total that the actor may raise to, or None if there is no legal raise."""
        return self.betting.raise_interval()

    def can_raise_to(self, amount: int) -> bool:
        """Whether the actor may raise to this total."""
        return self.betting.raise_error(amount) is None

    def verify_raise_to(self, amount: int) -> None:
        """A raise must be in the interval of `raise_interval`."""
        _require(self.betting.raise_error(amount))

    def raise_to(self, amount: int) -> None:
        """Bet or raise to a total on this street."""
        amount = _whole(amount)
        before, lines = self.betting, self._lines
        after = lines.raised.get((before, amount))
        if after is None:
            _require(before.raise_error(amount))
            after = before.raised_to(amount)
            lines.keep(lines.raised, (before, amount), after)
        self._go_on(after)

    def can_bring_in(self) -> bool:
        """Whether the actor may post the bring-in."""
        return self.betting.bring_in_error() is None

    def verify_bring_in(self) -> None:
        """Only the first to act on the first street of a stud game brings it in."""
        _require(self.betting.bring_in_error())

    def post_bring_in(self) -> None:
        """Open with the smallest forced bet."""
        _require(self.betting.bring_in_error())
        self._go_on(self.betting.brought_in())

    def can_discard(self, cards: Sequence[int]) -> bool:
        """Whether the actor may discard these cards."""
        return self._cards_error(cards, "discard") is None

    def verify_discard(self, cards: Sequence[int]) -> None:
        """As many of the player's cards as the street allows."""
        _require(self._cards_error(cards, "discard"))

    def discard(self, cards: Sequence[int]) -> None:
        """Discard cards, and get as many new ones where the street is a draw."""
        cards = tuple(map(_whole, cards))
        _require(self._cards_error(cards, "discard"))
        actor = self.actor
        assert actor is not None
        # New cards first: nobody draws their own discards back.
        drawn = self._deal(len(cards)) if self.phase == "draw" else ()
        self._remove(actor, cards)
        self.down[actor] += drawn
        if drawn:
            self.received += ((actor, drawn),)
        self.discards += cards
        self._go_on(self.betting.gave_cards(Action("discard", 0, cards)))

    def can_pass_cards(self, cards: Sequence[int]) -> bool:
        """Whether the actor may pass these cards."""
        return self._cards_error(cards, "pass_cards") is None

    def verify_pass_cards(self, cards: Sequence[int]) -> None:
        """Exactly as many of the player's cards as the street requires."""
        _require(self._cards_error(cards, "pass_cards"))

    def pass_cards(self, cards: Sequence[int]) -> None:
        """Choose the cards to pass; they are passed when everyone has chosen."""
        cards = tuple(map(_whole, cards))
        _require(self._cards_error(cards, "pass_cards"))
        actor = self.actor
        assert actor is not None
        self._passed += ((actor, cards),)
        self._go_on(self.betting.gave_cards(Action("pass_cards", 0, cards)))

    # The dealer's own work --------------------------------------------------------------------------------------------

    def _cards_error(self, cards: Sequence[int], verb: str) -> str | None:
        wanted = self.betting.cards_wanted()
        if wanted is None or (verb == "pass_cards") != (self.phase == "pass"):
            return f"{verb}: no cards are {'passed' if verb == 'pass_cards' else 'exchanged'} now"
        min_cards, max_cards = wanted
        if not min_cards <= len(cards) <= max_cards:
            expected = f"{min_cards}" if min_cards == max_cards else f"{min_cards} to {max_cards}"
            return f"{verb} of {len(cards)} cards: expected {expected}"
        assert self.actor is not None
        held = self.down[self.actor] + self.up[self.actor]
        if len(set(cards)) != len(cards) or not set(cards) <= set(held):
            return f"{verb} {' '.join(map(str, cards))}: these are not cards of position {self.actor}"
        return None

    def _remove(self, position: int, cards: Sequence[int]) -> None:
        self.down[position] = tuple(card for card in self.down[position] if card not in cards)
        if self.up[position]:
            left = tuple(card for card in self.up[position] if card not in cards)
            self.up = changed(self.up, position, left)

    def _go_on(self, after: Betting) -> None:
        """Continue until a player has to act, or the phase ends."""
        self.betting = after
        if after.actor is None:
            self._end_phase(after.phase)

    def _end_phase(self, phase: Phase) -> None:
        if phase == "bet":  # the last of every street
            self._next_street()
        elif phase == "over":
            self._finish()
        else:
            if phase == "pass":
                self._hand_on()
            opener = self.rules.openers[self.street]
            self.betting = self.betting.next_phase(opener if isinstance(opener, int) else showing(self, opener))
            if self.betting.actor is None:
                self._next_street()

    def _next_street(self) -> None:
        """Deal streets until a player has to act, or show the hands down."""
        lines = self._lines
        while True:
            before = self.betting
            at = before.street + 1
            self._deal_street(at)
            after = lines.next_street.get(before)
            if after is None:
                opener = before.rules.openers[at]
                if isinstance(opener, int):
                    after = before.next_street(opener)
                    lines.keep(lines.next_street, before, after)
                else:
                    after = before.next_street(showing(self, opener))
            self.betting = after
            if after.actor is not None:
                return
            if after.phase == "over":
                self._finish()
                return

    def _hand_on(self) -> None:
        """Give the passed cards to their new owners, all at once."""
        order = [position for position, alive in enumerate(self.live) if alive]
        further = self.rules.streets[self.street].passing_to
        for position, cards in self._passed:
            self._remove(position, cards)
        for position, cards in self._passed:
            receiver = order[(order.index(position) + further) % len(order)]
            self.down[receiver] += cards
            self.received += ((receiver, cards),)
        self._passed = ()

    # Cards ------------------------------------------------------------------------------------------------------------

    def _deal_street(self, at: int) -> None:
        """Everything that is dealt on a street; nothing after the last."""
        rules = self.betting.rules
        if at == len(rules.streets):
            return
        street = rules.streets[at]
        if rules.burns and at and street.deals:
            self._deal(1)
        if street.down or street.up:
            self._deal_hands(street)
        if street.board:
            if rules.boards == rules.runs == 1:
                self.board += self._deal(street.board)
            else:
                self._deal_boards(street)

    def _deal_hands(self, street: Street) -> None:
        betting, each = self.betting, street.down + street.up
        if self._dealt + betting.left * each > len(self._deck) and not self.discards:
            self._deal_shared_card(street)
            return
        cards, at = self._deal(betting.left * each), 0
        for position, alive in enumerate(betting.live):
            if alive:
                self.down[position] += cards[at : at + street.down]
                if street.up:
                    self.up = changed(self.up, position, self.up[position] + cards[at + street.down : at + each])
                at += each
        if street.extra_card_for:
            self._deal_extra(street)

    def _deal_boards(self, street: Street) -> None:
        """Where there are several, or will be when nobody can bet any more."""
        if self.rules.runs > 1:
            if self.other_boards:
                return  # every run is dealt already
            if self.able < 2:
                self._run_out()
                return
        self.board += self._deal(street.board)
        self.other_boards = tuple([board + self._deal(street.board) for board in self.other_boards])

    def _run_out(self) -> None:
        """The rest of the board, several times: each run is finished before the next begins."""
        rest = sum(street.board for street in self.rules.streets[self.street + 1 :])
        first, *others = [self.board + self._deal(rest) for _ in range(self.rules.runs)]
        self.board, self.other_boards = first, tuple(others)

    def _deal_shared_card(self, street: Street) -> None:
        """Too few cards for everyone on the last street of stud: one community card is dealt."""
        if not (self.rules.may_share_last_card and street is self.rules.streets[-1]):
            raise DealError(f"{self.rules.name}: the deck of {len(self._deck)} cards is too small for {street.name}")
        self.board += self._deal(1)

    def _deal_extra(self, street: Street) -> None:
        """One more card for everyone who was dealt the extra-card rank, as long as there are cards."""
        for position, alive in enumerate(self.live):
            if alive:
                for card in self.up[position][-street.up :]:
                    if self.rules.deck.card_text(card)[0] == street.extra_card_for and self._dealt < len(self._deck):
                        self.down[position] += self._deal(1)

    def _deal(self, count: int) -> tuple[int, ...]:
        """The next cards."""
        start, stop = self._dealt, self._dealt + count
        if stop > len(self._deck):
            self._shuffle_discards(count)
        self._dealt = stop
        return self._deck[start:stop]

    def _shuffle_discards(self, wanted: int) -> None:
        """The deck runs out: the discards are reshuffled, in an order determined by the deck."""
        again = list(self.discards)
        Random(str(self._deck)).shuffle(again)
        self._deck += tuple(again)
        self.discards = ()
        left = len(self._deck) - self._dealt
        if wanted > left:
            raise DealError(f"{self.rules.name}: {wanted} cards to deal, {left} are left")

    def _finish(self) -> None:
        """Show down if more than one player is left, and push the chips."""
        self.payoffs = settle(self)


def _require(error: str | None) -> None:
    if error is not None:
        raise IllegalActionError(error)


def _whole(number: int) -> int:
    try:
        return index(number)
    except TypeError:
        raise IllegalActionError(f"{number!r}: expected a whole number") from None

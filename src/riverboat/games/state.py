"""The dealer: a hand of poker from the first ante to the last chip, by the rules of any game.

A `State` is where a hand stands. It deals by itself from a deck given in order, so that the only thing that ever
happens to it is a decision: for each verb there is `can_x` (may the actor do this?), `verify_x` (why not, as an
error) and `x` (do it). `copy` is cheap, for programs that look ahead. What is allowed is in `table.py`, who wins what
in `pots.py`.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from operator import index
from random import Random
from typing import TypeVar

from riverboat.errors import DealError, RiverboatError
from riverboat.games.action import Action
from riverboat.games.pots import settle
from riverboat.games.rules import Phase, Rules, Street
from riverboat.games.showing import showing
from riverboat.games.table import Table

Chips = int | Fraction

_FOLD = Action.fold()
_CHECK_OR_CALL = Action.check_or_call()
_BRING_IN = Action.bring_in()


class IllegalActionError(RiverboatError):
    """A decision that the rules do not allow; the message says what they do allow."""


class State(Table):
    """Where a hand stands. Positions index every tuple and list."""

    __slots__ = ("_dealt", "_deck", "_passed", "acted_at", "discards", "down", "left", "payoffs", "pending")

    def __init__(self, rules: Rules, deck: Sequence[int], stacks: Sequence[int] | None = None) -> None:
        players = rules.players
        self.rules = rules
        self._deck: tuple[int, ...] = deck if type(deck) is tuple else tuple(map(int, deck))
        self._dealt = 0
        posted = rules.posted if stacks is None else rules.post(stacks)
        self.stacks, self.bets, self.committed, self.highest_bet, self.able = posted
        self.live = (True,) * players
        self.left = players
        """How many players have not folded."""
        self.down: list[tuple[int, ...]] = [()] * players
        """Everybody's face-down cards."""
        self.up = ((),) * players
        self.board = ()
        self.other_boards = ((),) * (rules.boards - 1)
        self.discards: tuple[int, ...] = ()
        """What was thrown away, and in games that draw also the hands that were folded."""
        self.street = -1
        self.phase = "bet"
        self.actor = None
        self.pending = 0
        """How many players, the actor included, must still decide before the phase ends."""
        self._passed: tuple[tuple[int, tuple[int, ...]], ...] = ()
        self.last_raise = self.min_raise_to = self.raises = 0
        self.acted_at = [-1] * players
        """The highest bet when each player last decided on this street; -1 before that."""
        self.actions = ()
        self.payoffs: tuple[Chips, ...] | None = None
        """What each player won or lost, when the hand is over."""
        self._next_street()

    def copy(self) -> State:
        """An independent state; only what can be changed is copied."""
        twin = State.__new__(State)
        twin.rules = self.rules
        twin._deck = self._deck
        twin._dealt = self._dealt
        twin.stacks = self.stacks
        twin.bets = self.bets
        twin.committed = self.committed
        twin.live = self.live
        twin.left = self.left
        twin.able = self.able
        twin.down = self.down[:]
        twin.up = self.up
        twin.board = self.board
        twin.other_boards = self.other_boards
        twin.discards = self.discards
        twin.street = self.street
        twin.phase = self.phase
        twin.actor = self.actor
        twin.pending = self.pending
        twin._passed = self._passed
        twin.highest_bet = self.highest_bet
        twin.last_raise = self.last_raise
        twin.min_raise_to = self.min_raise_to
        twin.raises = self.raises
        twin.acted_at = self.acted_at[:]
        twin.actions = self.actions
        twin.payoffs = self.payoffs
        return twin

    # What there is to see ---------------------------------------------------------------------------------------------

    @property
    def is_over(self) -> bool:
        """Whether the chips have been pushed."""
        return self.payoffs is not None

    @property
    def to_call(self) -> int:
        """What the actor must add to stay in; no more than he has."""
        if self.actor is None:
            raise IllegalActionError("the hand is over")
        return min(self.highest_bet - self.bets[self.actor], self.stacks[self.actor])

    @property
    def dealt(self) -> tuple[int, ...]:
        """All cards that have left the deck, in the order in which they did."""
        return self._deck[: self._dealt]

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
        return self._why_no_fold() is None

    def verify_fold(self) -> None:
        """Folding is allowed when something is owed."""
        _require(self._why_no_fold())

    def fold(self) -> None:
        """Give up the hand."""
        _require(self._why_no_fold())
        actor = self.actor
        assert actor is not None
        self.live = _changed(self.live, actor, False)
        self.left -= 1
        self.able -= 1
        if self.rules.exchanges_cards:
            self.discards += self.down[actor] + self.up[actor]
        self.actions += ((self.street, actor, _FOLD),)
        if self.left == 1:
            self._finish()
            return
        self.pending -= 1
        self._advance(actor)

    def can_check_or_call(self) -> bool:
        """Whether the actor may check or call."""
        return self._why_no_call() is None

    def verify_check_or_call(self) -> None:
        """Checking or calling is always allowed, except for a player who has to open the betting."""
        _require(self._why_no_call())

    def check_or_call(self) -> None:
        """Put in what is owed."""
        highest = self.highest_bet
        if self.phase != "bet" or (not highest and self.rules.must_open[self.street]):
            _require(self._why_no_call())
        actor = self.actor
        assert actor is not None
        owed = highest - self.bets[actor]
        if owed:
            self._put_in(actor, owed)
        self.acted_at[actor] = highest
        self.actions += ((self.street, actor, _CHECK_OR_CALL),)
        self.pending -= 1
        if self.pending:
            following = self.rules.following[self.street]
            self._give_turn(following[actor], following)
        else:
            self._next_street()

    def raise_interval(self) -> tuple[int, int] | None:
        """The smallest and largest total that the actor may raise to, or None if he may not raise."""
        return self._raises_between()

    def can_raise_to(self, amount: int) -> bool:
        """Whether the actor may raise to this total."""
        return self._why_no_raise(amount) is None

    def verify_raise_to(self, amount: int) -> None:
        """A raise must lie in the interval that `raise_interval` gives."""
        _require(self._why_no_raise(amount))

    def raise_to(self, amount: int) -> None:
        """Bet or raise to a total on this street."""
        amount = _whole(amount)
        _require(self._why_no_raise(amount))
        actor = self.actor
        assert actor is not None
        by = amount - self.highest_bet
        if self.rules.short_all_in_reopens:
            self.min_raise_to = max(self.min_raise_to, amount + by)
        else:
            self.last_raise = max(self.last_raise, by)
            self.min_raise_to = amount + self.last_raise
        self._put_in(actor, amount - self.bets[actor])
        self.highest_bet = amount
        self.raises += 1
        self.acted_at[actor] = amount
        self.actions += ((self.street, actor, Action("raise_to", amount)),)
        self._everybody_answers(actor)

    def can_bring_in(self) -> bool:
        """Whether the actor may post the bring-in."""
        return self._why_no_bring_in() is None

    def verify_bring_in(self) -> None:
        """Only the first to act on the first street of a stud game brings it in."""
        _require(self._why_no_bring_in())

    def post_bring_in(self) -> None:
        """Open with the smallest forced bet."""
        _require(self._why_no_bring_in())
        actor = self.actor
        assert actor is not None
        self._put_in(actor, self.rules.bring_in)
        self.highest_bet = self.bets[actor]
        self.actions += ((self.street, actor, _BRING_IN),)
        self._everybody_answers(actor)

    def can_discard(self, cards: Sequence[int]) -> bool:
        """Whether the actor may throw these cards away."""
        return self._why_not_these(cards, "discard") is None

    def verify_discard(self, cards: Sequence[int]) -> None:
        """So many of one's own cards as the street allows."""
        _require(self._why_not_these(cards, "discard"))

    def discard(self, cards: Sequence[int]) -> None:
        """Throw cards away, and get as many new ones where the street is a draw."""
        cards = tuple(map(_whole, cards))
        _require(self._why_not_these(cards, "discard"))
        actor = self.actor
        assert actor is not None
        # New cards first: nobody draws what he has just thrown away.
        drawn = self._deal(len(cards)) if self.phase == "draw" else ()
        self._remove(actor, cards)
        self.down[actor] += drawn
        self.discards += cards
        self.actions += ((self.street, actor, Action("discard", 0, cards)),)
        self.pending -= 1
        self._advance(actor)

    def can_pass_cards(self, cards: Sequence[int]) -> bool:
        """Whether the actor may pass these cards."""
        return self._why_not_these(cards, "pass_cards") is None

    def verify_pass_cards(self, cards: Sequence[int]) -> None:
        """Exactly so many of one's own cards as the street says."""
        _require(self._why_not_these(cards, "pass_cards"))

    def pass_cards(self, cards: Sequence[int]) -> None:
        """Choose the cards for the next player; they change hands when everybody has chosen."""
        cards = tuple(map(_whole, cards))
        _require(self._why_not_these(cards, "pass_cards"))
        actor = self.actor
        assert actor is not None
        self._passed += ((actor, cards),)
        self.actions += ((self.street, actor, Action("pass_cards", 0, cards)),)
        self.pending -= 1
        self._advance(actor)

    # The dealer's own work --------------------------------------------------------------------------------------------

    def _why_not_these(self, cards: Sequence[int], verb: str) -> str | None:
        wanted = self._cards_wanted()
        if wanted is None or (verb == "pass_cards") != (self.phase == "pass"):
            return f"{verb}: no cards are {'passed' if verb == 'pass_cards' else 'exchanged'} now"
        fewest, most = wanted
        if not fewest <= len(cards) <= most:
            expected = f"{fewest}" if fewest == most else f"{fewest} to {most}"
            return f"{verb} of {len(cards)} cards: expected {expected}"
        assert self.actor is not None
        held = self.down[self.actor] + self.up[self.actor]
        if len(set(cards)) != len(cards) or not set(cards) <= set(held):
            return f"{verb} {' '.join(map(str, cards))}: these are not cards of position {self.actor}"
        return None

    def _acted_at(self, position: int) -> int:
        return self.acted_at[position]

    def _remove(self, position: int, cards: Sequence[int]) -> None:
        self.down[position] = tuple(card for card in self.down[position] if card not in cards)
        if self.up[position]:
            left = tuple(card for card in self.up[position] if card not in cards)
            self.up = _changed(self.up, position, left)

    def _put_in(self, position: int, chips: int) -> None:
        """Move chips to the front, as many as there are."""
        stack = self.stacks[position]
        if chips >= stack:
            chips = stack
            self.able -= 1
        self.stacks = _changed(self.stacks, position, stack - chips)
        self.bets = _changed(self.bets, position, self.bets[position] + chips)
        self.committed = _changed(self.committed, position, self.committed[position] + chips)

    def _everybody_answers(self, actor: int) -> None:
        """After a bet or a raise it is everybody else's turn again."""
        self.pending = self.able - 1 if self.stacks[actor] else self.able
        self._advance(actor)

    def _next_street(self) -> None:
        """Deal streets until somebody has to decide, or show the hands down."""
        rules = self.rules
        self.actor = None
        while True:
            self.street += 1
            if self.street == len(rules.streets):
                self._finish()
                return
            street = rules.streets[self.street]
            self.last_raise = street.bet
            if self.street:
                self.bets = rules.nobody
                self.acted_at = [-1] * rules.players
                self.highest_bet = 0
            elif rules.largest_blind > street.bet:
                self.last_raise = rules.largest_blind
            self.raises = 0
            self.min_raise_to = self.highest_bet + self.last_raise
            if rules.burns and self.street and street.deals:
                self._deal(1)
            if street.down or street.up:
                self._deal_hands(street)
            if street.board:
                self._deal_board(street)
            for phase in rules.phases[self.street]:
                if self._open_phase(phase):
                    return

    def _open_phase(self, phase: Phase) -> bool:
        """Begin a phase of this street if anybody has to decide in it."""
        self.phase = phase
        if phase != "bet":
            self.pending = self.left
            self._advance(-1)
            return True
        self.pending = self.able
        if self.able < 2 and not self._somebody_owes():
            return False
        opener = self.rules.streets[self.street].opener
        first = opener if isinstance(opener, int) else showing(self, opener)
        self._give_turn(first, self.rules.following[self.street])
        return True

    def _somebody_owes(self) -> bool:
        highest = self.highest_bet
        return any(
            alive and stack and bet < highest
            for alive, stack, bet in zip(self.live, self.stacks, self.bets, strict=True)
        )

    def _advance(self, position: int) -> None:
        """Give the turn to the next player who has to decide, or end the phase."""
        if self.phase != "bet":
            self._advance_exchange(position)
        elif self.pending:
            following = self.rules.following[self.street]
            self._give_turn(following[position], following)
        else:
            self._next_street()  # betting is the last phase of every street

    def _give_turn(self, position: int, following: tuple[int, ...]) -> None:
        """Ask this player, or the next one who has chips and has not folded."""
        live, stacks = self.live, self.stacks
        while not (stacks[position] and live[position]):
            position = following[position]
        if self.able == 1 and self.bets[position] >= self.highest_bet and not self.rules.short_all_in_reopens:
            # A blind is called by all-ins only, so there is no choice left (though ACPC's dealer asks anyway).
            self._next_street()
        else:
            self.actor = position

    def _advance_exchange(self, position: int) -> None:
        """The same while cards change hands: everybody once, from the left of the button."""
        if not self.pending:
            self._end_phase()
            return
        position += 1
        while not self.live[position]:
            position += 1
        self.actor = position

    def _end_phase(self) -> None:
        self.actor = None
        phase = self.phase
        if phase == "pass":
            self._exchange()
        phases = self.rules.phases[self.street]
        for following in phases[phases.index(phase) + 1 :]:
            if self._open_phase(following):
                return
        self._next_street()

    def _exchange(self) -> None:
        """Hand the passed cards on, all at once."""
        order = [position for position, alive in enumerate(self.live) if alive]
        further = self.rules.streets[self.street].passing_to
        for position, cards in self._passed:
            self._remove(position, cards)
        for position, cards in self._passed:
            self.down[order[(order.index(position) + further) % len(order)]] += cards
        self._passed = ()

    # Cards ------------------------------------------------------------------------------------------------------------

    def _deal_hands(self, street: Street) -> None:
        down, up = street.down, street.up
        if self._dealt + self.left * (down + up) > len(self._deck) and not self.discards:
            self._deal_shared_card(street)
            return
        for position, alive in enumerate(self.live):
            if alive:
                self.down[position] += self._deal(down)
                if up:
                    self.up = _changed(self.up, position, self.up[position] + self._deal(up))
        if street.extra_card_for:
            self._deal_extra(street)

    def _deal_board(self, street: Street) -> None:
        if self.rules.runs > 1:
            if self.other_boards:
                return  # every run is dealt already
            if self.able < 2:
                self._run_out()
                return
        self.board += self._deal(street.board)
        if self.other_boards:
            self.other_boards = tuple(board + self._deal(street.board) for board in self.other_boards)

    def _run_out(self) -> None:
        """The rest of the board, several times: each run is finished before the next begins."""
        rest = sum(street.board for street in self.rules.streets[self.street :])
        first, *others = [self.board + self._deal(rest) for _ in range(self.rules.runs)]
        self.board, self.other_boards = first, tuple(others)

    def _deal_shared_card(self, street: Street) -> None:
        """Too few cards for everybody on the last street of stud: one in the middle serves all."""
        if not (self.rules.may_share_last_card and street is self.rules.streets[-1]):
            raise DealError(f"{self.rules.name}: the deck of {len(self._deck)} cards is too small for {street.name}")
        self.board += self._deal(1)

    def _deal_extra(self, street: Street) -> None:
        """One more card for everybody who was dealt a lucky rank, as long as there are cards."""
        for position, alive in enumerate(self.live):
            if alive:
                for card in self.up[position][-street.up :]:
                    if self.rules.deck.card_text(card)[0] == street.extra_card_for and self._dealt < len(self._deck):
                        self.down[position] += self._deal(1)

    def _deal(self, count: int) -> tuple[int, ...]:
        """The next cards; when the deck runs out, discards are shuffled, in an order that the deck decides."""
        start, stop = self._dealt, self._dealt + count
        if stop > len(self._deck):
            again = list(self.discards)
            Random(str(self._deck)).shuffle(again)
            self._deck += tuple(again)
            self.discards = ()
            if stop > len(self._deck):
                raise DealError(f"{self.rules.name}: {count} cards to deal, {len(self._deck) - start} are left")
        self._dealt = stop
        return self._deck[start:stop]

    def _finish(self) -> None:
        """Show down if more than one player is left, and push the chips."""
        self.actor = None
        self.phase = "over"
        self.payoffs = settle(self)


_T = TypeVar("_T")


def _changed(values: tuple[_T, ...], position: int, value: _T) -> tuple[_T, ...]:
    """The same values with another one at this position."""
    changed = list(values)
    changed[position] = value
    return tuple(changed)


def _require(why_not: str | None) -> None:
    if why_not is not None:
        raise IllegalActionError(why_not)


def _whole(number: int) -> int:
    try:
        return index(number)
    except TypeError:
        raise IllegalActionError(f"{number!r}: expected a whole number") from None

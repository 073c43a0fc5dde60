"""A stream of pictures becomes the events of hands: `Tracker.see` takes one sighting and says what it has learned.

Events are what an agent is told anywhere: a hand begins, somebody acts, a hand ends, always with the view of the
seat at the bottom. An action is told when every plausible line has it; if later pictures show that it was something
else, `Corrected` says so and the right actions follow. When it is our turn, `turn` has the view to decide on. A view
has no unknown card in it: a card that cannot be read is waited for.

Games in which cards are exchanged are not followed; all others are, with any number of seats.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final

from riverboat.errors import RiverboatError
from riverboat.games.action import Action
from riverboat.games.betting import Betting
from riverboat.games.hand import Hand
from riverboat.games.view import HIDDEN, View
from riverboat.vision.sighting import NOBODY, UNKNOWN, Seen, Sighting
from riverboat.vision.tracker.followed import Expected, FollowedHand, RulesFor
from riverboat.vision.tracker.line import Line

SURE: Final = 3.0
"""A line is believed when every other one costs this much more: it is twenty times as likely."""
_NEW_HAND: Final = 5.0
"""By how much a new hand must explain a picture better than the old one."""
_BAD_BEGINNING: Final = 10.0
"""A hand begins with a picture that costs less than this."""
_BAD_END: Final = 4.0
_DOUBT: Final = 2.0
"""A picture with an unexplained field is no picture to decide on."""
_MAX_DOUBTS: Final = 8
"""Pictures after which it has to be."""
_ENDS: Final = 4
"""Pictures of an end after which nothing more is to be learned."""
_RESTS: Final = 12
"""Pictures of a table at rest after which the hand is over, even if nobody knows how."""


@dataclass(frozen=True, slots=True)
class Began:
    """A hand has begun."""

    view: View
    players: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Acted:
    """Somebody, perhaps the user, has acted; the view is after that."""

    view: View
    position: int
    action: Action


@dataclass(frozen=True, slots=True)
class Corrected:
    """What was told last was misread: the betting stands as in this view, and what really happened follows."""

    view: View


@dataclass(frozen=True, slots=True)
class Ended:
    """A hand is over; cards that nobody showed are backs."""

    hand: Hand


@dataclass(frozen=True, slots=True)
class Lost:
    """The end of a hand was not seen or not understood, and what is seen of the next one does not tell it."""

    number: int


Event = Began | Acted | Corrected | Ended | Lost


class Tracker:
    """Follows the hands at one table."""

    def __init__(self, rules_for: RulesFor, *, keeps_log: bool = False) -> None:
        """`keeps_log` says that the user's decisions will be written down with `decided`."""
        self._rules_for, self._keeps_log = lru_cache(maxsize=32)(rules_for), keeps_log
        self._hand: FollowedHand | None = None
        self._told: tuple[tuple[int, int, Action], ...] = ()
        self._began = self._ended = False
        self._doubts = 0
        """Pictures in a row that were not explained well."""
        self._ends = 0
        """Pictures of the end of this hand."""
        self._rests = 0
        """Pictures in a row of a table at which nobody plays."""
        self._log: list[Action] = []
        self._last: Sighting | None = None
        self.number = 0
        """Of the hand that is followed, counted from 1."""
        self.corrections = 0
        """How often something was told that turned out to be wrong."""
        self.resynchronised = 0
        """How often a hand was gone through again."""

    def see(self, seen: Sighting) -> list[Event]:
        """Take in a picture."""
        if seen.surface != "table":
            raise RiverboatError(f"a picture of the {seen.surface}: only live tables are followed")
        self._last = seen
        events: list[Event] = []
        hand = self._hand
        if hand is None or not hand.lines:
            self._join(seen)
        elif self._may_be_new(hand, seen) and (fresh := self._new_hand(hand, seen)) is not None:
            events += self._close(hand, fresh)
            self._begin(fresh)
        elif not hand.is_full:
            hand.see(seen)
        if self._hand is not None and self._hand.lines:
            self._doubts = self._doubts + 1 if self._hand.cost >= _DOUBT else 0
            self._rests = self._rests + 1 if _is_at_rest(seen) else 0
            events += self._tell(self._hand, seen)
            if self._rests >= _RESTS and not self._ended:
                self._ended = True
                events.append(Lost(self.number))
        return events

    def decided(self, action: Action) -> None:
        """The user has decided this; it will be seen on one of the next pictures."""
        self._log.append(action)

    @property
    def turn(self) -> View | None:
        """The user's view, if it is certain that it is the user's turn to decide and on what."""
        hand, seen = self._hand, self._last
        if hand is None or not hand.lines or not self._began or seen is None or not seen.buttons:
            return None
        best = hand.lines[0]
        if best.betting.actor != hand.deal.own or self._told != best.actions or len(_rivals(hand.lines)) > 1:
            return None
        if 0 < self._doubts < _MAX_DOUBTS:
            return None  # another look
        if self.is_waiting_for_own_action:
            return None
        return self._view(hand, best.betting)

    @property
    def is_waiting_for_own_action(self) -> bool:
        """Whether the user has decided something in this hand that was not seen yet."""
        hand = self._hand
        if hand is None or not hand.lines or not self._keeps_log:
            return False
        return len(self._log) > sum(who == hand.deal.own for _, who, _ in hand.lines[0].actions)

    @property
    def is_between_hands(self) -> bool:
        """Whether the last hand has ended and no other has begun."""
        return self._hand is None or self._ended

    # Hands ------------------------------------------------------------------------------------------------------------

    def _join(self, seen: Sighting) -> None:
        """The first hand: it is joined before the flop, or not at all."""
        if seen.board or not (seen.pot.value or 0):
            return
        fresh = self._fresh(seen, None)
        if fresh.see(seen) < _BAD_BEGINNING and fresh.lines:
            self._begin(fresh)

    def _fresh(self, seen: Sighting, expected: Expected | None) -> FollowedHand:
        self._require_followed(self._rules_for(len(seen.seats)).exchanges_cards)
        self._log = []
        return FollowedHand(self._rules_for, len(seen.seats), expected, self._log if self._keeps_log else None)

    @staticmethod
    def _require_followed(exchanges: bool) -> None:
        if exchanges:
            raise RiverboatError("games in which cards are exchanged cannot be followed by sight")

    def _begin(self, fresh: FollowedHand) -> None:
        self._hand, self._told, self._began, self._ended = fresh, (), False, False
        self._ends = self._rests = 0
        self.number += 1

    def _may_be_new(self, hand: FollowedHand, seen: Sighting) -> bool:
        """Anything on the picture that only a new hand explains."""
        if hand.has_cards_of(seen):
            return False
        best = hand.lines[0]
        if best.is_over or seen.dealer.value not in (None, hand.dealer):
            return True
        dealt = sum(street.board for street in hand.deal.rules.streets[: best.betting.street + 1])
        return len(seen.board) < dealt

    def _new_hand(self, hand: FollowedHand, seen: Sighting) -> FollowedHand | None:
        log = self._log
        fresh = self._fresh(seen, self._after(hand))
        cost = fresh.see(seen)
        if fresh.lines and cost < _BAD_BEGINNING and cost + _NEW_HAND < hand.explains(seen):
            return fresh
        self._log = log
        return None

    def _after(self, hand: FollowedHand) -> Expected:
        """How the next hand should begin."""
        deal = hand.deal
        won = hand.payoffs(hand.lines[0].betting) if hand.lines[0].is_over else None
        stacks: list[int | None] = [None] * hand.places
        if won is not None:
            for position, place in enumerate(deal.order):
                stacks[place] = int(deal.stacks[position] + won[position]) or None  # the broke buy in again
        after_dealer = sorted(deal.order, key=lambda place: (place - hand.dealer - 1) % hand.places)
        return Expected(tuple(stacks), after_dealer[0])

    def _close(self, hand: FollowedHand, fresh: FollowedHand) -> Iterator[Event]:
        """The next hand has begun: tell the rest of this one, if need be by the chips with which the next begins."""
        self.resynchronised += hand.resynchronised
        if self._ended:
            return
        if not hand.lines[0].is_over or hand.payoffs(hand.lines[0].betting) is None:
            hand.see(_end_by_chips(hand, fresh))
        best = hand.lines[0]
        if best.is_over and hand.payoffs(best.betting) is not None and self._began:
            yield from self._tell_actions(hand, best, len(best.actions))
            if self._told == best.actions:
                yield Ended(self._record(hand, best))
                return
        yield Lost(self.number)

    # Telling ----------------------------------------------------------------------------------------------------------

    def _tell(self, hand: FollowedHand, seen: Sighting) -> Iterator[Event]:
        best = hand.lines[0]
        if self._ended:
            return
        if not self._began:
            view = self._view(hand, best.path[0])
            if view is None:
                return
            self._began = True
            yield Began(view, hand.names)
        self._ends = self._ends + 1 if best.is_over else 0
        # What happened at once before the end, unseen, will not be seen any more: the most likely course is told.
        yield from self._tell_actions(hand, best, len(best.actions) if self._ends >= _ENDS else _agreed(hand.lines))
        known = best.is_over and self._told == best.actions and hand.payoffs(best.betting) is not None
        if known and hand.explains(seen) < _BAD_END:
            self._ended = True
            yield Ended(self._record(hand, best))

    def _tell_actions(self, hand: FollowedHand, best: Line, count: int) -> Iterator[Event]:
        """Tell what has happened up to an action, as far as the cards that came with it are known."""
        common = 0
        while common < len(self._told) and self._told[: common + 1] == best.actions[: common + 1]:
            common += 1
        if common < len(self._told):
            view = self._view(hand, best.path[common])
            if view is None:
                return
            self.corrections += 1
            self._told = self._told[:common]
            yield Corrected(view)
        for number in range(len(self._told), count):
            view = self._view(hand, best.path[number + 1])
            if view is None:
                return
            _, who, action = best.actions[number]
            self._told = best.actions[: number + 1]
            yield Acted(view, who, action)

    @staticmethod
    def _view(hand: FollowedHand, betting: Betting) -> View | None:
        """The user's view; None while a card in it is unknown."""
        view = View(hand.state(betting), hand.deal.own)
        live = [cards for cards, alive in zip(view.up, view.live, strict=True) if alive]
        return None if any(HIDDEN in cards for cards in (view.down, *view.boards, *live)) else view

    def _record(self, hand: FollowedHand, line: Line) -> Hand:
        state, betting = hand.state(line.betting), line.betting
        payoffs = hand.payoffs(betting)
        assert payoffs is not None
        return Hand(
            hand.deal.rules, hand.names, hand.deal.stacks, tuple(state.down), state.up, state.board, betting.actions,
            betting.committed, betting.live, payoffs, self.number, "chips", state.other_boards,
        )  # fmt: skip


def _is_at_rest(seen: Sighting) -> bool:
    """Whether no hand is being played on this picture."""
    return seen.pot.value == 0 and seen.actor.value == NOBODY and not seen.buttons


def _rivals(lines: list[Line]) -> list[Line]:
    """The lines that are nearly as good as the best, which comes first."""
    return [line for line in lines if line.cost <= SURE]


def _agreed(lines: list[Line]) -> int:
    """How many of the best line's actions all its rivals have."""
    best, *others = (line.actions for line in _rivals(lines))
    for at, done in enumerate(best):
        if any(other[at : at + 1] != (done,) for other in others):
            return at
    return len(best)


def _end_by_chips(hand: FollowedHand, fresh: FollowedHand) -> Sighting:
    """A picture of the end that nobody took: the chips are those with which the next hand begins."""
    chips = dict(zip(fresh.deal.order, fresh.deal.stacks, strict=True))
    last = hand.last
    seats = tuple(
        replace(seat, stack=Seen(chips.get(place)), bet=Seen(0), action=UNKNOWN, state=UNKNOWN, cards=())
        for place, seat in enumerate(last.seats)
    )
    return replace(last, seats=seats, pot=Seen(0), actor=Seen(NOBODY), buttons=())

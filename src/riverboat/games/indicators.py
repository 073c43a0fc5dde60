"""How does a player play? The numbers of trackers and head-up displays, counted from finished hands.

Each rate is a count over the opportunities; both are kept, because a rate without its sample size says little.
"First street" is before the flop in hold'em and simply the first street elsewhere. An opportunity is a decision, so a
big blind that everyone folds to has none, and a check in the big blind is not voluntary money. Teófilo (2016, Table 15)
uses some names differently: his pre-flop raise is a ratio of raises to calls and folds, his aggression factor is of the
flop alone, and his flop continuation bet means two raises by one player on one flop. Both kinds are here.

Cost: one pass over the actions, about 1 us each.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import nan
from typing import Any, Final

from riverboat.games.hand import Hand

RATES: Final = {
    "vpip": "put money in voluntarily on the first street",
    "pfr": "raised on the first street",
    "three_bet": "re-raised the first raise",
    "four_bet": "re-raised the second raise",
    "fold_to_three_bet": "folded the opening raise to a re-raise",
    "steal": "opened with a raise from cut-off, button or small blind",
    "fold_to_steal": "folded the big blind to such a raise",
    "raise_first_in": "raised when everybody had folded so far",
    "limp": "called when everybody had folded so far",
    "squeeze": "re-raised a raise and its callers",
    "cold_call": "called a raise with no chips in yet",
    "cbet_flop": "bet the flop after the last raise before it",
    "cbet_turn": "bet the turn too",
    "cbet_river": "bet the river too",
    "fold_to_cbet": "folded to such a bet",
    "raise_cbet": "raised such a bet",
    "donk": "bet the flop into the player with the last raise",
    "check_raise": "raised after checking",
    "went_to_showdown": "showed down, of flops seen (WTSD)",
    "won_at_showdown": "won, of showdowns (W$SD)",
    "won_when_saw_flop": "won, of flops seen (WWSF)",
    "two_raises_on_flop": "raised a flop more than once (Teófilo's FCB)",
    "fold_to_two_raises_on_flop": "folded a flop after two raises (Teófilo's FvFCB)",
}
"""Every rate and what is counted."""

_PLACE: Final = {name: place for place, name in enumerate(RATES)}
(
    _VPIP, _PFR, _THREE_BET, _FOUR_BET, _FOLD_TO_THREE_BET, _STEAL, _FOLD_TO_STEAL, _FIRST_IN, _LIMP, _SQUEEZE,
    _COLD_CALL, _CBET_FLOP, _CBET_TURN, _CBET_RIVER, _FOLD_TO_CBET, _RAISE_CBET, _DONK, _CHECK_RAISE, _SHOWDOWN,
    _WON_SHOWDOWN, _WON_FLOP, _TWO_RAISES, _FOLD_TO_TWO_RAISES,
) = range(len(RATES))  # fmt: skip


class Indicators:
    """Counts of one player; `rate("vpip")` and the other names of `RATES`."""

    __slots__ = ("calls", "done", "flop_calls", "flop_raises", "folds", "hands", "later", "opportunities", "raises")

    def __init__(self) -> None:
        self.hands = 0
        self.done = [0] * len(RATES)
        self.opportunities = [0] * len(RATES)
        self.raises = self.calls = self.folds = 0
        """Actions on the first street."""
        self.later = [0, 0, 0]
        """Bets and raises, calls, and folds on later streets."""
        self.flop_raises = self.flop_calls = 0

    def rate(self, name: str) -> float:
        """Count over opportunities, 0..1; nan without any.

        Args:
            name: One of `RATES`: "vpip", "pfr" and others.
        """
        place = _PLACE[name]
        return self.done[place] / self.opportunities[place] if self.opportunities[place] else nan

    def sample(self, name: str) -> tuple[int, int]:
        """How often it was done, and how often it could have been.

        Args:
            name: One of `RATES`: "vpip", "pfr" and others.
        """
        place = _PLACE[name]
        return self.done[place], self.opportunities[place]

    @property
    def aggression_factor(self) -> float:
        """AF: bets and raises for each call after the first street; the raises themselves if there was no call."""
        raises, calls, _ = self.later
        return raises / calls if calls else float(raises)

    @property
    def aggression_frequency(self) -> float:
        """AFq: bets and raises of all actions but checks, after the first street; nan if there were none."""
        return self.later[0] / sum(self.later) if any(self.later) else nan

    @property
    def flop_aggression(self) -> float:
        """The aggression factor of the second street alone, as Teófilo has it."""
        return self.flop_raises / self.flop_calls if self.flop_calls else float(self.flop_raises)

    @property
    def raise_ratio(self) -> float:
        """Raises over calls and folds on the first street: the pre-flop raise of Teófilo's Table 15; can exceed 1."""
        others = self.calls + self.folds
        return self.raises / others if others else float(self.raises)

    def merge(self, other: Indicators) -> None:
        """Count another player's hands too."""
        self.hands += other.hands
        self.done = [a + b for a, b in zip(self.done, other.done, strict=True)]
        self.opportunities = [a + b for a, b in zip(self.opportunities, other.opportunities, strict=True)]
        self.later = [a + b for a, b in zip(self.later, other.later, strict=True)]
        self.raises += other.raises
        self.calls += other.calls
        self.folds += other.folds
        self.flop_raises += other.flop_raises
        self.flop_calls += other.flop_calls

    def add_one(self, other: Indicators) -> None:
        """The same for the counts of a single hand, most of which are 0."""
        self.hands += other.hands
        done, opportunities = self.done, self.opportunities
        for place, could in enumerate(other.opportunities):
            if could:
                opportunities[place] += could
                done[place] += other.done[place]
        if any(other.later):
            self.later = [a + b for a, b in zip(self.later, other.later, strict=True)]
            self.flop_raises += other.flop_raises
            self.flop_calls += other.flop_calls
        self.raises += other.raises
        self.calls += other.calls
        self.folds += other.folds

    def to_json(self) -> dict[str, Any]:
        """Every rate with its sample, the factors, and the number of hands."""

        def number(value: float) -> float | None:
            return None if value != value else value

        found: dict[str, Any] = {
            name: {
                "rate": number(self.rate(name)),
                "done": self.done[place],
                "opportunities": self.opportunities[place],
            }
            for name, place in _PLACE.items()
        }
        factors = ("aggression_factor", "aggression_frequency", "flop_aggression", "raise_ratio")
        return {"hands": self.hands, **{name: number(getattr(self, name)) for name in factors}, **found}

    def saved(self) -> dict[str, Any]:
        """What `restored` needs."""
        return {name: getattr(self, name) for name in self.__slots__}

    @classmethod
    def restored(cls, saved: Mapping[str, Any]) -> Indicators:
        """The counts that `saved` described."""
        made = cls()
        for name in cls.__slots__:
            setattr(made, name, saved[name])
        return made

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Indicators) and self.saved() == other.saved()

    __hash__ = None  # type: ignore[assignment]


def indicators_of(hands: Sequence[Hand]) -> dict[str, Indicators]:
    """The indicators of every player in these hands, by name."""
    books: dict[str, Indicators] = {}
    for hand in hands:
        count_hand(hand, [books.setdefault(name, Indicators()) for name in hand.players])
    return books


@dataclass(slots=True)
class _Street:
    """What has happened on the street so far."""

    bets: list[int]
    highest: int = 0
    raises: int = 0
    limpers: int = 0
    callers: int = 0
    """Since the last raise."""
    first_raiser: int = -1
    last_raiser: int = -1
    stealer: int = -1
    continued: int = -1
    """Who made a continuation bet here."""


def count_hand(hand: Hand, books: Sequence[Indicators]) -> None:
    """Add one hand to the indicators of its players, given by position."""
    counter = _Counter(hand, books)
    for street, position, action in hand.actions:
        if action.verb in ("discard", "pass_cards"):
            continue
        if street != counter.number:
            counter.turn_to(street)
        counter.count(position, action.verb, action.amount)
    counter.finish()


class _Counter:
    """Walks through one hand."""

    def __init__(self, hand: Hand, books: Sequence[Indicators]) -> None:
        players = len(books)
        blinds = hand.rules.blinds or (0,) * players
        self.hand, self.books = hand, books
        self.number = 0
        self.now = _Street(list(blinds), max(blinds))
        self.big_blind = blinds.index(max(blinds)) if any(blinds) else -1
        small = 0 if players > 2 and blinds[0] else -1
        cut_off = players - 2 if players > 3 else -1
        self.stealing = {players - 1, small, cut_off}
        self.acted: set[int] = set()
        self.checked: set[int] = set()
        self.paid: set[int] = set()
        self.raised: set[int] = set()
        self.folded_first: set[int] = set()
        self.folded: set[int] = set()
        self.aggressor = -1
        """The last raiser of the first street."""
        self.kept_betting = -1
        """The aggressor, as long as that player bet every later street."""
        self.flop_raises_by = [0] * players

    def turn_to(self, street: int) -> None:
        if self.number == 0:
            self.aggressor = self.kept_betting = self.now.last_raiser
        elif self.now.continued < 0:
            self.kept_betting = -1
        if street > self.number + 1:  # a street without betting in between
            self.kept_betting = -1
        self.number = street
        self.now = _Street([0] * len(self.books))
        self.acted, self.checked = set(), set()

    def count(self, who: int, verb: str, amount: int) -> None:
        now, book = self.now, self.books[who]
        if self.number and self.aggressor < 0 and not now.highest and verb == "check_or_call":
            # A check where nobody raised before and nobody has bet: the commonest action, and an opportunity for
            # nothing.
            self.checked.add(who)
            self.acted.add(who)
            return
        owed = now.highest - now.bets[who]
        raises, folds = verb == "raise_to", verb == "fold"
        calls = verb == "check_or_call" and owed > 0
        if verb != "bring_in":
            if self.number == 0:
                self._first_street(who, book, raises, calls, folds)
            else:
                self._later_street(who, book, raises, calls, folds, owed)
        if folds:
            self.folded.add(who)
            if self.number == 0:
                self.folded_first.add(who)
        elif raises:
            now.raises += 1
            now.callers = 0
            now.last_raiser = who
            if now.raises == 1:
                now.first_raiser = who
            now.bets[who] = now.highest = amount
        elif verb == "bring_in":
            now.bets[who] = now.highest = self.hand.rules.bring_in
        elif calls:
            now.bets[who] = now.highest
            if now.raises:
                now.callers += 1
            else:
                now.limpers += 1
        else:
            self.checked.add(who)
        if verb != "bring_in":  # which is forced, like a blind
            self.acted.add(who)

    def _first_street(self, who: int, book: Indicators, raises: bool, calls: bool, folds: bool) -> None:
        now, opportunities, done = self.now, book.opportunities, book.done

        def chance(place: int, taken: bool) -> None:
            opportunities[place] += 1
            done[place] += taken

        book.raises += raises
        book.calls += calls
        book.folds += folds
        if who not in self.acted:
            chance(_VPIP, False)
            chance(_PFR, False)
        # Once in a hand, however often it is done.
        if (raises or calls) and who not in self.paid:
            self.paid.add(who)
            done[_VPIP] += 1
        if raises and who not in self.raised:
            self.raised.add(who)
            done[_PFR] += 1
        if now.raises == 0 and now.limpers == 0 and who != self.big_blind:
            chance(_FIRST_IN, raises)
            chance(_LIMP, calls)
            if who in self.stealing:
                chance(_STEAL, raises)
                if raises:
                    now.stealer = who
        if now.raises == 1 and now.last_raiser != who:
            chance(_THREE_BET, raises)
            if now.callers:
                chance(_SQUEEZE, raises)
            elif who == self.big_blind and now.stealer == now.last_raiser:
                chance(_FOLD_TO_STEAL, folds)
        if now.raises == 2 and now.last_raiser != who:
            chance(_FOUR_BET, raises)
            if now.first_raiser == who:
                chance(_FOLD_TO_THREE_BET, folds)
        if now.raises and not now.bets[who]:
            chance(_COLD_CALL, calls)

    def _later_street(self, who: int, book: Indicators, raises: bool, calls: bool, folds: bool, owed: int) -> None:
        now, opportunities, done = self.now, book.opportunities, book.done

        def chance(place: int, taken: bool) -> None:
            opportunities[place] += 1
            done[place] += taken

        for place, taken in enumerate((raises, calls, folds)):
            book.later[place] += taken
        first_to_bet = now.highest == 0
        if first_to_bet and who == self.kept_betting and who not in self.acted:
            if self.number <= 3:
                chance((_CBET_FLOP, _CBET_TURN, _CBET_RIVER)[self.number - 1], raises)
            if raises:
                now.continued = who
        elif now.raises == 1 and now.continued >= 0 and who != now.continued:
            chance(_FOLD_TO_CBET, folds)
            chance(_RAISE_CBET, raises)
        if owed and who in self.checked:
            chance(_CHECK_RAISE, raises)
            self.checked.discard(who)
        if self.number == 1:
            book.flop_raises += raises
            book.flop_calls += calls
            self.flop_raises_by[who] += raises
            waiting = self.aggressor >= 0 and self.aggressor not in self.folded and self.aggressor not in self.acted
            if first_to_bet and waiting and who != self.aggressor:
                chance(_DONK, raises)
            if now.raises >= 2 and owed:
                chance(_FOLD_TO_TWO_RAISES, folds)

    def finish(self) -> None:
        hand, books = self.hand, self.books
        shown = hand.went_to_showdown
        flop_dealt = len(hand.rules.streets) > 1 and (shown or bool(hand.board) or self.number > 0)
        for who, book in enumerate(books):
            book.hands += 1
            if not flop_dealt or who in self.folded_first:
                continue
            others = max(paid for p, paid in enumerate(hand.committed) if p != who)
            uncalled = max(0, hand.committed[who] - others)
            won = hand.payoffs[who] + hand.committed[who] > uncalled
            showed = shown and hand.live[who]
            book.opportunities[_SHOWDOWN] += 1
            book.done[_SHOWDOWN] += showed
            book.opportunities[_WON_FLOP] += 1
            book.done[_WON_FLOP] += won
            book.opportunities[_TWO_RAISES] += 1
            book.done[_TWO_RAISES] += self.flop_raises_by[who] > 1
            if showed:
                book.opportunities[_WON_SHOWDOWN] += 1
                book.done[_WON_SHOWDOWN] += won

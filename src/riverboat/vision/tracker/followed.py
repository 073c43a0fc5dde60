"""Which legal course of one hand explains its pictures best? A beam search over lines, picture by picture.

After each picture every line that is still plausible is continued by the actions that the rules allow, as many as it
takes; each continuation costs what the picture contradicts (`mismatch.py`) and a little for every action. The best
lines are kept, also those in which the last thing did not happen: so one bad picture does not decide anything.

How the hand began (who is dealt in, who has the button, everyone's chips) is the vote of all pictures and of how the
last hand ended. When the vote changes its mind, or the best line explains recent pictures badly, the pictures of this
hand are gone through again with a wider beam: that is how vision and log are made to agree.
A picture takes about 5 ms; a hand keeps all its sightings, at most `MAX_PICTURES` of them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from riverboat.errors import RiverboatError
from riverboat.games.action import Action
from riverboat.games.betting import Betting
from riverboat.games.pots import settle
from riverboat.games.rules import Rules
from riverboat.games.showing import showing
from riverboat.games.state import State
from riverboat.games.view import HIDDEN
from riverboat.vision.sighting import BACK, Sighting
from riverboat.vision.tracker.known import Kind, OpenCards, dealt_to, known_state
from riverboat.vision.tracker.line import Deal, Line, first_line, legal_actions
from riverboat.vision.tracker.mismatch import differs, lasting_mismatch, mismatch, raise_totals
from riverboat.vision.tracker.votes import CardVotes, Votes

Chips = int | Fraction
RulesFor = Callable[[int], Rules]
"""The game for a number of players: those who are dealt in."""

MAX_PICTURES: Final = 2_000
WINDOW: Final = 12.0
"""Lines that cost this much more than the best are forgotten: three clear contradictions."""
_LINES: Final = 16
_WIDE: Final = 64
_WIDE_WINDOW: Final = 60.0
"""When a hand is gone through again: a moment of which every field was misread alike."""
_ACTION_COST: Final = 0.6
_UNLIKE_LOG: Final = 6.0
"""The cost of an own action that is not the one which was chosen."""
_REACH: Final = 4.0
"""Continuations are searched that may still cost less than the best and this much: more than what is told apart."""
_TROUBLE: Final = 5.0
"""A picture that even the best line explains this badly; two in a row, and the hand is gone through again."""
_EXPECTED: Final = 1.6
"""How many pictures it takes to believe that somebody's chips are not what the last hand left."""


@dataclass(frozen=True, slots=True)
class Expected:
    """What the end of the last hand says about the next one, by place."""

    stacks: tuple[int | None, ...]
    dealer: int | None = None


class FollowedHand:
    """One hand, from its first picture on."""

    def __init__(self, rules_for: RulesFor, places: int, expected: Expected | None, log: list[Action] | None) -> None:
        self._rules_for, self.places = rules_for, places
        self._expected = expected or Expected((None,) * places)
        self._log = log
        """Our own actions in this hand, as far as they were decided; None if nobody writes them down."""
        self._pictures: list[Sighting] = []
        self._width, self._window = _LINES, WINDOW
        self._troubles = 0
        self._guessed = False
        """Whether somebody was taken to act first whose face-up cards were not all known."""
        self.cost = 0.0
        """How badly the best line explains the last picture."""
        self.resynchronised = 0
        """How often the hand was gone through again."""
        self._stacks = [Votes(self._prior(place)) for place in range(places)]
        self._seated: list[Votes[bool]] = [Votes() for _ in range(places)]
        self._dealer: Votes[int] = Votes([(dealer, 0.5)] if (dealer := self._expected.dealer) is not None else ())
        self._names: list[Votes[str]] = [Votes() for _ in range(places)]
        self.deal: Deal
        self.cards: CardVotes
        self.lines: list[Line] = []
        """The plausible courses, the best first; empty before the first picture, or if nobody is dealt in."""

    def _prior(self, place: int) -> list[tuple[int, float]]:
        stack = self._expected.stacks[place]
        return [] if stack is None else [(stack, _EXPECTED)]

    # Pictures ---------------------------------------------------------------------------------------------------------

    def see(self, seen: Sighting) -> float:
        """Take in a picture; how badly the best line explains it."""
        self.cost = self._seen(seen)
        return self.cost

    def _seen(self, seen: Sighting) -> float:
        self._pictures.append(seen)
        self._vote(seen)
        if not self.lines or self._believed() != self.deal:
            return self._again()
        cost = self._advance(seen)
        self._vote_by_line(seen)
        self._troubles = self._troubles + 1 if cost >= _TROUBLE else 0
        guessed, self._guessed = self._guessed, not self._openers_known()
        if self._believed() != self.deal or self._troubles == 2 or (guessed and not self._guessed):
            if self._troubles == 2:
                self._width, self._window = _WIDE, _WIDE_WINDOW
            cost = self._again()
            self._width, self._window, self._troubles = _LINES, WINDOW, 0
        return cost

    def explains(self, seen: Sighting) -> float:
        """How badly this hand would explain a picture, without taking it in."""
        _, cost = self._continued(seen)
        changed = sum(known != read for known, read in self._own_cards(seen))
        return cost + differs(seen.dealer, self.dealer) + 3.0 * changed

    def has_cards_of(self, seen: Sighting) -> bool:
        """Whether the user has the cards of this hand on a picture, at least two: then no other hand is shown."""
        own = self._own_cards(seen)
        return len(own) > 1 and all(known == read for known, read in own)

    def _own_cards(self, seen: Sighting) -> list[tuple[str, str]]:
        """The user's face-down cards as they are known and as they were read, where both is the case."""
        cards, text = seen.seats[0].cards, self.deal.rules.deck.card_text
        known = self.cards.row("down", 0, len(cards))
        return [
            (text(card), read.text)
            for card, read in zip(known, cards, strict=True)
            if card != HIDDEN and read.text is not None and read.text != BACK
        ]

    @property
    def last(self) -> Sighting:
        """The last picture."""
        return self._pictures[-1]

    @property
    def is_full(self) -> bool:
        """Whether there are more pictures than a hand can have."""
        return len(self._pictures) >= MAX_PICTURES

    def _vote(self, seen: Sighting) -> None:
        """What this picture says about the beginning of the hand, whatever has happened since."""
        self._dealer.add(seen.dealer.value, seen.dealer.confidence)
        for place, seat in enumerate(seen.seats):
            state = seat.state
            self._seated[place].add(
                None if state.value is None else state.value not in ("out", "empty"), state.confidence
            )
            self._names[place].add(seat.name.value, seat.name.confidence)
        seated = self._seating()
        if seated is None:
            return
        rules, order = seated
        if seen.street(rules).value == 0 and (seen.pot.value or 0) > 0:  # all chips are in sight, and not pushed yet
            for place, ante in zip(order, rules.antes or rules.nobody, strict=True):
                stack, bet = seen.seats[place].stack, seen.seats[place].bet
                if stack.value is not None and bet.value is not None:
                    self._stacks[place].add(int(stack.value + bet.value) + ante, min(stack.confidence, bet.confidence))
        if self.lines:
            self.cards.see(seen)

    def _vote_by_line(self, seen: Sighting) -> None:
        """On later streets, what the chips of a player and the best line say about the beginning."""
        best = self.lines[0].betting
        won = self.payoffs(best) if best.actor is None else None
        if best.street == 0 or (best.actor is None and won is None):
            return
        for position, place in enumerate(self.deal.order):
            stack = seen.seats[place].stack
            if stack.value is not None:
                put_in = best.committed[position] if won is None else -won[position]
                self._stacks[place].add(int(stack.value + put_in), 0.5 * stack.confidence)

    def _seating(self) -> tuple[Rules, tuple[int, ...]] | None:
        """The game, and the places of those who are dealt in, by position; None if we are not among them."""
        places = [place for place in range(self.places) if self._seated[place].best]
        dealer = self._dealer.best
        if len(places) < 2 or 0 not in places or dealer is None:
            return None
        try:
            rules = self._rules_for(len(places))
        except RiverboatError:
            return None
        return rules, tuple(sorted(places, key=lambda place: (place - dealer - 1) % self.places))

    def _believed(self) -> Deal | None:
        """How the hand began, by all votes; None if no hand is being played that we can see."""
        seated = self._seating()
        if seated is None:
            return None
        rules, order = seated
        stacks = [self._stacks[place].best for place in order]
        usual = rules.stacks
        return Deal(rules, order, tuple(usual[at] if stack is None else stack for at, stack in enumerate(stacks)))

    def _again(self) -> float:
        """Go through all pictures of this hand from the beginning."""
        deal = self._believed()
        if deal is None or min(deal.stacks) <= 0:
            self.lines = []
            return 0.0
        self.resynchronised += bool(self.lines)
        self.deal, self.cards = deal, CardVotes(deal.rules)
        for seen in self._pictures:
            self.cards.see(seen)
        self.lines = [first_line(deal, self._opener(self._pictures[0]))]
        return [self._advance(seen) for seen in self._pictures][-1]

    # Lines ------------------------------------------------------------------------------------------------------------

    def _advance(self, seen: Sighting) -> float:
        found, cost = self._continued(seen)
        best = found[0].cost
        self.lines = [line._replace(cost=line.cost - best) for line in found if line.cost <= best + self._window]
        return cost

    def _continued(self, seen: Sighting) -> tuple[list[Line], float]:
        """The lines that explain a picture and everything before it best; the cost of this one for the best."""
        opener = self._opener(seen)
        found: dict[tuple[tuple[int, int, Action], ...], Line] = {}
        explained: dict[tuple[tuple[int, int, Action], ...], float] = {}
        frontier, best = self.lines, float("inf")
        while frontier:
            better = []
            for line in frontier:
                done = line.actions
                if done in found and found[done].cost - explained[done] <= line.cost:
                    continue
                explained[done] = costs = mismatch(line, self.deal, seen, self.payoffs)
                found[done] = line._replace(cost=line.cost + costs)
                best = min(best, found[done].cost)
                better.append(line)
            limit = best + _REACH - _ACTION_COST
            better = [line for line in better if line.cost + lasting_mismatch(line, self.deal, seen) <= limit]
            better.sort(key=lambda line: found[line.actions].cost)
            frontier = [after for line in better[: self._width] for after in self._continuations(line, seen, opener)]
        kept = sorted(found.values(), key=lambda line: line.cost)[: self._width]
        return kept, explained[kept[0].actions]

    def _continuations(self, line: Line, seen: Sighting, opener: Callable[[Betting, int], int]) -> list[Line]:
        betting = line.betting
        if betting.actor is None:
            return []
        own = betting.actor == self.deal.own
        totals = raise_totals(betting, self.deal, seen)
        if own and (chosen := self._chosen(line)) is not None:
            totals.append(chosen.amount)
        return [
            line.after(action, opener, _ACTION_COST + (self._unlike_log(line, action) if own else 0.0))
            for action in legal_actions(betting, totals)
        ]

    def _chosen(self, line: Line) -> Action | None:
        """What the log says that we do next in this line."""
        own, log = self.deal.own, self._log or []
        done = sum(who == own for _, who, _ in line.actions)
        return log[done] if done < len(log) else None

    def _unlike_log(self, line: Line, action: Action) -> float:
        return 0.0 if self._log is None or self._chosen(line) == action else _UNLIKE_LOG

    def _opener(self, seen: Sighting) -> Callable[[Betting, int], int]:
        """Who acts first where face-up cards say so: those cards, or if one is unknown whoever seems to act."""

        def first(betting: Betting, street: int) -> int:
            up = self.up(betting, street)
            if any(HIDDEN in cards for cards, live in zip(up, betting.live, strict=True) if live):
                place = seen.actor.value
                return self.deal.order.index(place) if place in self.deal.order else 0
            by = betting.rules.openers[street]
            assert not isinstance(by, int)
            return showing(OpenCards(betting, up), by)

        return first

    def _openers_known(self) -> bool:
        """Whether all face-up cards are known that decide who acts first in the best line."""
        betting = self.lines[0].betting
        street = min(betting.street, len(betting.rules.streets) - 1)
        up = self.up(betting, street) if betting.rules.shows_cards else ()
        return not any(HIDDEN in cards for cards, live in zip(up, betting.live, strict=False) if live)

    # What is known ----------------------------------------------------------------------------------------------------

    @property
    def names(self) -> tuple[str, ...]:
        """By position; a name that could not be read says where its player sits."""
        return tuple(self._names[place].best or f"seat {place}" for place in self.deal.order)

    @property
    def dealer(self) -> int:
        """The place of the button."""
        return self.deal.order[-1]

    def up(self, betting: Betting, street: int) -> tuple[tuple[int, ...], ...]:
        """Everyone's face-up cards on a street, by position."""
        return tuple(
            self.cards.row("up", place, sum(each.up for each in dealt_to(betting, position, street)))
            for position, place in enumerate(self.deal.order)
        )

    def state(self, betting: Betting) -> State:
        """The hand with this betting as a state, with the backs of cards that nobody has read."""
        order = self.deal.order

        def row(kind: Kind, which: int, count: int) -> tuple[int, ...]:
            return self.cards.row(kind, which if kind == "board" else order[which], count)

        return known_state(betting, self.deal.own, row)

    def payoffs(self, betting: Betting) -> tuple[Chips, ...] | None:
        """What everyone wins or loses when this betting is over; None while the cards that decide it are not known."""
        state = self.state(betting)
        if betting.left > 1:
            shown: Sequence[tuple[int, ...]] = [
                state.down[position] + state.up[position] for position, live in enumerate(betting.live) if live
            ]
            if any(HIDDEN in cards for cards in (*shown, *state.boards)):
                return None
        return settle(state)

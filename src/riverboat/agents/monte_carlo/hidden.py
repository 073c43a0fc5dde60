"""Sampling hidden information: states that are consistent with everything this seat has seen.

`Hidden` follows a hand from what one seat sees of it and counts, once per decision, where unseen cards are: in others'
hands, in the deck, among the discards, burned. `imagine` then deals them: every arrangement with those counts is
equally likely, unless a `Weigh` says how likely it is that an opponent holds certain cards; then those cards are drawn
again until a draw is accepted with that chance ("selective sampling", Billings 2006, section 2.5.4; drawing again by
Pena 1999). It plays any game: the seat's own discards are known, until the discards are shuffled; cards that it passed
are known to be in the receiver's hand until they are given away, and all of a hand's cards are equally likely to be
given away. Cost: about 10 us per state. Only the view is used; nothing leads from it to the dealer's cards.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import inf
from random import Random
from typing import Final, NamedTuple

from riverboat.games.action import Action
from riverboat.games.betting import Lines
from riverboat.games.rules import Street
from riverboat.games.state import State
from riverboat.games.view import View

Weigh = Callable[[int, tuple[int, ...]], float]
"""A position and face-down cards in, the chance 0..1 with which such a draw is accepted out."""

TRIES: Final = 20
"""Maximum rejected draws; after that the next draw is accepted."""
_REMEMBERED: Final = 2000


class _Given(NamedTuple):
    """Cards that were passed or discarded."""

    street: int
    giver: int
    receiver: int | None
    number: int
    """How many cards."""
    of: int
    """How many cards the giver had."""
    cards: tuple[int, ...]
    """Which, if it was us."""


class Hidden:
    """Where the cards are that a seat does not see."""

    def __init__(self, view: View) -> None:
        self.view = view
        rules = view.rules
        self.held = [0] * rules.players
        """How many cards each player has, face up or down."""
        self.thrown = 0
        """The number of discarded cards."""
        self.own_thrown: tuple[int, ...] = ()
        """This seat's own discards."""
        self._live = [True] * rules.players
        self._size, self._dealt = rules.deck.size, 0
        self._given: list[list[_Given]] = []
        self._passed_any = False
        self._chosen: list[_Given] = []
        self._follow()
        self.deck = self._size - self._dealt
        """How many cards are left in the deck."""
        known = set(view.hole).union(self.own_thrown, *view.up, *view.boards)
        self.unseen = [card for card in range(rules.deck.size) if card not in known]
        """The cards that may be anywhere."""
        self.lines = Lines(_REMEMBERED)
        """The betting of play-outs from here, shared by all sampled states."""
        self._others = [p for p, alive in enumerate(view.live) if alive and p != view.position]

    def down(self, position: int) -> int:
        """How many face-down cards a player has."""
        return self.held[position] - len(self.view.up[position])

    def imagine(self, rng: Random, weigh: Weigh | None = None) -> State:
        """A state that is consistent with this seat's view."""
        view = self.view
        sure = self._passed_on(rng)
        placed = set().union(*sure)
        pool = [card for card in self.unseen if card not in placed] if placed else self.unseen
        down: list[tuple[int, ...]] = [()] * len(self.held)
        down[view.position] = view.down
        if weigh is None:
            order, at = rng.sample(pool, len(pool)), 0
            for position in self._others:
                kept = tuple(sure[position])
                until = at + self.down(position) - len(kept)
                down[position] = kept + tuple(order[at:until])
                at = until
            rest = order[at:]
        else:
            rest = self._weighed(rng, weigh, sure, pool, down)
        thrown = [*self.own_thrown, *(card for p, cards in enumerate(sure) if not view.live[p] for card in cards)]
        deck, rest = tuple(rest[: self.deck]), rest[self.deck :]
        thrown += rest[: max(0, self.thrown - len(thrown))]
        passed = tuple(
            (each.giver, each.cards or tuple(rng.sample(down[each.giver], each.number))) for each in self._chosen
        )
        return State.imagined(view, down, deck, tuple(thrown), passed, view.received, self.lines)

    def _weighed(
        self, rng: Random, weigh: Weigh, sure: list[list[int]], pool: list[int], down: list[tuple[int, ...]]
    ) -> list[int]:
        """Deal opponents likely cards, in a random order of seats; returns the shuffled rest of the cards."""
        left = list(pool)
        for position in rng.sample(self._others, len(self._others)):
            wanted = self.down(position) - len(sure[position])
            cards: tuple[int, ...] = ()
            for _ in range(TRIES + 1):
                cards = (*sure[position], *rng.sample(left, wanted))
                if rng.random() < weigh(position, cards):
                    break
            down[position] = cards
            left = [card for card in left if card not in cards]
        rng.shuffle(left)
        return left

    # Following the hand -----------------------------------------------------------------------------------------------

    def _follow(self) -> None:
        """Count the cards as they were dealt and given away."""
        view, rules = self.view, self.view.rules
        shown = [0] * rules.players
        actions, at = view.actions, 0
        for number, street in enumerate(rules.streets[: view.street + 1]):
            self._deal_street(number, street, shown)
            drew = [0] * rules.players
            self._chosen = []
            while at < len(actions) and actions[at][0] == number:
                _, position, action = actions[at]
                at += 1
                if action.verb == "fold":
                    self._live[position] = False
                    if rules.exchanges_cards:
                        self.thrown += self.held[position]
                elif action.verb == "discard":
                    self._discard(number, street, position, action, first=not drew[position])
                    drew[position] += 1
                elif action.verb == "pass_cards":
                    self._choose(number, street, position, action)

    def _deal_street(self, number: int, street: Street, shown: list[int]) -> None:
        rules = self.view.rules
        if rules.burns and number and street.deals:
            self._deal(1)
        each, players = street.down + street.up, [p for p, alive in enumerate(self._live) if alive]
        if each and self._dealt + each * len(players) > self._size and not self.thrown:
            self._deal(1)  # one card in the middle serves all
        elif each:
            self._deal(each * len(players))
            for position in players:
                self.held[position] += each
            if street.extra_card_for:
                self._deal_extra(street, players, shown)
            for position in players:
                shown[position] += street.up
        if street.board:
            self._deal(street.board * rules.boards)

    def _deal_extra(self, street: Street, players: list[int], shown: list[int]) -> None:
        deck = self.view.rules.deck
        for position in players:
            for card in self.view.up[position][shown[position] : shown[position] + street.up]:
                if deck.card_text(card)[0] == street.extra_card_for and self._dealt < self._size:
                    self.held[position] += 1
                    self._deal(1)

    def _deal(self, count: int) -> None:
        if self._dealt + count > self._size:  # the discards are shuffled: what was known of them is not any more
            self._size += self.thrown
            self.thrown, self.own_thrown = 0, ()
        self._dealt += count

    def _discard(self, number: int, street: Street, position: int, action: Action, *, first: bool) -> None:
        count = len(action.cards)
        drawn = street.drawing is not None and not (street.discarding and first)
        if drawn:
            self._deal(count)
        self._given.append([self._gift(number, position, None, action)])
        self.held[position] -= 0 if drawn else count
        self.thrown += count
        if position == self.view.position:
            self.own_thrown += action.cards

    def _choose(self, number: int, street: Street, position: int, action: Action) -> None:
        """Passed cards change hands when everyone has chosen."""
        order = [p for p, alive in enumerate(self._live) if alive]
        receiver = order[(order.index(position) + street.passing_to) % len(order)]
        self._chosen.append(self._gift(number, position, receiver, action))
        if len(self._chosen) == len(order):
            self._given.append(self._chosen)
            self._passed_any = True
            self._chosen = []  # everyone has given and got as many

    def _gift(self, number: int, position: int, receiver: int | None, action: Action) -> _Given:
        own = action.cards if position == self.view.position else ()
        return _Given(number, position, receiver, len(action.cards), self.held[position], own)

    # Cards that we have passed ----------------------------------------------------------------------------------------

    def _passed_on(self, rng: Random) -> list[list[int]]:
        """For each player the cards known to be held, if others gave away any of theirs with equal probability."""
        sure: list[list[int]] = [[] for _ in self.held]
        if not self._passed_any:
            return sure
        me = self.view.position
        for together in self._given:
            on_the_way: list[tuple[int | None, Sequence[int]]] = []
            for each in together:
                moved = each.cards if each.giver == me else self._moved(rng, each, sure[each.giver])
                sure[each.giver] = [card for card in sure[each.giver] if card not in moved]
                on_the_way.append((each.receiver, moved))
            for receiver, moved in on_the_way:
                if receiver is not None and receiver != me:
                    sure[receiver] += moved
        unseen = set(self.unseen)
        return [[card for card in cards if card in unseen] for cards in sure]

    def _moved(self, rng: Random, gift: _Given, known: list[int]) -> Sequence[int]:
        """Which of the known cards are among those given; what came back to us must be."""
        back = sorted((when, card) for card in known if (when := self._ours_again(card, gift.street)) is not None)
        moved = [card for _, card in back[: gift.number]]
        if gift.receiver == self.view.position:
            return moved
        wanted, slots = gift.number - len(moved), gift.of - len(moved)
        for card in known:
            if card not in moved:
                if rng.random() * slots < wanted:
                    moved.append(card)
                    wanted -= 1
                slots -= 1
        return moved

    def _ours_again(self, card: int, street: int) -> float | None:
        """When we gave away a card that had come back, later than any time if we have it still; None if it did not."""
        later = [
            each.street for together in self._given for each in together if card in each.cards and each.street > street
        ]
        if later:
            return float(min(later))
        return inf if card in self.view.hole else None

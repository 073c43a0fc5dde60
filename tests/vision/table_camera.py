"""Sightings without pictures: hands are dealt by the engine at one action a second, a camera looks twice a second.

The camera knows the page's words and shows what the page shows. Then it errs: pictures are lost, single or several in
a row; fields are not read or misread; cards are covered or taken for others; and on some pictures half of the fields
are still those of a moment ago.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from random import Random
from typing import Any

from riverboat.games.action import Action
from riverboat.games.hand import Hand, finished_hand
from riverboat.games.rules import Rules
from riverboat.games.state import State
from riverboat.games.view import View
from riverboat.vision import BACK, NOBODY, Box, Seen, SeenButton, SeenCard, SeenSeat, Sighting

BOX = Box(0.0, 0.0, 10.0, 14.0)
PAUSE = 5.0
"""Seconds between hands, as the table makes it with bots that take one second."""


@dataclass(frozen=True)
class Errors:
    """How often what goes wrong, per picture or per field."""

    lost: float = 0.04
    burst: float = 0.01
    unread: float = 0.03
    misread: float = 0.01
    torn: float = 0.02
    covered: float = 0.03
    wrong_card: float = 0.005


NONE = Errors(0, 0, 0, 0, 0, 0, 0)


class TableWithCamera:
    """People who play at random, button and chips that move on, and pictures of it."""

    def __init__(self, rules_for: Any, places: int, seed: int, errors: Errors = NONE, stack: int = 0) -> None:
        self.rules_for, self.places, self.errors = rules_for, places, errors
        self.rng = Random(seed)
        self.stack = stack or rules_for(places).stacks[0]
        self.stacks = [self.stack] * places
        self.dealer = self.rng.randrange(places)
        self._lost = 0
        self._before: Sighting | None = None
        self._number = 0

    def hands(self, number: int) -> Iterator[tuple[Hand, list[Sighting]]]:
        """Hands as the user may know them, and the pictures that were taken of each."""
        for _ in range(number):
            yield self.hand()

    def hand(self) -> tuple[Hand, list[Sighting]]:
        """One hand."""
        rng, places = self.rng, self.places
        self._number += 1
        self.stacks = [stack or self.stack for stack in self.stacks]
        self.dealer = (self.dealer + 1) % places
        order = [(self.dealer + 1 + at) % places for at in range(places)]
        rules: Rules = self.rules_for(places)
        deck = list(range(rules.deck.size))
        rng.shuffle(deck)
        starts = [self.stacks[place] for place in order]
        state = State(rules, deck, starts)
        moments = [(self._page(state, order, {}, None), 1.0)]
        labels: dict[int, str] = {}
        while state.actor is not None:
            actor, street, before = state.actor, state.street, state.betting
            action = self._choice(state)
            state.apply(action)
            if state.street != street:
                labels = {}
            else:
                labels[actor] = _label(action, before, state.betting, actor)
            if state.payoffs is None:
                moments.append((self._page(state, order, labels, None), 1.0))
        names = tuple(f"player {place}" if place else "You" for place in order)
        hand = finished_hand(state, names, tuple(starts), self._number)
        for place, won in zip(order, hand.payoffs, strict=True):
            self.stacks[place] += int(won)
        moments.append((self._page(state, order, {}, hand), PAUSE))
        pictures = [picture for moment, seconds in moments for picture in self._taken(moment, seconds)]
        return hand.seen_by(order.index(0)), pictures

    def _choice(self, state: State) -> Action:
        """Mostly calls, sometimes raises of any size, rarely all-in."""
        rng, legal = self.rng, state.legal_actions()
        drawn = rng.random()
        if legal.fold and drawn < 0.12:
            return legal.fold
        if legal.raise_interval and drawn < 0.35:
            low, high = legal.raise_interval
            return Action.raise_to(high if rng.random() < 0.06 else min(high, low + int(rng.expovariate(1 / low))))
        return legal.check_or_call or legal.bring_in or Action.raise_to(legal.raise_interval[0])  # type: ignore[index]

    # The page ---------------------------------------------------------------------------------------------------------

    def _page(self, state: State, order: list[int], labels: dict[int, str], over: Hand | None) -> Sighting:
        text, betting = state.rules.deck.card_text, state.betting
        seen = over.seen_by(order.index(0)) if over else None
        seats: list[Any] = [None] * self.places
        for position, place in enumerate(order):
            live, won = betting.live[position], over.payoffs[position] if over else 0
            own = not place
            if not live and not (own and over):
                down = []
            elif own:
                down = [text(card) for card in state.down[position]]
            elif seen:
                down = [BACK if card < 0 else text(card) for card in seen.down[position]]
            else:
                down = [BACK] * len(state.down[position])
            cards = tuple(SeenCard(each, 1.0, BOX) for each in [*down, *(text(card) for card in state.up[position])])
            label = "folded" if not live else "" if over else labels.get(position, "")
            if over and won > 0:
                label = f"wins {over.collected[position]:,}"
            seats[place] = SeenSeat(
                Seen(f"player {place}" if place else "You"),
                Seen(int(over.stacks[position] + won) if over else betting.stacks[position]),
                Seen(0 if over else betting.bets[position]),
                Seen(label),
                Seen(("in" if betting.stacks[position] else "all-in") if live else "folded"),
                cards,
            )
        actor = NOBODY if state.actor is None else order[state.actor]
        return Sighting(
            "table", 1016, 728, BOX, 14.0, tuple(seats),
            tuple(tuple(SeenCard(text(card), 1.0, BOX) for card in board) for board in state.boards),
            Seen(0 if over else sum(betting.committed)), Seen(self.dealer), Seen(actor),
            _buttons(state, order.index(0)) if actor == 0 else (),
        )  # fmt: skip

    # The camera -------------------------------------------------------------------------------------------------------

    def _taken(self, moment: Sighting, seconds: float) -> Iterator[Sighting]:
        rng, errors = self.rng, self.errors
        for _ in range(round(2 * seconds)):
            if self._lost:
                self._lost -= 1
                continue
            if rng.random() < errors.burst:
                self._lost = 2
                continue
            if rng.random() < errors.lost:
                continue
            shown = moment
            if self._before is not None and rng.random() < errors.torn:
                shown = self._torn(self._before, moment)
            yield self._misread(shown)
        self._before = moment

    def _torn(self, old: Sighting, new: Sighting) -> Sighting:
        """Each field as it was or as it is."""

        def one(before: Any, after: Any) -> Any:
            return before if self.rng.random() < 0.5 else after

        seats = tuple(
            SeenSeat(
                now.name, one(was.stack, now.stack), one(was.bet, now.bet), one(was.action, now.action),
                one(was.state, now.state), one(was.cards, now.cards),
            )
            for was, now in zip(old.seats, new.seats, strict=True)
        )  # fmt: skip
        return replace(
            new, seats=seats, boards=one(old.boards, new.boards), pot=one(old.pot, new.pot),
            actor=one(old.actor, new.actor), dealer=one(old.dealer, new.dealer), buttons=one(old.buttons, new.buttons),
        )  # fmt: skip

    def _misread(self, shown: Sighting) -> Sighting:
        number, word, place = self._number_read, self._word_read, self._place_read
        seats = tuple(
            SeenSeat(
                seat.name, number(seat.stack), number(seat.bet), word(seat.action),
                self._state_read(seat.state), self._cards_read(seat.cards),
            )
            for seat in shown.seats
        )  # fmt: skip
        boards = tuple(self._cards_read(board) for board in shown.boards)
        return replace(
            shown, seats=seats, boards=boards, pot=number(shown.pot), actor=place(shown.actor),
            dealer=place(shown.dealer),
        )  # fmt: skip

    def _read(self, seen: Seen[Any], wrong: Any) -> Seen[Any]:
        """A field: unread, misread with a confidence that is lower on average, or right."""
        rng, errors = self.rng, self.errors
        drawn = rng.random()
        if drawn < errors.unread:
            return Seen(None, 0.0)
        if drawn < errors.unread + errors.misread:
            return Seen(wrong(), rng.uniform(0.4, 1.0))
        return Seen(seen.value, 1.0 if errors == NONE else rng.uniform(0.8, 1.0))

    def _number_read(self, seen: Seen[Any]) -> Seen[Any]:
        def wrong() -> int:
            digits = list(str(seen.value))
            digits[self.rng.randrange(len(digits))] = str(self.rng.randrange(10))
            return int("".join(digits))

        return self._read(seen, wrong)

    def _word_read(self, seen: Seen[Any]) -> Seen[Any]:
        return self._read(seen, lambda: self.rng.choice(["", "check", "call", "raise 7", "folded", "all-in"]))

    def _state_read(self, seen: Seen[Any]) -> Seen[Any]:
        return self._read(seen, lambda: self.rng.choice(["in", "folded", "all-in", "out"]))

    def _place_read(self, seen: Seen[Any]) -> Seen[Any]:
        return self._read(seen, lambda: self.rng.randrange(self.places))

    def _cards_read(self, cards: tuple[SeenCard, ...]) -> tuple[SeenCard, ...]:
        rng, errors, read = self.rng, self.errors, []
        for card in cards:
            drawn = rng.random()
            if drawn < errors.covered / 4:
                continue  # not even its outline
            if drawn < errors.covered:
                read.append(replace(card, text=None, confidence=0.0))
            elif drawn < errors.covered + errors.wrong_card and card.text != BACK:
                wrong = rng.choice("23456789TJQKA") + rng.choice("cdhs")
                read.append(replace(card, text=wrong, confidence=rng.uniform(0.5, 0.95)))
            else:
                read.append(card)
        return tuple(read)


def _buttons(state: State, own: int) -> tuple[SeenButton, ...]:
    view, made = View(state, own), []
    legal = view.legal_actions()
    if legal.fold:
        made.append(SeenButton("fold", Seen("Fold"), BOX))
    if legal.check_or_call:
        made.append(SeenButton("call", Seen(f"Call {view.to_call:,}" if view.to_call else "Check"), BOX))
    if legal.bring_in:
        made.append(SeenButton("call", Seen(f"Bring in {view.rules.bring_in:,}"), BOX))
    if legal.raise_interval:
        made.append(SeenButton("raise", Seen(f"Raise to {legal.raise_interval[0]:,}"), BOX))
    return tuple(made)


def _label(action: Action, before: Any, after: Any, actor: int) -> str:
    """In the words of the page's script."""
    put_in = after.committed[actor] - before.committed[actor]
    if put_in and not after.stacks[actor]:
        return "all-in"
    if action.verb == "check_or_call":
        return "call" if before.bets[actor] < before.highest_bet else "check"
    if action.verb == "raise_to":
        return f"{'raise' if before.highest_bet else 'bet'} {before.bets[actor] + put_in:,}"
    return {"fold": "fold", "bring_in": "bring in"}[action.verb]

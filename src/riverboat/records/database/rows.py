"""Hands to rows and back: what a hand looks like in the tables.

Kept apart from the database itself because it is where the time goes: some 25 microseconds a heads-up hand.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import fields
from fractions import Fraction
from functools import lru_cache
from operator import add
from typing import Any

from riverboat.cards.deck import Deck
from riverboat.errors import RiverboatError
from riverboat.games.action import Action
from riverboat.games.hand import Hand
from riverboat.games.rules import Rake, Rules, Street
from riverboat.games.view import HIDDEN

Values = list[Any]
"""Rows one after another, without anything between them: lists of plain values cost the collector nothing."""


# Cards ----------------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=64)
def _faces(deck: Deck) -> tuple[str, ...]:
    """The text of each card, unknown ones last, so that -1 finds them; copies are told apart by their number."""
    if deck.copies > 1 or deck.jokers > 1:
        return (*(f"#{card:03}" for card in range(deck.size)), "#???")
    return (*(deck.card_text(card) for card in range(deck.size)), "??")


@lru_cache(maxsize=64)
def _numbers(deck: Deck) -> dict[str, int]:
    faces = _faces(deck)
    return {**{face: card for card, face in enumerate(faces[:-1])}, faces[-1]: HIDDEN}


def read_cards(text: str, deck: Deck) -> tuple[int, ...]:
    """Cards from their text."""
    numbers = _numbers(deck)
    size = len(_faces(deck)[-1])
    return tuple([numbers[text[at : at + size]] for at in range(0, len(text), size)])


# Rules ----------------------------------------------------------------------------------------------------------------


def write_rules(rules: Rules) -> str:
    """All fields as JSON; rules with awards of their own kind cannot be stored."""
    if any(not isinstance(award, str) for award in rules.awards):
        raise RiverboatError(f"{rules.name}: hands ranked by a formula of their own cannot be stored in a database")
    values: dict[str, Any] = {each.name: getattr(rules, each.name) for each in fields(rules)}
    values["deck"] = str(rules.deck)
    values["streets"] = [{each.name: getattr(s, each.name) for each in fields(s)} for s in rules.streets]
    values["rake"] = [rules.rake.share, rules.rake.cap] if rules.rake else None
    return json.dumps(values, sort_keys=True)


@lru_cache(maxsize=1024)
def read_rules(text: str) -> Rules:
    """The rules that were written."""
    values = {key: _tuples(value) for key, value in json.loads(text).items()}
    values["deck"] = Deck.parse(values["deck"])
    values["streets"] = tuple(Street(**{k: _tuples(v) for k, v in street.items()}) for street in values["streets"])
    values["rake"] = Rake(*values["rake"]) if values["rake"] else None
    return Rules(**values)


def _tuples(value: Any) -> Any:
    return tuple(_tuples(part) for part in value) if isinstance(value, list) else value


# Hands ----------------------------------------------------------------------------------------------------------------


class RowMaker:
    """Makes rows of hands that share their rules; what depends on the rules alone is worked out once."""

    def __init__(self, rules: Rules, rules_id: int) -> None:
        self._rules, self._rules_id = rules, rules_id
        self._faces = _faces(rules.deck)
        self._nothing = [0] * rules.players
        self._no_bets = _slashes(self._nothing)
        shown, self._boards = 0, []
        for street in rules.streets:
            shown += street.board
            self._boards.append(shown)

    def _text(self, cards: Sequence[int]) -> str:
        faces = self._faces
        return "".join([faces[card] for card in cards])

    def add(
        self,
        hand: Hand,
        simulation: int,
        game: int,
        room: int,
        player_ids: Sequence[int],
        games: Values,
        seats: Values,
        actions: Values,
    ) -> None:
        """Put the rows of a hand at the ends of three lists, value by value: of game, game_player and action."""
        text = self._text
        down, up = [text(cards) for cards in hand.down], [text(cards) for cards in hand.up]
        payoffs, committed = hand.payoffs, hand.committed
        games += (
            simulation,
            game,
            room,
            self._rules_id,
            hand.number,
            len(player_ids),
            hand.unit,
            text(hand.board),
            "/".join([text(board) for board in hand.other_boards]) if hand.other_boards else "",
            text(hand.dealt),
            sum(committed),
            float(-sum(payoffs)),
            sum(hand.live) > 1,
            json.dumps(hand.notes) if hand.notes else "",
        )
        for position, payoff in enumerate(payoffs):
            seats += (
                simulation,
                game,
                position,
                player_ids[position],
                hand.stacks[position],
                down[position],
                up[position],
                committed[position],
                hand.live[position],
                float(payoff),
                "" if type(payoff) is int else str(payoff),
            )
        self._add_actions(hand, simulation, game, player_ids, list(map(add, down, up)), actions)

    def _add_actions(
        self,
        hand: Hand,
        simulation: int,
        game: int,
        player_ids: Sequence[int],
        holes: Sequence[str],
        actions: Values,
    ) -> None:
        """Each decision with the table before it; antes, blinds and bets are counted again as the dealer did."""
        rules, text = self._rules, self._text
        stacks, bets, pot, highest = self._post(hand)
        live, street = rules.players, 0
        board = text(hand.board[: self._boards[0]])
        stacks_text, bets_text = _slashes(stacks), _slashes(bets)
        for sequence, (when, position, (verb, amount, cards)) in enumerate(hand.actions):
            if street < when:
                street = when
                bets, highest, bets_text = self._nothing[:], 0, self._no_bets
                board = text(hand.board[: self._boards[street]])
            to_call = highest - bets[position]
            if to_call > stacks[position]:
                to_call = stacks[position]
            if verb == "check_or_call":
                paid = to_call
            elif verb == "raise_to":
                paid = amount - bets[position]
            else:
                paid = min(rules.bring_in, stacks[position]) if verb == "bring_in" else 0
            actions += (
                simulation,
                game,
                sequence,
                player_ids[position],
                street,
                position,
                verb,
                amount,
                text(cards) if cards else "",
                paid,
                pot,
                to_call,
                live,
                stacks_text,
                bets_text,
                board,
                holes[position],
            )
            if paid:
                stacks[position] -= paid
                bets[position] += paid
                pot += paid
                if bets[position] > highest:
                    highest = bets[position]
                stacks_text, bets_text = _slashes(stacks), _slashes(bets)
            elif verb == "fold":
                live -= 1

    def _post(self, hand: Hand) -> tuple[list[int], list[int], int, int]:
        """Stacks, bets, pot and highest bet after antes and blinds."""
        rules = self._rules
        stacks = [min(stack, rules.cap) for stack in hand.stacks] if rules.cap else list(hand.stacks)
        bets, pot = self._nothing[:], 0
        for position, ante in enumerate(rules.antes):
            paid = min(ante, stacks[position])
            stacks[position] -= paid
            pot += paid
        for position, blind in enumerate(rules.blinds):
            paid = min(blind, stacks[position])
            stacks[position] -= paid
            bets[position] = paid
            pot += paid
        highest = max(rules.blinds) if rules.blinds and rules.players > 2 else max(bets)
        return stacks, bets, pot, highest


def _slashes(numbers: Sequence[int]) -> str:
    return "/".join(map(str, numbers))


def hand_of(game: Any, rules: Rules, seats: Sequence[Any], actions: Sequence[Any]) -> Hand:
    """The hand of its rows; seats and actions in order."""
    deck = rules.deck
    return Hand(
        rules=rules,
        players=tuple(seat.name for seat in seats),
        stacks=tuple(seat.stack for seat in seats),
        down=tuple(read_cards(seat.down, deck) for seat in seats),
        up=tuple(read_cards(seat.up, deck) for seat in seats),
        board=read_cards(game.board, deck),
        actions=tuple((a.street, a.position, Action(a.verb, a.amount, read_cards(a.cards, deck))) for a in actions),
        committed=tuple(seat.committed for seat in seats),
        live=tuple(bool(seat.live) for seat in seats),
        payoffs=tuple(Fraction(seat.exact_payoff) if seat.exact_payoff else int(seat.payoff) for seat in seats),
        number=game.number,
        unit=game.unit,
        other_boards=tuple(read_cards(board, deck) for board in game.other_boards.split("/") if board),
        dealt=read_cards(game.dealt, deck),
        notes=tuple((name, value) for name, value in json.loads(game.notes or "[]")),
    )

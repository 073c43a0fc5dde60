"""Hands to rows and back: what a hand looks like in the tables.

Kept apart from the database itself because it is where much of the time goes: some ten microseconds for a heads-up
hand whose betting has been seen before, twice as much for one that is new.
"""

from __future__ import annotations

import json
from collections.abc import Hashable, Sequence
from dataclasses import fields
from fractions import Fraction
from functools import lru_cache
from operator import add
from typing import Any, Final, NamedTuple

from riverboat.cards.deck import Deck
from riverboat.cards.ranges import Range
from riverboat.errors import RiverboatError
from riverboat.games.action import Action
from riverboat.games.hand import Hand
from riverboat.games.rules import Rake, Rules, Street
from riverboat.games.scenario import Scenario
from riverboat.games.view import HIDDEN
from riverboat.records.database.seat_bits import other_bits, seat_bits
from riverboat.records.database.tables import ACTION
from riverboat.records.facts import Facts

Values = list[Any]
"""Rows one after another, without anything between them: lists of plain values cost the collector nothing."""
Betting = tuple[tuple[int, int, Action], ...]
_WIDTH: Final = len(ACTION.columns)
_SIMULATION, _GAME, _PLAYER, _BOARD, _HOLE = (
    [column.name for column in ACTION.columns].index(name)
    for name in ("simulation_id", "game", "player_id", "board", "hole")
)
_MAX_LINES: Final = 5000


# Cards ----------------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=64)
def _faces(deck: Deck) -> tuple[str, ...]:
    """The text of each card, unknown ones last, so that -1 finds them; copies are told apart by their number."""
    if deck.copies > 1 or deck.jokers > 1:
        return (*(f"#{card:03}" for card in range(deck.size)), "#???")
    return deck.faces


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
    """All fields as JSON; rules with custom awards cannot be stored."""
    if any(not isinstance(award, str) for award in rules.awards):
        raise RiverboatError(f"{rules.name}: hands ranked by custom formulas cannot be stored in a database")
    values: dict[str, Any] = {each.name: getattr(rules, each.name) for each in fields(rules)}
    values["deck"] = str(rules.deck)
    values["streets"] = [{each.name: getattr(s, each.name) for each in fields(s)} for s in rules.streets]
    values["rake"] = [rules.rake.fraction, rules.rake.cap] if rules.rake else None
    if rules.scenario is None:  # left out as before scenarios existed: equal rules are stored once
        del values["scenario"]
    else:
        values["scenario"] = [rules.scenario.board, *map(str, rules.scenario.ranges)]
    return json.dumps(values, sort_keys=True)


@lru_cache(maxsize=1024)
def read_rules(text: str) -> Rules:
    """The rules that were written."""
    values = {key: _tuples(value) for key, value in json.loads(text).items()}
    values["deck"] = Deck.parse(values["deck"])
    values["streets"] = tuple(Street(**{k: _tuples(v) for k, v in street.items()}) for street in values["streets"])
    values["rake"] = Rake(*values["rake"]) if values["rake"] else None
    if "scenario" in values:
        board, *ranges = values["scenario"]
        values["scenario"] = Scenario(board, (Range(ranges[0]), Range(ranges[1])))
    return Rules(**values)


def _tuples(value: Any) -> Any:
    return tuple(_tuples(part) for part in value) if isinstance(value, list) else value


# Hands ----------------------------------------------------------------------------------------------------------------


class _Line(NamedTuple):
    """The rows of one line of betting, which many hands share: all but the numbers of hand and players, and cards."""

    rows: Values
    positions: list[int]
    """Who acts, row by row."""
    shown: list[int]
    """How much of the text of the board lies open, row by row."""


class RowMaker:
    """Makes rows of hands that share their rules; what depends only on the rules is computed once, what depends
    on the betting alone once for each line of betting, as long as there are not too many of them.
    """

    def __init__(self, rules: Rules, rules_id: int) -> None:
        self._rules, self.rules_id = rules, rules_id
        self._faces = _faces(rules.deck)
        self._width = len(self._faces[-1])
        self._nothing = [0] * rules.players
        self._no_bets = _slashes(self._nothing)
        self._lines: dict[Hashable, _Line] = {}
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
        facts: Facts,
        setting: int,
        key: str,
        games: Values,
        seats: Values,
        actions: Values,
    ) -> None:
        """Put the rows of a hand at the ends of three lists, value by value: of game, game_player and action."""
        text = self._text
        stacks, committed, live, payoffs = hand.stacks, hand.committed, hand.live, hand.payoffs
        down = [text(cards) for cards in hand.down]
        up = [text(cards) if cards else "" for cards in hand.up]
        board = text(hand.board)
        showdown, pot = sum(live) > 1, hand.pot
        pot_bb = pot / facts.big_blind
        bits = seat_bits(hand, facts)
        others = other_bits(bits, len(payoffs))
        games += (
            simulation,
            game,
            room,
            self.rules_id,
            hand.number,
            len(player_ids),
            hand.unit,
            board,
            "/".join([text(other) for other in hand.other_boards]) if hand.other_boards else "",
            text(hand.dealt),
            pot,
            float(-sum(payoffs)),
            showdown,
            json.dumps(hand.notes) if hand.notes else "",
            *facts[:3],
            key,
            facts.currency,
            facts.unit_size,
            facts.big_blind,
            pot_bb,
            facts.texture,
            facts.last_street,
            *any_seat(facts),
            *bits,
            min(stacks) / facts.big_blind,
            max(stacks) / facts.big_blind,
            setting,
        )
        for position, payoff in enumerate(payoffs):
            seats += (
                simulation,
                game,
                position,
                player_ids[position],
                stacks[position],
                down[position],
                up[position],
                committed[position],
                live[position],
                float(payoff),
                "" if type(payoff) is int else str(payoff),
                *facts.seats[position],
                showdown,
                facts.played_at,
                pot_bb,
                facts.texture,
                stacks[position] / facts.big_blind,
                setting,
                others[position],
            )
        rows, positions, shown = self._line(stacks, hand.actions)
        if not positions:
            return
        holes = list(map(add, down, up))
        rows = rows[:]
        rows[_SIMULATION::_WIDTH] = [simulation] * len(positions)
        rows[_GAME::_WIDTH] = [game] * len(positions)
        rows[_PLAYER::_WIDTH] = [player_ids[position] for position in positions]
        rows[_BOARD::_WIDTH] = [board[:length] for length in shown]
        rows[_HOLE::_WIDTH] = [holes[position] for position in positions]
        actions += rows

    def forget(self) -> None:
        """Clear what is known about lines of betting."""
        self._lines.clear()

    def _line(self, stacks: tuple[int, ...], betting: Betting) -> _Line:
        line = self._lines.get((stacks, betting))
        if line is None:
            if len(self._lines) >= _MAX_LINES:
                self._lines.clear()
            line = self._lines[stacks, betting] = self._work_out(stacks, betting)
        return line

    def _work_out(self, had: Sequence[int], betting: Betting) -> _Line:
        """Each decision with the table before it; antes, blinds and bets are counted again as the dealer did."""
        rules, width = self._rules, self._width
        stacks, bets, pot, highest = self._post(had)
        live, street = rules.players, 0
        shown = self._boards[0] * width
        stacks_text, bets_text = _slashes(stacks), _slashes(bets)
        line = _Line([], [], [])
        for sequence, (when, position, (verb, amount, cards)) in enumerate(betting):
            if street < when:
                street = when
                bets, highest, bets_text = self._nothing[:], 0, self._no_bets
                shown = self._boards[street] * width
            to_call = highest - bets[position]
            if to_call > stacks[position]:
                to_call = stacks[position]
            if verb == "check_or_call":
                paid = to_call
            elif verb == "raise_to":
                paid = amount - bets[position]
            else:
                paid = min(rules.bring_in, stacks[position]) if verb == "bring_in" else 0
            line.positions.append(position)
            line.shown.append(shown)
            line.rows.extend(
                (
                    0,
                    0,
                    sequence,
                    0,
                    street,
                    position,
                    verb,
                    amount,
                    self._text(cards) if cards else "",
                    paid,
                    pot,
                    to_call,
                    live,
                    stacks_text,
                    bets_text,
                    "",
                    "",
                )
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
        return line

    def _post(self, had: Sequence[int]) -> tuple[list[int], list[int], int, int]:
        """Stacks, bets, pot and highest bet after antes and blinds."""
        rules = self._rules
        stacks = [min(stack, rules.cap) for stack in had] if rules.cap else list(had)
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


def any_seat(facts: Facts) -> tuple[int, int, bool, float, float]:
    """What is true of any seat of a hand: done, could, all-in, the best and the worst result in big blinds."""
    done = could = 0
    for seat in facts.seats:
        done |= seat.done
        could |= seat.could
    results = [seat.net_bb for seat in facts.seats]
    return done, could, any(seat.all_in for seat in facts.seats), max(results), min(results)


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

"""Hands written as PokerStars' text: hold'em and Omaha games, in the words of that site.

All known hole cards are written, each in a line `Dealt to`, because a record that knows them should not lose them; a
real history has only one such line. Who has no seat number gets one by position, and a hand without a date gets none.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from riverboat.cards.deck import Deck
from riverboat.errors import RiverboatError
from riverboat.games.action import Action
from riverboat.games.hand import Hand
from riverboat.games.rules import Rules
from riverboat.games.view import HIDDEN
from riverboat.records.money import unit_parts
from riverboat.records.replay import uncalled_of

_GAMES: Final = {
    (("high",), 2): "Hold'em",
    (("short-deck",), 2): "6+ Hold'em",
    (("omaha",), 4): "Omaha",
    (("omaha",), 5): "5 Card Omaha",
    (("omaha",), 6): "6 Card Omaha",
    (("omaha", "omaha-eight-or-better"), 4): "Omaha Hi/Lo",
    (("omaha", "omaha-eight-or-better"), 5): "5 Card Omaha Hi/Lo",
}
_LIMITS: Final = {"no-limit": "No Limit", "pot-limit": "Pot Limit", "limit": "Limit"}
_SIGNS: Final = {"USD": "$", "EUR": "€", "GBP": "£", "$": "$", "€": "€", "£": "£"}
_CODES: Final = {"$": "USD", "€": "EUR", "£": "GBP"}
_ALL_IN: Final = ("", " and is all-in")
_STREETS: Final = ("FLOP", "TURN", "RIVER")


def write_pokerstars(hands: Iterable[Hand]) -> Iterator[str]:
    """The text of a file, hand by hand."""
    for hand in hands:
        yield "\n".join(_Writer(hand).lines()) + "\n\n\n"


class _Writer:
    """One hand in words."""

    def __init__(self, hand: Hand) -> None:
        self.hand, self.rules = hand, hand.rules
        self.notes = dict(hand.notes)
        self.decimals, currency = unit_parts(hand.unit)
        self.currency = _CODES.get(currency, currency)
        self.sign = _SIGNS.get(self.currency, "")
        self.game = _game(self.rules)
        if self.game is None or self.decimals > 2 or any(not isinstance(payoff, int) for payoff in hand.payoffs):
            raise RiverboatError(
                f"hand {hand.number}: PokerStars' text is for hold'em and Omaha in whole cents or chips, "
                f"not {self.rules.identity}"
            )
        if len(set(hand.players)) < len(hand.players) or any(
            not name.strip() or not name.isprintable() or name != name.strip() for name in hand.players
        ):
            raise RiverboatError(f"hand {hand.number}: PokerStars' text needs different names on one line")
        seats = self.notes.get("seats", "").split()
        usable = len(set(seats)) == len(hand.players) and all(seat.isdigit() and 0 < int(seat) < 100 for seat in seats)
        if usable:
            usable = sorted(map(int, seats), key=lambda s: (s - int(seats[-1]) - 1) % 100) == list(map(int, seats))
        self.seats = list(map(int, seats)) if usable else list(range(1, len(hand.players) + 1))
        self.back = uncalled_of(hand.committed, self.rules)

    def money(self, chips: int) -> str:
        """`$1`, `$1.50`, `150`."""
        whole, part = divmod(chips, 10**self.decimals)
        return f"{self.sign}{whole}" + (f".{part * 10 ** (2 - self.decimals):02}" if part else "")

    def lines(self) -> Iterator[str]:
        """The hand from heading to summary."""
        hand = self.hand
        yield self._heading()
        count = (
            max(*self.seats, int(self.notes["seat_count"]))
            if self.notes.get("seat_count", "").isdigit()
            else max(self.seats)
        )
        table = self.notes.get("table", "Riverboat").replace("\n", " ")
        yield f"Table '{table}' {count}-max Seat #{self.seats[-1]} is the button"
        for position in sorted(range(len(hand.players)), key=self.seats.__getitem__):
            stack = self.money(hand.stacks[position])
            yield f"Seat {self.seats[position]}: {hand.players[position]} ({stack} in chips) "
        yield from self._posts()
        yield "*** HOLE CARDS ***"
        for position, cards in enumerate(hand.down):
            if HIDDEN not in cards:
                yield f"Dealt to {hand.players[position]} [{self.cards(cards)}]"
        yield from self._betting()
        for position, chips in enumerate(self.back):
            if chips:
                yield f"Uncalled bet ({self.money(chips)}) returned to {hand.players[position]}"
        if hand.went_to_showdown:
            yield "*** SHOW DOWN ***"
            yield from self._showdown()
        won = self._collected()
        for position, chips in enumerate(won):
            if chips:
                yield f"{hand.players[position]} collected {self.money(chips)} from pot"
        yield "*** SUMMARY ***"
        total = sum(hand.committed) - sum(self.back)
        yield f"Total pot {self.money(total)} | Rake {self.money(total - sum(won))} "
        for label, board in zip(("FIRST ", "SECOND "), (hand.board, *hand.other_boards), strict=False):
            if board:
                yield f"{label if hand.other_boards else ''}Board [{self.cards(board)}]"
        for position in sorted(range(len(hand.players)), key=self.seats.__getitem__):
            yield f"Seat {self.seats[position]}: {hand.players[position]}{self._fate(position, won[position])}"

    def cards(self, cards: Iterable[int]) -> str:
        """Parted by spaces."""
        return self.rules.deck.cards_text(cards, " ")

    def _heading(self) -> str:
        notes, rules = self.notes, self.rules
        if rules.betting == "limit":
            stakes = rules.streets[0].bet, rules.streets[-1].bet
        else:
            big = rules.streets[0].bet
            posted = [blind for blind in rules.blinds if 0 < blind < big]
            stakes = (posted[0] if posted else big // 2), big
        money = "/".join(map(self.money, stakes))
        if rules.cap:
            money += f" - {self.money(rules.cap)} Cap - "
        money += f" {self.currency}" if self.currency else ""
        date = ""
        if all(notes.get(part, "").isdigit() for part in ("year", "month", "day")):
            clock = notes.get("time", "00:00:00")
            zone = notes.get("time_zone_abbreviation", "ET")
            day = f"{int(notes['year']):04}/{int(notes['month']):02}/{int(notes['day']):02}"
            date = f" - {day} {clock.removeprefix('0')} {zone}"
        return f"PokerStars Hand #{self.hand.number}:  {self.game} {_LIMITS[rules.betting]} ({money}){date}"

    def _posts(self) -> Iterator[str]:
        rules, hand = self.rules, self.hand
        left = list(hand.stacks)
        if rules.cap:
            left = [min(stack, rules.cap) for stack in left]
        antes = rules.antes or (0,) * rules.players
        lines = []
        for position, ante in enumerate(antes):
            chips = min(ante, left[position])
            if chips:
                left[position] -= chips
                lines.append(
                    f"{hand.players[position]}: posts the ante {self.money(chips)}{_ALL_IN[not left[position]]}"
                )
        opener = rules.streets[0].opener
        big = (opener - 1) % rules.players if isinstance(opener, int) else 0
        order = sorted(
            (p for p in range(rules.players) if rules.blinds and rules.blinds[p]),
            key=lambda p: (rules.blinds[p], p != big),
        )
        for position in order:
            chips = min(rules.blinds[position], left[position])
            left[position] -= chips
            largest = rules.blinds[position] == max(rules.blinds)
            what = "big blind" if largest else "small blind"
            if chips:
                yield f"{hand.players[position]}: posts {what} {self.money(chips)}{_ALL_IN[not left[position]]}"
        yield from lines

    def _betting(self) -> Iterator[str]:
        hand, rules = self.hand, self.rules
        left = [min(stack, rules.cap) if rules.cap else stack for stack in hand.stacks]
        antes = rules.antes or (0,) * rules.players
        left = [stack - min(ante, stack) for stack, ante in zip(left, antes, strict=True)]
        bets = [min(blind, stack) for blind, stack in zip(rules.blinds or (0,) * rules.players, left, strict=True)]
        left = [stack - bet for stack, bet in zip(left, bets, strict=True)]
        street, highest = 0, max(rules.blinds, default=0)
        for when, position, action in hand.actions:
            while street < when:
                street += 1
                yield self._street_line(street, hand.board)
                bets, highest = [0] * rules.players, 0
            paid = 0
            if action.verb == "raise_to":
                paid = action.amount - bets[position]
            elif action.verb == "check_or_call":
                paid = min(highest - bets[position], left[position])
            left[position] -= paid
            ending = " and is all-in" if paid and not left[position] else " " if not paid else ""
            yield f"{hand.players[position]}: {self._words(action, paid, highest)}{ending}"
            bets[position] += paid
            highest = max(highest, bets[position])
        if hand.went_to_showdown:
            run = ("FIRST ", "SECOND ") if hand.other_boards else ("",)
            for label, board in zip(run, (hand.board, *hand.other_boards), strict=True):
                yield from (self._street_line(late, board, label) for late in range(street + 1, 4))

    def _street_line(self, street: int, board: tuple[int, ...], label: str = "") -> str:
        shown = board[: street + 2]
        if street == 1:
            return f"*** {label}FLOP *** [{self.cards(shown)}]"
        return f"*** {label}{_STREETS[street - 1]} *** [{self.cards(shown[:-1])}] [{self.cards(shown[-1:])}]"

    def _words(self, action: Action, paid: int, highest: int) -> str:
        if action.verb == "fold":
            return "folds"
        if action.verb == "check_or_call":
            return f"calls {self.money(paid)}" if paid else "checks"
        if not highest:
            return f"bets {self.money(action.amount)}"
        return f"raises {self.money(action.amount - highest)} to {self.money(action.amount)}"

    def _showdown(self) -> Iterator[str]:
        for position, alive in enumerate(self.hand.live):
            if alive:
                known = [card for card in self.hand.down[position] if card != HIDDEN]
                words = f"shows [{self.cards(known)}]" if known else "mucks hand "
                yield f"{self.hand.players[position]}: {words}"

    def _collected(self) -> list[int]:
        hand = self.hand
        return [
            int(payoff) + paid - over
            for payoff, paid, over in zip(hand.payoffs, hand.committed, self.back, strict=True)
        ]

    def _fate(self, position: int, won: int) -> str:
        hand, words = self.hand, ""
        players = self.rules.players
        if position == players - 1:
            words += " (button)"
        if self.rules.blinds and self.rules.blinds[position]:
            words += " (big blind)" if self.rules.blinds[position] == max(self.rules.blinds) else " (small blind)"
        if not hand.live[position]:
            when = next(street for street, who, action in hand.actions if who == position and action.verb == "fold")
            words += " folded before Flop" if when == 0 else f" folded on the {('Flop', 'Turn', 'River')[when - 1]}"
            return words + (" (didn't bet)" if not hand.committed[position] else "")
        if not hand.went_to_showdown:
            return f"{words} collected ({self.money(won)})"
        known = [card for card in hand.down[position] if card != HIDDEN]
        if not known:
            return f"{words} mucked"
        return f"{words} showed [{self.cards(known)}] and {f'won ({self.money(won)})' if won else 'lost'}"


def _game(rules: Rules) -> str | None:
    layout = tuple((street.down, street.up, street.board) for street in rules.streets)
    awards = tuple(award if isinstance(award, str) else award.name for award in rules.awards)
    name = _GAMES.get((awards, layout[0][0]))
    board = (layout[0][1:], *layout[1:]) == ((0, 0), (0, 0, 3), (0, 0, 1), (0, 0, 1))
    deck = Deck.short() if name == "6+ Hold'em" else Deck.standard()
    plain = board and rules.deck == deck and rules.boards == 1 and rules.runs <= 2 and not rules.exchanges_cards
    return name if plain and all(street.bet for street in rules.streets) else None

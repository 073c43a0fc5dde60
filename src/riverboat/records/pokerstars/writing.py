"""Hands written as PokerStars' text: hold'em, Omaha, stud and draw games, in the words of that site.

All known hole cards are written, each in a line `Dealt to`, because a record that knows them should not lose them; a
real history has only one player's. A player without a seat number gets one by position, and a hand without a date gets
none. Cards of a draw game are written for players of whom every card is known; others have what they show.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from riverboat.errors import RiverboatError
from riverboat.games.action import Action
from riverboat.games.hand import Hand
from riverboat.games.view import HIDDEN
from riverboat.records.cash_out import cash_outs_of
from riverboat.records.money import unit_parts
from riverboat.records.sites.games import game_of

_LIMITS: Final = {"no-limit": "No Limit", "pot-limit": "Pot Limit", "limit": "Limit"}
_SIGNS: Final = {"USD": "$", "EUR": "€", "GBP": "£", "$": "$", "€": "€", "£": "£"}
_CODES: Final = {"$": "USD", "€": "EUR", "£": "GBP"}
_ALL_IN: Final = ("", " and is all-in")
_STREETS: Final = ("FLOP", "TURN", "RIVER")
_NUMBER: Final = re.compile("[0-9A-Za-z_-]{1,40}")


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
        game = game_of(self.rules)
        if game is None or self.decimals > 2 or any(not isinstance(payoff, int) for payoff in hand.payoffs):
            raise RiverboatError(
                f"hand {hand.number}: PokerStars' text is for hold'em, Omaha, stud and draw games in whole cents or "
                f"chips, not {self.rules.identity}"
            )
        self.game = game
        if any(HIDDEN in cards for cards in (hand.board, *hand.other_boards)):
            raise RiverboatError(f"hand {hand.number}: PokerStars' text needs every card of the board")
        if game.kind == "draw" and len(set(hand.dealt)) < len(hand.dealt):
            raise RiverboatError(f"hand {hand.number}: PokerStars' text cannot express discards dealt again")
        if len(set(hand.players)) < len(hand.players) or any(
            not name.strip() or not name.isprintable() or name != name.strip() for name in hand.players
        ):
            raise RiverboatError(f"hand {hand.number}: PokerStars' text needs different names on one line")
        seats = self.notes.get("seats", "").split()
        usable = len(set(seats)) == len(hand.players) and all(seat.isdigit() and 0 < int(seat) < 100 for seat in seats)
        if usable:
            usable = sorted(map(int, seats), key=lambda s: (s - int(seats[-1]) - 1) % 100) == list(map(int, seats))
        self.seats = list(map(int, seats)) if usable else list(range(1, len(hand.players) + 1))
        self.sold = cash_outs_of(hand)
        self.back = hand.uncalled
        self.draws = [draws_of(hand, position) for position in range(len(hand.players))]
        self.held = [draws.first for draws in self.draws]
        """In draw games: everyone's cards now, None if they are not known."""
        if game.kind == "draw" and not all(map(self._is_shown_whole, range(len(hand.players)))):
            raise RiverboatError(
                f"hand {hand.number}: PokerStars' text cannot express partly known cards of a draw game"
            )

    def money(self, chips: int, *, padded: bool = False) -> str:
        """`$1`, `$1.50`, `150`; with all decimals of the unit if padded."""
        whole, part = divmod(chips, 10**self.decimals)
        decimals = f".{part * 10 ** (2 - self.decimals):02}" if part or (padded and self.decimals) else ""
        return f"{self.sign}{whole}{decimals}"

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
        button = f" Seat #{self.seats[-1]} is the button"
        if self.game.kind == "stud" and self.seats == sorted(self.seats):
            button = ""
        yield f"Table '{table}' {count}-max{button}"
        for position in sorted(range(len(hand.players)), key=self.seats.__getitem__):
            stack = self.money(hand.stacks[position])
            yield f"Seat {self.seats[position]}: {hand.players[position]} ({stack} in chips) "
        yield from self._posts()
        if self.game.kind == "board":
            yield "*** HOLE CARDS ***"
            for position, cards in enumerate(hand.down):
                if HIDDEN not in cards:
                    yield f"Dealt to {hand.players[position]} [{self.cards(cards)}]"
        elif self.game.kind == "draw":
            yield "*** DEALING HANDS ***"
            for position, held in enumerate(self.held):
                if held is not None:
                    yield f"Dealt to {hand.players[position]} [{self.cards(held)}]"
        else:
            yield from self._stud_street(0)
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
        total = hand.pot
        rake = total - sum(won)
        if self.sold is not None:
            rake = self.sold.rake
            for position, price in self.sold.prices.items():
                fee = self.money(self.sold.fees[position])
                yield f"{hand.players[position]} cashed out the hand for {self.money(price)} | Cash Out Fee {fee}"
        yield "*** SUMMARY ***"
        yield f"Total pot {self.money(total)} | Rake {self.money(rake)} "
        for label, board in zip(("FIRST ", "SECOND "), (hand.board, *hand.other_boards), strict=False):
            if board:
                yield f"{label if hand.other_boards else ''}Board [{self.cards(board)}]"
        for position in sorted(range(len(hand.players)), key=self.seats.__getitem__):
            yield f"Seat {self.seats[position]}: {hand.players[position]}{self._fate(position, won[position])}"

    def cards(self, cards: Iterable[int]) -> str:
        """Separated by spaces."""
        return self.rules.deck.cards_text(cards, " ")

    def _heading(self) -> str:
        notes, rules = self.notes, self.rules
        if rules.betting == "limit":
            stakes = rules.streets[0].bet, rules.streets[-1].bet
        else:
            big = rules.streets[0].bet
            posted = [blind for blind in rules.blinds if 0 < blind < big]
            stakes = (posted[0] if posted else big // 2), big
        # Chips with decimals are told from whole ones by the stakes.
        shown = [self.money(chips, padded=not self.currency) for chips in stakes]
        money = "/".join(shown)
        if self.game.name == "short_deck" and rules.antes:
            money = f"Button Blind {shown[1]} - Ante {self.money(max(rules.antes))}"
        if rules.cap:
            money += f" - {self.money(rules.cap)} Cap - "
        money += f" {self.currency}" if self.currency else ""
        date = ""
        if all(notes.get(part, "").isdigit() for part in ("year", "month", "day")):
            clock = notes.get("time", "00:00:00")
            zone = notes.get("time_zone_abbreviation", "ET")
            day = f"{int(notes['year']):04}/{int(notes['month']):02}/{int(notes['day']):02}"
            date = f" - {day} {clock.removeprefix('0')} {zone}"
        number = notes.get("hand", "")  # of sites that number in letters
        if not _NUMBER.fullmatch(number):
            number = str(self.hand.number)
        return f"PokerStars Hand #{number}:  {self.game.title} {_LIMITS[rules.betting]} ({money}){date}"

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
        for position, what in self._blinds():
            chips = min(rules.blinds[position], left[position])
            left[position] -= chips
            if chips:
                yield f"{hand.players[position]}: posts {what} {self.money(chips)}{_ALL_IN[not left[position]]}"
        yield from lines

    def _blinds(self) -> list[tuple[int, str]]:
        """Who posts what: small and big blind, live posts, straddles; the last of them moves the opening."""
        rules = self.rules
        posted = [p for p in range(rules.players) if rules.blinds and rules.blinds[p]]
        if not posted:
            return []
        opener = rules.streets[0].opener
        last = (opener - 1) % rules.players if isinstance(opener, int) else 0
        usual = min(rules.streets[0].bet, max(rules.blinds))
        straddles = sorted((p for p in posted if rules.blinds[p] > usual), key=lambda p: rules.blinds[p])
        big = last if not straddles else next((p for p in posted if rules.blinds[p] == usual), -1)
        small = next((p for p in posted if rules.blinds[p] < usual and p != big), -1)
        if big not in posted or (straddles and straddles[-1] != last) or (rules.players == 2 and small == 0):
            raise RiverboatError(
                f"hand {self.hand.number}: PokerStars' text cannot express who opens after these blinds"
            )
        first = "button blind" if self.game.name == "short_deck" else "big blind"
        names = [(small, "small blind")] if small >= 0 else []
        names.append((big, first))
        names += [(p, "big blind") for p in posted if p not in (small, big, *straddles)]
        return [*names, *((p, "straddle") for p in straddles)]

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
                yield from self._street_lines(street)
                bets, highest = [0] * rules.players, 0
            paid = 0
            if action.verb == "raise_to":
                paid = action.amount - bets[position]
            elif action.verb == "check_or_call":
                paid = min(highest - bets[position], left[position])
            elif action.verb == "bring_in":
                paid = min(rules.bring_in, left[position])
            elif action.verb == "discard":
                yield from self._discard(position, action.cards)
                continue
            left[position] -= paid
            ending = " and is all-in" if paid and not left[position] else " " if not paid else ""
            yield f"{hand.players[position]}: {self._words(action, paid, highest)}{ending}"
            bets[position] += paid
            highest = max(highest, bets[position])
        if hand.went_to_showdown and self.game.kind != "board":
            for late in range(street + 1, len(rules.streets)):
                yield from self._street_lines(late)
        elif hand.went_to_showdown:
            run = ("FIRST ", "SECOND ") if hand.other_boards else ("",)
            for label, board in zip(run, (hand.board, *hand.other_boards), strict=True):
                yield from (self._street_line(late, board, label) for late in range(street + 1, 4))

    def _street_lines(self, street: int) -> Iterator[str]:
        if self.game.kind == "board":
            yield self._street_line(street, self.hand.board)
        elif self.game.kind == "stud":
            yield from self._stud_street(street)
        elif len(self.rules.streets) > 2:  # a single draw has no heading
            yield f"*** {('FIRST', 'SECOND', 'THIRD')[street - 1]} DRAW ***"

    def _stud_street(self, street: int) -> Iterator[str]:
        """A heading, and the cards that everyone still in has been dealt, as far as they are known."""
        hand, last = self.hand, len(self.rules.streets) - 1
        if street == last:
            common = f" [{self.cards(hand.board)}]" if hand.board else ""
            yield f"*** RIVER ***{common}"
        else:
            yield f"*** {('3rd', '4th', '5th', '6th')[street]} STREET ***"
        for position, (down, up) in enumerate(zip(hand.down, hand.up, strict=True)):
            closed = down[:2] if HIDDEN not in down[:2] else ()
            new = down[2:] if street == last else up[street : street + 1]
            if not new or HIDDEN in new:
                continue
            had = (*closed, *(card for card in up[:street] if card != HIDDEN))
            cards = f"[{self.cards((*closed, *new))}]" if not street else f"[{self.cards(had)}] [{self.cards(new)}]"
            yield f"Dealt to {hand.players[position]} {cards}"

    def _discard(self, position: int, cards: tuple[int, ...]) -> Iterator[str]:
        """Which cards go, if that is known, and what comes instead."""
        name, held = self.hand.players[position], self.held[position]
        if not cards:
            yield f"{name}: stands pat"
            return
        number = f"{len(cards)} card{'s' if len(cards) > 1 else ''}"
        if held is None:
            yield f"{name}: discards {number}"
            return
        kept = tuple(card for card in held if card not in cards)
        new = self.draws[position].new.pop(0)
        self.held[position] = kept + new
        yield f"{name}: discards {number} [{self.cards(cards)}]"
        yield f"Dealt to {name} [{self.cards(kept)}] [{self.cards(new)}]"

    def _street_line(self, street: int, board: tuple[int, ...], label: str = "") -> str:
        shown = board[: street + 2]
        if street == 1:
            return f"*** {label}FLOP *** [{self.cards(shown)}]"
        return f"*** {label}{_STREETS[street - 1]} *** [{self.cards(shown[:-1])}] [{self.cards(shown[-1:])}]"

    def _words(self, action: Action, paid: int, highest: int) -> str:
        if action.verb == "fold":
            return "folds"
        if action.verb == "bring_in":
            return f"brings in for {self.money(paid)}"
        if action.verb == "check_or_call":
            return f"calls {self.money(paid)}" if paid else "checks"
        if not highest:
            return f"bets {self.money(action.amount)}"
        return f"raises {self.money(action.amount - highest)} to {self.money(action.amount)}"

    def _showdown(self) -> Iterator[str]:
        for position, alive in enumerate(self.hand.live):
            if alive:
                known = self._known(position)
                # A winner has not mucked; the cards are only unknown.
                unknown = "doesn't show hand " if self._collected()[position] else "mucks hand "
                words = f"shows [{self.cards(known)}]" if known else unknown
                yield f"{self.hand.players[position]}: {words}"

    def _known(self, position: int) -> list[int]:
        """The cards of a player that can be shown, in the order in which they were dealt; none if all down cards are
        unknown."""
        down, up = self.hand.down[position], self.hand.up[position]
        if all(card == HIDDEN for card in down):
            return []
        return [card for card in (*down[:2], *up, *down[2:]) if card != HIDDEN]

    def _is_shown_whole(self, position: int) -> bool:
        """Whether all that is known of a player's cards in a draw game has a line."""
        hand = self.hand
        if self.held[position] is not None:
            return True
        thrown = [a.cards for _, who, a in hand.actions if who == position and a.verb == "discard"]
        hidden = [card == HIDDEN for card in hand.down[position]]
        shows = hand.went_to_showdown and hand.live[position] and not any(hidden)
        return all(card == HIDDEN for cards in thrown for card in cards) and (all(hidden) or shows)

    def _collected(self) -> list[int]:
        """What everyone took from the pot; the house took the share of those who sold their hand."""
        hand, sold = self.hand, self.sold.prices if self.sold is not None else {}
        return [0 if position in sold else int(chips) for position, chips in enumerate(hand.collected)]

    def _fate(self, position: int, won: int) -> str:
        hand, words = self.hand, ""
        players = self.rules.players
        if position == players - 1 and self.game.kind != "stud":
            words += " (button)"
        if self.rules.blinds and self.rules.blinds[position]:
            words += " (big blind)" if self.rules.blinds[position] == max(self.rules.blinds) else " (small blind)"
        if not hand.live[position]:
            when = next(street for street, who, action in hand.actions if who == position and action.verb == "fold")
            words += f" folded {self._when(when)}"
            return words + (" (didn't bet)" if not hand.committed[position] else "")
        if not hand.went_to_showdown:
            return f"{words} collected ({self.money(won)})"
        known = self._known(position)
        if not known:
            return f"{words} collected ({self.money(won)})" if won else f"{words} mucked"
        return f"{words} showed [{self.cards(known)}] and {f'won ({self.money(won)})' if won else 'lost'}"

    def _when(self, street: int) -> str:
        if self.game.kind == "stud":
            return f"on the {('3rd Street', '4th Street', '5th Street', '6th Street', 'River')[street]}"
        if self.game.kind == "draw":
            return "before the Draw" if street == 0 else f"after the {('1st', '2nd', '3rd')[street - 1]} Draw"
        return "before Flop" if street == 0 else f"on the {('Flop', 'Turn', 'River')[street - 1]}"


class Draws(NamedTuple):
    """One player's cards in a draw game."""

    first: tuple[int, ...] | None
    """The cards dealt; None if they are not all known."""
    new: list[tuple[int, ...]]
    """The cards drawn for each discard."""


def draws_of(hand: Hand, position: int) -> Draws:
    """How a player's cards came, from the deck if its order is known, else from the cards held at the end.

    New cards are always the last. Where a discarded card may have been drawn before or dealt at first, the record does
    not say which; then any consistent order is written.
    """
    if not hand.rules.exchanges_cards:
        return Draws(None, [])
    down = hand.down[position]
    thrown = [a.cards for _, who, a in hand.actions if who == position and a.verb == "discard" and a.cards]
    if hand.dealt:
        at, new = len(down) * len(hand.players), []
        for _, who, action in hand.actions:
            if action.verb == "discard" and action.cards:
                if who == position:
                    new.append(hand.dealt[at : at + len(action.cards)])
                at += len(action.cards)
        return Draws(hand.dealt[position * len(down) : (position + 1) * len(down)], new)
    new = []
    for cards in reversed(thrown):
        new.append(down[len(down) - len(cards) :])
        down = down[: len(down) - len(cards)] + cards
    known = HIDDEN not in down and all(HIDDEN not in cards for cards in new)
    return Draws(down if known else None, new[::-1])

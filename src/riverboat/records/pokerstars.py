"""PokerStars' text histories of hold'em and Omaha games: cash and tournament tables, capped games, boards run twice.

A hand begins with its heading. Lines about people who come, go, talk or lose their connection are passed over; names
may hold anything, so actions are matched against the people in the seats, the longest name first. Every hand is played
again by the rules and its money must balance: what was put in is what came back uncalled, was collected and was raked.
Otherwise the hand is refused with the line where it went wrong.

Not read: stud and draw games, which PokerStars writes in other words.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Final

from riverboat.cards.deck import Deck
from riverboat.errors import RiverboatError
from riverboat.games.action import Action
from riverboat.games.hand import Hand
from riverboat.games.rules import Limit
from riverboat.games.view import HIDDEN
from riverboat.records.money import unit_text
from riverboat.records.phh_variants import rules_of
from riverboat.records.refusal import RecordError, Refusal
from riverboat.records.replay import BOARD, Script, perform

Line = tuple[int, str]
_BEGIN: Final = re.compile(r"PokerStars (?:Zoom )?(?:Hand|Game) #")
_HEADING: Final = re.compile(
    r"PokerStars (?:Zoom )?(?:Hand|Game) #(?P<number>[0-9]{1,18}):\s+"
    r"(?:Tournament #(?P<tournament>[0-9]+),.*? )?"
    r"(?P<game>Hold'em|(?:5 Card |6 Card )?Omaha(?: Hi/Lo)?|6\+ Hold'em) (?P<limit>No Limit|Pot Limit|Limit) "
    r"(?:- (?:Match Round \w+, )?Level (?P<level>\w+) )?\((?P<stakes>[^()]*)\)(?: - (?P<date>.*))?"
)
_ANY_GAME: Final = re.compile(r"PokerStars .*#[0-9]+:\s+(.*?)(?: -|\()")
_TABLE: Final = re.compile(
    r"Table '(?P<name>.*)' (?P<seats>[0-9]{1,2})-max (?:\(Play Money\) )?Seat #(?P<button>[0-9]{1,2}) is"
)
_SEAT: Final = re.compile(r"Seat (?P<seat>[0-9]{1,2}): (?P<name>.+) \((?P<chips>\S+) in chips(?:, .*?)?\)(?P<rest>.*)")
_STAKES: Final = re.compile(r"(\S+?)/(\S+?)(?: - (\S+) Cap -)?(?:\s+([A-Z]{3}))?\s*")
_MONEY: Final = re.compile(r"[$€£]?([0-9]{1,3}(?:,[0-9]{3})+|[0-9]{1,15})(\.[0-9]{1,2})?")
_DATE: Final = re.compile(r"([0-9]{4})/([0-9]{2})/([0-9]{2}) ([0-9]{1,2}):([0-9]{2}):([0-9]{2}) ([A-Z]+)")
_STREET: Final = re.compile(r"\*\*\* (?:FIRST |SECOND )?(FLOP|TURN|RIVER) \*\*\* (\[.*\])")
_CARDS: Final = re.compile(r"\[([^\[\]]*)\]")
_POST: Final = re.compile(r"posts (the ante|small blind|big blind|small & big blinds|button blind|straddle) (\S+)")
_ACT: Final = re.compile(
    r"(folds|checks|calls|bets|raises)(?: (\S+))?(?: to (\S+))?(?: and (?:is all-in|has reached .*))?"
)
_COLLECTED: Final = re.compile(r"(.+) collected (\S+) from (?:pot|main pot|side pot(?:-[0-9]+)?)")
_UNCALLED: Final = re.compile(r"Uncalled bet \((\S+)\) returned to (.+)")
_TOTAL: Final = re.compile(r"Total pot (\S+)(?: .*)? \| Rake (\S+)")
_MUCKED: Final = re.compile(r"mucked \[([^\[\]]*)\]")
_CHAT: Final = re.compile(r' said, ".*"$')
_SIGNS: Final = {"$": "USD", "€": "EUR", "£": "GBP"}
_VERBS: Final = ("posts ", "folds", "checks", "calls ", "bets ", "raises ")


def read_pokerstars(lines: Iterable[str]) -> Iterator[Hand | Refusal]:
    """The hands of a file; text before the first heading that is not empty is refused as one piece."""
    for piece in _pieces(lines):
        try:
            yield read_piece(piece)
        except RecordError as error:
            yield Refusal(error.line or piece[0][0], str(error))


def _pieces(lines: Iterable[str]) -> Iterator[list[Line]]:
    held: list[Line] = []
    for number, raw in enumerate(lines, start=1):
        line = raw.rstrip().removeprefix("\ufeff")
        if _BEGIN.match(line) and held:
            yield held
            held = []
        if line:
            held.append((number, line))
    if held:
        yield held


@dataclass(slots=True)
class _Table:
    """What the first lines of a hand say."""

    number: int
    game: str
    betting: Limit
    stakes: tuple[int, int]
    cap: int
    currency: str
    decimals: int
    notes: list[tuple[str, str]]
    button: int = 0
    seats: dict[int, tuple[str, int]] = field(default_factory=dict)

    def chips(self, text: str, line: int) -> int:
        """An amount in the smallest unit."""
        match = _MONEY.fullmatch(text.rstrip(")"))
        amount = Fraction(match[0].lstrip("$€£").replace(",", "")) * 10**self.decimals if match else Fraction(1, 2)
        if amount.denominator != 1:
            raise RecordError(f"amount {text[:20]!r}: expected one like $1.50", line)
        return int(amount)


def read_piece(lines: list[Line]) -> Hand:
    """One hand."""
    try:
        return perform(_script(lines))
    except RiverboatError as error:
        raise RecordError(str(error), getattr(error, "line", 0) or lines[0][0]) from None


def _heading(line: Line) -> _Table:
    match = _HEADING.fullmatch(line[1])
    if match is None:
        if _BEGIN.match(line[1]) is None:
            raise RecordError("no PokerStars heading; a hand begins with PokerStars Hand #", line[0])
        game = _ANY_GAME.match(line[1])
        raise RecordError(f"game {game[1][:40] if game else line[1][:40]!r}: only hold'em and Omaha are read", line[0])
    stakes = _STAKES.fullmatch(match["stakes"])
    if stakes is None:
        raise RecordError(f"stakes {match['stakes'][:30]!r}: expected blinds or bets like $1/$2 USD", line[0])
    sign = stakes[2][0]
    currency = stakes[4] or _SIGNS.get(sign, "")
    decimals = 2 if currency or "." in match["stakes"] else 0
    words: dict[str, Limit] = {"No Limit": "no-limit", "Pot Limit": "pot-limit", "Limit": "limit"}
    table = _Table(int(match["number"]), match["game"], words[match["limit"]], (0, 0), 0, currency, decimals, [])
    table.stakes = table.chips(stakes[1], line[0]), table.chips(stakes[2], line[0])
    table.cap = table.chips(stakes[3], line[0]) if stakes[3] else 0
    table.notes.append(("venue", "PokerStars"))
    for name in ("tournament", "level"):
        if match[name]:
            table.notes.append((f"_{name}", match[name]))
    if match["date"] and (date := _DATE.match(match["date"])):
        table.notes += [("year", date[1]), ("month", str(int(date[2]))), ("day", str(int(date[3])))]
        table.notes.append(("time", f"{int(date[4]):02}:{date[5]}:{date[6]}"))
        table.notes.append(("time_zone_abbreviation", date[7]))
    return table


def _seated(lines: list[Line]) -> tuple[_Table, list[Line]]:
    """The table with its people, and the lines after them."""
    table = _heading(lines[0])
    at = 1
    for at in range(1, len(lines)):
        number, line = lines[at]
        if match := _TABLE.match(line):
            table.button = int(match["button"])
            table.notes += [("table", match["name"]), ("seat_count", match["seats"])]
        elif match := _SEAT.fullmatch(line):
            if "sitting out" not in match["rest"] and "out of hand" not in match["rest"]:
                table.seats[int(match["seat"])] = (match["name"], table.chips(match["chips"], number))
        else:
            break
    if not table.button:
        raise RecordError("no line says where the button is", lines[0][0])
    if len({name for name, _ in table.seats.values()}) < max(2, len(table.seats)):
        raise RecordError(
            f"{len(table.seats)} players in the hand; expected 2 or more with different names", lines[0][0]
        )
    return table, lines[at:]


class _Reader:
    """Collects the story of a hand line by line."""

    def __init__(self, table: _Table) -> None:
        self.table = table
        order = sorted(table.seats, key=lambda seat: ((seat - table.button - 1) % 100, seat))
        self.seats = order
        self.names = [table.seats[seat][0] for seat in order]
        self.longest = sorted(range(len(order)), key=lambda p: -len(self.names[p]))
        count = len(order)
        self.antes, self.blinds, self.collected = [0] * count, [0] * count, [0] * count
        self.small = self.big = -1
        self.moves: list[tuple[int, Action, int]] = []
        self.hole: dict[int, tuple[int, ...]] = {}
        self.shown: dict[int, tuple[int, ...]] = {}
        self.mucked: set[int] = set()
        self.board: list[int] = []
        self.runs = 1
        self.uncalled: tuple[int, int, int] | None = None
        self.total: tuple[int, int, int] | None = None
        self.deck = Deck.short() if table.game.startswith("6+") else Deck.standard()

    def read(self, lines: Iterable[Line]) -> None:
        """Every line once."""
        summary = False
        for number, line in lines:
            if line.startswith("*** "):
                summary = summary or line.startswith("*** SUMMARY")
                if "SECOND" in line:
                    self.runs = 2
                if match := _STREET.match(line):
                    self.board += self.cards(_CARDS.findall(match[2])[-1], number)
            elif summary:
                self._summary(number, line)
            elif match := _UNCALLED.fullmatch(line):
                self.uncalled = self.position(match[2], number), self.table.chips(match[1], number), number
            elif match := _COLLECTED.fullmatch(line):
                self.collected[self.position(match[1], number)] += self.table.chips(match[2], number)
            elif line.startswith("Dealt to ") and line.endswith("]"):
                name, _, cards = line[len("Dealt to ") : -1].rpartition(" [")
                self.hole[self.position(name, number)] = self.cards(cards, number)
            else:
                self._said(number, line)

    def _said(self, number: int, line: str) -> None:
        """A line that begins with a name and a colon, or is noise."""
        if _CHAT.search(line):
            return
        for position in self.longest:
            name = self.names[position]
            if line.startswith(name + ": "):
                self._did(number, position, line[len(name) + 2 :])
                return
        who, colon, rest = line.rpartition(": ")
        if colon and rest.startswith(_VERBS):
            raise RecordError(f"{who[:40]} acts, but has no seat in this hand", number)

    def _did(self, number: int, position: int, words: str) -> None:
        chips = self.table.chips
        if match := _POST.match(words):
            self._post(position, match[1], chips(match[2], number), " all-in" in words)
        elif words.startswith("shows [") and (cards := _CARDS.search(words)):
            self.shown[position] = self.cards(cards[1], number)
        elif words.startswith("mucks hand"):
            self.mucked.add(position)
        elif match := _ACT.match(words):
            verb, amount, total = match.groups()
            if verb == "folds":
                action = Action.fold()
            elif verb in ("checks", "calls"):
                action = Action.check_or_call()
            elif verb == "bets" and amount:
                action = Action.raise_to(chips(amount, number))
            elif verb == "raises" and total:
                action = Action.raise_to(chips(total, number))
            else:
                raise RecordError(f"action {words[:40]!r}: an amount is missing", number)
            self.moves.append((position, action, number))

    def _post(self, position: int, what: str, chips: int, all_in: bool) -> None:
        small, big = self.table.stakes
        if self.table.betting == "limit":
            small, big = big // 4, small  # limit games are named by their bets
        if what == "the ante":
            self.antes[position] += chips
        elif what == "small & big blinds":
            self.blinds[position], self.antes[position] = big, self.antes[position] + chips - big
        elif what == "small blind":
            if self.small < 0:
                self.small = position
                self.blinds[position] = max(chips, small) if all_in else chips
            else:
                self.antes[position] += chips  # a second small blind is dead
        else:
            if self.big < 0 or what == "straddle":
                self.big = position
            self.blinds[position] = max(chips, big) if all_in else chips

    def _summary(self, number: int, line: str) -> None:
        if match := _TOTAL.match(line):
            self.total = self.table.chips(match[1], number), self.table.chips(match[2].rstrip(), number), number
        elif line.startswith("Seat ") and (match := _MUCKED.search(line)):
            _, _, rest = line.partition(": ")
            position = next((p for p in self.longest if rest.startswith(self.names[p])), None)
            if position is not None and position not in self.shown:
                self.shown[position] = self.cards(match[1], number)

    def position(self, name: str, number: int) -> int:
        """Of the player with this name."""
        if name not in self.names:
            raise RecordError(f"{name[:40]} has no seat in this hand", number)
        return self.names.index(name)

    def cards(self, text: str, number: int) -> tuple[int, ...]:
        """Cards parted by spaces."""
        try:
            return self.deck.parse_cards(text)
        except RiverboatError as error:
            raise RecordError(str(error), number) from None


_HOLE: Final = {"Hold'em": 2, "6+ Hold'em": 2, "Omaha": 4, "Omaha Hi/Lo": 4}


def _script(lines: list[Line]) -> Script:
    cancelled = next((number for number, line in lines if line.startswith("Hand cancelled")), None)
    if cancelled is not None:
        raise RecordError("the hand was cancelled", cancelled)
    table, rest = _seated(lines)
    reader = _Reader(table)
    reader.read(rest)
    players = len(reader.names)
    if reader.big < 0:
        raise RecordError("nobody posts the big blind", lines[0][0])
    game = table.game.removeprefix("5 Card ").removeprefix("6 Card ")
    hole = int(table.game[0]) if "Card" in table.game else _HOLE[game]
    names = {"Hold'em": "holdem", "6+ Hold'em": "short_deck", "Omaha": "omaha", "Omaha Hi/Lo": "omaha8"}
    small, big = table.stakes
    stacks = tuple(table.seats[seat][1] for seat in reader.seats)
    rules = rules_of(
        names[game],
        table.betting,
        players,
        (small, big) if table.betting == "limit" else (big,),
        antes=tuple(reader.antes),
        blinds=tuple(reader.blinds),
        first=(reader.big + 1) % players,
        stack=stacks[0] if len(set(stacks)) == 1 else 0,
        cap=table.cap,
        runs=reader.runs,
        hole=hole,
    )
    notes = [*table.notes, ("seats", " ".join(map(str, reader.seats)))]
    script = Script(rules, tuple(reader.names), stacks, number=table.number, notes=tuple(notes), free_folds=True)
    script.unit = unit_text(table.decimals, table.currency)
    for position in range(players):
        cards = reader.hole.get(position, (HIDDEN,) * hole)
        if len(cards) != hole:
            raise RecordError(
                f"{reader.names[position][:40]} is dealt {len(cards)} cards; expected {hole}", lines[0][0]
            )
        script.deals += [(position, card) for card in cards]
    script.deals += [(BOARD, card) for card in reader.board]
    script.moves, script.shown = reader.moves, reader.shown
    script.mucked = {position for position in reader.mucked if len(reader.shown.get(position, ())) < hole}
    script.collected = tuple(reader.collected)
    if reader.total is None:
        raise RecordError("the record breaks off: no line with the total pot", lines[-1][0])
    total, script.rake, line = reader.total
    if sum(reader.collected) + script.rake != total:
        raise RecordError(f"{sum(reader.collected)} collected and {script.rake} raked are not the pot of {total}", line)
    script.pot, script.returned = total, reader.uncalled
    return script

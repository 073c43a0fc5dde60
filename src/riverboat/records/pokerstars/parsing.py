"""PokerStars' text histories: hold'em, Omaha, stud and draw games, cash and tournament tables, capped games, mixed
games, boards run twice.

A hand begins with its heading. Lines about people who come, go, talk or lose their connection are passed over; names
may hold anything, so actions are matched against the people in the seats, the longest name first. Every hand is played
again by the rules and its money must balance: what was put in is what came back uncalled, was collected and was raked.
Otherwise the hand is refused with the line where it went wrong.

Stud and draw games show everyone's face-up cards; of the others only one player's, and those shown down.
A stud hand whose opener bets more than the bring-in does not say how much that was: half the small bet is taken. Not
read: draw hands in which the deck ran out and the discards were dealt again.
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
from riverboat.records.phh.variants import rules_of
from riverboat.records.pokerstars.games import GAMES, StarsGame
from riverboat.records.rejected import RecordError, RejectedHand
from riverboat.records.replay import perform
from riverboat.records.script import BOARD, Script

Line = tuple[int, str]
_TITLES: Final = "|".join(sorted(map(re.escape, GAMES), key=len, reverse=True))
_BEGIN: Final = re.compile(r"PokerStars (?:Zoom )?(?:Hand|Game) #")
_HEADING: Final = re.compile(
    r"PokerStars (?:Zoom )?(?:Hand|Game) #(?P<number>[0-9]{1,18}):\s+"
    r"(?:Tournament #(?P<tournament>[0-9]+),.*? )?"
    rf"(?:(?P<game>{_TITLES}) (?P<limit>No Limit|Pot Limit|Limit) "
    r"(?:- (?:Match Round \w+, )?Level (?P<level>\w+) )?\((?P<stakes>[^()]*)\)"
    # Of a mixed game, the one that is on.
    rf"|(?P<mix>[A-Z0-9][\w -]*?) \((?P<part>{_TITLES}) (?P<part_limit>No Limit|Pot Limit|Limit), "
    r"(?P<part_stakes>[^()]*)\))(?: - (?P<date>.*))?"
)
_ANY_GAME: Final = re.compile(r"PokerStars .*#[0-9]+:\s+(.*?)(?: -|\()")
_TABLE: Final = re.compile(
    r"Table '(?P<name>.*)' (?P<seats>[0-9]{1,2})-max(?: \(Play Money\))?(?: Seat #(?P<button>[0-9]{1,2}) is)?"
)
_SEAT: Final = re.compile(r"Seat (?P<seat>[0-9]{1,2}): (?P<name>.+) \((?P<chips>\S+) in chips(?:, .*?)?\)(?P<rest>.*)")
_STAKES: Final = re.compile(r"(\S+?)/(\S+?)(?: - (\S+) Cap -)?(?:\s+([A-Z]{3}))?\s*")
_MONEY: Final = re.compile(r"[$€£]?([0-9]{1,3}(?:,[0-9]{3})+|[0-9]{1,15})(\.[0-9]{1,2})?")
_DATE: Final = re.compile(r"([0-9]{4})/([0-9]{2})/([0-9]{2}) ([0-9]{1,2}):([0-9]{2}):([0-9]{2}) ([A-Z]+)")
_STREET: Final = re.compile(r"\*\*\* (?:FIRST |SECOND )?(FLOP|TURN|RIVER) \*\*\* (\[.*\])")
_STUD_STREET: Final = re.compile(r"\*\*\* (?:(?:3rd|4th|5th|6th) STREET|RIVER) \*\*\*")
_GIVEN: Final = re.compile(r"(?: \[[^\[\]]*\])+")
_BRINGS_IN: Final = re.compile(r"brings in for (\S+)")
_DISCARDS: Final = re.compile(r"(?:discards ([0-9]) cards?|stands pat)(?: (?:on )?\[([^\[\]]*)\])?")
_CARDS: Final = re.compile(r"\[([^\[\]]*)\]")
_POST: Final = re.compile(r"posts (the ante|small blind|big blind|small & big blinds|button blind|straddle) (\S+)")
_ACT: Final = re.compile(
    r"(folds|checks|calls|bets|raises)(?: (\S+))?(?: to (\S+))?(?: and (?:is all-in|has reached .*))?"
)
_COLLECTED: Final = re.compile(r"(.+) collected (\S+) from (?:pot|main pot|side pot(?:-[0-9]+)?)")
_UNCALLED: Final = re.compile(r"Uncalled bet \((\S+)\) returned to (.+)")
_TOTAL: Final = re.compile(r"Total pot (\S+)(?: .*)? \| Rake (\S+)")
_TURNED_UP: Final = re.compile(r"(?:mucked|showed) \[([^\[\]]*)\]")
_CHAT: Final = re.compile(r' said, ".*"$')
_SIGNS: Final = {"$": "USD", "€": "EUR", "£": "GBP"}
_VERBS: Final = ("posts ", "folds", "checks", "calls ", "bets ", "raises ", "brings in ", "discards ", "stands pat")


def read_pokerstars(lines: Iterable[str]) -> Iterator[Hand | RejectedHand]:
    """The hands of a file; text before the first heading that is not empty is refused as one piece."""
    for piece in _pieces(lines):
        try:
            yield read_piece(piece)
        except RecordError as error:
            yield RejectedHand(error.line or piece[0][0], str(error))


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
    game: StarsGame
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
        hand = perform(_script(lines))
    except RiverboatError as error:
        raise RecordError(str(error), getattr(error, "line", 0) or lines[0][0]) from None
    if any(HIDDEN in board for board in (hand.board, *hand.other_boards)):
        raise RecordError("the board is not complete: a line with its cards is missing", lines[0][0])
    return hand


def _heading(line: Line) -> _Table:
    match = _HEADING.fullmatch(line[1])
    if match is None:
        if _BEGIN.match(line[1]) is None:
            raise RecordError("no PokerStars heading; a hand begins with PokerStars Hand #", line[0])
        game = _ANY_GAME.match(line[1])
        name = game[1][:40] if game else line[1][:40]
        raise RecordError(f"game {name!r}: expected one like {', '.join(list(GAMES)[:3])} and so on", line[0])
    title, limit = match["game"] or match["part"], match["limit"] or match["part_limit"]
    said = match["stakes"] if match["game"] else match["part_stakes"]
    stakes = _STAKES.fullmatch(said)
    if stakes is None:
        raise RecordError(f"stakes {said[:30]!r}: expected blinds or bets like $1/$2 USD", line[0])
    sign = stakes[2][0]
    currency = stakes[4] or _SIGNS.get(sign, "")
    decimals = 2 if currency or "." in said else 0
    words: dict[str, Limit] = {"No Limit": "no-limit", "Pot Limit": "pot-limit", "Limit": "limit"}
    table = _Table(int(match["number"]), GAMES[title], words[limit], (0, 0), 0, currency, decimals, [])
    table.stakes = table.chips(stakes[1], line[0]), table.chips(stakes[2], line[0])
    table.cap = table.chips(stakes[3], line[0]) if stakes[3] else 0
    table.notes.append(("venue", "PokerStars"))
    for name in ("tournament", "level", "mix"):
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
            table.button = int(match["button"] or 0)
            table.notes += [("table", match["name"]), ("seat_count", match["seats"])]
        elif match := _SEAT.fullmatch(line):
            if "sitting out" not in match["rest"] and "out of hand" not in match["rest"]:
                table.seats[int(match["seat"])] = (match["name"], table.chips(match["chips"], number))
        else:
            break
    if not table.button and table.game.kind == "stud" and table.seats:
        table.button = max(table.seats)  # a stud game has none
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
        self.deck = Deck.short() if table.game.name == "short_deck" else Deck.standard()
        self.bring_in = 0
        self.folded: set[int] = set()
        self.deals: list[tuple[int, int]] = []
        """In stud and draw games: cards in the order in which they were dealt, in draw games after the first hands."""
        self.fresh: dict[int, list[int]] = {}
        """Where the cards are that each player was dealt last."""

    def read(self, lines: Iterable[Line]) -> None:
        """Every line once."""
        summary = False
        for number, line in lines:
            if line.startswith("*** "):
                summary = summary or line.startswith("*** SUMMARY")
                if "SECOND" in line:
                    self.runs = 2
                if self.table.game.kind == "stud" and _STUD_STREET.match(line):
                    self._stud_street(number, line)
                elif match := _STREET.match(line):
                    self.board += self.cards(_CARDS.findall(match[2])[-1], number)
            elif summary:
                self._summary(number, line)
            elif match := _UNCALLED.fullmatch(line):
                self.uncalled = self.position(match[2], number), self.table.chips(match[1], number), number
            elif match := _COLLECTED.fullmatch(line):
                self.collected[self.position(match[1], number)] += self.table.chips(match[2], number)
            elif line.startswith("Dealt to ") and line.endswith("]"):
                self._dealt(number, line[len("Dealt to ") :])
            else:
                self._said(number, line)

    def _dealt(self, number: int, line: str) -> None:
        """A name, the cards that the player had if there were any, and those that are new."""
        for position in self.longest:
            name = self.names[position]
            if line.startswith(name) and _GIVEN.fullmatch(line, len(name)):
                groups = [self.cards(text, number) for text in _CARDS.findall(line[len(name) :])]
                break
        else:
            raise RecordError(f"{line.rpartition(' [')[0][:40]} has no seat in this hand", number)
        if self.table.game.kind == "board":
            self.hole[position] = groups[-1]
            return
        if self.table.game.kind == "draw" and position not in self.hole:
            self.hole[position] = groups[-1]
            return
        new = groups[-1]
        fresh = self.fresh.pop(position, [])
        if len(fresh) < len(new):
            raise RecordError(f"{self.names[position][:40]} is dealt {len(new)} cards; expected {len(fresh)}", number)
        # Of another player's first stud cards only the face-up one is written, and it comes last.
        for at, card in zip(fresh[len(fresh) - len(new) :], new, strict=True):
            self.deals[at] = position, card

    def _stud_street(self, number: int, line: str) -> None:
        """One more card for everyone who is still in, three at first; or one for all in the middle."""
        if common := _CARDS.search(line):
            self.deals.append((BOARD, self.cards(common[1], number)[0]))
            return
        count = 1 if self.deals else 3
        for position in range(len(self.names)):
            if position not in self.folded:
                self._expect(position, count)

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
        elif match := _BRINGS_IN.match(words):
            self.bring_in = chips(match[1], number)
            self.moves.append((position, Action.bring_in(), number))
        elif match := _DISCARDS.match(words):
            self._discards(number, position, int(match[1] or 0), match[2] or "")
        elif match := _ACT.match(words):
            verb, amount, total = match.groups()
            if verb == "folds":
                self.folded.add(position)
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

    def _discards(self, number: int, position: int, count: int, named: str) -> None:
        """Cards go, and as many come; a line that says which may follow."""
        cards = self.cards(named, number) if named and count else (HIDDEN,) * count
        if len(cards) != count:
            raise RecordError(f"{count} cards are said to be discarded, but {len(cards)} are named", number)
        self.moves.append((position, Action.discard(*cards), number))
        self._expect(position, count)

    def _expect(self, position: int, count: int) -> None:
        """Note the number of cards dealt to a player; which they are may be in the lines that follow."""
        self.fresh[position] = list(range(len(self.deals), len(self.deals) + count))
        self.deals += [(position, HIDDEN)] * count

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
        elif line.startswith("Seat ") and (match := _TURNED_UP.search(line)):
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
        """Cards separated by spaces."""
        try:
            return self.deck.parse_cards(text)
        except RiverboatError as error:
            raise RecordError(str(error), number) from None


def _script(lines: list[Line]) -> Script:
    cancelled = next((number for number, line in lines if line.startswith("Hand cancelled")), None)
    if cancelled is not None:
        raise RecordError("the hand was cancelled", cancelled)
    table, rest = _seated(lines)
    reader = _Reader(table)
    reader.read(rest)
    players, game = len(reader.names), table.game
    if reader.big < 0 and game.kind != "stud":
        raise RecordError("nobody posts the big blind", lines[0][0])
    small, big = table.stakes
    stacks = tuple(table.seats[seat][1] for seat in reader.seats)
    antes = tuple(reader.antes)
    if game.kind == "stud":
        # A player who is all-in for less still owes the whole ante.
        antes = tuple(max(antes) if ante == stack else ante for ante, stack in zip(antes, stacks, strict=True))
    rules = rules_of(
        game.name,
        table.betting,
        players,
        (small, big) if table.betting == "limit" else (big,),
        antes=antes,
        blinds=tuple(reader.blinds),
        bring_in=(reader.bring_in or max(1, small // 2)) if game.kind == "stud" else 0,
        first=(reader.big + 1) % players,
        stack=stacks[0] if len(set(stacks)) == 1 else 0,
        cap=table.cap,
        runs=reader.runs,
        hole=game.hole,
    )
    notes = [*table.notes, ("seats", " ".join(map(str, reader.seats)))]
    script = Script(rules, tuple(reader.names), stacks, number=table.number, notes=tuple(notes), free_folds=True)
    script.unit = unit_text(table.decimals, table.currency)
    if game.kind != "stud":
        for position in range(players):
            cards = reader.hole.get(position, (HIDDEN,) * game.hole)
            if len(cards) != game.hole:
                raise RecordError(
                    f"{reader.names[position][:40]} is dealt {len(cards)} cards; expected {game.hole}", lines[0][0]
                )
            script.deals += [(position, card) for card in cards]
    script.deals += reader.deals
    script.deals += [(BOARD, card) for card in reader.board]
    script.moves, script.shown = reader.moves, reader.shown
    script.mucked = {position for position in reader.mucked if len(reader.shown.get(position, ())) < game.hole}
    script.collected = tuple(reader.collected)
    if reader.total is None:
        raise RecordError("the record breaks off: no line with the total pot", lines[-1][0])
    total, script.rake, line = reader.total
    if sum(reader.collected) + script.rake != total:
        raise RecordError(f"{sum(reader.collected)} collected and {script.rake} raked are not the pot of {total}", line)
    script.pot, script.returned = total, reader.uncalled
    return script

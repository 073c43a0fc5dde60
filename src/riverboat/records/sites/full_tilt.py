"""Full Tilt archives: cash games and tournaments in hold'em and Omaha, capped games, boards run twice.

The button is named after the blinds, raises are totals, and a capped game may not say its cap: then it is what the
first player who "is capped" has put in. Not read: stud, draw and mixed games.
"""

from __future__ import annotations

import re
from collections import Counter
from typing import Final

from riverboat.games.hand import Hand
from riverboat.games.rules import Limit
from riverboat.records.rejected import RecordError
from riverboat.records.sites.games import GAMES
from riverboat.records.sites.story import Heading, LineStory
from riverboat.records.sites.text import Line, clock_notes, currency_of

_BEGIN: Final = "Full Tilt Poker Game #"
_NUMBER: Final = re.compile(r"Full Tilt Poker Game #([0-9]{1,18}): (.*)")
_GAME: Final = re.compile(
    r"(?:(?P<capped>CAP) |(?P<cap>\S+) Cap )?(?P<limit>NL|PL|FL|No Limit|Pot Limit|Limit|Fixed Limit) (?P<game>.*)"
)
_STAKES: Final = re.compile(r"(?P<small>[^/ ]+)/(?P<big>[^/ ]+)(?: Ante \S+)?")
_TABLE: Final = re.compile(r"(?:(?P<event>.*?), )?Table (?P<name>.*?)(?: \((?P<what>.*)\))?")
_LIMITS: Final[dict[str, Limit]] = {"N": "no-limit", "P": "pot-limit", "F": "limit", "L": "limit"}
_TITLES: Final = {
    "Hold'em": "Hold'em",
    "Omaha Hi": "Omaha",
    "Omaha": "Omaha",
    "Omaha H/L": "Omaha Hi/Lo",
    "Omaha Hi/Lo": "Omaha Hi/Lo",
    "5 Card Omaha Hi": "5 Card Omaha",
}
_DATE: Final = re.compile(r"([0-9]{1,2}:[0-9]{2}:[0-9]{2}) ([A-Z]+) - ([0-9]{4})/([0-9]{2})/([0-9]{2})")
_SEAT: Final = re.compile(r"Seat ([0-9]{1,2}): (.+) \(([^()]*)\)(?P<out>, is sitting out)?")
_BUTTON: Final = re.compile(r"The button is in seat #([0-9]{1,2})")
_STREET: Final = re.compile(r"\*\*\* (?:FLOP|TURN|RIVER)(?: (?P<run>[0-9]))? \*\*\* (?P<cards>\[[^()]*\])")
_CARDS: Final = re.compile(r"\[([^\[\]]*)\]")
_POST: Final = re.compile(
    r"(?:posts (?:the |a )?(small blind of|big blind of|dead small blind of|dead blind of|)|(antes)) ?"
    r"(\S+?)(,? and is all in)?"
)
_ACT: Final = re.compile(r"(folds|checks|calls|bets|raises to)(?: (\S+?))?(?:, and is (?:all in|(capped)))?")
_UNCALLED: Final = re.compile(r"Uncalled bet of (\S+) returned to (.+)")
_WINS: Final = re.compile(r"(?:wins|ties for) (?:the )?.*?pot(?: #?[0-9]+)? \((\S+)\).*")
_TOTAL: Final = re.compile(r"Total pot (\S+)(?: .*)? \| Rake (\S+)")


def begins(line: str) -> bool:
    """Whether a hand begins with this line."""
    return line.startswith(_BEGIN)


def read_piece(lines: list[Line]) -> Hand:
    """One hand."""
    return _FullTiltStory.read(_heading(lines[0]), lines)


def _heading(line: Line) -> Heading:
    begun = _NUMBER.fullmatch(line[1])
    parts = begun[2].split(" - ") if begun else []
    game = next((match for part in parts if (match := _GAME.fullmatch(part))), None)
    stakes = next((match for part in parts[1:] if (match := _STAKES.fullmatch(part))), None)
    if begun is None or game is None or stakes is None or game["game"] not in _TITLES:
        raise RecordError(f"Full Tilt heading {line[1][:100]!r}: expected hold'em or Omaha with its stakes", line[0])
    notes = []
    if date := _DATE.search(line[1]):
        notes += clock_notes(date[3], date[4], date[5], date[1], date[2])
    if table := _TABLE.fullmatch(parts[0]):
        notes.append(("table", table["name"]))
        if table["event"]:
            notes.append(("event", table["event"]))
    currency = currency_of(stakes["big"])
    betting = _LIMITS[game["limit"][0]]
    title = GAMES[_TITLES[game["game"]]]
    return Heading(
        "Full Tilt Poker",
        begun[1],
        title,
        betting,
        (stakes["small"], stakes["big"]),
        currency,
        game["cap"] or "",
        notes,
    )


class _FullTiltStory(LineStory):
    """A hand in Full Tilt's words."""

    before: Counter[int]
    """What everyone had put in before this street."""

    def __init__(self, heading: Heading, decimals: int, line: int) -> None:
        super().__init__(heading, decimals, line)
        self.before = Counter()

    def tell(self, number: int, line: str) -> None:
        """One line."""
        if self.pot is not None:
            return
        if line.startswith("*** "):
            self._part(number, line)
        elif match := _SEAT.fullmatch(line):
            if not match["out"]:
                self.sit(match[1], match[2], match[3], number)
        elif match := _BUTTON.match(line):
            self.button = int(match[1])
        elif line.startswith("Dealt to ") and (cards := _CARDS.search(line)):
            self.dealt(self.player(line[9 : cards.start()].strip(), number), self.cards(cards[1], number), number)
        elif match := _UNCALLED.fullmatch(line):
            self.returned = self.player(match[2], number), self.chips(match[1], number), number
        elif match := _TOTAL.match(line):
            self.total(self.chips(match[1], number), self.chips(match[2], number), number)
        elif found := self.starting_with_name(line):
            self._did(number, *found)

    def _part(self, number: int, line: str) -> None:
        if match := _STREET.match(line):
            self.runs = max(self.runs, int(match["run"] or 1))
            self.before.update(dict(enumerate(self.bets)))
            self.street(self.cards(_CARDS.findall(match["cards"])[-1], number))

    def _did(self, number: int, player: int, words: str) -> None:
        if match := _ACT.fullmatch(words):
            self.act(player, match[1], match[2] or "", number)
            if match[3] and not self.heading.cap:
                paid = self.antes[player] + self.before[player] + self.bets[player]
                self.heading.cap = f"{paid / 10**self.decimals:.{self.decimals}f}"
        elif match := _WINS.fullmatch(words):
            self.collect(player, self.chips(match[1], number))
        elif match := _POST.fullmatch(words):
            self._post(player, match[2] or match[1], self.chips(match[3], number), bool(match[4]))
        elif words.startswith("shows [") and (cards := _CARDS.search(words)):
            self.shown[player] = self.cards(cards[1], number)
        elif words == "mucks":
            self.mucked.add(player)

    def _post(self, player: int, what: str, chips: int, all_in: bool) -> None:
        if what == "antes" or what.startswith("dead"):
            self.post_ante(player, chips)
        elif what.startswith("small"):
            self.post_small(player, chips, all_in)
        else:
            self.post_big(player, chips, all_in)

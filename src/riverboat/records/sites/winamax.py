"""Winamax: cash games, Go Fast and tournaments.

The words are PokerStars' without the colon. An uncalled bet is not written and is among the winnings, and the total
pot is what was paid out: the called chips, less the rake, and the uncalled bet. A tournament's heading may begin with
the ante. A blind that is posted out of position is live if it is a big one and dead if it is a small one.
"""

from __future__ import annotations

import re
from typing import Final

from riverboat.games.hand import Hand
from riverboat.games.rules import Limit
from riverboat.records.rejected import RecordError
from riverboat.records.sites.games import GAMES
from riverboat.records.sites.story import Heading, LineStory
from riverboat.records.sites.text import Line, currency_of, date_notes

_HEADING: Final = re.compile(
    r"Winamax Poker - (?P<kind>.*?) ?- HandId: #(?P<number>[0-9-]+) - (?P<game>.*?) (?P<limit>no|pot|fixed) limit "
    r"\((?:(?P<ante>[^/()]+)/)?(?P<small>[^/()]+)/(?P<big>[^/()]+)\) - (?P<date>.*)"
)
_TITLES: Final = {
    "Holdem": "Hold'em",
    "Omaha": "Omaha",
    "Omaha5": "5 Card Omaha",
    "5 Card Omaha": "5 Card Omaha",
    "Omaha Hi/Lo": "Omaha Hi/Lo",
    "Omaha8": "Omaha Hi/Lo",
}
_LIMITS: Final[dict[str, Limit]] = {"no": "no-limit", "pot": "pot-limit", "fixed": "limit"}
_TABLE: Final = re.compile(r"Table: '(?P<name>.*)' (?P<seats>[0-9]+)-max.* Seat #(?P<button>[0-9]+) is the button")
_SEAT: Final = re.compile(r"Seat ([0-9]{1,2}): (.+) \(([^()]*?)(?:, .*)?\)")
_STREET: Final = re.compile(r"\*\*\* (?:FIRST |SECOND )?(?:FLOP|TURN|RIVER) \*\*\* (\[.*\])")
_CARDS: Final = re.compile(r"\[([^\[\]]*)\]")
_POST: Final = re.compile(
    r"posts (ante|small blind|big blind|straddle) (\S+)(?P<late> out of position)?(?P<all> and is all-in)?"
)
_ACT: Final = re.compile(r"(folds|checks|calls|bets|raises)(?: (\S+))?(?: to (\S+))?(?: and is all-in)?")
_COLLECTED: Final = re.compile(r"collected (\S+) from (?:pot|main pot|side pot [0-9]+)")
_TOTAL: Final = re.compile(r"Total pot (\S+) \| (?:No rake|Rake (\S+))")


def begins(line: str) -> bool:
    """Whether a hand begins with this line."""
    return line.startswith("Winamax Poker - ")


def read_piece(lines: list[Line]) -> Hand:
    """One hand."""
    number, line = lines[0]
    match = _HEADING.fullmatch(line)
    if match is None or match["game"] not in _TITLES:
        raise RecordError(f"Winamax heading {line[:80]!r}: expected hold'em or Omaha with its stakes", number)
    notes = date_notes(match["date"])
    if match["kind"].startswith("Tournament"):
        notes.append(("event", match["kind"].partition(" ")[2]))
    heading = Heading(
        "Winamax", match["number"], GAMES[_TITLES[match["game"]]], _LIMITS[match["limit"]],
        (match["small"], match["big"]), currency_of(match["big"]), notes=notes,
    )  # fmt: skip
    return _WinamaxStory.read(heading, lines)


class _WinamaxStory(LineStory):
    """A hand in Winamax's words."""

    counts_uncalled = True

    def close(self, line: int) -> None:
        """The total is less the rake, so the pot itself is not written."""
        if self.rake is None:
            raise RecordError("the record breaks off: no line with the total pot", line)

    def tell(self, number: int, line: str) -> None:
        """One line."""
        if line.startswith("*** "):
            if match := _STREET.match(line):
                self.runs = 2 if "SECOND" in line else self.runs
                self.street(self.cards(_CARDS.findall(match[1])[-1], number))
        elif match := _TABLE.match(line):
            self.button = int(match["button"])
            self.heading.notes += [("table", match["name"]), ("seat_count", match["seats"])]
        elif self.rake is None and (match := _SEAT.fullmatch(line)):
            self.sit(match[1], match[2], match[3], number)
        elif line.startswith("Dealt to ") and (cards := _CARDS.search(line)):
            self.dealt(self.player(line[9 : cards.start()].strip(), number), self.cards(cards[1], number), number)
        elif match := _TOTAL.match(line):
            won, self.rake = self.chips(match[1], number), self.chips(match[2] or "0", number)
            if won != sum(self.collected):
                raise RecordError(f"{sum(self.collected)} collected are not the pot of {won}", number)
        elif self.rake is None and (found := self.starting_with_name(line)):
            self._did(number, *found)

    def _did(self, number: int, player: int, words: str) -> None:
        if match := _POST.fullmatch(words):
            chips = self.chips(match[2], number)
            if match[1] == "ante" or (match["late"] and match[1] == "small blind"):
                self.post_ante(player, chips)
            elif match[1] == "small blind":
                self.post_small(player, chips, bool(match["all"]))
            elif match[1] == "straddle":
                self.straddle(player, chips)
            else:
                self.post_big(player, chips, bool(match["all"]))
        elif match := _COLLECTED.fullmatch(words):
            self.collect(player, self.chips(match[1], number))
        elif words.startswith("shows [") and (cards := _CARDS.search(words)):
            self.shown[player] = self.cards(cards[1], number)
        elif match := _ACT.fullmatch(words):
            self.act(player, match[1], (match[3] if match[1] == "raises" else match[2]) or "", number)

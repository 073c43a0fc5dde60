"""partypoker: cash games and tournaments in hold'em and Omaha.

Bets, raises and all-ins are written as the chips added. A heading of a pot-limit or no-limit table may have its buy-in
in place of the blinds; then the posted ones count. An uncalled bet is among the winnings, as a pot of its own after an
all-in. There is no total and no rake: the rake is what is missing.
"""

from __future__ import annotations

import re
from typing import Final

from riverboat.games.hand import Hand
from riverboat.games.rules import Limit
from riverboat.records.rejected import RecordError
from riverboat.records.sites.games import GAMES
from riverboat.records.sites.story import Heading, LineStory
from riverboat.records.sites.text import Line, clock_notes, currency_of

_BEGIN: Final = re.compile(r"\*{5} Hand History [Ff]or Game ([0-9]{1,18}) \*{5}")
_GAME: Final = re.compile(r"\b(?P<limit>NL|PL|FL) (?P<game>Texas Hold'em|Omaha Hi-Lo|Omaha)\b")
_STAKES: Final = re.compile(r"(?P<small>\S+)/(?P<big>\S+?)(?: (?P<code>[A-Z]{3}))? (?:NL|PL|FL) ")
_LEVEL: Final = re.compile(r"Blinds(?:-Antes)? ?\((?P<small>[0-9,.]+)/(?P<big>[0-9,.]+)(?: -[0-9,.]+)?\)")
_LIMITS: Final[dict[str, Limit]] = {"NL": "no-limit", "PL": "pot-limit", "FL": "limit"}
_TITLES: Final = {"Texas Hold'em": "Hold'em", "Omaha": "Omaha", "Omaha Hi-Lo": "Omaha Hi/Lo"}
_DATE: Final = re.compile(
    r"(?P<month>[A-Z][a-z]+) (?P<day>[0-9]{1,2}), (?P<clock>[0-9]{1,2}:[0-9]{2}:[0-9]{2}) (?P<zone>[A-Z]+) "
    r"(?P<year>[0-9]{4})"
)
_TABLE: Final = re.compile(r"Table (.*) \((?:Real|Play) Money\)")
_BUTTON: Final = re.compile(r"Seat ([0-9]{1,2}) is the button")
_SEAT: Final = re.compile(r"Seat ([0-9]{1,2}): (.+) \( (\S+)(?: [A-Z]{3})? \)")
_DEALT: Final = re.compile(r"Dealt to (.+) \[ *(.*?) *\]")
_STREET: Final = re.compile(r"\*\* Dealing (?:Flop|Turn|River) \*\* \[ *(.*?) *\]")
_AMOUNT: Final = r"\[ ?(\S+?)(?: [A-Z]{3})? ?\]"
_POST: Final = re.compile(rf"posts (ante|small blind|big blind|big blind \+ dead|straddle) {_AMOUNT}\.?")
_ACT: Final = re.compile(rf"(folds|checks|calls|bets|raises|is all-In)(?: +{_AMOUNT})?\.?")
_SHOWS: Final = re.compile(r"(?:shows|doesn't show) \[ *(.*?) *\].*")
_WINS: Final = re.compile(r"wins (?:Hi |Lo )?\(?(\S+?)\)?(?: [A-Z]{3})?\)?(?: from .*)?\.?")
_POSTED: Final = re.compile(rf".* posts (small blind|big blind) {_AMOUNT}\.?")


def begins(line: str) -> bool:
    """Whether a hand begins with this line."""
    return line.startswith("***** Hand History") and _BEGIN.match(line) is not None


def read_piece(lines: list[Line]) -> Hand:
    """One hand."""
    return _PartyStory.read(_heading(lines), lines, first=2)


def _heading(lines: list[Line]) -> Heading:
    number = _BEGIN.match(lines[0][1])
    text = lines[1][1] if len(lines) > 1 else ""
    game = _GAME.search(text)
    if number is None or game is None:
        raise RecordError(f"partypoker heading {text[:80]!r}: expected NL, PL or FL hold'em or Omaha", lines[0][0] + 1)
    said = _STAKES.search(text) or _LEVEL.search(text)
    posted = {match[1]: match[2] for _, line in reversed(lines) if (match := _POSTED.match(line))}
    if said is not None:
        stakes = said["small"], said["big"]
    elif "big blind" in posted:
        stakes = posted.get("small blind", posted["big blind"]), posted["big blind"]
    else:
        raise RecordError("nobody posts the big blind", lines[0][0])
    notes = []
    if date := _DATE.search(text):
        notes = clock_notes(date["year"], date["month"], date["day"], date["clock"], date["zone"])
    if event := re.search(r"Trny: ?([0-9]+)", text):
        notes.append(("_tournament", event[1]))
    betting = _LIMITS[game["limit"]]
    title = GAMES[_TITLES[game["game"]]]
    return Heading("partypoker", number[1], title, betting, stakes, currency_of(stakes[1]), notes=notes)


class _PartyStory(LineStory):
    """A hand in partypoker's words."""

    counts_uncalled = True
    keeps_rake_quiet = True

    def close(self, line: int) -> None:
        """Nothing comes after the winners."""
        if not any(self.collected):
            raise RecordError("the record breaks off: nobody wins", line)

    def tell(self, number: int, line: str) -> None:
        """One line."""
        if match := _STREET.match(line):
            self.street(self.cards(match[1], number))
        elif match := _SEAT.fullmatch(line):
            self.sit(match[1], match[2], match[3], number)
        elif match := _BUTTON.fullmatch(line):
            self.button = int(match[1])
        elif match := _TABLE.fullmatch(line):
            self.heading.notes.append(("table", match[1]))
        elif match := _DEALT.fullmatch(line):
            self.dealt(self.player(match[1], number), self.cards(match[2], number), number)
        elif found := self.starting_with_name(line):
            self._did(number, *found)

    def _did(self, number: int, player: int, words: str) -> None:
        if match := _ACT.fullmatch(words):
            self.act(player, match[1], match[2] or "", number, added=True)
        elif match := _POST.fullmatch(words):
            self._post(player, match[1], self.chips(match[2], number))
        elif match := _SHOWS.fullmatch(words):
            self.shown[player] = self.cards(match[1], number)
        elif match := _WINS.fullmatch(words):
            self.collect(player, self.chips(match[1], number))

    def _post(self, player: int, what: str, chips: int) -> None:
        all_in = chips == self.stacks[player]
        if what == "ante":
            self.post_ante(player, chips)
        elif what == "small blind":
            self.post_small(player, chips, all_in)
        elif what == "straddle":
            self.straddle(player, chips)
        elif what == "big blind":
            self.post_big(player, chips, all_in)
        else:
            self.post_both(player, chips)

"""OnGame archives: hold'em and Omaha cash games, with every player's result in the summary.

Raises are totals. An uncalled bet is not written and not among the winnings. Each pot names its winners; the chips at
the end or the net result of each player must agree with them.
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

_BEGIN: Final = re.compile(r"\*{5} History for hand (?P<number>[A-Z0-9-]{1,40}) \*{5}")
_TABLE: Final = re.compile(
    r"Table: (?P<name>.*?) \[[0-9]+\] \((?P<limit>NO_LIMIT|POT_LIMIT|LIMIT) "
    r"(?P<game>TEXAS_HOLDEM|OMAHA_HI|OMAHA_HI_LO) (?P<small>[^/ ]+)/(?P<big>[^/ ,]+).*\)"
)
_LIMITS: Final[dict[str, Limit]] = {"NO_LIMIT": "no-limit", "POT_LIMIT": "pot-limit", "LIMIT": "limit"}
_TITLES: Final = {"TEXAS_HOLDEM": "Hold'em", "OMAHA_HI": "Omaha", "OMAHA_HI_LO": "Omaha Hi/Lo"}
_DATE: Final = re.compile(
    r"Start hand: \w+ (?P<month>\w+) (?P<day>[0-9]+) (?P<clock>[0-9]{2}:[0-9]{2}:[0-9]{2}) "
    r"(?:(?P<zone>[A-Z]+)\S* )?(?P<year>[0-9]{4})"
)
_BUTTON: Final = re.compile(r"Button: seat ([0-9]{1,2})")
_SEAT: Final = re.compile(r"Seat ([0-9]{1,2}): (.+) \(([^()]+)\)")
_RESULT: Final = re.compile(
    r"Seat [0-9]{1,2}: (?P<name>.+) \((?P<chips>[^()]+)\)"
    r"(?:, net: (?P<sign>[+-])(?P<net>[^, ]+))?(?:, \[(?P<cards>[^\[\]]*)\])?"
)
_STREET: Final = re.compile(r"--- Dealing (?:flop|turn|river) \[(.*)\]")
_DEALT: Final = re.compile(r"Dealing to (.+): \[(.*)\]")
_POST: Final = re.compile(
    r"posts (small blind|big blind|ante|dead blind|small & big blinds?) \((\S+)\)(?: \[all in\])?"
)
_ACT: Final = re.compile(r"(folds|checks|calls|bets|raises)(?: (\S+))?(?: to (\S+))?(?: \[all in\])?")
_POT: Final = re.compile(r"(?:Main pot|Side pot(?: [0-9]+)?): (\S+) won by (.*)")
_RAKE: Final = re.compile(r"Rake taken: (\S+)")


def begins(line: str) -> bool:
    """Whether a hand begins with this line."""
    return line.startswith("***** History for hand")


def read_piece(lines: list[Line]) -> Hand:
    """One hand."""
    number = _BEGIN.fullmatch(lines[0][1])
    table = next((match for _, line in lines[1:6] if (match := _TABLE.fullmatch(line))), None)
    if number is None or table is None:
        raise RecordError("OnGame heading: expected a table of hold'em or Omaha with its stakes", lines[0][0])
    notes = [("table", table["name"])]
    for _, line in lines[1:6]:
        if date := _DATE.fullmatch(line):
            notes += clock_notes(date["year"], date["month"], date["day"], date["clock"], date["zone"] or "")
    heading = Heading(
        "OnGame", number["number"], GAMES[_TITLES[table["game"]]], _LIMITS[table["limit"]],
        (table["small"], table["big"]), currency_of(table["big"]), notes=notes,
    )  # fmt: skip
    return _OnGameStory.read(heading, lines)


class _OnGameStory(LineStory):
    """A hand in OnGame's words."""

    closing = False
    pots = 0

    def tell(self, number: int, line: str) -> None:
        """One line."""
        if self.closing:
            self._summary(number, line)
        elif line.startswith("Summary:"):
            self.closing = True
        elif match := _STREET.match(line):
            self.street(self.cards(match[1], number))
        elif match := _SEAT.fullmatch(line):
            self.sit(match[1], match[2], match[3], number)
        elif match := _BUTTON.fullmatch(line):
            self.button = int(match[1])
        elif match := _DEALT.fullmatch(line):
            self.dealt(self.player(match[1], number), self.cards(match[2], number), number)
        elif found := self.starting_with_name(line):
            self._did(number, *found)

    def _did(self, number: int, player: int, words: str) -> None:
        if match := _ACT.fullmatch(words):
            self.act(player, match[1], (match[3] if match[1] == "raises" else match[2]) or "", number)
        elif match := _POST.fullmatch(words):
            chips = self.chips(match[2], number)
            all_in = chips == self.stacks[player]
            if match[1] in ("ante", "dead blind"):
                self.post_ante(player, chips)
            elif match[1] == "small blind":
                self.post_small(player, chips, all_in)
            elif match[1] == "big blind":
                self.post_big(player, chips, all_in)
            else:
                self.post_both(player, chips)

    def _summary(self, number: int, line: str) -> None:
        if match := _POT.fullmatch(line):
            self.pots += self.chips(match[1], number)
            for share in match[2].split("), "):
                name, _, amount = share.rstrip(")").rpartition(" (")
                self.collect(self.player(name, number), self.chips(amount, number))
        elif match := _RAKE.fullmatch(line):
            self.total(self.pots, self.chips(match[1], number), number)
        elif match := _RESULT.fullmatch(line):
            player = self.player(match["name"], number)
            if match["net"]:
                self.net[player] = self.chips(match["net"], number) * (1 if match["sign"] == "+" else -1)
            else:
                self.net[player] = self.chips(match["chips"], number) - self.stacks[player]
            if match["cards"]:
                self.shown[player] = self.cards(match["cards"], number)

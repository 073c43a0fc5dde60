"""Winning Poker Network (Americas Cardroom and others), the format of 2013 to 2018: hold'em and Omaha.

A hand begins with the time and has its game in the second line, hold'em without limit and Omaha with pot limit. Bets
and raises are written as the chips added. The summary says what each player put in and won; the pot there is what was
paid out, and on jackpot tables more is missing from it than the rake that is named.
"""

from __future__ import annotations

import re
from typing import Final

from riverboat.games.hand import Hand
from riverboat.games.rules import Limit
from riverboat.records.rejected import RecordError
from riverboat.records.sites.games import GAMES
from riverboat.records.sites.story import Heading, LineStory
from riverboat.records.sites.text import Line, date_notes

_BEGIN: Final = "Game started at: "
_HEADING: Final = re.compile(
    r"Game ID: (?P<number>[0-9]{1,18}) (?P<small>[0-9.,]+)/(?P<big>[0-9.,]+) (?P<table>.*?) *"
    r"\((?P<game>Hold'em|Omaha|Omaha HiLow|Omaha H/L)\)"
)
_TOURNAMENT: Final = re.compile(r"\$|, Table [0-9]+$|[Tt]ournament|[Gg]uaranteed|Sit ?& ?Go")
_BUTTON: Final = re.compile(r"Seat ([0-9]{1,2}) is the button")
_SEAT: Final = re.compile(r"Seat ([0-9]{1,2}): (.+) \(([0-9.,]+)\)\.?")
_STREET: Final = re.compile(r"\*\*\* (?:FLOP|TURN|RIVER) \*\*\*: .*\[([^\[\]]*)\]")
_ACT: Final = re.compile(r"(folds|checks|calls|bets|raises|allin)(?: \(([0-9.,]+)\))?")
_POST: Final = re.compile(r"(has small blind|has big blind|posts|ante|straddle) \(([0-9.,]+)\)")
_CARD: Final = re.compile(r"received card: \[(.*)\]")
_UNCALLED: Final = re.compile(r"Uncalled bet \(([0-9.,]+)\) returned to (.+)")
_POT: Final = re.compile(r"Pot: ([0-9.,]*[0-9])\. Rake ([0-9.,]*[0-9])(?:\. JP fee ([0-9.,]*[0-9]))?")
_RESULT: Final = re.compile(
    r"(?P<how>.*?)\. ?Bets: (?P<bets>[0-9.,]*[0-9])\. Collects: (?P<won>[0-9.,]*[0-9])\. "
    r"(?P<sign>Wins|Loses): (?P<net>[0-9.,]*[0-9])\."
)
_SHOWN: Final = re.compile(r"\[([^\[\]]*)\]")

MAX_JACKPOT_FEE: Final = 100
"""In cents; it was 25 in every sample."""


def begins(line: str) -> bool:
    """Whether a hand begins with this line."""
    return line.startswith(_BEGIN)


def read_piece(lines: list[Line]) -> Hand:
    """One hand."""
    match = _HEADING.fullmatch(lines[1][1]) if len(lines) > 1 else None
    if match is None:
        said = lines[1][1][:80] if len(lines) > 1 else ""
        raise RecordError(f"Winning heading {said!r}: expected Game ID, blinds and hold'em or Omaha", lines[0][0] + 1)
    title = {"Hold'em": "Hold'em", "Omaha": "Omaha"}.get(match["game"], "Omaha Hi/Lo")
    notes = [*date_notes(lines[0][1]), ("table", match["table"])]
    betting: Limit = "no-limit" if title == "Hold'em" else "pot-limit"
    heading = Heading(
        "Winning", match["number"], GAMES[title], betting, (match["small"], match["big"]), "USD", notes=notes
    )
    if _TOURNAMENT.search(match["table"]):
        heading.currency = ""
    return _WinningStory.read(heading, lines, first=2)


class _WinningStory(LineStory):
    """A hand in Winning's words."""

    paid_out: int | None = None
    """Of the pot."""
    named_rake = 0

    def tell(self, number: int, line: str) -> None:
        """One line."""
        if self.paid_out is None and line.startswith("Player "):
            if found := self.starting_with_name(line[7:]):
                self._did(number, *found)
        elif match := _STREET.match(line):
            self.street(self.cards(match[1], number))
        elif match := _SEAT.fullmatch(line):
            self.sit(match[1], match[2], match[3], number)
        elif match := _BUTTON.fullmatch(line):
            self.button = int(match[1])
        elif match := _UNCALLED.fullmatch(line):
            self.returned = self.player(match[2], number), self.chips(match[1], number), number
        elif match := _POT.fullmatch(line):
            self.paid_out = self.chips(match[1], number)
            self.named_rake = self.chips(match[2], number) + self.chips(match[3] or "0", number)
        elif line.startswith(("Player ", "*Player ")) and (
            found := self.starting_with_name(line.partition("Player ")[2])
        ):
            self._result(number, *found)

    def _did(self, number: int, player: int, words: str) -> None:
        if match := _ACT.fullmatch(words):
            self.act(player, match[1], match[2] or "", number, added=True)
        elif match := _CARD.fullmatch(words):
            self.hole[player] = self.hole.get(player, ()) + self.cards(match[1], number)
        elif match := _POST.fullmatch(words):
            chips = self.chips(match[2], number)
            all_in = chips == self.stacks[player]
            if match[1] == "ante":
                self.post_ante(player, chips)
            elif match[1] == "has small blind":
                self.post_small(player, chips, all_in)
            elif match[1] == "straddle":
                self.straddle(player, chips)
            else:
                self.post_big(player, chips, all_in)

    def _result(self, number: int, player: int, words: str) -> None:
        """What a player put in and won; the sums must be those of the lines before."""
        match = _RESULT.fullmatch(words)
        if match is None:
            return
        won, net = self.chips(match["won"], number), self.chips(match["net"], number)
        self.net[player] = net if match["sign"] == "Wins" else -net
        if won - self.chips(match["bets"], number) != self.net[player]:
            raise RecordError(f"{self.names[player][:40]}: bets and collects are not the result", number)
        self.collect(player, won)
        if (cards := _SHOWN.search(match["how"])) and player not in self.hole:
            self.shown[player] = self.cards(cards[1], number)

    def close(self, line: int) -> None:
        """All results are there and add up; only jackpot tables take more than the rake."""
        if self.paid_out is None or sum(self.collected) != self.paid_out:
            raise RecordError("the record breaks off: the results are not those of the pot", line)
        self.rake = -sum(self.net.values())
        jackpot = "JP" in dict(self.heading.notes)["table"]
        if not 0 <= self.rake - self.named_rake <= (MAX_JACKPOT_FEE if jackpot else 0):
            raise RecordError(f"the house is said to take {self.named_rake}, but {self.rake} chips are missing", line)

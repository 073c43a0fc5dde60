"""888poker and the other rooms of Pacific (Cassava): cash games and tournaments in hold'em and Omaha.

Bets and raises are written as the chips added. Some rooms write `3 023,50 $` for $3,023.50. An uncalled bet is not
written and not among the winnings; there is no total and no rake: the rake is what is missing.
"""

from __future__ import annotations

import re
from typing import Final

from riverboat.games.hand import Hand
from riverboat.games.rules import Limit
from riverboat.records.rejected import RecordError
from riverboat.records.sites.games import GAMES
from riverboat.records.sites.story import Heading, LineStory
from riverboat.records.sites.text import Line, clock_notes, currency_of, hundredths

_BEGIN: Final = re.compile(
    r"\*{5} (?P<room>888\S*|Cassava|Pacific\S*|Lotos\S*|Snap)(?: Poker)? (?:Snap )?"
    r"Hand History for Game (?P<number>[0-9]{1,18}) \*{5}"
)
_HEADING: Final = re.compile(
    r"(?P<small>.+?)/(?P<big>.+?) Blinds (?P<limit>No Limit|Pot Limit|Fix Limit) (?P<game>Holdem|OmahaHL|Omaha)\b.*? - "
    r"\*\*\* (?P<day>[0-9]{2}) (?P<month>[0-9]{2}) (?P<year>[0-9]{4}) (?P<clock>[0-9]{2}:[0-9]{2}:[0-9]{2})"
)
_LIMITS: Final[dict[str, Limit]] = {"No Limit": "no-limit", "Pot Limit": "pot-limit", "Fix Limit": "limit"}
_TITLES: Final = {"Holdem": "Hold'em", "Omaha": "Omaha", "OmahaHL": "Omaha Hi/Lo"}
_TABLE: Final = re.compile(
    r"(?:Tournament #(?P<tournament>[0-9]+) .*?- )?Table (?P<name>.*?)(?: (?P<seats>[0-9]+) Max)? "
    r"\((?:Real|Play|Practice) Money\)"
)
_BUTTON: Final = re.compile(r"Seat ([0-9]{1,2}) is the button")
_SEAT: Final = re.compile(r"Seat ([0-9]{1,2}): (.+) \( (.+?) \)")
_DEALT: Final = re.compile(r"Dealt to (.+) \[ *(.*?) *\]")
_STREET: Final = re.compile(r"\*\* Dealing (?:flop|turn|river) \*\* \[ *(.*?) *\]")
_POST: Final = re.compile(
    r"posts (ante|small blind|big blind|dead blind|straddle) \[(?:(?P<dead>[^\[\]+]+) \+ )?(?P<chips>[^\[\]+]+)\]"
)
_ACT: Final = re.compile(r"(folds|checks|calls|bets|raises|all in)(?: \[(.+?)\])?")
_SHOWS: Final = re.compile(r"(shows|mucks) \[ *(.*?) *\]")
_COLLECTED: Final = re.compile(r"collected \[ *(.+?) *\]")


def begins(line: str) -> bool:
    """Whether a hand begins with this line."""
    return line.startswith("***** ") and _BEGIN.match(line) is not None


def read_piece(lines: list[Line]) -> Hand:
    """One hand."""
    number = _BEGIN.match(lines[0][1])
    # A space that does not break was encoded twice in some files.
    rest = [(at, line.replace("Â\u00a0", "\u00a0").replace("Â ", "\u00a0")) for at, line in lines[1:]]
    match = _HEADING.fullmatch(rest[0][1]) if rest else None
    if number is None or match is None:
        said = rest[0][1][:80] if rest else ""
        raise RecordError(
            f"888 heading {said!r}: expected blinds, a limit, hold'em or Omaha and a date", lines[0][0] + 1
        )
    stakes = match["small"], match["big"]
    if match["limit"] == "Fix Limit":  # these are the blinds, and the bets are once and twice the big one
        stakes = match["big"], f"{2 * (hundredths(match['big']) or 0) / 100:.2f}"
    notes = clock_notes(match["year"], match["month"], match["day"], match["clock"])
    heading = Heading(
        "888poker", number["number"], GAMES[_TITLES[match["game"]]], _LIMITS[match["limit"]],
        stakes, currency_of(match["big"]), notes=notes,
    )  # fmt: skip
    return _PacificStory.read(heading, [lines[0], *rest], first=2)


class _PacificStory(LineStory):
    """A hand in the words of 888."""

    keeps_rake_quiet = True

    def close(self, line: int) -> None:
        """Nothing comes after the winners."""
        if not any(self.collected):
            raise RecordError("the record breaks off: nobody collects the pot", line)

    def tell(self, number: int, line: str) -> None:
        """One line."""
        if match := _STREET.match(line):
            self.street(self.cards(match[1], number))
        elif match := _SEAT.fullmatch(line):
            self.sit(match[1], match[2], match[3], number)
        elif match := _BUTTON.fullmatch(line):
            self.button = int(match[1])
        elif match := _TABLE.fullmatch(line):
            self.heading.notes += [
                (name, match[key])
                for name, key in (("table", "name"), ("seat_count", "seats"), ("_tournament", "tournament"))
                if match[key]
            ]
        elif match := _DEALT.fullmatch(line):
            self.dealt(self.player(match[1], number), self.cards(match[2], number), number)
        elif found := self.starting_with_name(line):
            self._did(number, *found)

    def _did(self, number: int, player: int, words: str) -> None:
        if match := _ACT.fullmatch(words):
            self.act(player, match[1], match[2] or "", number, added=True)
        elif match := _POST.fullmatch(words):
            if match["dead"]:
                self.post_ante(player, self.chips(match["dead"], number))
            self._post(player, match[1], self.chips(match["chips"], number))
        elif match := _COLLECTED.fullmatch(words):
            self.collect(player, self.chips(match[1], number))
        elif match := _SHOWS.fullmatch(words):
            self.shown[player] = self.cards(match[2], number)

    def _post(self, player: int, what: str, chips: int) -> None:
        all_in = chips == self.stacks[player]
        if what == "ante":
            self.post_ante(player, chips)
        elif what == "small blind":
            self.post_small(player, chips, all_in)
        elif what == "straddle":
            self.straddle(player, chips)
        else:
            self.post_big(player, chips, all_in)

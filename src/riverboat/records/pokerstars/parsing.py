"""PokerStars' text histories: hold'em, Omaha, stud and draw games, cash and tournament tables, capped games, mixed
games, home games, boards run twice, hands cashed out.

Lines about people who come, go, talk or lose their connection are passed over; names may hold anything, so actions are
matched against the people in the seats, the longest name first. Every hand is played again by the rules and its money
must balance: what was put in is what came back uncalled, was collected and was raked. Otherwise the hand is refused
with the line where it went wrong.

Stud and draw games show everyone's face-up cards; of the others only one player's, and those shown down.
A stud hand whose opener bets more than the bring-in does not say how much that was: half the small bet is taken. Not
read: draw hands in which the deck ran out and the discards were dealt again. Sites that write in the same words
(GGPoker) widen `read_piece` by their own heading and their own extra lines.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final

from riverboat.games.hand import Hand
from riverboat.games.rules import Limit
from riverboat.records.rejected import RecordError, RejectedHand
from riverboat.records.sites.games import GAMES
from riverboat.records.sites.reading import read_site
from riverboat.records.sites.story import Heading, Story, decimals_in, finished
from riverboat.records.sites.text import Line, currency_of, date_notes

_TITLES: Final = "|".join(sorted(map(re.escape, GAMES), key=len, reverse=True))
_LIMIT: Final = "No Limit|Pot Limit|Limit"
BEGIN: Final = re.compile(r"PokerStars (?:Home Game |Zoom )?(?:Hand|Game) #")
_HEADING: Final = re.compile(
    r"PokerStars (?:Home Game |Zoom )?(?:Hand|Game) #(?P<number>[0-9A-Za-z_-]{1,40}):\s+"
    r"(?:\{(?P<club>[^{}]*)\}\s+)?(?:(?:Zoom )?Tournament #(?P<tournament>[0-9]+),.*? )?"
    rf"(?:(?P<game>{_TITLES}) (?P<limit>{_LIMIT}) "
    r"(?:- (?:Match Round \w+, )?Level (?P<level>\w+) )?\((?P<stakes>[^()]*)\)"
    # Of a mixed game, the one that is on.
    rf"|(?P<mix>[A-Z0-9][\w -]*?) \((?P<part>{_TITLES}) (?P<part_limit>{_LIMIT}), (?P<part_stakes>[^()]*)\)"
    r"(?: - (?:Match Round \w+, )?Level (?P<part_level>\w+) \((?P<level_stakes>[^()]*)\))?)(?: - (?P<date>.*))?"
)
_ANY_GAME: Final = re.compile(r"PokerStars .*#[0-9A-Za-z_-]+:\s+(.*?)(?: -|\()")
_TABLE: Final = re.compile(
    r"Table '(?P<name>.*)'(?: (?P<seats>[0-9]{1,2})-max)?(?: \((?:Play|Real) Money\))?"
    r"(?: Seat #(?P<button>[0-9]{1,2}) is the button.*)?"
)
_SEAT: Final = re.compile(r"Seat (?P<seat>[0-9]{1,2}): (?P<name>.+) \((?P<chips>\S+) in chips(?:, .*?)?\)(?P<rest>.*)")
_STAKES: Final = re.compile(r"(\S+?)/(\S+?)(?: - (\S+) Cap -)?(?: - Ante \S+)?(?:\s+([A-Z]{3}))?\s*")
_BUTTON_STAKES: Final = re.compile(r"Button Blind (\S+) - Ante (\S+)(?:\s+([A-Z]{3}))?\s*")
_STREET: Final = re.compile(r"\*\*\* (?:(?:FIRST|SECOND|THIRD) )?(?:FLOP|TURN|RIVER) \*\*\* (\[.*\])")
_RUN: Final = re.compile(r"\*\*\* (SECOND|THIRD) (?:FLOP|TURN|RIVER) \*\*\*")
_STUD_STREET: Final = re.compile(r"\*\*\* (?:(?:3rd|4th|5th|6th) STREET|RIVER) \*\*\*")
_DRAW: Final = re.compile(r"\*\*\* (?:FIRST |SECOND |THIRD )?DRAW \*\*\*")
_GIVEN: Final = re.compile(r"(?: \[[^\[\]]*\])+")
_DISCARDS: Final = re.compile(r"(?:discards ([0-9]) cards?|stands pat)(?: (?:on )?\[([^\[\]]*)\])?")
_CARDS: Final = re.compile(r"\[([^\[\]]*)\]")
_POST: Final = re.compile(r"posts (the ante|small blind|big blind|small & big blinds|button blind|straddle) (\S+)")
_ENDING: Final = r"(?: and (?:is all-in|has reached .*))?"
_ACT: Final = re.compile(
    rf"(?:folds(?: \[.*\])?|checks|(calls|bets) (\S+){_ENDING}|raises \S+ to (\S+){_ENDING})(?: \[.*\])?"
)
_COLLECTED: Final = re.compile(r"(.+) collected (\S+) from (?:pot|main pot|side pot(?:-[0-9]+)?)(?: \(.*\))?")
_CASHED_OUT: Final = re.compile(r"(.+?):? [Cc]ashed [Oo]ut the hand for (\S+)(?: \| Cash Out Fee (\S+))?")
_UNCALLED: Final = re.compile(r"Uncalled bet \((\S+)\) returned to (.+)")
_TOTAL: Final = re.compile(r"Total pot (\S+)(?: .*?)? \| Rake (\S+)(.*)")
_TURNED_UP: Final = re.compile(r"(?:mucked|showed) \[([^\[\]]*)\]")
_CHAT: Final = re.compile(r' said, ".*"$')
_VERBS: Final = ("posts", "folds", "checks", "calls", "bets", "raises", "brings in", "discards", "stands pat")
LIMITS: Final[dict[str, Limit]] = {"No Limit": "no-limit", "Pot Limit": "pot-limit", "Limit": "limit"}


def read_pokerstars(lines: Iterable[str]) -> Iterator[Hand | RejectedHand]:
    """The hands of a file; every other piece of text in it is refused, but for a preamble."""
    return read_site(lines, "PokerStars", begins, read_piece)


def begins(line: str) -> bool:
    """Whether a hand begins with this line."""
    return line.startswith("PokerStars ") and BEGIN.match(line) is not None


def read_piece(lines: list[Line]) -> Hand:
    """One hand."""
    heading = _heading(lines[0])
    story = StarsStory(heading, decimals_in(lines[1:], heading), lines[0][0])
    return story.read(lines[1:])


def _heading(line: Line) -> Heading:
    match = _HEADING.fullmatch(line[1])
    if match is None:
        if not begins(line[1]):
            raise RecordError("no PokerStars heading; a hand begins with PokerStars Hand #", line[0])
        game = _ANY_GAME.match(line[1])
        name = game[1][:40] if game else line[1][:40]
        raise RecordError(f"game {name!r}: expected one like {', '.join(list(GAMES)[:3])} and so on", line[0])
    title, limit = match["game"] or match["part"], match["limit"] or match["part_limit"]
    said = match["stakes"] if match["game"] else match["level_stakes"] or match["part_stakes"]
    notes = [(f"_{name}", match[name]) for name in ("tournament", "level", "mix", "club") if match[name]]
    if match["part_level"]:
        notes.append(("_level", match["part_level"]))
    notes += date_notes(match["date"] or "")
    stakes, cap, code = stakes_of(said, line)
    currency = code or currency_of(stakes[1])
    return Heading("PokerStars", match["number"], GAMES[title], LIMITS[limit], stakes, currency, cap, notes)


def stakes_of(said: str, line: Line) -> tuple[tuple[str, str], str, str]:
    """Blinds or bets, the cap and the currency's code, as the brackets of a heading have them."""
    if match := _BUTTON_STAKES.fullmatch(said):
        return (match[2], match[1]), "", match[3] or ""
    match = _STAKES.fullmatch(said)
    if match is None:
        raise RecordError(f"stakes {said[:30]!r}: expected blinds or bets like $1/$2 USD", line[0])
    return (match[1], match[2]), match[3] or "", match[4] or ""


class StarsStory(Story):
    """A hand in PokerStars' words."""

    def read(self, lines: list[Line]) -> Hand:
        """Every line once."""
        cancelled = next((number for number, line in lines if line.startswith("Hand cancelled")), None)
        if cancelled is not None:
            raise RecordError("the hand was cancelled", cancelled)
        at = self._sit_down(lines)
        self._plain = not any(": " in name for name in self.names)
        summary = False
        for number, line in lines[at:]:
            if summary:
                self.summary(number, line)
            elif line.startswith("*** "):
                summary = line.startswith("*** SUMMARY")
                self._part(number, line)
            else:
                self.line_of_play(number, line)
        if self.pot is None:
            raise RecordError("the record breaks off: no line with the total pot", lines[-1][0] if lines else self.line)
        return finished(self)

    def _sit_down(self, lines: list[Line]) -> int:
        """The table with its people; returns where the lines after them begin."""
        seated = 0
        for number, line in lines:
            if match := _SEAT.fullmatch(line):
                if "sitting out" not in match["rest"] and "out of hand" not in match["rest"]:
                    self.sit(match["seat"], match["name"], match["chips"], number)
            elif match := _TABLE.fullmatch(line):
                self.button = int(match["button"] or 0)
                self.heading.notes.append(("table", match["name"]))
                if match["seats"]:
                    self.heading.notes.append(("seat_count", match["seats"]))
            else:
                break
            seated += 1
        if not self.button and self.heading.game.kind != "stud":
            raise RecordError("no line says where the button is", self.line)
        return seated

    def _part(self, number: int, line: str) -> None:
        """A line with stars: the next street or part."""
        kind = self.heading.game.kind
        if kind == "stud" and _STUD_STREET.match(line):
            common = _CARDS.search(line)
            self.stud_street(self.cards(common[1], number) if common else ())
        elif match := _STREET.match(line):
            if run := _RUN.match(line):
                self.runs = max(self.runs, 2 if run[1] == "SECOND" else 3)
            self.street(self.cards(_CARDS.findall(match[1])[-1], number))
        elif _DRAW.match(line):
            self.street()

    def line_of_play(self, number: int, line: str) -> None:
        """A line between the seats and the summary."""
        head, colon, words = line.partition(": ")
        if colon and self._plain and (player := self.index.get(head)) is not None:
            if words.startswith(_VERBS) or not _CHAT.search(line):
                self.did(number, player, words)
        elif line.startswith("Dealt to "):
            self._dealt(number, line[9:])
        elif match := _UNCALLED.fullmatch(line):
            self.returned = self.player(match[2], number), self.chips(match[1], number), number
        elif match := _COLLECTED.fullmatch(line):
            self.collect(self.player(match[1], number), self.chips(match[2], number))
        elif match := _CASHED_OUT.fullmatch(line):
            self.cashed_out(number, match[1], match[2], match[3] or "")
        else:
            self._said(number, line)

    def _said(self, number: int, line: str) -> None:
        """A line that begins with a name and a colon, or is noise."""
        if _CHAT.search(line):
            return
        if found := self.starting_with_name(line, ": "):
            self.did(number, *found)
            return
        who, colon, rest = line.rpartition(": ")
        if colon and rest.startswith(_VERBS):
            raise RecordError(f"{who[:40]} acts, but has no seat in this hand", number)

    def _dealt(self, number: int, line: str) -> None:
        """A name, the cards that the player had if there were any, and those that are new."""
        for name in sorted(self.names, key=len, reverse=True):
            if line.startswith(name) and (len(line) == len(name) or _GIVEN.fullmatch(line, len(name))):
                if groups := _CARDS.findall(line[len(name) :]):
                    self.dealt(self.index[name], self.cards(groups[-1], number), number)
                return
        if line.endswith("]"):
            raise RecordError(f"{line.rpartition(' [')[0][:40]} has no seat in this hand", number)

    def did(self, number: int, player: int, words: str) -> None:
        """What a player does."""
        if match := _ACT.fullmatch(words):
            verb = words[0:2]
            if verb == "fo":
                self.fold(player, number)
            elif verb == "ch":
                self.check(player, number)
            elif verb == "ca":
                self.call(player, self.chips(match[2], number), number)
            elif verb == "be":
                self.raise_to(player, self.chips(match[2], number), number)
            else:
                self.raise_to(player, self.chips(match[3], number), number)
        elif match := _POST.match(words):
            self._post(player, match[1], self.chips(match[2], number), " all-in" in words)
        elif words.startswith("shows [") and (cards := _CARDS.search(words)):
            self.shown[player] = self.cards(cards[1], number)
        elif words.startswith("mucks hand"):
            self.mucked.add(player)
        elif words.startswith("brings in for "):
            self.brings_in(player, self.chips(words.split()[3], number), number)
        elif match := _DISCARDS.match(words):
            self.discard(player, int(match[1] or 0), self.cards(match[2] or "", number), number)
        elif words.startswith(_VERBS):
            raise RecordError(f"action {words[:40]!r}: an amount is missing or not understood", number)

    def _post(self, player: int, what: str, chips: int, all_in: bool) -> None:
        if what == "the ante":
            self.post_ante(player, chips)
        elif what == "small blind":
            self.post_small(player, chips, all_in)
        elif what == "small & big blinds":
            self.post_both(player, chips)
        elif what == "straddle":
            self.straddle(player, chips)
        else:
            self.post_big(player, chips, all_in)

    def cashed_out(self, number: int, name: str, amount: str, fee: str) -> None:
        """A player sold the hand to the house before its end."""
        player = self.player(name, number)
        self.cash_outs[player] = self.chips(amount, number)
        if fee:
            self.cash_fees[player] = self.chips(fee, number)

    def summary(self, number: int, line: str) -> None:
        """A line of the summary: the total, or a player's cards."""
        if match := _TOTAL.fullmatch(line):
            fees = self.chips(match[2], number) + self.fees(match[3], number)
            pot = self.chips(match[1], number)
            if self.cash_outs:
                self.pot, self.rake = pot, fees  # what a hand that was sold won is not always written
            else:
                self.total(pot, fees, number)
        elif line.startswith("Seat ") and (match := _TURNED_UP.search(line)):
            found = self.starting_with_name(line.partition(": ")[2])
            if found is not None and found[0] not in self.shown:
                self.shown[found[0]] = self.cards(match[1], number)

    def fees(self, rest: str, number: int) -> int:
        """What the house takes besides the rake."""
        return 0

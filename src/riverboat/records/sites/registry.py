"""Which site wrote this? Headings of the sites that are read, and signs of those that are not.

A file may hold hands of several sites: each block goes to the reader of its own heading.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from typing import Final, NamedTuple

from riverboat.games.hand import Hand
from riverboat.records.pokerstars import parsing as pokerstars
from riverboat.records.rejected import RecordError, RejectedHand
from riverboat.records.sites import full_tilt, ggpoker, ongame, pacific, partypoker, winamax, winning
from riverboat.records.sites.blocks import blocks
from riverboat.records.sites.text import Line


class Site(NamedTuple):
    """A site whose texts are read."""

    title: str
    begins: Callable[[str], bool]
    read_piece: Callable[[list[Line]], Hand]


SITES: Final = {
    "pokerstars": Site("PokerStars", pokerstars.begins, pokerstars.read_piece),
    "ggpoker": Site("GGPoker", ggpoker.begins, ggpoker.read_piece),
    "winamax": Site("Winamax", winamax.begins, winamax.read_piece),
    "partypoker": Site("partypoker", partypoker.begins, partypoker.read_piece),
    "pacific": Site("888poker", pacific.begins, pacific.read_piece),
    "winning": Site("Winning", winning.begins, winning.read_piece),
    "fulltilt": Site("Full Tilt", full_tilt.begins, full_tilt.read_piece),
    "ongame": Site("OnGame", ongame.begins, ongame.read_piece),
}
"""By the name of the format."""
_STARTS: Final = (
    "PokerStars ", "Poker Hand #", "Winamax Poker - ", "***** ", "Game started at: ", "Full Tilt Poker Game #",
)  # fmt: skip
_CLOSES: Final = ("*** SUMMARY", "** Summary", "------ Summary", "Summary:")
_WINS: Final = re.compile(r".+ wins (?:Hi |Lo )?\(?\S*[0-9]")
_NOT_READ: Final = (
    (re.compile(r"<Game hhversion="), "Microgaming (MPN)"),
    (re.compile(r"(?:Ignition|Bovada|Bodog)(?: Poker)? (?:Hand|Game) #"), "Bovada and Ignition"),
    (re.compile(r"Stage #[0-9]+"), "Absolute Poker and UltimateBet"),
    (re.compile(r"<HandHistory|<DescriptionOfHand|<hand_history"), "an XML format of another site"),
    (re.compile(r"<game id=\"[0-9-]+\""), "Merge"),
    (re.compile(r"CoinPoker (?:Hand|Game) #"), "CoinPoker"),
    (re.compile(r"\*{3,} Betfair Poker"), "Betfair"),
    (re.compile(r"Run It Once|\"handId\".*RunItOnce"), "Run It Once"),
    (re.compile(r"PKR|\[PKR"), "PKR"),
    (re.compile(r"Hand #[0-9-]+ - (?:Holdem|Omaha)"), "Winning's newer format"),
    (re.compile(r"Game #[0-9]+.*(?:Unibet|Relax)|Unibet"), "Unibet"),
    (re.compile(r"(?:PokerMaster|PPPoker|WPT Global|Replay Poker|SwC Poker|SealsWithClubs)\b"), "this site"),
    (re.compile(r"Everest Poker|<HAND time="), "Everest"),
    (re.compile(r"Entraction|Game # [0-9]+ - "), "Entraction"),
)


def site_of(line: str) -> Site | None:
    """The site whose heading this line is."""
    if not line.startswith(_STARTS):
        return None
    return next((site for site in SITES.values() if site.begins(line)), None)


def format_of(line: str) -> str | None:
    """The name of the format whose heading this line is."""
    return next((name for name, site in SITES.items() if site.begins(line)), None) if line.startswith(_STARTS) else None


def unread_site(line: str) -> str:
    """The name of a site that is recognised but not read; nothing otherwise."""
    for sign, name in _NOT_READ:
        if match := sign.match(line):
            return match[0] if name == "this site" else name
    return ""


def read_texts(lines: Iterable[str]) -> Iterator[Hand | RejectedHand]:
    """The hands of a file of any of the sites, in order; every other piece of text is refused, but for a preamble."""
    for block in blocks(lines, lambda line: line.startswith(_STARTS) and site_of(line) is not None, _closes):
        first = block[0][1]
        site = site_of(first)
        try:
            if site is None:
                other = unread_site(first)
                why = f"hands of {other} are not read" if other else f"{first[:60]!r} is not the beginning of a hand"
                raise RecordError(f"no heading of a known site: {why}")
            yield site.read_piece(block)
        except RecordError as error:
            yield RejectedHand(error.line or block[0][0], str(error))


def _closes(line: str) -> bool:
    return line.startswith(_CLOSES) or _WINS.match(line) is not None

"""GGPoker (and its skins): cash games, Rush & Cash and tournaments, in PokerStars' words with its own oddities.

Hand numbers have letters that name the kind of game (RC Rush & Cash, HD hold'em, OM Omaha, SD short deck, TM
tournament, SG Spin & Gold). The last line counts fees besides the rake (jackpot, bingo, fortune, tax). Every straddle
is written as a total, also those of one player on top of another. A player who cashes out by expected value pays the
risk if the hand wins and receives the price if it loses; the result is that price either way. Refused: hands to which
the house adds money (cash drops, insurance), because a pot is what the players put in.
"""

from __future__ import annotations

import re
from typing import Final

from riverboat.games.hand import Hand
from riverboat.records.pokerstars.parsing import LIMITS, StarsStory
from riverboat.records.rejected import RecordError
from riverboat.records.sites.games import GAMES
from riverboat.records.sites.story import Heading, decimals_in
from riverboat.records.sites.text import Line, currency_of, date_notes

_TITLES: Final = {
    "Hold'em": "Hold'em",
    "6+ Hold'em": "6+ Hold'em",
    "ShortDeck": "6+ Hold'em",
    "Short Deck": "6+ Hold'em",
    "Omaha": "Omaha",
    "PLO": "Omaha",
    "Omaha5": "5 Card Omaha",
    "PLO-5": "5 Card Omaha",
    "PLO5": "5 Card Omaha",
    "5 Card Omaha": "5 Card Omaha",
    "Omaha6": "6 Card Omaha",
    "PLO-6": "6 Card Omaha",
    "PLO6": "6 Card Omaha",
    "Omaha Hi/Lo": "Omaha Hi/Lo",
}
_GAME: Final = "|".join(sorted(map(re.escape, _TITLES), key=len, reverse=True))
_HEADING: Final = re.compile(
    r"Poker Hand #(?P<number>[A-Z]{0,3}[0-9]{1,18}): (?:Tournament #(?P<tournament>[0-9]+)[,:]? .*)?(?<= )"
    rf"(?P<game>{_GAME})(?: (?P<limit>No Limit|Pot Limit|Limit))?(?: - Level ?(?P<level>\w+) ?)? ?"
    r"\((?P<small>[^/()]+)/(?P<big>[^/()]+?)(?: ?\((?P<ante>[^()]+)\))?\) - (?P<date>.*)"
)
_FEE: Final = re.compile(r" \| (?:Jackpot|Bingo|Fortune|Tax) (\S+)")
_IN_BRACKETS: Final = re.compile(r"\((\S+)\)")


def begins(line: str) -> bool:
    """Whether a hand begins with this line."""
    return line.startswith("Poker Hand #")


def read_piece(lines: list[Line]) -> Hand:
    """One hand."""
    number, line = lines[0]
    match = _HEADING.fullmatch(line)
    if match is None:
        raise RecordError(f"GGPoker heading {line[:80]!r}: expected a game, its limit, stakes and a date", number)
    title = _TITLES[match["game"]]
    limit = LIMITS.get(match["limit"] or "", "pot-limit" if "Omaha" in title else "no-limit")
    notes = [(f"_{name}", match[name]) for name in ("tournament", "level") if match[name]]
    notes += date_notes(match["date"])
    currency = currency_of(match["big"])
    stakes = match["small"].strip(), match["big"].strip()
    heading = Heading("GGPoker", match["number"], GAMES[title], limit, stakes, currency, notes=notes)
    return _GGStory(heading, decimals_in(lines[1:], heading), number).read(lines[1:])


class _GGStory(StarsStory):
    """A hand in GGPoker's words."""

    def line_of_play(self, number: int, line: str) -> None:
        """As at PokerStars, and the house's money."""
        if line.startswith("Cash Drop to Pot"):
            raise RecordError(
                "the house added chips to the pot (cash drop), which a record of play cannot hold", number
            )
        super().line_of_play(number, line)

    def did(self, number: int, player: int, words: str) -> None:
        """As at PokerStars, and straddles, cash-outs and insurance."""
        if words.startswith("straddle "):
            self.straddle(player, self.chips(words.split()[1], number))
        elif words.startswith(("Pays Cashout Risk", "Receives Cashout")):
            amount = _IN_BRACKETS.search(words)
            if amount is None:
                raise RecordError(f"{words[:40]!r}: an amount is missing", number)
            chips = self.chips(amount[1], number)
            self.cash_outs[player] = -chips if words.startswith("Pays") else chips
        elif "all-in insurance" in words:
            raise RecordError("a player insured an all-in with the house, which a record of play cannot hold", number)
        else:
            super().did(number, player, words)

    def fees(self, rest: str, number: int) -> int:
        """Jackpot and the other promotions."""
        return sum(self.chips(amount, number) for amount in _FEE.findall(rest))

    def summary(self, number: int, line: str) -> None:
        """A price is what was collected, less the risk."""
        if line.startswith("Total pot"):
            for player, change in self.cash_outs.items():
                self.cash_outs[player] = change + self.collected[player]
        super().summary(number, line)

"""The games of text histories: what PokerStars calls them, and what they are in the catalogue.

Readers of other sites translate their words to these titles.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from riverboat.games.rules import Rules
from riverboat.records.phh.variants import Kind, plays_like


class TextGame(NamedTuple):
    """A game as headings name it."""

    title: str
    name: str
    """In the catalogue."""
    kind: Kind
    hole: int
    """The number of private cards of a player at the end."""


GAMES: Final = {
    game.title: game
    for game in (
        TextGame("Hold'em", "holdem", "board", 2),
        TextGame("6+ Hold'em", "short_deck", "board", 2),
        TextGame("Omaha", "omaha", "board", 4),
        TextGame("5 Card Omaha", "omaha", "board", 5),
        TextGame("6 Card Omaha", "omaha", "board", 6),
        TextGame("Omaha Hi/Lo", "omaha8", "board", 4),
        TextGame("5 Card Omaha Hi/Lo", "omaha8", "board", 5),
        TextGame("7 Card Stud", "stud", "stud", 7),
        TextGame("7 Card Stud Hi/Lo", "stud8", "stud", 7),
        TextGame("Razz", "razz", "stud", 7),
        TextGame("5 Card Draw", "five_card_draw", "draw", 5),
        TextGame("Triple Draw 2-7 Lowball", "triple_draw", "draw", 5),
        TextGame("Single Draw 2-7 Lowball", "single_draw", "draw", 5),
        TextGame("Badugi", "badugi", "draw", 4),
    )
}
"""By title."""


def game_of(rules: Rules) -> TextGame | None:
    """The game as which these hands are written, or None if PokerStars does not have it."""
    if rules.boards > 1 or rules.runs > 2:
        return None
    for game in GAMES.values():
        hole = game.hole if game.name.startswith("omaha") else 0
        if plays_like(rules, game.name, rules.betting, hole=hole):
            return game
    return None

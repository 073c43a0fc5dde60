"""The games of PokerStars' text: what a heading calls them, and what they are in the catalogue."""

from __future__ import annotations

from typing import Final, NamedTuple

from riverboat.games.rules import Rules
from riverboat.records.phh.variants import Kind, plays_like


class StarsGame(NamedTuple):
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
        StarsGame("Hold'em", "holdem", "board", 2),
        StarsGame("6+ Hold'em", "short_deck", "board", 2),
        StarsGame("Omaha", "omaha", "board", 4),
        StarsGame("5 Card Omaha", "omaha", "board", 5),
        StarsGame("6 Card Omaha", "omaha", "board", 6),
        StarsGame("Omaha Hi/Lo", "omaha8", "board", 4),
        StarsGame("5 Card Omaha Hi/Lo", "omaha8", "board", 5),
        StarsGame("7 Card Stud", "stud", "stud", 7),
        StarsGame("7 Card Stud Hi/Lo", "stud8", "stud", 7),
        StarsGame("Razz", "razz", "stud", 7),
        StarsGame("5 Card Draw", "five_card_draw", "draw", 5),
        StarsGame("Triple Draw 2-7 Lowball", "triple_draw", "draw", 5),
        StarsGame("Single Draw 2-7 Lowball", "single_draw", "draw", 5),
        StarsGame("Badugi", "badugi", "draw", 4),
    )
}
"""By title."""


def game_of(rules: Rules) -> StarsGame | None:
    """The game as which these hands are written, or None if PokerStars does not have it."""
    if rules.boards > 1 or rules.runs > 2:
        return None
    for game in GAMES.values():
        hole = game.hole if game.name.startswith("omaha") else 0
        if plays_like(rules, game.name, rules.betting, hole=hole):
            return game
    return None

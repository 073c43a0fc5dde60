"""The games whose all-in equity can be asked for: how many cards a player has, the board, and who wins the pot.

Hold'em and short deck have their own loops (`exact.py`, `dealing/`); all others use `other_games.py`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from riverboat.errors import NotationError


@dataclass(frozen=True)
class Game:
    """What equity needs to know about a game."""

    name: str
    title: str
    cards: int
    """How many cards a player has at the showdown, not counting the board."""
    min_cards: int
    """How many of them must be given; the others are dealt. A player about whom nothing is known is `random`."""
    board: tuple[int, ...]
    """How many board cards may be given, the full board last."""
    rankings: tuple[str, ...]
    """The ranking that takes the pot, or the two that take half of it each."""
    lowest: int = 0
    """The lowest rank in the deck: 0 (deuces), or 4 (sixes) in a short deck."""

    @property
    def has_ranges(self) -> bool:
        """Whether a player may be a range of two-card holdings."""
        return self.cards == 2


_BOARD: Final = (0, 3, 4, 5)
_NO_BOARD: Final = (0,)
_HIGH_LOW: Final = ("omaha", "omaha-eight-or-better")

GAMES: Final = {
    game.name: game
    for game in (
        Game("holdem", "Texas hold'em", 2, 2, _BOARD, ("high",)),
        Game("short_deck", "short-deck hold'em", 2, 2, _BOARD, ("short-deck",), lowest=4),
        Game("omaha", "Omaha", 4, 4, _BOARD, ("omaha",)),
        Game("omaha5", "five-card Omaha", 5, 5, _BOARD, ("omaha",)),
        Game("omaha6", "six-card Omaha", 6, 6, _BOARD, ("omaha",)),
        Game("omaha8", "Omaha high-low, eight or better", 4, 4, _BOARD, _HIGH_LOW),
        Game("stud", "seven-card stud", 7, 3, _NO_BOARD, ("high",)),
        Game("stud8", "seven-card stud high-low, eight or better", 7, 3, _NO_BOARD, ("high", "eight-or-better")),
        Game("razz", "razz: seven-card stud for the ace-to-five low", 7, 3, _NO_BOARD, ("ace-to-five",)),
        Game("five_card_draw", "five-card draw", 5, 1, _NO_BOARD, ("high",)),
        Game("single_draw", "deuce-to-seven lowball", 5, 1, _NO_BOARD, ("deuce-to-seven",)),
        Game("badugi", "badugi", 4, 1, _NO_BOARD, ("badugi",)),
    )
}
"""All games by the catalogue's names, and Omaha with five and six cards."""
ALIASES: Final = {"short": "short_deck", "draw": "five_card_draw", "27": "single_draw", "triple_draw": "single_draw"}
"""Names of earlier versions, and games that differ only in how their cards are drawn."""


def find_game(name: str) -> Game:
    """The game of this name."""
    try:
        return GAMES[ALIASES.get(name, name)]
    except KeyError:
        raise NotationError(f'game "{name}": expected one of {", ".join(GAMES)}') from None

"""Under which heading people look for a game of the catalogue, and which games are the same for a rating."""

from __future__ import annotations

from typing import Final, Literal

from riverboat.games.rules import Rules

Family = Literal["Hold'em", "Omaha", "Stud", "Draw", "Small games", "Home games"]
_FAMILIES: Final[dict[str, Family]] = {
    "holdem": "Hold'em", "short_deck": "Hold'em", "manila": "Hold'em", "postflop_holdem": "Hold'em",
    "preflop_holdem": "Hold'em", "omaha": "Omaha", "omaha8": "Omaha", "stud": "Stud", "stud8": "Stud", "razz": "Stud",
    "five_card_draw": "Draw", "single_draw": "Draw", "triple_draw": "Draw", "badugi": "Draw",
    "kuhn": "Small games", "leduc": "Small games", "rhode_island": "Small games",
}  # fmt: skip
_STAKES: Final = frozenset({"players", "stacks", "ante", "blinds", "bring_in", "bets", "raises"})


def family_of(name: str) -> Family:
    """Where a game of the catalogue is found."""
    return _FAMILIES.get(name, "Home games")


def rated_game(rules: Rules) -> str:
    """The game without stakes and seats: winnings in big blinds can be compared within it, and nowhere else."""
    kept = ",".join(f"{key}={value}" for key, value in dict(rules.settings).items() if key not in _STAKES)
    return f"{rules.name}({kept})" if kept else rules.name

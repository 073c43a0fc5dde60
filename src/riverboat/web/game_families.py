"""Under which heading people look for a game of the catalogue."""

from __future__ import annotations

from typing import Final, Literal

Family = Literal["Hold'em", "Omaha", "Stud", "Draw", "Small games", "Home games"]
_FAMILIES: Final[dict[str, Family]] = {
    "holdem": "Hold'em", "short_deck": "Hold'em", "manila": "Hold'em", "postflop_holdem": "Hold'em",
    "preflop_holdem": "Hold'em", "omaha": "Omaha", "omaha8": "Omaha", "stud": "Stud", "stud8": "Stud", "razz": "Stud",
    "five_card_draw": "Draw", "single_draw": "Draw", "triple_draw": "Draw", "badugi": "Draw",
    "kuhn": "Small games", "leduc": "Small games", "rhode_island": "Small games",
}  # fmt: skip


def family_of(name: str) -> Family:
    """Where a game of the catalogue is found."""
    return _FAMILIES.get(name, "Home games")

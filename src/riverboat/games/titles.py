"""What people call a game: "No-limit Texas hold'em, 6 players" for `holdem(betting=no-limit,players=6)`."""

from __future__ import annotations

from typing import Final

_NAMES: Final = {
    "holdem": "Texas hold'em", "postflop_holdem": "Hold'em from the flop on", "preflop_holdem": "Pre-flop hold'em",
    "short_deck": "Short-deck hold'em", "omaha8": "Omaha high-low", "stud": "Seven-card stud", "stud8": "Stud high-low",
    "single_draw": "Deuce-to-seven single draw", "triple_draw": "Deuce-to-seven triple draw", "kuhn": "Kuhn poker",
    "leduc": "Leduc hold'em", "rhode_island": "Rhode Island hold'em", "five_card_draw": "Five-card draw",
}  # fmt: skip
_PROPER: Final = ("Texas", "Omaha", "Manila", "Cincinnati", "Rhode")


def game_title(name: str) -> str:
    """The name of a game of the catalogue, or of a custom one, for people."""
    plain = name.replace("_", " ")
    return _NAMES.get(name) or plain[:1].upper() + plain[1:]


def game_words(identity: str) -> str:
    """The game of an identity with its betting and its number of players; other settings are left out."""
    name, _, inside = identity.partition("(")
    settings = dict(part.split("=", 1) for part in inside.removesuffix(")").split(",") if "=" in part)
    title, betting = game_title(name), settings.get("betting", "")
    if betting:
        title = f"{betting.capitalize()} {title if title.startswith(_PROPER) else title[0].lower() + title[1:]}"
    return f"{title}, {settings['players']} players" if "players" in settings else title

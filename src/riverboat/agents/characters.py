"""Who plays the rule styles? A name, a sentence and a face for each of `rules.STYLES`, for people who choose opponents.

The sentence says what to expect and what to do about it. The numbers in it are those of docs/styles.md (a table of ten,
no-limit hold'em). Faces are drawn in `web/static/faces/STYLE.svg`.
"""

from __future__ import annotations

from typing import Final, NamedTuple


class Character(NamedTuple):
    """A rule style as a person."""

    name: str
    style: str
    """A key of `rules.STYLES`."""
    kind: str
    """What players call it."""
    sentence: str

    @property
    def agent(self) -> str:
        """The player as the registry names it."""
        return f"rules(style={self.style})"


CHARACTERS: Final = (
    Character("Gus", "rock", "rock", "Plays one hand in eleven and means it: believe his raises, take his blinds."),
    Character(
        "Clara", "tight_passive", "tight and passive",
        "Waits for good cards and then mostly calls: bet when she checks.",
    ),
    Character(
        "Sofia", "tight_aggressive", "tight and aggressive",
        "Few hands, most of them raised, and she bets on when you check: pick your spots against her.",
    ),
    Character(
        "Frank", "loose_passive", "loose and passive",
        "Plays every third hand, raises hardly ever: bet your good hands for value, and do not bluff him.",
    ),
    Character(
        "Boris", "loose_aggressive", "loose and aggressive",
        "Raises nearly every hand he plays, and folds to most bets on the flop: call before it and bet after it.",
    ),
    Character(
        "Mira", "maniac", "maniac", "Raises almost every second hand: wait for a good one, and let her do the betting."
    ),
    Character(
        "Carl", "calling_station", "calling station",
        "Calls to see what you have, and seldom raises: value bets cost him, bluffs cost you.",
    ),
    Character(
        "Sid", "short_stacker", "short stacker",
        "Sits down with twenty big blinds and plays his few hands for all of them.",
    ),
)  # fmt: skip

_BY_AGENT: Final = {character.agent: character for character in CHARACTERS}


def character_of(agent: str) -> Character | None:
    """The character of a player, by what the registry calls it; None if it is none of them."""
    return _BY_AGENT.get("".join(agent.split()))

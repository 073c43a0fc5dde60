"""The standard games by their file names, as distributed with the competition's server.

`standard_game("holdem.limit.2p.reverse_blinds.game")` is the `Rules`; a folder and the ending `.game` may be left out
or not.
"""

from __future__ import annotations

from functools import cache
from typing import Final

from riverboat.errors import RiverboatError
from riverboat.games.acpc.definition import read_game
from riverboat.games.rules import Rules

_HOLDEM: Final = "numSuits = 4\nnumRanks = 13\nnumHoleCards = 2\nnumRounds = 4\nnumBoardCards = 0 3 1 1"
_LIMIT: Final = "limit\nraiseSize = 10 10 20 20\nmaxRaises = 3 4 4 4"
_DEFINITIONS: Final = {
    "holdem.limit.2p.reverse_blinds": f"{_LIMIT}\nnumPlayers = 2\nblind = 10 5\nfirstPlayer = 2 1 1 1\n{_HOLDEM}",
    "holdem.limit.3p": f"{_LIMIT}\nnumPlayers = 3\nblind = 5 10 0\nfirstPlayer = 3 1 1 1\n{_HOLDEM}",
    "holdem.nolimit.2p.reverse_blinds": (
        f"nolimit\nnumPlayers = 2\nstack = 20000 20000\nblind = 100 50\nfirstPlayer = 2 1 1 1\n{_HOLDEM}"
    ),
    "holdem.nolimit.3p": (
        f"nolimit\nnumPlayers = 3\nstack = 20000 20000 20000\nblind = 50 100 0\nfirstPlayer = 3 1 1 1\n{_HOLDEM}"
    ),
    "holdem.nolimit.6p": (
        "nolimit\nnumPlayers = 6\nstack = 20000 20000 20000 20000 20000 20000\nblind = 50 100 0 0 0 0\n"
        f"firstPlayer = 3 1 1 1\n{_HOLDEM}"
    ),
    "kuhn.limit.3p": (
        "limit\nnumPlayers = 3\nnumRounds = 1\nblind = 1 1 1\nraiseSize = 1\nfirstPlayer = 1\nmaxRaises = 1\n"
        "numSuits = 1\nnumRanks = 4\nnumHoleCards = 1\nnumBoardCards = 0"
    ),
    "leduc.limit.2p": (
        "limit\nnumPlayers = 2\nnumRounds = 2\nblind = 1 1\nraiseSize = 2 4\nfirstPlayer = 1 1\nmaxRaises = 2 2\n"
        "numSuits = 2\nnumRanks = 3\nnumHoleCards = 1\nnumBoardCards = 0 1"
    ),
}
STANDARD_GAMES: Final = tuple(_DEFINITIONS)
"""Their names, without the ending."""


def standard_game(name: str) -> Rules:
    """The rules of a standard file, by its name with or without folder and ending."""
    plain = name.replace("\\", "/").rpartition("/")[2].removesuffix(".game")
    if plain not in _DEFINITIONS:
        raise RiverboatError(f'game "{plain[:60]}": not a standard definition; there is {", ".join(STANDARD_GAMES)}')
    return _standard(plain)


@cache
def _standard(name: str) -> Rules:
    return read_game(f"GAMEDEF\n{_DEFINITIONS[name]}\nEND GAMEDEF\n", name)

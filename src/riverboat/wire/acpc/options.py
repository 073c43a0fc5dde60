"""The command line of the ACPC dealer, and the game of a name or a file.

    dealer matchName gameDefFile #Hands rngSeed p1name p2name ... [options]

Options may stand anywhere, as the original allows. One is new: `--host`, the address to listen on.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from getopt import GetoptError, gnu_getopt
from pathlib import Path
from typing import Any, Final

from riverboat.errors import NotationError, RiverboatError
from riverboat.games.acpc.definition import read_game
from riverboat.games.acpc.standard import standard_game
from riverboat.games.rules import Rules

USAGE: Final = """\
usage: dealer matchName gameDefFile #Hands rngSeed p1name p2name ... [options]
  -f                    the button stays at the last seat
  -l / -L               no log file / a log file matchName.log (default)
  -p PORT,PORT,...      ports of the seats (default: any free ones)
  -q                    no messages on stderr, only warnings, errors and the score
  -t / -T               no transaction file (default) / a transaction file matchName.tlog
  -a                    append to these files; with -T resume an interrupted match
  --t_response MS       maximum time for one response (600000)
  --t_hand MS           maximum time of a player in one hand (600000)
  --t_per_hand MS       maximum time of a player in the match, as an average per hand (7000)
  --start_timeout MS    maximum time to wait for players to connect; negative for no limit (-1)
  --host ADDRESS        where to listen (127.0.0.1)
Examples:
  riverboat acpc dealer match holdem.limit.2p.reverse_blinds.game 50 7 alice bob -p 18471,18472
"""
_LARGEST_GAME_FILE: Final = 65_536
_MAX_HANDS: Final = 2**32 - 1
_LETTERS: Final[dict[str, tuple[str, bool]]] = {
    "-f": ("fixed_button", True),
    "-l": ("log", False),
    "-L": ("log", True),
    "-q": ("quiet", True),
    "-t": ("transactions", False),
    "-T": ("transactions", True),
    "-a": ("append", True),
}
_TIMES: Final = ("t_response", "t_hand", "t_per_hand", "start_timeout")


@dataclass(frozen=True)
class DealerOptions:
    """A match to deal; times are milliseconds."""

    name: str
    """Of the match, and of its files before `.log` and `.tlog`."""
    game: str
    """A `.game` file, or the name of a standard one."""
    hands: int
    seed: int
    players: tuple[str, ...]
    fixed_button: bool = False
    log: bool = True
    ports: tuple[int, ...] = ()
    """By seat; 0, or none, is any free port."""
    quiet: bool = False
    transactions: bool = False
    append: bool = False
    t_response: int = 600_000
    t_hand: int = 600_000
    t_per_hand: int = 7_000
    start_timeout: int = -1
    host: str = "127.0.0.1"

    def __post_init__(self) -> None:
        if not 1 <= self.hands <= _MAX_HANDS:
            raise RiverboatError(f"{self.hands} hands: expected 1 to {_MAX_HANDS}")
        if not 0 <= self.seed < 2**32:
            raise RiverboatError(f"seed {self.seed}: expected 0 to {2**32 - 1}")
        for port in self.ports:
            if not 0 <= port <= 65_535:
                raise RiverboatError(f"port {port}: expected 0 to 65535")
        for name in (self.name, self.game, *self.players):
            if not name or not name.isprintable():
                raise RiverboatError(f"name {name!r}: expected printable text")
        for name in self.players:
            if "|" in name:
                raise RiverboatError(f'player "{name}": the log separates names by |')
        for label in _TIMES[:3]:
            if getattr(self, label) < 0:
                raise RiverboatError(f"--{label} {getattr(self, label)}: expected 0 or more milliseconds")


def parse_arguments(arguments: Sequence[str]) -> DealerOptions:
    """The options of a command line, without the name of the program."""
    try:
        options, words = gnu_getopt(list(arguments), "flLp:qtTa", [f"{time}=" for time in _TIMES] + ["host="])
    except GetoptError as error:
        raise NotationError(f"dealer: {error}") from None
    given: dict[str, Any] = {}
    for option, value in options:
        if option in _LETTERS:
            name, setting = _LETTERS[option]
            given[name] = setting
        elif option == "-p":
            given["ports"] = tuple(_whole(port, "port") for port in value.split(","))
        elif option == "--host":
            given["host"] = value
        else:
            given[option[2:]] = _whole(value, option)
    if len(words) < 5:
        raise NotationError("dealer: expected matchName gameDefFile #Hands rngSeed p1name p2name ...")
    name, game, hands, seed, *players = words
    return DealerOptions(name, game, _whole(hands, "#Hands"), _whole(seed, "rngSeed"), tuple(players), **given)


def find_game(text: str) -> Rules:
    """The rules in a `.game` file, or if there is no such file, those of the standard one with this name."""
    path = Path(text)
    try:
        if not path.is_file():
            return standard_game(text)
        with path.open("rb") as file:
            content = file.read(_LARGEST_GAME_FILE + 1)
    except OSError as error:
        raise RiverboatError(f'game definition "{text}": {error.strerror or error}') from None
    if len(content) > _LARGEST_GAME_FILE:
        raise RiverboatError(f'game definition "{text}": longer than {_LARGEST_GAME_FILE} bytes')
    return read_game(content.decode("latin-1"), path.name.removesuffix(".game"))


def _whole(text: str, what: str) -> int:
    if re.fullmatch(r"-?[0-9]{1,12}", text.strip()) is None:
        raise NotationError(f'{what} "{text[:40]}": expected a whole number')
    return int(text)

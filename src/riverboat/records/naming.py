"""Names of hands and games: which number has a hand, and does a game match a filter?

`holdem(betting=limit)` means every limit hold'em, whatever the blinds.
"""

from __future__ import annotations

import re
from functools import lru_cache

from riverboat.errors import NotationError, RiverboatError


def hand_number(text: str) -> int:
    """A number for a hand whose site numbers it with letters or dashes: its last digits; 0 without any."""
    digits = re.findall(r"[0-9]{1,18}", text)
    return int(digits[-1]) if digits else 0


def is_game(identity: str, wanted: str) -> bool:
    """Whether the game with this identity has the wanted name, and every parameter that was given with it."""
    name, parameters = _parts(identity)
    wanted_name, wanted_parameters = _parts(wanted)
    if name != wanted_name:
        return False
    missing = wanted_parameters - parameters
    keys = {parameter.partition("=")[0] for parameter in parameters}
    # An identity leaves out what is usual.
    return all(each.partition("=")[0] not in keys and _is_usual(name, each) for each in missing)


@lru_cache(maxsize=256)
def _is_usual(name: str, setting: str) -> bool:
    """Whether a game's identity says nothing of this setting because it has it anyway."""
    from riverboat.games.catalogue import parse_game

    try:
        return setting not in _parts(parse_game(f"{name}({setting})").identity)[1]
    except RiverboatError:
        return False


def plain_game(wanted: str) -> str:
    """What someone asked for, spelled as in identities (`betting=nl` is `betting=no-limit`), or an error.

    Games that are not in the catalogue may be custom ones: only their brackets are checked.
    """
    from riverboat.games.catalogue import games, parse_game

    match = re.fullmatch(r"([^()]+)(?:\((.*)\))?", wanted.strip())
    if match is None or not match[1].strip():
        raise NotationError(f'game "{wanted[:80]}": expected a name and perhaps settings, like holdem(betting=limit)')
    name, inside = match[1].strip(), match[2]
    if name.removesuffix("*") not in games():
        return wanted
    settings = []
    for setting in filter(None, map(str.strip, (inside or "").split(","))):
        key, equals, value = (part.strip() for part in setting.partition("="))
        if not equals:
            raise NotationError(f'game "{wanted[:80]}": "{setting[:40]}" is not a setting; write name=value')
        try:
            made = parse_game(f"{name.removesuffix('*')}({key}={value})")
            value = dict(made.settings).get(key, value)
        except NotationError:
            raise
        except RiverboatError:
            pass  # it needs other settings too, as five stacks need five players
        settings.append(f"{key}={value}")
    return f"{name}({','.join(settings)})" if settings else name


def is_known_name(wanted: str) -> bool:
    """Whether the catalogue or the competition has games of this name."""
    from riverboat.games.acpc.standard import STANDARD_GAMES
    from riverboat.games.catalogue import games

    name = _parts(wanted)[0]
    return name.removesuffix("*") in games() or name in STANDARD_GAMES


def _parts(text: str) -> tuple[str, set[str]]:
    name, _, rest = text.strip().partition("(")
    return name.strip(), {part.strip() for part in rest.rstrip(")").split(",") if part.strip()}

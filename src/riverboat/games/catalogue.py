"""The games that people play, by name: `parse_game("holdem(betting=limit,players=3)")` gives the `Rules`.

A variant is a function in `variants.py`; its parameters are written in parentheses. Besides these, every game takes the
table's options (`stacks`, `antes`, `rake`, `cap`, `boards`, `runs`, `burns`, `acpc`). Lists are written with slashes:
`leduc(bets=1/1,raises=1)`. `Rules.identity` is the shortest text that gives the same game again.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cache
from typing import Any, Final, get_type_hints

from riverboat.errors import NotationError, RiverboatError, expected_names
from riverboat.games.rules import MAX_PLAYERS, Limit, Rake, Rules, identified_by

Setting = int | bool | str | tuple[int, ...] | Rake
_CALL: Final = re.compile(r"([a-z][a-z0-9_]*)(?:\((.*)\))?")
_LIMITS: Final[dict[str, Limit]] = {
    "limit": "limit", "fixed-limit": "limit", "fl": "limit",
    "pot-limit": "pot-limit", "potlimit": "pot-limit", "pl": "pot-limit",
    "no-limit": "no-limit", "nolimit": "no-limit", "nl": "no-limit",
}  # fmt: skip


@dataclass(frozen=True)
class House:
    """What any table can add to any game."""

    stacks: tuple[int, ...] = ()
    """Chips by position, or one number for all."""
    antes: tuple[int, ...] = ()
    """One number for everyone, or one for each position; unequal antes go to the main pot as dead money."""
    rake: Rake | None = None
    """`0.05/3` is five percent, at most three chips."""
    cap: int = 0
    """The most that a player can put into one hand."""
    boards: int = 1
    runs: int = 1
    burns: bool = False
    acpc: bool = False
    """Short all-ins reopen the betting and pots are shared in exact fractions, as in the ACPC's dealer."""

    def apply(self, rules: Rules) -> Rules:
        """The same game at this table."""
        players = rules.players
        changes: dict[str, Any] = {"cap": self.cap, "boards": self.boards, "runs": self.runs, "burns": self.burns}
        if self.stacks:
            changes["stacks"] = self.stacks * players if len(self.stacks) == 1 else self.stacks
        if self.antes:
            changes["antes"] = self.antes * players if len(self.antes) == 1 else self.antes
            changes["antes_are_dead"] = len(set(changes["antes"])) > 1
        if self.rake:
            changes["rake"] = self.rake
        if self.acpc:
            changes |= {"short_all_in_reopens": True, "exact_shares": True}
        return replace(rules, **changes)


@dataclass(frozen=True)
class Game:
    """A named variant and its parameters with their kinds and defaults."""

    name: str
    title: str
    build: Callable[..., Rules]
    parameters: Mapping[str, tuple[Any, Setting]]
    shown: tuple[str, ...]
    """Parameters that an identity always spells out."""

    def rules(self, **settings: Setting) -> Rules:
        """The game with these settings, as values or as text."""
        values = {key: self._read(key, value) for key, value in settings.items()}
        made = self._make(values)
        spelled = [
            (key, _write(values.get(key, default)))
            for key, (_, default) in self.parameters.items()
            if key in self.shown or (key in values and self._matters(key, values, made))
        ]
        spelled += [(key, _write(value)) for key, value in values.items() if key in _HOUSE and key != "stacks"]
        return replace(made, name=self.name, settings=tuple(spelled))

    def _make(self, values: Mapping[str, Any]) -> Rules:
        variant = {key: value for key, value in values.items() if key in self.parameters}
        house = {key: value for key, value in values.items() if key not in self.parameters}
        if variant.get("players", 2) > MAX_PLAYERS:  # before anything is made for each of them
            raise RiverboatError(f"{self.name}: {variant['players']} players; expected 2 to {MAX_PLAYERS}")
        return House(**house).apply(self.build(**variant))

    def _matters(self, key: str, values: Mapping[str, Any], made: Rules) -> bool:
        """Whether the game would be another without this setting."""
        try:
            return self._make({each: value for each, value in values.items() if each != key}) != made
        except RiverboatError:
            return True

    def _read(self, key: str, value: Setting) -> Any:
        if key not in self.parameters and key not in _HOUSE:
            known = ", ".join([*self.parameters, *_HOUSE])
            raise NotationError(f'{self.name}: no setting "{key}"; there is {known}')
        kind = self.parameters[key][0] if key in self.parameters else _HOUSE[key]
        if not isinstance(value, str):
            return (value,) if kind == tuple[int, ...] and isinstance(value, int) else value
        try:
            return _READERS[kind](value.strip())
        except (ValueError, KeyError):
            expected = _EXPECTED[kind]
            raise NotationError(f"{self.name}: {key}={value[:40]}; expected {expected}") from None


def _yes_or_no(text: str) -> bool:
    return {"yes": True, "true": True, "1": True, "no": False, "false": False, "0": False}[text.lower()]


def _numbers(text: str) -> tuple[int, ...]:
    return tuple(int(number) for number in text.split("/"))


def _rake(text: str) -> Rake:
    fraction, _, cap = text.partition("/")
    return Rake(float(fraction), int(cap))


_READERS: Final[dict[Any, Callable[[str], Setting]]] = {
    int: int,
    bool: _yes_or_no,
    tuple[int, ...]: _numbers,
    Limit: lambda text: _LIMITS[text.lower()],
    Rake | None: _rake,
}
_EXPECTED: Final[dict[Any, str]] = {
    int: "a whole number",
    bool: "yes or no",
    tuple[int, ...]: "whole numbers with slashes, like 10/20",
    Limit: "limit, pot-limit or no-limit",
    Rake | None: "fraction of the pot and cap in chips, like 0.05/3",
}
_HOUSE: Final[dict[str, Any]] = get_type_hints(House)


def _write(value: Setting) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, Rake):
        return f"{value.fraction}/{value.cap}"
    if isinstance(value, tuple):
        return "/".join(map(str, value))
    return str(value)


@cache
def games() -> dict[str, Game]:
    """All games of the catalogue by name."""
    from riverboat.games import variants

    found: dict[str, Game] = {}
    for name in variants.__all__:
        build = getattr(variants, name)
        kinds = get_type_hints(build)
        parameters = {
            key: (kinds[key], parameter.default) for key, parameter in inspect.signature(build).parameters.items()
        }
        title = (inspect.getdoc(build) or name).splitlines()[0].rstrip(".")
        shown = tuple(key for key in ("betting", "players") if key in parameters and "betting" in parameters)
        found[name] = Game(name, title, build, parameters, shown)
    return found


def make_game(name: str, **settings: Setting) -> Rules:
    """The rules of a game of the catalogue: `make_game("holdem", betting="limit", players=3)`.

    Args:
        name: A game of the catalogue: "holdem", "omaha", "leduc".
        settings: What differs from the usual game, by name: `betting`, `players`, `stacks` and others (`riverboat games
            show NAME`).
    """
    game = games().get(name.replace("-", "_").lower())
    if game is None:
        raise NotationError(f'game "{name[:40]}": {expected_names(name[:40], games())}')
    return game.rules(**settings)


def parse_game(text: str) -> Rules:
    """The rules with this identity; settings that are left out have their usual values.

    Args:
        text: A game with its settings: "leduc", "holdem(betting=limit,players=3)", as `Rules.identity` writes it.
    """
    plain = "".join(text.split())
    match = _CALL.fullmatch(plain.replace("-", "_", 1) if "(" not in plain else plain)
    if match is None:
        raise NotationError(f'game "{plain[:80]}": expected a name and perhaps settings, like holdem(betting=limit)')
    name, inside = match.groups()
    settings: dict[str, Setting] = {}
    for setting in filter(None, (inside or "").split(",")):
        key, equals, value = setting.partition("=")
        if not equals:
            raise NotationError(f'game "{plain[:80]}": "{setting}" is not a setting; write name=value')
        if key in settings:
            raise NotationError(f'game "{plain[:80]}": {key} is set twice')
        settings[key] = value
    return make_game(name, **settings)


@identified_by
def identity_of(rules: Rules) -> str | None:
    """The shortest text that gives these rules again; None for a game that is not in the catalogue.

    A star marks rules that were changed since the catalogue made them.
    """
    if rules.name not in games():
        return None
    settings = dict(rules.settings)
    plain = games()[rules.name].rules(**settings)
    if plain.stacks != rules.stacks:
        equal = len(set(rules.stacks)) == 1
        settings["stacks"] = _write(rules.stacks[:1] if equal else rules.stacks)
    changed = "" if replace(plain, stacks=rules.stacks) == rules else "*"
    inside = ",".join(f"{key}={value}" for key, value in settings.items())
    return f"{rules.name}{changed}({inside})" if inside else rules.name + changed

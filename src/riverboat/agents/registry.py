"""From a text to a player: `always_call`, `rules(style=loose_passive,bluff=0.2)`, `bots/mine.py:Shark(depth=3)`.

A player is named by a registered name or by a Python file and the class in it, with parameters in brackets. A file with
one player needs no class name; in matches it runs in a process of its own (`isolated/`), unless `inline:` comes before
it. `FILE.pokerlang` is a strategy that people write (`pokerlang/`), `FILE.strategy` a solved game, `FILE.solution` a
solved spot (`strategy.py`), `acpc:COMMAND` a program that speaks the ACPC protocol (`process.py`), `meerkat:COMMAND`
one that takes the events of Poker Academy's bots (`meerkat.py`), `pgdl:COMMAND` one that is asked for each action in
any game (`pgdl_bot.py`), and `json:COMMAND` one that reads and writes JSON lines (`json_bot.py`). Texts travel to other
processes and into records; players do not.
"""

from __future__ import annotations

import hashlib
import importlib.util
import inspect
import re
import sys
from collections.abc import Callable, Mapping
from functools import partial
from importlib import import_module
from itertools import chain
from pathlib import Path
from types import ModuleType
from typing import Any, Final, get_args, get_origin

from riverboat.errors import NotationError, RiverboatError, expected_names
from riverboat.games.agent import Agent

_HOMES: Final[dict[str, tuple[str, str]]] = {
    "always_call": ("riverboat.agents.scripted", "AlwaysCall"),
    "always_raise": ("riverboat.agents.scripted", "AlwaysRaise"),
    "always_fold": ("riverboat.agents.scripted", "AlwaysFold"),
    "random": ("riverboat.agents.scripted", "RandomAgent"),
    "acpc_example": ("riverboat.agents.scripted", "AcpcExample"),
    "chen": ("riverboat.agents.chen", "Chen"),
    "expected_strength": ("riverboat.agents.expected_strength", "ExpectedStrength"),
    "rules": ("riverboat.agents.rules", "RuleBot"),
    "loki": ("riverboat.agents.loki", "Loki"),
    "loki_bpm": ("riverboat.agents.loki", "bpm"),
    "loki_bpt": ("riverboat.agents.loki", "bpt"),
    "loki_bpl": ("riverboat.agents.loki", "bpl"),
    "loki_gom": ("riverboat.agents.loki", "gom"),
    "loki_som": ("riverboat.agents.loki", "som"),
    "poki": ("riverboat.agents.poki", "Poki"),
    "pokisim_s": ("riverboat.agents.poki", "PokiSim"),
    "pokisim_a": ("riverboat.agents.poki", "pokisim_a"),
    "psopti0": ("riverboat.agents.psopti", "psopti0"),
    "psopti1": ("riverboat.agents.psopti", "psopti1"),
    "psopti2": ("riverboat.agents.psopti", "psopti2"),
    "psopti4r": ("riverboat.agents.psopti", "psopti4r"),
    "sparbot": ("riverboat.agents.psopti", "sparbot"),
    "gs1": ("riverboat.agents.gs1", "GS1"),
    "resolving": ("riverboat.agents.resolving", "resolving"),
    "riverboat": ("riverboat.agents.riverboat", "riverboat"),
    "riverboat_nl": ("riverboat.agents.riverboat_nl", "RiverboatNL"),
    "riverboat_6max": ("riverboat.agents.riverboat_6max", "Riverboat6max"),
    "vexbot": ("riverboat.agents.vexbot", "Vexbot"),
    "aadapti": ("riverboat.agents.vexbot.stand_ins", "aadapti"),
    "anti_poki": ("riverboat.agents.vexbot.stand_ins", "anti_poki"),
    "hobbybot": ("riverboat.agents.vexbot.stand_ins", "hobbybot"),
    "committee": ("riverboat.agents.committee", "Committee"),
    "jagbot": ("riverboat.agents.vexbot.stand_ins", "jagbot"),
    "hermes": ("riverboat.agents.hermes", "Hermes"),
    "pokerlang": ("riverboat.agents.pokerlang.shipped", "shipped_agent"),
    "monte_carlo": ("riverboat.agents.monte_carlo.player", "MonteCarlo"),
    "quick_rules": ("riverboat.agents.monte_carlo.quick_rules", "QuickRules"),
    "equilibrium": ("riverboat.agents.equilibrium", "Equilibrium"),
    "bayesian": ("riverboat.agents.bayesian", "Bayesian"),
    "lucifer": ("riverboat.agents.lucifer", "Lucifer"),
    "kuhn3_aggressive": ("riverboat.agents.lucifer", "KuhnAggressive"),
    "kuhn3_equilibrium": ("riverboat.agents.lucifer", "KuhnEquilibrium"),
    "kuhn3_cases": ("riverboat.agents.lucifer", "KuhnCases"),
    "kuhn_fixed": ("riverboat.agents.kuhn", "KuhnFixed"),
    "kuhn_nash": ("riverboat.agents.kuhn", "KuhnNash"),
    "kuhn_map": ("riverboat.agents.kuhn", "KuhnMap"),
    "kuhn_exp4": ("riverboat.agents.kuhn", "KuhnExp4"),
    "kuhn_exp3": ("riverboat.agents.kuhn", "KuhnExp3"),
}
BUILT_ON_FIRST_USE: Final = (
    "psopti0", "psopti1", "psopti2", "psopti4r", "sparbot", "gs1",
    "resolving", "vexbot", "aadapti", "anti_poki", "hobbybot", "committee",
)  # fmt: skip
"""Players whose models are solved before they first play, in minutes, or by `riverboat tables --build`."""
_OLD_NAMES: Final = {"simulating": "monte_carlo", "rough": "quick_rules"}
"""Names of players in earlier versions; records and scripts still use them."""
_PROGRAMS: Final = {
    ("acpc:", "acpc("): ("riverboat.agents.process", "AcpcBot"),
    ("meerkat:", "meerkat("): ("riverboat.agents.meerkat", "MeerkatBot"),
    ("pgdl:", "pgdl("): ("riverboat.agents.pgdl_bot", "PgdlBot"),
    ("json:", "json("): ("riverboat.agents.json_bot", "JsonBot"),
}
"""Players that are other programs, by how their names begin: a protocol, and what follows is a command."""
INLINE: Final = "inline:"
"""Before a Python file: the player is run in the dealer's process."""
_registered: Final[dict[str, Callable[..., Agent]]] = {}
_PLAIN: Final = re.compile(r"[+-]?[0-9.]+(e[+-]?[0-9]+)?|[A-Za-z_][A-Za-z0-9_-]*")
"""Numbers and words: nothing that could be a file name or a path."""


def agent_names() -> tuple[str, ...]:
    """Every name that `make_agent` knows."""
    return (*_HOMES, *_registered)


def register(name: str, make: Callable[..., Agent]) -> None:
    """Register a name for a class, or for a function that makes a player; the name takes its parameters.

    `NAME.pokerlang` may be registered too: it then means this player and no file.

    Args:
        name: What texts call the player.
        make: Called with the parameters of the text; returns a new agent.
    """
    stem = name.removesuffix(".pokerlang")
    if not (stem.replace("-", "_") if stem != name else stem).isidentifier():
        raise NotationError(f'agent name "{name}": expected letters, digits and _')
    _registered[name] = make


def make_agent(text: str, own: Mapping[str, Callable[..., Agent]] | None = None) -> Agent:
    """A new player, as the text says.

    Args:
        text: A name with parameters ("rules(style=maniac)"), a file ("bot.py:Class", "leduc.strategy",
            "mine.pokerlang"), or a program ("json:node bot.js").
        own: Names that only this caller knows, and what makes their players.
    """
    name, arguments = split_agent(text.removeprefix(INLINE))
    make = own[name] if own and name in own else _maker(name)
    listed, given = _converted(text, make, arguments)
    try:
        agent = make(*listed, **given)
    except RiverboatError as error:
        raise NotationError(f'agent "{text}": {error}') from None
    except Exception as error:
        raise RiverboatError(f'agent "{text}": cannot be created: {type(error).__name__}: {error}') from error
    if not isinstance(agent, Agent):
        raise NotationError(f'agent "{text}": {name} makes a {type(agent).__name__}, expected a riverboat Agent')
    return agent


def is_python_file(text: str) -> bool:
    """Whether a text names a player in a Python file that is to run in a process of its own."""
    name = split_agent(text)[0]
    if name.startswith((INLINE, *chain.from_iterable(_PROGRAMS))):
        return False
    return name.endswith(".py") or ".py:" in name


def require_registered(text: str) -> None:
    """For texts from strangers: refuse players that are not registered, or whose parameters might name a file."""
    name, arguments = split_agent(text)
    if name not in (*agent_names(), *_OLD_NAMES):
        raise NotationError(f'agent "{text[:80]}": expected one of {", ".join(agent_names())}')
    parameters = inspect.signature(_maker(name), eval_str=True).parameters
    for key, value in arguments.items():
        takes_file = key in parameters and Path in get_args(parameters[key].annotation)
        if takes_file or not _PLAIN.fullmatch(value):
            if takes_file or "(" not in value:
                raise NotationError(f'agent "{text[:80]}": {key}={value[:40]}: no files here, only numbers and names')
            require_registered(value)  # a player among the parameters of another


def _line(text: str) -> str:
    """For errors, which are one line whatever was written."""
    return " ".join(text.split())[:200]


def split_agent(text: str) -> tuple[str, dict[str, str]]:
    """The name and its parameters, as written; one without a key has its place for a key: `0`, `1`, ..."""
    plain = text.strip()
    if plain.startswith(tuple(chain.from_iterable(_PROGRAMS))):  # the rest is a command, brackets and all
        return plain, {}
    if not plain.endswith(")"):
        if not plain:
            raise NotationError(f"agent without a name: expected one of {', '.join(agent_names())}, or a file.py:Class")
        return plain, {}
    start = _opening(plain)
    if start < 1:
        raise NotationError(f'agent "{_line(text)}": brackets do not match; write name(key=value,...)')
    arguments: dict[str, str] = {}
    for place, part in enumerate(_split(plain[start + 1 : -1])):
        key, equals, value = _key_and_value(part, place)
        if not (key.isidentifier() or (key.isdigit() and not equals)) or not value:
            raise NotationError(f'agent "{_line(text)}": "{_line(part)}" is not key=value')
        if key in arguments:
            raise NotationError(f'agent "{_line(text)}": {key} comes twice')
        arguments[key] = value
    return plain[:start].strip(), arguments


def split_agents(text: str) -> list[str]:
    """Several players in one text, with commas between them: `poki,rules(style=rock,bluff=0.2)`."""
    return [part.strip() for part in _split(text)]


def agent_files(text: str) -> tuple[str, ...]:
    """The files that a text names, as it names them, those of players among its parameters too."""
    name, arguments = split_agent(text)
    if name.startswith(tuple(chain.from_iterable(_PROGRAMS))):
        words = re.split(r"[\s:()]+", name)[1:]  # those of the command; programs of the system stay where they are
        return tuple(dict.fromkeys(each for each in words if not Path(each).is_absolute() and _is_file(each)))
    name = name.removeprefix(INLINE)
    path, _, member = name.rpartition(":")
    named = path if path.endswith(".py") and member else name
    found = [named] if Path(named).suffix and _is_file(named) else []
    for value in arguments.values():
        if not _PLAIN.fullmatch(value):
            found += agent_files(value)
    return tuple(dict.fromkeys(found))


def _is_file(name: str) -> bool:
    try:
        return Path(name).expanduser().is_file()
    except (OSError, ValueError):
        return False


def _key_and_value(part: str, place: int) -> tuple[str, str, str]:
    """Key, equals sign and value; a player among the parameters may have equals signs in its brackets."""
    before, equals, after = part.partition("=")
    if not equals or "(" in before:
        return str(place), "", part.strip()
    return before.strip(), equals, after.strip()


def _opening(text: str) -> int:
    """Where the bracket opens that the last character closes."""
    depth = 0
    for place in range(len(text) - 1, -1, -1):
        depth += (text[place] == ")") - (text[place] == "(")
        if depth == 0:
            return place
    return -1


def _split(text: str) -> list[str]:
    """At commas outside brackets."""
    parts, depth = [""], 0
    for sign in text:
        depth += (sign == "(") - (sign == ")")
        if sign == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += sign
    return parts if text.strip() else []


def _maker(name: str) -> Callable[..., Agent]:
    if name in _registered:
        return _registered[name]
    name = _OLD_NAMES.get(name, name)
    if name in _HOMES:
        module, member = _HOMES[name]
        found: Callable[..., Agent] = getattr(import_module(module), member)
        return found
    for beginnings, (module, member) in _PROGRAMS.items():
        if name.startswith(beginnings):
            return partial(getattr(import_module(module), member).from_text, name)
    if name.endswith((".strategy", ".solution")):
        from riverboat.agents.strategy import strategy_agent

        return partial(strategy_agent, name)
    if name.endswith(".pokerlang"):
        from riverboat.agents.pokerlang.shipped import file_agent

        return partial(file_agent, name)
    path, colon, member = name.rpartition(":")
    if not colon or not path.endswith(".py"):
        path, member = name, ""
    if path.endswith(".py"):
        return _class_in(Path(path), member)
    known = expected_names(name, agent_names())
    or_file = "" if known.endswith("?") else ", or a file such as my_agent.py:MyAgent"
    raise NotationError(f'agent "{name}": not known; {known}{or_file}')


def _class_in(path: Path, member: str) -> type[Agent]:
    module = _loaded(path)
    own = [
        each
        for each in vars(module).values()
        if isinstance(each, type)
        and issubclass(each, Agent)
        and each.__module__ == module.__name__
        and not inspect.isabstract(each)
    ]
    if member:
        found = getattr(module, member, None)
        if isinstance(found, type) and issubclass(found, Agent):
            return found
        there = ", ".join(each.__name__ for each in own) or "none"
        raise NotationError(f'agent file "{path}": no Agent class "{member}"; there is {there}')
    if len(own) != 1:
        names = ", ".join(f"{path}:{each.__name__}" for each in own) or "none in it"
        raise NotationError(f'agent file "{path}": say which class; there is {names}')
    return own[0]


def _loaded(path: Path) -> ModuleType:
    """The module of a file, run once per process."""
    where = path.expanduser().resolve()
    name = f"riverboat_agent_{where.stem}_{hashlib.sha1(str(where).encode()).hexdigest()[:10]}"
    if name in sys.modules:
        return sys.modules[name]
    if not where.is_file():
        raise NotationError(f'agent file "{path}": no such file')
    spec = importlib.util.spec_from_file_location(name, where)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    try:
        spec.loader.exec_module(module)
    except Exception as error:
        del sys.modules[name]
        raise RiverboatError(f'agent file "{path}": {type(error).__name__}: {error}') from error
    return module


def _converted(text: str, make: Callable[..., Agent], arguments: dict[str, str]) -> tuple[list[str], dict[str, Any]]:
    """The parameters without a key, and those with one as the types that the class asks for."""
    if not arguments:
        return [], {}
    try:
        parameters = inspect.signature(make, eval_str=True).parameters
    except (NameError, TypeError, ValueError):
        parameters = inspect.signature(make).parameters
    rest = next((p for p in parameters.values() if p.kind is p.VAR_KEYWORD), None)
    listed: list[str] = []
    takes_list = any(p.kind is p.VAR_POSITIONAL for p in parameters.values())
    given: dict[str, Any] = {}
    for key, value in arguments.items():
        if key.isdigit():
            if not takes_list:
                raise NotationError(f'agent "{text}": "{value}" is not key=value')
            listed.append(value)
            continue
        parameter = parameters.get(key, rest)
        if parameter is None or (parameter is not rest and parameter.kind in (parameter.VAR_POSITIONAL,)):
            there = ", ".join(p.name for p in parameters.values() if p is not rest) or "none"
            raise NotationError(f'agent "{text}": no parameter "{key}"; there is {there}')
        try:
            given[key] = _value(value, parameter.annotation, parameter.default)
        except ValueError as error:
            raise NotationError(f'agent "{text}": {key}={value}: {error}') from None
    return listed, given


def _value(text: str, wanted: Any, default: Any) -> Any:
    kinds = get_args(wanted) if get_origin(wanted) is not None or hasattr(wanted, "__args__") else (wanted,)
    if bool in kinds or isinstance(default, bool):
        if text.lower() not in ("true", "false", "yes", "no"):
            raise ValueError("expected true or false")
        return text.lower() in ("true", "yes")
    for kind in (int, float):
        if kind in kinds or (wanted is inspect.Parameter.empty and type(default) is kind):
            try:
                return kind(text)
            except ValueError:
                if str not in kinds:
                    raise ValueError(f"expected {'a whole number' if kind is int else 'a number'}") from None
    return text

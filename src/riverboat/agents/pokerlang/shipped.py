"""The strategies that come with Riverboat, by name: three written out, and the four predefined behaviours."""

from __future__ import annotations

from functools import cache
from importlib import resources
from pathlib import Path

from riverboat.agents.pokerlang.parsing import load_strategy, parse_strategy
from riverboat.agents.pokerlang.player import PokerLang
from riverboat.agents.pokerlang.syntax import Strategy, Tactic
from riverboat.agents.pokerlang.terms import BEHAVIOURS
from riverboat.agents.pokerlang.writing import write_strategy
from riverboat.errors import NotationError

_ENDING = ".pokerlang"


@cache
def shipped_texts() -> dict[str, str]:
    """The texts of the strategies that are written out, by name."""
    folder = resources.files("riverboat.agents.pokerlang") / "strategies"
    files = sorted((file for file in folder.iterdir() if file.name.endswith(_ENDING)), key=lambda file: file.name)
    return {file.name.removesuffix(_ENDING): file.read_text("utf-8") for file in files}


def shipped_strategy(name: str) -> Strategy:
    """A strategy that comes with Riverboat."""
    texts = shipped_texts()
    if name in texts:
        return parse_strategy(texts[name], f'strategy "{name}"')
    if name in BEHAVIOURS:
        return Strategy((Tactic((), name),), name.replace("_", " "))
    raise NotationError(f'strategy "{name}": expected one of {", ".join((*texts, *BEHAVIOURS))}')


def shipped_text(name: str) -> str:
    """The text of a strategy that comes with Riverboat; that of a predefined behaviour is one tactic."""
    texts = shipped_texts()
    return texts[name] if name in texts else write_strategy(shipped_strategy(name))


def shipped_agent(strategy: str = "regular") -> PokerLang:
    """The player of a strategy that comes with Riverboat."""
    return PokerLang(shipped_strategy(strategy), strategy)


def file_agent(path: str | Path) -> PokerLang:
    """The player of a `.pokerlang` file."""
    return PokerLang(load_strategy(path), Path(path).stem)

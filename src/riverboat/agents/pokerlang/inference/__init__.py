"""Strategies of PokerLang inferred from a player's hands (Teófilo 2016, section 6.1).

infer_strategy(hands, player)   a readable strategy, and how well it and four recognisers predict held-out hands
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from riverboat.lazy import lazy_names

if TYPE_CHECKING:
    from riverboat.agents.pokerlang.inference.cases import Cases, cases_of
    from riverboat.agents.pokerlang.inference.inferring import Inferred, infer_from_cases, infer_strategy
    from riverboat.agents.pokerlang.inference.measuring import Score

__all__ = ["Cases", "Inferred", "Score", "cases_of", "infer_from_cases", "infer_strategy"]

_HOMES = {
    "cases": ("Cases", "cases_of"),
    "inferring": ("Inferred", "infer_from_cases", "infer_strategy"),
    "measuring": ("Score",),
}

__getattr__ = lazy_names(__name__, {name: f"{__name__}.{module}" for module, names in _HOMES.items() for name in names})

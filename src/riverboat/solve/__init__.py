"""Solving games: one core, its engines, linear programs, best responses, and strategies that play."""

from __future__ import annotations

from typing import TYPE_CHECKING

from riverboat.lazy import lazy_names

if TYPE_CHECKING:
    from riverboat.solve.core.exploitability import Exploitability, Target
    from riverboat.solve.core.method import METHODS, Method, parse_method
    from riverboat.solve.core.policy import Policy
    from riverboat.solve.core.runner import Runner
    from riverboat.solve.core.solution import Solution
    from riverboat.solve.response.exact import best_response, evaluate, exploitability, game_values
    from riverboat.solve.solving import load_policy, make_engine, solve
    from riverboat.solve.strategy import Strategy
    from riverboat.solve.tree import GameTree

__all__ = [
    "METHODS", "Exploitability", "GameTree", "Method", "Policy", "Runner", "Solution", "Strategy", "Target",
    "best_response", "evaluate", "exploitability", "game_values", "load_policy", "make_engine", "parse_method", "solve",
]  # fmt: skip

_HOMES = {
    "core.exploitability": ("Exploitability", "Target"),
    "core.method": ("METHODS", "Method", "parse_method"),
    "core.policy": ("Policy",),
    "core.runner": ("Runner",),
    "core.solution": ("Solution",),
    "response.exact": ("best_response", "evaluate", "exploitability", "game_values"),
    "solving": ("load_policy", "make_engine", "solve"),
    "strategy": ("Strategy",),
    "tree": ("GameTree",),
}
__getattr__ = lazy_names(__name__, {name: f"{__name__}.{home}" for home, names in _HOMES.items() for name in names})

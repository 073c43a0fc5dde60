"""PokerLang (Teófilo 2016, section 3.2.5): strategies that people write, as text files that play.

parse_strategy(text)      the strategy; all problems at once if there are any
check_strategy(strategy)  what can never be played
write_strategy(strategy)  the text again, formatted
format_strategy(text)     from text to text, comments kept
trace_decision(strategy, view)  what it does in a situation, and why
PokerLang(strategy)       the player
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from riverboat.lazy import lazy_names

if TYPE_CHECKING:
    from riverboat.agents.pokerlang.checking import check_strategy
    from riverboat.agents.pokerlang.outline import format_strategy
    from riverboat.agents.pokerlang.parsing import StrategyError, load_strategy, parse_strategy, read_strategy
    from riverboat.agents.pokerlang.player import PokerLang
    from riverboat.agents.pokerlang.syntax import Strategy
    from riverboat.agents.pokerlang.tracing import trace_decision
    from riverboat.agents.pokerlang.writing import explain_strategy, write_strategy

_HOMES = {
    "checking": ("check_strategy",),
    "outline": ("format_strategy",),
    "parsing": ("StrategyError", "load_strategy", "parse_strategy", "read_strategy"),
    "player": ("PokerLang",),
    "syntax": ("Strategy",),
    "tracing": ("trace_decision",),
    "writing": ("explain_strategy", "write_strategy"),
}

__all__ = [
    "PokerLang",
    "Strategy",
    "StrategyError",
    "check_strategy",
    "explain_strategy",
    "format_strategy",
    "load_strategy",
    "parse_strategy",
    "read_strategy",
    "trace_decision",
    "write_strategy",
]

__getattr__ = lazy_names(__name__, {name: f"{__name__}.{module}" for module, names in _HOMES.items() for name in names})

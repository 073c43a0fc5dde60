"""The arena: matches of every kind, on any number of processes, with intervals on every result."""

from __future__ import annotations

from typing import TYPE_CHECKING

from riverboat.lazy import lazy_names

if TYPE_CHECKING:
    from riverboat.arena.evolution import EvolutionSettings
    from riverboat.arena.match import run_match
    from riverboat.arena.results import MatchResult, PlayerResult
    from riverboat.arena.ring import RingSettings
    from riverboat.arena.tournament import TournamentSettings
    from riverboat.games.indicators import Indicators, indicators_of

__all__ = [
    "EvolutionSettings",
    "Indicators",
    "MatchResult",
    "PlayerResult",
    "RingSettings",
    "TournamentSettings",
    "indicators_of",
    "run_match",
]

__getattr__ = lazy_names(
    __name__,
    {
        "EvolutionSettings": f"{__name__}.evolution",
        "Indicators": "riverboat.games.indicators",
        "MatchResult": f"{__name__}.results",
        "PlayerResult": f"{__name__}.results",
        "RingSettings": f"{__name__}.ring",
        "TournamentSettings": f"{__name__}.tournament",
        "indicators_of": "riverboat.games.indicators",
        "run_match": f"{__name__}.match",
    },
)

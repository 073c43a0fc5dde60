"""Odds: how good a hand is, now and later, against unknown opponents, ranges, or hands that are shown."""

from __future__ import annotations

from typing import TYPE_CHECKING

from riverboat.lazy import lazy_names

if TYPE_CHECKING:
    from riverboat.odds.ars import average_rank_strength
    from riverboat.odds.preflop import chen_score, income_rates, iterated_roll_out, sklansky_group
    from riverboat.odds.showdown import Equity, equity, equity_by_holding
    from riverboat.odds.strength import (
        assess_hand,
        effective_hand_rank,
        effective_hand_strength,
        expected_hand_strength,
        hand_potential,
        hand_strength,
        hand_transitions,
        immediate_hand_rank,
        seven_card_hand_rank,
        win_probability,
    )

__all__ = [
    "Equity",
    "assess_hand",
    "average_rank_strength",
    "chen_score",
    "effective_hand_rank",
    "effective_hand_strength",
    "equity",
    "equity_by_holding",
    "expected_hand_strength",
    "hand_potential",
    "hand_strength",
    "hand_transitions",
    "immediate_hand_rank",
    "income_rates",
    "iterated_roll_out",
    "seven_card_hand_rank",
    "sklansky_group",
    "win_probability",
]

_ROOMS = {
    "ars": ("average_rank_strength",),
    "showdown": ("Equity", "equity", "equity_by_holding"),
    "preflop": ("chen_score", "income_rates", "iterated_roll_out", "sklansky_group"),
    "strength": (
        "assess_hand",
        "effective_hand_rank",
        "effective_hand_strength",
        "expected_hand_strength",
        "hand_potential",
        "hand_strength",
        "hand_transitions",
        "immediate_hand_rank",
        "seven_card_hand_rank",
        "win_probability",
    ),
}

__getattr__ = lazy_names(__name__, {name: f"{__name__}.{room}" for room, names in _ROOMS.items() for name in names})

"""Opponent models: what a player can learn about another from observed hands. One package per family of models."""

from __future__ import annotations

from typing import TYPE_CHECKING

from riverboat.lazy import lazy_names

if TYPE_CHECKING:
    from riverboat.model import (
        actions,
        all_in,
        bayesian,
        divat,
        kuhn,
        memory,
        populations,
        predicting,
        sequences,
        styles,
        weights,
    )

__all__ = [
    "actions",
    "all_in",
    "bayesian",
    "divat",
    "kuhn",
    "memory",
    "populations",
    "predicting",
    "sequences",
    "styles",
    "weights",
]

__getattr__ = lazy_names(__name__, {name: f"{__name__}.{name}" for name in __all__})

"""The range solver: a heads-up hold'em spot from the flop, turn or river to equilibrium, every hand kept."""

from __future__ import annotations

from typing import TYPE_CHECKING

from riverboat.lazy import lazy_names

if TYPE_CHECKING:
    from riverboat.solve.spot.solution import Solution
    from riverboat.solve.spot.spot import Spot

__all__ = ["Solution", "Spot"]

__getattr__ = lazy_names(__name__, {"Solution": "riverboat.solve.spot.solution", "Spot": "riverboat.solve.spot.spot"})

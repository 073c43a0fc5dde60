"""The tuple of the thesis: stack zone, strength interval, position, action interval (Teófilo 2016, EQ21).

Strengths and amounts fall into intervals of equal frequency, with breakpoints of their own before and after the flop.
Folds and calls are intervals of their own, and so are all-ins (the action abstraction of EQ8); the rest of the `q`
intervals is for raises. With k = q = 10 there are 5 * 10 * 3 * 10 = 1,500 tuples. Where an amount is frequent, breaks
coincide and there are fewer intervals; where the rules fix the amount there is one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal

import numpy as np
from numpy.typing import NDArray

from riverboat.agents.pokerlang.inference.cases import AFTER_FLOP, BEFORE_FLOP, Cases
from riverboat.agents.pokerlang.terms import TERMS
from riverboat.errors import RiverboatError
from riverboat.games.action_odds import FOLD, RAISE

Measure = Literal["pot", "stack"]
"""What an amount is a part of: the pot, as the language writes it, or the player's chips, as the thesis counts."""
FOLDS, CALLS, ALL_IN, FIRST_RAISE = range(4)
"""The numbers of action intervals; raises come last, the smallest first."""
MIN_ACTIONS: Final = FIRST_RAISE + 1
_PHASES: Final = (BEFORE_FLOP, AFTER_FLOP)
_ZONES: Final = len(TERMS["stack"].words)
_POSITIONS: Final = len(TERMS["position"].words)


def equal_frequency(values: NDArray[np.float64], count: int) -> NDArray[np.float64]:
    """The breaks between at most so many intervals with equal numbers of values; a break belongs to the upper one."""
    if not len(values):
        return np.empty(0)
    ordered = np.sort(values)
    places = np.arange(1, count) * len(ordered) // count
    breaks = np.unique(ordered[places])
    return np.asarray(breaks[breaks > ordered[0]])


@dataclass(frozen=True, eq=False)
class ActionIntervals:
    """How actions are told apart: `labels` gives each the number of its interval."""

    count: int
    measure: Measure
    breaks: tuple[NDArray[np.float64], ...]
    """Between intervals of raises, by phase."""
    ends: tuple[tuple[tuple[float, float], ...], ...]
    """The smallest and largest part of the pot that was raised in each interval, by phase."""

    @classmethod
    def of(cls, cases: Cases, count: int = 10, measure: Measure = "pot") -> ActionIntervals:
        """Intervals of equal frequency of the raises in these cases; `count` is of all intervals together."""
        if count < MIN_ACTIONS:
            raise RiverboatError(f"{count} action intervals: expected {MIN_ACTIONS} or more: fold, call, all-in, raise")
        breaks, ends = [], []
        for phase in _PHASES:
            some = cases[_sized(cases) & (cases.phases == phase)]
            found = equal_frequency(_amounts(some, measure), count - FIRST_RAISE)
            inside = np.searchsorted(found, _amounts(some, measure), side="right")
            pots = [_amounts(some, "pot")[inside == number] for number in range(len(found) + 1)]
            breaks.append(found)
            ends.append(tuple((float(each.min()), float(each.max())) if len(each) else (0.0, 0.0) for each in pots))
        return cls(count, measure, tuple(breaks), tuple(ends))

    def labels(self, cases: Cases) -> NDArray[np.int64]:
        """The number of each case's action interval."""
        found = np.where(cases.actions == FOLD, FOLDS, CALLS).astype(np.int64)
        raised = cases.actions == RAISE
        found[raised] = ALL_IN
        for phase in _PHASES:
            those = _sized(cases) & (cases.phases == phase)
            found[those] = FIRST_RAISE + np.searchsorted(
                self.breaks[phase], _amounts(cases[those], self.measure), side="right"
            )
        return found


def _amounts(cases: Cases, measure: Measure) -> NDArray[np.float64]:
    """In whole percent: half a pot is half a pot, also where chips had to be rounded."""
    return np.round(cases.of_pot if measure == "pot" else cases.of_stack, 2)


def _sized(cases: Cases) -> NDArray[np.bool_]:
    """Raises that left something in front of the player."""
    return np.asarray((cases.actions == RAISE) & (cases.of_stack < 1.0))


@dataclass(frozen=True, eq=False)
class StrengthIntervals:
    """The first three parts of the tuple, as cells: stack zone, strength interval, position, by phase."""

    count: int
    breaks: tuple[NDArray[np.float64], ...]

    @classmethod
    def of(cls, cases: Cases, count: int = 10) -> StrengthIntervals:
        """Intervals of equal frequency of the strengths in these cases, by phase."""
        if count < 2:
            raise RiverboatError(f"{count} strength intervals: expected 2 or more")
        strength = cases.column("strength")
        return cls(count, tuple(equal_frequency(strength[cases.phases == phase], count) for phase in _PHASES))

    @property
    def shape(self) -> Sequence[int]:
        """Zones, intervals and positions."""
        return _ZONES, self.count, _POSITIONS

    def cells(self, cases: Cases) -> NDArray[np.int64]:
        """int64[N]: the number of each case's cell within its phase."""
        strength, phases = cases.column("strength"), cases.phases
        place = np.empty(len(cases), np.int64)
        for phase in _PHASES:
            those = phases == phase
            place[those] = np.searchsorted(self.breaks[phase], strength[those], side="right")
        zone, position = (cases.column(term).astype(np.int64) for term in ("stack", "position"))
        return np.asarray((zone * self.count + place) * _POSITIONS + position)

    def coordinates(self, cells: NDArray[np.int64]) -> NDArray[np.float64]:
        """float64[N, 3]: stack, strength and position of cells, each from 0 to 1."""
        zone, place, position = np.unravel_index(cells, tuple(self.shape))
        scale = np.array([_ZONES - 1, self.count - 1, _POSITIONS - 1], np.float64)
        return np.stack([zone, place, position], axis=1) / scale

"""Up to which stack does a hand go all-in? One equilibrium for each depth, and the table by hand that players know.

Every player has the same stack. Most hands are played up to some depth and folded above it; a few have gaps (heads-up
63s is shoved below about 2.3 big blinds and again from 5.1 to 7.1), so the answer for a hand is a list of intervals of
depths. Published tables print the deepest one.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from riverboat.cards.holdings import CLASS_NAMES
from riverboat.errors import RiverboatError
from riverboat.progress import OnProgress, Progress
from riverboat.solve.pushfold.game import PushFoldGame
from riverboat.solve.pushfold.solution import PushFoldSolution, solve_push_fold

MAX_DEPTHS: Final = 500
PLAYED: Final = 0.5
"""A hand counts as played if it goes all-in this often or more."""


@dataclass(frozen=True)
class DepthTable:
    """Equilibria by depth, the shallowest first."""

    depths: tuple[float, ...]
    solutions: tuple[PushFoldSolution, ...]

    def intervals(self, seat: int, all_in: Iterable[int] = ()) -> list[list[tuple[float, float]]]:
        """For each class the intervals of depths at which it goes all-in at least half of the time."""
        before = tuple(all_in)
        played = np.array([solution.probabilities(seat, before) >= PLAYED for solution in self.solutions])
        return [_runs(self.depths, played[:, each]) for each in range(played.shape[1])]

    def deepest(self, seat: int, all_in: Iterable[int] = ()) -> NDArray[np.float64]:
        """float64[169]: the largest depth at which each class goes all-in; NaN where it never does."""
        return np.array([runs[-1][1] if runs else np.nan for runs in self.intervals(seat, all_in)])

    def to_json(self, seat: int, all_in: tuple[int, ...]) -> dict[str, Any]:
        """One decision for programs: the intervals of every hand, from the shallowest depth up."""
        first = self.solutions[0]
        return {
            "position": first.names[seat],
            "all_in": [first.names[each] for each in all_in],
            "depths": list(self.depths),
            "gains": [list(solution.gains) for solution in self.solutions],
            "hands": {
                name: [list(run) for run in runs]
                for name, runs in zip(CLASS_NAMES, self.intervals(seat, all_in), strict=True)
            },
        }


def solve_depths(
    game: PushFoldGame, depths: Sequence[float], on_progress: OnProgress | None = None, **settings: Any
) -> DepthTable:
    """The equilibrium at each depth, everything but the stacks as in `game`; `settings` are those of a solve."""
    if not depths:
        raise RiverboatError("depths: expected at least one")
    solutions = []
    wanted = tuple(sorted(set(depths)))
    for number, depth in enumerate(wanted):
        solutions.append(solve_push_fold(replace(game, stacks=(depth,) * game.players), **settings))
        if on_progress:
            on_progress(Progress(number + 1, len(wanted)))
    return DepthTable(wanted, tuple(solutions))


def parse_depths(text: str, step: float) -> tuple[float, ...]:
    """Depths in big blinds from a text: `10`, `5,10,15`, `2-20`, or `2-20:0.5` with a step of its own."""
    found: list[float] = []
    for part in text.replace(" ", "").split(","):
        span, colon, given = part.partition(":")
        low, dash, high = span.partition("-")
        try:
            first, last = float(low), float(high) if dash else float(low)
            by = float(given) if colon else step
        except ValueError:
            raise RiverboatError(f'depths "{text[:60]}": expected big blinds like 10, 5,10,15 or 2-20:0.5') from None
        if not (0 < first <= last < np.inf and 0 < by < np.inf):
            raise RiverboatError(f'depths "{text[:60]}": expected depths above 0, the smaller one first')
        if (last - first) / by > MAX_DEPTHS:
            raise RiverboatError(f'depths "{text[:60]}": expected at most {MAX_DEPTHS} of them; choose a larger step')
        found += [round(first + by * i, 9) for i in range(int((last - first) / by + 1e-9) + 1)]
    return tuple(found)


def _runs(depths: Sequence[float], played: NDArray[np.bool_]) -> list[tuple[float, float]]:
    """The stretches of depths that are played."""
    runs: list[tuple[float, float]] = []
    going = False
    for depth, is_played in zip(depths, played.tolist(), strict=True):
        if is_played:
            runs[-1:] = [(runs[-1][0], depth)] if going else [*runs[-1:], (depth, depth)]
        going = is_played
    return runs

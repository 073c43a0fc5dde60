"""Which action is best by simulation? Paired trials of all actions until one is clearly best.

The framework for games of chance and hidden information (Billings 2006, section 2.8, Fig. 2.10): generate what is
missing, play every move out with it, add up, and stop when one move's value exceeds all others by a margin that chance
does not explain, or when trials or time run out. It knows no game: the caller plays the trials, each move with the same
cards and random numbers, so that differences between moves are compared and not their luck. The printed loop runs once
too often; this one does not.

The margin is `z` standard errors of the paired differences, checked after every batch. Repeated checks eventually find
a difference where there is none; with z = 3 and few checks that is rare, and it costs little, because such moves are
nearly equal.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import inf, sqrt
from time import perf_counter

import numpy as np
from numpy.typing import NDArray

from riverboat.errors import RiverboatError

Trials = Callable[[int], NDArray[np.float64]]
"""From a number of trials to float64[trials, moves]: what each move won, each row on the same cards."""


@dataclass(frozen=True)
class Simulated:
    """What the trials said."""

    means: tuple[float, ...]
    """Of each move."""
    errors: tuple[float, ...]
    """The standard error of each mean."""
    trials: int
    obvious: bool
    """Whether one move stood out before the trials were over."""

    @property
    def best(self) -> int:
        """The move with the largest mean; of equals the last, so list moves from timid to bold."""
        return max(range(len(self.means)), key=lambda move: (self.means[move], move))

    def of(self, moves: Sequence[int]) -> Simulated:
        """The same trials, of these moves only."""
        means, errors = (tuple(each[move] for move in moves) for each in (self.means, self.errors))
        return Simulated(means, errors, self.trials, self.obvious)


def simulate_moves(
    play: Trials, *, max_trials: int = 500, min_trials: int = 100, batch: int = 50, z: float = 3.0, seconds: float = inf
) -> Simulated:
    """Play batches of paired trials until a move is obviously best, `max_trials` are played or the time is up."""
    if not 1 <= batch <= max_trials or min_trials < 2 or not (z > 0.0 and seconds > 0.0):
        raise RiverboatError(
            f"trials: max_trials {max_trials}, min_trials {min_trials}, batch {batch}, z {z}, seconds {seconds}: "
            "expected a batch of 1 to `max_trials`, `min_trials` 2 or more, and z and seconds above 0"
        )
    until = perf_counter() + seconds
    rows: list[NDArray[np.float64]] = []
    played, obvious = 0, False
    while played < max_trials and not obvious:
        rows.append(play(min(batch, max_trials - played)))
        played += len(rows[-1])
        if perf_counter() >= until:
            break
        obvious = min_trials <= played < max_trials and _stands_out(np.concatenate(rows), z)
    won = np.concatenate(rows)
    errors = won.std(axis=0, ddof=1) / sqrt(played) if played > 1 else np.full(won.shape[1], inf)
    return Simulated(tuple(won.mean(axis=0).tolist()), tuple(errors.tolist()), played, obvious)


def _stands_out(won: NDArray[np.float64], z: float) -> bool:
    """Whether the best move is ahead of every other by more than chance explains."""
    best = int(won.mean(axis=0).argmax())
    ahead = np.delete(won[:, [best]] - won, best, axis=1)
    error = ahead.std(axis=0, ddof=1) / sqrt(len(won))
    return bool((ahead.mean(axis=0) > z * error).all())

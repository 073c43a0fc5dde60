"""How fast does the solver forget? Discounts of regrets and of the average, iteration by iteration.

Discounted CFR (Brown and Sandholm 2019) multiplies what was learned before iteration t + 1, t >= 1, with

    positive regrets t^alpha / (t^alpha + 1), negative regrets t^beta / (t^beta + 1), the average (t / (t + 1))^gamma.

`Restarting` is the default here: alpha 1.5, negative regrets halved, and an average (gamma 3) that begins anew at
iterations 1, 4, 16, 64, ..., so that the poor first strategies are forgotten for good. It needed the fewest iterations
on the spots of `riverboat bench spots`; exploitability rises for a moment after each restart.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from riverboat.errors import RiverboatError


class Schedule(Protocol):
    """Multipliers of positive regrets, negative regrets and the average before iteration t (from 0) is added."""

    def multipliers(self, iteration: int) -> tuple[float, float, float]: ...


@dataclass(frozen=True)
class Discounted:
    """Discounted CFR with its three parameters; (1.5, 0, 2) is the paper's choice, (1, 1, 1) is linear CFR."""

    alpha: float = 1.5
    beta: float = 0.0
    gamma: float = 2.0

    def __post_init__(self) -> None:
        if self.gamma < 0:
            raise RiverboatError(f"gamma {self.gamma:g}: the average cannot grow towards the past; expected 0 or more")

    def multipliers(self, iteration: int) -> tuple[float, float, float]:
        t = float(iteration)
        if not t:
            return 0.0, 0.0, 0.0
        return t**self.alpha / (t**self.alpha + 1), t**self.beta / (t**self.beta + 1), (t / (t + 1)) ** self.gamma


@dataclass(frozen=True)
class Restarting:
    """Discounted CFR whose average starts again at every power of four."""

    alpha: float = 1.5
    negative: float = 0.5
    gamma: float = 3.0

    def multipliers(self, iteration: int) -> tuple[float, float, float]:
        if not iteration:
            return 0.0, 0.0, 0.0
        power = (iteration - 1.0) ** self.alpha
        since = iteration - 4 ** ((iteration.bit_length() - 1) // 2)
        return power / (power + 1), self.negative, (since / (since + 1)) ** self.gamma


def multipliers(schedule: Schedule, first: int, count: int) -> NDArray[np.float32]:
    """The multipliers of `count` iterations from `first` on, [iteration, 3]."""
    rows = [schedule.multipliers(iteration) for iteration in range(first, first + count)]
    return np.array(rows, np.float32).reshape(count, 3)

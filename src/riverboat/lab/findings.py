"""What a run of an entry gives: numbers with intervals, whether claims hold, and pictures.

An entry's function returns one `Findings`. Names connect it with what is published: a `Found` called like a
`Published` is set beside it. Numbers that the source does not have are shown too, without a published value.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import nan

from riverboat.show.curves import Curve, Level
from riverboat.show.network import Layers
from riverboat.stats.mean import Interval, RunningMean
from riverboat.stats.share import share_interval

Number = int | float

NORMAL_95 = 1.959964


@dataclass(frozen=True)
class Found:
    """A reproduced number; exact unless it has an interval of 95 %."""

    name: str
    value: Number
    interval: Interval | None = None
    unit: str = ""
    note: str = ""

    @classmethod
    def of_mean(cls, name: str, mean: RunningMean, unit: str = "", note: str = "") -> Found:
        """A sampled mean; fewer than two values have no interval, and the result says so.

        Args:
            name: What the result calls it.
            mean: The mean, its number of values and their spread.
        """
        if mean.count < 2:
            return cls(name, mean.mean, Interval(nan, nan), unit, note or "a single value")
        return cls(name, mean.mean, mean.interval(), unit, note)

    @classmethod
    def with_error(cls, name: str, value: float, standard_error: float, unit: str = "", note: str = "") -> Found:
        """A number whose standard error is known.

        Args:
            name: What the result calls it.
            value: The number.
            standard_error: Of the number.
        """
        reach = NORMAL_95 * standard_error
        return cls(name, value, Interval(value - reach, value + reach), unit, note)

    @classmethod
    def of_share(cls, name: str, hits: int, trials: int, unit: str = "", note: str = "") -> Found:
        """A share of independent trials.

        Args:
            name: What the result calls it.
            hits: How often it happened.
            trials: How often it could have.
        """
        if trials < 1:
            return cls(name, nan, Interval(nan, nan), unit, note or "no trials")
        return cls(name, hits / trials, share_interval(hits, trials), unit, note)


@dataclass(frozen=True)
class Claimed:
    """Whether a claim holds, and the numbers that say so; None if this run is too small to tell."""

    name: str
    holds: bool | None
    evidence: str = ""


@dataclass(frozen=True)
class Chart:
    """A figure with curves; see `show.curves`."""

    title: str
    curves: Sequence[Curve]
    x: str = ""
    y: str = ""
    log_x: bool = False
    log_y: bool = False
    levels: Sequence[Level] = ()
    caption: str = ""


@dataclass(frozen=True)
class Grid:
    """One number for each of the 169 starting hands; see `show.grid`."""

    title: str
    values: Sequence[float]
    bands: bool = False


@dataclass(frozen=True)
class NetworkPicture:
    """A small neural network at one moment; see `show.network`."""

    title: str
    layers: Layers
    caption: str = ""


@dataclass(frozen=True)
class Table:
    """Anything else with rows and columns, as text."""

    title: str
    columns: Sequence[str]
    rows: Sequence[Sequence[str]]


@dataclass(frozen=True)
class Findings:
    """Everything that a run found."""

    values: Sequence[Found] = ()
    claims: Sequence[Claimed] = ()
    charts: Sequence[Chart] = ()
    grids: Sequence[Grid] = ()
    tables: Sequence[Table] = ()
    notes: Sequence[str] = field(default=())
    """What this run says about itself: how many hands, what was left out."""
    networks: Sequence[NetworkPicture] = ()

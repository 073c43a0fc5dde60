"""How large is it on average, and how sure are we? A mean with its variance and interval, one value at a time.

Method: Welford's recurrence (Technometrics 4, 1962), and for joining two parts the pairwise form of Chan, Golub and
LeVeque (1979); neither loses digits where the mean is large and the spread small. Intervals are Student's, so they are
honest for few values too. Each value costs a few additions, and three numbers are kept however many there are.

The values must be independent of each other for the interval to mean what it says: of a duplicate match, one value is a
whole deal with all its replays.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from math import inf, nan, sqrt
from statistics import NormalDist
from typing import NamedTuple, Self

_AS_GOOD_AS_NORMAL = 10_000


class Interval(NamedTuple):
    """Where the true value lies, with some confidence."""

    low: float
    high: float

    def __contains__(self, value: object) -> bool:
        return isinstance(value, int | float) and self.low <= value <= self.high


class RunningMean:
    """The mean of the values added so far; grows by `add` and by `merge`."""

    __slots__ = ("count", "mean", "squares")

    def __init__(self, count: int = 0, mean: float = 0.0, squares: float = 0.0) -> None:
        """Of no values, or of those that were counted elsewhere.

        Args:
            count: How many values.
            mean: Their mean.
            squares: The sum of their squared distances from it.
        """
        self.count = count
        self.mean = mean
        self.squares = squares
        """The sum of squared deviations from the mean."""

    @classmethod
    def of(cls, values: Iterable[float]) -> Self:
        """The mean of these values.

        Args:
            values: Any numbers.
        """
        made = cls()
        for value in values:
            made.add(value)
        return made

    def add(self, value: float) -> None:
        """One more value.

        Args:
            value: A number.
        """
        self.count += 1
        apart = value - self.mean
        self.mean += apart / self.count
        self.squares += apart * (value - self.mean)

    def merge(self, other: RunningMean) -> None:
        """All values of another mean as well."""
        if not other.count:
            return
        count = self.count + other.count
        apart = other.mean - self.mean
        self.mean += apart * other.count / count
        self.squares += other.squares + apart * apart * self.count * other.count / count
        self.count = count

    @property
    def total(self) -> float:
        """The sum of all values."""
        return self.mean * self.count

    @property
    def variance(self) -> float:
        """The variance of the values (over n - 1); nan for fewer than two."""
        return self.squares / (self.count - 1) if self.count > 1 else nan

    @property
    def deviation(self) -> float:
        """The standard deviation of the values."""
        return sqrt(self.variance) if self.count > 1 else nan

    @property
    def standard_error(self) -> float:
        """The standard error of the mean."""
        return self.deviation / sqrt(self.count) if self.count > 1 else nan

    def margin(self, level: float = 0.95) -> float:
        """Half the width of the interval around the mean; infinite for fewer than two values."""
        return student_quantile(self.count - 1, level) * self.standard_error if self.count > 1 else inf

    def interval(self, level: float = 0.95) -> Interval:
        """Where the true mean lies, with this confidence."""
        margin = self.margin(level)
        return Interval(self.mean - margin, self.mean + margin)

    def scaled(self, factor: float) -> RunningMean:
        """The same values in another unit.

        Args:
            factor: What every value is multiplied by.
        """
        return RunningMean(self.count, self.mean * factor, self.squares * factor * factor)

    def copy(self) -> RunningMean:
        """An independent mean of the same values."""
        return RunningMean(self.count, self.mean, self.squares)

    def to_json(self) -> dict[str, float | int | None]:
        """What a reader wants: mean, 95 % interval and number of values; null where there is no interval yet."""
        low, high = self.interval() if self.count > 1 else (None, None)
        return {"mean": self.mean, "low": low, "high": high, "values": self.count}

    def saved(self) -> dict[str, float | int]:
        """What `restored` needs."""
        return {"count": self.count, "mean": self.mean, "squares": self.squares}

    @classmethod
    def restored(cls, saved: Mapping[str, float]) -> Self:
        """The mean that `saved` described, to the last digit."""
        return cls(int(saved["count"]), float(saved["mean"]), float(saved["squares"]))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, RunningMean):
            return NotImplemented
        return (self.count, self.mean, self.squares) == (other.count, other.mean, other.squares)

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        if self.count < 2:
            return f"RunningMean({self.mean:g} from {self.count})"
        return f"RunningMean({self.mean:.6g} ± {self.margin():.3g} from {self.count})"


@lru_cache(maxsize=4096)
def student_quantile(degrees: int, level: float) -> float:
    """How many standard errors the interval of this confidence reaches to either side."""
    if not 0.0 < level < 1.0:
        raise ValueError(f"confidence {level}: expected a number between 0 and 1, such as 0.95")
    if degrees >= _AS_GOOD_AS_NORMAL:
        return NormalDist().inv_cdf((1.0 + level) / 2.0)
    from scipy.special import stdtrit  # type: ignore[import-untyped, unused-ignore]

    return float(stdtrit(degrees, (1.0 + level) / 2.0))

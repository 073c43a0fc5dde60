"""Which member of the family of counterfactual regret minimisation? What a method forgets, and how it averages.

All of them add what every choice would have gained to its regret, and play positive regrets as probabilities
(Zinkevich et al. 2007). They differ in three weights for each iteration: what was learned before iteration t is
multiplied by one weight where the regret is positive, by another where it is negative, and the average so far by a
third; then iteration t is added. And there are two switches: whether players update one after the other, and whether
the next regrets are predicted to equal the last ones.

| name       | positive regrets    | negative regrets    | iteration t counts      | source                          |
|------------|---------------------|---------------------|-------------------------|---------------------------------|
| cfr        | kept                | kept                | 1                       | Zinkevich et al. 2007           |
| cfr+       | kept                | forgotten           | t                       | Tammelin 2014                   |
| lcfr       | times t / (t + 1)   | times t / (t + 1)   | t                       | Brown and Sandholm 2019         |
| dcfr       | by alpha = 1.5      | by beta = 0         | t^2                     | Brown and Sandholm 2019         |
| pcfr+      | kept                | forgotten           | t^2, predictive         | Farina et al. 2021              |
| restarting | by alpha = 1.5      | halved              | since 1, 4, 16, ...     | measured here                   |

A custom method is a name and a function from the iteration (from 1) to the three weights:
`Method("mine", lambda t: (1.0, 0.5, 1.0))`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, fields, is_dataclass, replace
from math import inf
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from riverboat.errors import NotationError, RiverboatError

Weights = tuple[float, float, float]
"""Multipliers of positive regrets, of negative regrets and of the average, before an iteration is added."""


@dataclass(frozen=True)
class Discounting:
    """Discounted CFR (Brown and Sandholm 2019): before iteration t + 1, t >= 1, positive regrets are multiplied by
    t^alpha / (t^alpha + 1), negative ones by t^beta / (t^beta + offset), and the average by (t / (t + 1))^gamma.

    Infinity keeps everything, minus infinity forgets it; the average leaves the first `delay` iterations out. The
    paper's offset is 1; a large one forgets early negative regrets, when all play badly, and keeps later ones, but at
    most `max_negative` of them.
    """

    alpha: float = inf
    beta: float = inf
    gamma: float = 0.0
    delay: int = 0
    offset: float = 1.0
    max_negative: float = 1.0

    def __post_init__(self) -> None:
        if self.gamma < 0:
            raise RiverboatError(f"gamma {self.gamma:g}: the average cannot favour the past; expected 0 or more")
        if self.delay < 0:
            raise RiverboatError(f"delay {self.delay}: expected 0 or more iterations")
        if not 0 < self.offset < inf:
            raise RiverboatError(f"offset {self.offset:g}: expected a number above 0")
        if not 0 <= self.max_negative <= 1:
            raise RiverboatError(f"max_negative {self.max_negative:g}: expected a fraction, 0 to 1")

    def __call__(self, iteration: int) -> Weights:
        positive, negative, average = self.table(iteration, 1)[0].tolist()
        return positive, negative, average

    def table(self, first: int, count: int) -> NDArray[np.float64]:
        """The weights of many iterations at once, float64[count, 3]."""
        before = np.arange(first - 1, first - 1 + count, dtype=np.float64)
        counted = np.maximum(before - self.delay, 0.0)
        average = (counted / (counted + 1.0)) ** self.gamma if self.gamma else (counted > 0).astype(np.float64)
        negative = np.minimum(_kept(before, self.beta, self.offset), self.max_negative)
        return np.column_stack([_kept(before, self.alpha), negative, average])


def _kept(before: NDArray[np.float64], exponent: float, offset: float = 1.0) -> NDArray[np.float64]:
    """t^exponent / (t^exponent + offset) of t iterations; before the first there is nothing to keep."""
    if np.isinf(exponent):
        return np.full(len(before), 1.0 if exponent > 0 else 0.0)
    grown = np.maximum(before, 1.0) ** exponent
    return grown / (grown + offset)


@dataclass(frozen=True)
class Restarting:
    """Discounted CFR whose average starts again at iterations 1, 4, 16, 64, ..., so that the poor first strategies are
    forgotten for good. Exploitability rises for a moment after each restart."""

    alpha: float = 1.5
    negative: float = 0.5
    gamma: float = 3.0

    def __call__(self, iteration: int) -> Weights:
        done = iteration - 1
        if not done:
            return 0.0, 0.0, 0.0
        power = (done - 1.0) ** self.alpha
        since = done - 4 ** ((done.bit_length() - 1) // 2)
        return power / (power + 1), self.negative, (since / (since + 1)) ** self.gamma


@dataclass(frozen=True)
class Method:
    """One member of the family."""

    name: str
    """Its name in files and output: the same name means the same weights."""
    weights: Callable[[int], Weights] = Discounting()
    """From the next iteration, counted from 1, to what is kept of the ones before."""
    alternating: bool = True
    """Whether players update one after the other, each answering what the ones before have become."""
    predictive: bool = False
    """Whether the next regrets are predicted to equal the last ones."""

    def __str__(self) -> str:
        usual = METHODS.get(self.name)
        if usual is None or usual == self:
            return self.name
        mine, theirs = _settings(self), _settings(usual)
        changed = [f"{key}={_written(value)}" for key, value in mine.items() if theirs.get(key) != value]
        return f"{self.name}({','.join(changed)})"

    def table(self, first: int, count: int) -> NDArray[np.float64]:
        """The weights of iterations first .. first + count - 1, float64[count, 3].

        Args:
            first: The number of an iteration, from 1.
            count: How many iterations.
        """
        many = getattr(self.weights, "table", None)
        if many is not None:
            found: NDArray[np.float64] = many(first, count)
            return found
        rows = np.array([self.weights(t) for t in range(first, first + count)], np.float64).reshape(count, -1)
        if rows.shape != (count, 3) or not np.isfinite(rows).all() or (rows < 0).any():
            raise RiverboatError(f"method {self.name}: expected three weights of 0 or more for each iteration")
        return rows

    def restarts_after(self, iterations: int) -> bool:
        """Whether the average is discarded when the next iteration is added.

        Args:
            iterations: How many have been done.
        """
        return iterations > 0 and self.weights(iterations + 1)[2] == 0.0


METHODS: Final = {
    method.name: method
    for method in (
        Method("cfr"),
        Method("cfr+", Discounting(beta=-inf, gamma=1.0)),
        Method("lcfr", Discounting(alpha=1.0, beta=1.0, gamma=1.0)),
        Method("dcfr", Discounting(alpha=1.5, beta=0.0, gamma=2.0)),
        Method("pcfr+", Discounting(beta=-inf, gamma=2.0), predictive=True),
        Method("restarting", Restarting()),
    )
}


def parse_method(text: str) -> Method:
    """A method by name, perhaps with other parameters: `dcfr(alpha=2,gamma=3)`, `cfr(alternating=no)`."""
    name, bracket, inside = text.replace(" ", "").partition("(")
    if name not in METHODS:
        raise NotationError(f'method "{text[:40]}": expected one of {", ".join(METHODS)}')
    if bracket and not inside.endswith(")"):
        raise NotationError(f'method "{text[:80]}": the bracket is not closed')
    method = METHODS[name]
    for setting in filter(None, inside[:-1].split(",")):
        method = _changed(method, setting, text)
    return method


def _changed(method: Method, setting: str, text: str) -> Method:
    """The method with one setting, `alpha=2`, changed."""
    key, equals, value = setting.partition("=")
    usual = _settings(method)
    if key not in usual or not equals:
        raise NotationError(f'method "{text[:80]}": "{setting}" is not a setting; there is {", ".join(usual)}')
    try:
        changes: dict[str, Any] = {key: _parsed(type(usual[key]), value)}
        if key in ("alternating", "predictive"):
            return replace(method, **changes)
        return replace(method, weights=replace(method.weights, **changes))  # type: ignore[type-var]
    except ValueError:
        raise NotationError(f'method "{text[:80]}": {key} cannot be "{value}"') from None
    except NotationError:
        raise
    except RiverboatError as error:
        raise NotationError(f'method "{text[:80]}": {error}') from None


def _settings(method: Method) -> dict[str, Any]:
    """What a method's text may set, and how it is set."""
    weights = method.weights
    found: dict[str, Any] = (
        {each.name: getattr(weights, each.name) for each in fields(weights)} if is_dataclass(weights) else {}
    )
    return {**found, "alternating": method.alternating, "predictive": method.predictive}


def _parsed(kind: type, text: str) -> float | int | bool:
    if kind is bool:
        if text not in ("yes", "no"):
            raise ValueError
        return text == "yes"
    value = int(text) if kind is int else float(text)
    if value != value:
        raise ValueError
    return value


def _written(value: float | int | bool) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return f"{value:g}"

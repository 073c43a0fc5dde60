"""The family of counterfactual regret minimisation: what its members have in common, and what each does otherwise.

All of them walk the whole tree once for each player and iteration, add what every choice would have gained to its
regret, and play positive regrets as probabilities (Zinkevich et al. 2007). They differ in how they forget and weigh:

| name   | forgets                                             | iteration t counts | source |
|--------|-----------------------------------------------------|--------------------|---------------------------|
| cfr    | nothing                                             | 1                  | Zinkevich et al. 2007     |
| cfr+   | negative regrets                                    | t                  | Tammelin 2014             |
| lcfr   | regrets by t / (t + 1)                              | t                  | Brown and Sandholm 2019   |
| dcfr   | positive regrets by alpha, negative by beta         | t^gamma            | Brown and Sandholm 2019   |
| pcfr+  | negative regrets; expects the last regrets again    | t^2                | Farina et al. 2021        |
"""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from math import inf
from typing import Any, Final

from riverboat.errors import NotationError


@dataclass(frozen=True, slots=True)
class Method:
    """One member of the family. Infinity as alpha or beta means that nothing is discounted."""

    name: str
    alternating: bool = True
    """Whether players change one after the other, each answering what the ones before have become."""
    plus: bool = False
    """Whether negative regrets are forgotten."""
    alpha: float = inf
    """After iteration t positive regrets are multiplied by t^alpha / (t^alpha + 1)."""
    beta: float = inf
    """The same for negative regrets."""
    gamma: float = 0.0
    """Iteration t counts as t^gamma in the average."""
    delay: int = 0
    """How many iterations the average leaves out; the next one counts as the first."""
    predictive: bool = False
    """Whether the next regrets are expected to be the last ones again."""
    prune: bool = False
    """Whether choices sleep as long as they cannot be worth playing (`pruning`)."""

    def __str__(self) -> str:
        usual = METHODS[self.name]
        changed = [
            f"{each.name}={_written(getattr(self, each.name))}"
            for each in fields(self)
            if getattr(self, each.name) != getattr(usual, each.name)
        ]
        return f"{self.name}({','.join(changed)})" if changed else self.name


METHODS: Final = {
    method.name: method
    for method in (
        Method("cfr"),
        Method("cfr+", plus=True, gamma=1.0),
        Method("lcfr", alpha=1.0, beta=1.0, gamma=1.0),
        Method("dcfr", alpha=1.5, beta=0.0, gamma=2.0),
        Method("pcfr+", plus=True, gamma=2.0, predictive=True),
    )
}


def parse_method(text: str) -> Method:
    """A method by name, perhaps with other parameters: `dcfr(alpha=2,gamma=3)`."""
    name, bracket, inside = text.replace(" ", "").partition("(")
    if name not in METHODS:
        raise NotationError(f'method "{text[:40]}": expected one of {", ".join(METHODS)}')
    if bracket and not inside.endswith(")"):
        raise NotationError(f'method "{text[:80]}": the bracket is not closed')
    method = METHODS[name]
    kinds = {each.name: each.type for each in fields(Method) if each.name != "name"}
    for setting in filter(None, inside[:-1].split(",")):
        key, equals, value = setting.partition("=")
        if key not in kinds or not equals:
            raise NotationError(f'method "{text[:80]}": "{setting}" is no setting; there is {", ".join(kinds)}')
        try:
            changed: dict[str, Any] = {key: _read(str(kinds[key]), value)}
            method = replace(method, **changed)
        except ValueError:
            raise NotationError(f'method "{text[:80]}": {key} cannot be "{value}"') from None
    return method


def _read(kind: str, text: str) -> float | int | bool:
    if kind == "bool":
        if text not in ("yes", "no"):
            raise ValueError
        return text == "yes"
    value = int(text) if kind == "int" else float(text)
    if value != value:
        raise ValueError
    return value


def _written(value: float | int | bool) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return f"{value:g}"

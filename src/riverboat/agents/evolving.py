"""Players that evolve: what the evolutionary arena requires of a player, and how parameters are inherited.

A player that can evolve says how to write itself down (`spec`), how to reproduce, alone with small changes or with a
partner, and how well adapted it is (Teófilo 2016, section 4.1.2: ReproduceAsexually, ReproduceSexually and Fitness).
`EvolvingAgent` does all of it for a class whose parameters are one frozen dataclass of numbers, each field made by
`gene` with the interval it may lie in; what is left to write is `act`, and another `fitness` if winnings are not it.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass, field, fields, replace
from random import Random
from typing import Any, ClassVar, Protocol, Self, TypeVar, runtime_checkable

from riverboat.errors import NotationError
from riverboat.games.agent import Agent
from riverboat.games.indicators import Indicators
from riverboat.stats.mean import RunningMean

_Genes = TypeVar("_Genes")

DIGITS = 4
"""Genes are rounded to this many digits, so that the text of a player describes it completely."""


@dataclass(frozen=True)
class Performance:
    """What a member of a population has done in its generation."""

    hands: int
    winnings: RunningMean
    """Thousandths of a big blind per hand, with its error."""
    indicators: Indicators
    """How it played: VPIP, PFR and the others."""


@runtime_checkable
class Evolving(Protocol):
    """A player that can have children."""

    @property
    def spec(self) -> str:
        """The text that `make_agent` makes this player from."""

    def reproduce_asexually(self, rng: Random) -> Self:
        """A child with slightly other parameters."""

    def reproduce_sexually(self, other: Self, rng: Random) -> Self:
        """A child with parameters of both."""

    def fitness(self, performance: Performance) -> float:
        """How well adapted this player is: the larger the better, in any unit."""


def gene(default: float, low: float, high: float) -> Any:
    """A field of a frozen dataclass that evolution may change within an interval."""
    return field(default=default, metadata={"low": low, "high": high})


def mutate(genes: _Genes, rng: Random, strength: float = 0.1) -> _Genes:
    """Every gene moved by a normal step of `strength` times its interval, and kept inside it."""
    changes = {}
    for each in fields(genes):  # type: ignore[arg-type]
        low, high = each.metadata["low"], each.metadata["high"]
        moved = getattr(genes, each.name) + rng.gauss(0.0, strength * (high - low))
        changes[each.name] = round(min(max(moved, low), high), DIGITS)
    return replace(genes, **changes)  # type: ignore[type-var]


def cross(one: _Genes, other: _Genes, rng: Random) -> _Genes:
    """Every gene from one parent or the other."""
    taken = {
        each.name: getattr(one if rng.random() < 0.5 else other, each.name)
        for each in fields(one)  # type: ignore[arg-type]
    }
    return replace(one, **taken)  # type: ignore[type-var]


def check_genes(genes: Any) -> str | None:
    """The error for a gene outside its interval; None if all are inside."""
    for each in fields(genes):
        low, high, value = each.metadata["low"], each.metadata["high"], getattr(genes, each.name)
        if not low <= value <= high:
            return f"{each.name}={value}: expected {low} to {high}"
    return None


class EvolvingAgent(Agent):
    """A player whose parameters evolve: `genes` is a `Genes`, which a subclass names and `act` reads."""

    Genes: ClassVar[type[Any]]
    """A frozen dataclass of numbers made by `gene`."""
    registered: ClassVar[str] = ""
    """The name in the registry of the class that says so; other classes are called by their own names."""
    others: ClassVar[tuple[str, ...]] = ()
    """Parameters that are not genes, for error messages."""

    def __init__(self, **changes: float) -> None:
        super().__init__()
        self.genes: Any = self.changed(self.Genes(), changes)

    @classmethod
    def changed(cls, genes: _Genes, changes: dict[str, float]) -> _Genes:
        """These genes with some numbers changed; an unknown name or a number outside its interval is an error."""
        name = vars(cls).get("registered") or cls.__name__
        known = [each.name for each in fields(genes)]  # type: ignore[arg-type]
        for each in changes:
            if each not in known:
                raise NotationError(f'{name}: no parameter "{each}"; there is {", ".join((*cls.others, *known))}')
        made = replace(genes, **changes)  # type: ignore[type-var]
        if wrong := check_genes(made):
            raise NotationError(f"{name}: {wrong}")
        return made

    @property
    def spec(self) -> str:
        """`Shark(bluff=0.12,...)`, every number written out."""
        name = vars(type(self)).get("registered") or type(self).__name__
        return f"{name}({','.join(f'{key}={value:g}' for key, value in asdict(self.genes).items())})"

    def reproduce_asexually(self, rng: Random) -> Self:
        """A child with slightly other numbers."""
        return type(self)(**asdict(mutate(self.genes, rng)))

    def reproduce_sexually(self, other: Self, rng: Random) -> Self:
        """A child with each number from one of the parents, slightly changed."""
        return type(self)(**asdict(mutate(cross(self.genes, other.genes, rng), rng, 0.03)))

    def fitness(self, performance: Performance) -> float:
        """What it wins, in thousandths of a big blind per hand."""
        return performance.winnings.mean

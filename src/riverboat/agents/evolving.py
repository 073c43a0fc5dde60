"""Players that evolve: what the evolutionary arena requires of a player, and how parameters are inherited.

A player that can evolve says how to write itself down (`spec`, which the registry reads back) and how to reproduce,
alone with small changes or with a partner (Teófilo 2016, section 4.1: ReproduceAsexually, ReproduceSexually).
Parameters live in one frozen dataclass of numbers, each field made by `gene` with the interval it may lie in.
"""

from __future__ import annotations

from dataclasses import field, fields, replace
from random import Random
from typing import Any, Protocol, Self, TypeVar, runtime_checkable

Genes = TypeVar("Genes")

DIGITS = 4
"""Genes are rounded to this many digits, so that the text of a player describes it completely."""


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


def gene(default: float, low: float, high: float) -> Any:
    """A field of a frozen dataclass that evolution may change within an interval."""
    return field(default=default, metadata={"low": low, "high": high})


def mutate(genes: Genes, rng: Random, strength: float = 0.1) -> Genes:
    """Every gene moved by a normal step of `strength` times its interval, and kept inside it."""
    changes = {}
    for each in fields(genes):  # type: ignore[arg-type]
        low, high = each.metadata["low"], each.metadata["high"]
        moved = getattr(genes, each.name) + rng.gauss(0.0, strength * (high - low))
        changes[each.name] = round(min(max(moved, low), high), DIGITS)
    return replace(genes, **changes)  # type: ignore[type-var]


def cross(one: Genes, other: Genes, rng: Random) -> Genes:
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

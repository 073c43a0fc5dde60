"""What every solver can do: iterate, be measured, be saved and restored. The `Runner` drives anything that does.

Engines: `cfr.TreeSolver` and `cfr.SampledSolver` on trees of all deals, `public.PublicSolver` on public trees,
`deals.DealSolver` on sampled deals of any number of players, `spot.RangeSolver` on two ranges,
`abstract.AbstractSolver` on games without cards.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol

from numpy.typing import NDArray

from riverboat.solve.core.exploitability import Exploitability
from riverboat.solve.core.policy import Policy


class Engine(Protocol):
    """A game, a method, and what has been learned so far."""

    iterations: int
    """How many are done in all."""

    @property
    def identity(self) -> Mapping[str, str]:
        """What must be the same for a checkpoint to be continued: game, method, precision, ..."""
        ...

    def iterate(self, count: int) -> None:
        """Run `count` more iterations. Splitting them into several calls gives the same numbers."""
        ...

    def exploitability(self) -> Exploitability:
        """By best responses to the average strategy as it is."""
        ...

    def arrays(self) -> Mapping[str, NDArray[Any]]:
        """Everything that iterations change: written into a checkpoint, and filled in place when it is resumed."""
        ...


class PolicyEngine(Engine, Protocol):
    """One whose strategy plays with cards. That of an abstract game does not: it knows views only."""

    def policy(self) -> Policy:
        """The average strategy as it is: it can sit down, be exploited, and be written to a file."""
        ...

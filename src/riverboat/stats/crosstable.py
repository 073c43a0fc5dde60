"""Who wins how much from whom? A table of all pairs of players, each cell a mean with its interval.

Row against column: what the player of the row won from the player of the column, one value per sample. With two
players a cell is simply the winnings. With more, the losses of a hand are taken to flow to its winners in proportion to
what they won, so that a row still sums to the player's winnings and the table is antisymmetric.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Self

from riverboat.html import table
from riverboat.stats.mean import RunningMean


class Crosstable:
    """Means of what each name won from each other name."""

    def __init__(self, names: Sequence[str]) -> None:
        """An empty table.

        Args:
            names: Who is in it, in order.
        """
        self.names = tuple(names)
        self._cells: dict[tuple[int, int], RunningMean] = {}

    def __getitem__(self, pair: tuple[str, str]) -> RunningMean:
        """What the first won from the second; empty if they never met."""
        row, column = (self.names.index(name) for name in pair)
        return self.cell(row, column)

    def cell(self, row: int, column: int) -> RunningMean:
        """The same by place in `names`. The table keeps one of two cells; the other is its mirror image."""
        if row <= column:
            return self._cells.get((row, column), RunningMean()).copy()
        return self._cells.get((column, row), RunningMean()).scaled(-1.0)

    def add(self, row: int, column: int, won: float) -> None:
        """One more sample of what `row` won from `column`.

        Args:
            row: A player, by place in `names`.
            column: The other one.
            won: What `row` won; `column` won its negative.
        """
        if row == column:
            raise ValueError("nobody plays against themselves")
        key = (row, column) if row < column else (column, row)
        if key not in self._cells:
            self._cells[key] = RunningMean()
        self._cells[key].add(won if row < column else -won)

    def merge(self, other: Crosstable) -> None:
        """All samples of another table of the same names."""
        if other.names != self.names:
            raise ValueError("tables of different names cannot be merged")
        for key, mean in other._cells.items():
            if key in self._cells:
                self._cells[key].merge(mean)
            else:
                self._cells[key] = mean.copy()

    def to_json(self) -> dict[str, Any]:
        """Names, and rows of cells; null where two never met."""
        size = range(len(self.names))
        return {
            "names": list(self.names),
            "cells": [
                [self.cell(row, column).to_json() if self.cell(row, column).count else None for column in size]
                for row in size
            ],
        }

    def __repr__(self) -> str:
        return f"<Crosstable of {', '.join(self.names)}>"

    def _repr_html_(self) -> str:
        """In a notebook: what each row won from each column, with 95 % intervals."""

        def text(mean: RunningMean) -> str:
            return f"{mean.mean:+.3f} ± {mean.margin():.3f}" if mean.count > 1 else ""

        size = range(len(self.names))
        rows = [(name, *(text(self.cell(row, column)) for column in size)) for row, name in enumerate(self.names)]
        return table(("won from", *self.names), rows)

    def saved(self) -> dict[str, Any]:
        """What `restored` needs."""
        cells = [[row, column, mean.saved()] for (row, column), mean in self._cells.items()]
        return {"names": list(self.names), "cells": cells}

    @classmethod
    def restored(cls, saved: Mapping[str, Any]) -> Self:
        """The table that `saved` described."""
        table = cls(saved["names"])
        table._cells = {(row, column): RunningMean.restored(mean) for row, column, mean in saved["cells"]}
        return table

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Crosstable):
            return NotImplemented
        return self.names == other.names and self._cells == other._cells

    __hash__ = None  # type: ignore[assignment]


def flows(payoffs: Sequence[float]) -> Iterable[tuple[int, int, float]]:
    """(winner, loser, amount) for each winner and loser of one hand: losses go to winners in proportion."""
    won = sum(payoff for payoff in payoffs if payoff > 0)
    for winner, gain in enumerate(payoffs):
        if gain > 0:
            for loser, loss in enumerate(payoffs):
                if loss < 0:
                    yield winner, loser, -loss * gain / won

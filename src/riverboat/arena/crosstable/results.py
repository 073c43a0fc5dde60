"""The result of a crosstable: cells with intervals, ratings, and cycles; as data, as a small file, and as text.

A file holds what was played; ratings and cycles are always computed from it, so they cannot contradict each other. It
says nothing about when and where it was played: the same table played again, in one go or in many, is the same file.
All numbers are mbb (thousandths of a big blind) per hand.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from math import isfinite
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from riverboat.errors import RiverboatError
from riverboat.html import table
from riverboat.stats.cycles import Cycles, Triad, Win, find_cycles
from riverboat.stats.mean import RunningMean, student_quantile
from riverboat.stats.ratings import Z95, Pair, Ratings, pair_ratings, table_ratings

KIND: Final = "crosstable"
VERSION: Final = 1
LISTED: Final = 20
"""Upsets and triads that are listed; the rest are counted."""


@dataclass(frozen=True)
class Cell:
    """What the player of the row won from the player of the column."""

    row: str
    column: str
    mbb: RunningMean
    hands: int
    unit: str
    """What one value is: deals, boards, matches or sessions."""
    luck: str
    """What takes luck out."""
    finished: bool = True

    def to_json(self) -> dict[str, Any]:
        """Everything; `squares` is the sum of the values' squared deviations from the mean."""
        return {
            "row": self.row, "column": self.column, **self.mbb.to_json(), "squares": self.mbb.squares,
            "unit": self.unit, "hands": self.hands, "luck": self.luck, "finished": self.finished,
        }  # fmt: skip

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Cell:
        """The cell of `to_json`."""
        mean = RunningMean(int(data["values"]), float(data["mean"]), float(data["squares"]))
        return cls(data["row"], data["column"], mean, data["hands"], data["unit"], data["luck"], data["finished"])


@dataclass(frozen=True)
class Ring:
    """A table of three players or more."""

    players: tuple[str, ...]
    mean: tuple[float, ...]
    covariance: tuple[tuple[float, ...], ...]
    """Of the means."""
    sessions: int
    hands: int

    def spread(self) -> NDArray[np.float64]:
        """The covariances, larger where they are known from few sessions, as Student's intervals are wider."""
        return np.array(self.covariance) * (student_quantile(self.sessions - 1, 0.95) / Z95) ** 2

    def to_json(self) -> dict[str, Any]:
        """Everything."""
        return {
            "players": list(self.players), "mean": list(self.mean), "covariance": [list(r) for r in self.covariance],
            "sessions": self.sessions, "hands": self.hands,
        }  # fmt: skip

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Ring:
        """The ring of `to_json`."""
        covariance = tuple(tuple(map(float, row)) for row in data["covariance"])
        return cls(tuple(data["players"]), tuple(data["mean"]), covariance, data["sessions"], data["hands"])


@dataclass(frozen=True)
class CrosstableResult:
    """Everyone against everyone."""

    game: str
    seed: int
    players: tuple[str, ...]
    cells: tuple[Cell, ...]
    rings: tuple[Ring, ...] = ()
    """Of tables of more than two."""
    complete: bool = True
    faults: Mapping[str, int] = field(default_factory=dict)
    """How often players raised an error, acted illegally, or were late."""
    messages: Mapping[str, str] = field(default_factory=dict)
    """The first fault of each, in words."""

    def __repr__(self) -> str:
        return f"<CrosstableResult of {self.game}: {len(self.players)} players, {self.hands:,} hands, seed {self.seed}>"

    def _repr_html_(self) -> str:
        """In a notebook: what each row won from each column, thousandths of a big blind per hand."""

        def text(row: str, column: str) -> str:
            cell = self.cell(row, column)
            return "" if cell is None or cell.mbb.count < 2 else f"{cell.mbb.mean:+.0f} ± {cell.mbb.margin():.0f}"

        rows = [(row, *(text(row, column) for column in self.players)) for row in self.players]
        return table(("mbb/hand", *self.players), rows, caption=f"{self.game}, {self.hands:,} hands, seed {self.seed}")

    @property
    def hands(self) -> int:
        """Of all tables."""
        return sum(each.hands for each in self.rings or self.cells)

    @cached_property
    def pairs(self) -> list[Pair]:
        """The cells that have an interval."""
        place = {name: number for number, name in enumerate(self.players)}
        return [Pair.of(place[cell.row], place[cell.column], cell.mbb) for cell in self.cells if cell.mbb.count > 1]

    @cached_property
    def ratings(self) -> Ratings:
        """Of the players, in their order."""
        if not self.rings:
            return pair_ratings(len(self.players), self.pairs)
        place = {name: number for number, name in enumerate(self.players)}
        return table_ratings(
            len(self.players),
            [
                ([place[name] for name in ring.players], np.array(ring.mean), ring.spread())
                for ring in self.rings
                if ring.sessions > 1
            ],
        )

    @cached_property
    def cycles(self) -> Cycles:
        """Who beats whom against the order."""
        return find_cycles(len(self.players), self.pairs, self.ratings, independent=not self.rings)

    def cell(self, row: str, column: str) -> Cell | None:
        """The cell of two players, seen from the first; None if they did not meet."""
        return self._by_name.get((row, column))

    @cached_property
    def _by_name(self) -> dict[tuple[str, str], Cell]:
        found = {}
        for cell in self.cells:
            found[cell.row, cell.column] = cell
            found[cell.column, cell.row] = Cell(
                cell.column, cell.row, cell.mbb.scaled(-1.0), cell.hands, cell.unit, cell.luck, cell.finished
            )
        return found

    def ranked(self) -> list[str]:
        """The players, strongest first."""
        return [self.players[player] for player in self.ratings.order()]

    def to_json(self) -> dict[str, Any]:
        """For programs, and for files."""
        ratings, cycles = self.ratings, self.cycles
        found: dict[str, Any] = {
            "kind": KIND,
            "version": VERSION,
            "game": self.game,
            "seed": self.seed,
            "unit": "mbb/hand",
            "complete": self.complete,
            "hands": self.hands,
            "players": list(self.players),
            "ratings": [
                {"player": self.players[each], "rating": ratings.values[each], **self._ends(each)}
                for each in ratings.order()
            ],
            "misfit": ratings.misfit,
            "cycles": {
                "share": _known(cycles.share),
                "share_margin": _known(cycles.share_margin),
                "p": _known(cycles.p),
                "upsets": [self._win(win) for win in cycles.upsets[:LISTED]],
                "upsets_in_all": len(cycles.upsets),
                "triads": [self._triad(triad) for triad in cycles.triads[:LISTED]],
                "triads_in_all": len(cycles.triads),
                "significant_triads": sum(triad.is_significant for triad in cycles.triads),
            },
            "faults": dict(self.faults),
            "messages": dict(self.messages),
            "items": [cell.to_json() for cell in self.cells],
        }
        if self.rings:
            found["rings"] = [ring.to_json() for ring in self.rings]
        return found

    def _ends(self, player: int) -> dict[str, float | None]:
        value, margin = self.ratings.values[player], self.ratings.margin(player)
        return {"low": _known(value - margin), "high": _known(value + margin)}

    def _win(self, win: Win) -> dict[str, Any]:
        return {
            "winner": self.players[win.winner], "loser": self.players[win.loser], "mean": win.mean, "p": win.p,
            "significant": win.is_significant,
        }  # fmt: skip

    def _triad(self, triad: Triad) -> dict[str, Any]:
        return {
            "players": [self.players[each] for each in triad.players], "means": list(triad.means),
            "curl": triad.curl, "curl_error": triad.curl_error, "p": triad.p, "significant": triad.is_significant,
        }  # fmt: skip

    @classmethod
    def from_json(cls, data: Any, what: str = "crosstable") -> CrosstableResult:
        """The result of `to_json`; errors begin with `what`."""
        try:
            if data["kind"] != KIND or data["version"] != VERSION:
                raise RiverboatError(
                    f"{what}: this is a {data['kind']} of version {data['version']}, expected {KIND} {VERSION}"
                )
            cells = tuple(Cell.from_json(each) for each in data["items"])
            rings = tuple(Ring.from_json(each) for each in data.get("rings", ()))
            return cls(
                data["game"], data["seed"], tuple(data["players"]), cells, rings, data["complete"],
                dict(data["faults"]), dict(data["messages"]),
            )  # fmt: skip
        except (LookupError, TypeError, ValueError, AttributeError) as error:
            raise RiverboatError(f"{what}: this is not a crosstable, or it is damaged") from error


def _known(value: float) -> float | None:
    return value if isfinite(value) else None

"""What an all-in is worth: the answer of every equity computation, exact or sampled.

Plain numbers only, so that a program can print, compare or store them. All fractions are of the whole pot.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Any

import numpy as np
from numpy.typing import NDArray

from riverboat.html import table


@dataclass(frozen=True)
class Equity:
    """The players' shares of the pot, in the order in which they were given."""

    equity: tuple[float, ...]
    """The mean share of the pot of each player; together 1."""
    win: tuple[float, ...]
    """How often each player takes the whole pot."""
    tie: tuple[float, ...]
    """How often each player takes a part of the pot but not all of it."""
    deals: int
    """How many deals of hands and boards were counted: all of them if exact, the sample if not."""
    exact: bool
    """Whether all deals were counted."""
    standard_error: tuple[float, ...] | None
    """The standard error of each player's equity; None if exact."""
    seed: int | None
    """What the sample was drawn with: the same seed gives the same numbers. None if exact."""
    game: str = "holdem"
    players: tuple[str, ...] = ()
    """The players' cards or ranges as they were given."""

    def to_json(self) -> dict[str, Any]:
        """For programs."""
        errors = self.standard_error or (None,) * len(self.equity)
        rows = zip(self.players, self.equity, self.win, self.tie, errors, strict=True)
        return {
            "game": self.game,
            "exact": self.exact,
            "deals": self.deals,
            "seed": self.seed,
            "players": [
                {"hand": name, "equity": share, "win": win, "tie": tie, "standard_error": error}
                for name, share, win, tie, error in rows
            ],
        }

    def __repr__(self) -> str:
        names = self.players or tuple(f"player {i + 1}" for i in range(len(self.equity)))
        shares = ", ".join(f"{name} {100 * share:.4f} %" for name, share in zip(names, self.equity, strict=True))
        how = "exact" if self.exact else f"{self.deals:,} deals sampled, seed {self.seed}"
        return f"<Equity {shares}; {how}>"

    def _repr_html_(self) -> str:
        columns, rows = self.rows()
        return table(columns, rows, caption=f"{self.game}, {self.how}")

    @property
    def how(self) -> str:
        """What was counted."""
        return f"{self.deals:,} deals{', all of them' if self.exact else f' sampled, seed {self.seed}'}"

    def rows(self) -> tuple[tuple[str, ...], list[tuple[str, ...]]]:
        """As people read it: the columns, and a row for each player, in percent."""
        names = self.players or tuple(f"player {i + 1}" for i in range(len(self.equity)))
        errors = [f"{196 * error:.4f}" for error in self.standard_error or ()] or ["exact"] * len(names)
        rows = zip(names, self.equity, errors, self.win, self.tie, strict=True)
        percent: list[tuple[str, ...]] = [
            (name, f"{100 * share:.4f}", error, f"{100 * win:.4f}", f"{100 * tie:.4f}")
            for name, share, error, win, tie in rows
        ]
        return ("", "equity %", "95 % ±", "win %", "tie %"), percent

    def __str__(self) -> str:
        lines = []
        for i, share in enumerate(self.equity):
            name = self.players[i] if self.players else f"player {i + 1}"
            error = f" ±{196 * self.standard_error[i]:.4f}" if self.standard_error else ""
            win, tie = 100 * self.win[i], 100 * self.tie[i]
            lines.append(f"{name}: {100 * share:.4f} %{error}  (win {win:.4f} %, tie {tie:.4f} %)")
        how = f"{self.deals:,} deals, exact" if self.exact else f"{self.deals:,} deals sampled, seed {self.seed}"
        return "\n".join([*lines, how])


def from_tally(
    tally: NDArray[np.float64] | NDArray[np.int64],
    deals: int,
    game: str,
    players: Sequence[str],
    seed: int | None = None,
) -> Equity:
    """An `Equity` from [players, players + 1] counts or weights: entry [p, k] is how often p was one of k winners.

    A seed makes it a sampled one, with its standard error.
    """
    ways = np.arange(1, tally.shape[1], dtype=np.float64)
    counts = tally[:, 1:].astype(np.float64)
    total = float((counts / ways).sum())  # every deal hands out one pot
    share = (counts / ways).sum(axis=1) / total
    squares = (counts / ways**2).sum(axis=1) / total
    win, tie = counts[:, 0] / total, counts[:, 1:].sum(axis=1) / total
    return from_shares(share, win, tie, squares, deals, game, players, seed)


def from_shares(
    share: NDArray[np.float64],
    win: NDArray[np.float64],
    tie: NDArray[np.float64],
    squares: NDArray[np.float64],
    deals: int,
    game: str,
    players: Sequence[str],
    seed: int | None = None,
) -> Equity:
    """An `Equity` from means over the deals; `squares` is the mean of the squared share."""
    error = None
    if seed is not None:
        spread = np.maximum(squares - share**2, 0.0)
        error = tuple(sqrt(float(x) / max(deals - 1, 1)) for x in spread)
    return Equity(
        equity=tuple(float(x) for x in share),
        win=tuple(float(x) for x in win),
        tie=tuple(float(x) for x in tie),
        deals=deals,
        exact=seed is None,
        standard_error=error,
        seed=seed,
        game=game,
        players=tuple(players),
    )

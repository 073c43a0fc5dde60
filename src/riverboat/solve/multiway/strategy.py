"""A blueprint for many players: how every bucket is played in every situation, in memory and as a file.

The file has the bet sizes, the buckets with their centres, and the situations that training came to often enough, in
4 bits an action, two in a byte. A situation that is not there is played like the nearest that is.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from riverboat.abstraction.bucketing import CARDS, Bucketing, parse_bucketing
from riverboat.abstraction.buckets import NO_BUCKET
from riverboat.cards.holdings import HOLDING_CARDS
from riverboat.errors import RiverboatError
from riverboat.files import FileFormatError
from riverboat.games.betting import Betting
from riverboat.games.rules import Rules
from riverboat.games.view import View
from riverboat.solve.core.exploitability import Exploitability
from riverboat.solve.core.policy import ActionProbabilities
from riverboat.solve.core.strategy_file import UNKNOWN_ORIGIN, Origin, StoredStrategy, write_strategy
from riverboat.solve.multiway.game import ACTIONS, SITUATIONS, STREETS, Layout, Sizes, require_players
from riverboat.solve.multiway.jit import (
    BEHIND,
    CALLS,
    DEPTHS,
    FACED,
    INITIATIVES,
    LEVELS,
    OPPONENTS,
    PLACES,
    POSITIONS,
    ROLES,
)
from riverboat.solve.multiway.situation import Situation, situation_of
from riverboat.solve.nolimit.strategy import centres_of, with_centres

LAYOUT: Final = "multiway"
_STEPS: Final = 15
_BORROWED: Final = 100.0
"""Visits to a hand before the flop that are taken from other positions."""
_KEPT_BOARDS: Final = 16


@dataclass(frozen=True, eq=False)
class MultiwayBlueprint:
    """A strategy for all positions of a table of up to six."""

    rules: Rules
    """The game that was trained."""
    sizes: Sizes
    bucketing: Bucketing
    shares: NDArray[np.uint8]
    """One number for each action, in the order of the layout; in proportion within a row."""
    origin: Origin = UNKNOWN_ORIGIN
    _nearest: dict[tuple[int, int], int] = field(default_factory=dict, repr=False)
    _labels: dict[tuple[int, ...], NDArray[np.uint16]] = field(default_factory=dict, repr=False)

    @property
    def layout(self) -> Layout:
        """Where the rows are."""
        return Layout(self.bucketing.counts)

    @property
    def hands(self) -> NDArray[np.uint8]:
        """uint8[1326, 2]: all holdings."""
        return HOLDING_CARDS

    @cached_property
    def known(self) -> tuple[NDArray[np.int64], ...]:
        """The situations of each street that it has rows for."""
        streets = (self.layout.street(self.shares, street) for street in range(STREETS))
        return tuple(np.flatnonzero(table.any(axis=(1, 2))) for table in streets)

    def require_game(self, rules: Rules) -> None:
        """Refuse what is not no-limit hold'em for two to six."""
        require_players(rules)

    def situation(self, betting: Betting) -> Situation:
        """Where the player to act is."""
        return situation_of(betting, self.sizes)

    def table(self, at: Situation) -> NDArray[np.float64]:
        """float64[buckets, 5]: what every bucket does in a situation; 0 for actions that are not there."""
        allowed = np.array([action is not None for action in at.actions], np.float64)
        stored = self.layout.street(self.shares, at.street)[self._nearest_known(at.street, at.number)]
        table = stored * allowed
        totals = table.sum(axis=1, keepdims=True)
        return np.asarray(np.where(totals > 0.0, table / np.where(totals > 0.0, totals, 1.0), allowed / allowed.sum()))

    def rows(self, at: Situation, board: tuple[int, ...]) -> NDArray[np.float64]:
        """float64[1326, 5]: what every hand does in a situation."""
        labels = self._of_board(board[: CARDS[at.street]])
        return np.asarray(self.table(at)[np.where(labels == NO_BUCKET, 0, labels)])

    def range_probabilities(self, betting: Betting, board: tuple[int, ...]) -> ActionProbabilities:
        """What the player to act does with every hand."""
        at = self.situation(betting)
        return _played(at, self.rows(at, board))

    def probabilities(self, view: View) -> ActionProbabilities:
        """What the player whose view it is does with the cards it holds."""
        at = self.situation(view.betting)
        return _played(at, self.table(at)[self.bucketing.bucket(view.hole, view.board)])

    def exploitability(self) -> Exploitability:
        """Nobody can say: the game is too large."""
        raise RiverboatError(f"{self.rules.identity}: too large for best responses")

    def _of_board(self, board: tuple[int, ...]) -> NDArray[np.uint16]:
        """The buckets of a board; the last few boards are kept."""
        found = self._labels.get(board)
        if found is None:
            if len(self._labels) >= _KEPT_BOARDS:
                self._labels.pop(next(iter(self._labels)))
            found = self._labels[board] = self.bucketing.by_holding(board)
        return found

    def _nearest_known(self, street: int, number: int) -> int:
        """The situation itself, or the one that differs least."""
        if (street, number) not in self._nearest:
            parts, prices = (_PREFLOP, _PREFLOP_PRICES) if street == 0 else (_LATER, _LATER_PRICES)
            known = self.known[street]
            apart = np.zeros(len(known))
            for mine, theirs, price in zip(
                _digits(np.array([number]), parts), _digits(known, parts), prices, strict=True
            ):
                apart += price * np.abs(theirs - mine) + _BELOW * (theirs < mine)
            self._nearest[street, number] = int(known[np.argmin(apart)])
        return self._nearest[street, number]

    # Files ------------------------------------------------------------------------------------------------------------

    def save(self, path: str | Path, origin: Origin | None = None) -> None:
        """Write a strategy file."""
        arrays: dict[str, NDArray[Any]] = dict(centres_of(self.bucketing, STREETS))
        for street, known in enumerate(self.known):
            table = self.layout.street(self.shares, street)[known]
            columns = np.asarray(table.any(axis=1))
            arrays[f"situations-{street}"] = known.astype(np.uint16)
            arrays[f"columns-{street}"] = np.packbits(columns, axis=1)[:, 0]
            kept = [each[:, used].ravel() for each, used in zip(table, columns, strict=True)]
            arrays[f"shares-{street}"] = _packed(np.concatenate([*kept, np.zeros(0, np.uint8)]))
        settings = {
            "sizes": self.sizes.to_json(), "buckets": self.bucketing.text, "counts": self.bucketing.counts,
            "situations": SITUATIONS,
        }  # fmt: skip
        write_strategy(Path(path), self.rules, LAYOUT, origin or self.origin, arrays, settings)

    @classmethod
    def from_file(cls, path: str | Path, stored: StoredStrategy) -> MultiwayBlueprint:
        """The blueprint that was stored."""
        try:
            sizes = Sizes.from_json(stored.settings["sizes"])
            text, counts = str(stored.settings["buckets"]), tuple(int(count) for count in stored.settings["counts"])
        except (KeyError, TypeError, ValueError):
            raise FileFormatError(f'strategy "{path}": its header is damaged') from None
        if tuple(stored.settings.get("situations", ())) != SITUATIONS:
            raise FileFormatError(f'strategy "{path}": of an earlier version; train it again with riverboat train 6max')
        bucketing = with_centres(Path(path), parse_bucketing(text), stored.arrays, STREETS)
        if bucketing.counts != counts:
            raise FileFormatError(f'strategy "{path}": its buckets {text} are {counts}, not {bucketing.counts}')
        layout = Layout(counts)
        shares = np.zeros(layout.size, np.uint8)
        for street in range(STREETS):
            _fill(Path(path), layout.street(shares, street), stored.arrays, street)
        return cls(stored.rules, sizes, bucketing, shares, stored.origin)


def as_shares(layout: Layout, sums: NDArray[np.float32], least: float = 0.0, visit: float = 0.0) -> NDArray[np.uint8]:
    """Average strategies in 4 bits: the largest number of a row becomes 15.

    Situations with less than a share `least` of their street are left out; a bucket that was never seen is played like
    the nearest that was (buckets are numbered by strength), before the flop like all hands together. `visit` is about
    what one visit adds to a row: before the flop each hand also gets `_BORROWED` visits of what it does in all
    situations of the same level and role, whoever sits where, which decides where it was hardly ever seen.
    """
    found = np.zeros(layout.size, np.uint8)
    everywhere = _by_level(layout.street(sums, 0))
    for street in range(STREETS):
        table, out = layout.street(sums, street), layout.street(found, street)
        totals = table.sum(axis=2)
        by_situation = totals.sum(axis=1, dtype=np.float64)
        for number in np.flatnonzero(by_situation > least * by_situation.sum()).tolist():
            rows = table[number].astype(np.float64)
            if street == 0 and visit > 0.0:
                level, role = number // (ROLES * CALLS * POSITIONS) % LEVELS, number % ROLES
                rows += _BORROWED * visit * everywhere[level, role]
            seen = np.flatnonzero(totals[number] > 0.0)
            if street:
                places = np.arange(len(rows))
                after = np.clip(np.searchsorted(seen, places), 0, len(seen) - 1)
                before = np.maximum(after - 1, 0)
                near = np.where(
                    np.abs(seen[after] - places) <= np.abs(seen[before] - places), seen[after], seen[before]
                )
                rows = rows[near]
            else:
                rows[rows.sum(axis=1) == 0.0] = rows.sum(axis=0)
            out[number] = np.rint(rows * (_STEPS / rows.max(axis=1, keepdims=True)))
    return found


def _by_level(table: NDArray[np.float32]) -> NDArray[np.float64]:
    """float64[levels, roles, buckets, 5]: what each hand does before the flop, wherever everybody sits; 0 if unseen."""
    by_part = table.reshape(POSITIONS, LEVELS, POSITIONS, CALLS, ROLES, *table.shape[1:])
    summed = by_part.sum(axis=(0, 2, 3), dtype=np.float64)
    totals = summed.sum(axis=-1, keepdims=True)
    return np.asarray(np.divide(summed, totals, out=np.zeros_like(summed), where=totals > 0.0))


def _fill(path: Path, table: NDArray[np.uint8], arrays: dict[str, NDArray[Any]], street: int) -> None:
    """Read the situations of a street into its table."""
    names = [f"{name}-{street}" for name in ("situations", "columns", "shares")]
    damaged = FileFormatError(f'strategy "{path}": its {names[0]} are damaged')
    if any(name not in arrays for name in names):
        raise damaged
    known, packed, shares = (np.asarray(arrays[name]) for name in names)
    if known.dtype != np.uint16 or packed.dtype != np.uint8 or shares.dtype != np.uint8 or known.shape != packed.shape:
        raise damaged
    columns = np.unpackbits(packed[:, None], axis=1)[:, :ACTIONS].astype(bool)
    size = int(columns.sum()) * table.shape[1]
    if len(shares) != -(-size // 2) or not len(known) or known.max() >= SITUATIONS[street]:
        raise damaged
    values, at = _unpacked(shares), 0
    for number, used in zip(known.tolist(), columns, strict=True):
        count = int(used.sum())
        table[number][:, used] = values[at : at + count * table.shape[1]].reshape(-1, count)
        at += count * table.shape[1]


def _packed(values: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Two numbers of 4 bits in a byte."""
    even = np.append(values, np.zeros(len(values) % 2, np.uint8))
    return np.asarray(even[::2] << 4 | even[1::2], np.uint8)


def _unpacked(values: NDArray[np.uint8]) -> NDArray[np.uint8]:
    return np.stack([values >> 4, values & _STEPS], axis=1).ravel()


def _played(at: Situation, rows: NDArray[np.float64]) -> ActionProbabilities:
    """The actions that are there, and their columns."""
    there = [slot for slot, action in enumerate(at.actions) if action is not None]
    actions = tuple(action for action in at.actions if action is not None)
    return ActionProbabilities(actions, rows[..., there])


def _digits(numbers: NDArray[np.int64], sizes: tuple[int, ...]) -> list[NDArray[np.int64]]:
    """The parts of which situations are made, the last first."""
    found = []
    for size in reversed(sizes):
        found.append(numbers % size)
        numbers = numbers // size
    return found


_PREFLOP: Final = (POSITIONS, LEVELS, POSITIONS, CALLS, ROLES)
_PREFLOP_PRICES: Final = (5.0, 2.0, 1.0, 20.0, 1.5)
_LATER: Final = (OPPONENTS, PLACES, BEHIND, DEPTHS, INITIATIVES, FACED)
_LATER_PRICES: Final = (10.0, 1.0, 2.0, 1.0, 3.0, 4.0)
"""What a difference of one costs, the last part first: what is faced counts most."""
_BELOW: Final = 0.1
"""Of two that differ as much the larger is nearer: a raise between two sizes is answered like the larger."""

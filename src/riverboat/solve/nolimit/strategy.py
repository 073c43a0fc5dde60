"""A blueprint: how every bucket is played at every node of an abstract no-limit game, in memory and as a file.

The file has the bets of the abstract game, the buckets (their centres too, so that they are the same on every machine)
and the probabilities in 8 bits. One that ends with the flop, for a player who solves turn and river in play, takes
some 60 kB; all streets with 100 buckets each take 0.6 MB at 200 big blinds.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from riverboat.abstraction.bucketing import CARDS, STREETS, Bucketing, parse_bucketing
from riverboat.abstraction.buckets import NO_BUCKET, StreetBuckets
from riverboat.abstraction.clusters import ClusterBuckets
from riverboat.cards.holdings import HOLDING_CARDS, holding_index
from riverboat.errors import RiverboatError
from riverboat.files import FileFormatError
from riverboat.games.betting import Betting
from riverboat.games.rules import Rules
from riverboat.solve.betting import BettingTree, build_betting
from riverboat.solve.betting_policy import BettingPolicy
from riverboat.solve.core.exploitability import Exploitability
from riverboat.solve.core.policy import ActionProbabilities
from riverboat.solve.core.strategy_file import UNKNOWN_ORIGIN, Origin, StoredStrategy, write_strategy
from riverboat.solve.nolimit.menu import BetMenu
from riverboat.solve.nolimit.program import Program

_STEPS: Final = 255
_LAYOUT: Final = "blueprint"


@dataclass(frozen=True, eq=False)
class Blueprint(BettingPolicy):
    """The average strategy of a trained abstract game, as far as its streets go."""

    program: Program
    menu: BetMenu
    bucketing: Bucketing
    shares: NDArray[np.uint8]
    """One number for each choice in the order of the program's tables; in proportion within a decision."""
    streets: int = len(STREETS)
    """How many streets it has: 2 for one that ends with the flop."""
    origin: Origin = UNKNOWN_ORIGIN

    @property
    def betting(self) -> BettingTree:
        """The betting of the abstract game."""
        return self.program.betting

    @property
    def stack(self) -> float:
        """The depth for which it was trained, in big blinds."""
        return min(self.rules.stacks) / self.rules.largest_blind

    @cached_property
    def hands(self) -> NDArray[np.uint8]:
        """uint8[1326, 2]: all holdings."""
        return HOLDING_CARDS.astype(np.uint8)

    def table(self, node: int) -> NDArray[np.float64]:
        """float64[buckets, actions]: how each bucket is played at a node."""
        street, actions = int(self.betting.street[node]), int(self.betting.children[node])
        if street >= self.streets:
            raise RiverboatError(f"this blueprint ends before the {STREETS[street]}; the rest is solved in play")
        start = int(self.program.base[node])
        rows = self.shares[start : start + actions * self.program.counts[street]].reshape(-1, actions)
        found = rows.astype(np.float64)
        totals = found.sum(axis=1, keepdims=True)
        return np.asarray(np.divide(found, totals, out=np.full_like(found, 1.0 / actions), where=totals > 0))

    def at_node(self, node: int, hand: tuple[int, ...], board: tuple[int, ...]) -> NDArray[np.float64]:
        """How a hand is played at a node."""
        return np.asarray(self.range_at(node, board)[holding_index(*hand)])

    def range_at(self, node: int, board: tuple[int, ...]) -> NDArray[np.float64]:
        """float64[1326, actions]: how every hand is played at a node; uniform where the board blocks it."""
        table = self.table(node)
        seen = board[: CARDS[int(self.betting.street[node])]]
        labels = self._labels(seen)
        rows = table[np.where(labels == NO_BUCKET, 0, labels)]
        rows[labels == NO_BUCKET] = 1.0 / table.shape[1]
        return rows

    def range_probabilities(self, betting: Betting, board: tuple[int, ...]) -> ActionProbabilities:
        """What the player to act does with every hand."""
        node = self._node(betting)
        return ActionProbabilities(self._choices(node, betting), self.range_at(node, board))

    def _labels(self, board: tuple[int, ...]) -> NDArray[np.uint16]:
        """The buckets of a board; the last few boards are kept."""
        found = self._recent.get(board)
        if found is None:
            if len(self._recent) >= _KEPT_BOARDS:
                self._recent.pop(next(iter(self._recent)))
            found = self._recent[board] = self.bucketing.by_holding(board)
        return found

    @cached_property
    def _recent(self) -> dict[tuple[int, ...], NDArray[np.uint16]]:
        return {}

    def exploitability(self) -> Exploitability:
        """Nobody can say: the game is too large."""
        raise RiverboatError(f"{self.rules.identity}: too large for an exact best response; --lbr gives a lower bound")

    def up_to(self, streets: int) -> Blueprint:
        """The same without later streets."""
        if not 1 <= streets <= self.streets:
            raise RiverboatError(f"blueprint: {streets} streets; expected 1 to {self.streets}")
        return replace(self, streets=streets)

    # Files ------------------------------------------------------------------------------------------------------------

    def save(self, path: str | Path, origin: Origin | None = None) -> None:
        """Write a strategy file."""
        nodes = self._stored_nodes()
        parts = [self.shares[start : start + size] for start, size in nodes]
        arrays: dict[str, NDArray[Any]] = {"shares": np.concatenate(parts)}
        arrays |= centres_of(self.bucketing, self.streets)
        settings = {
            "menu": self.menu.to_json(),
            "buckets": self.bucketing.text,
            "counts": self.program.counts,
            "streets": self.streets,
        }
        write_strategy(Path(path), self.rules, _LAYOUT, origin or self.origin, arrays, settings)

    @classmethod
    def from_file(cls, path: str | Path, stored: StoredStrategy) -> Blueprint:
        """The blueprint that was stored."""
        try:
            menu = BetMenu.from_json(stored.settings["menu"])
            text, streets = str(stored.settings["buckets"]), int(stored.settings["streets"])
            counts = tuple(int(count) for count in stored.settings["counts"])
        except (KeyError, TypeError, ValueError):
            raise FileFormatError(f'strategy "{path}": its header is damaged') from None
        if not 1 <= streets <= len(STREETS):
            raise FileFormatError(f'strategy "{path}": it has {streets} streets')
        bucketing = with_centres(Path(path), parse_bucketing(text), stored.arrays, streets)
        if bucketing.counts[:streets] != counts[:streets]:
            raise FileFormatError(f'strategy "{path}": its buckets {text} are {counts}, not {bucketing.counts}')
        program = _program(stored.rules, menu, counts)
        empty = cls(program, menu, bucketing, np.zeros(program.size, np.uint8), streets, stored.origin)
        values = stored.arrays.get("shares")
        nodes = empty._stored_nodes()
        if values is None or values.dtype != np.uint8 or values.shape != (sum(size for _, size in nodes),):
            raise FileFormatError(f'strategy "{path}": these are not the shares of {stored.rules.identity}')
        at = 0
        for start, size in nodes:
            empty.shares[start : start + size] = values[at : at + size]
            at += size
        return empty

    def _stored_nodes(self) -> list[tuple[int, int]]:
        """Where the tables of the streets that it has begin, and how long they are."""
        betting, counts = self.betting, self.program.counts
        nodes = np.flatnonzero((self.program.base >= 0) & (betting.street < self.streets))
        sizes = betting.children[nodes] * np.array(counts)[betting.street[nodes]]
        return list(zip(self.program.base[nodes].tolist(), sizes.tolist(), strict=True))


_KEPT_BOARDS: Final = 16
_programs: Final[dict[tuple[str, BetMenu, tuple[int, ...]], Program]] = {}


def _program(rules: Rules, menu: BetMenu, counts: tuple[int, ...]) -> Program:
    """The program of an abstract game, built once."""
    key = (rules.identity, menu, counts)
    if key not in _programs:
        _programs[key] = Program.build(build_betting(rules, menu.sizes), counts)
    return _programs[key]


def abstract_game(rules: Rules, menu: BetMenu, bucketing: Bucketing) -> Program:
    """The program of an abstract game."""
    return _program(rules, menu, bucketing.counts)


def as_shares(program: Program, sums: NDArray[np.float32]) -> NDArray[np.uint8]:
    """Average strategies in 8 bits: the largest number of a decision becomes 255."""
    found = np.zeros(program.size, np.uint8)
    for base, actions, buckets in program.decisions.tolist():
        rows = sums[base : base + actions * buckets].reshape(buckets, actions)
        top = rows.max(axis=1, keepdims=True)
        scaled = np.divide(rows * _STEPS, top, out=np.zeros_like(rows), where=top > 0)
        found[base : base + actions * buckets] = np.rint(scaled).astype(np.uint8).ravel()
    return found


def centres_of(bucketing: Bucketing, streets: int) -> dict[str, NDArray[Any]]:
    """The centres of clusters on the first streets, as `with_centres` finds them in a file."""
    numbered = enumerate(bucketing.streets[:streets])
    return {f"centres-{number}": street.centres() for number, street in numbered if isinstance(street, ClusterBuckets)}


def with_centres(path: Path, named: Bucketing, arrays: dict[str, NDArray[Any]], streets: int) -> Bucketing:
    """The bucketing with the centres of the file in the place of those that would be found here."""
    found: list[StreetBuckets | None] = []
    for number, street in enumerate(named.streets):
        centres = arrays.get(f"centres-{number}")
        if isinstance(street, ClusterBuckets) and number < streets:
            if centres is None or centres.ndim != 2 or len(centres) != street.count or centres.dtype != np.float32:
                raise FileFormatError(f'strategy "{path}": the centres of its {STREETS[number]} buckets are damaged')
            found.append(ClusterBuckets(number, street.feature, street.count, street.seed, np.array(centres)))
        else:
            found.append(street)
    return Bucketing(named.text, tuple(found))

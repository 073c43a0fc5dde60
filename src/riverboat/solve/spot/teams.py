"""What does each thread hand to the kernels? Its streets, with the working memory that it does not share.

A kernel sees a street from one traverser's side (`layout.EarlySide`, `layout.RiverSide`): the betting, both players'
stores and locks, the boards and a scratch of rows. Stores, tables and the first street are shared by all threads; the
scratch of every later street belongs to one thread. Everything is packed once (`packed.py`) and `visit` is called
through its entry point, because unpacking named tuples of arrays takes longer than an iteration of a small spot.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, Final, NamedTuple

import numpy as np
from numba import types
from numpy.typing import NDArray

from riverboat.cards.holdings import HOLDINGS
from riverboat.solve.lanes import WIDTH
from riverboat.solve.packed import PackedArguments
from riverboat.solve.spot._kernels import layout
from riverboat.solve.spot._kernels.visit import visit
from riverboat.solve.spot.forest import Forest
from riverboat.solve.spot.level import Level
from riverboat.solve.spot.runouts import Runouts


class Side(NamedTuple):
    """One traverser's street as one thread sees it."""

    forest: Forest
    scratch: Any
    next: NDArray[np.int64]
    """Where the boards that follow each board begin."""
    packed: Any
    """`layout.EarlySide` or `layout.RiverSide`, with packed arguments for named tuples."""
    arguments: PackedArguments

    @classmethod
    def make(cls, forest: Forest, scratch: Any, following: NDArray[np.int64], packed: Any) -> Side:
        packed = packed._replace(scratch=PackedArguments(scratch))
        return cls(forest, scratch, following, packed, PackedArguments(packed))


class Team(NamedTuple):
    """One thread's streets and working memory."""

    sides: tuple[list[Side], list[Side]]
    """By traverser: his streets in order."""
    arguments: Any
    """What the kernel takes from `street` on, as `arguments[street][traverser]`: always two streets and the river."""


@dataclass(frozen=True, eq=False)
class TeamBuilder:
    """The parts of a solver that its kernels work on."""

    levels: Sequence[Level]
    runouts: Runouts
    orders: Sequence[Any]
    """By player: the hands of every river board by strength."""
    matrices: Sequence[tuple[Any, Any]]
    """By street before the river and player: wins less losses of pairs of hands that are all-in."""

    def build(self, threads: int) -> list[Team]:
        """What each thread hands to the kernels: the first street is shared, the rest of the working memory its own."""
        first = self._first_team()
        teams = [first]
        for _ in range(1, threads):
            sides = tuple(
                [
                    Side.make(side.forest, level.scratch(player), side.next, side.packed) if layer else side
                    for layer, (side, level) in enumerate(zip(first.sides[player], self.levels, strict=True))
                ]
                for player in (0, 1)
            )
            teams.append(_team((sides[0], sides[1])))
        for player in (0, 1):
            side = first.sides[player][0]
            weights = self.runouts.hands[1 - player].weights[self.levels[0].order(1 - player, 0)]
            side.scratch.reach[side.forest.row[0], : len(weights)] = weights
        return teams

    def _first_team(self) -> Team:
        stores = [[PackedArguments(store.for_kernels()) for store in level.stores] for level in self.levels]
        locks = [[PackedArguments(lock) for lock in level.locks] for level in self.levels]
        return _team((self._sides(0, stores, locks), self._sides(1, stores, locks)))

    def _sides(
        self, player: int, stores: list[list[PackedArguments]], locks: list[list[PackedArguments]]
    ) -> list[Side]:
        """One traverser's streets."""
        runouts, left = self.runouts, self.runouts.cards_left
        found: list[Side] = []
        for layer, level in enumerate(self.levels):
            forest = level.street.forests[player]
            common = {
                "forest": PackedArguments(forest),
                "mine": stores[layer][player],
                "theirs": stores[layer][1 - player],
                "my_locks": locks[layer][player],
                "their_locks": locks[layer][1 - player],
                "scratch": None,
                "images": runouts.images(layer, player) if layer else _NO_IMAGES,  # nothing collects the first board
            }
            packed: Any
            if level is self.levels[-1]:
                following = np.zeros(1, np.int64)
                packed = layout.RiverSide(boards=self.orders[player], **common)
            else:
                following = runouts.following(layer)
                packed = layout.EarlySide(
                    hands=_both_hands(runouts, player),
                    my_live=runouts.live(layer, player).astype(np.float32),
                    their_live=runouts.live(layer, 1 - player).astype(np.float32),
                    matrix=self.matrices[layer][player],
                    per_runout=np.float32(1 / np.prod(left[layer:])),
                    share=np.float32(1 / left[layer]),
                    next=following,
                    **common,
                )
            found.append(Side.make(forest, level.scratch(player), following, packed))
        return found


@cache
def compiled_visit(first: Any, second: Any, river: Any, gate: Any) -> Any:
    """The compiled code of `visit` for packed arguments of such kinds.

    It is called directly, with exactly these types: Numba would look at every argument in every call, which takes
    longer than a small spot's iteration.
    """
    number, numbers, row = types.int64, types.int64[::1], types.float64[::1]
    sides, gates = types.UniTuple(types.Tuple((first, second, river)), 2), types.UniTuple(gate, 2)
    schedule, totals = types.float32[:, ::1], types.float64[:, :, ::1]
    kinds = (
        sides, gates, types.UniTuple(row, 2), number, numbers, schedule, number, number, number, numbers, totals, row,
    )  # fmt: skip
    visit.compile(kinds)
    return visit.overloads[kinds].entry_point


def _team(sides: tuple[list[Side], list[Side]]) -> Team:
    """The streets of both traversers, with what the kernel takes from each street on.

    The kernel is compiled for spots with all streets, two before the river. One that has fewer gets the same street
    twice, or one that is never visited.
    """
    arguments = [
        [side.arguments for side in own]
        if len(own) > 1
        else [PackedArguments(_unvisited(own[0].packed)), own[0].arguments]
        for own in sides
    ]
    by_street = []
    for street in range(len(sides[0])):
        before = [own[min(street, len(own) - 2) : -1] for own in arguments]
        by_street.append(tuple((early[0], early[-1], own[-1]) for early, own in zip(before, arguments, strict=True)))
    return Team(sides, by_street)


def _unvisited(river: Any) -> Any:
    """A street before the river that is there for the compiler only."""
    common = {name: value for name, value in river._asdict().items() if name != "boards"}
    return layout.EarlySide(**common, **_UNVISITED)


def _both_hands(runouts: Runouts, player: int) -> Any:
    mine, theirs = runouts.hands[player], runouts.hands[1 - player]
    place = np.full(HOLDINGS, -1, np.int32)
    place[theirs.holdings] = np.arange(len(theirs))
    same = place[mine.holdings]
    cards = [hands.cards.T.astype(np.int32) for hands in (mine, theirs)]
    numbers = [np.arange(len(hands), dtype=np.int32) for hands in (mine, theirs)]
    tables = np.stack([numbers[0], *cards[0], same]), np.stack([numbers[1], *cards[1]])
    return layout.Hands(*tables, numbers[0].astype(np.uint16))


_NO_ROWS: Final = np.zeros((2, 0), np.float32)
NO_GATE: Final = layout.Gate(_NO_ROWS[0], _NO_ROWS[0], _NO_ROWS, _NO_ROWS)
PACKED_NO_GATE: Final = PackedArguments(NO_GATE)
_NO_IMAGES: Final = PackedArguments(
    layout.Images(np.zeros(1, np.int64), np.zeros(0, np.int64), np.zeros((0, 0), np.uint16)),
)
_UNVISITED: Final[dict[str, Any]] = {
    "hands": PackedArguments(
        layout.Hands(np.zeros((4, 0), np.int32), np.zeros((3, 0), np.int32), np.zeros(0, np.uint16))
    ),
    "my_live": _NO_ROWS,
    "their_live": _NO_ROWS,
    "matrix": np.zeros((0, 0, WIDTH), np.int16),
    "per_runout": np.float32(1.0),
    "share": np.float32(1.0),
    "next": np.zeros(1, np.int64),
}

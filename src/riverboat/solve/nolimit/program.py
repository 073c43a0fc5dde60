"""A betting tree as a list of steps over rows of hands, so that a kernel walks it without recursion.

A row has one number for each hand of a board. Rows of reach (how likely a player is to have come here with each hand)
and rows of values lie on two stacks; depth first, a handful of each is in use at a time, so that the work stays in the
cache of the processor whatever the size of the tree. Steps, in the order in which they are run:

| step | numbers |
|---|---|
| SCALE | reach of one action: to row, from row, table base, actions, action, street |
| FOLD | values where somebody has folded: reach rows of both, value rows of both; `pays` has player 0's chips |
| SHOW | values at a showdown, the same numbers; `pays` has the stake of each |
| ADD | one row of values added to another: to, from |
| COMBINE | a decision: player, table base, actions, street, own reach row, first row of its actions' values, to row |

The table of a node has `actions` numbers for each bucket of its street, from its base on.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from riverboat.errors import RiverboatError
from riverboat.solve.betting import DEAL, END, BettingTree, TooLargeError

SCALE: Final = 0
FOLD: Final = 1
SHOW: Final = 2
ADD: Final = 3
COMBINE: Final = 4
WIDTH: Final = 8
MAX_ROWS: Final = 400_000_000
"""More choices of all buckets than this are refused: regrets and averages would take 3.2 GB."""


@dataclass(frozen=True, eq=False)
class Program:
    """The steps for one tree and these numbers of buckets."""

    betting: BettingTree
    counts: tuple[int, ...]
    """Buckets by street."""
    steps: NDArray[np.int64]
    pays: NDArray[np.float32]
    """In big blinds."""
    base: NDArray[np.int64]
    """Where each node's table begins; -1 where nobody decides."""
    size: int
    """Numbers in all tables."""
    reach_rows: int
    value_rows: int

    @classmethod
    def build(cls, betting: BettingTree, counts: tuple[int, ...]) -> Program:
        """Lay out the tables and write the steps."""
        rules = betting.rules
        if rules.players != 2 or len(counts) != len(rules.streets):
            raise RiverboatError(f"{rules.identity}: a blueprint is for two players, with buckets on every street")
        decides = betting.player >= 0
        sizes = np.where(decides, betting.children.astype(np.int64) * np.array(counts)[betting.street], 0)
        total = int(sizes.sum())
        if total > MAX_ROWS:
            raise TooLargeError(f"{rules.identity}: {total:,} choices of all buckets; up to {MAX_ROWS:,} fit here")
        base = np.where(decides, np.cumsum(sizes) - sizes, -1)
        writer = _Writer(betting, base)
        writer.visit(0, (0, 1), (0, 1), 2, 2)
        steps = np.array(writer.steps, np.int64)
        return cls(
            betting, counts, steps, np.array(writer.pays, np.float32), base, total,
            writer.reach_rows, writer.value_rows,
        )  # fmt: skip

    @property
    def decisions(self) -> NDArray[np.int64]:
        """int64[decisions, 3]: base, actions and buckets of each table."""
        nodes = np.flatnonzero(self.base >= 0)
        streets = self.betting.street[nodes]
        return np.stack([self.base[nodes], self.betting.children[nodes], np.array(self.counts)[streets]], axis=1)


class _Writer:
    """Writes the steps of a tree, depth first."""

    def __init__(self, betting: BettingTree, base: NDArray[np.int64]) -> None:
        self.betting, self.base = betting, base
        self.unit = float(betting.rules.largest_blind or 1)
        self.steps: list[tuple[int, ...]] = []
        self.pays: list[float] = []
        self.reach_rows = self.value_rows = 2

    def add(self, *numbers: int, pay: float = 0.0) -> None:
        self.steps.append(numbers + (0,) * (WIDTH - len(numbers)))
        self.pays.append(pay / self.unit)

    def visit(self, node: int, reach: tuple[int, int], out: tuple[int, int], free_reach: int, free_value: int) -> None:
        """The steps after which rows `out` have both players' values of a node that is entered with rows `reach`."""
        betting = self.betting
        player, first = int(betting.player[node]), int(betting.first_child[node])
        if player == DEAL:
            self.visit(first, reach, out, free_reach, free_value)
            return
        if player == END:
            self._end(node, reach, out)
            return
        actions, street, base = int(betting.children[node]), int(betting.street[node]), int(self.base[node])
        other, mine, spare = 1 - player, free_value, free_value + actions
        self.reach_rows = max(self.reach_rows, free_reach + 1)
        self.value_rows = max(self.value_rows, spare + 1)
        for action in range(actions):
            self.add(SCALE, free_reach, reach[player], base, actions, action, street)
            theirs = out[other] if action == 0 else spare
            rows = (mine + action, theirs) if player == 0 else (theirs, mine + action)
            entered = (free_reach, reach[1]) if player == 0 else (reach[0], free_reach)
            self.visit(first + action, entered, rows, free_reach + 1, spare + 1)
            if action:
                self.add(ADD, out[other], spare)
        self.add(COMBINE, player, base, actions, street, reach[player], mine, out[player])

    def _end(self, node: int, reach: tuple[int, int], out: tuple[int, int]) -> None:
        paid = self.betting.committed[node]
        if self.betting.is_showdown(node):
            self.add(SHOW, *reach, *out, pay=float(paid.min()))
        else:
            self.add(FOLD, *reach, *out, pay=self.betting.payoffs(node)[0])

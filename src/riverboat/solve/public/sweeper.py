"""One pass over the public tree for one player, on all cores where the tree is large enough to share out.

A large tree is cut at a layer of boards (13 flops of Rhode Island hold'em): above it one thread works, below it every
subtree is a task with rows of its own. A task hands back what it adds to the deal above it, and these are added in the
order of the tasks, so the result is the same to the last bit whatever the number of threads.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import IntEnum
from itertools import pairwise
from threading import local
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from riverboat.solve.core.method import Method
from riverboat.solve.public.layout import Layout
from riverboat.solve.public.tree import PublicTree
from riverboat.workers import in_threads, processors

Stretch = tuple[int, int]
Part = Callable[[tuple[Stretch, ...]], tuple[Layout, NDArray[Any]]]
"""For stretches of steps a layout, and the strategy or regrets to which its `group_data` points."""
_PLAIN: Final = np.array([[1.0, 1.0, 0.0]])


class Mode(IntEnum):
    """What a pass does at the player's own decisions."""

    TRAIN = 0
    VALUE = 1
    RESPOND = 2


class Learning(NamedTuple):
    """What training changes. Arrays may be the same one: all but the sums are, where nothing is predicted in turns."""

    played: NDArray[Any]
    """What both play: whatever is positive in it, in proportion."""
    regrets: NDArray[Any]
    expected: NDArray[Any]
    """What is played next: the regrets, or what they are expected to be."""
    sums: NDArray[Any]
    predict: bool
    together: bool
    """Whether both players answer the same strategy, instead of one after the other."""

    @classmethod
    def begin(cls, numbers: int, dtype: type[np.floating], method: Method) -> Learning:
        """Nothing learned yet."""
        regrets, sums = np.zeros(numbers, dtype), np.zeros(numbers, dtype)
        together = not method.alternating
        played = np.zeros(numbers, dtype) if method.predictive or together else regrets
        expected = regrets
        if method.predictive:
            expected = np.zeros(numbers, dtype) if together else played
        return cls(played, regrets, expected, sums, method.predictive, together)

    @property
    def arrays(self) -> dict[str, NDArray[Any]]:
        """The arrays of a checkpoint."""
        kept = {"regrets": self.regrets, "sums": self.sums}
        return kept if self.played is self.regrets else {**kept, "played": self.played}

    def turn_over(self) -> None:
        """After both players have been trained with the same strategy."""
        if self.together:
            self.played[:] = self.expected


class _Job(NamedTuple):
    """What is done in a pass: for which players, how, and with which weights."""

    first: int
    after: int
    mode: Mode
    learning: Learning | None
    weights: NDArray[np.float64]


class Rows:
    """What one thread needs for the boards that it has open."""

    def __init__(self, tree: PublicTree, dtype: type[np.floating]) -> None:
        reach, value, probabilities = tree.row_sizes
        self.far, self.near = np.zeros(reach, dtype), np.zeros(reach, dtype)
        self.value, self.probabilities = np.zeros(value, dtype), np.zeros(max(probabilities, 1), dtype)
        cards = tree.rules.deck.size if tree.hands.shape[1] == 2 else int(tree.layout.layer_hands[-1]) + 1
        self.spare = np.zeros((2, cards), dtype)
        self.far[: len(tree.hands)] = 1
        self.near[: len(tree.hands)] = 1

    @property
    def arrays(self) -> tuple[NDArray[Any], ...]:
        """In the order of the kernels' arguments."""
        return self.far, self.near, self.value, self.probabilities, self.spare


class Sweeper:
    """Passes over one tree in one precision."""

    def __init__(self, tree: PublicTree, dtype: type[np.floating] = np.float64, threads: int | None = None) -> None:
        self.tree, self.dtype = tree, dtype
        self.threads = threads or processors()
        self.rows = Rows(tree, dtype)
        self._own = local()
        edges = [0, *(edge for task in tree.tasks for edge in task), len(tree.steps)]
        self._serial: tuple[Stretch, ...] = tuple((a, b) for a, b in list(pairwise(edges))[::2] if a < b)
        if tree.tasks:
            group = int(tree.steps[tree.tasks[0][0]]) >> 1
            layer = int(tree.layout.group_layer[group])
            self._reach_above = int(tree.layout.reach_at[layer])
            self._value_above = slice(int(tree.layout.value_at[layer - 1]), int(tree.layout.value_at[layer]))

    def pass_for(
        self,
        player: int,
        mode: Mode,
        part: Part,
        learning: Learning | None = None,
        weights: NDArray[np.float64] = _PLAIN,
    ) -> NDArray[Any]:
        """The value of each hand to the player, times its probability: their sum is the value of the game."""
        tree, job = self.tree, _Job(player, player + 1, mode, learning, weights)
        if not tree.tasks:
            self._run(self.rows, part(((0, len(tree.steps)),)), (0, len(tree.steps)), job)
            return self.rows.value[: len(tree.hands)].copy()
        above = part(self._serial)
        at = 0
        pending: list[Stretch] = []
        for start, stop in (*tree.tasks, (len(tree.steps), len(tree.steps))):
            if at < start:
                self._share_out(pending, part, job)
                pending = []
                self._run(self.rows, above, (at, start), job)
            pending.append((start, stop))
            at = stop
        return self.rows.value[: len(tree.hands)].copy()

    def iterate(self, learning: Learning, weights: NDArray[np.float64]) -> None:
        """Train both players, an iteration for every row of weights."""
        part = self.tree.layout, learning.played
        if not self.tree.tasks:
            self._run(self.rows, part, (0, len(self.tree.steps)), _Job(0, 2, Mode.TRAIN, learning, weights))
            return
        for row in range(len(weights)):
            for player in (0, 1):
                self.pass_for(player, Mode.TRAIN, lambda stretches: part, learning, weights[row : row + 1])
            learning.turn_over()

    def _share_out(self, tasks: list[Stretch], part: Part, job: _Job) -> None:
        def work(task: Stretch) -> NDArray[Any]:
            rows = self._rows_of_thread()
            rows.far[: self._reach_above] = self.rows.far[: self._reach_above]
            rows.near[: self._reach_above] = self.rows.near[: self._reach_above]
            rows.value[self._value_above] = 0
            self._run(rows, part((task,)), task, job)
            return rows.value[self._value_above].copy()

        results = in_threads(work, tasks, threads=self.threads) if self.threads > 1 else map(work, tasks)
        for added in results:
            self.rows.value[self._value_above] += added

    def _rows_of_thread(self) -> Rows:
        if not hasattr(self._own, "rows"):
            self._own.rows = Rows(self.tree, self.dtype)
        rows: Rows = self._own.rows
        return rows

    def _run(self, rows: Rows, part: tuple[Layout, NDArray[Any]], stretch: Stretch, job: _Job) -> None:
        from riverboat.solve.public._kernels import sweep

        layout, shares = part
        start, stop, first, after = map(np.uint64, (*stretch, job.first, job.after))
        of = job.learning or Learning(shares, shares, shares, shares, predict=False, together=False)
        both = job.after - job.first == 2
        sweep(
            layout, self.tree.steps, start, stop, first, after, int(job.mode), shares, of.regrets, of.expected,
            of.predict, of.together and both, of.sums, *rows.arrays, job.weights,
        )  # fmt: skip

"""What all training of heads-up limit hold'em shares: tables of a bucketing, a seed, a number of iterations done.

An iteration depends on its number and the seed alone, so a run that was stopped and resumed ends with the same numbers
as one that was not. The game may be confined to some flops and some lines into them, for experiments: no others are
dealt or played, and with fewer than seven lines all hands are played on each of them.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import Any, ClassVar, Final

import numpy as np
from numpy.typing import NDArray

from riverboat.abstraction.buckets import Bucketing
from riverboat.errors import RiverboatError
from riverboat.solve.core.exploitability import Exploitability
from riverboat.solve.core.strategy_file import Origin
from riverboat.solve.limit.buckets import BucketingHands, HandBuckets
from riverboat.solve.limit.lines import BLOCKS
from riverboat.solve.limit.strategy import LimitStrategy
from riverboat.solve.limit.training._kernels.layout import blocks_of
from riverboat.solve.limit.training.tables import ALL_LINES, LearnedTables

MAX_THREADS: Final = BLOCKS[2]
DECK: Final = 52


class LimitTraining(ABC):
    """An engine of the core's runner."""

    method: ClassVar[str]
    """What strategy files and checkpoints call it."""
    unit: ClassVar[str]
    """What is counted, in the plural."""

    def __init__(
        self,
        bucketing: Bucketing,
        *,
        seed: int = 1,
        threads: int = 1,
        flops: Sequence[Sequence[int]] = (),
        lines: Sequence[int] = ALL_LINES,
        buckets: HandBuckets | None = None,
    ) -> None:
        if not 1 <= threads <= MAX_THREADS:
            raise RiverboatError(f"{threads} threads: expected 1 to {MAX_THREADS}")
        threads = min(threads, blocks_of(len(lines))[2])
        self.bucketing: Final = bucketing
        self.seed: Final = seed
        self.threads: Final = threads
        self.iterations = 0
        self.flops: Final = [tuple(int(card) for card in flop) for flop in flops]
        self.tables: Final = LearnedTables(bucketing.counts, lines)
        self.hands: Final = buckets or BucketingHands(bucketing)
        self.stakes: Final = {street: self.tables.stakes(street) for street in (1, 2, 3)}
        self._pool: Final = ThreadPoolExecutor(threads) if threads > 1 else None

    @property
    def identity(self) -> Mapping[str, str]:
        """What a checkpoint must share."""
        return {
            "game": "heads-up limit hold'em",
            "method": self.method,
            "buckets": self.bucketing.identity,
            "seed": str(self.seed),
            "confined to": f"{self.flops} {self.tables.lines}",
        }

    @property
    def head_start(self) -> int:
        """How many of the iterations stand for an earlier training of another kind."""
        return 0

    @property
    def is_whole(self) -> bool:
        """Whether all lines into the flop are played, so that there is something to learn before it."""
        return self.tables.lines == ALL_LINES

    def arrays(self) -> Mapping[str, NDArray[Any]]:
        """Everything that iterations change."""
        return self.tables.arrays()

    def exploitability(self) -> Exploitability:
        """Not in one call: `riverboat exploit --flops` samples it."""
        raise RiverboatError("training: the exploitability of the whole game is not measured while it is trained")

    def policy(self) -> LimitStrategy:
        """The average strategy as it is."""
        return self.tables.average(self.bucketing, Origin(self.method, self.iterations), self.hands)

    def iterate(self, count: int) -> None:
        """Deal and learn `count` more times."""
        for _ in range(count):
            self.iterations += 1
            self.learn(self.iterations)

    @abstractmethod
    def learn(self, number: int) -> None:
        """One iteration, by its number."""

    def deal(self, number: int, cards: int) -> tuple[int, ...]:
        """The board of an iteration, by its number and the seed alone."""
        rng = np.random.default_rng([self.seed, number])
        if not self.flops:
            return tuple(rng.choice(DECK, cards, replace=False).tolist())
        flop = self.flops[rng.integers(len(self.flops))]
        left = [card for card in range(DECK) if card not in flop]
        return (*flop, *rng.choice(left, cards - len(flop), replace=False).tolist())

    def on_threads(self, work: Callable[[int, int, int], None]) -> None:
        """Share out the blocks of lines into the turn: `work(thread, first block, last block + 1)`."""
        edges = np.linspace(0, self.tables.blocks[2], self.threads + 1).astype(int).tolist()
        parts = [(number, *span) for number, span in enumerate(pairwise(edges))]
        if self._pool is None:
            work(*parts[0])
        else:
            for future in [self._pool.submit(work, *part) for part in parts]:
                future.result()

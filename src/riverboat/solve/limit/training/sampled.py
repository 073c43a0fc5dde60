"""How is heads-up limit hold'em played well with a few thousand buckets? Public-chance-sampled CFR, a board at a time.

One iteration deals a board and updates both players at every betting line with all 1,081 hands that the board leaves
(Johanson, Bard, Lanctot, Gibson and Bowling, "Efficient Nash equilibrium approximation through Monte Carlo
counterfactual regret minimization", 2012). Regrets and the average are weighted by the number of the iteration (Brown
and Sandholm 2019, linear CFR). All streets use the hands of the whole board only, so all values have one common factor
and need no other.

Threads share out the lines into the turn, which meet only on the flop: the result depends on the seed alone. The
average takes every second board, which halves the memory traffic of the sums.

Cost of a board, processor time of one thread on a busy machine: 11 ms with 70 buckets of the river in use, 27 ms with
600 (`riverboat bench train`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from riverboat.abstraction.buckets import Bucketing
from riverboat.cards.holdings import HOLDING_CARDS
from riverboat.errors import RiverboatError
from riverboat.odds.strength.inputs import tables as rank_tables
from riverboat.solve.core.exploitability import Exploitability
from riverboat.solve.core.strategy_file import Origin
from riverboat.solve.lanes import WIDTH, aligned
from riverboat.solve.limit.buckets import BucketingHands, HandBuckets
from riverboat.solve.limit.lines import BLOCKS
from riverboat.solve.limit.strategy import LimitStrategy
from riverboat.solve.limit.training._kernels.boards import prepare_board
from riverboat.solve.limit.training._kernels.layout import HANDS, Board, blocks_of, new_scratch
from riverboat.solve.limit.training._kernels.preflop import (
    average_preflop,
    learn_preflop,
    match_preflop,
    reach_flop,
)
from riverboat.solve.limit.training._kernels.streets import learn_flop, learn_turn, reach_turn
from riverboat.solve.limit.training.tables import ALL_LINES, LearnedTables
from riverboat.solve.packed import PackedArguments

METHOD: Final = "public-chance-sampled CFR"
AVERAGE_EVERY: Final = 2
MAX_THREADS: Final = BLOCKS[2]


class SampledTraining:
    """The engine: tables of a bucketing, a seed, and a number of boards done."""

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
        """`flops` and `lines` (into the flop) confine the game, for experiments: no others are dealt or played, and
        with fewer than seven lines all hands are played on each of them."""
        threads = min(threads, blocks_of(len(lines))[2])
        if not 1 <= threads <= MAX_THREADS:
            raise RiverboatError(f"{threads} threads: expected 1 to {MAX_THREADS}")
        self.bucketing: Final = bucketing
        self.seed: Final = seed
        self.threads: Final = threads
        self.iterations = 0
        self.flops: Final = [tuple(flop) for flop in flops]
        self.tables: Final = LearnedTables(bucketing.counts, lines)
        self.hands: Final = buckets or BucketingHands(bucketing)
        self.board: Final = HandsOfBoard(max(bucketing.counts))
        self._scratch = [new_scratch() for _ in range(threads)]
        self._flop_scratch = new_scratch()
        self._x1, self._v1 = aligned((2 * HANDS, WIDTH)), aligned((2 * HANDS, WIDTH))
        self._x2, self._v2 = (aligned((2 * self.tables.blocks[2] * HANDS, WIDTH)) for _ in range(2))
        self._wide, self._held = aligned((HANDS, WIDTH)), np.zeros((8, 53))
        self._stakes = {street: self.tables.stakes(street) for street in (1, 2, 3)}
        self._pool = ThreadPoolExecutor(threads) if threads > 1 else None

    @property
    def identity(self) -> Mapping[str, str]:
        """What a checkpoint must share."""
        return {
            "game": "heads-up limit hold'em",
            "method": METHOD,
            "buckets": self.bucketing.identity,
            "seed": str(self.seed),
            "confined to": f"{self.flops} {self.tables.lines}",
        }

    def arrays(self) -> Mapping[str, NDArray[Any]]:
        """Everything that iterations change."""
        return self.tables.arrays()

    def exploitability(self) -> Exploitability:
        """Not in one call: `riverboat exploit --flops` samples it."""
        raise RiverboatError("training: the exploitability of the whole game is not measured while it is trained")

    def policy(self) -> LimitStrategy:
        """The average strategy as it is."""
        return self.tables.average(self.bucketing, Origin(METHOD, self.iterations))

    def iterate(self, count: int) -> None:
        """Deal and learn from `count` more boards."""
        for _ in range(count):
            self.iterations += 1
            self._learn(self._deal(self.iterations))

    def _deal(self, number: int) -> tuple[int, ...]:
        """The board of an iteration, by its number and the seed alone."""
        rng = np.random.default_rng([self.seed, number])
        if not self.flops:
            return tuple(rng.choice(52, 5, replace=False).tolist())
        flop = self.flops[rng.integers(len(self.flops))]
        left = [card for card in range(52) if card not in flop]
        return (*flop, *rng.choice(left, 2, replace=False).tolist())

    def _learn(self, cards: tuple[int, ...]) -> None:
        board, tables, whole = self.board, self.tables, self.tables.lines == ALL_LINES
        board.fill(cards, self.hands)
        fields, packed = board.fields, tables.packed
        weight = float(self.iterations)
        average = weight if self.iterations % AVERAGE_EVERY == 0 else 0.0
        hands, bucket = board.count, fields.used[0][fields.slot[0]]
        if whole:
            match_preflop(tables.regrets0, tables.shares0)
            reach_flop(tables.shares0, bucket, hands, self._x1, 0, HANDS)
        else:
            self._x1[:, : len(tables.lines)] = 1.0
        reach_turn(board.packed, packed, self._flop_scratch, self._x1, self._x2, self._wide)
        self._on_threads(weight, average)
        learn_flop(
            board.packed, packed, self._flop_scratch, self._x1, self._v2, self._v1, self._stakes[1], weight, average
        )
        if whole:
            for me in (0, 1):
                learn_preflop(
                    me, tables.shares0, tables.regrets0, bucket, hands, fields.first, fields.second, self._x1,
                    (1 - me) * HANDS, self._v1, me * HANDS, self._held, weight,
                )  # fmt: skip
            if average:
                average_preflop(tables.shares0, tables.sums0, average)

    def _on_threads(self, weight: float, average: float) -> None:
        edges = np.linspace(0, self.tables.blocks[2], self.threads + 1).astype(int).tolist()

        def work(number: int, start: int, end: int) -> None:
            learn_turn(
                self.board.packed, self.tables.packed, self._scratch[number], self._x2, self._v2, self._stakes[2],
                self._stakes[3], start, end, weight, average,
            )  # fmt: skip

        parts = [(number, *span) for number, span in enumerate(pairwise(edges))]
        if self._pool is None:
            work(*parts[0])
        else:
            for future in [self._pool.submit(work, *part) for part in parts]:
                future.result()


class HandsOfBoard:
    """The hands of one board after another, as kernels read them."""

    def __init__(self, max_buckets: int) -> None:
        self.fields: Final = Board(
            np.zeros(6, np.int64),
            np.zeros(HANDS, np.uint16),
            np.zeros(HANDS, np.uint8),
            np.zeros(HANDS, np.uint8),
            np.zeros(HANDS + 1, np.int32),
            np.zeros((4, HANDS), np.uint16),
            np.zeros((4, HANDS), np.int32),
        )
        self.packed: Final[Any] = PackedArguments(self.fields)
        self._labels = np.zeros((4, len(HOLDING_CARDS)), np.uint16)
        self._place = np.full(max_buckets, -1, np.int32)

    @property
    def count(self) -> int:
        """How many hands there are."""
        return int(self.fields.sizes[0])

    def fill(self, cards: tuple[int, ...], buckets: HandBuckets) -> None:
        """Take the hands of a five-card board."""
        for street, known in enumerate((0, 3, 4, 5)):
            self._labels[street] = buckets.on_board(cards[:known])
        ranks = rank_tables()
        board = np.array(cards, np.uint8)
        prepare_board(ranks.by_size[7], ranks.words, HOLDING_CARDS, board, self._labels, self._place, *self.fields)

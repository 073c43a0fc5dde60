"""How is heads-up limit hold'em played well with a few thousand buckets? Public-chance-sampled CFR, a board at a time.

One iteration deals a board and updates both players at every betting line with all 1,081 hands that the board leaves
(Johanson, Bard, Lanctot, Gibson and Bowling, "Efficient Nash equilibrium approximation through Monte Carlo
counterfactual regret minimization", 2012). Regrets and the average are weighted by the number of the iteration (Brown
and Sandholm 2019, linear CFR). All streets use the hands of the whole board only, so all values have one common factor
and need no other.

Threads share out the lines into the turn, which meet only on the flop: the result depends on the seed alone. The
average takes every second board, which halves the memory traffic of the sums.

Cost of a board, processor time of one thread on a busy machine: 9 ms with 70 buckets of the river in use, 27 ms with
600 (`riverboat bench train`).
"""

from __future__ import annotations

from typing import Any, ClassVar, Final

import numpy as np

from riverboat.solve.lanes import WIDTH, aligned
from riverboat.solve.limit.training._kernels.layout import HANDS, new_scratch
from riverboat.solve.limit.training._kernels.preflop import (
    average_preflop,
    learn_preflop,
    match_preflop,
    reach_flop,
)
from riverboat.solve.limit.training._kernels.streets import learn_flop, learn_turn, reach_turn
from riverboat.solve.limit.training.engine import LimitTraining
from riverboat.solve.limit.training.hands import HandsOfBoard

AVERAGE_EVERY: Final = 2


class SampledTraining(LimitTraining):
    """Both players learn from each board, against each other."""

    method: ClassVar[str] = "public-chance-sampled CFR"
    unit: ClassVar[str] = "boards"

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self.board: Final = HandsOfBoard(max(self.bucketing.counts))
        self._scratch = [new_scratch() for _ in range(self.threads)]
        self._flop_scratch = new_scratch()
        self._x1, self._v1 = aligned((2 * HANDS, WIDTH)), aligned((2 * HANDS, WIDTH))
        self._x2, self._v2 = (aligned((2 * self.tables.blocks[2] * HANDS, WIDTH)) for _ in range(2))
        self._wide, self._held = aligned((HANDS, WIDTH)), np.zeros((8, 53))

    def learn(self, number: int) -> None:
        """One board."""
        board, tables = self.board, self.tables
        cards = self.deal(number, 5)
        board.fill(cards, self.hands)
        fields, packed = board.fields, tables.packed
        weight = float(number)
        average = weight if number % AVERAGE_EVERY == 0 else 0.0
        hands, bucket = board.count, fields.used[0][fields.slot[0]]
        if self.is_whole:
            match_preflop(tables.regrets0, tables.shares0)
            reach_flop(tables.shares0, bucket, hands, self._x1, 0, HANDS)
        else:
            self._x1[:, : len(tables.lines)] = 1.0
        reach_turn(board.packed, packed, self._flop_scratch, self._x1, self._x2, self._wide)

        def work(thread: int, start: int, end: int) -> None:
            learn_turn(
                board.packed, packed, self._scratch[thread], self._x2, self._v2, self.stakes[2], self.stakes[3], start,
                end, weight, average,
            )  # fmt: skip

        self.on_threads(work)
        learn_flop(
            board.packed, packed, self._flop_scratch, self._x1, self._v2, self._v1, self.stakes[1], weight, average
        )
        if self.is_whole:
            for me in (0, 1):
                learn_preflop(
                    me, tables.shares0, tables.regrets0, bucket, hands, fields.first, fields.second, self._x1,
                    (1 - me) * HANDS, self._v1, me * HANDS, self._held, weight,
                )  # fmt: skip
            if average:
                average_preflop(tables.shares0, tables.sums0, average)

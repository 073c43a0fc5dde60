"""How is limit hold'em played so that nobody can exploit it much, with buckets of hands? CFR-BR, a turn card at a time.

Training two players with buckets against each other finds what is right among players with buckets; an opponent who
sees every hand exploits it, the more the longer it is trained. In CFR-BR (Johanson, Bard, Burch and Bowling, "Finding
optimal abstract strategies in extensive-form games", 2012) each player with buckets learns against an opponent without:
its average goes to the least exploitable strategy that the buckets can express. Two learners, one for each seat, make
the strategy.

One iteration deals a flop and a turn card. From there on the opponent answers the learner's present strategy best, on
the turn and all rivers, exactly; before it, where a best response would need all other cards, the opponent learns by
regrets, for every hand or by buckets (`trunk.py`). The learner's regrets and average take the number of the iteration
as weight.

All rivers of a turn are played by the shares that were answered; what is learned on them is taken over afterwards. With
shares that change from river to river, the answers are best against something that is no longer played.

Rivers that differ by the names of suits only are dealt once, as in `solve.limit.flop`: so buckets must not depend on
the names of suits.

Cost: two sweeps of each river board and learner, about 40 boards; memory beside the tables: 20 MB a thread and 7 MB
for each 1,000 buckets of the river, and 936 MB
for opponents who see every hand of all flops.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Final, Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from riverboat.cards.holdings import HOLDING_CLASS
from riverboat.odds.showdown.suits import Renamings, holding_maps, keeping
from riverboat.solve.lanes import WIDTH, aligned
from riverboat.solve.limit.flop import DECK, RIVERS_LEFT, next_cards
from riverboat.solve.limit.training._kernels.layout import ACTIONS, HANDS, ROWS, new_scratch, scratch_arrays
from riverboat.solve.limit.training._kernels.preflop import (
    average_preflop,
    learn_preflop,
    match_preflop,
    reach_flop,
)
from riverboat.solve.limit.training._kernels.responding import (
    answer_one_river,
    answer_turn,
    learn_flop_apart,
    learn_one_river,
    learn_one_turn,
    reach_rivers,
    reach_turn_apart,
    take_over,
)
from riverboat.solve.limit.training.engine import LimitTraining
from riverboat.solve.limit.training.hands import HandsOfBoard
from riverboat.solve.limit.training.sampled import AVERAGE_EVERY
from riverboat.solve.limit.training.tables import LearnedTables
from riverboat.solve.limit.training.trunk import Trunk
from riverboat.solve.packed import PackedArguments

Singles = NDArray[np.float32]
TrunkKind = Literal["hands", "buckets"]
BOARDS_PER_CARD: Final = 12
"""How many boards of plain training count as much as a turn card when CFR-BR starts from it."""


def turn_cards_for(boards: int) -> int:
    """How many turn cards this many boards of plain training count as."""
    return max(1, boards // BOARDS_PER_CARD) if boards else 0


class _Memory(NamedTuple):
    """Of one thread."""

    scratch: Any
    leaf: Singles
    """Values behind closings, which is also in the scratch."""
    mine: Singles
    """(9 * HANDS, 16): the learner's reach into the river, and where there is any."""
    is_mine: NDArray[np.bool_]
    theirs: Singles
    is_theirs: NDArray[np.bool_]
    turn_answers: NDArray[np.uint8]
    river_answers: NDArray[np.uint8]
    """[river, 9 * HANDS, 16]"""
    learned: Singles
    """(9 * buckets * 13, 16): regrets of all rivers of a turn, which are taken over when all are done."""


def _new_memory(buckets: int) -> _Memory:
    arrays = scratch_arrays()
    return _Memory(
        PackedArguments(arrays),
        arrays.leaf,
        aligned((ROWS * HANDS, WIDTH)),
        np.zeros(ROWS, np.bool_),
        aligned((ROWS * HANDS, WIDTH)),
        np.zeros(ROWS, np.bool_),
        np.zeros((HANDS, WIDTH), np.uint8),
        np.zeros((DECK - 4, ROWS * HANDS, WIDTH), np.uint8),
        aligned((ROWS * buckets * ACTIONS, WIDTH)),
    )


class CfrBrTraining(LimitTraining):
    """A learner for each seat, each against an opponent that answers best."""

    method: ClassVar[str] = "CFR-BR"
    unit: ClassVar[str] = "turn cards"

    def __init__(self, *arguments: Any, trunk: TrunkKind | None = None, plain_boards: int = 0, **options: Any) -> None:
        """`trunk` says how the opponents see the flop; default: by hands in a game of few flops, else by buckets.
        `plain_boards` is from how many boards of plain training it is going to start (`start_from`)."""
        super().__init__(*arguments, **options)
        self.plain_boards: Final = plain_boards
        self.trunk_kind: Final = trunk or ("hands" if self.flops else "buckets")
        buckets = self.bucketing.counts[1] if self.trunk_kind == "buckets" else None
        self.trunk: Final = Trunk(len(self.tables.lines), self.flops, buckets)
        most = max(self.bucketing.counts)
        self._turn: Final = HandsOfBoard(most)
        self._rivers: Final = [HandsOfBoard(most) for _ in range(DECK - 4)]
        self._memory: Final = [_new_memory(self.bucketing.counts[3]) for _ in range(self.threads)]
        self._flop_scratch: Final = new_scratch()
        self._x1, self._v1, self._starting = (aligned((2 * HANDS, WIDTH)) for _ in range(3))
        self._x2, self._v2 = (aligned((2 * self.tables.blocks[2] * HANDS, WIDTH)) for _ in range(2))
        self._wide, self._held = aligned((HANDS, WIDTH)), np.zeros((8, 53))

    @property
    def identity(self) -> Mapping[str, str]:
        """What a checkpoint must share."""
        return {
            **super().identity,
            "opponents on the flop": f"by {self.trunk_kind}",
            "plain boards before": str(self.plain_boards),
        }

    def arrays(self) -> Mapping[str, NDArray[Any]]:
        """Everything that iterations change."""
        return {**self.tables.arrays(), **self.trunk.arrays()}

    @property
    def head_start(self) -> int:
        """How many turn cards the plain training counts as."""
        return turn_cards_for(self.plain_boards)

    def start_from(self, plain: LearnedTables, boards: int) -> None:
        """Begin with what was learned from boards, as if from a `BOARDS_PER_CARD`th of them in turn cards.

        Weights are linear, so that all sums grow with the square of the iterations. Opponents by buckets begin with
        the plain training of their seat, those by hands with nothing.
        """
        self.iterations = turn_cards_for(boards)
        scale = (self.iterations / boards) ** 2
        for mine, learned in zip(self.tables.arrays().items(), plain.arrays().values(), strict=True):
            name, table = mine
            table[:] = learned
            table *= scale * (AVERAGE_EVERY if name.startswith("sums") else 1)
        if self.trunk_kind == "buckets":
            knows_hands = np.array_equal(self.hands.on_board(()), HOLDING_CLASS)
            self.trunk.start_from(self.tables, with_preflop=knows_hands)

    def learn(self, number: int) -> None:
        """One turn card, both learners."""
        cards = self.deal(number, 4)
        renamings = keeping([cards[:3], cards[3:]])
        self._turn.fill_turn(cards, self.hands)
        self.trunk.fill(cards[:3], self._turn)
        rivers = next_cards(cards, renamings)
        labels = self.hands.on_rivers(cards, [river.card for river in rivers])
        for board, river, label in zip(self._rivers, rivers, labels, strict=False):
            board.fill_river((*cards, river.card), label, self._turn)
        weights = [float(river.weight) for river in rivers]
        for me in (0, 1):
            self._learn(me, float(number), weights, renamings)
        if self.is_whole:
            average_preflop(self.tables.shares0, self.tables.sums0, float(number))

    def _learn(self, me: int, weight: float, weights: Sequence[float], renamings: Renamings) -> None:
        turn, tables, trunk = self._turn.packed, self.tables.packed, self.trunk
        self._reach_flop(me)
        trunk.load(1 - me)
        reach_turn_apart(me, turn, tables, trunk.packed, self._flop_scratch, self._x1, self._x2, self._wide)

        def work(thread: int, start: int, end: int) -> None:
            for block in range(start, end):
                self._learn_block(me, block, self._memory[thread], weight, weights, renamings)

        self.on_threads(work)
        learn_flop_apart(
            me, turn, tables, trunk.packed, self._flop_scratch, self._x1, self._v2, self._v1, self.stakes[1], weight
        )
        trunk.store(1 - me)
        self._learn_preflop(me, weight)

    def _learn_block(
        self, me: int, block: int, memory: _Memory, weight: float, weights: Sequence[float], renamings: Renamings
    ) -> None:
        """Turn and rivers of sixteen lines: best answers up, then the learner against them."""
        turn, tables, z = self._turn.packed, self.tables.packed, memory.scratch
        reach_rivers(me, turn, tables, z, self._x2, block, memory.mine, memory.is_mine)
        for number, times in enumerate(weights):
            answer_one_river(
                me, self._rivers[number].packed, tables, z, block, memory.mine, memory.is_mine, self.stakes[3],
                times / RIVERS_LEFT, memory.river_answers[number],
            )  # fmt: skip
        self._symmetrise(memory.leaf, 1 - me, renamings)
        answer_turn(
            me, turn, tables, z, self._x2, self._v2, block, self.stakes[2], memory.turn_answers, memory.theirs,
            memory.is_theirs,
        )  # fmt: skip
        for number, times in enumerate(weights):
            learn_one_river(
                me, self._rivers[number].packed, tables, z, block, memory.mine, memory.is_mine, memory.theirs,
                memory.is_theirs, self.stakes[3], times / RIVERS_LEFT, weight, memory.river_answers[number],
                memory.learned,
            )  # fmt: skip
        take_over(me, tables, block, memory.learned)
        self._symmetrise(memory.leaf, me, renamings)
        learn_one_turn(me, turn, tables, z, self._x2, self._v2, block, self.stakes[2], weight)

    def _symmetrise(self, leaf: Singles, player: int, renamings: Renamings) -> None:
        """The mean of a player's values over what renamings of suits make of each hand."""
        if len(renamings) == 1:
            return
        count = self._turn.count
        hand, row = self._turn.fields.hand[:count], np.zeros(len(holding_maps()[0]), np.int64)
        row[hand] = np.arange(count)
        by_hand = leaf.reshape(2, ROWS, HANDS, WIDTH)[player, :, :count]
        by_hand[:] = sum(by_hand[:, row[holding_maps()[g][hand]]] for g in renamings) / np.float32(len(renamings))

    def _reach_flop(self, me: int) -> None:
        """The learner's reach into the flop by its buckets, the opponent's by starting hand."""
        if not self.is_whole:
            self._x1[:, : len(self.tables.lines)] = 1.0
            return
        tables, trunk, count = self.tables, self.trunk, self._turn.count
        match_preflop(tables.regrets0, tables.shares0)
        match_preflop(trunk.regrets0, trunk.shares0)
        reach_flop(tables.shares0, self._bucket(), count, self._x1, 0, HANDS)
        reach_flop(trunk.shares0, trunk.starting, count, self._starting, 0, HANDS)
        they = (1 - me) * HANDS
        self._x1[they : they + count] = self._starting[they : they + count]

    def _learn_preflop(self, me: int, weight: float) -> None:
        if not self.is_whole:
            return
        tables, trunk, fields = self.tables, self.trunk, self._turn.fields
        for player, shares, regrets, bucket in (
            (1 - me, trunk.shares0, trunk.regrets0, trunk.starting),
            (me, tables.shares0, tables.regrets0, self._bucket()),
        ):
            learn_preflop(
                player, shares, regrets, bucket, self._turn.count, fields.first, fields.second, self._x1,
                (1 - player) * HANDS, self._v1, player * HANDS, self._held, weight,
            )  # fmt: skip

    def _bucket(self) -> NDArray[np.int32]:
        """The bucket of each hand before the flop."""
        fields = self._turn.fields
        return np.asarray(fields.used[0][fields.slot[0]])

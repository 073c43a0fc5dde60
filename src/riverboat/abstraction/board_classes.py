"""Turn and river of one board in a few classes: GameShrink with thresholds, as GS1 uses it in play.

Gilpin and Sandholm (2006) search a threshold for about 25 classes of hands on the turn, and then another for about 125
on the river, and did so beforehand for all boards (a month on six processors). Here it takes a quarter of a second and
is done when the turn is dealt. A river class holds pairs of a hand and a river card, and belongs to one turn class, so
that players remember. Classes depend on the cards alone, not on the betting; how likely each is, ranges say.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from riverboat.abstraction.building import live_holdings
from riverboat.abstraction.records import Records, board_records, river_ranks
from riverboat.abstraction.thresholds import cut_into
from riverboat.cards.card import DECK_SIZE
from riverboat.cards.holdings import HOLDING_CARDS, HOLDINGS, holding_index
from riverboat.errors import RiverboatError

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]
TURN_CLASSES: Final = 25
RIVER_CLASSES: Final = 125


@dataclass(frozen=True, eq=False)
class BoardClasses:
    """The classes of one turn board. As `Views` they are numbered by the board: four cards or five."""

    board: tuple[int, ...]
    turn: Integers
    """int64[1326]: the class of each holding; -1 where the board blocks it."""
    river: Integers
    """int64[52, 1326]: the class of each holding with each river card; -1 where cards collide."""
    parents: Integers
    """The turn class of each river class."""
    thresholds: tuple[int, int]
    """Showdowns by which hands of a class may differ from its first, on turn and river."""

    @property
    def counts(self) -> tuple[int, int]:
        """How many classes the turn and the river have."""
        return int(self.turn.max()) + 1, len(self.parents)

    def by_holding(self, board: tuple[int, ...]) -> Integers:
        """int64[1326]: the class of every holding; -1 where the board blocks it."""
        return self.turn if len(board) == len(self.board) else self.river[board[-1]]

    def of_hand(self, hole: tuple[int, ...], board: tuple[int, ...]) -> int:
        """The class of one hand."""
        return int(self.by_holding(board)[holding_index(*hole)])

    def pairs(self, first: Floats, second: Floats) -> tuple[Floats, Floats, Floats]:
        """How likely each pair of classes is on the turn and on the river, and who is ahead there.

        `first` and `second` are weights of the 1,326 holdings of both players; only their proportions count.
        """
        turn_count, river_count = self.counts
        river, edge = np.zeros((river_count, river_count)), np.zeros((river_count, river_count))
        live = live_holdings(np.array(self.board, np.uint8))
        dealt = _apart(live) * (first[live][:, None] * second[live])
        total = dealt.sum()
        if not total > 0.0:
            raise RiverboatError("classes of a board: these ranges leave no pair of hands")
        turn = _by_label(dealt / total, self.turn[live], turn_count)
        rivers = [card for card in range(DECK_SIZE) if card not in self.board]
        for card in rivers:
            labels = self.river[card][live]
            here = np.flatnonzero(labels >= 0)
            # Two hands leave 44 cards of the deck, all as likely.
            weight = dealt[np.ix_(here, here)] / (total * (len(rivers) - 4))
            ranks = river_ranks((*self.board, card), live[here]).astype(np.int16)
            ahead = np.sign(ranks[:, None] - ranks).astype(np.int8)
            river += _by_label(weight, labels[here], river_count)
            edge += _by_label(weight * ahead, labels[here], river_count)
        return turn, river, edge


def board_classes(
    board: tuple[int, ...], turn_classes: int = TURN_CLASSES, river_classes: int = RIVER_CLASSES
) -> BoardClasses:
    """Classes of a turn board; fewer where fewer hands differ."""
    if len(board) != 4 or len({*board}) != 4:
        raise RiverboatError(f"classes of a turn board: {len(board)} cards, expected 4 different ones")
    live = live_holdings(np.array(board, np.uint8))
    on_turn = board_records(board)
    first = cut_into(Records(on_turn.wins[live], on_turn.losses[live]), np.zeros(len(live), np.int64), turn_classes)
    turn = np.full(HOLDINGS, -1, np.int64)
    turn[live] = first.label
    deals, records = [], []
    for card in range(DECK_SIZE):
        if card not in board:
            whole = (*board, card)
            here = live_holdings(np.array(whole, np.uint8))
            found = board_records(whole)
            deals.append(card * HOLDINGS + here)
            records.append(np.stack([found.wins[here], found.losses[here]]))
    places, counted = np.concatenate(deals), np.concatenate(records, axis=1)
    second = cut_into(Records(counted[0], counted[1]), turn[places % HOLDINGS], river_classes)
    river = np.full(DECK_SIZE * HOLDINGS, -1, np.int64)
    river[places] = second.label
    return BoardClasses(
        board, turn, river.reshape(DECK_SIZE, HOLDINGS), second.parents, (first.threshold, second.threshold)
    )


def _apart(holdings: Integers) -> NDArray[np.bool_]:
    """Which pairs of holdings share no card."""
    cards = HOLDING_CARDS[holdings]
    held = np.zeros((len(holdings), DECK_SIZE), np.float32)
    held[np.arange(len(holdings))[:, None], cards] = 1.0
    return np.asarray(held @ held.T == 0.0)


def _by_label(matrix: Floats, labels: Integers, count: int) -> Floats:
    """A matrix over hands summed over their classes."""
    order = np.argsort(labels, kind="stable")
    present, starts = np.unique(labels[order], return_index=True)
    found = np.zeros((count, count))
    rows = np.add.reduceat(matrix[order], starts, axis=0)
    found[np.ix_(present, present)] = np.add.reduceat(rows[:, order], starts, axis=1)
    return found

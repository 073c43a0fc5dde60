"""What does a best response win from one flop on? Exact values for every hand and all seven lines into it.

The opponent's reach goes down street by street; on every turn card and river card that differ by more than the names of
suits the kernels find what each of my hands wins, for sixteen lines at once; values come back up, the best action is
taken, and chance is averaged. Nothing is sampled and nothing is abstracted but the opponent's own play (Johanson,
Waugh, Bowling and Zinkevich 2011 describe the form; lanes and closings are explained in `lines.py`).

**Suits.** G is the group of renamings that leave the flop (and the turn) as they are. One card of each orbit of G is
dealt and weighted by the size of the orbit; the summed values are then averaged over G, before anybody chooses. So the
opponent's play must not depend on the names of suits.

Cost: about 1,456 river boards a flop, 675 to 2,352; a board takes a third of the time of the spot R2 for both seats.
Memory: 12 MB beside the opponent's tables.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from riverboat.abstraction.building import live_holdings
from riverboat.cards.holdings import HOLDING_CARDS, HOLDINGS
from riverboat.cards.ranking.high import high_tables
from riverboat.errors import RiverboatError
from riverboat.odds.showdown.suits import Renamings, card_maps, holding_maps, keeping
from riverboat.solve.lanes import WIDTH, aligned
from riverboat.solve.limit._kernels.boards import gather_lanes, scatter_lanes, sort_rivers
from riverboat.solve.limit._kernels.river import LIVE, PLACES, add_river
from riverboat.solve.limit._kernels.streets import expand, find_empty, street_values
from riverboat.solve.limit._kernels.sweep import SHOWN
from riverboat.solve.limit.lines import (
    BETS,
    BLOCKS,
    CLOSING_OF_ROW,
    LINES,
    MBB_PER_UNIT,
    ROWS,
    hand_lanes,
    lane_of,
    stakes,
)
from riverboat.solve.limit.opponent import Opponent, StrategyOpponent, packed_hands, packed_stakes
from riverboat.solve.limit.strategy import LimitStrategy

Singles = NDArray[np.float32]
DECK: Final = 52
RIVERS_LEFT: Final = 44
"""River cards, when the board and both hands are known."""
TURNS_LEFT: Final = 45
_SINGLE: Final = np.float32


class NextCard(NamedTuple):
    """A card that represents its orbit."""

    card: int
    weight: int
    """The size of the orbit."""
    renamings: Renamings
    """Those that leave the board with this card as it is."""


class Behind(NamedTuple):
    """What lies behind the nine closings of a street, float32[9, 1326, lines]."""

    reach: Singles
    """The opponent's."""
    leaves: Singles
    """What the best response wins, summed over the opponent's hands."""


def next_cards(board: Sequence[int], renamings: Renamings) -> list[NextCard]:
    """One card of each orbit of the renamings, which leave the board as it is."""
    maps, seen, found = card_maps(), set(board), []
    for card in range(DECK):
        if card not in seen:
            orbit = {int(maps[g, card]) for g in renamings}
            seen |= orbit
            staying = tuple(g for g in renamings if maps[g, card] == card)
            found.append(NextCard(card, len(orbit), staying))
    return found


def count_boards(flop: Sequence[int]) -> int:
    """River boards of a flop that differ by more than the names of suits: what its best response costs."""
    kept = keeping([flop])
    return sum(len(next_cards((*flop, turn.card), turn.renamings)) for turn in next_cards(flop, kept))


def symmetrise(values: Singles, renamings: Renamings, scale: float) -> None:
    """The mean over what renamings make of each hand, times `scale`, in place; values are (blocks * 1326, 16)."""
    values *= _SINGLE(scale / len(renamings))
    if len(renamings) > 1:
        maps, by_hand = holding_maps(), values.reshape(-1, HOLDINGS, WIDTH)
        by_hand[:] = sum(by_hand[:, maps[g]] for g in renamings)


class FlopResponse:
    """Computes best responses to one opponent, flop after flop; one for each thread."""

    def __init__(self, opponent: Opponent) -> None:
        self.opponent: Final = opponent
        self.me: Final = 1 - opponent.player
        self._closing: Final = np.array(CLOSING_OF_ROW[opponent.player])
        self._stakes: Final = (stakes(1), stakes(2), packed_stakes(opponent.river_lanes))
        self._is_packed: Final = len(opponent.river_lanes) < BLOCKS[3] * WIDTH
        self._reach3, self._values3 = hand_lanes(3), hand_lanes(3)
        self._river_reach = self._reach3
        if self._is_packed or opponent.river_unit != 1.0:
            self._river_reach = packed_hands(opponent.river_lanes)
        self._river_values = packed_hands(opponent.river_lanes) if self._is_packed else self._values3
        self._blocks: Final = len(self._river_reach) // HOLDINGS
        self._empty: Final = np.zeros(self._blocks, np.bool_)
        self._memory: Final = _working_memory()
        self._by_card, self._meets = aligned((DECK, WIDTH)), aligned((ROWS * HOLDINGS, WIDTH))
        self._sorted: Final = _places()
        self._items: Final = np.empty(HOLDINGS, np.uint32)
        self.on_flop: Behind | None = None
        """What lies behind the closings of the flop that was computed last."""

    def values(self, flop: Sequence[int]) -> Singles:
        """float32[1326, 7]: what the best response wins with each hand on each line into the flop.

        In small blinds, summed over the opponent's hands weighted by their reach: divided by the reach that a hand can
        meet it is a mean.
        """
        board = tuple(flop)
        if len(board) != 3 or len(set(board)) != 3:
            raise RiverboatError(f"flop of {len(set(board))} cards: expected 3 different ones")
        renamings = keeping([board])
        alive = _alive(board)
        reach = hand_lanes(1)
        reach[:, : LINES[1]] = self.opponent.preflop * alive[:, None]
        behind = aligned((ROWS * HOLDINGS, WIDTH))
        table = self.opponent.on_board(board)
        expand(reach, table.multipliers, table.buckets, table.bucket, self._closing, BLOCKS[1], behind)
        turn_reach, summed = hand_lanes(2), hand_lanes(2)
        closings_to_lanes(behind, turn_reach)
        for turn in next_cards(board, renamings):
            found = self.turn_values((*board, turn.card), turn.renamings, turn_reach)
            summed += found * _SINGLE(turn.weight)
        symmetrise(summed, renamings, 1 / TURNS_LEFT)
        leaves, out = aligned((ROWS * HOLDINGS, WIDTH)), hand_lanes(1)
        _lanes_to_closings(summed, leaves)
        self._street_values(1, behind, leaves, alive, out)
        self.on_flop = Behind(_by_line(behind, 1), _by_line(leaves, 1))
        return out[:, : LINES[1]].copy()

    @property
    def on_turn(self) -> Behind:
        """The same of the last turn board, on all 63 lines."""
        return Behind(_by_line(self._reach3, 2), _by_line(self._values3, 2))

    def turn_values(self, board: Sequence[int], renamings: Renamings, turn_reach: Singles) -> Singles:
        """(4 * 1326, 16): the same on a turn board, from the opponent's reach into it, for all 63 lines.

        `renamings` leave the board and the reach as they are.
        """
        alive = _alive(board)
        reach = turn_reach.reshape(BLOCKS[2], HOLDINGS, WIDTH) * alive[None, :, None]
        table = self.opponent.on_board(board)
        flat = np.ascontiguousarray(reach.reshape(-1, WIDTH), np.float32)
        expand(flat, table.multipliers, table.buckets, table.bucket, self._closing, BLOCKS[2], self._reach3)
        self._all_rivers(board, renamings)
        out = hand_lanes(2)
        self._street_values(2, self._reach3, self._values3, alive, out)
        return out

    def _all_rivers(self, turn: Sequence[int], renamings: Renamings) -> None:
        """Fill the values behind the closings of the turn from all river cards."""
        lanes = self.opponent.river_lanes
        if self._is_packed:
            gather_lanes(self._reach3, HOLDINGS, lanes, self._river_reach)
        elif self._river_reach is not self._reach3:
            self._river_reach[:] = self._reach3
        if self.opponent.river_unit != 1.0:
            self._river_reach *= _SINGLE(self.opponent.river_unit)
        find_empty(self._river_reach, self._blocks, self._empty)
        self._river_values[:] = 0
        rivers = next_cards(turn, renamings)
        cards = [river.card for river in rivers]
        order, starts, classes = sorted_rivers(turn, cards, self._items)
        for number, (river, table) in enumerate(zip(rivers, self.opponent.on_rivers(turn, cards), strict=True)):
            add_river(
                self._river_reach, self._empty, table.multipliers, table.buckets, table.bucket, order[number],
                starts[number], classes[number], HOLDING_CARDS, self._stakes[2], _SINGLE(BETS[3]), self.me,
                _SINGLE(river.weight), self._blocks, *self._sorted, *self._memory, self._river_values,
            )  # fmt: skip
        symmetrise(self._river_values, renamings, 1 / RIVERS_LEFT)
        if self._is_packed:
            scatter_lanes(self._river_values, HOLDINGS, lanes, self._values3)

    def _street_values(
        self, street: int, reach: Singles, leaves: Singles, alive: NDArray[np.bool_], out: Singles
    ) -> None:
        street_values(
            reach, leaves, alive, HOLDING_CARDS, self._stakes[street - 1], _SINGLE(BETS[street]), self.me,
            BLOCKS[street], self._by_card, self._meets, out,
        )  # fmt: skip


def flop_exploitability(strategy: LimitStrategy, flop: Sequence[int], line: int) -> tuple[float, float]:
    """What best responses win from each player in a game that begins on a flop after a line, in mbb per hand.

    Every hand is dealt to both as often: how they come to the flop is left out of account.
    """
    found = [
        FlopResponse(StrategyOpponent(strategy, player, line, every_hand=True))
        .values(flop)[:, line]
        .sum(dtype=np.float64)
        for player in (0, 1)
    ]
    left = DECK - len(flop)
    pairs = left * (left - 1) // 2 * ((left - 2) * (left - 3) // 2)
    return float(found[0]) / pairs * MBB_PER_UNIT, float(found[1]) / pairs * MBB_PER_UNIT


def river_values(
    board: Sequence[int], me: int, reach: NDArray[Any], multipliers: NDArray[Any], paid: NDArray[Any]
) -> Singles:
    """float32[1326, lines]: what my best response wins on one river board, on up to sixteen lines.

    `reach` [line, 1326] is the opponent's into the river, `multipliers` [line, 1326, 9] those of its rows for every
    hand (`lines.row_multipliers`), `paid` [line] what each player has put in, in small blinds.
    """
    lines = len(reach)
    if lines > WIDTH:
        raise RiverboatError(f"{lines} lines on one board: expected {WIDTH} at most")
    into, rows, stake, out = hand_lanes(1), aligned((HOLDINGS * ROWS, WIDTH)), aligned((1, WIDTH)), hand_lanes(1)
    into[:, :lines], stake[0, :lines] = reach.T, paid
    rows.reshape(HOLDINGS, ROWS, WIDTH)[:, :, :lines] = multipliers.transpose(1, 2, 0)
    order, starts, classes = sorted_rivers(board[:4], board[4:])
    add_river(
        into, np.zeros(1, np.bool_), rows, HOLDINGS, np.arange(HOLDINGS, dtype=np.uint16), order[0], starts[0],
        classes[0], HOLDING_CARDS, stake, _SINGLE(BETS[3]), me, _SINGLE(1), 1, *_places(), *_working_memory(), out,
    )  # fmt: skip
    return out[:, :lines].copy()


def _places() -> tuple[NDArray[Any], ...]:
    """Working memory of `add_river`: where hands, their cards and their buckets lie, by strength."""
    return tuple(np.zeros(PLACES, kind) for kind in (np.uint16, np.uint16, np.uint16, np.int32))


def _working_memory() -> tuple[Singles, ...]:
    """Working memory of `add_river`: sums by card, and what hands have read."""
    return aligned((5 * DECK, WIDTH)), aligned((SHOWN * LIVE, WIDTH))


def sorted_rivers(
    turn: Sequence[int], cards: Sequence[int], items: NDArray[np.uint32] | None = None
) -> tuple[NDArray[np.uint16], NDArray[np.uint16], NDArray[np.int64]]:
    """The hands of each river in order of strength: hands [river, 1081], starts of classes [river, 1083], classes."""
    tables = high_tables()
    count = len(cards)
    order, starts = np.empty((count, LIVE), np.uint16), np.empty((count, LIVE + 2), np.uint16)
    classes = np.empty(count, np.int64)
    memory = np.empty(HOLDINGS, np.uint32) if items is None else items
    sort_rivers(
        tables.by_size[7], tables.words, np.array(turn, np.uint8), np.array(cards, np.uint8), memory, order, starts,
        classes,
    )  # fmt: skip
    return order, starts, classes


def _alive(board: Sequence[int]) -> NDArray[np.bool_]:
    found = np.zeros(HOLDINGS, np.bool_)
    found[live_holdings(np.array(board, np.uint8))] = True
    return found


def _by_line(closings: Singles, street: int) -> Singles:
    """[9, 1326, lines] of lanes behind the closings of a street."""
    by_lane = closings.reshape(ROWS, BLOCKS[street], HOLDINGS, WIDTH).transpose(0, 2, 1, 3)
    return by_lane.reshape(ROWS, HOLDINGS, -1)[:, :, lane_of(street)]


def _by_lane(lanes: Singles) -> Iterator[tuple[int, Singles]]:
    """(number of a line into the turn, its lane over hands as a view)."""
    by_block = lanes.reshape(BLOCKS[2], HOLDINGS, WIDTH)
    for line, lane in enumerate(lane_of(2).tolist()):
        yield line, by_block[lane // WIDTH, :, lane % WIDTH]


def closings_to_lanes(behind: Singles, turn: Singles) -> None:
    """Closings of the flop (9 * 1326, 16) as lanes of the turn."""
    by_closing = behind.reshape(ROWS, HOLDINGS, WIDTH)
    for line, lane in _by_lane(turn):
        lane[:] = by_closing[line // LINES[1], :, line % LINES[1]]


def _lanes_to_closings(turn: Singles, behind: Singles) -> None:
    by_closing = behind.reshape(ROWS, HOLDINGS, WIDTH)
    for line, lane in _by_lane(turn):
        by_closing[line // LINES[1], :, line % LINES[1]] = lane

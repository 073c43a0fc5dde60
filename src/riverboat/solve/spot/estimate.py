"""How large is a spot, and does it fit? Counted before anything is built for a board.

A solver keeps two numbers (a regret and a sum of strategies) for each action of each hand at each decision, once for
every run-out that is distinct up to the names of suits. The betting is the same on all run-outs and the number of live
hands on a board follows from how many hands of a range hold each card, so a flop with its 2,352 run-outs is counted in
milliseconds:

    numbers = 2 * sum over streets and players of boards * choices * row,

where a row is as long as the solver's: the whole range before the river, on the river the hands of the board that
leaves most of them alive, both in whole lanes.

Suits can be renamed where the board and both ranges, weights included, stay as they are. What a solver needs besides
(reach, values, tables of boards) is not counted; it is small beside this on a flop.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal

import numpy as np
from numpy.typing import NDArray

from riverboat.cards.card import DECK_SIZE, cards_text
from riverboat.cards.holdings import HOLDING_CARDS, HOLDINGS
from riverboat.cards.ranges import Range
from riverboat.solve.betting import TooLargeError
from riverboat.solve.core.memory import SHARE_OF_MEMORY, available_memory, bytes_text
from riverboat.solve.spot.sizes import STREETS
from riverboat.solve.spot.tree import Tree

Storage = Literal["float32", "16-bit"]
BYTES: Final[dict[Storage, int]] = {"float32": 4, "16-bit": 2}
_SMALL: Final = 4_000_000  # bytes: too little to be worth checking the free memory


@dataclass(frozen=True)
class Estimate:
    """The size of a spot."""

    board: str
    boards: tuple[int, int, int]
    """How many boards there are on the flop, turn and river, equal ones counted once; 0 before the spot begins."""
    decisions: int
    """Decision nodes on all boards together."""
    hands: tuple[int, int]
    """The hands of OOP and IP on the first board."""
    numbers: int
    """Regrets and sums of strategies, both players'."""

    def memory(self, storage: Storage = "float32") -> int:
        """Bytes of regrets and sums."""
        return self.numbers * BYTES[storage]

    def require(self, storage: Storage = "float32", budget: int | None = None) -> None:
        """Refuse what needs more than `budget` bytes, by default 60 % of the memory that is available now."""
        if budget is None and self.memory(storage) <= _SMALL:
            return
        allowed = int(SHARE_OF_MEMORY * available_memory()) if budget is None else budget
        if self.memory(storage) <= allowed:
            return
        smaller = "16-bit storage, " if storage == "float32" and self.memory("16-bit") <= allowed else ""
        raise TooLargeError(
            f"board {self.board}: {self.decisions:,} decision nodes need {bytes_text(self.memory(storage))} in"
            f" {storage}, {bytes_text(allowed)} are allowed; choose {smaller}fewer sizes, smaller"
            " ranges or a larger budget"
        )

    def __str__(self) -> str:
        return (
            f"{self.decisions:,} decision nodes, {self.hands[0]} x {self.hands[1]} hands, "
            f"{bytes_text(self.memory())} in float32, {bytes_text(self.memory('16-bit'))} in 16-bit"
        )


def estimate(
    tree: Tree, board: Sequence[int], ranges: tuple[Range, Range], deck: Sequence[int], *, isomorphism: bool = True
) -> Estimate:
    """The size of a tree on a board, with ranges that have lost the board's cards; `deck` is all cards of the game."""
    from riverboat.solve.spot.runouts import kept_renamings, row_width

    hands = (int((ranges[0].weights > 0.0).sum()), int((ranges[1].weights > 0.0).sum()))
    renamings = kept_renamings(board, [each.weights for each in ranges])[: None if isomorphism else 1]
    left = [card for card in deck if card not in set(board)]
    first, river = len(board) - len(STREETS), len(STREETS) - 1
    held = [_held(each) for each in ranges] if first < river else []
    counts, numbers = [0, 0, 0], 0
    for street in range(first, len(STREETS)):
        dealt = _runouts(street - first, left, renamings)
        counts[street] = len(dealt)
        for player in (0, 1):
            longest = _most_live(held[player], dealt) if street == river and held else hands[player]
            numbers += 2 * len(dealt) * tree.choices[player][street] * row_width(longest)
    boards = (counts[0], counts[1], counts[2])
    return Estimate(cards_text(board), boards, tree.decisions_on(boards), hands, numbers)


def _held(hands: Range) -> NDArray[np.int64]:
    """int64[52, 52]: 1 where two cards are a holding of the range."""
    pairs = np.zeros((DECK_SIZE, DECK_SIZE), np.int64)
    chosen = HOLDING_CARDS[np.arange(HOLDINGS)[hands.weights > 0.0]]
    pairs[chosen[:, 0], chosen[:, 1]] = 1
    return pairs + pairs.T


def _runouts(dealt: int, cards: Sequence[int], renamings: list[tuple[int, ...]]) -> NDArray[np.int64]:
    """int64[run-outs, dealt]: the cards that can follow, in order, one of each set that the renamings make equal."""
    if dealt == 0:
        return np.zeros((1, 0), np.int64)
    if dealt == 1:
        every = np.array([[card] for card in cards], np.int64)
    else:
        every = np.array([[turn, river] for turn in cards for river in cards if turn != river], np.int64)
    place = DECK_SIZE ** np.arange(dealt)[::-1]
    number = every @ place
    least: NDArray[np.int64] = np.min([np.array(renaming)[every] @ place for renaming in renamings], axis=0)
    kept: NDArray[np.int64] = every[number == least]
    return kept


def _most_live(held: NDArray[np.int64], dealt: NDArray[np.int64]) -> int:
    """The hands that hold none of the cards dealt, on the run-out with most of them."""
    live = int(np.triu(held).sum()) - held.sum(axis=1)[dealt].sum(axis=1)
    if dealt.shape[1] == 2:
        live = live + held[dealt[:, 0], dealt[:, 1]]  # a hand of both cards was taken away twice
    return int(live.max())

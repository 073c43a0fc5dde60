"""What can one player of a poker game see, street by street, and what can the other one have then?

A *signal* is one player's own cards with the board, in the order of the streets. Signals of a street are numbered so
that signal s continues as s * fan .. s * fan + fan - 1 on the next one: together they are the signal tree on which
GameShrink works (Gilpin and Sandholm 2007). Each signal has the same number of *opposing* ones: the same
board and none of the same cards.

For two players with cards of their own from the first street and a board after it. Every pair of opposing signals is
written out, so this is for games like Rhode Island hold'em (6.5 million pairs at the river, one second) and not for
hold'em itself.
"""

from __future__ import annotations

from functools import cached_property
from itertools import combinations
from math import comb
from typing import Final

import numpy as np
from numpy.typing import NDArray

from riverboat.errors import RiverboatError
from riverboat.games.rules import Rules
from riverboat.games.scoring import rank_many
from riverboat.solve.betting import TooLargeError

MAX_PAIRS: Final = 50_000_000
"""Games with more pairs of opposing signals are refused."""

OUTCOMES: Final = ((0, 1), (0, 0), (1, 0), (-1, -1))
"""How two hands can stand in one award: behind, level, ahead, and no hand at all."""

Signal = tuple[tuple[int, ...], tuple[int, ...]]
"""Own cards, and the board from the first card dealt."""


class Signals:
    """All signals of a game."""

    def __init__(self, rules: Rules) -> None:
        _check(rules)
        self.rules = rules
        cards = range(rules.deck.size)
        self.of_street: list[list[Signal]] = []
        """The signals of each street."""
        self.fans: list[int] = []
        """The number of successors of a signal on each street."""
        signals: list[Signal] = [(hole, ()) for hole in combinations(cards, rules.streets[0].down)]
        for at, street in enumerate(rules.streets):
            before = 1 if at == 0 else len(signals)
            if street.board:
                signals = [
                    (hole, board + dealt)
                    for hole, board in signals
                    for dealt in combinations([card for card in cards if card not in hole + board], street.board)
                ]
            self.of_street.append(signals)
            self.fans.append(len(signals) // before)

    @property
    def streets(self) -> int:
        """How many there are."""
        return len(self.of_street)

    def numbers(self, street: int) -> dict[Signal, int]:
        """The number of each signal of a street."""
        return {signal: number for number, signal in enumerate(self.of_street[street])}

    def opposing(self, street: int) -> NDArray[np.int32]:
        """int32[signals, opposing signals]: what the other player can have seen on this street."""
        signals = self.of_street[street]
        by_board: dict[tuple[int, ...], list[int]] = {}
        for number, (_, board) in enumerate(signals):
            by_board.setdefault(board, []).append(number)
        against: NDArray[np.int32] | None = None
        for numbers in by_board.values():
            held = np.zeros((len(numbers), self.rules.deck.size), np.int16)
            for row, number in enumerate(numbers):
                held[row, signals[number][0]] = 1
            apart = held @ held.T == 0
            rows = np.array(numbers, np.int32)
            met = np.broadcast_to(rows, apart.shape)[apart].reshape(len(numbers), -1)
            if against is None:
                against = np.empty((len(signals), met.shape[1]), np.int32)
            against[rows] = met
        assert against is not None
        return against

    @cached_property
    def river_opposing(self) -> NDArray[np.int32]:
        """The opposing signals of the last street, kept."""
        return self.opposing(self.streets - 1)

    @cached_property
    def outcomes(self) -> NDArray[np.int8]:
        """int8[signals, opposing signals]: how hands stand at the end, one base-4 digit per award (`OUTCOMES`)."""
        against = self.river_opposing
        codes = np.zeros(against.shape, np.int8)
        holes, boards = (np.array(cards, np.uint8) for cards in zip(*self.of_street[-1], strict=True))
        for award in self.rules.awards:
            ranks = rank_many(self.rules.deck, award, holes, boards)
            mine, theirs = ranks[:, None], ranks[against]
            code = np.where((mine < 0) & (theirs < 0), 3, np.sign(mine - theirs) + 1)
            codes = (codes * 4 + code).astype(np.int8)
        return codes


def ranks_of(outcome: int, awards: int) -> tuple[tuple[int, int], ...]:
    """An outcome as the betting tree takes it: for each award both players' ranks."""
    return tuple(OUTCOMES[outcome // 4**place % 4] for place in reversed(range(awards)))


def _check(rules: Rules) -> None:
    first, *later = rules.streets
    if rules.players != 2:
        raise RiverboatError(f"{rules.name}: GameShrink is for 2 players, not for {rules.players}")
    if first.board or not first.down or rules.exchanges_cards or any(street.down or street.up for street in later):
        raise RiverboatError(f"{rules.name}: GameShrink is for own cards on the first street and a board after it")
    if len(rules.awards) > 3:
        raise RiverboatError(f"{rules.name}: GameShrink is for up to 3 awards, not for {len(rules.awards)}")
    left, pairs = rules.deck.size - 2 * first.down, comb(rules.deck.size, first.down)
    pairs *= comb(rules.deck.size - first.down, first.down)
    for street in later:
        pairs *= comb(left, street.board)
        left -= street.board
    if pairs > MAX_PAIRS:
        raise TooLargeError(
            f"{rules.identity}: {pairs:,} pairs of opposing hands and boards; GameShrink takes up to {MAX_PAIRS:,}"
        )

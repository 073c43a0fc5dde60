"""Limit hold'em the slow way, as an oracle: betting by its letters, hands by dense float64 matrices, every card dealt.

Nothing is shared with the lane kernels but the numbers of lines and actions.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from riverboat.abstraction.buckets import CARDS, NO_BUCKET, Bucketing, Labels, StreetBuckets
from riverboat.cards.holdings import HOLDING_CARDS, HOLDING_CLASS, HOLDINGS
from riverboat.odds.range_equity import rank_holdings
from riverboat.solve.limit.lines import CLOSINGS, LINES, PREFLOP_LINES, actions_of, decisions_of
from riverboat.solve.limit.strategy import LimitStrategy

Floats = NDArray[np.float64]
Leaf = Callable[[str, Floats], Floats]
HELD = np.zeros((HOLDINGS, 52))
HELD[np.arange(HOLDINGS)[:, None], HOLDING_CARDS] = 1.0
APART = (HELD @ HELD.T == 0).astype(np.float64)
"""[hand, hand]: 1 where two hands share no card."""
BET = (2, 2, 4, 4)


class RankBuckets(StreetBuckets):
    """Buckets that mean nothing, but do not depend on the names of suits: made hands, shuffled."""

    def __init__(self, street: int, count: int) -> None:
        self.street, self._count = street, count

    @property
    def count(self) -> int:
        return self._count

    @property
    def identity(self) -> str:
        return f"shuffled ranks {self.street} {self._count}"

    def computed(self, board: NDArray[np.uint8]) -> Labels:
        ranks = rank_holdings(tuple(board.tolist())) if len(board) else HOLDING_CLASS.astype(np.int64)
        shuffled = ranks.astype(np.int64) * 7919 % 10007 % self._count
        return np.where(ranks < 0, NO_BUCKET, shuffled).astype(np.uint16)


def shuffled_buckets(counts: Sequence[int]) -> Bucketing:
    return Bucketing("shuffled", tuple(RankBuckets(street, count) for street, count in enumerate(counts)))


def random_shares(counts: Sequence[int], seed: int = 1) -> list[tuple[NDArray[Any], ...]]:
    """Shares of both players, all actions likely enough to matter."""
    rng = np.random.default_rng(seed)
    found = []
    for player in (0, 1):
        streets = []
        for street, count in enumerate(counts):
            values = rng.random((LINES[street], count, actions_of(street, player))).astype(np.float32)
            for _, first, letters in decisions_of(street, player):
                part = values[..., first : first + len(letters)]
                part /= part.sum(axis=-1, keepdims=True)
            streets.append(values)
        found.append(tuple(streets))
    return found


def random_strategy(counts: Sequence[int], seed: int = 1) -> LimitStrategy:
    return LimitStrategy(shuffled_buckets(counts), random_shares(counts, seed))


class Street:
    """One street of betting, for several lines side by side; the opponent's shares are float64[hands, lines, 13]."""

    def __init__(self, street: int, me: int, stakes: Floats, shares: Floats, apart: Floats, leaf: Leaf) -> None:
        self.street, self.me, self.stakes, self.shares, self.apart, self.leaf = street, me, stakes, shares, apart, leaf

    def value(self, reach: Floats, history: str = "") -> Floats:
        """[my hands, lines]: what my best response wins after these letters; reach [their hands, lines] is theirs."""
        actor = len(history) % 2 if self.street else 1 - len(history) % 2
        raises = sum(history.count(letter) for letter in "br")
        if self.street:
            options = "kb" if history in ("", "k") else "fcr" if raises < 4 else "fc"
        else:
            options = "kr" if history == "c" else "fcr" if raises < 3 else "fc"
        if actor == self.me:
            return np.asarray(np.maximum.reduce([self._after(history, option, reach) for option in options]))
        first, letters = next((f, a) for h, f, a in decisions_of(self.street, actor) if h == history)
        return np.asarray(
            sum(
                self._after(history, option, reach * self.shares[:, :, first + letters.index(option)])
                for option in options
            )
        )

    def _after(self, history: str, option: str, reach: Floats) -> Floats:
        if option == "f":
            actor = len(history) % 2 if self.street else 1 - len(history) % 2
            lost = self.stakes + BET[self.street] * self._paid(history, actor)
            return (self.apart @ reach) * lost * (-1 if actor == self.me else 1)
        ends = option == "c" and not (history == "" and self.street == 0)
        if ends or (option == "k" and (history == "k" or self.street == 0)):
            return self.leaf(history + option, reach)
        return self.value(reach, history + option)

    def _paid(self, history: str, player: int) -> float:
        """Bets that a player has paid on this street; before the flop the blinds are half a bet and one bet."""
        level, paid = (0, [0.0, 0.0]) if self.street else (1, [1.0, 0.5])
        for at, letter in enumerate(history):
            actor = at % 2 if self.street else 1 - at % 2
            level += letter in "br"
            paid[actor] = level if letter != "k" else paid[actor]
        return paid[player]


def shares_on(strategy: LimitStrategy, player: int, board: Sequence[int], lines: Sequence[int]) -> Floats:
    """float64[1326, lines, actions] of a player on a board."""
    street = CARDS.index(len(board))
    bucket = strategy.bucketing.by_holding(tuple(board)).astype(np.int64)
    bucket[bucket == NO_BUCKET] = 0
    return strategy.shares[player][street].astype(np.float64)[list(lines)][:, bucket].transpose(1, 0, 2)


def dense_turn(strategy: LimitStrategy, me: int, turn: Sequence[int], line: int, reach: Floats, stake: float) -> Floats:
    """float64[1326]: a best response on one line into a turn; all 48 rivers are dealt."""
    them = 1 - me
    alive = ~np.isin(HOLDING_CARDS, turn).any(axis=1)
    theirs = np.flatnonzero((reach > 0) & alive)
    apart = APART[:, theirs]
    behind: dict[str, Floats] = {}

    def note(history: str, reached: Floats) -> Floats:
        behind[history] = reached[:, 0]
        return np.zeros((HOLDINGS, 1))

    shares = shares_on(strategy, them, turn, [line])[theirs]
    start = reach[theirs, None]
    Street(2, me, np.array([stake]), shares, apart, note).value(start)
    into = np.stack([behind[closing] for closing in CLOSINGS], axis=1)
    lines = [closing * LINES[2] + line for closing in range(len(CLOSINGS))]
    stakes = np.array([stake + 4 * sum(map(closing.count, "br")) for closing in CLOSINGS])
    summed = np.zeros((HOLDINGS, len(CLOSINGS)))
    for card in range(52):
        if card not in turn:
            summed += _dense_river(strategy, me, (*turn, card), lines, theirs, into, stakes)
    values = dict(zip(CLOSINGS, (summed / 44).T, strict=True))
    found = Street(2, me, np.array([stake]), shares, apart, lambda history, _: values[history][:, None]).value(start)
    return found[:, 0] * alive


def _dense_river(
    strategy: LimitStrategy,
    me: int,
    board: Sequence[int],
    lines: Sequence[int],
    theirs: NDArray[np.int64],
    reach: Floats,
    stakes: Floats,
) -> Floats:
    ranks = rank_holdings(tuple(board))
    live, left = np.flatnonzero(ranks >= 0), ranks[theirs] >= 0
    others = theirs[left]
    apart = APART[np.ix_(live, others)]
    signs = np.sign(ranks[live, None] - ranks[None, others]) * apart
    shares = shares_on(strategy, 1 - me, board, lines)[others]

    def showdown(history: str, reached: Floats) -> Floats:
        return np.asarray((signs @ reached) * (stakes + 4 * sum(map(history.count, "br"))))

    found = np.zeros((HOLDINGS, len(lines)))
    found[live] = Street(3, me, stakes, shares, apart, showdown).value(reach[left])
    return found


def dense_preflop(strategy: LimitStrategy, me: int, leaves: Floats) -> Floats:
    """float64[1326]: a best response before the flop from its values [1326, 7] behind the lines into it."""
    values = {line: leaves[:, number : number + 1] for number, line in enumerate(PREFLOP_LINES)}
    shares = shares_on(strategy, 1 - me, (), [0])
    game = Street(0, me, np.zeros(1), shares, APART, lambda history, _: values[history])
    return game.value(np.ones((HOLDINGS, 1)))[:, 0]

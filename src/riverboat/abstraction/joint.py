"""How likely is each pair of bucket histories, and who is ahead with it? The cards of an abstract game.

A history is the buckets that a player has had so far, street by street: with n buckets there are n, n^2, n^3 of them.
Histories of both players are counted together, over pairs of hands that share no card; that is exact where the product
of transition probabilities from pair to pair (Billings et al. 2003) is not, because buckets forget. `markov` makes the
published form of the same data.

Boards: all flops up to the names of suits, on each some turns and rivers, drawn with a seed.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from riverboat.abstraction.buckets import CARDS, Bucketing
from riverboat.cache import cached_arrays
from riverboat.cards.card import DECK_SIZE
from riverboat.cards.holdings import HOLDING_CARDS, HOLDINGS
from riverboat.cards.isomorphism import canonical_boards
from riverboat.odds.strength.inputs import tables
from riverboat.progress import OnProgress
from riverboat.workers import in_threads

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]
TURNS: Final = 4
RIVERS: Final = 3
"""Drawn for each flop, and for each of its turns: 21,060 boards in all."""
_VERSION: Final = 1


@dataclass(frozen=True, eq=False)
class Joint:
    """Pairs of histories from one street up to another."""

    first: int
    """The street with which histories begin: 0 before the flop, 1 flop, ..."""
    counts: tuple[int, ...]
    """Buckets of each street of a history."""
    pairs: Floats
    """float64[histories, histories] of the last street: the probability that position 0 and 1 have these."""
    edge: Floats
    """The same times P(position 0 is ahead) - P(position 1 is ahead) after all cards."""

    @property
    def histories(self) -> tuple[int, ...]:
        """How many there are, by street."""
        return tuple(np.cumprod(self.counts).tolist())

    @property
    def parents(self) -> tuple[Integers, ...]:
        """By street: the history before each one; zeros on the first street."""
        sizes = self.histories
        found = [np.zeros(sizes[0], np.int64)]
        found += [np.arange(size) // count for size, count in zip(sizes[1:], self.counts[1:], strict=True)]
        return tuple(found)

    @property
    def by_street(self) -> tuple[Floats, ...]:
        """The pairs of every street: sums over what comes later."""
        found = [self.pairs]
        for count in reversed(self.counts[1:]):
            size = len(found[0]) // count
            found.insert(0, found[0].reshape(size, count, size, count).sum(axis=(1, 3)))
        return tuple(found)

    def with_priors(self, first: Floats, second: Floats) -> Joint:
        """The same cards when the first buckets of the two players are as likely as said, whatever came before.

        Args:
            first: How likely each first bucket of the first player is.
            second: The same of the second player.
        """
        start = self.by_street[0]
        wanted = start * np.outer(first, second)
        spread = len(self.pairs) // self.counts[0]
        factor = np.divide(wanted / wanted.sum(), start, out=np.zeros_like(start), where=start > 0)
        wide = np.repeat(np.repeat(factor, spread, axis=0), spread, axis=1)
        return Joint(self.first, self.counts, self.pairs * wide, self.edge * wide)

    def markov(self) -> Joint:
        """Pairs that depend on the pair before only, as transition matrices say it (Billings et al. 2003)."""
        streets = self.by_street
        pairs = streets[0]
        for street in range(1, len(self.counts)):
            before, count = self.counts[street - 1], self.counts[street]
            # P(next pair | pair) over all histories that end in the same pair of buckets.
            ended = _by_last(streets[street], before, count)
            total = ended.sum(axis=(1, 3), keepdims=True)
            step = np.divide(ended, total, out=np.zeros_like(ended), where=total > 0)
            last = np.arange(len(pairs)) % before
            pairs = (pairs[:, None, :, None] * step[last][:, :, last]).reshape(len(pairs) * count, -1)
        count = self.counts[-1]
        size = len(self.pairs) // count
        ahead = self.edge.reshape(size, count, size, count).sum(axis=(0, 2))
        seen = self.pairs.reshape(size, count, size, count).sum(axis=(0, 2))
        rate = np.divide(ahead, seen, out=np.zeros_like(ahead), where=seen > 0)
        last = np.arange(len(pairs)) % count
        return Joint(self.first, self.counts, pairs, pairs * rate[last][:, last])


def _by_last(pairs: Floats, before: int, count: int) -> Floats:
    """[before, count, before, count]: pairs of the last two buckets, over all that came earlier."""
    early = len(pairs) // (before * count)
    return np.asarray(pairs.reshape(early, before, count, early, before, count).sum(axis=(0, 3)))


def count_joint(
    bucketing: Bucketing,
    first: int = 1,
    last: int = 3,
    *,
    seed: int = 1,
    turns: int = TURNS,
    rivers: int = RIVERS,
    flops: int | None = None,
    on_progress: OnProgress | None = None,
) -> Joint:
    """Count histories from a street to another, with hands compared on the river; kept in the cache.

    Args:
        bucketing: Which hands look alike.
        first: The first street: 1 is the flop.
        last: The last street: 3 is the river.
        turns: Turns drawn for each flop.
        rivers: Rivers drawn for each turn.
        flops: Count only this number of random flops, without building tables of all deals. Default: all flops.
    """
    counts = bucketing.counts[first : last + 1]
    name = f"joint-{bucketing.identity}-{first}-{last}-{seed}-{turns}-{rivers}-{flops or 'all'}-v{_VERSION}"
    name = re.sub("[(),=/]+", "_", name)

    def build() -> dict[str, NDArray[Any]]:
        if flops is None:
            bucketing.prepare(on_progress, range(first, last + 1))
        pairs, edge = _counted(bucketing, first, last, seed, turns, rivers, flops, on_progress)
        return {"pairs": pairs, "edge": edge}

    stored = cached_arrays(name, build)
    return Joint(first, counts, stored["pairs"], stored["edge"])


def _counted(
    bucketing: Bucketing,
    first: int,
    last: int,
    seed: int,
    turns: int,
    rivers: int,
    flops: int | None,
    on_progress: OnProgress | None,
) -> tuple[Floats, Floats]:
    from riverboat.abstraction._kernels import count_pairs

    table, words = tables().by_size[7], tables().words
    size = int(np.prod(bucketing.counts[first : last + 1]))
    boards, multiplicity = canonical_boards(3)
    chosen, weights = np.arange(len(boards)), multiplicity.astype(np.float64)
    if flops is not None:
        share = multiplicity / multiplicity.sum()
        chosen = np.sort(np.random.default_rng(seed).choice(len(boards), flops, replace=False, p=share))
        weights = np.ones(len(boards))  # the likely ones are more likely to be among them

    def work(number: int) -> tuple[Floats, Floats]:
        rng = np.random.default_rng([seed, int(number)])
        ahead, level = np.zeros((size, size)), np.zeros((size, size))
        flop = boards[number]
        left = np.setdiff1d(np.arange(DECK_SIZE, dtype=np.uint8), flop)
        on_flop = _histories(bucketing, flop, first, last)
        for turn in rng.choice(left, turns, replace=False):
            rest = left[left != turn]
            on_turn = _continued(bucketing, on_flop, np.array([*flop, turn], np.uint8), first, last)
            for river in rng.choice(rest, rivers, replace=False):
                board = np.array([*flop, turn, river], np.uint8)
                labels = _as_labels(_continued(bucketing, on_turn, board, first, last))
                count_pairs(table, words, HOLDING_CARDS, board, labels, weights[number], ahead, level)
        return ahead, level

    ahead, level = np.zeros((size, size)), np.zeros((size, size))
    for more_ahead, more_level in in_threads(work, chosen.tolist(), on_progress):
        ahead += more_ahead
        level += more_level
    edge = ahead - ahead.T
    pairs = ahead + ahead.T + level + level.T
    total = pairs.sum()
    return pairs / total, edge / total


def _histories(bucketing: Bucketing, board: NDArray[np.uint8], first: int, last: int) -> Integers:
    """The histories up to the street of a board."""
    found = np.zeros(HOLDINGS, np.int64)
    for street in range(CARDS.index(len(board)) + 1):
        found = _continued(bucketing, found, board[: CARDS[street]], first, last)
    return found


def _continued(bucketing: Bucketing, before: Integers, board: NDArray[np.uint8], first: int, last: int) -> Integers:
    """Histories with the bucket of one more street, if they have that street at all."""
    street = CARDS.index(len(board))
    return before * bucketing.counts[street] + bucketing.by_holding(board) if first <= street <= last else before


def _as_labels(histories: Integers) -> NDArray[np.uint16]:
    return np.minimum(histories, np.iinfo(np.uint16).max).astype(np.uint16)

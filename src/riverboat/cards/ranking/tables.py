"""The tables behind hand ranking: what they hold, and how they are built in about a second.

A `table` answers for hands of one size in one order of hands (high, short deck, ace-to-five low, ...). It is one uint16
array, so that a kernel keeps a single pointer:

    [0, 4096)          row offsets of a perfect hash over rank sums (row displacement)
    [4096, 12288)      flush ranks by 13-bit mask of the suit's ranks
    [12288, ...)       ranks of hands without a flush, at (sum >> 12) + offset[sum & 4095]

`words` (uint64[104]) has one word per card, the rank multiplier plus a suit counter, then one suit mask per card. The
multipliers are the smallest increasing numbers, chosen one after another, for which the sum of any seven cards' ranks
(at most four of each) is unique. 49,205 rank patterns of seven cards pack into 63 thousand slots: 150 kB with
everything.

Ranks count from 0 and higher is better in every order; high hands have 7,462 of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from typing import Final

import numpy as np
from numpy.typing import NDArray

from riverboat.cache import cached_arrays

RANK_MULTIPLIERS: Final = (0, 1, 5, 22, 98, 453, 2031, 8698, 28848, 99051, 320423, 777932, 1921489)

ROW_BITS: Final = 12
FLUSH_AT: Final = 1 << ROW_BITS
RANKS_AT: Final = FLUSH_AT + (1 << 13)
_VERSION: Final = 1

Strength = tuple[int, ...]
"""What a five-card hand is worth in some order of hands, for comparison only: larger is better."""

Pattern = tuple[int, ...]
"""How many cards of each rank 0..12 a hand has."""


@dataclass(frozen=True)
class HandOrder:
    """An order of hands of up to five cards: what any rank pattern is worth, without and with a flush.

    `flush` is None where suits do not matter. Patterns for which `plain` returns None cannot occur (short deck).
    """

    name: str
    plain: Callable[[Pattern], Strength | None]
    flush: Callable[[Pattern], Strength | None] | None


@dataclass(frozen=True)
class RankTables:
    """The tables of one order of hands: `words` for the cards and one table for each size of hand."""

    words: NDArray[np.uint64]
    by_size: dict[int, NDArray[np.uint16]]
    strengths: tuple[Strength, ...]
    """The strength of each rank number, weakest first."""


def card_words(count_suits: bool) -> NDArray[np.uint64]:
    """uint64[104]: the 52 card words, then the 52 suit masks."""
    words = np.zeros(104, np.uint64)
    for card in range(52):
        rank, suit = card >> 2, card & 3
        counter = 1 << (32 + 4 * suit) if count_suits else 0
        words[card] = RANK_MULTIPLIERS[rank] + counter
        words[52 + card] = 1 << (16 * suit + rank)
    return words


@cache
def load_tables(order: HandOrder, sizes: tuple[int, ...] = (5, 6, 7)) -> RankTables:
    """The tables of an order, from the cache folder or built now."""
    sizes_text = "".join(map(str, sizes))
    arrays = cached_arrays(f"ranks-{order.name}-{sizes_text}-v{_VERSION}", lambda: build_tables(order, sizes))
    strengths = tuple(tuple(x for x in row if x >= 0) for row in arrays["strengths"].tolist())
    by_size = {size: arrays[f"table{size}"] for size in sizes}
    return RankTables(card_words(order.flush is not None), by_size, strengths)


def build_tables(order: HandOrder, sizes: tuple[int, ...]) -> dict[str, NDArray[np.generic]]:
    """Rank every rank pattern and every flush mask, and pack the patterns.

    The smallest size is ranked by the order itself; a larger hand is worth its best hand with one card less.
    """
    base = sizes[0]
    plain = {pattern: order.plain(pattern) for pattern in patterns(base)}
    flush = {mask: order.flush(_pattern(mask)) for mask in _masks(base)} if order.flush else {}
    strengths = sorted({s for s in (*plain.values(), *flush.values()) if s is not None})
    number = {strength: rank for rank, strength in enumerate(strengths)}
    plain_ranks = {p: number[s] for p, s in plain.items() if s is not None}
    flush_ranks = {m: number[s] for m, s in flush.items() if s is not None}
    width = max(map(len, strengths))
    padded = np.array([s + (-1,) * (width - len(s)) for s in strengths], np.int8)
    arrays: dict[str, NDArray[np.generic]] = {"strengths": padded}
    everything = dict(flush_ranks)
    for size in range(base, sizes[-1] + 1):
        if size > base:
            plain_ranks = _one_more_card(plain_ranks, size)
            flush_ranks = _one_more_suited_card(flush_ranks, size)
            everything |= flush_ranks
        if size in sizes:
            arrays[f"table{size}"] = _pack(plain_ranks, everything)
    return arrays


def patterns(size: int) -> Iterator[Pattern]:
    """All ways to have `size` cards over 13 ranks, at most four of each."""

    def extend(ranks_left: int, cards_left: int) -> Iterator[Pattern]:
        if ranks_left == 0:
            if cards_left == 0:
                yield ()
            return
        for count in range(min(4, cards_left) + 1):
            if cards_left - count <= 4 * (ranks_left - 1):
                for rest in extend(ranks_left - 1, cards_left - count):
                    yield (count, *rest)

    return extend(13, size)


def _masks(size: int) -> Iterator[int]:
    for ranks in combinations(range(13), size):
        yield sum(1 << rank for rank in ranks)


def _pattern(mask: int) -> Pattern:
    return tuple(mask >> rank & 1 for rank in range(13))


def _one_more_card(smaller: dict[Pattern, int], size: int) -> dict[Pattern, int]:
    larger = {}
    for pattern in patterns(size):
        ranks = [
            smaller.get((*pattern[:i], count - 1, *pattern[i + 1 :]), -1) for i, count in enumerate(pattern) if count
        ]
        if min(ranks) >= 0:
            larger[pattern] = max(ranks)
    return larger


def _one_more_suited_card(smaller: dict[int, int], size: int) -> dict[int, int]:
    larger = {}
    for mask in _masks(size):
        ranks = [smaller.get(mask & ~(1 << i), -1) for i in range(13) if mask >> i & 1]
        if min(ranks) >= 0:
            larger[mask] = max(ranks)
    return larger


def _pack(plain: dict[Pattern, int], flush: dict[int, int]) -> NDArray[np.uint16]:
    from riverboat.cards.ranking._kernels import pack_rows

    keys = np.array(list(plain), np.int64) @ np.array(RANK_MULTIPLIERS, np.int64)
    if np.unique(keys).size != keys.size:
        raise AssertionError("rank multipliers no longer give every pattern its own sum")
    offsets, length = pack_rows(keys, ROW_BITS, 1 << 18)
    table = np.zeros(RANKS_AT + length, np.uint16)
    table[:FLUSH_AT] = offsets
    table[FLUSH_AT + np.array(list(flush), np.int64)] = list(flush.values())
    table[RANKS_AT + (keys >> ROW_BITS) + offsets[keys & (FLUSH_AT - 1)]] = list(plain.values())
    return table

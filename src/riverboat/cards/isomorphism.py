"""Which deals are equal up to a renaming of suits? Canonical form and dense index, both ways.

A deal is a list of groups of cards, each group a set: `(2, 3)` is two hole cards and a flop, `(2, 5)` two hole cards
and a five-card board, `(3,)` a flop alone, `(2, 3, 1, 1)` a hand dealt street by street. Deals that a permutation of
the suits turns into each other share one index 0..size-1, and every index has one canonical deal.

Method (K. Waugh, "A fast and optimal hand isomorphism algorithm", 2013): within one suit a deal is a list of disjoint
rank sets, numbered in colex order. Suits whose sets have equal sizes are interchangeable, so together they are a
multiset of such numbers, which has a dense number again; unequal ones multiply. The sizes themselves, sorted, choose
where that block of indices begins.

| groups | classes | | groups | classes |
|---|---|---|---|---|
| `(2,)` | 169 | | `(3,)` | 1,755 |
| `(2, 3)` | 1,286,792 | | `(4,)` | 16,432 |
| `(2, 4)` | 13,960,050 | | `(5,)` | 134,459 |
| `(2, 5)` | 123,156,254 | | | |

Cost: tables below 100 kB for these, built in milliseconds; more than ten million indexings per second and thread in
batches, about ten microseconds for one. Batches release the GIL. Only for the standard deck of 13 ranks and 4 suits.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import product
from math import comb, prod
from typing import Final

import numpy as np
from numpy.typing import ArrayLike, NDArray

from riverboat.cards.card import Cards, cards_text, read_cards
from riverboat.errors import DealError

_RANKS: Final = 13
_SUITS: Final = 4
_LARGEST_PATTERN_TABLE: Final = 1 << 22
_LARGEST_SIZE: Final = 1 << 58  # so that products of four consecutive positions stay within 64 bits


class Isomorphism:
    """Deals of the given groups of cards, up to the names of the suits.

    `Isomorphism((2, 3))` numbers hole cards with a flop; `size` is the number of classes.
    """

    def __init__(self, groups: Iterable[int] = (2,)) -> None:
        """Deals of these groups.

        Args:
            groups: How many cards each group has: `(2, 3)` for two own cards and a flop.
        """
        self.groups: Final = tuple(int(group) for group in groups)
        self.cards: Final = sum(self.groups)
        if not self.groups or min(self.groups) < 1 or self.cards > _RANKS * _SUITS:
            raise DealError(f"groups {self.groups}: expected one or more groups of 1 card or more, 52 in all at most")
        self._tables: Final = _tables(self.groups)
        self.size: Final = self._tables.size

    @property
    def deals(self) -> int:
        """How many deals there are when the suits do count."""
        left, total = _RANKS * _SUITS, 1
        for group in self.groups:
            total *= comb(left, group)
            left -= group
        return total

    def __repr__(self) -> str:
        return f"Isomorphism({self.groups})"

    def index(self, cards: Cards) -> int:
        """0..size-1 for one deal: its groups one after the other, as text or card numbers."""
        dealt = read_cards(cards)
        if len(dealt) != self.cards:
            raise DealError(f'cards "{cards_text(dealt)}": expected {self._wanted()}, found {len(dealt)}')
        return int(self.index_batch(np.array([dealt], dtype=np.uint8))[0])

    def index_batch(self, cards: ArrayLike) -> NDArray[np.int64]:
        """The index of every row of a uint8[N, cards] array.

        Args:
            cards: Card numbers, uint8[N, cards].
        """
        from riverboat.cards import _kernels

        rows = np.asarray(cards)
        if rows.ndim != 2 or rows.shape[1] != self.cards or not np.issubdtype(rows.dtype, np.integer):
            raise DealError(f"deals of shape {rows.shape}: expected an integer array with {self._wanted()} in each row")
        if rows.dtype != np.uint8:
            if rows.size and (rows.min() < 0 or rows.max() >= _RANKS * _SUITS):
                raise DealError("deals: a card is a number 0 to 51")
            rows = rows.astype(np.uint8)
        rows = np.ascontiguousarray(rows)
        out = np.empty(len(rows), dtype=np.int64)
        t = self._tables
        bad = _kernels.index_hands(
            rows,
            t.group_sizes,
            t.shape_strides,
            t.set_table,
            t.set_counts,
            t.shape_base,
            t.pattern_of,
            t.pattern_rows,
            out,
        )
        if bad >= 0:
            row = [int(card) for card in rows[bad]]
            raise DealError(f"deals: row {bad} is {row}; expected different cards, numbers 0 to 51")
        return out

    def unindex(self, index: int) -> tuple[int, ...]:
        """The canonical deal of a class, every group from its highest card down."""
        return tuple(int(card) for card in self.unindex_batch([index])[0])

    def unindex_batch(self, indices: ArrayLike) -> NDArray[np.uint8]:
        """The canonical deals of an int64[N] array, as uint8[N, cards]."""
        from riverboat.cards import _kernels

        checked = self._checked(indices)
        out = np.empty((len(checked), self.cards), dtype=np.uint8)
        t = self._tables
        _kernels.unindex_hands(
            checked, t.group_sizes, t.set_table, t.set_list, t.set_start, t.set_counts, t.shape_counts, t.shape_sizes,
            t.pattern_rows, t.pattern_shapes, out,
        )  # fmt: skip
        return out

    def canonical(self, cards: Cards) -> tuple[int, ...]:
        """The deal that represents its whole class: AhKh and AdKd both become AsKs."""
        return self.unindex(self.index(cards))

    def canonical_batch(self, cards: ArrayLike) -> NDArray[np.uint8]:
        """The canonical deal of every row.

        Args:
            cards: Card numbers, uint8[N, cards].
        """
        return self.unindex_batch(self.index_batch(cards))

    def multiplicity(self, index: int) -> int:
        """How many deals share this index: 24 at most, and the sum over all indices is `deals`."""
        return int(self.multiplicity_batch([index])[0])

    def multiplicity_batch(self, indices: ArrayLike) -> NDArray[np.uint8]:
        """The multiplicity of every index of an int64[N] array."""
        from riverboat.cards import _kernels

        checked = self._checked(indices)
        out = np.empty(len(checked), dtype=np.uint8)
        t = self._tables
        _kernels.count_deals(checked, t.shape_sizes, t.pattern_rows, t.pattern_shapes, out)
        return out

    def _checked(self, indices: ArrayLike) -> NDArray[np.int64]:
        array = np.asarray(indices)
        if array.ndim != 1 or (array.size and not np.issubdtype(array.dtype, np.integer)):
            raise DealError(f"indices of shape {array.shape}: expected a list of whole numbers")
        if array.size and (array.min() < 0 or array.max() >= self.size):
            wrong = array.min() if array.min() < 0 else array.max()
            raise DealError(f"index {wrong}: expected 0 to {self.size - 1} for groups {self.groups}")
        return np.ascontiguousarray(array, dtype=np.int64)

    def _wanted(self) -> str:
        return f"{self.cards} cards ({' + '.join(map(str, self.groups))})"


def canonical_boards(cards: int) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
    """One board per suit class and how many boards it represents: (uint8[M, cards], uint8[M]), 3, 4 or 5 cards.

    A sum over all boards is the weighted sum over these (1,755 instead of 22,100 flops) for whatever does not change
    when suits are renamed; the holdings of a range must then be averaged over their suit class too.

    Args:
        cards: How many cards a board has.
    """
    if cards not in (3, 4, 5):
        raise DealError(f"{cards} board cards: expected 3, 4 or 5")
    boards = Isomorphism((cards,))
    everything = np.arange(boards.size, dtype=np.int64)
    return boards.unindex_batch(everything), boards.multiplicity_batch(everything)


class _Tables:
    """What the kernels need for one list of groups; the layouts are described there."""

    def __init__(self, groups: tuple[int, ...]) -> None:
        digits = [min(group, _RANKS) + 1 for group in groups]
        shapes = prod(digits)
        numbered_triples = comb(shapes + 2, 3)
        if numbered_triples > _LARGEST_PATTERN_TABLE:
            raise DealError(f"groups {groups}: too many groups for one index; expected something like (2, 3, 1, 1)")
        strides = [prod(digits[place + 1 :]) for place in range(len(groups))]
        counts = list(product(*(range(digit) for digit in digits)))  # in the order of the shapes' numbers
        sizes = [_rank_sets(count) for count in counts]

        self.group_sizes = np.array(groups, dtype=np.int64)
        self.shape_strides = np.array(strides, dtype=np.int64)
        self.shape_counts = np.array(counts, dtype=np.int64)
        self.shape_base = np.array(
            [[comb(shape + 2, 3), comb(shape + 1, 2), shape] for shape in range(shapes)], dtype=np.int64
        ).T.copy()

        first = 0
        rows: list[list[int]] = []
        pattern_shapes: list[tuple[int, ...]] = []
        self.pattern_of = np.zeros(numbered_triples, dtype=np.int32)
        for pattern in _patterns(groups, counts, shapes - 1, _SUITS):
            if any(sizes[shape] == 0 for shape in pattern):
                continue
            depths = [pattern[place + 1 :].count(shape) for place, shape in enumerate(pattern)]
            multipliers, multiplier = [], 1
            for place, shape in enumerate(pattern):
                multipliers.append(multiplier)
                if depths[place] == 0:  # the run of equal shapes ends here
                    alike = pattern.count(shape)
                    multiplier *= comb(sizes[shape] + alike - 1, alike)
            number = sum(int(self.shape_base[place, pattern[place]]) for place in range(3))
            self.pattern_of[number] = len(rows)
            rows.append([first, *depths, *multipliers])
            pattern_shapes.append(pattern)
            first += multiplier
        if first >= _LARGEST_SIZE or max(sizes) >> 32:
            raise DealError(f"groups {groups}: {first:,} classes are too many for one index")
        self.size = first
        self.shape_sizes = np.array(sizes, dtype=np.uint64)
        self.pattern_rows = np.array(rows, dtype=np.uint64)
        self.pattern_shapes = np.array(pattern_shapes, dtype=np.int64)

        bit_counts = np.bitwise_count(np.arange(1 << _RANKS, dtype=np.uint16))
        order = np.argsort(bit_counts, kind="stable")  # colex order of sets of one size is the order of their bit masks
        self.set_start = np.array([sum(comb(_RANKS, k) for k in range(count)) for count in range(_RANKS + 1)])
        self.set_list = order.astype(np.uint16)
        self.set_table = np.empty(1 << _RANKS, dtype=np.uint16)
        self.set_table[order] = np.arange(1 << _RANKS) - self.set_start[bit_counts[order]]
        self.set_table |= bit_counts.astype(np.uint16) << 12
        self.set_counts = np.array(
            [[comb(free, chosen) for chosen in range(_RANKS + 1)] for free in range(_RANKS + 1)], dtype=np.uint64
        )


@lru_cache(maxsize=32)
def _tables(groups: tuple[int, ...]) -> _Tables:
    return _Tables(groups)


def _rank_sets(counts: tuple[int, ...]) -> int:
    """How many lists of disjoint rank sets have these sizes."""
    free, total = _RANKS, 1
    for count in counts:
        total *= comb(free, count) if free >= 0 else 0
        free -= count
    return total


def _patterns(
    left: tuple[int, ...], counts: list[tuple[int, ...]], highest: int, suits: int
) -> Iterator[tuple[int, ...]]:
    """All descending lists of shapes, `highest` at most, that together use up the cards left in each group."""
    if suits == 0:
        if not any(left):
            yield ()
        return
    for shape in range(highest, -1, -1):
        rest = tuple(have - take for have, take in zip(left, counts[shape], strict=True))
        if min(rest) >= 0:
            for others in _patterns(rest, counts, shape, suits - 1):
                yield (shape, *others)

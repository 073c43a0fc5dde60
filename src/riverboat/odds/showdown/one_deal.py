"""One deal of known hands without any compiled code, for a command that starts, answers once and ends.

To load the compiler takes half a second, to count the boards of two hands a hundredth: within `without_compiler()` a
single deal is counted as `_kernels.tally_deals` does, with numpy alone. The ranks of the boards to come are collapsed
into multisets as if there were no flushes (6,175 before the flop); then, suit by suit, the boards that make someone a
flush are taken back and counted as they are. Ten milliseconds for two hands before the flop, twenty times what the
kernel takes.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from itertools import combinations
from math import comb
from typing import Final

import numpy as np
from numpy.typing import NDArray

from riverboat.cards.card import DECK_SIZE
from riverboat.cards.ranking.tables import FLUSH_AT, RANK_MULTIPLIERS, RANKS_AT, ROW_BITS

_BOARD: Final = 5
_FLUSH: Final = 5
_RANKS: Final = 13

Numbers = NDArray[np.int64]

_spared: Final = ContextVar("spared", default=False)


@contextmanager
def without_compiler() -> Iterator[None]:
    """Count single deals with numpy: for a process that asks once; for many deals the kernels are faster."""
    before = _spared.set(True)
    try:
        yield
    finally:
        _spared.reset(before)


def compiler_is_spared() -> bool:
    """Whether a single deal is to be counted here."""
    return _spared.get()


def tally_one_deal(
    table: NDArray[np.uint16], hands: Sequence[Sequence[int]], board: Sequence[int], out_of_play: Sequence[int]
) -> Numbers:
    """int64[players, players + 1]: how often each player is one of k winners, over all boards.

    `table` is the seven-card table of the order of hands.
    """
    to_come = _BOARD - len(board)
    known = [[*hand, *board] for hand in hands]
    gone = {*board, *out_of_play, *(card for hand in hands for card in hand)}
    free = [card for card in range(DECK_SIZE) if card not in gone]
    base = np.array([sum(RANK_MULTIPLIERS[card >> 2] for card in cards) for cards in known])
    left = [sum(card >> 2 == rank for card in free) for rank in range(_RANKS)]
    keys, ways = _multisets(left, to_come)[to_come]
    tally = _shared(_plain(table, base, keys), ways)
    for suit in range(4):
        held = np.array([sum(1 << (card >> 2) for card in cards if card & 3 == suit) for cards in known])
        min_cards = max(0, _FLUSH - max(int(mask).bit_count() for mask in held))
        suited = [card >> 2 for card in free if card & 3 == suit]
        if min_cards > min(to_come, len(suited)):
            continue
        others = _multisets([count - (rank in suited) for rank, count in enumerate(left)], to_come - min_cards)
        for count in range(min_cards, min(to_come, len(suited)) + 1):
            chosen = np.array(list(combinations(suited, count)), np.int64).reshape(comb(len(suited), count), count)
            masks = held[:, None] | (1 << chosen).sum(axis=1)
            flushes = np.where(np.bitwise_count(masks) >= _FLUSH, table[FLUSH_AT + masks].astype(np.int64), -1)
            keys, ways = others[to_come - count]
            boards = (np.array(RANK_MULTIPLIERS)[chosen].sum(axis=1)[:, None] + keys).ravel()
            plain = _plain(table, base, boards)
            flushes = np.repeat(flushes, len(keys), axis=1)
            ways = np.tile(ways, len(chosen))
            tally += _shared(np.where(flushes >= 0, flushes, plain), ways) - _shared(plain, ways)
    return tally


def _multisets(left: Sequence[int], wanted: int) -> list[tuple[Numbers, Numbers]]:
    """By size up to `wanted`: the sums of every multiset of the ranks left, and in how many suits it comes."""
    found = [(np.zeros(int(not size), np.int64), np.ones(int(not size), np.int64)) for size in range(wanted + 1)]
    for rank, count in enumerate(left):
        for size in range(wanted, 0, -1):  # downwards, so that the smaller sizes do not hold this rank yet
            parts = [found[size]]
            for copies in range(1, min(count, size) + 1):
                keys, ways = found[size - copies]
                parts.append((keys + copies * RANK_MULTIPLIERS[rank], ways * comb(count, copies)))
            found[size] = (np.concatenate([part[0] for part in parts]), np.concatenate([part[1] for part in parts]))
    return found


def _plain(table: NDArray[np.uint16], base: Numbers, keys: Numbers) -> Numbers:
    """int64[players, boards]: everyone's rank without a flush."""
    sums = base[:, None] + keys
    rows = table[sums & ((1 << ROW_BITS) - 1)].astype(np.int64)
    return np.asarray(table[RANKS_AT + (sums >> ROW_BITS) + rows], np.int64)


def _shared(ranks: Numbers, ways: Numbers) -> Numbers:
    """The tally of boards that count `ways` times."""
    wins = ranks == ranks.max(axis=0)
    winners = wins.sum(axis=0)
    tally = np.zeros((len(ranks), len(ranks) + 1), np.int64)
    for count in range(1, len(ranks) + 1):
        tally[:, count] = (wins & (winners == count)) @ ways
    return tally

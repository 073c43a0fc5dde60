"""Kernels that fill the tables of rank pairs, and the ranks of two hands on a flop; layouts are in `jit.py`."""

from __future__ import annotations

import numpy as np
from numba import njit

from riverboat.cards.ranking.jit import RANK_BITS, rank_without_flush
from riverboat.odds.hand_rank_tables.jit import beaten_by, fill_flop, rank_on_rivers


@njit(cache=True, nogil=True)
def fill_rank_pairs(table6, table7, words, index4, index5, pairs4, pairs5, beaten4, beaten5):
    """Number the rank patterns of boards of four and five cards, and compare all pairs of ranks on each."""
    multiplier = np.empty(13, np.uint64)
    for r in range(13):
        multiplier[r] = words[4 * r] & RANK_BITS
    counts = np.zeros(13, np.int64)
    ranks = np.zeros(5, np.int64)
    left = np.zeros(16, np.int32)
    for size in range(4, 6):
        index = index4 if size == 4 else index5
        pairs = pairs4 if size == 4 else pairs5
        beaten = beaten4 if size == 4 else beaten5
        table = table6 if size == 4 else table7
        used = 0
        for number in range(13**size):
            rest = number
            counts[:] = 0
            rising = True
            key = np.uint64(0)
            for i in range(size):
                ranks[i] = rest % 13
                rest //= 13
                counts[ranks[i]] += 1
                key += multiplier[ranks[i]]
                if i and ranks[i] < ranks[i - 1]:
                    rising = False
            if not rising or counts.max() > 4:
                continue
            for a in range(13):
                for b in range(13):
                    counts[a] += 1
                    counts[b] += 1
                    if counts[a] <= 4 and counts[b] <= 4:
                        pairs[used, a, b] = rank_without_flush(table, key + multiplier[a] + multiplier[b])
                    counts[a] -= 1
                    counts[b] -= 1
            for r in range(13):
                left[r] = 4 - counts[r]
            for a in range(13):
                for b in range(13):
                    left[a] -= 1
                    left[b] -= 1
                    if left[a] >= 0 and left[b] >= 0:
                        beaten[used, a, b] = beaten_by(pairs, used, left, np.int32(pairs[used, a, b]))
                    left[a] += 1
                    left[b] += 1
            index[number] = used
            used += 1
        for number in range(13**size):
            rest = number
            for i in range(size):
                ranks[i] = rest % 13
                rest //= 13
            ordered = np.sort(ranks[:size])
            sorted_number = 0
            for i in range(size):
                sorted_number = sorted_number * 13 + ordered[size - 1 - i]
            index[number] = index[sorted_number]


@njit(cache=True, nogil=True)
def flop_ranks(ranking, holes, flop_cards):
    """float64[2, 2]: immediate and seven-card rank of both hands on a flop."""
    rivers, signs = np.zeros((2, 45, 45)), np.zeros((45, 45), np.int8)
    turns, flop = np.zeros((2, 2, 45)), np.zeros((2, 2))
    fill_flop(ranking, holes, flop_cards, np.empty(45, np.uint8), rivers, signs, turns, flop)
    return flop


@njit(cache=True, nogil=True)
def river_ranks(ranking, hole, flop_cards, live, rivers):
    """One hand on all turns and rivers of a flop, as `rank_on_rivers` says."""
    rank_on_rivers(ranking, hole, flop_cards, live, rivers)

"""Random numbers for kernels: xoshiro256++ (Blackman and Vigna, 2021).

The generator's four words come and go as numbers: kept in an array they would be stored and loaded for every card.
"""

from __future__ import annotations

import numpy as np
from numba import njit


@njit
def _rotated(word, bits):
    return (word << np.uint64(bits)) | (word >> np.uint64(64 - bits))


@njit
def next_random(a, b, c, d):
    """64 random bits, and the state after them."""
    bits = _rotated(a + d, 23) + a
    shifted = b << np.uint64(17)
    c ^= a
    d ^= b
    b ^= c
    a ^= d
    c ^= shifted
    return bits, a, b, c, _rotated(d, 45)


@njit
def seeded(seed):
    """A generator's four words from one number (splitmix64)."""
    words = np.empty(4, np.uint64)
    for i in range(4):
        seed += np.uint64(0x9E3779B97F4A7C15)
        z = seed
        z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
        z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
        words[i] = z ^ (z >> np.uint64(31))
    return words


@njit
def draw_cards(deck, count, rng, size):
    """Bring `count` random cards of the first `size` of `deck` to its front."""
    for i in range(count):
        bits, rng[0], rng[1], rng[2], rng[3] = next_random(rng[0], rng[1], rng[2], rng[3])
        j = np.uint64(i) + (((bits >> np.uint64(32)) * np.uint64(size - i)) >> np.uint64(32))
        deck[i], deck[j] = deck[j], deck[i]

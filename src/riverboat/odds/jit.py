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

"""Hand ranking for kernels: the few jitted functions that other rooms' kernels inline.

A hand is ranked by adding one 64-bit word per card and looking the sum up (`tables.py` has the layout):

    word = rank multiplier (bits 0..23)  +  suit counter (one of four nibbles at bits 32..47)

The multipliers make the sum of any hand's ranks unique, so `look_up` needs two loads for a hand without a flush. Five
or more cards of one suit show in the counters; only then are the suit masks (the second half of the word array) read.

Everything is uint64: mixed signs would promote to float64. `opaque` hides a value from LLVM, whose loop vectoriser
otherwise turns table lookups into slower vector address arithmetic.
"""

from __future__ import annotations

import numpy as np
from llvmlite import ir
from numba import njit, types
from numba.core import cgutils
from numba.extending import intrinsic

ROW_BITS = np.uint64(12)
ROW_MASK = np.uint64((1 << 12) - 1)
RANK_BITS = np.uint64(0xFFFFFF)
FLUSH_AT = 1 << 12
RANKS_AT = np.uint64(FLUSH_AT + (1 << 13))

# Three added to each counter carries a fifth card of one suit into the counter's top bit.
SUIT_BIAS = np.uint64(0x3333 << 32)
SUIT_FLAGS = np.uint64(0x8888 << 32)

_ZERO = np.uint64(0)
_ONE = np.uint64(1)


@intrinsic
def opaque(typingctx, value):
    """The same integer, but LLVM can no longer see where it came from."""

    def codegen(context, builder, signature, args):
        kind = args[0].type
        barrier = ir.InlineAsm(ir.FunctionType(kind, [kind]), "", "=r,0", side_effect=False)
        return builder.call(barrier, [args[0]])

    return value(value), codegen


@intrinsic
def unlikely(typingctx, condition):
    """The same truth value, with a hint that it is almost always false."""

    def codegen(context, builder, signature, args):
        bit = ir.IntType(1)
        expect = cgutils.get_or_insert_function(builder.module, ir.FunctionType(bit, [bit, bit]), "llvm.expect.i1")
        flag = builder.trunc(args[0], bit) if args[0].type != bit else args[0]
        return builder.call(expect, [flag, ir.Constant(bit, 0)])

    return types.boolean(types.boolean), codegen


@intrinsic
def trailing_zeros(typingctx, value):
    """How many zero bits lie below the lowest set bit of a uint64 that is not zero."""

    def codegen(context, builder, signature, args):
        return builder.cttz(args[0], ir.Constant(ir.IntType(1), 1))

    return types.uint64(types.uint64), codegen


@intrinsic
def population(typingctx, value):
    """How many bits of a uint64 are set."""

    def codegen(context, builder, signature, args):
        return builder.ctpop(args[0])

    return types.uint64(types.uint64), codegen


@njit
def has_flush(key):
    """Whether five or more of the cards in the sum share a suit."""
    return (key + SUIT_BIAS) & SUIT_FLAGS != np.uint64(0)


@njit
def rank_without_flush(table, key):
    """The rank of a sum of card words that holds no flush."""
    row = key & ROW_MASK
    column = (key & RANK_BITS) >> ROW_BITS
    return table[RANKS_AT + column + np.uint64(table[row])]


@njit
def rank_of_flush(table, key, masks):
    """The rank of a hand that holds a flush; `masks` is the sum of the cards' suit masks."""
    # The flag of suit s is bit 35 + 4 s and its mask begins at bit 16 s.
    shift = (trailing_zeros((key + SUIT_BIAS) & SUIT_FLAGS) - np.uint64(35)) * np.uint64(4)
    return table[np.uint64(FLUSH_AT) + ((masks >> shift) & np.uint64(0x1FFF))]


@njit
def look_up(table, key, masks):
    """The rank of a hand from the sums of its card words and of its suit masks."""
    if unlikely(has_flush(key)):
        return rank_of_flush(table, key, masks)
    return rank_without_flush(table, key)


@njit
def list_live(dead, live):
    """Write the cards outside the bit set into an array of 52, lowest first; how many there are."""
    count = _ZERO
    for card in range(np.uint64(52)):
        if not (dead >> card) & _ONE:
            live[count] = card
            count += _ONE
    return count

"""How the solver's kernels are compiled, so that it takes a few seconds in all and not a minute.

What costs: each function and each specialisation is typed, lowered and optimised by itself, then linked and optimised
again in every function that calls it; code that unpacks arguments from Python grows with their number; reference counts
are added for each array and mostly removed again. So

- one kernel is called from Python in a solve, `visit`, and only such `entry` kernels are kept on disk;
- what it calls has no way in from Python (`inner`), and calls are two or three levels deep;
- arrays come as packed arguments (`riverboat.solve.packed`), a pointer each;
- nothing is allocated, so nothing is counted (`_nrt=False`): working memory is handed in;
- a large function that is called in several places says `stay_whole()`, or LLVM copies it into each of them;
- a number that loops should be unrolled for is written `np.int64(2)`: Numba compiles one function for every 2 and 3
  that is written plainly, LLVM unrolls after inlining (`inlined`) either way.
"""

from __future__ import annotations

from numba import njit, types
from numba.extending import intrinsic

from riverboat.solve.lanes import CHECKED

_COMMON = {"nogil": True, "error_model": "numpy", "_nrt": False, "no_cfunc_wrapper": True}

entry = njit(cache=not CHECKED, **_COMMON)
"""Called from Python."""

inner = njit(no_cpython_wrapper=True, **_COMMON)
"""Called by kernels."""

inlined = njit(no_cpython_wrapper=True, forceinline=True, **_COMMON)
"""Becomes part of each kernel that calls it."""


@intrinsic
def stay_whole(typingctx):
    """Keeps the function in which it stands from being inlined."""

    def codegen(context, builder, sig, args):
        builder.function.attributes.add("noinline")
        return context.get_dummy_value()

    return types.void(), codegen

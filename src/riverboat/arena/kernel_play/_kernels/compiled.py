"""How the parts of the kernel are compiled: into it, and without counting references.

Numba counts the references to every array at every call of a function, inlined or not, unless it can prove that it need
not; with a dozen arrays that takes longer than the betting of a street. Nothing is allocated in these functions, so
nothing needs to be counted (`_nrt=False`).
"""

from __future__ import annotations

from numba import njit

inlined = njit(forceinline=True, error_model="numpy", _nrt=False)

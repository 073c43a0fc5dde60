"""Kernels that walk over run-outs give back the memory they take: they are called a hundred thousand times in a row."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from numba.core.runtime import _nrt_python, rtsys

from riverboat.abstraction.vectors import OpponentClusters, strength_counts
from riverboat.odds.strength import expected_strength_by_holding, potential_by_holding

RIVER = np.array([50, 30, 21, 36, 41], np.uint8)


@pytest.mark.parametrize(
    "call",
    [
        lambda: expected_strength_by_holding(RIVER),
        lambda: potential_by_holding(RIVER[:4]),
        lambda: strength_counts(RIVER, 10),
        lambda: OpponentClusters().by_holding(RIVER),
    ],
    ids=["expected", "potential", "histogram", "ochs"],
)
def test_nothing_is_kept(call: Callable[[], object]) -> None:
    call()
    _nrt_python.memsys_enable_stats()
    try:
        before = rtsys.get_allocation_stats()
        for _ in range(5):
            call()
        after = rtsys.get_allocation_stats()
    finally:
        _nrt_python.memsys_disable_stats()
    assert after.alloc > before.alloc
    assert after.alloc - after.free == before.alloc - before.free

"""Lanes: the same numbers as numpy, and checks when they are asked for."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import Any

import numpy as np
import pytest
from numba import njit
from numpy.typing import NDArray

from riverboat.solve import lanes

ROWS = np.random.default_rng(1).normal(size=(20, 64)).astype(np.float32)


@njit
def _combine(left: Any, right: Any, out: Any) -> Any:
    for column in range(0, left.shape[1], 16):
        for row in range(left.shape[0]):
            a, b = lanes.load(left, row, column), lanes.load(right, row, column)
            chosen = lanes.choose(a, a * b, a - b) / lanes.splat(2.0) + lanes.positive(b)
            lanes.store(out, row, column, lanes.greater(chosen, lanes.magnitude(a)))


def test_arithmetic_is_numpys() -> None:
    other, out = ROWS[::-1].copy(), np.zeros_like(ROWS)
    _combine(ROWS, other, out)
    chosen = np.where(ROWS > 0, ROWS * other, ROWS - other) / 2 + np.maximum(other, 0)
    np.testing.assert_allclose(out, np.maximum(chosen, np.abs(ROWS)), rtol=1e-6, atol=1e-6)


@njit
def _turn(source: Any, row: Any, column: Any, target: Any) -> Any:
    lanes.transpose(source, row, column, target, 2, 16)


@njit
def _turn_to(source: Any, target: Any, rows: Any) -> Any:
    lanes.transpose_to(source, 1, target, rows, 1, 0, 32)


def test_squares_are_turned() -> None:
    target = np.zeros((18, 48), np.float32)
    _turn(ROWS, 3, 20, target)
    np.testing.assert_array_equal(target[2:18, 16:32], ROWS[3:19, 20:36].T)
    assert not target[:2].any()
    assert not target[:, :16].any()


def test_rows_of_a_turned_square_go_where_they_are_told() -> None:
    order = np.random.default_rng(2).permutation(20)[:16].astype(np.int32)
    source, target = np.ascontiguousarray(ROWS[:, :16]), np.zeros((20, 48), np.float32)
    _turn_to(source, target, np.stack([np.zeros(16, np.int32), order]))
    np.testing.assert_array_equal(target[order, 32:48], source[1:17].T)


@njit
def _largest(row: Any) -> Any:
    return lanes.largest(lanes.load_flat(row, 3))


def test_the_largest_of_a_lane() -> None:
    assert _largest(ROWS[0].copy()) == ROWS[0, 3:19].max()


@njit
def _convert(source: Any, target: Any, factor: Any) -> Any:
    lanes.store(target, 0, 0, lanes.load(source, 0, 0) * lanes.splat(factor))


@pytest.mark.parametrize("kind", [np.int16, np.uint16])
def test_whole_numbers_are_rounded_to_nearest(kind: type) -> None:
    halves = np.arange(16, dtype=np.float32)[None] * 0.3
    if kind is np.int16:
        halves -= 2
    stored: NDArray[Any] = np.zeros((1, 16), kind)
    _convert(halves, stored, 1.0)
    np.testing.assert_array_equal(stored, np.rint(halves))
    back = np.zeros((1, 16), np.float32)
    _convert(stored, back, 0.5)
    np.testing.assert_array_equal(back, stored.astype(np.float32) / 2)


def test_the_ends_of_sixteen_bits_are_kept() -> None:
    for kind, ends in ((np.uint16, (0, 65535)), (np.int16, (-32767, 32767))):
        numbers = np.tile(np.array(ends, np.float32), 8)[None]
        stored: NDArray[Any] = np.zeros((1, 16), kind)
        _convert(numbers, stored, 1.0)
        np.testing.assert_array_equal(stored, numbers)


def test_aligned_rows_start_on_a_cache_line() -> None:
    for shape in ((3, 16), (7, 48), (1,)):
        assert lanes.aligned(shape).ctypes.data % 64 == 0


CHECK = """
import numpy as np
from numba import njit
from riverboat.solve import lanes
@njit
def take(rows, row, column):
    return lanes.largest(lanes.load(rows, row, column))
rows = np.zeros((2, 32), np.float32)
assert take(rows, 1, 16) == 0
for row, column in ((2, 0), (0, 17), (-1, 0)):
    try:
        take(rows, row, column)
    except IndexError as problem:
        assert "outside its array" in str(problem)
    else:
        raise AssertionError((row, column))
print("checked")
"""


def test_accesses_are_checked_on_demand() -> None:
    result = subprocess.run(
        [sys.executable, "-c", CHECK],
        env={**os.environ, "RIVERBOAT_CHECK_LANES": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert result.stdout == "checked\n", result.stderr


SOLVE = """
from riverboat.solve import lanes
from riverboat.solve.spot import Spot
from riverboat.solve.spot.solver import RangeSolver
assert lanes.CHECKED
for board in ("Td9d6hQc2s", "Td9d6hQc"):
    for precision in ("float32", "16-bit"):
        spot = Spot(board, "AA,KQs,T9s,98s,22", "KK,QJs,87s,A5s", 100, 300, "50%,a", "a", rake=0.05)
        solver = RangeSolver.of(spot, threads=1, precision=precision)
        solver.iterate(3)
        print(solver.exploitability().chips > 0)
"""


@pytest.mark.slow
def test_the_range_solver_stays_within_its_arrays() -> None:
    """Every load and store of the kernels, checked while they solve."""
    result = subprocess.run(
        [sys.executable, "-c", SOLVE],
        env={**os.environ, "RIVERBOAT_CHECK_LANES": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert result.stdout == "True\n" * 4, result.stderr

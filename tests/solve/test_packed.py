"""Packed arguments: kernels see the fields of a named tuple, one kernel serves all of a type, errors name the field."""

from __future__ import annotations

from collections import namedtuple
from typing import Any

import numpy as np
import pytest
from numba import njit, typeof

from riverboat.solve.packed import PackedArguments

Inner = namedtuple("Inner", "table count")
Outer = namedtuple("Outer", "rows share inner flags")


def _outer(rows: int = 3) -> Outer:
    table = np.arange(24, dtype=np.int16).reshape(2, 3, 4)
    return Outer(
        rows=np.arange(rows * 5, dtype=np.float32).reshape(rows, 5),
        share=np.float32(0.25),
        inner=Inner(table, np.int64(-7)),
        flags=np.zeros(4, np.uint8),
    )


@njit(_nrt=False)
def _weigh(outer: Any) -> Any:
    total = 0.0
    for row in range(outer.rows.shape[0]):
        for column in range(outer.rows.shape[1]):
            total += outer.rows[row, column] * outer.share
    outer.flags[3] = 1
    outer.inner.table[1, 2, 3] = outer.inner.count
    return total + outer.inner.table[1][0, 1]


def test_kernels_read_and_write_what_the_tuple_holds() -> None:
    outer = _outer()
    expected = float(outer.rows.sum()) * 0.25 + 13
    assert _weigh(PackedArguments(outer)) == expected
    assert outer.flags.tolist() == [0, 0, 0, 1]
    assert outer.inner.table[1, 2, 3] == -7


@njit(_nrt=False)
def _last(arguments: Any, which: Any) -> Any:
    rows = arguments[which].rows
    return rows[rows.shape[0] - 1, rows.shape[1] - 1]


def test_packed_arguments_can_be_chosen_from_a_tuple() -> None:
    pair = (PackedArguments(_outer(2)), PackedArguments(_outer(4)))
    assert [_last(pair, which) for which in (0, 1)] == [9.0, 19.0]


def test_size_and_place_do_not_make_another_type() -> None:
    assert typeof(PackedArguments(_outer(2))) == typeof(PackedArguments(_outer(30)))
    other = _outer()._replace(rows=np.zeros((3, 5)))
    assert typeof(PackedArguments(_outer())) != typeof(PackedArguments(other))


def test_packed_arguments_keep_their_arrays_alive() -> None:
    arguments = [PackedArguments(_outer(200)) for _ in range(20)]
    assert {_weigh(arguments) for arguments in arguments} == {float(np.arange(1000).sum()) * 0.25 + 13}


@pytest.mark.parametrize("wrong", [np.zeros((4, 6), np.float32)[:, ::2], np.zeros((2, 3), ">f4"), 0.5, "text"])
def test_what_kernels_cannot_take_is_refused_by_name(wrong: object) -> None:
    with pytest.raises(TypeError, match=r"Outer\.rows: expected"):
        PackedArguments(_outer()._replace(rows=wrong))

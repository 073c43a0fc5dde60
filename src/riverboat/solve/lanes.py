"""Sixteen numbers at once in kernels: a lane type for Numba, with loads, stores and arithmetic.

Numba leaves short loops over sixteen columns scalar. A `Lane` is one LLVM vector of sixteen float32, so an expression
over lanes becomes one vector instruction each on AVX-512, two on AVX2 and four on SSE2, and kernels read like
arithmetic:

    total = lanes.zeros()
    for action in range(actions):
        total = total + lanes.positive(lanes.load(regrets, slot + action, hand))

Arrays are C-contiguous with one or two dimensions. A load takes sixteen neighbours of the last dimension, from float32,
int8, uint8, int16 or uint16 (converted); a store writes them back, rounding to nearest for whole numbers, which must
fit. No alignment is assumed, but rows from `aligned` start on a cache line and are faster. Nothing is checked in
ordinary use, as in any kernel; with `RIVERBOAT_CHECK_LANES=1` in the environment each access outside its array raises
IndexError. Arrays that are sixteen wide are best read by `load_row` and written by `store_row`.
"""

from __future__ import annotations

import operator
import os
from math import prod

import numpy as np
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.core.typing.templates import AbstractTemplate, infer_global, signature
from numba.extending import intrinsic, lower_builtin, models, register_model

WIDTH = 16
CHECKED = os.environ.get("RIVERBOAT_CHECK_LANES", "") not in ("", "0")
"""Whether kernels compiled by this process check every access; such kernels are not kept in the cache."""

_FLOAT = ir.FloatType()
_INT = ir.IntType(32)
_INDEX = ir.IntType(64)
_VECTOR = ir.VectorType(_FLOAT, WIDTH)
_ORDER = ir.VectorType(_INT, WIDTH)
_LOOSE = ("reassoc", "nsz", "arcp", "contract")  # rounding may differ between machines; not-a-number stays itself

_INTEGERS = {
    types.int8: ir.IntType(8),
    types.uint8: ir.IntType(8),
    types.int16: ir.IntType(16),
    types.uint16: ir.IntType(16),
}


class LaneType(types.Type):  # type: ignore[misc]
    """Numba's type of one lane."""

    def __init__(self) -> None:
        super().__init__(name="Lane")


lane = LaneType()


@register_model(LaneType)
class _LaneModel(models.PrimitiveModel):  # type: ignore[misc]
    def __init__(self, manager, kind):
        super().__init__(manager, kind, _VECTOR)


def aligned(shape: tuple[int, ...], dtype: type = np.float32) -> np.ndarray:
    """Zeros whose first element starts on a cache line of 64 bytes."""
    size = prod(shape) * np.dtype(dtype).itemsize
    memory = np.zeros(size + 64, np.uint8)
    start = -memory.__array_interface__["data"][0] % 64
    return memory[start : start + size].view(dtype).reshape(shape)


def aligned_together(**shapes: tuple[int, ...]) -> dict[str, np.ndarray]:
    """Arrays of float32 zeros side by side in one block, each on its own cache lines."""
    memory = aligned((sum(padded(prod(shape)) for shape in shapes.values()),))
    found, start = {}, 0
    for name, shape in shapes.items():
        found[name] = memory[start : start + prod(shape)].reshape(shape)
        start += padded(prod(shape))
    return found


def padded(count: int) -> int:
    """`count` rounded up to whole lanes."""
    return -(-count // WIDTH) * WIDTH


# Arithmetic: + - * / of two lanes.


class _Arithmetic(AbstractTemplate):  # type: ignore[misc]
    def generic(self, args, kws):
        if len(args) == 2 and all(isinstance(arg, LaneType) for arg in args):
            return signature(lane, lane, lane)
        return None


def _register(symbol, emit):
    infer_global(symbol)(type(f"Lane_{symbol.__name__}", (_Arithmetic,), {}))

    @lower_builtin(symbol, LaneType, LaneType)
    def _lower(context, builder, sig, args):
        return getattr(builder, emit)(*args, flags=_LOOSE)


for _symbol, _emit in (
    (operator.add, "fadd"),
    (operator.sub, "fsub"),
    (operator.mul, "fmul"),
    (operator.truediv, "fdiv"),
):
    _register(_symbol, _emit)


def _constant(number: float) -> ir.Constant:
    return ir.Constant(_VECTOR, [float(number)] * WIDTH)


def _broadcast(builder, scalar):
    empty = ir.Constant(_VECTOR, ir.Undefined)
    first = builder.insert_element(empty, scalar, _INT(0))
    return builder.shuffle_vector(first, empty, ir.Constant(_ORDER, [0] * WIDTH))


@intrinsic
def zeros(typingctx):
    """Sixteen zeros."""
    return lane(), lambda context, builder, sig, args: _constant(0)


@intrinsic
def splat(typingctx, number):
    """One number in all sixteen places."""

    def codegen(context, builder, sig, args):
        return _broadcast(builder, context.cast(builder, args[0], sig.args[0], types.float32))

    return lane(number), codegen


@intrinsic
def positive(typingctx, value):
    """The number where it is above zero, zero elsewhere."""

    def codegen(context, builder, sig, args):
        above = builder.fcmp_ordered(">", args[0], _constant(0))
        return builder.select(above, args[0], _constant(0))

    return lane(value), codegen


@intrinsic
def choose(typingctx, test, above, otherwise):
    """`above` where `test` is above zero, `otherwise` elsewhere."""

    def codegen(context, builder, sig, args):
        return builder.select(builder.fcmp_ordered(">", args[0], _constant(0)), args[1], args[2])

    return lane(test, above, otherwise), codegen


@intrinsic
def greater(typingctx, left, right):
    """The greater of two, place by place."""

    def codegen(context, builder, sig, args):
        return builder.select(builder.fcmp_ordered(">", args[0], args[1]), args[0], args[1])

    return lane(left, right), codegen


@intrinsic
def magnitude(typingctx, value):
    """The number without its sign."""

    def codegen(context, builder, sig, args):
        kind = ir.FunctionType(_VECTOR, [_VECTOR])
        function = cgutils.get_or_insert_function(builder.module, kind, "llvm.fabs.v16f32")
        return builder.call(function, [args[0]])

    return lane(value), codegen


@intrinsic
def largest(typingctx, value):
    """The largest of the sixteen, as a number."""

    def codegen(context, builder, sig, args):
        found = args[0]
        for step in (8, 4, 2, 1):
            order = ir.Constant(_ORDER, [place ^ step for place in range(WIDTH)])
            other = builder.shuffle_vector(found, ir.Constant(_VECTOR, ir.Undefined), order)
            found = builder.select(builder.fcmp_ordered(">", found, other), found, other)
        return builder.extract_element(found, _INT(0))

    return types.float32(value), codegen


# Memory.


def _address(context, builder, kind, value, positions, indices, rows=1):
    """Where the element at `indices` lies; checked against the array's shape when that is asked for."""
    array = context.make_array(kind)(context, builder, value)
    shape = cgutils.unpack_tuple(builder, array.shape, kind.ndim)
    places = [context.cast(builder, value, kind, types.intp) for value, kind in zip(indices, positions, strict=True)]
    if CHECKED:
        needs = [1] * (kind.ndim - 1) + [WIDTH]
        if kind.ndim == 2:
            needs[0] = rows
        for place, size, need in zip(places, shape, needs, strict=True):
            below = builder.icmp_signed("<", place, _INDEX(0))
            above = builder.icmp_signed(">", builder.add(place, _INDEX(need)), size)
            with builder.if_then(builder.or_(below, above), likely=False):
                context.call_conv.return_user_exc(builder, IndexError, ("a lane lies outside its array",))
    flat = places[0] if kind.ndim == 1 else builder.add(builder.mul(places[0], shape[1]), places[1])
    return builder.gep(array.data, [flat]), shape


def _load(builder, pointer, dtype):
    if dtype == types.float32:
        vector = builder.load(builder.bitcast(pointer, _VECTOR.as_pointer()))
        vector.align = 4
        return vector
    integers = ir.VectorType(_INTEGERS[dtype], WIDTH)
    whole = builder.load(builder.bitcast(pointer, integers.as_pointer()))
    whole.align = _INTEGERS[dtype].width // 8
    return builder.sitofp(whole, _VECTOR) if dtype.signed else builder.uitofp(whole, _VECTOR)


def _store(builder, vector, pointer, dtype):
    if dtype == types.float32:
        builder.store(vector, builder.bitcast(pointer, _VECTOR.as_pointer())).align = 4
        return
    kind = ir.FunctionType(_VECTOR, [_VECTOR])
    nearest = cgutils.get_or_insert_function(builder.module, kind, "llvm.rint.v16f32")
    whole = builder.fptosi(builder.call(nearest, [vector]), _ORDER)
    narrow = builder.trunc(whole, ir.VectorType(_INTEGERS[dtype], WIDTH))
    builder.store(narrow, builder.bitcast(pointer, narrow.type.as_pointer())).align = _INTEGERS[dtype].width // 8


def _is_memory(kind) -> bool:
    return (
        isinstance(kind, types.Array)
        and kind.layout == "C"
        and kind.ndim in (1, 2)
        and (kind.dtype == types.float32 or kind.dtype in _INTEGERS)
    )


@intrinsic
def load(typingctx, array, row, column):
    """Sixteen neighbours of a row, from `column` on."""
    if not (_is_memory(array) and array.ndim == 2):
        return None

    def codegen(context, builder, sig, args):
        pointer, _ = _address(context, builder, sig.args[0], args[0], sig.args[1:], args[1:])
        return _load(builder, pointer, sig.args[0].dtype)

    return lane(array, row, column), codegen


@intrinsic
def store(typingctx, array, row, column, value):
    """Write sixteen neighbours of a row, from `column` on."""
    if not (_is_memory(array) and array.ndim == 2):
        return None

    def codegen(context, builder, sig, args):
        pointer, _ = _address(context, builder, sig.args[0], args[0], sig.args[1:3], args[1:3])
        _store(builder, args[3], pointer, sig.args[0].dtype)
        return context.get_dummy_value()

    return types.void(array, row, column, value), codegen


@intrinsic
def load_flat(typingctx, array, start):
    """Sixteen neighbours of a one-dimensional array."""
    if not (_is_memory(array) and array.ndim == 1):
        return None

    def codegen(context, builder, sig, args):
        pointer, _ = _address(context, builder, sig.args[0], args[0], sig.args[1:], args[1:])
        return _load(builder, pointer, sig.args[0].dtype)

    return lane(array, start), codegen


def _row_address(context, builder, kind, value, index, row):
    """Where a row of an array sixteen wide lies: its width is not asked for, which saves a multiplication."""
    zero = context.get_constant(types.intp, 0)
    if CHECKED:
        return _address(context, builder, kind, value, (index, types.intp), (row, zero))[0]
    array = context.make_array(kind)(context, builder, value)
    place = builder.mul(context.cast(builder, row, index, types.intp), _INDEX(WIDTH))
    return builder.gep(array.data, [place])


@intrinsic
def load_row(typingctx, array, row):
    """A row of an array sixteen wide; what `load(array, row, 0)` gives, with less arithmetic."""
    if not (_is_memory(array) and array.ndim == 2):
        return None

    def codegen(context, builder, sig, args):
        pointer = _row_address(context, builder, sig.args[0], args[0], sig.args[1], args[1])
        return _load(builder, pointer, sig.args[0].dtype)

    return lane(array, row), codegen


@intrinsic
def store_row(typingctx, array, row, value):
    """Write a row of an array sixteen wide."""
    if not (_is_memory(array) and array.ndim == 2):
        return None

    def codegen(context, builder, sig, args):
        pointer = _row_address(context, builder, sig.args[0], args[0], sig.args[1], args[1])
        _store(builder, args[2], pointer, sig.args[0].dtype)
        return context.get_dummy_value()

    return types.void(array, row, value), codegen


@intrinsic
def load_bit(typingctx, array, row, bit):
    """1 where a bit of a row of whole numbers (uint8, sixteen wide) is set, 0 elsewhere."""
    if not (isinstance(array, types.Array) and array.layout == "C" and array.ndim == 2 and array.dtype == types.uint8):
        return None

    def codegen(context, builder, sig, args):
        pointer = _row_address(context, builder, sig.args[0], args[0], sig.args[1], args[1])
        narrow = ir.VectorType(ir.IntType(8), WIDTH)
        numbers = builder.load(builder.bitcast(pointer, narrow.as_pointer()))
        numbers.align = 1
        wide = builder.zext(numbers, _ORDER)
        place = context.cast(builder, args[2], sig.args[2], types.int32)
        empty = ir.Constant(_ORDER, ir.Undefined)
        first = builder.insert_element(empty, builder.shl(_INT(1), place), _INT(0))
        mask = builder.shuffle_vector(first, empty, ir.Constant(_ORDER, [0] * WIDTH))
        is_set = builder.icmp_unsigned("!=", builder.and_(wide, mask), ir.Constant(_ORDER, [0] * WIDTH))
        return builder.select(is_set, _constant(1), _constant(0))

    return lane(array, row, bit), codegen


@intrinsic
def prefetch_row(typingctx, array, row):
    """Ask for a row of an array sixteen wide that will be used soon; rows behind its end do no harm."""
    if not (isinstance(array, types.Array) and array.layout == "C" and array.ndim == 2):
        return None

    def codegen(context, builder, sig, args):
        data = context.make_array(sig.args[0])(context, builder, args[0]).data
        place = builder.mul(context.cast(builder, args[1], sig.args[1], types.intp), _INDEX(WIDTH))
        bytes_ = ir.IntType(8).as_pointer()
        kind = ir.FunctionType(ir.VoidType(), [bytes_, _INT, _INT, _INT])
        function = cgutils.get_or_insert_function(builder.module, kind, "llvm.prefetch.p0i8")
        pointer = builder.bitcast(builder.gep(data, [place]), bytes_)
        builder.call(function, [pointer, _INT(0), _INT(3), _INT(1)])  # to read, keep near, data
        return context.get_dummy_value()

    return types.void(array, row), codegen


_HALF = WIDTH // 2
_HALF_VECTOR = ir.VectorType(_FLOAT, _HALF)
_QUARTER_VECTOR = ir.VectorType(_FLOAT, WIDTH // 4)
# Within both halves of two vectors of eight: their first or last two numbers in turn, and the same for pairs of them.
_TURNS = {
    "first": (0, 8, 1, 9, 4, 12, 5, 13),
    "last": (2, 10, 3, 11, 6, 14, 7, 15),
    "first pairs": (0, 1, 8, 9, 4, 5, 12, 13),
    "last pairs": (2, 3, 10, 11, 6, 7, 14, 15),
}


def _mixed(builder, one, other, places):
    order = ir.Constant(ir.VectorType(_INT, len(places)), list(places))
    return builder.shuffle_vector(one, other, order)


def _turn(builder, start, stride, write):
    """Turn a square: rows from `start` on, `stride` apart, become columns; `write(column, first, half)` takes halves.

    Blocks of 8 x 8. Rows four apart are loaded into one vector by quarters, so that what is left is to turn two blocks
    of 4 x 4 side by side, which takes two shuffles for each vector.
    """

    def quarter(row, column):
        place = builder.add(builder.mul(stride, _INDEX(row)), _INDEX(column))
        found = builder.load(builder.bitcast(builder.gep(start, [place]), _QUARTER_VECTOR.as_pointer()))
        found.align = 4
        return found

    for row in (0, _HALF):
        for column in range(0, WIDTH, 4):
            a, b, c, d = (
                _mixed(builder, quarter(row + at, column), quarter(row + at + 4, column), range(_HALF))
                for at in range(4)
            )
            for at, turn in enumerate(("first", "last")):
                upper, lower = _mixed(builder, a, b, _TURNS[turn]), _mixed(builder, c, d, _TURNS[turn])
                write(column + 2 * at, row, _mixed(builder, upper, lower, _TURNS["first pairs"]))
                write(column + 2 * at + 1, row, _mixed(builder, upper, lower, _TURNS["last pairs"]))


def _store_half(builder, half, row_start, first):
    pointer = builder.gep(row_start, [_INDEX(first)])
    builder.store(half, builder.bitcast(pointer, _HALF_VECTOR.as_pointer())).align = 4


def _are_squares(*arrays) -> bool:
    return all(_is_memory(array) and array.ndim == 2 and array.dtype == types.float32 for array in arrays)


@intrinsic
def transpose(typingctx, source, row, column, target, to_row, to_column):
    """Copy a square of 16 x 16 numbers, rows becoming columns (float32 only)."""
    if not _are_squares(source, target):
        return None

    def codegen(context, builder, sig, args):
        start, shape = _address(context, builder, sig.args[0], args[0], sig.args[1:3], args[1:3], WIDTH)
        target, target_shape = _address(context, builder, sig.args[3], args[3], sig.args[4:6], args[4:6], WIDTH)

        def write(row, first, half):
            row_start = builder.gep(target, [builder.mul(target_shape[1], _INDEX(row))])
            _store_half(builder, half, row_start, first)

        _turn(builder, start, shape[1], write)
        return context.get_dummy_value()

    return types.void(source, row, column, target, to_row, to_column), codegen


@intrinsic
def transpose_to(typingctx, source, row, target, to_rows, which, first, to_column):
    """Turn the square at `row` of an array 16 wide, and write its rows to rows `to_rows[which, first:first + 16]`."""
    if not _are_squares(source, target) or to_rows != types.Array(types.int32, 2, "C"):
        return None

    def codegen(context, builder, sig, args):
        zero = context.get_constant(types.intp, 0)
        start, shape = _address(
            context, builder, sig.args[0], args[0], (sig.args[1], types.intp), (args[1], zero), WIDTH
        )
        table, _ = _address(context, builder, sig.args[3], args[3], sig.args[4:6], args[4:6])
        row_starts = []
        for index in range(WIDTH):
            to_row = builder.load(builder.gep(table, [_INDEX(index)]))
            pointer, _ = _address(context, builder, sig.args[2], args[2], (types.int32, sig.args[6]), (to_row, args[6]))
            row_starts.append(pointer)
        _turn(builder, start, shape[1], lambda row, first, half: _store_half(builder, half, row_starts[row], first))
        return context.get_dummy_value()

    return types.void(source, row, target, to_rows, which, first, to_column), codegen

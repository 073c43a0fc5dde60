"""Many arrays in one argument: named tuples that kernels take as a single pointer.

Numba passes a named tuple to a kernel array by array, nine numbers each, through every call and with code that unpacks
them all: with a hundred arrays that takes seconds to compile and microseconds in each call. A `PackedArguments` is a
table in memory that says where the fields of a named tuple are. A kernel gets its address and looks a field up when it
is named; kernels that take named tuples need no change:

    Scratch = namedtuple("Scratch", "reach values")
    scratch = PackedArguments(Scratch(np.zeros((3, 16), np.float32), np.zeros((3, 16), np.float32)))
    kernel(scratch)  # uses scratch.values[row, hand]

Fields are C-contiguous arrays, whole numbers (int64 in kernels), float32 and named tuples of these, which become packed
arguments themselves. The object keeps its arrays alive and belongs to the caller: in a kernel it and its fields must
not be returned or kept. What a field is, not where it is, makes the type, so all with such fields share one compiled
kernel. Arrays may be written to; the object itself is never changed.
"""

from __future__ import annotations

from functools import cache
from typing import Any, Final
from zlib import crc32

import numpy as np
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.core.typing.templates import AttributeTemplate
from numba.extending import (
    NativeValue,
    infer_getattr,
    lower_getattr_generic,
    models,
    register_model,
    typeof_impl,
    unbox,
)

_WORD: Final = ir.IntType(64)
_TABLE: Final = _WORD.as_pointer()


class PackedType(types.Type):  # type: ignore[misc]
    """Numba's type of packed arguments: the names and types of its fields."""

    def __init__(self, title: str, fields: tuple[tuple[str, types.Type], ...]) -> None:
        self.title = title
        self.fields = fields
        inside = ", ".join(f"{name}: {kind}" for name, kind in fields)
        super().__init__(name=f"PackedArguments({title}, {inside})")

    @property
    def mangling_args(self) -> tuple[str, tuple[Any, ...]]:
        """Compiled functions carry their arguments' types in their names; this one's would be a page long."""
        return f"PackedArguments.{self.title}.{crc32(self.name.encode()):x}", ()


class PackedArguments:
    """A named tuple made ready for kernels."""

    __slots__ = ("_held", "_table", "address", "kind")

    def __init__(self, content: Any) -> None:
        words: list[int] = []
        kinds: list[types.Type] = []
        held: list[Any] = []
        for place, value in enumerate(content):
            kind, kept = _pack(value, words)
            if kind is None:
                raise TypeError(f"{type(content).__name__}.{content._fields[place]}: {kept}")
            kinds.append(kind)
            held.append(kept)
        self._held: Final = held
        self._table: Final = np.array(words, np.int64)
        self.address: Final = _address(self._table)
        self.kind: Final = _kind(type(content), kinds)


_KINDS: Final[dict[tuple[type, tuple[int, ...]], PackedType]] = {}


def _kind(content: type, kinds: list[types.Type]) -> PackedType:
    """The type for fields of these types; they are kept for good, so that their identities can stand for them."""
    key = content, tuple(map(id, kinds))
    found = _KINDS.get(key)
    if found is None:
        fields = tuple(zip(content._fields, kinds, strict=True))  # type: ignore[attr-defined]
        found = _KINDS[key] = PackedType(content.__name__, fields)
    return found


@cache
def _array_kind(dtype: np.dtype[Any], dimensions: int) -> types.Array:
    from numba.np.numpy_support import from_dtype

    return types.Array(from_dtype(dtype), dimensions, "C")


def _pack(value: Any, words: list[int]) -> tuple[types.Type | None, Any]:
    """Add a field's words to the table; its type in kernels, and what must be kept alive for it.

    Without a type, what is wrong with it.
    """
    if type(value) is np.ndarray:
        if not (value.flags.c_contiguous and value.dtype.isnative):
            return None, "expected a C-contiguous array"
        words.append(_address(value))
        words.extend(value.shape)
        return _array_kind(value.dtype, value.ndim), value
    if isinstance(value, np.float32):
        words.append(int(value.view(np.int32)))
        return types.float32, None
    if isinstance(value, int | np.integer):
        words.append(int(value))
        return types.int64, None
    if hasattr(value, "_fields"):
        value = PackedArguments(value)
    if isinstance(value, PackedArguments):
        words.append(value.address)
        return value.kind, value
    return None, f"expected an array, a whole number, a float32 or a named tuple, found {type(value)}"


def _address(array: np.ndarray[Any, Any]) -> int:
    return int(array.__array_interface__["data"][0])


# What Numba must know.


@typeof_impl.register(PackedArguments)
def _typeof(value, context):
    return value.kind


@register_model(PackedType)
class _PackedModel(models.PrimitiveModel):  # type: ignore[misc]
    def __init__(self, manager, kind):
        super().__init__(manager, kind, _TABLE)


@unbox(PackedType)
def _unbox(kind, packed, c):
    number = c.pyapi.object_getattr_string(packed, "address")
    address = c.pyapi.long_as_ulonglong(number)
    c.pyapi.decref(number)
    return NativeValue(c.builder.inttoptr(address, _TABLE))


@infer_getattr
class _Fields(AttributeTemplate):  # type: ignore[misc]
    key = PackedType

    def generic_resolve(self, packed, name):
        return dict(packed.fields).get(name)


@lower_getattr_generic(PackedType)
def _field(context, builder, packed, table, name):
    at = 0
    for field, kind in packed.fields:
        if field == name:
            break
        at += 1 + (kind.ndim if isinstance(kind, types.Array) else 0)
    if kind == types.int64:
        return _word(builder, table, at)
    if kind == types.float32:
        return builder.bitcast(builder.trunc(_word(builder, table, at), ir.IntType(32)), ir.FloatType())
    if isinstance(kind, PackedType):
        return builder.inttoptr(_word(builder, table, at), _TABLE)
    return _array(context, builder, kind, [_word(builder, table, at + word) for word in range(kind.ndim + 1)])


def _word(builder, table, at):
    word = builder.load(builder.gep(table, [_WORD(at)]))
    # A table is written once, before any kernel sees it, so a lookup may move out of a loop that writes elsewhere.
    word.set_metadata("invariant.load", builder.module.add_metadata([]))
    return word


def _array(context, builder, kind, words):
    """Numba's structure of an array that someone else owns."""
    array = context.make_array(kind)(context, builder)
    size = context.get_constant(types.intp, kind.dtype.bitwidth // 8)
    address, shape = words[0], words[1:]
    strides = [size]
    for length in reversed(shape[1:]):
        strides.insert(0, builder.mul(strides[0], length))
    count = shape[0]
    for length in shape[1:]:
        count = builder.mul(count, length)
    array.data = builder.inttoptr(address, context.get_data_type(kind.dtype).as_pointer())
    array.itemsize = size
    array.nitems = count
    array.shape = cgutils.pack_array(builder, shape)
    array.strides = cgutils.pack_array(builder, strides)
    array.meminfo = cgutils.get_null_value(array.meminfo.type)
    array.parent = cgutils.get_null_value(array.parent.type)
    return array._getvalue()

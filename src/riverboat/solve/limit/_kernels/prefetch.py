"""A hint to the processor that memory will be read soon; it changes no result."""

from __future__ import annotations

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

_INDEX = ir.IntType(64)
_FLAG = ir.IntType(32)


@intrinsic
def prefetch(typingctx, array, place):
    """Fetch the cache line of an element of a flat array (1, n); places behind its end do no harm."""
    if not (isinstance(array, types.Array) and array.layout == "C"):
        return None

    def codegen(context, builder, sig, args):
        data = context.make_array(sig.args[0])(context, builder, args[0]).data
        place = context.cast(builder, args[1], sig.args[1], types.intp)
        bytes_ = ir.IntType(8).as_pointer()
        kind = ir.FunctionType(ir.VoidType(), [bytes_, _FLAG, _FLAG, _FLAG])
        function = cgutils.get_or_insert_function(builder.module, kind, "llvm.prefetch.p0i8")
        pointer = builder.bitcast(builder.gep(data, [place]), bytes_)
        builder.call(function, [pointer, _FLAG(0), _FLAG(3), _FLAG(1)])  # to read, keep near, data
        return context.get_dummy_value()

    return types.void(array, place), codegen

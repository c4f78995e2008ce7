"""Clear a row of bytes: by `memset` on the CPU, in words of 16 bytes on a GPU.

A GPU sends every store of a thread to memory by itself, so that few wide stores cost a fraction of
many narrow ones.
"""

from typing import Any

from llvmlite import ir
from numba.core import cgutils as untyped_cgutils
from numba.core import types
from numba.core.cpu import CPUContext
from numba.extending import intrinsic

from heptapolis.kernel import JIT

cgutils: Any = untyped_cgutils

WORD_BYTES = 16
BYTE, WIDE = ir.IntType(8), ir.VectorType(ir.IntType(64), 2)


def _clear(row: Any) -> None:
    row[:] = 0


def _clearing(_typing: Any, row: Any) -> Any:
    """Type and generate the code for a contiguous row of int8 or bool."""
    if row.layout != "C" or row.ndim != 1:
        raise TypeError(f"a row of bytes is contiguous, got {row}")

    def generate(context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        array = context.make_array(row)(context, builder, value=arguments[0])
        if isinstance(context, CPUContext):
            cgutils.memset(builder, array.data, array.nitems, 0)
        else:
            _store_wide(builder, array.data, array.nitems)
        return context.get_dummy_value()

    return types.void(row), generate


def _store_wide(builder: Any, data: Any, n: Any) -> None:
    """Generate stores of bytes up to the first word, of words, and of the bytes that are left."""
    kind = n.type
    start = builder.ptrtoint(data, kind)
    before = builder.and_(builder.neg(start), kind(WORD_BYTES - 1))
    before = builder.select(builder.icmp_unsigned("<", before, n), before, n)
    words = builder.udiv(builder.sub(n, before), kind(WORD_BYTES))
    behind = builder.add(before, builder.mul(words, kind(WORD_BYTES)))
    for first, count, width, what in (
        (kind(0), before, 1, BYTE),
        (before, words, WORD_BYTES, WIDE),
        (behind, builder.sub(n, behind), 1, BYTE),
    ):
        with cgutils.for_range(builder, count) as loop:
            place = builder.add(first, builder.mul(loop.index, kind(width)))
            target = builder.inttoptr(builder.add(start, place), what.as_pointer())
            builder.store(ir.Constant(what, None), target, align=width)


clear: Any = intrinsic(_clearing) if JIT else _clear

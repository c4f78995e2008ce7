"""Arrays without the cost of reference counting.

Numba updates an array's reference count with atomic instructions whenever a function passes it on;
in random play that would be half of the work. A borrowed array is the same memory without an owner,
so counting does nothing. It is valid while the function that borrowed it runs, since the caller of
that function owns the array. Named tuples of arrays (`batch`) are borrowed with all their arrays.
"""

from typing import Any

from numba import types
from numba.extending import intrinsic

from heptapolis.kernel import JIT


def same_array(array: Any) -> Any:
    """Return the array itself: without the JIT nothing is counted."""
    return array


def borrow_implementation(_typing: Any, kind: Any) -> Any:
    """Return the Numba implementation that rebuilds an array, or a tuple, without an owner."""

    def generate(context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return without_owner(context, builder, kind, arguments[0])

    return kind(kind), generate


def without_owner(context: Any, builder: Any, kind: Any, value: Any) -> Any:
    """Generate the code that rebuilds a value of a Numba type; numbers stay as they are."""
    if isinstance(kind, types.BaseTuple):
        parts: Any = kind
        for k, part in enumerate(parts):
            borrowed = without_owner(context, builder, part, builder.extract_value(value, k))
            value = builder.insert_value(value, borrowed, k)
    elif isinstance(kind, types.Array):
        copy = context.make_array(kind)(context, builder, value=value)
        copy.meminfo = copy.meminfo.type(None)
        value = copy._getvalue()  # noqa: SLF001 - Numba's name for a structure's value
    return value


borrow: Any = intrinsic(borrow_implementation) if JIT else same_array

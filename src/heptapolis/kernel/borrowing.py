"""Arrays without the cost of reference counting.

Numba updates an array's reference count with atomic instructions whenever a function passes it on;
in random play that would be half of the work. A borrowed array is the same memory without an owner,
so counting does nothing. It is valid while the function that borrowed it runs, since the caller of
that function owns the array.
"""

from typing import Any

from numba.extending import intrinsic

from heptapolis.kernel import JIT


def same_array(array: Any) -> Any:
    """Return the array itself: without the JIT nothing is counted."""
    return array


def borrow_implementation(typing: Any, array: Any) -> Any:
    """Return the Numba implementation that rebuilds the array without an owner."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        copy = context.make_array(array)(context, builder, value=arguments[0])
        copy.meminfo = copy.meminfo.type(None)
        return copy._getvalue()

    return array(array), generate


borrow: Any = intrinsic(borrow_implementation) if JIT else same_array

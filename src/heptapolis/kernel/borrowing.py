"""Arrays without the cost of counting who refers to them.

Numba counts references to an array with atomic instructions whenever a function hands it on, and in
random play that counting would be half of the work. A borrowed array is the same memory without
an owner: counting it does nothing. It lives as long as the function that borrowed it, whose caller
holds the array itself.
"""

from typing import Any

from numba.extending import intrinsic

from heptapolis.kernel import JIT


def itself(array: Any) -> Any:
    """The array: without the JIT nothing is counted."""
    return array


def ownerless(typing: Any, array: Any) -> Any:
    """How Numba makes the array again, without an owner."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        copy = context.make_array(array)(context, builder, value=arguments[0])
        copy.meminfo = copy.meminfo.type(None)
        return copy._getvalue()

    return array(array), generate


borrow: Any = intrinsic(ownerless) if JIT else itself

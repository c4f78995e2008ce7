"""Sets as the bits of a 64-bit word, with processor instructions for them."""

from typing import Any

from numba.core import types
from numba.extending import intrinsic

from heptapolis.kernel import JIT


def _lowest_bit(word: Any) -> Any:
    """Return the smallest member of a non-empty set."""
    whole = int(word) & (1 << 64) - 1
    return (whole & -whole).bit_length() - 1


def _count_bits(word: Any) -> Any:
    """Return the number of members of a set."""
    return (int(word) & (1 << 64) - 1).bit_count()


def _trailing_zeros(_typing: Any, _word: Any) -> Any:
    def generate(context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.cttz(arguments[0], context.get_constant(types.boolean, True))

    return types.int64(types.int64), generate


def _population(_typing: Any, _word: Any) -> Any:
    def generate(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.ctpop(arguments[0])

    return types.int64(types.int64), generate


lowest: Any = intrinsic(_trailing_zeros) if JIT else _lowest_bit
size: Any = intrinsic(_population) if JIT else _count_bits

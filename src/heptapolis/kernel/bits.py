"""Small sets stored as the bits of an integer."""

from typing import Any

import numpy as np

from heptapolis.kernel import jit
from heptapolis.kernel.types import Bits, Count

# The index of a single bit below 32, by the top five bits of its product with a de Bruijn sequence.
SEQUENCE = np.int64(0x077CB531)
PLACE = np.zeros(32, np.int64)
for _place in range(32):
    PLACE[((int(SEQUENCE) << _place) & 0xFFFFFFFF) >> 27] = _place


@jit
def count_bits(bits: Bits) -> Any:
    """Return the number of members of a set."""
    n = np.int64(0)
    while bits != 0:
        bits &= bits - 1
        n += 1
    return n


@jit
def first_bit(bits: Bits) -> Any:
    """Return the smallest member of a non-empty set with no member above 31."""
    return PLACE[(((bits & -bits) * SEQUENCE) & 0xFFFFFFFF) >> 27]


@jit
def nth_bit(bits: Bits, n: Count) -> Any:
    """Return the n-th smallest member, counted from 0."""
    for _ in range(n):
        bits &= bits - 1
    return first_bit(bits)

from typing import Any, NamedTuple

import numpy as np

from heptapolis.kernel import njit
from heptapolis.kernel.borrowing import borrow


class Inner(NamedTuple):
    flags: Any
    number: Any


class Outer(NamedTuple):
    numbers: Any
    inner: Inner


def write(outer: Outer) -> Any:
    borrowed = borrow(outer)
    borrowed.numbers[0] += borrowed.inner.number
    borrowed.inner.flags[1] = True
    return borrowed.numbers.sum()


def test_a_borrowed_tuple_is_the_same_memory_and_keeps_its_numbers() -> None:
    outer = Outer(np.arange(4), Inner(np.zeros(2, np.bool_), 5))
    assert njit(write)(outer) == 11
    assert outer.numbers.tolist() == [5, 1, 2, 3] and outer.inner.flags.tolist() == [False, True]

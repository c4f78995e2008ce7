"""Clearing a row of bytes changes no other row."""

from typing import Any

import numpy as np
import pytest

from heptapolis.kernel import JIT, njit
from heptapolis.kernel.clearing import clear


def clear_row(table: Any, row: int) -> None:
    clear(table[row])


@pytest.mark.parametrize("dtype", [np.int8, np.bool_])
@pytest.mark.parametrize("width", [0, 1, 15, 16, 33, 703])
def test_one_row_is_cleared_and_no_other(dtype: type, width: int) -> None:
    work = njit(clear_row) if JIT else clear_row
    for row in range(3):
        table: Any = np.ones((3, width), dtype)
        work(table, row)
        assert not table[row].any()
        assert np.delete(table, row, 0).all()

"""How the rules work: jitted functions over records, no Python objects, no hidden chance.

`entry` marks what is called from outside, `inlined` what one function alone calls, `common` small
sums that Python does too, `jit` the rest.
What is compiled is kept on disk (`cache`).
"""

from collections.abc import Callable
from typing import Any, TypeVar

import numba
import numpy as np
from numba.extending import register_jitable

from heptapolis.kernel.cache import CACHE, JIT
from heptapolis.kernel.compiling import share
from heptapolis.kernel.parts import PartCompiler

__all__ = [
    "CACHE", "JIT", "common", "empty_record", "entry", "inlined", "jit", "njit", "records",
]  # fmt: skip

F = TypeVar("F", bound=Callable[..., Any])

if not JIT:
    np.seterr(over="ignore")  # our random numbers wrap around on purpose

njit: Any = numba.njit  # its stubs do not know all options


def entry(function: F) -> F:
    """Compile a way into the kernel: cached on disk, and without the interpreter's lock."""
    compiled: F = njit(function, nogil=True, no_cfunc_wrapper=True)
    if JIT:
        share(compiled, CACHE)
    return compiled


def jit(function: F) -> F:
    """Compile what only the kernel itself calls: no wrapper for Python, no file and no machine code
    of its own, since every `entry` holds all it needs."""
    compiled: F = njit(
        function, nogil=True, no_cpython_wrapper=True, no_cfunc_wrapper=True,
        pipeline_class=PartCompiler,
    )  # fmt: skip
    return compiled


def inlined(function: F) -> F:
    """What one function alone calls is a part of it, compiled with it: much faster to run, and for
    all but the largest functions to compile."""
    compiled: F = njit(
        function, nogil=True, inline="always", no_cpython_wrapper=True, no_cfunc_wrapper=True
    )
    return compiled


def common(function: F) -> F:
    """A small sum that both sides do: Python as it stands, the kernel compiled."""
    usable: F = register_jitable(function)
    return usable


def records(array: Any) -> Any:
    """An array of records as the kernel takes it: without the JIT, fields need attribute access."""
    return array if JIT else array.view(np.recarray)


def empty_record(dtype: Any) -> Any:
    """One record of zeros, as the kernel takes it; NumPy's own ways take ten times as long."""
    return records(np.frombuffer(bytearray(dtype.itemsize), dtype))

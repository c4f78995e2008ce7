"""Compile the rules: jitted functions over records, without Python objects or hidden randomness.

`entry` marks functions called from outside the kernel, `inlined` functions with a single caller,
`common` small functions that Python calls too, and `jit` the rest. Compiled code is kept on disk
(`cache`).

Two modules replace private parts of Numba: `shared_cache` and `uncompiled`. Where these
parts are not as we know them, Numba's own cache and compiler do the work: games and results are the
same, and the rules take longer to compile.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any, TypeVar

import numba
import numpy as np
from numba.extending import register_jitable

from heptapolis.kernel.cache import CACHE, JIT, version

__all__ = [
    "CACHE",
    "JIT",
    "common",
    "empty_record",
    "entry",
    "inlined",
    "jit",
    "njit",
    "records",
]

F = TypeVar("F", bound=Callable[..., Any])

if not JIT:
    np.seterr(over="ignore")  # random numbers wrap around on purpose

njit: Any = numba.njit  # its stubs do not know all options
config: Any = numba.config

share: Callable[[Any, Any], None] | None = None
inner_options: dict[str, Any] = {}
with suppress(ImportError):
    from heptapolis.kernel.shared_cache import share
with suppress(ImportError):
    from heptapolis.kernel.uncompiled import FrontEndCompiler

    inner_options = {"pipeline_class": FrontEndCompiler}


def entry(function: F) -> F:
    """Compile an entry point of the kernel: cached on disk, and running without the GIL."""
    if not share:
        with _plain_cache_folder():
            plain: F = njit(function, nogil=True, no_cfunc_wrapper=True, cache=True)
        return plain
    compiled: F = njit(function, nogil=True, no_cfunc_wrapper=True)
    if JIT:
        share(compiled, CACHE)
    return compiled


@contextmanager
def _plain_cache_folder() -> Iterator[None]:
    """Let Numba keep code in a folder for this version of the games; it does not see an edit of an
    expansion's other files."""
    before, config.CACHE_DIR = config.CACHE_DIR, str(CACHE / f"plain-{version()}")
    try:
        yield
    finally:
        config.CACHE_DIR = before


def jit(function: F) -> F:
    """Compile a function that only the kernel calls. It gets no Python wrapper, no file and no
    machine code of its own, since every `entry` contains the functions it needs."""
    compiled: F = njit(
        function,
        nogil=True,
        no_cpython_wrapper=True,
        no_cfunc_wrapper=True,
        **inner_options,
    )
    return compiled


def inlined(function: F) -> F:
    """Compile a function into its only caller: much faster at run time and, except for the largest
    functions, faster to compile."""
    compiled: F = njit(
        function, nogil=True, inline="always", no_cpython_wrapper=True, no_cfunc_wrapper=True
    )
    return compiled


def common(function: F) -> F:
    """Mark a small function for both sides: plain Python outside, compiled in the kernel."""
    usable: F = register_jitable(function)
    return usable


def records(array: Any) -> Any:
    """Return an array of records for the kernel: without the JIT, fields need attribute access."""
    return array if JIT else array.view(np.recarray)


def empty_record(dtype: Any) -> Any:
    """Return one zeroed record for the kernel, ten times as fast as NumPy's own constructors."""
    return records(np.frombuffer(bytearray(dtype.itemsize), dtype))

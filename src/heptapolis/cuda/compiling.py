"""How kernels are compiled: exactly, once a machine, and with a line for each.

Compiled code is kept beside that of the CPU, under the hash of all sources that it depends on.
"""

import inspect
import os
import sys
import warnings
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from time import perf_counter
from typing import Any

from heptapolis.cuda.toolkit import IS_SIMULATED, cuda
from heptapolis.kernel.cache import gpu_folder_of
from heptapolis.kernel.compiling import QUIET_VARIABLE

THREADS = 64  # of a block

KERNELS: list["Kernel"] = []  # all that are declared


class Kernel:
    """A function that a GPU runs in many threads; `kernel` declares one."""

    def __init__(self, function: Callable[..., None]) -> None:
        self.function = function
        self.name = f"{function.__module__}.{function.__name__}"
        self._dispatcher: Any = None
        self._launchers: dict[int, Any] = {}  # by blocks
        KERNELS.append(self)

    def launch(self, n_threads: int, *arguments: Any) -> None:
        """Run it in at least ``n_threads`` threads; it is compiled for new types of arguments. A
        kernel gets the parts of a tuple one by one: finding the type of a tuple takes Numba as long
        as a step of many games."""
        n_blocks = -(-n_threads // THREADS)
        if n_blocks > 0:
            launcher = self._launchers.get(n_blocks) or self._configure(n_blocks)
            launcher(*flatten(arguments))

    def _configure(self, n_blocks: int) -> Any:
        if self._dispatcher is None:
            self._dispatcher = _dispatcher(self.function, self.name)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # few games do not fill a GPU, as their player knows
            launcher = self._launchers[n_blocks] = self._dispatcher[n_blocks, THREADS]
        return launcher


def flatten(arguments: Iterable[Any]) -> Iterator[Any]:
    """Return arguments as the launcher takes them: the parts of tuples, and arrays of the GPU."""
    for argument in arguments:
        if isinstance(argument, tuple):
            yield from flatten(argument)
        else:
            yield getattr(argument, "on_device", argument)


def kernel(function: Callable[..., None]) -> Kernel:
    """Declare a kernel; nothing is compiled before its first launch."""
    return Kernel(function)


def _dispatcher(function: Callable[..., None], name: str) -> Any:
    if IS_SIMULATED:
        return cuda.jit(function)
    dispatcher = cuda.jit(function, lto=False)
    dispatcher._cache = _cache(function, name)  # noqa: SLF001 - the only way to set Numba's cache
    compile_it = dispatcher.compile

    def compile_exactly(sig: Any) -> Any:
        with exact_arithmetic():
            return compile_it(sig)

    dispatcher.compile = compile_exactly
    return dispatcher


@contextmanager
def exact_arithmetic() -> Iterator[None]:
    """Compile multiplications and additions as they are written: one contracted to a single
    instruction rounds once, and the CPU twice."""
    from numba.cuda.cudadrv import nvvm

    compile_ir = nvvm.compile_ir

    def compile_without_contraction(*args: Any, **options: Any) -> Any:
        return compile_ir(*args, **{**options, "fma": 0})

    nvvm.compile_ir = compile_without_contraction
    try:
        yield
    finally:
        nvvm.compile_ir = compile_ir


def _cache(function: Callable[..., None], name: str) -> Any:
    """Return Numba's cache of a kernel, in our folder, which tells of what is not in it."""
    from numba.cuda.core import config
    from numba.cuda.dispatcher import CUDACache

    class SpokenCache(CUDACache):  # type: ignore[misc, unused-ignore]
        def load_overload(self, sig: Any, target_context: Any) -> Any:
            found = super().load_overload(sig, target_context)
            if found is None:
                _tell(f"compiling {name} for this GPU (seconds to two minutes, once) ...")
                self.start = perf_counter()
            return found

        def save_overload(self, sig: Any, data: Any) -> None:
            super().save_overload(sig, data)
            _tell(f"compiled {name} in {perf_counter() - self.start:.0f} s")

    folder = gpu_folder_of(Path(inspect.getfile(function)))
    before, config.CACHE_DIR = config.CACHE_DIR, str(folder)
    try:
        return SpokenCache(function)
    finally:
        config.CACHE_DIR = before


def _tell(text: str) -> None:
    if not os.environ.get(QUIET_VARIABLE):
        print(f"heptapolis: {text}", file=sys.stderr, flush=True)

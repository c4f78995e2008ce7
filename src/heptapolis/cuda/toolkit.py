"""Numba's CUDA target: imported so that it works, and checked before its first use."""

from functools import cache
from importlib import import_module
from typing import Any

import numba
import numpy as np

from heptapolis.extras import is_installed, require_extra

# Names that numba-cuda 0.30 takes from NumPy, and that NumPy 2.4 and 2.5 have dropped.
DROPPED_NAMES = {"row_stack": "vstack", "in1d": "isin", "trapz": "trapezoid"}

LATE_MODULES = ("numba.cuda.np.arrayobj", "numba.cuda.np.arraymath")  # that use them, imported late
FEATURE = 'device="cuda"'

config: Any = numba.config
IS_SIMULATED = bool(config.ENABLE_CUDASIM)  # threads of Python in the place of a GPU, for tests


class NoGpuError(OSError):
    """There is no GPU that could run our kernels."""


def _import_target() -> Any:
    """Import the target; NumPy has the names that it wants for that moment alone."""
    added = {old: new for old, new in DROPPED_NAMES.items() if not hasattr(np, old)}
    for old, new in added.items():
        setattr(np, old, getattr(np, new))
    try:
        from numba import cuda

        if is_installed("numba_cuda") and not IS_SIMULATED:
            for name in LATE_MODULES:
                import_module(name)
    except ImportError:
        require_extra("cuda", FEATURE)
        raise
    finally:
        for old in added:
            delattr(np, old)
    return cuda


cuda = _import_target()


@cache
def check_gpu() -> None:
    """Raise MissingExtra or NoGpuError, in one line, unless kernels can run here."""
    if IS_SIMULATED:
        return
    if not is_installed("numba_cuda"):
        require_extra("cuda", FEATURE)
    if config.DISABLE_JIT:
        raise NoGpuError(f"{FEATURE} needs the JIT, which NUMBA_DISABLE_JIT turns off")
    try:
        cuda.get_current_device()
    except Exception as error:
        told = _in_one_line(error)
        raise NoGpuError(f"{FEATURE} needs an NVIDIA GPU and its driver: {told}") from None
    if not cuda.is_available():
        raise NoGpuError(f"{FEATURE} needs libNVVM: pip install 'heptapolis[cuda]'")


def _in_one_line(error: Exception) -> str:
    lines = [line.strip(" :") for line in str(error).splitlines()]
    return " ".join(filter(None, lines)) or type(error).__name__


def gpu_name() -> str:
    """Return the name of the GPU's model."""
    name = cuda.get_current_device().name
    return name.decode() if isinstance(name, bytes) else str(name)


def free_bytes() -> int:
    """Return how much memory of the GPU is free."""
    if IS_SIMULATED:
        return 1 << 30
    return int(cuda.current_context().get_memory_info()[0])

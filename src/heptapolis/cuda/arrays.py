"""Arrays in the memory of the GPU, which other libraries read in place.

`__cuda_array_interface__` serves torch, CuPy and Numba, `__dlpack__` serves torch, CuPy and JAX.
"""

from typing import Any

import numpy as np

from heptapolis.cuda.dlpack import CUDA, make_capsule
from heptapolis.cuda.toolkit import IS_SIMULATED, cuda
from heptapolis.kernel import records


class DeviceArray:
    """An array that stays on the GPU; indexing it, or `numpy.asarray`, copies to the host."""

    def __init__(self, on_device: Any) -> None:
        self.on_device = on_device  # as kernels take it

    @property
    def shape(self) -> tuple[int, ...]:
        return tuple(self.on_device.shape)

    @property
    def dtype(self) -> np.dtype[Any]:
        dtype: np.dtype[Any] = self.on_device.dtype
        return dtype

    @property
    def ndim(self) -> int:
        return len(self.shape)

    @property
    def size(self) -> int:
        return int(np.prod(self.shape, dtype=np.int64))

    @property
    def nbytes(self) -> int:
        return self.size * self.dtype.itemsize

    def __len__(self) -> int:
        return self.shape[0]

    def __repr__(self) -> str:
        return f"DeviceArray(shape={self.shape}, dtype={self.dtype})"

    # ── handing over ─────────────────────────────────────────────────────────────────────────────

    @property
    def __cuda_array_interface__(self) -> dict[str, Any]:
        interface: dict[str, Any] = self.on_device.__cuda_array_interface__
        return interface

    def __dlpack__(self, **wishes: Any) -> Any:
        """Return the array for `from_dlpack`; work on it runs on the default stream."""
        cuda.synchronize()
        return make_capsule(self, cuda.get_current_device().id)

    def __dlpack_device__(self) -> tuple[int, int]:
        return CUDA, 0 if IS_SIMULATED else int(cuda.get_current_device().id)

    # ── copies ───────────────────────────────────────────────────────────────────────────────────

    def to_host(self) -> Any:
        """Return a copy as NumPy's array."""
        return _with_fields(self.on_device.copy_to_host())

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> Any:
        if copy is False:
            raise ValueError("an array of the GPU is copied to the host")
        return self.to_host().astype(dtype or self.dtype, copy=False)

    def __getitem__(self, index: Any) -> Any:
        """Return a copy of a part as NumPy's array, or of one entry."""
        part = self.on_device[index]
        return _with_fields(part.copy_to_host()) if hasattr(part, "copy_to_host") else part

    def __setitem__(self, index: slice, value: Any) -> None:
        """Write all of the array: ``array[:] = value``."""
        if index != slice(None):
            raise IndexError("an array of the GPU is written as a whole: array[:] = value")
        self.on_device.copy_to_device(np.full(self.shape, value, self.dtype))


def _with_fields(array: Any) -> Any:
    """Return an array of NumPy whose records are as the kernel takes them."""
    return records(array) if array.dtype.names else array


def zeros(shape: Any, dtype: Any) -> DeviceArray:
    """Return an array of zeros, of numbers or of records."""
    if IS_SIMULATED:
        return to_device(np.zeros(shape, dtype))
    from numba.cuda.cudadrv.driver import device_memset

    made = empty(shape, dtype)
    if made.nbytes:
        device_memset(made.on_device, 0, made.nbytes)
    return made


def empty(shape: Any, dtype: Any) -> DeviceArray:
    """Return an array without values."""
    return zeros(shape, dtype) if IS_SIMULATED else DeviceArray(cuda.device_array(shape, dtype))


def to_device(array: Any) -> DeviceArray:
    """Return a copy of an array of NumPy."""
    return DeviceArray(cuda.to_device(_with_fields(array)))


def on_device(array: Any) -> Any:
    """Return an array as kernels take it: of ours, of another library, or copied from the host."""
    if isinstance(array, DeviceArray):
        return array.on_device
    if hasattr(array, "__cuda_array_interface__"):
        return cuda.as_cuda_array(array, sync=False)
    return to_device(np.ascontiguousarray(array)).on_device

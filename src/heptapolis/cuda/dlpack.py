"""DLPack: an array as a capsule that other libraries take in without a copy."""

import ctypes
from typing import Any

CUDA = 2  # kDLCUDA
_CODES = {"i": 0, "u": 1, "f": 2, "b": 6}  # DLDataTypeCode by NumPy's kind
_NAME = b"dltensor"  # of a capsule that has not been consumed


class _Tensor(ctypes.Structure):
    _fields_ = (
        ("data", ctypes.c_void_p),
        ("device_type", ctypes.c_int32),
        ("device_id", ctypes.c_int32),
        ("ndim", ctypes.c_int32),
        ("code", ctypes.c_uint8),
        ("bits", ctypes.c_uint8),
        ("lanes", ctypes.c_uint16),
        ("shape", ctypes.POINTER(ctypes.c_int64)),
        ("strides", ctypes.POINTER(ctypes.c_int64)),
        ("byte_offset", ctypes.c_uint64),
    )


class _Managed(ctypes.Structure):
    pass


_Deleter = ctypes.CFUNCTYPE(None, ctypes.POINTER(_Managed))
_Managed._fields_ = (
    ("tensor", _Tensor),
    ("context", ctypes.c_void_p),
    ("deleter", _Deleter),
)
_Destructor = ctypes.CFUNCTYPE(None, ctypes.c_void_p)
_HELD: dict[int, Any] = {}  # what capsules and their consumers still use, by address

_new = ctypes.pythonapi.PyCapsule_New
_new.restype, _new.argtypes = ctypes.py_object, (ctypes.c_void_p, ctypes.c_char_p, _Destructor)
_is_valid = ctypes.pythonapi.PyCapsule_IsValid
_is_valid.restype, _is_valid.argtypes = ctypes.c_int, (ctypes.c_void_p, ctypes.c_char_p)
_pointer = ctypes.pythonapi.PyCapsule_GetPointer
_pointer.restype, _pointer.argtypes = ctypes.c_void_p, (ctypes.c_void_p, ctypes.c_char_p)


def _release(managed: Any) -> None:
    """Let go of an array that its consumer needs no more."""
    _HELD.pop(ctypes.addressof(managed.contents), None)


def _discard(capsule: int) -> None:
    """Let go of the array of a capsule that no library has taken in."""
    if _is_valid(capsule, _NAME):
        _HELD.pop(_pointer(capsule, _NAME), None)


_DELETER, _DESTRUCTOR = _Deleter(_release), _Destructor(_discard)  # they must outlive all capsules


def make_capsule(array: Any, device_id: int) -> Any:
    """Return the capsule of a contiguous array with ``__cuda_array_interface__``."""
    if array.dtype.kind not in _CODES:
        raise BufferError(f"DLPack has no type for {array.dtype}")
    shape = (ctypes.c_int64 * array.ndim)(*array.shape)
    address = array.__cuda_array_interface__["data"][0]
    tensor = _Tensor(
        address,
        CUDA,
        device_id,
        array.ndim,
        _CODES[array.dtype.kind],
        8 * array.dtype.itemsize,
        1,
        ctypes.cast(shape, ctypes.POINTER(ctypes.c_int64)),
        None,
        0,
    )
    managed = _Managed(tensor, None, _DELETER)
    place = ctypes.addressof(managed)
    _HELD[place] = managed, shape, array
    return _new(place, _NAME, _DESTRUCTOR)

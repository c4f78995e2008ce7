"""Linux system calls without a function in Python."""

import ctypes
import os
import sys
from functools import cache
from typing import Any

IS_LINUX = sys.platform == "linux"


@cache
def _library() -> Any:
    return ctypes.CDLL(None, use_errno=True)


def syscall(number: int, *arguments: Any) -> int:
    """Return the call's result, or raise OSError."""
    return _check_result(_library().syscall(ctypes.c_long(number), *map(_as_word, arguments)))


def prctl(option: int, *arguments: Any) -> int:
    """Return the call's result, or raise OSError; all five arguments are always passed."""
    words = [*arguments, 0, 0, 0, 0][:4]
    return _check_result(_library().prctl(ctypes.c_int(option), *map(_as_word, words)))


def _as_word(value: Any) -> Any:
    return ctypes.c_ulong(value) if isinstance(value, int) else value


def _check_result(answer: int) -> int:
    if answer < 0:
        number = ctypes.get_errno()
        raise OSError(number, os.strerror(number))
    return answer

"""Landlock: a Linux process restricts its file access to some folders. It can then neither inspect
nor signal any process outside, even of the same user."""

import ctypes
import os
import stat
from collections.abc import Iterable
from functools import cache

from heptapolis.sandbox.system import IS_LINUX, syscall

SIGNALS_VERSION = 6  # the first version with signals
_CREATE, _ADD, _RESTRICT = 444, 445, 446
_ASK_VERSION = 1
_PATH_BENEATH = 1

_WRITE, _READ, _LIST, _TRUNCATE = 1 << 1, 1 << 2, 1 << 3, 1 << 14
_OF_FILES = 1 << 0 | _WRITE | _READ | _TRUNCATE | 1 << 15  # the other rights apply to folders
_CHANGE = (  # remove a folder, a file; make a folder, a file, a link; move between folders
    1 << 4 | 1 << 5 | 1 << 7 | 1 << 8 | 1 << 12 | 1 << 13
)
# number of rights on files, by version; later ones have 16
_KNOWN = {1: 13, 2: 14, 3: 15, 4: 15, 5: 16}
_TCP = 0b11  # bind, connect
_SCOPES = 0b11  # abstract sockets, signals


class _PathBeneath(ctypes.Structure):
    _pack_ = 1
    _fields_ = (("allowed", ctypes.c_uint64), ("folder", ctypes.c_int32))


@cache
def version() -> int:
    """Return the version that the kernel offers; 0 for none."""
    if not IS_LINUX:
        return 0
    try:
        return syscall(_CREATE, None, 0, _ASK_VERSION)
    except OSError:
        return 0


def restrict(readable: Iterable[str], listable: Iterable[str], writable: Iterable[str]) -> None:
    """Restrict this thread and its descendants to these paths, irrevocably. Missing paths are
    ignored."""
    known = version()
    rights = (1 << _KNOWN.get(known, 16)) - 1
    handled = (rights, _TCP if known >= 4 else 0, _SCOPES if known >= SIGNALS_VERSION else 0)
    words = 1 if known < 4 else 2 if known < SIGNALS_VERSION else 3
    attributes = (ctypes.c_uint64 * words)(*handled[:words])
    rules = syscall(_CREATE, attributes, ctypes.sizeof(attributes), 0)
    try:
        for path in readable:
            _allow(rules, path, _READ | _LIST)
        for path in listable:
            _allow(rules, path, _LIST)
        for path in writable:
            _allow(rules, path, (_READ | _LIST | _WRITE | _TRUNCATE | _CHANGE) & rights)
        _allow(rules, os.devnull, _READ | _WRITE)
        syscall(_RESTRICT, rules, 0)
    finally:
        os.close(rules)


def _allow(rules: int, path: str, rights: int) -> None:
    try:
        place = os.open(path, os.O_PATH | os.O_CLOEXEC)
    except OSError:
        return
    try:
        if not stat.S_ISDIR(os.fstat(place).st_mode):
            rights &= _OF_FILES
        if rights:
            syscall(_ADD, rules, _PATH_BENEATH, ctypes.byref(_PathBeneath(rights, place)), 0)
    finally:
        os.close(place)

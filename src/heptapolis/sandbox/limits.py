"""Restrictions without a sandbox: capabilities, and the size of files."""

import ctypes
import platform
from contextlib import suppress

from heptapolis.sandbox.system import IS_LINUX, prctl, syscall

MAX_FILE_BYTES = 1 << 28  # bytes of a file that the process writes
CAPSET = {"x86_64": 126, "aarch64": 91}
_DUMPABLE, _NO_NEW_PRIVS = 4, 38
_CAPABILITIES_3 = 0x20080522


def apply_limits() -> None:
    """Disable core dumps and large files; on Linux also drop capabilities, forbid new ones, hide
    the process's memory from others, and make it the first to be killed when memory is short."""
    try:
        import resource
    except ImportError:  # Windows
        return
    for kind, most in ((resource.RLIMIT_CORE, 0), (resource.RLIMIT_FSIZE, MAX_FILE_BYTES)):
        _, allowed = resource.getrlimit(kind)
        most = most if allowed == resource.RLIM_INFINITY else min(most, allowed)
        resource.setrlimit(kind, (most, most))
    if IS_LINUX:
        with suppress(OSError), open("/proc/self/oom_score_adj", "w") as adjustment:
            adjustment.write("1000")
        prctl(_DUMPABLE, 0)
        prctl(_NO_NEW_PRIVS, 1)
        _drop_capabilities()


def _drop_capabilities() -> None:
    number = CAPSET.get(platform.machine())
    if number is None:
        return
    header = (ctypes.c_uint32 * 2)(_CAPABILITIES_3, 0)
    syscall(number, header, (ctypes.c_uint32 * 6)())

"""Seccomp: a Linux process gives up system calls. The calls below have effects outside without any
file: sockets, other processes, programs, and rights and times of files that it need not open."""

import ctypes
import errno
import os
import platform
import sys
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from heptapolis.sandbox.system import IS_LINUX, prctl

# The number of each call, on x86_64 and on aarch64, which lacks the oldest.
REFUSED_CALLS: dict[str, tuple[int, int | None]] = {
    "fork": (57, None),
    "vfork": (58, None),
    "execve": (59, 221),
    "execveat": (322, 281),
    "socket": (41, 198),
    "ptrace": (101, 117),
    "process_vm_readv": (310, 270),
    "process_vm_writev": (311, 271),
    "process_madvise": (440, 440),
    "process_mrelease": (448, 448),
    "migrate_pages": (256, 238),
    "move_pages": (279, 239),
    "kcmp": (312, 272),
    "pidfd_open": (434, 434),
    "pidfd_getfd": (438, 438),
    "pidfd_send_signal": (424, 424),
    "tkill": (200, 130),
    "rt_sigqueueinfo": (129, 138),
    "rt_tgsigqueueinfo": (297, 240),
    "setpriority": (141, 140),
    "ioprio_set": (251, 30),
    "sched_setscheduler": (144, 119),
    "sched_setparam": (142, 118),
    "sched_setattr": (314, 274),
    "io_uring_setup": (425, 425),
    "io_uring_enter": (426, 426),
    "io_uring_register": (427, 427),
    "bpf": (321, 280),
    "perf_event_open": (298, 241),
    "userfaultfd": (323, 282),
    "keyctl": (250, 219),
    "add_key": (248, 217),
    "request_key": (249, 218),
    "unshare": (272, 97),
    "setns": (308, 268),
    "syslog": (103, 116),
    "fanotify_init": (300, 262),
    "inotify_init": (253, None),
    "inotify_init1": (294, 26),
    "shmget": (29, 194),
    "shmat": (30, 196),
    "shmctl": (31, 195),
    "semget": (64, 190),
    "semop": (65, 193),
    "semctl": (66, 191),
    "semtimedop": (220, 192),
    "msgget": (68, 186),
    "msgsnd": (69, 189),
    "msgrcv": (70, 188),
    "msgctl": (71, 187),
    "mq_open": (240, 180),
    "mq_unlink": (241, 181),
    "truncate": (76, 45),
    "chmod": (90, None),
    "fchmod": (91, 52),
    "fchmodat": (268, 53),
    "chown": (92, None),
    "fchown": (93, 55),
    "lchown": (94, None),
    "fchownat": (260, 54),
    "setxattr": (188, 5),
    "lsetxattr": (189, 6),
    "fsetxattr": (190, 7),
    "removexattr": (197, 14),
    "lremovexattr": (198, 15),
    "fremovexattr": (199, 16),
    "utime": (132, None),
    "utimes": (235, None),
    "futimesat": (261, None),
    "utimensat": (280, 88),
}
LIMITED_CALLS = {  # refused for other processes, allowed for itself
    "kill": (62, 129),
    "tgkill": (234, 131),
    "prlimit64": (302, 261),
    "sched_setaffinity": (203, 122),
}
CLONE, CLONE3, SOCKETPAIR = (56, 220), (435, 435), (53, 199)
FIRST_UNKNOWN_CALL = (
    452  # calls from this number on are younger than this list; programs work without them
)

_SECCOMP, _GET_SECCOMP, _MODE_FILTER = 22, 21, 2
_LOAD, _AND, _RETURN = 0x20, 0x54, 0x06  # opcodes of the filter, like those that follow
_IF_EQUAL, _IF_AT_LEAST, _IF_ANY = 0x15, 0x35, 0x45
_NUMBER, _MACHINE, _FIRST, _SECOND = 0, 4, 16, 24  # offsets in the data of a call; low halves
_KILL, _REFUSE, _ALLOW = 0x80000000, 0x00050000, 0x7FFF0000
_THREAD = 0x00010000  # flag of clone: a thread, not a process
_KIND, _STREAM = 0xF, 1  # of a socket


class Machine(NamedTuple):
    """A processor architecture: its number in filters, and its column in the tables above."""

    audit: int
    column: int


MACHINES = {"x86_64": Machine(0xC000003E, 0), "aarch64": Machine(0xC00000B7, 1)}


class _Instruction(ctypes.Structure):
    _fields_ = (
        ("code", ctypes.c_uint16),
        ("yes", ctypes.c_uint8),
        ("no", ctypes.c_uint8),
        ("value", ctypes.c_uint32),
    )


class _Program(ctypes.Structure):
    _fields_ = (("length", ctypes.c_uint16), ("first", ctypes.POINTER(_Instruction)))


@cache
def is_offered() -> bool:
    if not IS_LINUX or sys.maxsize < 2**32 or platform.machine() not in MACHINES:
        return False
    try:
        return prctl(_GET_SECCOMP) >= 0
    except OSError:
        return False


def restrict() -> None:
    """Refuse these calls for this thread and its descendants, irrevocably. The process must have
    `no_new_privs`."""
    lines = list(_lines(MACHINES[platform.machine()], os.getpid()))
    instructions = (_Instruction * len(lines))(*(_Instruction(*line) for line in lines))
    program = _Program(len(lines), instructions)
    prctl(_SECCOMP, _MODE_FILTER, ctypes.byref(program))


Line = tuple[int, int, int, int]


def _lines(machine: Machine, pid: int) -> Iterator[Line]:
    """Yield the filter: opcode, lines to skip if true, if false, and a number."""
    refuse, unknown = ((_RETURN, 0, 0, _REFUSE | n) for n in (errno.EPERM, errno.ENOSYS))
    allow = (_RETURN, 0, 0, _ALLOW)

    def of(numbers: tuple[int, int | None]) -> int | None:
        return numbers[machine.column]

    yield _LOAD, 0, 0, _MACHINE
    yield _IF_EQUAL, 1, 0, machine.audit
    yield _RETURN, 0, 0, _KILL
    yield _LOAD, 0, 0, _NUMBER
    yield _IF_AT_LEAST, 0, 1, FIRST_UNKNOWN_CALL
    yield unknown
    # its flags are not readable here: the C library falls back to clone
    yield _IF_EQUAL, 0, 1, of(CLONE3) or 0
    yield unknown
    for number in filter(None, map(of, REFUSED_CALLS.values())):
        yield _IF_EQUAL, 0, 1, number
        yield refuse
    for number in filter(None, map(of, LIMITED_CALLS.values())):
        yield _IF_EQUAL, 0, 6, number
        yield _LOAD, 0, 0, _FIRST
        yield _IF_EQUAL, 3, 0, 0  # itself; in a signal, its group
        yield _IF_EQUAL, 2, 0, pid
        yield _IF_EQUAL, 1, 0, -pid & 0xFFFFFFFF  # its group, which it leads
        yield refuse
        yield allow
    yield _IF_EQUAL, 0, 4, of(CLONE) or 0
    yield _LOAD, 0, 0, _FIRST
    yield _IF_ANY, 1, 0, _THREAD
    yield refuse
    yield allow
    yield _IF_EQUAL, 0, 5, of(SOCKETPAIR) or 0  # streams only: other kinds can be sent elsewhere
    yield _LOAD, 0, 0, _SECOND
    yield _AND, 0, 0, _KIND
    yield _IF_EQUAL, 1, 0, _STREAM
    yield refuse
    yield allow
    yield allow

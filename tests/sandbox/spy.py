"""A bot that searches for the seed of its own game and other data it must not access.

The test writes the targets into `prey.json` beside the bot. Each question is another attempt, and its
outcome is reported as an error.
"""

import ctypes
import json
import os
import resource
import socket
import stat
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import heptapolis as hp

PREY_FILE = Path(__file__).with_name("prey.json")
prey: dict[str, Any] = json.loads(PREY_FILE.read_text()) if PREY_FILE.exists() else {}
PARENT: int = prey.get("parent", 0)
LIBC = ctypes.CDLL(None, use_errno=True)
SEIZE = 0x4206  # of ptrace: does not stop the traced process


def check_result(answer: int) -> int:
    if answer < 0:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
    return answer


def variables() -> object:
    return os.environ.get("OPEN_SESAME") or os.environ.get("PATH")


def open_files() -> list[int]:
    """Return open file descriptors except pipes and /dev/null."""
    found = []
    for number in range(256):
        try:
            mode = os.fstat(number).st_mode
        except OSError:
            continue
        if not (stat.S_ISFIFO(mode) or stat.S_ISCHR(mode)):
            found.append(number)
    return found


def memory_of_parent() -> bytes:
    start = int(Path(f"/proc/{PARENT}/maps").read_text().partition("-")[0], 16)
    with open(f"/proc/{PARENT}/mem", "rb") as memory:
        memory.seek(start)
        return memory.read(1)


def read_across() -> int:
    """Read a byte of the parent process, at a mapped or unmapped address."""
    local = ctypes.create_string_buffer(1)
    to, there = ((ctypes.c_size_t * 2)(ctypes.addressof(local), 1) for _ in range(2))
    answer = LIBC.process_vm_readv(PARENT, to, 1, there, 1, 0)
    if answer < 0 and ctypes.get_errno() == 14:  # EFAULT: permitted, but the address is unmapped
        return 1
    return check_result(answer)


def other_process_variables() -> bytes:
    """Read the environment of any process except itself and those of bubblewrap."""
    for folder in Path("/proc").iterdir():
        if folder.name.isdecimal() and int(folder.name) not in (1, os.getpid(), os.getppid()):
            return (folder / "environ").read_bytes()
    raise PermissionError("no other process is visible")


def plan_beside() -> str:
    return Path(__file__).with_name("arena").joinpath("plan.json").read_text()


def connect(*address: Any) -> bool:
    family, kind, where = address
    with socket.socket(family, kind) as line:
        line.connect(where)
        return True


def fork() -> bool:
    pid = os.fork()
    if not pid:
        os._exit(0)
    os.waitpid(pid, 0)
    return True


def chmod() -> bool:
    return not check_result(LIBC.chmod(prey["database"].encode(), 0o644))


def use_own_folder() -> bool:
    """Do what is allowed: write and read in the own folder, and start threads."""
    note = Path.home() / "note"
    thread = threading.Thread(target=note.write_text, args=("mine",))
    thread.start()
    thread.join()
    return note.read_text() == "mine" and Path.cwd() == Path.home()


ATTEMPTS: dict[str, tuple[str, Callable[[], object]]] = {
    "variables": ("environment", variables),
    "open files": ("descriptors", open_files),
    "the database": ("files", lambda: Path(prey["database"]).read_bytes()),
    "a database beside it": ("files", lambda: Path(__file__).with_name("x.sqlite").read_bytes()),
    "the arena's plan": ("files", plan_beside),
    "names in /etc": ("files", lambda: Path("/etc/passwd").read_text()),
    "homes": ("files", lambda: os.listdir(prey["home"])),
    "our compiled code": ("files", lambda: Path(prey["cache"], "spy").write_text("mine")),
    "its own source": ("files", lambda: Path(__file__).write_text("other")),
    "a link to elsewhere": ("files", lambda: os.link(prey["database"], Path.home() / "mine")),
    "variables of its parent": ("processes", lambda: Path(f"/proc/{PARENT}/environ").read_bytes()),
    "arguments of its parent": ("processes", lambda: Path(f"/proc/{PARENT}/cmdline").read_bytes()),
    "files of its parent": ("processes", lambda: os.listdir(f"/proc/{PARENT}/fd")),
    "memory of its parent": ("processes", memory_of_parent),
    "memory by a call": ("processes", read_across),
    "variables of other processes": ("processes", other_process_variables),
    "tracing its parent": ("processes", lambda: not check_result(LIBC.ptrace(SEIZE, PARENT, 0, 0))),
    "a signal": ("processes", lambda: not check_result(LIBC.kill(PARENT, 0))),
    "limits of its parent": ("processes", lambda: resource.prlimit(PARENT, resource.RLIMIT_CORE)),
    "TCP": ("network", lambda: connect(socket.AF_INET, socket.SOCK_STREAM, tuple(prey["tcp"]))),
    "UDP": ("network", lambda: connect(socket.AF_INET, socket.SOCK_DGRAM, tuple(prey["tcp"]))),
    "a socket of Unix": (
        "network",
        lambda: connect(socket.AF_UNIX, socket.SOCK_STREAM, prey["unix"]),
    ),
    "a process": ("programs", fork),
    "a program": ("programs", lambda: subprocess.run([sys.executable, "-c", ""]).args),
    "rights of a file": ("programs", chmod),  # refused together with the attempts above
    "its own folder": ("", use_own_folder),
}


class Spy:
    """Make the next attempt at each question."""

    asked = 0

    def choose(self, view: hp.View, rng: Random) -> None:
        attempt = list(ATTEMPTS.values())[self.asked][1]
        self.asked += 1
        try:
            outcome = attempt()
        except OSError as error:
            raise RuntimeError(f"refused: {error.strerror or error}") from None
        raise RuntimeError("done" if outcome else "nothing")

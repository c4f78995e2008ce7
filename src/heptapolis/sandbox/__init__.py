"""What a process gives up before it runs a stranger's code.

Whoever starts such a process says what it may read and write (`Bounds`); the process calls `enter`
before it imports anything of the stranger's, while it has one thread: what a system offers to bind
a process binds a thread and all that come from it. A protection that is said to be in force and
cannot be had ends the process.
"""

import json
import os
import sys
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from functools import cache
from pathlib import Path

from heptapolis.sandbox import bubblewrap, landlock, limits, seccomp

# The protections there are, by what they keep from a stranger's code.
ENVIRONMENT = "environment"  # variables of whoever started it
DESCRIPTORS = "descriptors"  # files that are open there
FILES = "files"  # all but Python, the bot's own folder and a place to write
PROCESSES = "processes"  # memory, variables and arguments of others, and signals to them
NETWORK = "network"  # all of it
PROGRAMS = "programs"  # starting any
ALL = (ENVIRONMENT, DESCRIPTORS, FILES, PROCESSES, NETWORK, PROGRAMS)

LANDLOCK, SECCOMP, BUBBLEWRAP = "landlock", "seccomp", "bubblewrap"  # the ways to have them

SWITCH = "HEPTAPOLIS_SANDBOX"  # the environment variable that says "off"
KEPT = (  # variables that say how numbers are computed or words are written, and nothing more
    "LANG", "LC_ALL", "LC_CTYPE", "TZ", "SYSTEMROOT", "LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH",
    "NUMBA_DISABLE_JIT", "NUMBA_BOUNDSCHECK", "NUMBA_NUM_THREADS", "OMP_NUM_THREADS",
    "MKL_NUM_THREADS", "OPENBLAS_NUM_THREADS", "PYTHONHASHSEED", "PYTHONUTF8",
)  # fmt: skip
SYSTEM = (  # what Python and libraries read, wherever they are installed
    "/usr", "/lib", "/lib32", "/lib64", "/nix/store", "/etc/ld.so.cache", "/etc/localtime",
    "/dev/null", "/dev/zero", "/dev/random", "/dev/urandom", "/proc/cpuinfo", "/proc/meminfo",
    "/sys/devices/system/cpu", "/sys/devices/system/node",
)  # fmt: skip


def is_off() -> bool:
    """The user has said that outside bots are to run as any program of theirs."""
    return os.environ.get(SWITCH, "").lower() in ("off", "0", "no")


def turn_off() -> None:
    """For this process and those that it starts."""
    os.environ[SWITCH] = "off"


@cache
def ways() -> tuple[str, ...]:
    """What this system offers. Bubblewrap is for where there is no Landlock, which needs no program
    and no time."""
    has_filter = (SECCOMP,) if seccomp.is_offered() else ()
    if landlock.version():
        return LANDLOCK, *has_filter
    return (BUBBLEWRAP, *has_filter) if bubblewrap.is_offered() else has_filter


def in_force() -> tuple[str, ...]:
    """The protections that strangers' code gets on this system."""
    if is_off():
        return ()
    has, there = {ENVIRONMENT, DESCRIPTORS}, ways()
    if SECCOMP in there:
        has |= {NETWORK, PROGRAMS}
    if LANDLOCK in there:
        has |= {FILES}
        if SECCOMP in there or landlock.version() >= landlock.SIGNALS:
            has |= {PROCESSES}
    if BUBBLEWRAP in there:
        has |= {FILES, PROCESSES, NETWORK}
    return tuple(word for word in ALL if word in has)


@dataclass(frozen=True)
class Bounds:
    """What a process may see and change once it has entered its sandbox."""

    home: str  # a folder of its own, empty at first
    readable: tuple[str, ...] = ()  # files, and folders with all that is in them
    listable: tuple[str, ...] = ()  # folders whose names alone it may know
    writable: tuple[str, ...] = ()  # folders
    linked: tuple[str, str] | None = None  # a folder, and one where its files are seen too
    ways: tuple[str, ...] = field(default_factory=lambda: ways())

    def command(self, python: list[str]) -> list[str]:
        """How to start it."""
        if BUBBLEWRAP not in self.ways:
            return python
        writable = (self.home, *self.writable)  # what is seen can be listed there
        return [*bubblewrap.command(self.readable, writable, self.home), *python]

    def to_json(self) -> str:
        return json.dumps(asdict(self))

    @classmethod
    def from_json(cls, text: str) -> "Bounds":
        return cls(**json.loads(text))


def enter(bounds: Bounds) -> None:
    """Give up all else, for good."""
    if unknown := {*bounds.ways} - {LANDLOCK, SECCOMP, BUBBLEWRAP}:
        raise ValueError(f"no such sandbox: {', '.join(unknown)}")
    os.chdir(bounds.home)
    limits.lower()
    if LANDLOCK in bounds.ways:
        writable = (bounds.home, *bounds.writable)
        landlock.restrict(bounds.readable, bounds.listable, writable)
    if SECCOMP in bounds.ways:
        seccomp.restrict()
    if bounds.linked:
        _link(*map(Path, bounds.linked))


def enter_as_told() -> None:
    """The bounds stand last among the arguments of the process."""
    enter(Bounds.from_json(sys.argv.pop()))


def environment(home: str, **variables: str) -> dict[str, str]:
    """The variables that a stranger's code sees."""
    kept = {name: os.environ[name] for name in KEPT if name in os.environ}
    return kept | {"HOME": home, "TMPDIR": home, "TEMP": home, "TMP": home} | variables


def readable_of_python() -> tuple[list[str], list[str]]:
    """What Python reads to import whatever is installed: what may be read, and what only listed. A
    folder on the path in which the user works, or lives, may hold anything."""
    here = [Path.cwd(), Path.home()]
    readable, listable = [*SYSTEM, sys.prefix, sys.base_prefix], list[str]()
    for folder in search_path():
        is_private = any(place.is_relative_to(Path(folder).resolve()) for place in here)
        (listable if is_private else readable).append(folder)
    return readable, listable


def search_path() -> list[str]:
    """Where this process finds modules, also for one that works in another folder."""
    return [os.path.abspath(folder) for folder in sys.path]


def neighbours(file: Path) -> list[str]:
    """What code may read beside its file: the files there and packages of Python, but no databases,
    and no other folders, since these may hold anything."""
    return [
        str(path)
        for path in file.parent.iterdir()
        if (path / "__init__.py").exists() or (path.is_file() and "sqlite" not in path.suffix)
    ]


def _link(source: Path, target: Path) -> None:
    """All files of a folder in another one, where each can be replaced."""
    for folder, folders, names in os.walk(source):
        folders[:] = [name for name in folders if not target.is_relative_to(Path(folder, name))]
        own = target / Path(folder).relative_to(source)
        own.mkdir(parents=True, exist_ok=True)
        for name in names:
            with suppress(FileExistsError):
                os.symlink(os.path.join(folder, name), own / name)

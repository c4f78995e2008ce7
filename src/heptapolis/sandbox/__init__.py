"""A sandbox for processes that run foreign code.

The parent decides what such a process may read and write (`Bounds`); the process calls `enter`
before it imports foreign code, while it has one thread: the mechanisms of the system confine a
thread and its descendants. If a protection that is reported as in force is not available, the
process ends.
"""

import json
import os
import sys
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from functools import cache
from pathlib import Path

from heptapolis.sandbox import bubblewrap, landlock, limits, seccomp

# The protections, by what they withhold.
ENVIRONMENT = "environment"  # variables of the parent process
DESCRIPTORS = "descriptors"  # open files of the parent process
FILES = "files"  # all but Python, the bot's own folder and a place to write
PROCESSES = "processes"  # memory, variables and arguments of other processes, and signals to them
NETWORK = "network"  # any connection
PROGRAMS = "programs"  # starting any
ALL_PROTECTIONS = (ENVIRONMENT, DESCRIPTORS, FILES, PROCESSES, NETWORK, PROGRAMS)

LANDLOCK, SECCOMP, BUBBLEWRAP = "landlock", "seccomp", "bubblewrap"  # the mechanisms

SWITCH_VARIABLE = (
    "HEPTAPOLIS_SANDBOX"  # the environment variable that turns the sandbox off with "off"
)
KEPT_VARIABLES = (  # variables for numerical libraries and locales only
    "LANG",
    "LC_ALL",
    "LC_CTYPE",
    "TZ",
    "SYSTEMROOT",
    "LD_LIBRARY_PATH",
    "DYLD_LIBRARY_PATH",
    "NUMBA_DISABLE_JIT",
    "NUMBA_BOUNDSCHECK",
    "NUMBA_NUM_THREADS",
    "OMP_NUM_THREADS",
    "MKL_NUM_THREADS",
    "OPENBLAS_NUM_THREADS",
    "PYTHONHASHSEED",
    "PYTHONUTF8",
)
SYSTEM_PATHS = (  # files of Python and its libraries, wherever they are installed
    "/usr",
    "/lib",
    "/lib32",
    "/lib64",
    "/nix/store",
    "/etc/ld.so.cache",
    "/etc/localtime",
    "/dev/null",
    "/dev/zero",
    "/dev/random",
    "/dev/urandom",
    "/proc/cpuinfo",
    "/proc/meminfo",
    "/sys/devices/system/cpu",
    "/sys/devices/system/node",
)


def is_off() -> bool:
    """Return whether the user has turned the sandbox off, so that outside bots run as ordinary
    programs."""
    return os.environ.get(SWITCH_VARIABLE, "").lower() in ("off", "0", "no")


def turn_off() -> None:
    """Turn the sandbox off for this process and its children."""
    os.environ[SWITCH_VARIABLE] = "off"


@cache
def mechanisms() -> tuple[str, ...]:
    """Return the mechanisms that this system offers. Bubblewrap is only used without Landlock,
    which needs no program and no time."""
    has_filter = (SECCOMP,) if seccomp.is_offered() else ()
    if landlock.version():
        return LANDLOCK, *has_filter
    return (BUBBLEWRAP, *has_filter) if bubblewrap.is_offered() else has_filter


def active_protections() -> tuple[str, ...]:
    """Return the protections in force on this system."""
    if is_off():
        return ()
    has, there = {ENVIRONMENT, DESCRIPTORS}, mechanisms()
    if SECCOMP in there:
        has |= {NETWORK, PROGRAMS}
    if LANDLOCK in there:
        has |= {FILES}
        if SECCOMP in there or landlock.version() >= landlock.SIGNALS_VERSION:
            has |= {PROCESSES}
    if BUBBLEWRAP in there:
        has |= {FILES, PROCESSES, NETWORK}
    return tuple(word for word in ALL_PROTECTIONS if word in has)


@dataclass(frozen=True)
class Bounds:
    """The files that a process may see and change inside its sandbox."""

    home: str  # its own folder, empty at first
    readable: tuple[str, ...] = ()  # files, and folders with their contents
    listable: tuple[str, ...] = ()  # folders whose listing alone is allowed
    writable: tuple[str, ...] = ()  # folders
    linked: tuple[str, str] | None = None  # a folder, and another one with links to its files
    mechanisms: tuple[str, ...] = field(default_factory=lambda: mechanisms())

    def command(self, python: list[str]) -> list[str]:
        """Return the command line that starts the process."""
        if BUBBLEWRAP not in self.mechanisms:
            return python
        writable = (self.home, *self.writable)  # writable folders can be listed
        return [*bubblewrap.command(self.readable, writable, self.home), *python]

    def to_json(self) -> str:
        return json.dumps(asdict(self))

    @classmethod
    def from_json(cls, text: str) -> "Bounds":
        return cls(**json.loads(text))


def enter(bounds: Bounds) -> None:
    """Give up all other rights, irrevocably."""
    if unknown := {*bounds.mechanisms} - {LANDLOCK, SECCOMP, BUBBLEWRAP}:
        raise ValueError(f"no such sandbox: {', '.join(unknown)}")
    os.chdir(bounds.home)
    limits.apply_limits()
    if LANDLOCK in bounds.mechanisms:
        writable = (bounds.home, *bounds.writable)
        landlock.restrict(bounds.readable, bounds.listable, writable)
    if SECCOMP in bounds.mechanisms:
        seccomp.restrict()
    if bounds.linked:
        _link(*map(Path, bounds.linked))


def enter_from_arguments() -> None:
    """Enter with the bounds in the last argument of the process."""
    enter(Bounds.from_json(sys.argv.pop()))


def environment(home: str, **variables: str) -> dict[str, str]:
    """Return the environment variables for foreign code."""
    kept = {name: os.environ[name] for name in KEPT_VARIABLES if name in os.environ}
    return kept | {"HOME": home, "TMPDIR": home, "TEMP": home, "TMP": home} | variables


def python_paths() -> tuple[list[str], list[str]]:
    """Return what Python reads to import installed packages: readable paths, and paths to list
    only. A folder on the path where the user works or lives is not readable: it may hold
    anything."""
    here = [Path.cwd(), Path.home()]
    readable, listable = [*SYSTEM_PATHS, sys.prefix, sys.base_prefix], list[str]()
    for folder in search_path():
        is_private = any(place.is_relative_to(Path(folder).resolve()) for place in here)
        (listable if is_private else readable).append(folder)
    return readable, listable


def search_path() -> list[str]:
    """Return this process's module search path with absolute folders."""
    return [os.path.abspath(folder) for folder in sys.path]


def neighbours(file: Path) -> list[str]:
    """Return the files that code may read beside its own: modules and Python packages there.
    Databases and other folders are excluded, since they may hold anything."""
    return [
        str(path)
        for path in file.parent.iterdir()
        if (path / "__init__.py").exists() or (path.is_file() and "sqlite" not in path.suffix)
    ]


def _link(source: Path, target: Path) -> None:
    """Link all files of a folder into another one, where each link can be replaced."""
    for folder, folders, names in os.walk(source):
        folders[:] = [name for name in folders if not target.is_relative_to(Path(folder, name))]
        own = target / Path(folder).relative_to(source)
        own.mkdir(parents=True, exist_ok=True)
        for name in names:
            with suppress(FileExistsError):
                os.symlink(os.path.join(folder, name), own / name)

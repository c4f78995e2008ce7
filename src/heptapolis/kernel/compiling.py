"""Locks of functions that are compiled, and the one line that reports a compilation."""

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from time import monotonic, sleep
from typing import Any

from heptapolis.kernel.cache import version

if sys.platform != "win32":
    import fcntl

QUIET_VARIABLE = "HEPTAPOLIS_QUIET"  # suppresses the line, in child processes too
LOCK_TIMEOUT_SECONDS = 120.0  # the longest function takes half a minute
LOCK_POLL_SECONDS = 0.05  # between two checks


@contextmanager
def suppress_report() -> Iterator[None]:
    """Suppress the report, for callers that show progress in another way."""
    before = os.environ.get(QUIET_VARIABLE)
    os.environ[QUIET_VARIABLE] = "1"
    try:
        yield
    finally:
        if before is None:
            os.environ.pop(QUIET_VARIABLE, None)
        else:
            os.environ[QUIET_VARIABLE] = before


def ready_file(root: Path) -> Path:
    """Return the marker file of a complete warm-up."""
    return root / f"ready-{version()}"


def report_once(function: Callable[..., Any], root: Path) -> None:
    """Report a compilation once in a process, and never in its children."""
    if os.environ.get(QUIET_VARIABLE):
        return
    os.environ[QUIET_VARIABLE] = "1"
    what = "the rules"
    how = "seconds to a minute or two, once; `hepta warm-up` does it all beforehand"
    if ready_file(root).exists():  # so a warm-up does not cover this function
        what, how = f"{function.__module__}.{function.__name__}", "up to a minute, once"
    print(f"heptapolis: compiling {what} for this machine: {how}", file=sys.stderr, flush=True)


def take_lock(file: Path) -> int | None:
    """Return the open lock file; None if locks do not work here, or after a long wait: compiling
    twice is better than waiting for a stopped process or a network."""
    end = monotonic() + LOCK_TIMEOUT_SECONDS
    while sys.platform != "win32":
        try:
            lock = os.open(file, os.O_RDWR | os.O_CREAT, 0o666)
        except OSError:
            break
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            if os.path.samestat(os.fstat(lock), os.stat(file)):
                return lock
        except (BlockingIOError, FileNotFoundError):  # held, or just freed
            pass
        except OSError:  # this file system has no locks
            os.close(lock)
            break
        os.close(lock)
        if monotonic() > end:
            break
        sleep(LOCK_POLL_SECONDS)
    return None


def free_lock(lock: int, file: Path) -> None:
    """Remove the lock file while it is still locked by us, so that no other process loses its lock.
    A process forked meanwhile has the file open too, so closing it would not be enough."""
    if sys.platform != "win32":
        with suppress(OSError):
            os.unlink(file)
        with suppress(OSError):
            fcntl.flock(lock, fcntl.LOCK_UN)
        os.close(lock)

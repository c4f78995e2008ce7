"""Bubblewrap, a program that starts another one in a small world of its own: for a Linux without
Landlock."""

import os
import shutil
import subprocess
from collections.abc import Iterable
from functools import cache
from pathlib import Path

from heptapolis.sandbox.system import IS_LINUX

SECONDS = 10.0
_OWN = "/dev/", "/proc/", "/sys/"  # of these it makes small ones itself, or has none


@cache
def _program() -> str | None:
    return shutil.which("bwrap") if IS_LINUX else None


@cache
def is_offered() -> bool:
    """It is installed, and may do what it is for."""
    program = _program()
    if program is None:
        return False
    trial = [program, "--unshare-all", "--ro-bind", "/", "/", shutil.which("true") or "true"]
    try:
        return not subprocess.run(trial, capture_output=True, timeout=SECONDS).returncode
    except (OSError, subprocess.TimeoutExpired):
        return False


def command(readable: Iterable[str], writable: Iterable[str], home: str) -> list[str]:
    """What stands before a command that is to see these files alone, and no network."""
    words = [_program() or "bwrap", "--unshare-all", "--die-with-parent"]
    words += ["--dev", "/dev", "--proc", "/proc"]
    for path in _outermost(path for path in readable if not path.startswith(_OWN)):
        words += ["--ro-bind-try", path, path]
    for path in writable:
        words += ["--bind", path, path]
    return [*words, "--chdir", home]


def _outermost(paths: Iterable[str]) -> list[str]:
    """These without those that lie in others: of a link, what it leads to and the link itself."""
    outermost: list[str] = []
    paths = set(paths)
    for path in (*sorted(map(os.path.realpath, paths)), *sorted(paths)):
        if not any(Path(path).is_relative_to(folder) for folder in outermost):
            outermost.append(path)
    return outermost

"""Bubblewrap, a program that starts another one in a namespace of its own: for a Linux without
Landlock."""

import os
import shutil
import subprocess
from collections.abc import Iterable
from functools import cache
from pathlib import Path

from heptapolis.sandbox.system import IS_LINUX

PROBE_TIMEOUT_SECONDS = 10.0
_OWN = "/dev/", "/proc/", "/sys/"  # Bubblewrap provides its own, or none


@cache
def _program() -> str | None:
    return shutil.which("bwrap") if IS_LINUX else None


@cache
def is_offered() -> bool:
    """Return whether Bubblewrap is installed and permitted."""
    program = _program()
    if program is None:
        return False
    trial = [program, "--unshare-all", "--ro-bind", "/", "/", shutil.which("true") or "true"]
    try:
        return not subprocess.run(
            trial, capture_output=True, timeout=PROBE_TIMEOUT_SECONDS
        ).returncode
    except (OSError, subprocess.TimeoutExpired):
        return False


def command(readable: Iterable[str], writable: Iterable[str], home: str) -> list[str]:
    """Return the prefix of a command that may see these files only, without a network."""
    words = [_program() or "bwrap", "--unshare-all", "--die-with-parent"]
    words += ["--dev", "/dev", "--proc", "/proc"]
    for path in _outermost_paths(path for path in readable if not path.startswith(_OWN)):
        words += ["--ro-bind-try", path, path]
    for path in writable:
        words += ["--bind", path, path]
    return [*words, "--chdir", home]


def _outermost_paths(paths: Iterable[str]) -> list[str]:
    """Return the paths that lie in no other of them; a link counts with its target."""
    outermost: list[str] = []
    paths = set(paths)
    for path in (*sorted(map(os.path.realpath, paths)), *sorted(paths)):
        if not any(Path(path).is_relative_to(folder) for folder in outermost):
            outermost.append(path)
    return outermost

"""Compiled code that nobody uses any more.

Every version of the kernel's parts has a folder of its own (`kernel.cache`), so old ones would
pile up.
"""

import os
import re
import shutil
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

DAYS = 14  # without use, after which a version goes
GONE = ".gone"  # what a folder is called while it is removed
_VERSION = re.compile(r"([a-z_]+-)*[0-9a-f]{16}")


def prune(current: Path, now: float) -> list[Path]:
    """Remove the versions beside the current cache, and those of parts in it, that were not used
    for long; return them."""
    removed = []
    for folder in [*_versions(current.parent), *_versions(current)]:
        if folder == current:
            continue
        if now - _last_use(folder) > DAYS * 24 * 3600 and _remove(folder):
            removed.append(folder)
    return removed


def _versions(home: Path) -> Iterator[Path]:
    try:
        folders = sorted(home.iterdir())
    except OSError:
        return
    for folder in folders:
        is_version = _VERSION.fullmatch(folder.name.removesuffix(GONE))
        if is_version and folder.is_dir() and not folder.is_symlink():
            yield folder


def _last_use(folder: Path) -> float:
    """When something in it was last read or written; most systems note that once a day."""
    times = [0.0]
    for home, _, names in os.walk(folder):  # which passes over what others remove
        for name in names:
            with suppress(OSError):
                facts = os.stat(os.path.join(home, name))
                times += [facts.st_atime, facts.st_mtime]
    return max(times)


def _remove(folder: Path) -> bool:
    """Under another name first: a process that looks for it finds nothing, never half of it."""
    doomed = folder if folder.name.endswith(GONE) else folder.with_name(folder.name + GONE)
    try:
        os.rename(folder, doomed)
    except OSError:
        return False  # another process was faster
    shutil.rmtree(doomed, ignore_errors=True)
    return True

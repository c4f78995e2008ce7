"""Removal of compiled code that is no longer used.

Every version of the kernel's parts has its own folder (`kernel.cache`), so old ones would
accumulate.
"""

import os
import re
import shutil
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

MAX_UNUSED_DAYS = 14  # days without use until a version is removed
REMOVED_SUFFIX = ".gone"  # suffix of a folder during removal
_VERSION = re.compile(r"([a-z_]+-)*[0-9a-f]{16}")


def prune(current: Path, now: float) -> list[Path]:
    """Remove and return the versions beside the current cache, and of parts in it, that were not
    used for `MAX_UNUSED_DAYS`."""
    removed = []
    for folder in [*_versions(current.parent), *_versions(current)]:
        if folder == current:
            continue
        if now - _last_use(folder) > MAX_UNUSED_DAYS * 24 * 3600 and _remove(folder):
            removed.append(folder)
    return removed


def _versions(home: Path) -> Iterator[Path]:
    try:
        folders = sorted(home.iterdir())
    except OSError:
        return
    for folder in folders:
        is_version = _VERSION.fullmatch(folder.name.removesuffix(REMOVED_SUFFIX))
        if is_version and folder.is_dir() and not folder.is_symlink():
            yield folder


def _last_use(folder: Path) -> float:
    """Return when a file in it was last read or written; most systems record reads once a day."""
    times = [0.0]
    for home, _, names in os.walk(folder):  # ignores files that others remove
        for name in names:
            with suppress(OSError):
                facts = os.stat(os.path.join(home, name))
                times += [facts.st_atime, facts.st_mtime]
    return max(times)


def _remove(folder: Path) -> bool:
    """Remove a folder, renaming it first: other processes never find an incomplete one."""
    doomed = (
        folder
        if folder.name.endswith(REMOVED_SUFFIX)
        else folder.with_name(folder.name + REMOVED_SUFFIX)
    )
    try:
        os.rename(folder, doomed)
    except OSError:
        return False  # another process was faster
    shutil.rmtree(doomed, ignore_errors=True)
    return True

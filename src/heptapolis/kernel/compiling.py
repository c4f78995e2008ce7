"""Compile an entry point in one process while the others wait for its cached code, and report the
wait in one line.

Nothing here runs once a function is compiled or loaded.
"""

import inspect
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from time import monotonic, sleep
from typing import Any, ClassVar

import numba
import numpy as np
from numba.core.caching import CompileResultCacheImpl, FunctionCache, UserProvidedCacheLocator
from numba.core.compiler_lock import global_compiler_lock

from heptapolis.kernel.cache import EXPANSION_SOURCES, folder_of, module_folder, version

if sys.platform != "win32":
    import fcntl

QUIET_VARIABLE = "HEPTAPOLIS_QUIET"  # suppresses the line, in child processes too
LOCK_TIMEOUT_SECONDS = 120.0  # the longest function takes half a minute
LOCK_POLL_SECONDS = 0.05  # between two checks

config: Any = numba.config


def share(dispatcher: Any, root: Path) -> None:
    """Keep the compiled code of a function on disk and let one process at a time compile it.
    ``root`` is the folder of the whole cache."""
    cache, compile_it = _RoutedCache(dispatcher.py_func, root), dispatcher.compile

    def compile_alone(sig: Any) -> Any:
        with global_compiler_lock, cache.route(sig).unlock_at_exit():
            return compile_it(sig)

    dispatcher._cache, dispatcher.compile = cache, compile_alone


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


class _RoutedCache:
    """Cache one function: a folder for the base game and one for each set of expansions."""

    def __init__(self, function: Callable[..., Any], root: Path) -> None:
        self._function, self._root = function, root
        self._source = Path(inspect.getfile(function))
        self._caches: dict[tuple[Path, ...], _SharedCache] = {}

    @property
    def cache_path(self) -> str:
        return str(self.route(()).cache_path)

    def route(self, sig: Any) -> "_SharedCache":
        """Return the cache for a signature, chosen by the records among its arguments."""
        sources: tuple[Path, ...] = ()
        if EXPANSION_SOURCES:
            for argument in getattr(sig, "args", sig):
                sources = sources or _sources_of(argument)
        if sources not in self._caches:
            folder = folder_of(self._source, sources)
            self._caches[sources] = _SharedCache(self._function, folder, self._root)
        return self._caches[sources]

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        return self.route(sig).load_overload(sig, target_context)

    def save_overload(self, sig: Any, data: Any) -> None:
        cache: Any = self.route(sig)
        cache.save_overload(sig, data)

    def flush(self) -> None:
        caches: Any = self._caches.values()
        for one in caches:
            one.flush()


def _sources_of(argument: Any) -> tuple[Path, ...]:
    """Return the sources of the expansions of an array of records."""
    record = getattr(argument, "dtype", None)
    dtype = getattr(record, "dtype", record)
    return EXPANSION_SOURCES.get(dtype, ()) if isinstance(dtype, np.dtype) else ()


class _Locator(UserProvidedCacheLocator):
    """Find code by the module and the sources, whatever the path of the package and the age of its
    files."""

    def get_source_stamp(self) -> Any:
        return ""  # the folder is already named by a hash of the sources

    @classmethod
    def get_suitable_cache_subpath(cls, py_file: str) -> str:
        return module_folder(Path(py_file))


class _Storage(CompileResultCacheImpl):
    _locator_classes: ClassVar = [_Locator]  # type: ignore[misc]  # Numba's stub lacks ClassVar


class _SharedCache(FunctionCache):
    """Cache one function with Numba, under a lock while it is compiled."""

    _impl_class = _Storage

    def __init__(self, function: Callable[..., Any], folder: Path, root: Path) -> None:
        old_folder, config.CACHE_DIR = config.CACHE_DIR, str(folder)
        try:
            super().__init__(function)  # type: ignore[no-untyped-call]
        finally:
            config.CACHE_DIR = old_folder
        self.root = root
        self.lock_file = Path(self.cache_path, f"{self._impl.filename_base}.lock")
        self._lock: int | None = None

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        found = self._load(sig, target_context)
        if found is not None or self._lock is not None:
            return found
        _report_once(self._py_func, self.root)
        self._lock = _lock(self.lock_file)
        return self._load(sig, target_context)  # another process may have been faster

    def _load(self, sig: Any, target_context: Any) -> Any:
        return super().load_overload(sig, target_context)  # type: ignore[no-untyped-call]

    @contextmanager
    def unlock_at_exit(self) -> Iterator[None]:
        """Free the lock on exit. A function that calls itself with other types is compiled within
        its own compilation, which then continues."""
        is_inside = self._lock is not None
        try:
            yield
        finally:
            if self._lock is not None and not is_inside:
                _unlock(self._lock, self.lock_file)
                self._lock = None


def ready_file(root: Path) -> Path:
    """Return the marker file of a complete warm-up."""
    return root / f"ready-{version()}"


def _report_once(function: Callable[..., Any], root: Path) -> None:
    """Report a compilation once in a process, and never in its children."""
    if os.environ.get(QUIET_VARIABLE):
        return
    os.environ[QUIET_VARIABLE] = "1"
    what = "the rules"
    how = "seconds to a minute or two, once; `hepta warm-up` does it all beforehand"
    if ready_file(root).exists():  # so a warm-up does not cover this function
        what, how = f"{function.__module__}.{function.__name__}", "up to a minute, once"
    print(f"heptapolis: compiling {what} for this machine: {how}", file=sys.stderr, flush=True)


def _lock(file: Path) -> int | None:
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


def _unlock(lock: int, file: Path) -> None:
    """Remove the lock file while it is still locked by us, so that no other process loses its lock.
    A process forked meanwhile has the file open too, so closing it would not be enough."""
    if sys.platform != "win32":
        with suppress(OSError):
            os.unlink(file)
        with suppress(OSError):
            fcntl.flock(lock, fcntl.LOCK_UN)
        os.close(lock)

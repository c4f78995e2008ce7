"""Numba's cache, in folders named by a hash of all sources, with one process that compiles.

Numba's own cache knows the file of a function alone: after an edit of another file it returns old
code. It also lets several processes compile the same function at once. Both need private parts of
Numba; without them Numba caches plainly (`heptapolis.kernel`).
"""

import inspect
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, ClassVar

import numba
import numpy as np
from numba.core.caching import CompileResultCacheImpl, FunctionCache, UserProvidedCacheLocator
from numba.core.compiler_lock import global_compiler_lock
from numba.core.dispatcher import Dispatcher

from heptapolis.kernel.cache import EXPANSION_SOURCES, folder_of, module_folder
from heptapolis.kernel.compiling import free_lock, report_once, take_lock
from heptapolis.kernel.internals import check_internals

config: Any = numba.config

check_internals(
    (Dispatcher, "compile"),
    (Dispatcher, "enable_caching"),
    (FunctionCache, "_impl_class"),
    (FunctionCache, "load_overload"),
    (FunctionCache, "save_overload"),
    (CompileResultCacheImpl, "_locator_classes"),
    (CompileResultCacheImpl, "filename_base"),
    (UserProvidedCacheLocator, "get_source_stamp"),
    (UserProvidedCacheLocator, "get_suitable_cache_subpath"),
)


def share(dispatcher: Any, root: Path) -> None:
    """Keep the compiled code of a function on disk and let one process at a time compile it.
    ``root`` is the folder of the whole cache."""
    cache, compile_it = _RoutedCache(dispatcher.py_func, root), dispatcher.compile

    def compile_alone(sig: Any) -> Any:
        with global_compiler_lock, cache.route(sig).unlock_at_exit():
            return compile_it(sig)

    dispatcher._cache = cache  # noqa: SLF001 - Numba has no other way, see `internals`
    dispatcher.compile = compile_alone


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
        report_once(self._py_func, self.root)
        self._lock = take_lock(self.lock_file)
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
                free_lock(self._lock, self.lock_file)
                self._lock = None

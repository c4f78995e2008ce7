"""Cache the most recently used values, for several threads."""

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from itertools import count
from operator import attrgetter
from threading import Lock
from typing import Generic, TypeVar, overload

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")
D = TypeVar("D")
DROPPED_SHARE = 8  # a full cache drops one of so many entries at once


@dataclass(slots=True)
class _Entry(Generic[K, V]):
    key: K
    value: V
    last_use: int


class Lru(Generic[K, V]):
    """Map keys to values and drop the least recently used ones beyond ``max_entries``.

    Every method may be called by several threads at once. Only writing takes the lock: reading is
    one lookup, since pages read a few hundred cached parts each.
    """

    def __init__(self, max_entries: int) -> None:
        if max_entries < 1:
            raise ValueError(f"a cache holds at least one entry, not {max_entries}")
        self._max_entries = max_entries
        self._entries: dict[K, _Entry[K, V]] = {}
        self._uses = count()
        self._lock = Lock()

    def __len__(self) -> int:
        return len(self._entries)

    def __contains__(self, key: K) -> bool:
        """Return whether the key is cached. This does not count as a use."""
        return key in self._entries

    @overload
    def get(self, key: K) -> V | None: ...
    @overload
    def get(self, key: K, default: D) -> V | D: ...
    def get(self, key: K, default: object = None) -> object:
        """Return the cached value, or the default."""
        entry = self._entries.get(key)
        if entry is None:
            return default
        entry.last_use = next(self._uses)
        return entry.value

    def get_or_make(self, key: K, make: Callable[[], V]) -> V:
        """Return the cached value, or make and cache it.

        The value is made outside the lock. If two threads make it at once, both get the first one.
        """
        entry = self._entries.get(key)
        if entry is None:
            entry = self._add(key, make())
        entry.last_use = next(self._uses)
        return entry.value

    def __setitem__(self, key: K, value: V) -> None:
        entry = self._add(key, value)
        entry.value, entry.last_use = value, next(self._uses)

    def discard(self, key: K) -> None:
        """Remove a key if it is cached."""
        with self._lock:
            self._entries.pop(key, None)

    def _add(self, key: K, value: V) -> _Entry[K, V]:
        """Return the entry of a key, which is a new one unless another thread was faster."""
        with self._lock:
            entry = self._entries.setdefault(key, _Entry(key, value, next(self._uses)))
            if len(self._entries) > self._max_entries:
                n = max(1, self._max_entries // DROPPED_SHARE)
                for dropped in sorted(self._entries.values(), key=attrgetter("last_use"))[:n]:
                    del self._entries[dropped.key]
        return entry

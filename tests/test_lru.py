"""The LRU cache: dropped values, and use by several threads."""

import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest

from heptapolis.lru import Lru


def test_a_value_is_made_once() -> None:
    cache, made = Lru[str, int](3), list[str]()

    def make() -> int:
        made.append("a")
        return 0  # a cached value may be falsy

    assert [cache.get_or_make("a", make) for _ in range(3)] == [0, 0, 0] and made == ["a"]
    assert cache.get("a") == 0 and cache.get("b") is None and cache.get("b", "none") == "none"


def test_the_least_recently_used_value_is_dropped() -> None:
    cache = Lru[str, int](3)
    for n, key in enumerate("abc"):
        cache[key] = n
    assert cache.get("a") == 0  # `get` counts as use
    cache["b"] = 10  # writing counts as use
    assert cache.get_or_make("d", lambda: 3) == 3
    assert "c" not in cache and len(cache) == 3
    assert cache.get_or_make("a", int) == 0 and cache.get("b") == 10
    cache["e"] = 4
    assert [key in cache for key in "abde"] == [True, True, False, True]


def test_a_membership_test_does_not_count_as_use() -> None:
    cache = Lru[str, int](2)
    cache["a"], cache["b"] = 1, 2
    assert "a" in cache
    cache["c"] = 3
    assert "a" not in cache and "b" in cache


def test_a_large_cache_drops_several_values_at_once() -> None:
    cache = Lru[int, int](80)
    for n in range(81):
        cache[n] = n
    assert len(cache) == 71 and [n for n in range(81) if n in cache] == list(range(10, 81))


def test_a_value_that_cannot_be_made_is_not_cached() -> None:
    cache = Lru[str, int](2)

    def fail() -> int:
        raise ValueError

    with pytest.raises(ValueError):
        cache.get_or_make("a", fail)
    assert "a" not in cache and cache.get_or_make("a", lambda: 1) == 1


def test_a_cache_without_room_is_refused() -> None:
    with pytest.raises(ValueError, match="at least one entry, not 0"):
        Lru[str, int](0)


def test_two_threads_that_make_the_same_value_get_the_first_one() -> None:
    cache, both = Lru[str, object](2), Barrier(2)

    def make() -> object:
        both.wait()  # waits for the other thread
        return object()

    with ThreadPoolExecutor(2) as threads:
        first, second = threads.map(lambda _: cache.get_or_make("a", make), range(2))
    assert first is second is cache.get("a")


@pytest.fixture
def rapid_switches() -> Iterator[None]:
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(before)


@pytest.mark.usefixtures("rapid_switches")
def test_many_threads_read_write_and_drop_at_once() -> None:
    cache = Lru[int, int](10)

    def work(start: int) -> None:
        for n in range(2000):
            key = (start + n * 7) % 25
            assert cache.get_or_make(key, lambda key=key: key * key) == key * key  # type: ignore[misc]
            cache[key] = key * key
            assert cache.get(key, key * key) == key * key

    with ThreadPoolExecutor(4) as threads:
        list(threads.map(work, range(4)))
    assert 0 < len(cache) <= 10

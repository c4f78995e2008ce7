"""Schedule work in threads fairly, so that heavy users do not delay others.

All methods are called on the event loop; only the work itself runs in a thread.
"""

import asyncio
from collections import OrderedDict, deque
from collections.abc import Callable, Hashable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from typing import Any, Generic, TypeVar

from heptapolis.server.errors import RequestError

T = TypeVar("T")


class FairQueue(Generic[T]):
    """Queue items round-robin by owner, and within an owner round-robin by group."""

    def __init__(self) -> None:
        self._waiting: OrderedDict[Hashable, OrderedDict[Hashable, deque[T]]] = OrderedDict()

    def __bool__(self) -> bool:
        return bool(self._waiting)

    def __len__(self) -> int:
        return sum(map(self.count, self._waiting))

    def count(self, owner: Hashable) -> int:
        """Return how many items of an owner are waiting."""
        return sum(map(len, self._waiting.get(owner, {}).values()))

    def put(self, item: T, owner: Hashable, group: Hashable = None) -> None:
        groups = self._waiting.setdefault(owner, OrderedDict())
        groups.setdefault(group, deque()).append(item)

    def take(self) -> T:
        """Remove and return the next item, and move its owner and group to the end."""
        owner, groups = next(iter(self._waiting.items()))
        group, items = next(iter(groups.items()))
        item = items.popleft()
        groups.move_to_end(group)
        self._waiting.move_to_end(owner)
        if not items:
            del groups[group]
        if not groups:
            del self._waiting[owner]
        return item


@dataclass(frozen=True)
class _Piece:
    """Describe a piece of work and its waiting future."""

    work: Callable[[], Any]
    result: "asyncio.Future[Any]"


class FairPool:
    """Run work in a few threads. ``most`` limits the waiting items per owner; None is no limit."""

    def __init__(self, threads: int, name: str, most: int | None = None) -> None:
        self._pool = ThreadPoolExecutor(threads, name)
        self._free, self._most, self._is_closed = threads, most, False
        self._queue: FairQueue[_Piece] = FairQueue()

    @property
    def n_waiting(self) -> int:
        """Return how many items no thread has started."""
        return len(self._queue)

    async def run(self, work: Callable[[], T], owner: Hashable, group: Hashable = None) -> T:
        """Run work in a thread when it is the owner's turn, and return the result."""
        if self._is_closed:
            raise RuntimeError("nothing is done after the shutdown")
        if self._most is not None and self._queue.count(owner) >= self._most:
            raise RequestError(429, "too_fast", "too many requests; wait a moment")
        result: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._queue.put(_Piece(work, result), owner, group)
        self._begin()
        return await result

    def close(self) -> None:
        self._is_closed = True
        while self._queue:
            self._queue.take().result.cancel()
        self._pool.shutdown(wait=False, cancel_futures=True)

    def _begin(self) -> None:
        """Start work in free threads."""
        while self._free and self._queue and not self._is_closed:
            piece = self._queue.take()
            if not piece.result.cancelled():  # otherwise the caller is gone
                self._free -= 1
                done = asyncio.get_running_loop().run_in_executor(self._pool, piece.work)
                done.add_done_callback(partial(self._end, piece))

    def _end(self, piece: _Piece, done: "asyncio.Future[Any]") -> None:
        self._free += 1
        if done.cancelled():
            piece.result.cancel()
        elif error := done.exception():
            if not piece.result.done():
                piece.result.set_exception(error)
        elif not piece.result.done():
            piece.result.set_result(done.result())
        self._begin()

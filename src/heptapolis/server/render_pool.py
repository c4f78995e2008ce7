"""Render pages in dedicated threads, fairly scheduled by address.

A board takes tens of milliseconds of Python code, and replaying a game takes many times longer.
On the event loop this would delay all clients; here it delays only those that request much.
"""

import zlib
from collections.abc import Callable, Hashable
from typing import TypeVar

from heptapolis.lru import Lru
from heptapolis.server.fair_pool import FairPool

T = TypeVar("T")
MAX_WAITING_PER_ADDRESS = 300  # requests of one address that may wait; a club may share one
MAX_CACHED_PARTS = 2000  # parts of finished games; a compressed board has about 30 KB
COMPRESSION_LEVEL = 1  # of 9


class RenderPool:
    """Run rendering in one thread, and the slower replay of finished games in another."""

    def __init__(self) -> None:
        self._pages = FairPool(1, "page", MAX_WAITING_PER_ADDRESS)
        self._films = FairPool(1, "film", MAX_WAITING_PER_ADDRESS)
        self._parts: Lru[Hashable, bytes] = Lru(MAX_CACHED_PARTS)

    @property
    def n_waiting(self) -> int:
        """Return how many pages and replays no thread has started."""
        return self._pages.n_waiting + self._films.n_waiting

    async def render(self, work: Callable[[], T], client: Hashable) -> T:
        """Run work for a page or another expensive answer."""
        return await self._pages.run(work, client)

    async def replay(self, work: Callable[[], T], client: Hashable) -> T:
        """Run work that replays a finished game."""
        return await self._films.run(work, client)

    async def render_once(self, key: Hashable, work: Callable[[], str], client: Hashable) -> str:
        """Return a part of a page that never changes, rendered once and cached."""

        def pack() -> bytes:
            return zlib.compress(work().encode(), COMPRESSION_LEVEL)

        packed = self._parts.get(key)
        if packed is None:  # an earlier request in the queue may render it
            packed = await self.render(lambda: self._parts.get_or_make(key, pack), client)
        return zlib.decompress(packed).decode()

    def close(self) -> None:
        self._pages.close()
        self._films.close()

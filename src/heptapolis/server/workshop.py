"""Where pages are made: in threads of their own, never on the event loop, addresses in turn.

A board takes tens of milliseconds of Python, and a game played through again many times that. On
the loop everybody would wait meanwhile; here only those do who have asked for much.
"""

import zlib
from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import TypeVar

from heptapolis.server.fair_pool import FairPool

T = TypeVar("T")
MOST_WAITING = 60  # things that one address can have asked for, and not got yet
MOST_KEPT = 2000  # parts of finished games; packed, a board has about 30 KB
QUICKLY = 1  # of 9


class Workshop:
    """Two threads: one fills templates, one plays finished games through, which takes longer."""

    def __init__(self) -> None:
        self._pages = FairPool(1, "page", MOST_WAITING)
        self._films = FairPool(1, "film", MOST_WAITING)
        self._kept: OrderedDict[Hashable, bytes] = OrderedDict()  # the one wanted last is the last

    async def make(self, work: Callable[[], T], who: Hashable) -> T:
        """A page, or another answer that costs something, for an address."""
        return await self._pages.run(work, who)

    async def play_through(self, work: Callable[[], T], who: Hashable) -> T:
        """Something that plays a finished game through."""
        return await self._films.run(work, who)

    async def make_once(self, key: Hashable, work: Callable[[], str], who: Hashable) -> str:
        """A part of a page that never changes: made once, as long as there is room."""

        def make() -> bytes:  # somebody before us in the queue may have wanted the same
            return self._kept.get(key) or zlib.compress(work().encode(), QUICKLY)

        known = self._kept.pop(key, None)
        packed = await self.make(make, who) if known is None else known
        self._kept[key] = packed
        while len(self._kept) > MOST_KEPT:
            self._kept.popitem(last=False)
        return zlib.decompress(packed).decode()

    def close(self) -> None:
        self._pages.close()
        self._films.close()

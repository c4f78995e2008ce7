"""Finished games looked at again: one at a time, among the bots, and kept for those who come."""

import asyncio
import logging
from collections.abc import Callable, Coroutine
from typing import Any

from heptapolis.bots.review import Review, review
from heptapolis.edition import Source
from heptapolis.record import Record
from heptapolis.server.bot_pool import BotPool

LOG = logging.getLogger("heptapolis.server")
SIMULATIONS: int | None = None  # for each decision; None: what is enough
MOST = 50  # reviews that are kept


class _Stopped(Exception):
    """The server stops."""


class Reviews:
    """The reviews of one server's tables."""

    def __init__(
        self,
        bots: BotPool,
        spawn: Callable[[Coroutine[Any, Any, None]], None],
        closing: asyncio.Event,
    ) -> None:
        self._bots, self._spawn, self._closing = bots, spawn, closing
        self._reviews: dict[str, Review] = {}  # the one wanted last is the last
        self._under_way: dict[str, int] = {}  # decisions that are judged
        self._one = asyncio.Lock()  # the other threads are for bots

    def __contains__(self, table: str) -> bool:
        """It is there, or will be."""
        return table in self._reviews or table in self._under_way

    def done(self, table: str) -> int:
        """How many decisions are judged so far."""
        return self._under_way.get(table, 0)

    def of(self, table: str, record: Record, edition: Source) -> Review | None:
        """A finished game's review; None until it is made."""
        if table in self._reviews:
            self._reviews[table] = self._reviews.pop(table)
            return self._reviews[table]
        if table not in self._under_way:
            self._under_way[table] = 0
            self._spawn(self._make(table, record, edition))
        return None

    async def _make(self, table: str, record: Record, edition: Source) -> None:
        def note(done: int, all: int) -> None:
            self._under_way[table] = done
            if self._closing.is_set():
                raise _Stopped

        try:
            async with self._one:
                game_review = await self._bots.read(
                    lambda: review(record, simulations=SIMULATIONS, catalog=edition, progress=note),
                    table,
                )
            self._reviews[table] = game_review
            while len(self._reviews) > MOST:
                del self._reviews[next(iter(self._reviews))]
        except _Stopped:
            pass
        except Exception:
            LOG.exception("a game could not be reviewed")
        finally:
            self._under_way.pop(table, None)

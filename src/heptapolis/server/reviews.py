"""Finished games looked at again: one at a time, among the bots, and kept for those who come."""

import asyncio
import logging
from collections.abc import Callable, Coroutine
from typing import Any

from heptapolis.bots.review import Review, review
from heptapolis.record import Record
from heptapolis.server.bot_pool import Crew

LOG = logging.getLogger("heptapolis.server")
SIMULATIONS = 200  # for each decision
MOST = 50  # reviews that are kept


class _Stopped(Exception):
    """The server stops."""


class Reviews:
    """The reviews of one server's tables."""

    def __init__(
        self,
        crew: Crew,
        spawn: Callable[[Coroutine[Any, Any, None]], None],
        closing: asyncio.Event,
    ) -> None:
        self._crew, self._spawn, self._closing = crew, spawn, closing
        self._kept: dict[str, Review] = {}  # the one wanted last is the last
        self._under_way: dict[str, int] = {}  # decisions that are judged
        self._one = asyncio.Lock()  # the other threads are for bots

    def __contains__(self, table: str) -> bool:
        """It is there, or will be."""
        return table in self._kept or table in self._under_way

    def done(self, table: str) -> int:
        """How many decisions are judged so far."""
        return self._under_way.get(table, 0)

    def of(self, table: str, record: Record) -> Review | None:
        """A finished game's review; None until it is made."""
        if table in self._kept:
            self._kept[table] = self._kept.pop(table)
            return self._kept[table]
        if table not in self._under_way:
            self._under_way[table] = 0
            self._spawn(self._make(table, record))
        return None

    async def _make(self, table: str, record: Record) -> None:
        def note(done: int, all: int) -> None:
            self._under_way[table] = done
            if self._closing.is_set():
                raise _Stopped

        try:
            async with self._one:
                made = await self._crew.run(
                    lambda: review(record, simulations=SIMULATIONS, progress=note)
                )
            self._kept[table] = made
            while len(self._kept) > MOST:
                del self._kept[next(iter(self._kept))]
        except _Stopped:
            pass
        except Exception:
            LOG.exception("a game could not be reviewed")
        finally:
            self._under_way.pop(table, None)

"""Review finished games one at a time in the bots' threads, and cache the results."""

import asyncio
import logging
from collections.abc import Callable, Coroutine
from typing import Any

from heptapolis.bots.review import Review, review
from heptapolis.edition import Source
from heptapolis.lru import Lru
from heptapolis.record import Record
from heptapolis.server.bot_pool import BotPool

LOG = logging.getLogger("heptapolis.server")
SIMULATIONS: int | None = None  # per decision; None: the default
MAX_CACHED_REVIEWS = 50  # reviews that are cached


class _StopReview(Exception):
    """Stop a review because the server is closing."""


class Reviews:
    """Hold the reviews for the tables of one server."""

    def __init__(
        self,
        bots: BotPool,
        spawn: Callable[[Coroutine[Any, Any, None]], None],
        closing: asyncio.Event,
    ) -> None:
        self._bots, self._spawn, self._closing = bots, spawn, closing
        self._reviews: Lru[str, Review] = Lru(MAX_CACHED_REVIEWS)
        self._under_way: dict[str, int] = {}  # number of judged decisions
        self._one = asyncio.Lock()  # one review at a time; the other threads are for bots

    def __contains__(self, table: str) -> bool:
        """Return whether the review exists or is being made."""
        return table in self._reviews or table in self._under_way

    def n_done(self, table: str) -> int:
        """Return how many decisions have been judged so far."""
        return self._under_way.get(table, 0)

    def review_of(self, table: str, record: Record, edition: Source) -> Review | None:
        """Return the review of a finished game, or start it and return None."""
        made = self._reviews.get(table)
        if made is None and table not in self._under_way:
            self._under_way[table] = 0
            self._spawn(self._make(table, record, edition))
        return made

    async def _make(self, table: str, record: Record, edition: Source) -> None:
        def note(done: int, _total: int) -> None:
            self._under_way[table] = done
            if self._closing.is_set():
                raise _StopReview

        try:
            async with self._one:
                game_review = await self._bots.read(
                    lambda: review(record, simulations=SIMULATIONS, catalog=edition, progress=note),
                    table,
                )
            self._reviews[table] = game_review
        except _StopReview:
            pass
        except Exception:
            LOG.exception("a game could not be reviewed")
        finally:
            self._under_way.pop(table, None)

"""Compute hints on request, once for each decision, and cache them."""

import asyncio
from collections.abc import Sequence

from heptapolis.bots.advice import Advice, advise
from heptapolis.contract import View
from heptapolis.lru import Lru
from heptapolis.server.bot_pool import BotPool

MAX_CACHED_DECISIONS = 200  # decisions whose hints are cached
Decision = tuple[str, int, int]  # table, seat and number of the choice


class Hints:
    """Hold the hints for the tables of one server."""

    def __init__(self, bots: BotPool) -> None:
        self._bots = bots
        self._advice: Lru[Decision, list[Advice]] = Lru(MAX_CACHED_DECISIONS)
        self._under_way: dict[Decision, asyncio.Task[None]] = {}

    def __contains__(self, decision: Decision) -> bool:
        """Return whether hints exist or are being computed."""
        return decision in self._advice or decision in self._under_way

    def advice_on(self, decision: Decision) -> Sequence[Advice]:
        """Return the cached hints, or an empty sequence."""
        return self._advice.get(decision, ())

    async def ask(self, decision: Decision, view: View, owner: str) -> None:
        """Compute the hints for a decision. Concurrent requests share the computation."""
        if decision in self._advice:
            return
        if decision not in self._under_way:
            self._under_way[decision] = asyncio.create_task(self._think(decision, view, owner))
        await asyncio.shield(self._under_way[decision])  # other requests may wait for it too

    async def _think(self, decision: Decision, view: View, owner: str) -> None:
        try:
            self._advice[decision] = await self._bots.advise(lambda: advise(view), owner)
        finally:
            del self._under_way[decision]

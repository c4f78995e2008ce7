"""Hints that were asked for: each decision is thought about once, and its hints stay with it."""

import asyncio
from collections.abc import Sequence

from heptapolis.bots.advice import Advice, advise
from heptapolis.contract import View
from heptapolis.server.bot_pool import BotPool

MOST = 200  # decisions whose hints are kept
Decision = tuple[str, int, int]  # a table, a seat, the number of its choice


class Hints:
    """The hints of one server's tables."""

    def __init__(self, bots: BotPool) -> None:
        self._bots = bots
        self._advice: dict[Decision, list[Advice]] = {}  # the latest is the last
        self._under_way: dict[Decision, asyncio.Task[None]] = {}

    def __contains__(self, decision: Decision) -> bool:
        """They are there, or will be."""
        return decision in self._advice or decision in self._under_way

    def known(self, decision: Decision) -> Sequence[Advice]:
        """What was advised; nothing if nobody has asked."""
        return self._advice.get(decision, ())

    async def ask(self, decision: Decision, view: View, who: str) -> None:
        """Think about a decision; who asks meanwhile waits for the same."""
        if decision in self._advice:
            return
        if decision not in self._under_way:
            self._under_way[decision] = asyncio.create_task(self._think(decision, view, who))
        await asyncio.shield(self._under_way[decision])  # others may wait for it too

    async def _think(self, decision: Decision, view: View, who: str) -> None:
        try:
            self._advice[decision] = await self._bots.advise(lambda: advise(view), who)
            while len(self._advice) > MOST:
                del self._advice[next(iter(self._advice))]
        finally:
            del self._under_way[decision]

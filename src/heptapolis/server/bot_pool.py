"""Bots at work: they think in a few threads, never on the event loop."""

import asyncio
import logging
import secrets
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from random import Random
from typing import TypeVar

from heptapolis.bots import BOTS, Bot, bot
from heptapolis.bots.levels import LEVELS
from heptapolis.bots.mcts import MctsBot
from heptapolis.bots.outside import OutsideBot, installed
from heptapolis.bots.referee import ask
from heptapolis.contract import View
from heptapolis.move import Move
from heptapolis.server.errors import Refused

T = TypeVar("T")
LOG = logging.getLogger("heptapolis.server")


class BotPool:
    """As many bots at once as there are threads; the kernel lets others work meanwhile."""

    def __init__(self, threads: int) -> None:
        self._pool = ThreadPoolExecutor(threads + 1, "bot")  # one may be at a review for long
        self._outside: dict[str, OutsideBot] = {}  # each has a process

    @property
    def names(self) -> list[str]:
        """Who can be asked: the levels, weakest first, then all others."""
        ours = [*LEVELS, *(name for name in BOTS if name not in LEVELS)]
        return [*ours, *installed(BOTS)]

    def check(self, name: str) -> str:
        """A bot's name, if it is one."""
        if name not in self.names:
            raise Refused(422, "unknown_bot", f"no such bot: {', '.join(self.names)}")
        return name

    async def choose(self, name: str, view: View) -> Move:
        """A bot's legal move; a bot that fails gets a fallback, and the host a line in the log."""
        rng = Random(secrets.randbits(64))
        move, fault = await self.run(lambda: ask(self._bot(name), view, rng, name))
        if fault:
            LOG.warning("bot %s: %s", name, fault.kind)  # its words may tell of hidden cards
        return move

    async def run(self, work: Callable[[], T]) -> T:
        """Something that takes long, among the bots."""
        return await asyncio.get_running_loop().run_in_executor(self._pool, work)

    def close(self) -> None:
        self._pool.shutdown(wait=False, cancel_futures=True)
        for one in self._outside.values():
            one.close()

    def _bot(self, name: str) -> Bot:
        if name not in BOTS:
            return self._outside.setdefault(name, OutsideBot(name, ours=BOTS))
        player = bot(name)
        if isinstance(player, MctsBot):
            player.threads = 1  # the others want to think too
        return player

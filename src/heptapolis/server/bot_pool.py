"""Bots at work: they think in a few threads, never on the event loop."""

import asyncio
import logging
import secrets
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cached_property
from random import Random
from typing import TypeVar

from heptapolis.bots import BOTS, Bot, bot
from heptapolis.bots.levels import LEVELS
from heptapolis.bots.mcts import MctsBot
from heptapolis.bots.outside import OutsideBot, installed
from heptapolis.bots.referee import ask
from heptapolis.bots.strategy import STRATEGIES
from heptapolis.contract import View
from heptapolis.move import Move
from heptapolis.server.errors import Refused
from heptapolis.spelling import nearest
from heptapolis.variants import Variant

T = TypeVar("T")
LOG = logging.getLogger("heptapolis.server")
RANDOM = "random"


def has_strategy(variant: Variant) -> bool:
    """Our bots know more of a variant than its moves: they play it well, advise and review."""
    return variant.rules in STRATEGIES


def player_of(name: str, rules: str) -> str:
    """Where ours have no strategy, chance plays for all of them."""
    return RANDOM if name in BOTS and rules not in STRATEGIES else name


class BotPool:
    """As many bots at once as there are threads; the kernel lets others work meanwhile."""

    def __init__(self, threads: int) -> None:
        self._pool = ThreadPoolExecutor(threads + 1, "bot")  # one may be at a review for long
        self._outside: dict[str, OutsideBot] = {}  # each has a process

    @cached_property
    def names(self) -> list[str]:
        """Who can be asked: the levels, weakest first, then all others. Installed packages are
        looked through once: that takes as long as several moves."""
        ours = [*LEVELS, *(name for name in BOTS if name not in LEVELS)]
        return [*ours, *installed(BOTS)]

    def names_for(self, variant: Variant) -> list[str]:
        """Who knows how to play a variant."""
        return [name for name in self.names if player_of(name, variant.rules) == name]

    def check(self, name: str, variant: Variant) -> str:
        """Who sits down if a bot is asked for by this name."""
        if name not in self.names:
            there_are = f"{', '.join(self.names)}{nearest(name, self.names)}"
            raise Refused(422, "unknown_bot", f"no such bot: {there_are}")
        return player_of(name, variant.rules)

    async def choose(self, name: str, view: View) -> Move:
        """A bot's legal move; a bot that fails gets a fallback, and the host a line in the log."""
        rng, player = Random(secrets.randbits(64)), player_of(name, view.game)
        move, fault = await self.run(lambda: ask(self._bot(player), view, rng, player))
        if fault:
            LOG.warning("bot %s: %s", player, fault.kind)  # its words may tell of hidden cards
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

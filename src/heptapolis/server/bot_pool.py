"""Bots at work: they think in a few threads, never on the event loop, everybody's in turn.

A decision that takes a moment has a thread for its like and never waits for one that takes long.
Those that take long are taken in turn, by who opened the table and then by table, and when many
wait, the strongest level thinks for a shorter time, though never so short that it plays worse than
the one below it.
"""

import logging
import secrets
from collections.abc import Callable, Iterable
from functools import cached_property
from random import Random
from typing import TypeVar

from heptapolis.bots import BOTS, Bot, bot
from heptapolis.bots.characters import CHARACTERS, can_play
from heptapolis.bots.levels import LEVELS
from heptapolis.bots.mcts import MctsBot
from heptapolis.bots.neural_search import NeuralSearchBot
from heptapolis.bots.outside import OutsideBot, installed_bots
from heptapolis.bots.referee import Fault, ask
from heptapolis.bots.strategy import has_strategy
from heptapolis.contract import View
from heptapolis.move import Move
from heptapolis.server.errors import Refused
from heptapolis.server.fair_pool import FairPool
from heptapolis.spelling import nearest
from heptapolis.variants import Ruleset, ruleset_of

T = TypeVar("T")
LOG = logging.getLogger("heptapolis.server")
RANDOM = "random"
MEDIUM = "medium"
QUICK = (  # milliseconds each
    "random", "greedy", "neural", "partner", "beginner", "easy", MEDIUM, "hard",
    *(name for name in BOTS if name.partition(":")[0] in CHARACTERS),
)  # fmt: skip
CROWDED = 2.0  # from here on people are told
LEAST = 100  # simulations below which no budget shrinks: the network alone plays no better


def player_of(name: str, rules: Ruleset) -> str:
    """Where ours have no strategy, chance plays for all of them; and for a character that does not
    know a game, the level of its strength."""
    if name in BOTS and not has_strategy(rules):
        return RANDOM
    return name if can_play(name, rules) else name.partition(":")[2] or MEDIUM


class BotPool:
    """As many bots at once as there are threads; the kernel lets others work meanwhile."""

    def __init__(self, threads: int) -> None:
        self._threads = threads
        self._quick = FairPool(1, "quick bot")
        self._deep = FairPool(threads, "bot")
        self._reader = FairPool(1, "review")  # of finished games: it takes long, and nobody waits
        self._outside: dict[str, OutsideBot] = {}  # each has a process
        self.n_kept = 0  # long decisions that wait for any server, where several share them

    @property
    def crowd(self) -> float:
        """How many long decisions there are to every thread; up to one there is no crowd."""
        return 1 + (self._deep.n_waiting + self.n_kept) / self._threads

    def is_shortened(self, names: Iterable[str | None]) -> bool:
        """One of these bots thinks for a shorter time than it would alone."""
        return self.crowd >= CROWDED and any(
            name in BOTS and _has_clock(BOTS[name]()) for name in names if name
        )

    @cached_property
    def names(self) -> list[str]:
        """Who can be asked: the levels, weakest first, then all others. Installed packages are
        looked through once: that takes as long as several moves."""
        ours = [*LEVELS, *(name for name in BOTS if name not in LEVELS)]
        return [*ours, *installed_bots(BOTS)]

    def names_for(self, rules: Ruleset) -> list[str]:
        """Who knows how to play a ruleset."""
        return [name for name in self.names if player_of(name, rules) == name]

    def check(self, name: str, rules: Ruleset) -> str:
        """Who sits down if a bot is asked for by this name."""
        if name not in self.names:
            there_are = f"{', '.join(self.names)}{nearest(name, self.names)}"
            raise Refused(422, "unknown_bot", f"no such bot: {there_are}")
        return player_of(name, rules)

    async def choose(self, name: str, view: View, host: str = "", table: str = "") -> Move:
        """A bot's legal move at a table that somebody has opened; a bot that fails gets a fallback,
        and the host a line in the log."""
        rng, player = Random(secrets.randbits(64)), player_of(name, ruleset_of(view))
        pool = self._quick if player in QUICK else self._deep

        def work() -> tuple[Move, Fault | None]:
            return ask(self._bot(player), view, rng, player)

        move, fault = await pool.run(work, host, table)
        if fault:
            LOG.warning("bot %s: %s", player, fault.kind)  # its words may tell of hidden cards
        return move

    async def advise(self, work: Callable[[], T], who: str) -> T:
        """Advice for somebody who waits for it, among the long decisions."""
        return await self._deep.run(work, who, "advice")

    async def read(self, work: Callable[[], T], who: str) -> T:
        """Something about a finished game, which may take minutes."""
        return await self._reader.run(work, who)

    def close(self) -> None:
        for pool in (self._quick, self._deep, self._reader):
            pool.close()
        for one in self._outside.values():
            one.close()

    def _bot(self, name: str) -> Bot:
        if name not in BOTS:
            return self._outside.setdefault(name, OutsideBot(name, ours=BOTS))
        player = bot(name)
        if isinstance(player, MctsBot | NeuralSearchBot):
            player.threads = 1  # the others want to think too
            if player.ms is not None:
                player.ms, player.least = player.ms / self.crowd, LEAST
        return player


def _has_clock(player: Bot) -> bool:
    return isinstance(player, NeuralSearchBot) and player.ms is not None

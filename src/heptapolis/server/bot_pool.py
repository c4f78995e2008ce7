"""Run bots in a few threads, fairly scheduled and never on the event loop.

Quick bots have their own thread and never wait for slow ones. Slow decisions are scheduled by
the host of the table, then by table. When many wait, the budget of the strongest level shrinks,
but not so far that it plays worse than the level below.
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
from heptapolis.server.errors import RequestError
from heptapolis.server.fair_pool import FairPool
from heptapolis.spelling import suggest
from heptapolis.variants import Ruleset, ruleset_of

T = TypeVar("T")
LOG = logging.getLogger("heptapolis.server")
RANDOM = "random"
MEDIUM = "medium"
QUICK_BOTS = (  # bots that decide within milliseconds
    "random",
    "greedy",
    "neural",
    "partner",
    "beginner",
    "easy",
    MEDIUM,
    "hard",
    *(name for name in BOTS if name.partition(":")[0] in CHARACTERS),
)
CROWD_NOTICE_RATIO = 2.0  # from here on players are told
# No budget shrinks below this number of simulations: the network alone plays no better.
MIN_SIMULATIONS = 100


def player_of(name: str, rules: Ruleset) -> str:
    """Return the bot that plays when ``name`` is asked for: the level of its strength instead of a
    character that does not know the game."""
    return name if can_play(name, rules) else name.partition(":")[2] or MEDIUM


def is_quick(player: str, rules: Ruleset) -> bool:
    """Return whether a bot decides within milliseconds; without a strategy of its own, a ruleset
    makes all but one of them search."""
    return player == RANDOM or (player in QUICK_BOTS and has_strategy(rules))


class BotPool:
    """Run as many bots at once as there are threads."""

    def __init__(self, threads: int) -> None:
        self._threads = threads
        self._quick = FairPool(1, "quick bot")
        self._deep = FairPool(threads, "bot")
        self._reader = FairPool(1, "review")  # for slow reviews, which have no deadline
        self._outside: dict[str, OutsideBot] = {}  # one process each
        self.n_kept = 0  # slow decisions in the shared queue, if servers share one

    @property
    def crowd(self) -> float:
        """Return the number of slow decisions per thread, at least 1."""
        return 1 + (self._deep.n_waiting + self.n_kept) / self._threads

    def queue_lengths(self) -> dict[str, int]:
        """Return how much waits for a thread, by queue."""
        searching = self._deep.n_waiting + self.n_kept
        return {
            "quick": self._quick.n_waiting,
            "search": searching,
            "review": self._reader.n_waiting,
        }

    def is_shortened(self, names: Iterable[str | None]) -> bool:
        """Return whether one of these bots has a smaller budget because of the load."""
        return self.crowd >= CROWD_NOTICE_RATIO and any(
            name in BOTS and _has_clock(BOTS[name]()) for name in names if name
        )

    @cached_property
    def names(self) -> list[str]:
        """Return the names of all bots: the levels, weakest first, then the others.

        Installed packages are searched once, since that takes as long as several moves.
        """
        ours = [*LEVELS, *(name for name in BOTS if name not in LEVELS)]
        return [*ours, *installed_bots(BOTS)]

    def names_for(self, rules: Ruleset) -> list[str]:
        """Return the names of the bots that know a ruleset."""
        return [name for name in self.names if player_of(name, rules) == name]

    def check(self, name: str, rules: Ruleset) -> str:
        """Return the bot that is seated under this name, or raise 422."""
        if name not in self.names:
            there_are = f"{', '.join(self.names)}{suggest(name, self.names)}"
            raise RequestError(422, "unknown_bot", f"no such bot: {there_are}")
        return player_of(name, rules)

    async def choose(self, name: str, view: View, host: str = "", table: str = "") -> Move:
        """Return a bot's move. A bot that fails gets a legal fallback and a line in the log."""
        rng, rules = Random(secrets.randbits(64)), ruleset_of(view)
        player = player_of(name, rules)
        pool = self._quick if is_quick(player, rules) else self._deep

        def work() -> tuple[Move, Fault | None]:
            return ask(self._bot(player), view, rng, player)

        move, fault = await pool.run(work, host, table)
        if fault:
            # the full message could reveal hidden cards
            LOG.warning("bot %s: %s", player, fault.kind)
        return move

    async def advise(self, work: Callable[[], T], owner: str) -> T:
        """Run work that a player waits for, scheduled with the slow decisions."""
        return await self._deep.run(work, owner, "advice")

    async def read(self, work: Callable[[], T], owner: str) -> T:
        """Run work on a finished game, which may take minutes."""
        return await self._reader.run(work, owner)

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
            player.threads = 1  # leave the other threads to other bots
            if player.ms is not None:
                player.ms, player.least = player.ms / self.crowd, MIN_SIMULATIONS
        return player


def _has_clock(player: Bot) -> bool:
    return isinstance(player, NeuralSearchBot) and player.ms is not None

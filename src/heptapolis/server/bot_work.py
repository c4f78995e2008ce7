"""The work of bots: every decision that a bot is to make is a job, and one server does it.

A server that has its database for itself begins all jobs at once; its threads take them in turn.
Servers that share one keep the jobs there, and each claims as many as it has hands free. A claim
is a lease: whoever dies or hangs does not renew it, and another server takes over.

A choice that is held back costs no hand: it is kept beside its job, and made when the table has
changed so that it may be, or when its time has come.
"""

import asyncio
import logging
import math
import secrets
import time
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any

import sqlalchemy as sa

from heptapolis.server.bot_pool import QUICK, BotPool
from heptapolis.server.errors import HeldBack, StaleVersion, Unavailable, Unplayable
from heptapolis.server.job_queue import Job, JobQueue, is_one_of

LOG = logging.getLogger("heptapolis.server")
PAUSE, LONGEST_PAUSE = 1.0, 60.0  # seconds before a job is tried again after failures
LEASE = 5.0  # seconds that a claim lasts if it is not renewed
QUICK_HANDS = 4  # decisions that take a moment; they need no thread of those that take long
POLL = 1.0  # seconds between looks for jobs of which nobody told
# Others were faster, the database has said why, or another server plays what this one does not.
QUIET = (StaleVersion, Unavailable, Unplayable)

Do = Callable[[Job], Awaitable[bool]]  # whether the decision was made by that
Spawn = Callable[[Coroutine[Any, Any, None]], None]


class BotWork:
    """The jobs of a server that is alone."""

    def __init__(self, do: Do, spawn: Spawn) -> None:
        self._do, self._spawn = do, spawn
        self._under_way: set[Job] = set()
        self._again: dict[Job, Job] = {}  # of those: to be begun anew, as they were told of last
        self._held: dict[Job, str] = {}  # what bots have chosen, and may not make yet

    def attend(self, jobs: Sequence[Job]) -> None:
        """These follow from a table's log."""
        for job in jobs:
            self._begin(job)

    async def add(self, jobs: Sequence[Job]) -> None:
        """These follow from something else: a time that is up."""
        self.attend(jobs)

    def nudge(self) -> None:
        """Another server may have left something."""

    def is_busy_at(self, table: str) -> bool:
        return any(job.table == table for job in self._under_way)

    def forget(self, table: str) -> None:
        """Nobody is at a table any more."""
        self._held = {job: move for job, move in self._held.items() if job.table != table}

    async def run(self) -> None:
        """Do jobs as they come, for ever."""

    async def close(self) -> None:
        """Leave what is not done to others."""

    def _begin(self, job: Job) -> None:
        if job in self._under_way:
            self._again[job] = job
        else:
            self._under_way.add(job)
            self._spawn(self._finish(replace(job, move=self._held.get(job, job.move))))

    async def _finish(self, job: Job) -> None:
        pause = PAUSE
        try:
            while not await self._try(job):
                await asyncio.sleep(pause)
                pause = min(2 * pause, LONGEST_PAUSE)
        finally:
            self._under_way.discard(job)
            self._again.pop(job, None)

    async def _try(self, job: Job) -> bool:
        try:
            await self._do(job)
        except HeldBack as held:
            self._held[job] = held.move
            seconds = 0.0 if job in self._again else held.seconds
            if seconds < math.inf:
                self._spawn(self._begin_later(job, seconds))
            return True
        except QUIET:
            return False
        except Exception:
            LOG.exception("a bot's move could not be kept")
            return False
        self._held.pop(job, None)
        return True

    async def _begin_later(self, job: Job, seconds: float) -> None:
        await asyncio.sleep(seconds)
        self._begin(job)


class SharedBotWork(BotWork):
    """The jobs of one server among several."""

    def __init__(
        self,
        do: Do,
        spawn: Spawn,
        jobs: JobQueue,
        hands: int,
        watched: Callable[[], Sequence[str]],
        bots: BotPool,
    ) -> None:
        super().__init__(do, spawn)
        self._jobs, self._hands, self._owner = jobs, hands, secrets.token_hex(8)
        self._watched, self._bots = watched, bots
        self._news = asyncio.Event()  # there may be something to claim
        self._renewed = 0.0

    def attend(self, jobs: Sequence[Job]) -> None:
        if jobs:  # they are kept already
            self.nudge()
        for job in jobs:
            self._nudge_after(job.wait)

    def nudge(self) -> None:
        self._news.set()

    async def add(self, jobs: Sequence[Job]) -> None:
        await self._jobs.add(jobs)
        self.attend(jobs)

    async def run(self) -> None:
        while True:
            self._news.clear()
            try:
                await self._claim()
            except Unavailable:
                await asyncio.sleep(PAUSE)  # the database has said so
            except Exception:
                LOG.exception("no work could be claimed")
                await asyncio.sleep(PAUSE)
            with suppress(TimeoutError):
                async with asyncio.timeout(POLL):
                    await self._news.wait()

    async def close(self) -> None:
        with suppress(Exception):  # else the leases run out
            await self._jobs.free(self._owner)

    async def _claim(self) -> None:
        """Renew what is under way, and take as much as there are hands free."""
        now = time.monotonic()
        if self._under_way and now - self._renewed > LEASE / 4:
            await self._jobs.keep(self._owner, LEASE, self._under_way)
            self._renewed = now
        n_quick = sum(job.bot in QUICK for job in self._under_way)
        n_deep = len(self._under_way) - n_quick
        quick = is_one_of(QUICK)
        await self._take(quick, QUICK_HANDS - n_quick)
        await self._take(~quick, self._hands - n_deep)
        self._bots.n_kept = await self._jobs.count(~quick) if n_deep else 0

    async def _take(self, kind: sa.ColumnElement[bool], free: int) -> None:
        if free > 0:
            for job in await self._jobs.claim(self._owner, free, LEASE, kind, self._watched()):
                self._begin(job)

    async def _finish(self, job: Job) -> None:
        try:
            if not await self._do(job):
                await self._jobs.end(job)  # nobody wants it any more
        except HeldBack as held:
            with suppress(Exception):  # else the lease runs out, and somebody chooses anew
                await self._jobs.hold(job, held)
            self._nudge_after(held.seconds)
        except QUIET:
            await self._put_off(job, PAUSE)
        except Exception:
            LOG.exception("a bot's move could not be kept")
            await self._put_off(job, LEASE)
        finally:
            self._under_way.discard(job)
            if again := self._again.pop(job, None):  # it was claimed before it was out of hand here
                self._begin(again)
            self.nudge()

    def _nudge_after(self, seconds: float) -> None:
        if 0.0 < seconds < math.inf:
            asyncio.get_running_loop().call_later(seconds, self.nudge)

    async def _put_off(self, job: Job, pause: float) -> None:
        with suppress(Exception):  # else the lease runs out
            await self._jobs.put_off(job, pause)

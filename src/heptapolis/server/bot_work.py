"""Dispatch the work of bots: each decision of a bot is a job, which one server does.

A server with its own database starts all jobs at once, and its threads schedule them. Servers that
share a database keep the jobs in a queue there, and each claims as many as it has free workers. A
claim is a lease: if a server dies or hangs, the lease expires and another server takes the job.

A choice that is held back occupies no worker. It is stored with its job, and made when a change
of the table allows it or when its time has come.
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

from heptapolis.server.bot_pool import QUICK_BOTS, BotPool
from heptapolis.server.errors import ChoiceDelay, StaleVersion, StorageError, UnplayableTable
from heptapolis.server.job_queue import Job, JobQueue, is_one_of

LOG = logging.getLogger("heptapolis.server")
RETRY_SECONDS, MAX_RETRY_SECONDS = 1.0, 60.0  # backoff after failures
LEASE_SECONDS = 5.0  # lifetime of a claim without renewal
MAX_QUICK_JOBS = 4  # quick decisions at once, beside those of the bot threads
POLL_SECONDS = 1.0  # interval between looks for jobs that were not announced
# Another server was faster, the database logged an outage, or another server has the rules.
EXPECTED_FAILURES = (StaleVersion, StorageError, UnplayableTable)

Do = Callable[[Job], Awaitable[bool]]  # returns whether the decision was made
Spawn = Callable[[Coroutine[Any, Any, None]], None]


class BotWork:
    """Run the jobs of a server with its own database."""

    def __init__(self, do: Do, spawn: Spawn) -> None:
        self._do, self._spawn = do, spawn
        self._under_way: set[Job] = set()
        self._again: dict[Job, Job] = {}  # jobs to repeat after their current run
        self._held: dict[Job, str] = {}  # moves that bots chose and may not make yet

    def attend(self, jobs: Sequence[Job]) -> None:
        """Start the jobs that follow from a table's log."""
        for job in jobs:
            self._begin(job)

    async def add(self, jobs: Sequence[Job]) -> None:
        """Start jobs that follow from something else, such as a timeout."""
        self.attend(jobs)

    def nudge(self) -> None:
        """Look for jobs that another server may have added."""

    def is_busy_at(self, table: str) -> bool:
        return any(job.table == table for job in self._under_way)

    def forget(self, table: str) -> None:
        """Drop the held-back choices of an unloaded table."""
        self._held = {job: move for job, move in self._held.items() if job.table != table}

    async def run(self) -> None:
        """Process jobs until cancelled."""

    async def close(self) -> None:
        """Release unfinished jobs."""

    def _begin(self, job: Job) -> None:
        if job in self._under_way:
            self._again[job] = job
        else:
            self._under_way.add(job)
            self._spawn(self._finish(replace(job, move=self._held.get(job, job.move))))

    async def _finish(self, job: Job) -> None:
        pause = RETRY_SECONDS
        try:
            while not await self._try(job):
                await asyncio.sleep(pause)
                pause = min(2 * pause, MAX_RETRY_SECONDS)
        finally:
            self._under_way.discard(job)
            self._again.pop(job, None)

    async def _try(self, job: Job) -> bool:
        try:
            await self._do(job)
        except ChoiceDelay as held:
            self._held[job] = held.move
            seconds = 0.0 if job in self._again else held.seconds
            if seconds < math.inf:
                self._spawn(self._begin_later(job, seconds))
            return True
        except EXPECTED_FAILURES:
            return False
        except Exception:
            LOG.exception("a bot's move could not be stored")
            return False
        self._held.pop(job, None)
        return True

    async def _begin_later(self, job: Job, seconds: float) -> None:
        await asyncio.sleep(seconds)
        self._begin(job)


class SharedBotWork(BotWork):
    """Run jobs from a queue that several servers share."""

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
        self._news = asyncio.Event()  # there may be jobs to claim
        self._renewed = 0.0

    def attend(self, jobs: Sequence[Job]) -> None:
        if jobs:  # they are stored already
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
            except StorageError:
                await asyncio.sleep(RETRY_SECONDS)  # the database has logged the outage
            except Exception:
                LOG.exception("cannot claim jobs")
                await asyncio.sleep(RETRY_SECONDS)
            with suppress(TimeoutError):
                async with asyncio.timeout(POLL_SECONDS):
                    await self._news.wait()

    async def close(self) -> None:
        with suppress(Exception):  # otherwise the leases expire
            await self._jobs.release(self._owner)

    async def _claim(self) -> None:
        """Renew the current leases and claim jobs for free workers."""
        now = time.monotonic()
        if self._under_way and now - self._renewed > LEASE_SECONDS / 4:
            await self._jobs.keep(self._owner, LEASE_SECONDS, self._under_way)
            self._renewed = now
        n_quick = sum(job.bot in QUICK_BOTS for job in self._under_way)
        n_deep = len(self._under_way) - n_quick
        quick = is_one_of(QUICK_BOTS)
        await self._take(quick, MAX_QUICK_JOBS - n_quick)
        await self._take(~quick, self._hands - n_deep)
        self._bots.n_kept = await self._jobs.count(~quick) if n_deep else 0

    async def _take(self, kind: sa.ColumnElement[bool], free: int) -> None:
        if free > 0:
            for job in await self._jobs.claim(
                self._owner, free, LEASE_SECONDS, kind, self._watched()
            ):
                self._begin(job)

    async def _finish(self, job: Job) -> None:
        try:
            if not await self._do(job):
                await self._jobs.end(job)  # no longer wanted
        except ChoiceDelay as held:
            with suppress(Exception):  # otherwise the lease expires and the bot chooses again
                await self._jobs.hold(job, held)
            self._nudge_after(held.seconds)
        except EXPECTED_FAILURES:
            await self._postpone(job, RETRY_SECONDS)
        except Exception:
            LOG.exception("a bot's move could not be stored")
            await self._postpone(job, LEASE_SECONDS)
        finally:
            self._under_way.discard(job)
            if again := self._again.pop(job, None):  # it was claimed again before this run ended
                self._begin(again)
            self.nudge()

    def _nudge_after(self, seconds: float) -> None:
        if 0.0 < seconds < math.inf:
            asyncio.get_running_loop().call_later(seconds, self.nudge)

    async def _postpone(self, job: Job, pause: float) -> None:
        with suppress(Exception):  # otherwise the lease expires
            await self._jobs.postpone(job, pause)

"""Let bots decide at the tables of one server."""

import asyncio
from collections.abc import Sequence
from contextlib import suppress

from heptapolis.server.background import BackgroundTasks, logging_failures
from heptapolis.server.bot_pool import BotPool
from heptapolis.server.bot_work import BotWork, SharedBotWork
from heptapolis.server.errors import BrokenLog, UnplayableTable
from heptapolis.server.job_queue import Job
from heptapolis.server.open_tables import OpenTables
from heptapolis.server.settings import Settings
from heptapolis.server.store import Store
from heptapolis.server.table import Table

QUICK_BOT_WAIT_SECONDS = 0.08  # how long an answer waits for quick bots


class BotTurns:
    """Start the bots that have to decide, and give their choices to the tables."""

    def __init__(
        self,
        store: Store,
        settings: Settings,
        bots: BotPool,
        tasks: BackgroundTasks,
        tables: OpenTables,
    ) -> None:
        self._bots, self._tables = bots, tables
        self.work: BotWork = (
            SharedBotWork(
                self._answer,
                tasks.spawn,
                store.jobs,
                settings.bot_threads,
                tables.tables_with_spectators,
                bots,
            )
            if store.is_shared
            else BotWork(self._answer, tasks.spawn)
        )

    def start(self, table: Table) -> None:
        """Start the bots that have to decide, if the table is watched."""
        if self._tables.is_watched(table):
            self.work.attend(table.jobs())

    async def add(self, jobs: Sequence[Job]) -> None:
        """Start jobs that follow from a timeout."""
        await self.work.add(jobs)

    async def resume(self, table_id: str) -> None:
        """Load a table if necessary, and start its bots."""
        with logging_failures("cannot resume a table"):
            try:
                table = await self._tables.load(table_id)
                async with table.locked():
                    jobs = table.jobs() if self._tables.is_watched(table) else []
                await self.work.add(jobs)
            except BrokenLog:
                pass  # it is logged already
            except UnplayableTable as error:
                self._tables.once_log.warn(f"{error}: its tables wait")

    async def wait_for_quick_bots(self, table: Table) -> None:
        """Wait briefly for quick bots, so that one answer shows their choices too."""
        with suppress(TimeoutError):
            async with asyncio.timeout(QUICK_BOT_WAIT_SECONDS):
                while any(job.wait == 0.0 for job in table.jobs()):
                    await table.wait_for_entries_after(table.committed)

    async def _answer(self, job: Job) -> bool:
        """Let a bot make a decision; return whether it was still wanted."""
        table = await self._tables.load(job.table)
        async with table.locked():
            is_open = job.seat in table.to_move and job.decision == table.decision(job.seat)
            if table.game is None or not is_open:
                return False
            view, host = table.game.view(job.seat), table.host or ""
        move = job.move or str(await self._bots.choose(job.bot, view, host, table.id))
        return await table.play(job.seat, move, job.decision)

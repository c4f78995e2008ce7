"""Follow the changes of other servers that share the database."""

import asyncio
from contextlib import aclosing

from heptapolis.server.background import BackgroundTasks, logging_failures
from heptapolis.server.bot_turns import BotTurns
from heptapolis.server.errors import UnplayableTable
from heptapolis.server.moderation import Moderation
from heptapolis.server.moderation_store import DELETED_TABLE_VERSION, SITE
from heptapolis.server.open_tables import OpenTables
from heptapolis.server.store import Store
from heptapolis.server.table import Table
from heptapolis.server.uptime import Uptime

SWEEP_SECONDS = 5.0  # interval between checks for changes of other servers


class Cluster:
    """Keep the tables of this server up to date with what other servers commit."""

    def __init__(
        self,
        store: Store,
        uptime: Uptime,
        tasks: BackgroundTasks,
        tables: OpenTables,
        turns: BotTurns,
        moderation: Moderation,
    ) -> None:
        self._store, self._uptime, self._tasks = store, uptime, tasks
        self._tables, self._turns, self._moderation = tables, turns, moderation

    async def listen(self) -> None:
        """Read the changes of other servers when they are announced."""
        async with aclosing(self._store.changes()) as changes:
            async for change in changes:
                if change is None:
                    self._tasks.spawn(self._catch_up_all())
                    self._tasks.spawn(self._read_decisions())
                    self._turns.work.nudge()
                    continue
                if change.table == SITE:
                    self._tasks.spawn(self._read_decisions())
                    continue
                table = self._tables.loaded.get(change.table)
                if table and change.version == DELETED_TABLE_VERSION:
                    self._tables.unload(table)
                elif table and table.version < change.version:
                    self._tasks.spawn(self._catch_up(table, change.version))
                if change.has_jobs:
                    self._turns.work.nudge()

    async def sweep(self) -> None:
        """Look for changes that were not announced, for example by a server that died."""
        while True:
            await asyncio.sleep(SWEEP_SECONDS)
            await self._catch_up_all()
            await self._read_decisions()
            with logging_failures("cannot find tables with clocks"):
                await self._uptime.note()
                for table_id in await self._store.playing_tables(timed_only=True):
                    if table_id not in self._tables.loaded:
                        await self._turns.resume(table_id)

    async def _read_decisions(self) -> None:
        with logging_failures("cannot read bans and notices"):
            await self._moderation.load()

    async def _catch_up(self, table: Table, version: int) -> None:
        with logging_failures("cannot read the changes of another server"):  # a sweep tries again
            try:
                await table.catch_up(version)
            except UnplayableTable:
                self._tables.unload(table)  # the next client gets the error

    async def _catch_up_all(self) -> None:
        with logging_failures("cannot query the changes of other servers"):
            known = list(self._tables.loaded)
            versions = await self._store.versions(known)
            for table_id in known:
                if table_id not in versions and (gone := self._tables.loaded.get(table_id)):
                    self._tables.unload(gone)  # deleted
            for table_id, version in versions.items():
                if table := self._tables.loaded.get(table_id):
                    await self._catch_up(table, version)

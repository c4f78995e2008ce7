"""Compose the parts that manage the tables of a server.

Servers that share a database each have a registry, and may have the same table open. They read each
other's entries, all of them watch the clocks, and any free server takes a bot's job.
"""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from heptapolis.server.background import BackgroundTasks
from heptapolis.server.bot_pool import BotPool
from heptapolis.server.bot_turns import BotTurns
from heptapolis.server.broken_tables import BrokenTables
from heptapolis.server.clocks import Clocks
from heptapolis.server.cluster import Cluster
from heptapolis.server.hints import Hints
from heptapolis.server.moderation import Moderation
from heptapolis.server.new_tables import TableFactory
from heptapolis.server.open_tables import OpenTables
from heptapolis.server.reviews import Reviews
from heptapolis.server.scheduled_backups import ScheduledBackups
from heptapolis.server.settings import Settings
from heptapolis.server.startup import WarmUp
from heptapolis.server.store import Store
from heptapolis.server.table import Table
from heptapolis.server.uptime import Uptime


class TableRegistry:
    """Hold the parts of one server, and start and stop them."""

    def __init__(self, store: Store, settings: Settings) -> None:
        self.store, self.settings = store, settings
        self.closing = asyncio.Event()  # set when streams must end
        self.bots, self.tasks = BotPool(settings.bot_threads), BackgroundTasks()
        self.uptime = Uptime(store)
        self.warm_up = WarmUp(is_wanted=settings.warm_up)
        self.tables = OpenTables(store, settings, self.uptime, self._start_bots, self._drop_jobs)
        self.factory = TableFactory(store, settings, self.tables, self.warm_up)
        self.broken = BrokenTables(store, self.tables, self.warm_up)
        self.turns = BotTurns(store, settings, self.bots, self.tasks, self.tables)
        self.clocks = Clocks(store, settings, self.uptime, self.tables, self.turns)
        self.moderation = Moderation(store, keeps_networks=settings.keep_networks_days > 0)
        self.cluster = Cluster(
            store, self.uptime, self.tasks, self.tables, self.turns, self.moderation
        )
        self.hints = Hints(self.bots)
        self.reviews = Reviews(self.bots, self.tasks.spawn, self.closing)

    @classmethod
    @asynccontextmanager
    async def open(cls, store: Store, settings: Settings) -> AsyncIterator["TableRegistry"]:
        """Yield a registry in which the running games continue."""
        registry = cls(store, settings)
        await registry.uptime.note()
        registry.tasks.spawn(registry._start())
        try:
            yield registry
        finally:
            await registry._close()

    async def table(self, table_id: str) -> Table:
        """Return a loaded table for a client."""
        self.warm_up.check_ready()
        table = await self.tables.load(table_id)
        self.tables.note_viewer(table)
        if not table.has_people:  # the bots may have been waiting for a viewer
            self._start_bots(table)
        return table

    def close_streams(self) -> None:
        """End all streams, which would otherwise stay open."""
        self.closing.set()
        self.tables.notify()

    def _start_bots(self, table: Table) -> None:
        if not self.closing.is_set():
            self.turns.start(table)

    def _drop_jobs(self, table_id: str) -> None:
        self.turns.work.forget(table_id)

    async def _start(self) -> None:
        """Compile the rules, then resume all games."""
        if not self.warm_up.is_ready:
            await self.warm_up.run()
            await self.uptime.note()
            self.warm_up.finish()
        elif self.settings.warm_up:
            self.tasks.spawn(self.warm_up.run())  # loads the cached machine code only
        if self.settings.backup_folder:
            backups = ScheduledBackups(self.settings, self.settings.backup_folder)
            self.tasks.spawn(backups.run())
        self.tasks.spawn(self.clocks.run())
        self.tasks.spawn(self.clocks.close_deserted())
        if self.store.is_shared:
            for work in (self.cluster.listen(), self.cluster.sweep(), self.turns.work.run()):
                self.tasks.spawn(work)
        for table_id in await self.store.playing_tables():
            await self.turns.resume(table_id)

    async def _close(self) -> None:
        self.close_streams()
        await self.tasks.close()
        await self.turns.work.close()
        self.bots.close()
        self.tables.close()

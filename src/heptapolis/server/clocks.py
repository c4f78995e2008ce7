"""Watch the clocks of tables: late and absent players, deserted and idle tables."""

import asyncio
import time
from contextlib import suppress

from heptapolis.server.background import logging_failures
from heptapolis.server.bot_turns import BotTurns
from heptapolis.server.errors import UnplayableTable
from heptapolis.server.open_tables import OpenTables
from heptapolis.server.settings import Settings
from heptapolis.server.store import Store
from heptapolis.server.table import Table
from heptapolis.server.table_log import SUBSTITUTE_BOT
from heptapolis.server.uptime import Uptime

CLOCK_TICK_SECONDS = 0.5  # interval between checks of the clocks
LIST_SWEEP_SECONDS = 60.0  # interval between checks for deserted tables


class Clocks:
    """Watch the clocks of all tables. Servers that share a database all watch them."""

    def __init__(
        self, store: Store, settings: Settings, uptime: Uptime, tables: OpenTables, turns: BotTurns
    ) -> None:
        self._store, self._settings, self._uptime = store, settings, uptime
        self._tables, self._turns = tables, turns

    async def run(self) -> None:
        """Check the loaded tables until cancelled."""
        while True:
            await asyncio.sleep(CLOCK_TICK_SECONDS)
            self._uptime.detect_clock_jump()
            for table in list(self._tables.loaded.values()):
                with logging_failures("cannot check a clock"):
                    await self.check(table)
                if self._tables.is_idle(table) and not self._turns.work.is_busy_at(table.id):
                    self._tables.unload(table)

    async def check(self, table: Table) -> None:
        """Let bots decide for late and absent players."""
        if table.state == "open" and not table.options.private:
            await self._store_presence(table, self._settings.open_table_seconds / 4)
        if self._store.is_shared and table.options.absent == "bot" and table.state == "playing":
            await self._share_presence(table)
        for seat in list(table.overdue_seats(time.time(), self._settings.absent_seconds)):
            if table.options.absent == "bot":
                await table.send_away(seat)
            else:
                await self._turns.add([table.job(seat, SUBSTITUTE_BOT)])

    async def close_deserted(self) -> None:
        """Close deserted public tables regularly. Time without a running server does not count."""
        while True:
            since = time.time() - self._settings.open_table_seconds
            with logging_failures("cannot close a deserted table"):
                if since < self._uptime.since:
                    since = 0.0
                for table_id in await self._store.deserted_tables(since):
                    with suppress(UnplayableTable):
                        await (await self._tables.load(table_id)).expire(since)
            await asyncio.sleep(LIST_SWEEP_SECONDS)

    async def _store_presence(self, table: Table, every: float) -> None:
        """Store the present guests at intervals, for other servers and for a restart."""
        if fresh := table.presence.signs(table.log.guests, time.time(), every):
            await self._store.note_presence(table.id, fresh)

    async def _share_presence(self, table: Table) -> None:
        """Exchange presence with other servers before a player counts as absent.

        Presence is stored only from time to time, so it is assumed to be that much more recent.
        """
        now, patience = time.time(), self._settings.absent_seconds
        every = patience / 4
        await self._store_presence(table, every)
        if list(table.overdue_seats(now, patience)):
            signs = await self._store.last_seen(table.id)
            table.presence.learn({guest: at + every for guest, at in signs.items()})

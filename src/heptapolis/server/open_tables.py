"""Hold the tables that a server has loaded."""

import math
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from heptapolis.server.background import OnceLog
from heptapolis.server.editions import Editions
from heptapolis.server.errors import BrokenLog, UnplayableTable, not_found
from heptapolis.server.settings import Settings
from heptapolis.server.store import Store, StoredTable
from heptapolis.server.table import Table
from heptapolis.server.uptime import Uptime

IDLE_SECONDS = 600.0  # an unused table is unloaded after this time


class OpenTables:
    """Load tables, keep them while they are in use, and unload them."""

    def __init__(
        self,
        store: Store,
        settings: Settings,
        uptime: Uptime,
        on_change: Callable[[Table], None],
        on_unload: Callable[[str], None],
    ) -> None:
        """``on_change`` is called after each change of a table, ``on_unload`` with a table's id."""
        self.loaded: dict[str, Table] = {}
        self.editions = Editions(store)
        self.once_log = OnceLog()
        self._store, self._settings, self._uptime = store, settings, uptime
        self._on_change, self._on_unload = on_change, on_unload
        self._last_used: dict[str, float] = {}  # last use of each table
        self._last_viewed: dict[str, float] = {}  # last use of each table by a client, not by a bot
        self._logs = ThreadPoolExecutor(1, "log")  # replays logs

    async def load(self, table_id: str) -> Table:
        """Return a table with all its committed changes, or raise `UnplayableTable`."""
        version = 0
        if table := self.loaded.get(table_id):
            if self._store.is_shared:  # clients must see what any server has acknowledged
                version = (await self._store.versions([table_id])).get(table_id, 0)
        else:
            stored = await self._store.table(table_id)
            if stored is None:
                raise not_found("table")
            new = self.reopen(stored, await self.editions.edition_of(stored))
            table = self.loaded.setdefault(table_id, new)  # another task may have opened it
        self._last_used[table_id] = time.monotonic()
        try:
            await table.catch_up(version)
        except UnplayableTable as error:
            self.unload(table)
            if isinstance(error, BrokenLog):
                self.once_log.warn(f"table {table_id}: {error}")
            raise
        return table

    def reopen(self, stored: StoredTable, edition: Any) -> Table:
        """Return a table whose log is not replayed yet."""
        return Table(
            stored, edition, self._store, self._on_change, lambda: self._uptime.since, self._logs
        )

    def add(self, table: Table) -> None:
        """Add a table that a client has just created."""
        self.loaded[table.id] = table
        self._last_used[table.id] = time.monotonic()
        self.note_viewer(table)

    def note_viewer(self, table: Table) -> None:
        """Note that a client looks at a table."""
        self._last_viewed[table.id] = time.monotonic()

    def is_watched(self, table: Table) -> bool:
        """Return whether bots play here: a person is seated, or a client is watching."""
        looked = time.monotonic() - self._last_viewed.get(table.id, -math.inf)
        is_seen = table.presence.streams.total() > 0 or looked < self._settings.absent_seconds
        return is_seen or table.has_people

    def tables_with_spectators(self) -> list[str]:
        """Return the ids of watched tables where only bots play."""
        tables = [table for table in self.loaded.values() if not table.has_people]
        return [table.id for table in tables if self.is_watched(table)]

    def is_idle(self, table: Table) -> bool:
        """Return whether a table may be unloaded as far as its clients are concerned."""
        if table.state == "playing" and table.options.is_timed:
            return False
        is_unused = time.monotonic() - self._last_used.get(table.id, 0.0) > IDLE_SECONDS
        return is_unused and not table.presence.streams.total()

    def unload(self, table: Table) -> None:
        self.loaded.pop(table.id, None)
        self._last_used.pop(table.id, None)
        self._last_viewed.pop(table.id, None)
        self._on_unload(table.id)

    def notify(self) -> None:
        """Wake everything that waits for a change of a table."""
        for table in self.loaded.values():
            table.notify()

    def close(self) -> None:
        self._logs.shutdown(wait=False, cancel_futures=True)

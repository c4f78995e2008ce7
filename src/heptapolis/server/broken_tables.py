"""Close and export tables whose logs cannot be replayed."""

import time

from heptapolis.server.errors import BrokenLog, RequestError
from heptapolis.server.open_tables import OpenTables
from heptapolis.server.startup import WarmUp
from heptapolis.server.store import Guest, LogEntry, Store, StoredTable, Summary


class BrokenTables:
    """Give the players of a table with a broken log access to what is stored."""

    def __init__(self, store: Store, tables: OpenTables, warm_up: WarmUp) -> None:
        self._store, self._tables, self._warm_up = store, tables, warm_up

    async def get(self, table_id: str, guest: Guest | None) -> StoredTable:
        """Return a stored table whose log cannot be replayed, for its players only."""
        self._warm_up.check_ready()
        try:
            await self._tables.load(table_id)
        except BrokenLog:
            stored = await self._store.table(table_id)
            if stored is None or guest is None or guest.id not in guests_at(stored):
                raise RequestError(403, "not_seated", "you have no seat here") from None
            return stored
        raise RequestError(409, "not_broken", "this table can be played on")

    async def close(self, table_id: str, guest: Guest) -> None:
        """End a game whose log cannot be replayed. The log is kept and gets a final entry."""
        stored = await self.get(table_id, guest)
        if stored.state != "over":
            end = LogEntry(stored.version + 1, "close", time.time(), guest=guest.id)
            details = {**stored.summary, "end": "abandoned", "to_move": []}
            await self._store.append(table_id, stored.version, [end], Summary("over", details))


def guests_at(stored: StoredTable) -> set[str]:
    """Return the guests at a table according to its summary."""
    return {chair["guest"] for chair in stored.summary.get("chairs", []) if chair["guest"]}

"""Create tables: new ones, and the next one of the same players."""

import secrets
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass

from heptapolis.kernel_game import SEED_BITS
from heptapolis.server.errors import ConcurrentChange, RequestError
from heptapolis.server.open_tables import OpenTables
from heptapolis.server.settings import Settings
from heptapolis.server.startup import WarmUp
from heptapolis.server.store import Guest, Store, StoredTable, TableLimits
from heptapolis.server.table import Table
from heptapolis.server.table_log import TableLog, new_entry
from heptapolis.server.table_options import TableOptions
from heptapolis.web.lessons import Lesson

Placed = tuple[int | None, str]  # a seat (None: any free seat) and the player's name or bot


@dataclass(frozen=True)
class NewTable:
    """Describe a table to create, with its first players."""

    host: Guest
    options: TableOptions
    people: Sequence[Placed] = ()  # at the host's device
    bots: Sequence[Placed] = ()
    origin: str = ""  # identifies the address it is opened from
    lesson: Lesson | None = None  # sets the deal

    def write_to(self, log: TableLog, now: float) -> None:
        """Add the first entries to an empty log."""
        log.add(new_entry("open", guest=self.host.id, text=self.origin), now)
        if self.lesson:
            log.add(new_entry("lesson", text=self.lesson.id), now)
        for seat, name in self.people:
            if name not in [log.chairs[n].name for n in log.seats_of(self.host)]:
                log.add(new_entry("sit", log.free_seat(seat), self.host.id, name), now)
        for seat, bot in self.bots:
            log.add(new_entry("bot", log.free_seat(seat), text=bot), now)
        log.start_if_full(now)


class TableFactory:
    """Create the tables of one server."""

    def __init__(
        self, store: Store, settings: Settings, tables: OpenTables, warm_up: WarmUp
    ) -> None:
        self.settings = settings
        self._store, self._tables, self._warm_up = store, tables, warm_up

    async def create(self, new: NewTable) -> Table:
        """Create a table with its first players and bots in one transaction."""
        self._warm_up.check_ready()
        stored = await self._stored(new)
        table = self._tables.reopen(stored, await self._tables.editions.edition_of(stored))
        new.write_to(table.log, stored.created)
        await self._store.create(
            stored, table.log.entries, table.log.summary(), table.jobs(), self._limits(new)
        )
        self._tables.add(table)
        table.note_creation()
        return table

    async def rematch(self, table: Table, guest: Guest, origin: str = "") -> Table:
        """Return the next table with the same options. Each player moves one seat further on."""
        async with table.locked():
            own = table.seats_of(guest)
            if table.state != "over":
                raise RequestError(409, "not_over", "the game is not over")
            if not own:
                raise RequestError(403, "not_seated", "you had no seat at this table")
        # All people at the guest's device keep their names.
        names = [table.chairs[seat].name if len(own) > 1 else guest.name for seat in own]
        places = [
            ((seat + 1) % len(table.chairs), name) for seat, name in zip(own, names, strict=True)
        ]
        async with table.rematch_lock:
            table_id = table.log.rematch or await self._next_table(table, guest, places, origin)
            following = await self._tables.load(table_id)
        for seat, name in places:
            await following.sit(guest, seat, name if len(own) > 1 else None)
        return following

    async def _next_table(
        self, table: Table, host: Guest, people: Sequence[Placed], origin: str
    ) -> str:
        size = len(table.chairs)
        bots = [((n + 1) % size, chair.bot) for n, chair in enumerate(table.chairs) if chair.bot]
        new = await self.create(NewTable(host, table.options, people, bots, origin))
        chosen = await table.announce_rematch(new.id)
        if chosen != new.id:  # another server was faster
            with suppress(ConcurrentChange):
                await self._store.remove(new.id, new.version)
                self._tables.unload(new)
        return chosen

    async def _stored(self, new: NewTable) -> StoredTable:
        """Return a new table to store, with its cards stored already."""
        settled = new.options.settle(self.settings.pause_seconds)
        return StoredTable(
            id=secrets.token_urlsafe(9).replace("-", "x").replace("_", "y"),
            options=settled.model_dump(),
            rules=settled.variant.rules_version,
            catalog=await self._tables.editions.keep(settled),
            seed=new.lesson.seed if new.lesson else secrets.randbits(SEED_BITS),
            version=0,
            state="open",
            summary={},
            created=time.time(),
            changed=0.0,
            is_private=new.options.private,
            is_timed=new.options.is_timed,
        )

    def _limits(self, new: NewTable) -> TableLimits:
        return TableLimits(
            guest=new.host.id,
            origin="" if new.options.private else new.origin,
            max_of_guest=self.settings.max_tables_per_guest,
            max_of_origin=self.settings.max_open_tables_per_address,
        )

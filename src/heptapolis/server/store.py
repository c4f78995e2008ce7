"""Store guests, and tables as options, a seed and an append-only log.

The same code serves SQLite and PostgreSQL. A write to a table names the version it expects, so it
never overwrites unseen changes. When `append` returns, the change is on disk.

Several servers can share a PostgreSQL database. Each is notified of the others' changes
(`changes`). Bot jobs are stored in the same transaction as the moves that cause them, and one
server takes each.
"""

import json
import secrets
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Collection, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from typing import Any, TypeVar

import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError

from heptapolis.lru import Lru
from heptapolis.server import job_queue as job_table
from heptapolis.server.database import Database, announce, open_database
from heptapolis.server.errors import ConcurrentChange, ReadOnly, RequestError, no_guest
from heptapolis.server.job_queue import Job, JobQueue
from heptapolis.server.log_messages import NAMED_KINDS
from heptapolis.server.moderation_store import ModerationStore
from heptapolis.server.schema import (
    CATALOGS,
    CODES,
    FACTS,
    GUESTS,
    JOBS,
    LOG,
    MUTES,
    SEATS,
    TABLES,
)

T = TypeVar("T")
MAX_CACHED_GUESTS = 10_000  # guests, and mute lists
# The statements of every move, built once.
_ADVANCE_TABLE = TABLES.update().where(
    TABLES.c.id == sa.bindparam("of"), TABLES.c.version == sa.bindparam("at")
)
_INSERT_ENTRIES = LOG.insert()


@dataclass(frozen=True)
class Guest:
    """Identify a guest by a public id and a name. The signature around the id is secret."""

    id: str
    name: str


@dataclass(frozen=True)
class LogEntry:
    """Describe one entry of a table's log, numbered from 1."""

    number: int
    kind: str
    at: float
    seat: int | None = None
    guest: str | None = None
    text: str = ""


@dataclass(frozen=True)
class Summary:
    """Describe a table for lists without replaying its log. All of it is public."""

    state: str  # open, playing, over
    details: dict[str, Any] = field(default_factory=dict)  # JSON
    guests: dict[int, str] = field(default_factory=dict)  # by seat
    decisions: dict[int, int] = field(default_factory=dict)  # open decisions by seat


@dataclass(frozen=True)
class Change:
    """Announce the new version of a table, and whether there are new jobs."""

    table: str
    version: int
    has_jobs: bool


@dataclass(frozen=True)
class StoredTable:
    """Describe a table as stored, without its log."""

    id: str
    options: dict[str, Any]
    rules: int  # version of the rules
    catalog: str | None  # fingerprint of the catalogue
    seed: int
    version: int
    state: str
    summary: dict[str, Any]
    created: float
    changed: float
    is_private: bool = False
    is_timed: bool = False


@dataclass(frozen=True)
class TableLimits:
    """Limit the unfinished tables of a guest, and the open public tables from an address."""

    guest: str
    origin: str  # "" is not limited
    max_of_guest: int
    max_of_origin: int


class Store:
    """Read and write the database. Use `Store.open` to create one."""

    def __init__(self, database: Database) -> None:
        self._database = database
        # takes the kinds of new entries
        self.on_commit: Callable[[Sequence[str]], None] = lambda _kinds: None
        self.is_shared = database.is_shared  # whether other servers may use it too
        self.jobs, self.moderation = JobQueue(database), ModerationStore(database)
        self.is_read_only = False  # guests and tables then refuse every change
        # Cache of what every page needs; unused when the database is shared.
        self._guests: Lru[str, Guest] = Lru(MAX_CACHED_GUESTS)
        self._mutes: Lru[str, frozenset[str]] = Lru(MAX_CACHED_GUESTS)

    @classmethod
    @asynccontextmanager
    async def open(
        cls, url: str, wrap: Callable[[Database], Database] = lambda database: database
    ) -> AsyncIterator["Store"]:
        """Yield the store at a URL after upgrading its schema; ``wrap`` can observe it."""
        async with open_database(url) as database:
            yield cls(wrap(database))

    async def ping(self) -> None:
        """Raise StorageError if the database does not answer."""
        await self._scalar(sa.select(sa.literal(1)))

    async def key(self) -> str:
        """Return the key that signs identities, creating it once per database."""
        await self._insert_once(FACTS, {"name": "key", "value": secrets.token_urlsafe(32)})
        return str(await self._scalar(sa.select(FACTS.c.value).where(FACTS.c.name == "key")))

    # ── guests ───────────────────────────────────────────────────────────────────────────────────

    async def add_guest(self, guest: Guest, now: float) -> None:
        self._check_writable()
        values = {"id": guest.id, "name": guest.name, "created": now}
        await self._execute(GUESTS.insert().values(values))

    async def guest(self, id: str) -> Guest | None:
        return self._guests.get(id) or await self._look_up_guest(id)

    async def rename(self, id: str, name: str) -> None:
        self._check_writable()
        await self._execute(GUESTS.update().where(GUESTS.c.id == id).values(name=name))
        await self._look_up_guest(id)

    async def add_code(self, digest: str, guest: str, now: float, until: float) -> None:
        """Store a code for another device. Remove older codes of the guest and expired ones."""
        self._check_writable()
        old = (CODES.c.guest == guest) | (CODES.c.until < now)
        values = {"digest": digest, "guest": guest, "until": until}
        await self._execute(CODES.delete().where(old), CODES.insert().values(values))

    async def take_code(self, digest: str, now: float) -> str | None:
        """Return the guest of a code and delete the code."""
        is_valid = (CODES.c.digest == digest) & (CODES.c.until >= now)
        query = CODES.delete().where(is_valid).returning(CODES.c.guest)
        return await self._database.write(lambda c: c.execute(query).scalar_one_or_none())

    async def mute(self, guest: str, other: str, is_muted: bool) -> None:
        self._check_writable()
        if is_muted:
            await self._insert_once(MUTES, {"guest": guest, "muted": other})
        else:
            await self._execute(
                MUTES.delete().where(MUTES.c.guest == guest, MUTES.c.muted == other)
            )
        await self._look_up_mutes(guest)

    async def muted_guests(self, guest: str) -> frozenset[str]:
        """Return the ids of the guests whom a guest has muted."""
        cached = self._mutes.get(guest)
        return await self._look_up_mutes(guest) if cached is None else cached

    # SQLite reads run in the order of their requests, so the last one to finish caches the newest
    # value.

    async def _look_up_guest(self, id: str) -> Guest | None:
        is_guest = (GUESTS.c.id == id) & GUESTS.c.deleted.is_(None)
        rows = await self._all(sa.select(GUESTS.c.id, GUESTS.c.name).where(is_guest))
        return self._cache(self._guests, id, Guest(rows[0].id, rows[0].name)) if rows else None

    async def _look_up_mutes(self, guest: str) -> frozenset[str]:
        rows = await self._all(sa.select(MUTES.c.muted).where(MUTES.c.guest == guest))
        return self._cache(self._mutes, guest, frozenset(row.muted for row in rows))

    def forget_guest(self, id: str) -> None:
        """Drop what is cached about a deleted guest."""
        self._guests.discard(id)
        self._mutes.discard(id)

    # ── tables ───────────────────────────────────────────────────────────────────────────────────

    async def create(
        self,
        table: StoredTable,
        entries: Sequence[LogEntry] = (),
        summary: Summary | None = None,
        jobs: Sequence[Job] = (),
        limits: TableLimits | None = None,
    ) -> None:
        """Insert a table with the first entries of its log in one transaction.

        Raise RequestError if that exceeds a limit. Of several requests at once, on any server, no
        more succeed than the limits allow.
        """
        self._check_writable()
        first_summary = summary or Summary("open")
        values = {
            **vars(table),
            "options": json.dumps(table.options),
            "seed": str(table.seed),
            "version": len(entries),
            "state": first_summary.state,
            "summary": json.dumps(first_summary.details),
            "changed": table.created,
        }

        def work(connection: sa.Connection) -> None:
            _check_guests(connection, entries)
            if limits:
                _check_limits(connection, limits, is_shared=self.is_shared)
            connection.execute(TABLES.insert().values(values))
            if entries:
                connection.execute(
                    _INSERT_ENTRIES, [{"table_id": table.id, **vars(entry)} for entry in entries]
                )
            _seat(connection, table.id, first_summary.guests)
            if self.is_shared and jobs:
                job_table.add(connection, jobs)
                announce(connection, f"{table.id} {len(entries)} {len(jobs)}")

        await self._database.write(work)
        self.on_commit([entry.kind for entry in entries])

    async def keep_catalog(self, fingerprint: str, text: str) -> None:
        """Store a catalogue unless it exists."""
        if await self.catalog(fingerprint) is None:
            await self._insert_once(CATALOGS, {"fingerprint": fingerprint, "text": text})

    async def catalog(self, fingerprint: str) -> str | None:
        """Return the text of a stored catalogue."""
        query = sa.select(CATALOGS.c.text).where(CATALOGS.c.fingerprint == fingerprint)
        rows = await self._all(query)
        return rows[0].text if rows else None

    async def append(
        self,
        id: str,
        version: int,
        entries: Sequence[LogEntry],
        summary: Summary,
        jobs: Sequence[Job] = (),
    ) -> None:
        """Append to a table's log in one transaction, or raise `ConcurrentChange`."""
        self._check_writable()
        changes = {
            "of": id,
            "at": version,
            "version": version + len(entries),
            "state": summary.state,
            "summary": json.dumps(summary.details),
            "changed": entries[-1].at,
        }
        rows = [{"table_id": id, **vars(entry)} for entry in entries]

        def work(connection: sa.Connection) -> None:
            _check_guests(connection, entries)
            if connection.execute(_ADVANCE_TABLE, changes).rowcount != 1:
                raise ConcurrentChange
            connection.execute(_INSERT_ENTRIES, rows)
            if any(entry.kind in ("sit", "leave") for entry in entries):
                _seat(connection, id, summary.guests)
            if self.is_shared:
                job_table.replace(connection, id, summary.decisions, jobs)
                announce(connection, f"{id} {version + len(entries)} {len(jobs)}")

        await self._database.write(work)
        self.on_commit([entry.kind for entry in entries])

    async def remove(self, id: str, version: int) -> None:
        """Delete a table. Raise ConcurrentChange if it has changed since ``version``."""

        def work(connection: sa.Connection) -> None:
            connection.execute(sa.select(TABLES.c.id).where(_is_at(id, version)).with_for_update())
            for table in (LOG, JOBS, SEATS):
                connection.execute(table.delete().where(table.c.table_id == id))
            if connection.execute(TABLES.delete().where(_is_at(id, version))).rowcount != 1:
                raise ConcurrentChange

        await self._database.write(work)

    async def table(self, id: str) -> StoredTable | None:
        rows = await self._all(sa.select(TABLES).where(TABLES.c.id == id))
        return _stored_table(rows[0]) if rows else None

    async def versions(self, ids: Collection[str]) -> dict[str, int]:
        """Return the versions of tables."""
        rows = await self._all(sa.select(TABLES.c.id, TABLES.c.version).where(TABLES.c.id.in_(ids)))
        return {row.id: row.version for row in rows}

    async def log(self, id: str, after: int = 0) -> list[LogEntry]:
        """Return a table's log, or the entries after a version."""
        is_later = (LOG.c.table_id == id) & (LOG.c.number > after)
        columns = [column for column in LOG.c if column.name != "table_id"]
        rows = await self._all(sa.select(*columns).where(is_later).order_by(LOG.c.number))
        return [LogEntry(**row._mapping) for row in rows]

    async def tables(
        self,
        states: Collection[str],
        *,
        guest: str | None = None,
        without: str | None = None,
        private_too: bool = False,
        most: int = 50,
        before: float | None = None,
    ) -> list[StoredTable]:
        """Return tables in these states, latest first: of a guest, or all public ones.

        ``without`` leaves out the tables of a guest.
        """
        has_begun = TABLES.c.version > 0  # 0: being created, or the server died meanwhile
        query = sa.select(TABLES).where(TABLES.c.state.in_(states), has_begun)
        if guest is not None:
            own = sa.select(SEATS.c.table_id).where(SEATS.c.guest == guest)
            query = query.where(TABLES.c.id.in_(own))
        elif not private_too:
            query = query.where(~TABLES.c.is_private)
        if without is not None:
            own = sa.select(SEATS.c.table_id).where(SEATS.c.guest == without)
            query = query.where(TABLES.c.id.not_in(own))
        if before is not None:
            query = query.where(TABLES.c.changed < before)
        query = query.order_by(TABLES.c.changed.desc(), TABLES.c.id).limit(most)
        return [_stored_table(row) for row in await self._all(query)]

    async def finished_tables(self, guest: str, most: int) -> list[StoredTable]:
        """Return the games that a guest has finished, latest first.

        They are parsed in the database thread, not on the event loop.
        """
        own = sa.select(SEATS.c.table_id).where(SEATS.c.guest == guest)
        query = sa.select(TABLES).where(TABLES.c.id.in_(own), TABLES.c.state == "over")
        query = query.order_by(TABLES.c.changed.desc(), TABLES.c.id).limit(most)

        def read(connection: sa.Connection) -> list[StoredTable]:
            return [_stored_table(row) for row in connection.execute(query)]

        return await self._database.read(read)

    async def deserted_tables(self, since: float, most: int = 100) -> list[str]:
        """Return open public tables without a change or a present player since the given time."""
        is_waiting = (TABLES.c.state == "open") & ~TABLES.c.is_private & (TABLES.c.version > 0)
        seen = sa.select(SEATS.c.table_id).where(SEATS.c.seen >= since)
        query = sa.select(TABLES.c.id).where(is_waiting, TABLES.c.changed < since)
        return [
            row.id for row in await self._all(query.where(TABLES.c.id.not_in(seen)).limit(most))
        ]

    async def playing_tables(self, *, timed_only: bool = False) -> list[str]:
        """Return the ids of running games, or of those with a clock."""
        query = sa.select(TABLES.c.id).where(TABLES.c.state == "playing")
        if timed_only:
            query = query.where(TABLES.c.is_timed)
        return [row.id for row in await self._all(query)]

    # ── shared by servers on one database ────────────────────────────────────────────────────────

    async def changes(self) -> AsyncGenerator[Change | None, None]:
        """Yield changes committed by any server.

        None comes first and after every interruption, when changes may have been missed.
        """
        async for words in self._database.news():
            if words is None:
                yield None
            else:
                id, version, jobs = words.split()
                yield Change(id, int(version), jobs != "0")

    async def note_presence(self, id: str, seen: Mapping[str, float]) -> None:
        """Store when guests were last seen at a table by this server."""
        await self._execute(
            *(
                SEATS.update()
                .values(seen=at)
                .where(SEATS.c.table_id == id, SEATS.c.guest == guest, SEATS.c.seen < at)
                for guest, at in sorted(seen.items())  # a fixed order prevents deadlocks
            )
        )

    async def last_seen(self, id: str) -> dict[str, float]:
        """Return when guests were last seen at a table by any server."""
        query = sa.select(SEATS.c.guest, SEATS.c.seen).where(SEATS.c.table_id == id)
        return {row.guest: row.seen for row in await self._all(query)}

    async def note_up(self, now: float, gap: float) -> float:
        """Note that a server is up, and return since when one has been up without a gap.

        Players' time does not run while no server is up.
        """
        if not self.is_shared:
            return now
        await self._insert_once(FACTS, {"name": "up", "value": "0 0"})
        is_up = FACTS.c.name == "up"

        def work(connection: sa.Connection) -> float:
            query = sa.select(FACTS.c.value).where(is_up).with_for_update()
            since, last = map(float, connection.execute(query).scalar_one().split())
            if abs(now - last) > gap:  # or a clock was set
                since = last = now
            span = f"{since} {max(now, last)}"
            connection.execute(FACTS.update().where(is_up).values(value=span))
            return since

        return await self._database.write(work)

    # ── database access ──────────────────────────────────────────────────────────────────────────

    def _check_writable(self) -> None:
        if self.is_read_only:
            raise ReadOnly

    def _cache(self, cache: Lru[str, T], key: str, value: T) -> T:
        """Cache a value unless other servers could change it."""
        if not self.is_shared:
            cache[key] = value
        return value

    async def _all(self, query: sa.Select[Any]) -> Sequence[sa.Row[Any]]:
        return await self._database.read(lambda connection: connection.execute(query).all())

    async def _scalar(self, query: sa.Select[Any]) -> Any:
        return await self._database.read(lambda connection: connection.execute(query).scalar_one())

    async def _execute(self, *changes: sa.Executable) -> None:
        """Execute statements in one transaction."""

        def work(connection: sa.Connection) -> None:
            for change in changes:
                connection.execute(change)

        await self._database.write(work)

    async def _insert_once(self, table: sa.Table, values: dict[str, str]) -> None:
        """Insert a row unless it exists."""
        with suppress(IntegrityError):
            await self._execute(table.insert().values(values))


def _check_guests(connection: sa.Connection, entries: Sequence[LogEntry]) -> None:
    """Raise RequestError if an entry would bring back the name of a deleted guest.

    The transaction that deletes a guest waits for this one, or this one for it.
    """
    guests = {entry.guest for entry in entries if entry.guest and entry.kind in NAMED_KINDS}
    if guests:
        query = sa.select(GUESTS.c.id).where(GUESTS.c.id.in_(guests), GUESTS.c.deleted.is_(None))
        if len(connection.execute(query.with_for_update(read=True)).all()) < len(guests):
            raise no_guest()


def _check_limits(connection: sa.Connection, limits: TableLimits, *, is_shared: bool) -> None:
    """Raise RequestError if no further table is allowed. The caller's transaction adds it.

    SQLite has one writer. In PostgreSQL, locks make transactions for the same guest or address wait
    for each other.
    """
    if is_shared:
        for name in sorted(filter(None, (limits.guest, limits.origin))):
            connection.execute(sa.select(sa.func.pg_advisory_xact_lock(sa.func.hashtext(name))))
    own = sa.select(SEATS.c.table_id).where(SEATS.c.guest == limits.guest)
    is_own = TABLES.c.id.in_(own) | _summary_has("host", limits.guest)
    if _count(connection, TABLES.c.state.in_(("open", "playing")), is_own) >= limits.max_of_guest:
        raise RequestError(409, "too_many", "finish one of your games first")
    if limits.origin:
        is_listed = (TABLES.c.state == "open") & ~TABLES.c.is_private
        from_there = _count(connection, is_listed, _summary_has("origin", limits.origin))
        if from_there >= limits.max_of_origin:
            message = "too many tables from your address are waiting for players"
            raise RequestError(409, "too_many_waiting", message)


def _summary_has(name: str, value: str) -> sa.ColumnElement[bool]:
    """Return whether the summary of a table has this value."""
    return TABLES.c.summary.contains(json.dumps({name: value})[1:-1])


def _count(connection: sa.Connection, *conditions: sa.ColumnElement[bool]) -> int:
    """Return how many tables meet the conditions, without those that were never completed."""
    query = sa.select(sa.func.count()).where(TABLES.c.version > 0, *conditions)
    return int(connection.execute(query).scalar_one())


def _is_at(id: str, version: int) -> sa.ColumnElement[bool]:
    return (TABLES.c.id == id) & (TABLES.c.version == version)


def _stored_table(row: Any) -> StoredTable:
    return StoredTable(
        id=row.id,
        options=json.loads(row.options),
        rules=row.rules,
        catalog=row.catalog,
        seed=int(row.seed),
        version=row.version,
        state=row.state,
        summary=json.loads(row.summary),
        created=row.created,
        changed=row.changed,
        is_private=row.is_private,
        is_timed=row.is_timed,
    )


def _seat(connection: sa.Connection, id: str, guests: dict[int, str]) -> None:
    connection.execute(SEATS.delete().where(SEATS.c.table_id == id))
    rows = [{"table_id": id, "seat": seat, "guest": guest} for seat, guest in guests.items()]
    if rows:
        connection.execute(SEATS.insert(), rows)

"""What is kept: guests, and tables as options, a seed and an append-only log.

One code for SQLite and PostgreSQL. A write to a table names the version it expects, so nothing is
ever written on top of what the writer has not seen; when `append` returns, it is on disk.
"""

import json
import secrets
from collections.abc import AsyncIterator, Collection, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from alembic import command
from alembic.config import Config
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from heptapolis.server.errors import StaleVersion

SCHEMA = sa.MetaData()
_ID = sa.String(32)
_FACTS = sa.Table(
    "facts", SCHEMA,
    sa.Column("name", sa.String(32), primary_key=True),
    sa.Column("value", sa.Text, nullable=False),
)  # fmt: skip
_GUESTS = sa.Table(
    "guests", SCHEMA,
    sa.Column("id", _ID, primary_key=True),
    sa.Column("name", sa.String(64), nullable=False),
    sa.Column("created", sa.Double, nullable=False),
)  # fmt: skip
_CODES = sa.Table(
    "codes", SCHEMA,
    sa.Column("digest", sa.String(64), primary_key=True),
    sa.Column("guest", _ID, sa.ForeignKey("guests.id"), nullable=False),
    sa.Column("until", sa.Double, nullable=False),
)  # fmt: skip
_MUTES = sa.Table(
    "mutes", SCHEMA,
    sa.Column("guest", _ID, sa.ForeignKey("guests.id"), primary_key=True),
    sa.Column("muted", _ID, sa.ForeignKey("guests.id"), primary_key=True),
)  # fmt: skip
_TABLES = sa.Table(
    "tables", SCHEMA,
    sa.Column("id", _ID, primary_key=True),
    sa.Column("options", sa.Text, nullable=False),
    sa.Column("seed", sa.String(40), nullable=False),
    sa.Column("is_private", sa.Boolean, nullable=False),
    sa.Column("version", sa.Integer, nullable=False),  # the log's length
    sa.Column("state", sa.String(16), nullable=False),
    sa.Column("summary", sa.Text, nullable=False),
    sa.Column("created", sa.Double, nullable=False),
    sa.Column("changed", sa.Double, nullable=False),
    sa.Index("tables_by_state", "state", "is_private", "changed"),
)  # fmt: skip
_SEATS = sa.Table(  # who sits where, to find a guest's tables
    "seats", SCHEMA,
    sa.Column("table_id", _ID, sa.ForeignKey("tables.id"), primary_key=True),
    sa.Column("seat", sa.Integer, primary_key=True),
    sa.Column("guest", _ID, sa.ForeignKey("guests.id"), nullable=False),
    sa.Index("seats_by_guest", "guest"),
)  # fmt: skip
_LOG = sa.Table(
    "log", SCHEMA,
    sa.Column("table_id", _ID, sa.ForeignKey("tables.id"), primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True),
    sa.Column("kind", sa.String(16), nullable=False),
    sa.Column("seat", sa.Integer),
    sa.Column("guest", _ID, sa.ForeignKey("guests.id")),
    sa.Column("text", sa.Text, nullable=False),
    sa.Column("at", sa.Double, nullable=False),
)  # fmt: skip

LOCK = 0x48455054  # of PostgreSQL, while one server brings the schema up to date


@dataclass(frozen=True)
class Guest:
    """Somebody with a name; the id is no secret, the signature around it is."""

    id: str
    name: str


@dataclass(frozen=True)
class Entry:
    """One thing that happened at a table; the n-th has the number n."""

    number: int
    kind: str
    at: float
    seat: int | None = None
    guest: str | None = None
    text: str = ""


@dataclass(frozen=True)
class Summary:
    """A table in a list: what can be told without playing its log. All of it is public."""

    state: str  # open, playing, over
    details: dict[str, Any] = field(default_factory=dict)  # plain JSON
    guests: dict[int, str] = field(default_factory=dict)  # by seat


@dataclass(frozen=True)
class Kept:
    """A table as it is kept, without its log."""

    id: str
    options: dict[str, Any]
    seed: int
    version: int
    state: str
    summary: dict[str, Any]
    created: float
    changed: float


class Store:
    """A database; make one with `Store.open`."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine

    @classmethod
    @asynccontextmanager
    async def open(cls, url: str) -> AsyncIterator["Store"]:
        """The store at an address, its schema up to date."""
        engine = create_async_engine(url, hide_parameters=True)
        if url.startswith("sqlite"):
            sa.event.listen(engine.sync_engine, "connect", _make_durable)
        try:
            async with engine.begin() as connection:
                await connection.run_sync(_upgrade)
            yield cls(engine)
        finally:
            await engine.dispose()

    async def key(self) -> str:
        """What identities are signed with; drawn once for a database."""
        await self._insert_once(_FACTS, {"name": "key", "value": secrets.token_urlsafe(32)})
        query = sa.select(_FACTS.c.value).where(_FACTS.c.name == "key")
        async with self._engine.connect() as connection:
            return str((await connection.execute(query)).scalar_one())

    # ── guests ───────────────────────────────────────────────────────────────────────────────────

    async def add_guest(self, guest: Guest, now: float) -> None:
        async with self._engine.begin() as connection:
            values = {"id": guest.id, "name": guest.name, "created": now}
            await connection.execute(_GUESTS.insert().values(values))

    async def guest(self, id: str) -> Guest | None:
        query = sa.select(_GUESTS.c.id, _GUESTS.c.name).where(_GUESTS.c.id == id)
        async with self._engine.connect() as connection:
            row = (await connection.execute(query)).first()
        return Guest(row.id, row.name) if row else None

    async def rename(self, id: str, name: str) -> None:
        async with self._engine.begin() as connection:
            await connection.execute(_GUESTS.update().where(_GUESTS.c.id == id).values(name=name))

    async def add_code(self, digest: str, guest: str, now: float, until: float) -> None:
        """A code for another device; the guest's earlier ones, and those out of date, end."""
        async with self._engine.begin() as connection:
            old = (_CODES.c.guest == guest) | (_CODES.c.until < now)
            await connection.execute(_CODES.delete().where(old))
            values = {"digest": digest, "guest": guest, "until": until}
            await connection.execute(_CODES.insert().values(values))

    async def take_code(self, digest: str, now: float) -> str | None:
        """Whose code it is; it works once."""
        async with self._engine.begin() as connection:
            wanted = (_CODES.c.digest == digest) & (_CODES.c.until >= now)
            query = _CODES.delete().where(wanted).returning(_CODES.c.guest)
            return (await connection.execute(query)).scalar_one_or_none()

    async def mute(self, guest: str, other: str, is_muted: bool) -> None:
        if is_muted:
            await self._insert_once(_MUTES, {"guest": guest, "muted": other})
            return
        async with self._engine.begin() as connection:
            wanted = (_MUTES.c.guest == guest) & (_MUTES.c.muted == other)
            await connection.execute(_MUTES.delete().where(wanted))

    async def muted(self, guest: str) -> set[str]:
        query = sa.select(_MUTES.c.muted).where(_MUTES.c.guest == guest)
        async with self._engine.connect() as connection:
            return set((await connection.execute(query)).scalars())

    # ── tables ───────────────────────────────────────────────────────────────────────────────────

    async def create(
        self, id: str, options: dict[str, Any], seed: int, *, is_private: bool, now: float
    ) -> None:
        """An empty table."""
        values = {
            "id": id, "options": json.dumps(options), "seed": str(seed), "is_private": is_private,
            "version": 0, "state": "open", "summary": "{}", "created": now, "changed": now,
        }  # fmt: skip
        async with self._engine.begin() as connection:
            await connection.execute(_TABLES.insert().values(values))

    async def append(
        self, id: str, version: int, entries: Sequence[Entry], summary: Summary
    ) -> None:
        """Add to a table's log, all or nothing. StaleVersion if it is not as long as expected."""
        changes = {
            "version": version + len(entries), "state": summary.state,
            "summary": json.dumps(summary.details), "changed": entries[-1].at,
        }  # fmt: skip
        async with self._engine.begin() as connection:
            expected = (_TABLES.c.id == id) & (_TABLES.c.version == version)
            done = await connection.execute(_TABLES.update().where(expected).values(changes))
            if done.rowcount != 1:
                raise StaleVersion
            rows = [{"table_id": id, **vars(entry)} for entry in entries]
            await connection.execute(_LOG.insert(), rows)
            if any(entry.kind in ("sit", "leave") for entry in entries):
                await _seat(connection, id, summary.guests)

    async def table(self, id: str) -> Kept | None:
        async with self._engine.connect() as connection:
            row = (await connection.execute(sa.select(_TABLES).where(_TABLES.c.id == id))).first()
        return _kept(row) if row else None

    async def log(self, id: str, after: int = 0) -> list[Entry]:
        """A table's log, or what came after a version."""
        wanted = (_LOG.c.table_id == id) & (_LOG.c.number > after)
        columns = [column for column in _LOG.c if column.name != "table_id"]
        query = sa.select(*columns).where(wanted).order_by(_LOG.c.number)
        async with self._engine.connect() as connection:
            return [Entry(**row) for row in (await connection.execute(query)).mappings()]

    async def tables(
        self,
        states: Collection[str],
        *,
        guest: str | None = None,
        private_too: bool = False,
        most: int = 50,
        before: float | None = None,
    ) -> list[Kept]:
        """Tables in these states, the latest first: a guest's own, or those open to all."""
        query = sa.select(_TABLES).where(_TABLES.c.state.in_(states))
        if guest is not None:
            own = sa.select(_SEATS.c.table_id).where(_SEATS.c.guest == guest)
            query = query.where(_TABLES.c.id.in_(own))
        elif not private_too:
            query = query.where(~_TABLES.c.is_private)
        if before is not None:
            query = query.where(_TABLES.c.changed < before)
        query = query.order_by(_TABLES.c.changed.desc(), _TABLES.c.id).limit(most)
        async with self._engine.connect() as connection:
            return [_kept(row) for row in await connection.execute(query)]

    async def playing(self) -> list[str]:
        """Tables with a game going on."""
        query = sa.select(_TABLES.c.id).where(_TABLES.c.state == "playing")
        async with self._engine.connect() as connection:
            return list((await connection.execute(query)).scalars())

    async def _insert_once(self, table: sa.Table, values: dict[str, str]) -> None:
        """Insert what may be there already."""
        try:
            async with self._engine.begin() as connection:
                await connection.execute(table.insert().values(values))
        except IntegrityError:
            pass


def _kept(row: Any) -> Kept:
    return Kept(
        id=row.id, options=json.loads(row.options), seed=int(row.seed), version=row.version,
        state=row.state, summary=json.loads(row.summary), created=row.created, changed=row.changed,
    )  # fmt: skip


async def _seat(connection: AsyncConnection, id: str, guests: dict[int, str]) -> None:
    await connection.execute(_SEATS.delete().where(_SEATS.c.table_id == id))
    rows = [{"table_id": id, "seat": seat, "guest": guest} for seat, guest in guests.items()]
    if rows:
        await connection.execute(_SEATS.insert(), rows)


def _make_durable(connection: Any, _: object) -> None:
    """SQLite: a commit is on the disk when it returns, and readers never wait for a writer."""
    cursor = connection.cursor()
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=10000"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _upgrade(connection: sa.Connection) -> None:
    """Bring the schema up to date; of several servers one does it, the others wait."""
    if connection.dialect.name == "postgresql":
        connection.execute(sa.text(f"SELECT pg_advisory_xact_lock({LOCK})"))
    folder, config = Path(__file__).parent / "migrations", Config()
    config.set_main_option("script_location", str(folder).replace("%", "%%"))
    config.attributes["connection"] = connection
    command.upgrade(config, "head")

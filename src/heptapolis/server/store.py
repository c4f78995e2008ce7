"""What is kept: guests, and tables as options, a seed and an append-only log.

One code for SQLite and PostgreSQL. A write to a table names the version it expects, so nothing is
ever written on top of what the writer has not seen; when `append` returns, it is on disk.

Several servers can share a PostgreSQL: each hears of what the others keep (`changes`), and the jobs
of bots, which are kept in the same transaction as what they follow from, are taken by one of them.
"""

import asyncio
import json
import logging
import secrets
from collections.abc import AsyncGenerator, AsyncIterator, Collection, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from alembic import command
from alembic.config import Config
from sqlalchemy.dialects.postgresql import insert as insert_postgresql
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine
from sqlalchemy.pool import NullPool

from heptapolis.server.errors import Overtaken

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
    sa.Column("is_timed", sa.Boolean, nullable=False),  # somebody has to look at its clocks
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
    sa.Column("seen", sa.Double, nullable=False, server_default="0"),  # of what servers share
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
_JOBS = sa.Table(  # only where servers share a database
    "jobs", SCHEMA,
    sa.Column("table_id", _ID, sa.ForeignKey("tables.id"), primary_key=True),
    sa.Column("seat", sa.Integer, primary_key=True),
    sa.Column("decision", sa.Integer, primary_key=True),
    sa.Column("bot", sa.String(100), nullable=False),
    sa.Column("due", sa.Double, nullable=False),  # when it may be taken: now, or after a claim
    sa.Column("owner", _ID),  # who has claimed it
    sa.Index("jobs_by_due", "due"),
    sa.Index("jobs_by_owner", "owner"),
)  # fmt: skip

LOG = logging.getLogger("heptapolis.server")
LOCK = 0x48455054  # of PostgreSQL, while one server brings the schema up to date
CHANNEL = "heptapolis"  # of PostgreSQL, where servers tell each other of new versions
LISTENER = "heptapolis listens"  # a connection's name in pg_stat_activity
PROBE = 10.0  # seconds between looks whether the connection that listens is alive
PAUSE = 0.5  # seconds before the next try to connect
HARDLY_OLDER = 2.0  # seconds that a job can wait without coming first
_NOW = sa.func.extract("epoch", sa.func.clock_timestamp())  # one clock for all servers


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
    decisions: dict[int, int] = field(default_factory=dict)  # by seat: those that are open


@dataclass(frozen=True)
class Job:
    """A decision that a bot is to make."""

    table: str
    seat: int
    decision: int
    bot: str


@dataclass(frozen=True)
class Change:
    """What servers tell each other: so many entries are kept, perhaps there are new jobs."""

    table: str
    version: int
    has_jobs: bool


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
        self.is_shared = engine.dialect.name == "postgresql"  # other servers may be at it too

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
        self,
        id: str,
        options: dict[str, Any],
        seed: int,
        *,
        is_private: bool,
        is_timed: bool = False,
        now: float,
    ) -> None:
        """An empty table."""
        values = {
            "id": id, "options": json.dumps(options), "seed": str(seed), "is_private": is_private,
            "is_timed": is_timed, "version": 0, "state": "open", "summary": "{}", "created": now,
            "changed": now,
        }  # fmt: skip
        async with self._engine.begin() as connection:
            await connection.execute(_TABLES.insert().values(values))

    async def append(
        self,
        id: str,
        version: int,
        entries: Sequence[Entry],
        summary: Summary,
        jobs: Sequence[Job] = (),
    ) -> None:
        """Add to a table's log, all or nothing. Overtaken if it is not as long as expected."""
        changes = {
            "version": version + len(entries), "state": summary.state,
            "summary": json.dumps(summary.details), "changed": entries[-1].at,
        }  # fmt: skip
        async with self._engine.begin() as connection:
            expected = (_TABLES.c.id == id) & (_TABLES.c.version == version)
            done = await connection.execute(_TABLES.update().where(expected).values(changes))
            if done.rowcount != 1:
                raise Overtaken
            rows = [{"table_id": id, **vars(entry)} for entry in entries]
            await connection.execute(_LOG.insert(), rows)
            if any(entry.kind in ("sit", "leave") for entry in entries):
                await _seat(connection, id, summary.guests)
            if self.is_shared:
                await _replace_jobs(connection, id, summary.decisions, jobs)
                told = f"{id} {version + len(entries)} {len(jobs)}"
                await connection.execute(sa.select(sa.func.pg_notify(CHANNEL, told)))

    async def remove(self, id: str, version: int) -> None:
        """Forget a table that nobody has come to; Overtaken if somebody has."""
        async with self._engine.begin() as connection:
            expected = (_TABLES.c.id == id) & (_TABLES.c.version == version)
            await connection.execute(sa.select(_TABLES.c.id).where(expected).with_for_update())
            for table in (_LOG, _JOBS):
                await connection.execute(table.delete().where(table.c.table_id == id))
            if (await connection.execute(_TABLES.delete().where(expected))).rowcount != 1:
                raise Overtaken

    async def table(self, id: str) -> Kept | None:
        async with self._engine.connect() as connection:
            row = (await connection.execute(sa.select(_TABLES).where(_TABLES.c.id == id))).first()
        return _kept(row) if row else None

    async def versions(self, ids: Collection[str]) -> dict[str, int]:
        """How long the logs of tables are."""
        query = sa.select(_TABLES.c.id, _TABLES.c.version).where(_TABLES.c.id.in_(ids))
        async with self._engine.connect() as connection:
            return {row.id: row.version for row in await connection.execute(query)}

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

    async def playing(self, *, timed_only: bool = False) -> list[str]:
        """Tables with a game going on; or those of them that have clocks."""
        query = sa.select(_TABLES.c.id).where(_TABLES.c.state == "playing")
        if timed_only:
            query = query.where(_TABLES.c.is_timed)
        async with self._engine.connect() as connection:
            return list((await connection.execute(query)).scalars())

    # ── what servers on one database share ───────────────────────────────────────────────────────

    async def changes(self) -> AsyncGenerator[Change | None, None]:
        """What any server keeps from now on. None stands at the beginning and after every silence:
        then anything may have happened."""
        told = {"server_settings": {"application_name": LISTENER}}
        engine = create_async_engine(self._engine.url, poolclass=NullPool, connect_args=told)
        while True:
            try:
                async for change in _listen(engine):
                    yield change
            except Exception as error:  # whatever a network can do to a connection
                LOG.warning("no news from other servers for a moment: %s", type(error).__name__)
            await asyncio.sleep(PAUSE)

    async def add_jobs(self, jobs: Sequence[Job]) -> None:
        """Jobs that may be there already."""
        async with self._engine.begin() as connection:
            await _add_jobs(connection, jobs)

    async def claim_jobs(self, owner: str, most: int, lease: float) -> list[Job]:
        """Take jobs that nobody else has, the oldest first. Whoever takes them either finishes or
        keeps them in time, or another server gets them.

        Among those of the same few seconds every server begins with other tables: at one table
        they would only be in each other's way."""
        age = sa.func.floor(_JOBS.c.due / HARDLY_OLDER)
        order = (age, sa.func.md5(_JOBS.c.table_id + owner), _JOBS.c.due)
        free = sa.select(_JOBS).where(_JOBS.c.due <= _NOW).order_by(*order).limit(most)
        return await self._book(free, owner, lease)

    async def keep_jobs(self, owner: str, lease: float, jobs: Collection[Job]) -> None:
        """Go on with jobs that one has claimed."""
        those = sa.or_(sa.false(), *map(_is, jobs))
        await self._book(sa.select(_JOBS).where(_JOBS.c.owner == owner, those), owner, lease)

    async def free_jobs(self, owner: str) -> None:
        """Leave all that one has claimed to whoever comes."""
        await self._book(sa.select(_JOBS).where(_JOBS.c.owner == owner), None, 0.0)

    async def put_off(self, job: Job, pause: float) -> None:
        """Leave a job to whoever comes after a pause."""
        await self._book(sa.select(_JOBS).where(_is(job)), None, pause)

    async def _book(self, wanted: sa.Select[Any], owner: str | None, seconds: float) -> list[Job]:
        """Whose jobs these are from now on, and how long. Nobody waits here: what another has
        locked is being claimed, or being ended by a move."""
        async with self._engine.begin() as connection:
            found = (await connection.execute(wanted.with_for_update(skip_locked=True))).all()
            jobs = [Job(row.table_id, row.seat, row.decision, row.bot) for row in found]
            for job in jobs:
                booked = _JOBS.update().where(_is(job)).values(owner=owner, due=_NOW + seconds)
                await connection.execute(booked)
        return jobs

    async def end_job(self, job: Job) -> None:
        async with self._engine.begin() as connection:
            await connection.execute(_JOBS.delete().where(_is(job)))

    async def see(self, id: str, seen: Mapping[str, float]) -> None:
        """When guests at a table were last there, as far as this server knows."""
        async with self._engine.begin() as connection:
            for guest, at in sorted(seen.items()):  # in one order: nobody waits in a circle
                older = (_SEATS.c.table_id == id) & (_SEATS.c.guest == guest) & (_SEATS.c.seen < at)
                await connection.execute(_SEATS.update().where(older).values(seen=at))

    async def last_seen(self, id: str) -> dict[str, float]:
        """When guests at a table were last there, as far as any server has told."""
        query = sa.select(_SEATS.c.guest, _SEATS.c.seen).where(_SEATS.c.table_id == id)
        async with self._engine.connect() as connection:
            return {row.guest: row.seen for row in await connection.execute(query)}

    async def note_up(self, now: float, gap: float) -> float:
        """Tell that a server is up, again and again; gives since when one has been, without a gap.
        Nobody's time runs while there is none."""
        if not self.is_shared:
            return now
        await self._insert_once(_FACTS, {"name": "up", "value": "0 0"})
        is_up = _FACTS.c.name == "up"
        async with self._engine.begin() as connection:
            query = sa.select(_FACTS.c.value).where(is_up).with_for_update()
            since, last = map(float, (await connection.execute(query)).scalar_one().split())
            if now - last > gap:
                since = now
            told = f"{since} {max(now, last)}"
            await connection.execute(_FACTS.update().where(is_up).values(value=told))
        return since

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


async def _replace_jobs(
    connection: AsyncConnection, id: str, decisions: Mapping[int, int], jobs: Sequence[Job]
) -> None:
    """Jobs of decisions that are made end; those that are claimed go on."""
    still = [(_JOBS.c.seat == seat) & (_JOBS.c.decision == n) for seat, n in decisions.items()]
    gone = (_JOBS.c.table_id == id) & ~sa.or_(sa.false(), *still)
    await connection.execute(_JOBS.delete().where(gone))
    await _add_jobs(connection, jobs)


async def _add_jobs(connection: AsyncConnection, jobs: Sequence[Job]) -> None:
    if jobs:
        rows = [
            {"table_id": job.table, "seat": job.seat, "decision": job.decision, "bot": job.bot}
            for job in jobs
        ]
        new = insert_postgresql(_JOBS).values([row | {"due": _NOW} for row in rows])
        await connection.execute(new.on_conflict_do_nothing())


def _is(job: Job) -> sa.ColumnElement[bool]:
    wanted = (_JOBS.c.table_id == job.table) & (_JOBS.c.seat == job.seat)
    return wanted & (_JOBS.c.decision == job.decision)


async def _listen(engine: AsyncEngine) -> AsyncGenerator[Change | None, None]:
    """What is told on a connection of its own, as long as that lives."""
    told: asyncio.Queue[str] = asyncio.Queue()
    async with engine.connect() as connection:
        driver = (await connection.get_raw_connection()).driver_connection
        assert driver is not None  # asyncpg's: SQLAlchemy has no word for LISTEN
        await driver.add_listener(CHANNEL, lambda *heard: told.put_nowait(heard[-1]))
        driver.add_termination_listener(lambda _: told.put_nowait(""))
        yield None
        while True:
            try:
                async with asyncio.timeout(PROBE):
                    payload = await told.get()
            except TimeoutError:
                await driver.execute("SELECT 1", timeout=PROBE)
                continue
            if not payload:
                raise ConnectionError
            id, version, jobs = payload.split()
            yield Change(id, int(version), jobs != "0")


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

"""A database to read from and write to, without the event loop waiting.

What is done in a transaction is a plain function of a connection. SQLite runs all of it in a thread
of its own, at one go: a statement at a time would hand the interpreter's lock to and fro, and many
connections would wait for each other's locks. PostgreSQL is spoken to by an asynchronous driver.
"""

import asyncio
import logging
import os
import sqlite3
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import asynccontextmanager, contextmanager
from typing import Any, Protocol, TypeVar

import sqlalchemy as sa
from alembic.util import CommandError
from sqlalchemy.exc import DBAPIError, InterfaceError, OperationalError, PendingRollbackError
from sqlalchemy.exc import TimeoutError as NoneFree
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine
from sqlalchemy.pool import NullPool

from heptapolis.server.errors import Unavailable
from heptapolis.server.schema import upgrade

T = TypeVar("T")
Transaction = Callable[[sa.Connection], T]

LOG = logging.getLogger("heptapolis.server")
PATIENCE = 10  # seconds that a write waits while another program has locked an SQLite file
CHANNEL = "heptapolis"  # of PostgreSQL, where servers tell each other what they keep
LISTENER = "heptapolis listens"  # a connection's name in pg_stat_activity
PROBE = 10.0  # seconds between looks whether the connection that listens is alive
PAUSE = 0.5  # seconds before the next try to connect


class Database(Protocol):
    """What a store stands on; Unavailable while it is not there."""

    is_shared: bool  # other servers may be at it too

    async def read(self, work: Transaction[T]) -> T:
        """What a function finds."""

    async def write(self, work: Transaction[T]) -> T:
        """What a function does: when this returns it is on the disk, if it raises nothing is."""

    def news(self) -> AsyncGenerator[str | None, None]:
        """What `tell` says anywhere. None stands at the beginning and after every silence: then
        anything may have been missed."""

    async def close(self) -> None: ...


class SQLite:
    """A file that this server has for itself."""

    is_shared = False

    def __init__(self, url: str) -> None:
        file = sa.make_url(url).database
        _create(file)
        self._lock = _lock(file)
        self._engine = sa.create_engine(url, hide_parameters=True)
        sa.event.listen(self._engine, "connect", _make_durable)
        self._reader = DatabaseThread(self._engine, "read")
        self._writer = DatabaseThread(self._engine, "write")  # only here do writes wait in a queue
        self._reading, self._writing = Outage(), Outage()

    async def read(self, work: Transaction[T]) -> T:
        with self._reading.told():
            return await asyncio.wrap_future(self._reader.submit(work))

    async def write(self, work: Transaction[T]) -> T:
        queued = self._writer.submit(work)
        done = asyncio.wrap_future(queued)
        try:
            with self._writing.told():
                return await asyncio.shield(done)
        except asyncio.CancelledError:
            if not queued.cancel():  # it is being written: whoever looks next sees what came of it
                await asyncio.gather(done, return_exceptions=True)
            raise

    async def news(self) -> AsyncGenerator[str | None, None]:
        nobody_else: tuple[str, ...] = ()
        for words in nobody_else:
            yield words

    async def close(self) -> None:
        for thread in (self._reader, self._writer):
            await asyncio.to_thread(thread.close)
        self._engine.dispose()
        self._lock.close()


class DatabaseThread:
    """A thread with a connection for all its transactions: to fetch one from the pool for each
    takes as long as they do. If anything goes wrong the connection is given back there."""

    def __init__(self, engine: sa.Engine, name: str) -> None:
        self._engine, self._thread = engine, ThreadPoolExecutor(1, name)
        self._connection: sa.Connection | None = None

    def submit(self, work: Transaction[T]) -> Future[T]:
        return self._thread.submit(self._do, work)

    def close(self) -> None:
        """When all that was submitted is done."""
        self._thread.shutdown()
        self._give_back()

    def _do(self, work: Transaction[T]) -> T:
        if self._connection is None:
            self._connection = self._engine.connect()
        try:
            with self._connection.begin():
                return work(self._connection)
        except BaseException:
            self._give_back()
            raise

    def _give_back(self) -> None:
        if self._connection is not None:
            connection, self._connection = self._connection, None
            connection.close()


class PostgreSQL:
    """A database that several servers can share."""

    is_shared = True

    def __init__(self, url: str) -> None:
        self._engine = create_async_engine(url, hide_parameters=True)
        self._outage = Outage()

    async def read(self, work: Transaction[T]) -> T:
        with self._outage.told():
            async with self._engine.connect() as connection:
                return await connection.run_sync(work)

    async def write(self, work: Transaction[T]) -> T:
        with self._outage.told():
            async with self._engine.begin() as connection:
                return await connection.run_sync(work)

    async def news(self) -> AsyncGenerator[str | None, None]:
        name = {"server_settings": {"application_name": LISTENER}}
        engine = create_async_engine(self._engine.url, poolclass=NullPool, connect_args=name)
        while True:
            try:
                async for words in _listen(engine):
                    yield words
            except Exception as error:  # whatever a network can do to a connection
                self._outage.begin(error)
            await asyncio.sleep(PAUSE)

    async def close(self) -> None:
        await self._engine.dispose()


@asynccontextmanager
async def open_database(url: str) -> AsyncIterator[Database]:
    """The database at an address, its schema up to date."""
    database: Database = SQLite(url) if url.startswith("sqlite") else PostgreSQL(url)
    try:
        await _bring_up_to_date(database, sa.make_url(url))
        yield database
    finally:
        await database.close()


def tell(connection: sa.Connection, words: str) -> None:
    """Let all servers hear something, once it is committed."""
    connection.execute(sa.select(sa.func.pg_notify(CHANNEL, words)))


async def _listen(engine: AsyncEngine) -> AsyncGenerator[str | None, None]:
    """What is told, on a connection of its own, as long as that lives."""
    messages: asyncio.Queue[str] = asyncio.Queue()
    async with engine.connect() as connection:
        driver = (await connection.get_raw_connection()).driver_connection
        assert driver is not None  # asyncpg's: SQLAlchemy has no word for LISTEN
        await driver.add_listener(CHANNEL, lambda *message: messages.put_nowait(message[-1]))
        driver.add_termination_listener(lambda _: messages.put_nowait(""))
        yield None
        while True:
            try:
                async with asyncio.timeout(PROBE):
                    words = await messages.get()
            except TimeoutError:
                await driver.execute("SELECT 1", timeout=PROBE)
                continue
            if not words:
                raise ConnectionError
            yield words


class Outage:
    """A database that is full, locked or away: what it says is for the host, who is told once when
    that begins and once when it is over. Players are refused."""

    def __init__(self) -> None:
        self._is_told = False

    @contextmanager
    def told(self) -> Iterator[None]:
        """While the database is asked; Unavailable if it cannot answer."""
        try:
            yield
        except Exception as error:
            if not _is_outage(error):
                raise
            self.begin(error)
            raise Unavailable from error
        if self._is_told:
            self._is_told = False
            LOG.info("the database: it is back")

    def begin(self, error: Exception) -> None:
        if not self._is_told:
            self._is_told = True
            LOG.error("the database: %s", _words(error))


def _is_outage(error: Exception) -> bool:
    """It is no mistake of ours. A connection that cannot be made, or breaks, is told of by the
    driver's own errors, by SQLAlchemy's, or by those of the system."""
    if isinstance(error, (OperationalError, InterfaceError, NoneFree, PendingRollbackError)):
        return True
    is_broken = isinstance(error, DBAPIError) and error.connection_invalidated
    is_other = type(error) is DBAPIError  # of PostgreSQL: shutting down, starting up
    is_drivers = type(error).__module__.startswith("asyncpg.")
    return is_broken or is_other or is_drivers or isinstance(error, OSError)


def _words(error: BaseException) -> str:
    """What a database said, in one line."""
    said = str(getattr(error, "orig", None) or error).strip() or type(error).__name__
    return said.splitlines()[0]


async def _bring_up_to_date(database: Database, url: sa.URL) -> None:
    """What keeps a server from starting is one line."""
    try:
        await database.write(upgrade)
    except Unavailable as error:
        raise OSError(f"{_place(url)}: {_words(error.__cause__ or error)}") from None
    except (CommandError, DBAPIError, sqlite3.Error) as error:
        is_newer = isinstance(error, CommandError)
        why = "it was written by a newer Heptapolis" if is_newer else _words(error)
        raise OSError(f"{_place(url)}: {why}") from None


def _place(url: sa.URL) -> str:
    """Where a database is, without its password."""
    return url.database or "" if url.drivername == "sqlite" else str(url)


def _create(file: str | None) -> None:
    """SQLite: what is not there yet nobody else may read: keys and seeds are in there. The files
    that SQLite puts beside it are made alike."""
    if not file or file == ":memory:":
        return
    try:
        for name in (file, f"{file}-lock"):
            os.close(os.open(name, os.O_RDWR | os.O_CREAT, 0o600))
    except OSError as error:
        raise OSError(f"{file}: {error.strerror}") from None


def _lock(file: str | None) -> sqlite3.Connection:
    """SQLite: what a second server on the same file does not get, as long as the first one lives:
    they would not hear of each other's moves."""
    lock = None
    try:
        lock = sqlite3.connect(f"{file}-lock" if file else ":memory:", timeout=0)
        lock.execute("PRAGMA journal_mode=MEMORY")  # it stays empty: no file beside it
        lock.execute("BEGIN EXCLUSIVE")
    except sqlite3.DatabaseError as error:
        is_taken = error.sqlite_errorcode == sqlite3.SQLITE_BUSY
        if lock:
            lock.close()
        why = "another server has these games open" if is_taken else str(error)
        raise OSError(f"{file}: {why}") from None
    return lock


def _make_durable(connection: Any, _: object) -> None:
    """SQLite: a commit is on the disk when it returns, and readers never wait for a writer."""
    cursor = connection.cursor()
    wait = f"busy_timeout={1000 * PATIENCE}"
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", wait):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()

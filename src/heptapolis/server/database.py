"""Read from and write to a database without blocking the event loop.

A transaction is a plain function of a connection. SQLite transactions run as a whole in a dedicated
thread: one statement at a time would contend for the interpreter lock, and several connections
would wait for each other's file locks. PostgreSQL has an asynchronous driver.
"""

import asyncio
import logging
import os
import sqlite3
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any, Protocol, TypeVar

import sqlalchemy as sa
from alembic.util import CommandError
from sqlalchemy.exc import DBAPIError, InterfaceError, OperationalError, PendingRollbackError
from sqlalchemy.exc import TimeoutError as NoneFree
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine
from sqlalchemy.pool import NullPool

from heptapolis.server.errors import StorageError
from heptapolis.server.schema import ForeignDatabase, OldSchema, upgrade

T = TypeVar("T")
Transaction = Callable[[sa.Connection], T]

LOG = logging.getLogger("heptapolis.server")
# how long a write waits for another program's lock on an SQLite file
LOCK_TIMEOUT_SECONDS = 10
SCRUB_TIMEOUT_SECONDS = 1  # how long the removal of deleted texts waits for another program
CHANNEL = "heptapolis"  # PostgreSQL channel on which servers announce changes
LISTENER_NAME = "heptapolis listens"  # name of the connection in pg_stat_activity
PROBE_SECONDS = 10.0  # interval between checks of the listening connection
RECONNECT_SECONDS = 0.5  # delay before the next connection attempt


class Database(Protocol):
    """Define a database for the store. Methods raise StorageError during an outage."""

    is_shared: bool  # whether other servers may use it too

    async def read(self, work: Transaction[T]) -> T:
        """Return the result of a read transaction."""

    async def write(self, work: Transaction[T]) -> T:
        """Run a write transaction. It is durable on return and rolled back on an exception."""

    def news(self) -> AsyncGenerator[str | None, None]:
        """Yield messages of ``announce`` from any server.

        None comes first and after every interruption, when messages may have been missed.
        """

    async def scrub(self) -> None:
        """Remove what deleted texts leave in files, as far as the kind of database allows."""

    async def close(self) -> None: ...

    async def abandon(self) -> None:
        """Close after a failed start and leave no traces of it."""


class SQLite:
    """Use a database file that only this server opens."""

    is_shared = False

    def __init__(self, url: str) -> None:
        file = sa.make_url(url).database
        self._created = _create(file)
        try:
            self._lock = _lock(file)
        except OSError:
            _remove(self._created)
            raise
        self._engine = sa.create_engine(url, hide_parameters=True)
        sa.event.listen(self._engine, "connect", _make_durable)
        self._reader = DatabaseThread(self._engine, "read")
        self._writer = DatabaseThread(self._engine, "write")  # the only queue for writes
        self._reading, self._writing = Outage(), Outage(is_starting=True)

    async def read(self, work: Transaction[T]) -> T:
        with self._reading.report_outage():
            return await asyncio.wrap_future(self._reader.submit(work))

    async def write(self, work: Transaction[T]) -> T:
        queued = self._writer.submit(work)
        done = asyncio.wrap_future(queued)
        try:
            with self._writing.report_outage():
                return await asyncio.shield(done)
        except asyncio.CancelledError:
            if not queued.cancel():  # being written: the next read sees the result
                await asyncio.gather(done, return_exceptions=True)
            raise

    async def scrub(self) -> None:
        """Move the write-ahead log into the file, in which deleted content is overwritten."""
        await self.write(_empty_write_ahead_log)

    async def news(self) -> AsyncGenerator[str | None, None]:
        nobody_else: tuple[str, ...] = ()
        for words in nobody_else:
            yield words

    async def close(self) -> None:
        for thread in (self._reader, self._writer):
            await asyncio.to_thread(thread.close)
        self._engine.dispose()
        self._lock.close()

    async def abandon(self) -> None:
        """Close and remove the files that this start has created."""
        await self.close()
        _remove(self._created)


class DatabaseThread:
    """Run transactions in one thread with one connection.

    Fetching a connection from the pool for each transaction takes as long as the transaction. After
    an error the connection returns to the pool.
    """

    def __init__(self, engine: sa.Engine, name: str) -> None:
        self._engine, self._thread = engine, ThreadPoolExecutor(1, name)
        self._connection: sa.Connection | None = None

    def submit(self, work: Transaction[T]) -> Future[T]:
        return self._thread.submit(self._do, work)

    def close(self) -> None:
        """Close after all submitted work is done."""
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
    """Use a database that several servers can share."""

    is_shared = True

    def __init__(self, url: str) -> None:
        self._engine = create_async_engine(url, hide_parameters=True)
        self._outage = Outage(is_starting=True)

    async def read(self, work: Transaction[T]) -> T:
        with self._outage.report_outage():
            async with self._engine.connect() as connection:
                return await connection.run_sync(work)

    async def write(self, work: Transaction[T]) -> T:
        with self._outage.report_outage():
            async with self._engine.begin() as connection:
                return await connection.run_sync(work)

    async def scrub(self) -> None:
        """Leave old versions of rows to the vacuum of PostgreSQL."""

    async def news(self) -> AsyncGenerator[str | None, None]:
        name = {"server_settings": {"application_name": LISTENER_NAME}}
        engine = create_async_engine(self._engine.url, poolclass=NullPool, connect_args=name)
        while True:
            try:
                async for words in _listen(engine):
                    yield words
            except Exception as error:  # any network failure
                self._outage.begin(error)
            await asyncio.sleep(RECONNECT_SECONDS)

    async def close(self) -> None:
        await self._engine.dispose()

    async def abandon(self) -> None:
        await self.close()


def database_at(url: str) -> Database:
    """Return the database at a URL, whose schema may be of any version."""
    return SQLite(url) if url.startswith("sqlite") else PostgreSQL(url)


@asynccontextmanager
async def open_database(url: str) -> AsyncIterator[Database]:
    """Yield the database at a URL after upgrading its schema."""
    database = database_at(url)
    try:
        with one_line_failures(sa.make_url(url)):
            await database.write(upgrade)
    except BaseException:
        await database.abandon()
        raise
    try:
        yield database
    finally:
        await database.close()


def announce(connection: sa.Connection, words: str) -> None:
    """Send a message to all servers when the transaction is committed."""
    connection.execute(sa.select(sa.func.pg_notify(CHANNEL, words)))


async def _listen(engine: AsyncEngine) -> AsyncGenerator[str | None, None]:
    """Yield messages from a dedicated connection until it breaks."""
    messages: asyncio.Queue[str] = asyncio.Queue()
    async with engine.connect() as connection:
        driver = (await connection.get_raw_connection()).driver_connection
        assert driver is not None  # the asyncpg connection: SQLAlchemy has no API for LISTEN
        await driver.add_listener(CHANNEL, lambda *message: messages.put_nowait(message[-1]))
        driver.add_termination_listener(lambda _: messages.put_nowait(""))
        yield None
        while True:
            try:
                async with asyncio.timeout(PROBE_SECONDS):
                    words = await messages.get()
            except TimeoutError:
                await driver.execute("SELECT 1", timeout=PROBE_SECONDS)
                continue
            if not words:
                raise ConnectionError
            yield words


class Outage:
    """Log an outage of the database once when it begins and once when it ends.

    The details are for the host; clients get a refusal. Until the database has answered once, the
    caller reports why the server does not start.
    """

    def __init__(self, *, is_starting: bool = False) -> None:
        self._is_logged, self._is_starting = False, is_starting

    @contextmanager
    def report_outage(self) -> Iterator[None]:
        """Raise StorageError if the database cannot answer, and log the outage."""
        try:
            yield
        except Exception as error:
            if not _is_outage(error):
                raise
            self.begin(error)
            raise StorageError from error
        self._is_starting = False
        if self._is_logged:
            self._is_logged = False
            LOG.info("the database: it is back")

    def begin(self, error: Exception) -> None:
        if not self._is_logged and not self._is_starting:
            self._is_logged = True
            LOG.error("the database: %s", _message(error))


def _is_outage(error: Exception) -> bool:
    """Return whether an error is an outage rather than a bug.

    The driver, SQLAlchemy or the system may report a failed or broken connection.
    """
    if isinstance(error, (OperationalError, InterfaceError, NoneFree, PendingRollbackError)):
        return True
    is_broken = isinstance(error, DBAPIError) and error.connection_invalidated
    is_other = type(error) is DBAPIError  # PostgreSQL while shutting down or starting up
    is_drivers = type(error).__module__.startswith("asyncpg.")
    return is_broken or is_other or is_drivers or isinstance(error, OSError)


def _message(error: BaseException) -> str:
    """Return a database's error message in one line."""
    cause = getattr(error, "orig", None) or error
    why = cause.strerror if isinstance(cause, OSError) else None
    text = why or str(cause).strip() or type(error).__name__
    return text.splitlines()[0]


@contextmanager
def one_line_failures(url: sa.URL) -> Iterator[None]:
    """Raise an OSError with a one-line message if the database cannot be opened or changed."""
    try:
        yield
    except (ForeignDatabase, OldSchema) as error:
        raise OSError(f"{location(url)}: {error}") from None
    except StorageError as error:
        raise OSError(f"{location(url)}: {_message(error.__cause__ or error)}") from None
    except (CommandError, DBAPIError, sqlite3.Error) as error:
        is_newer = isinstance(error, CommandError)
        why = "it was written by a newer Heptapolis" if is_newer else _message(error)
        raise OSError(f"{location(url)}: {why}") from None


def location(url: sa.URL) -> str:
    """Return the location of a database without its password."""
    if url.drivername == "sqlite":
        return url.database or ""
    return url.set(drivername=url.get_backend_name()).render_as_string(hide_password=True)


def read_snapshot(url: str, work: Transaction[T]) -> T:
    """Return the result of a read transaction on one consistent state, beside running servers.

    Raise OSError in one line if the database cannot be read.
    """
    with one_line_failures(sa.make_url(url)):
        if url.startswith("sqlite"):
            return _read_sqlite(url, work)
        return asyncio.run(_read_postgresql(url, work))


def _read_sqlite(url: str, work: Transaction[T]) -> T:
    file = sa.make_url(url).database
    if not file or not Path(file).is_file():
        raise OSError(f"{file}: no such database")
    engine = sa.create_engine(url, hide_parameters=True, poolclass=NullPool)
    try:
        with engine.connect() as connection:
            connection.exec_driver_sql("BEGIN")  # the driver begins with the first write only
            return work(connection)
    finally:
        engine.dispose()


async def _read_postgresql(url: str, work: Transaction[T]) -> T:
    engine = create_async_engine(url, hide_parameters=True, poolclass=NullPool)
    snapshot = {"isolation_level": "REPEATABLE READ", "postgresql_readonly": True}
    try:
        async with engine.connect() as connection:
            return await (await connection.execution_options(**snapshot)).run_sync(work)
    except (OSError, NoneFree) as error:
        raise StorageError from error
    finally:
        await engine.dispose()


def _create(file: str | None) -> list[str]:
    """Create a missing SQLite file readable only by its owner: it contains keys and seeds.

    SQLite gives its auxiliary files the same permissions. Return the files that were missing.
    """
    if not file or file == ":memory:":
        return []
    missing = [name for name in (file, f"{file}-lock") if not Path(name).exists()]
    try:
        for name in (file, f"{file}-lock"):
            os.close(os.open(name, os.O_RDWR | os.O_CREAT, 0o600))
    except OSError as error:
        _remove(missing)
        raise OSError(f"{file}: {error.strerror}") from None
    return missing


def _remove(files: Iterable[str]) -> None:
    """Remove new database files with what SQLite keeps beside them."""
    for name in files:
        for suffix in ("", "-wal", "-shm", "-journal"):
            Path(name + suffix).unlink(missing_ok=True)


def _lock(file: str | None) -> sqlite3.Connection:
    """Lock an SQLite file for this server, since a second one would miss its changes."""
    lock = None
    try:
        lock = sqlite3.connect(f"{file}-lock" if file else ":memory:", timeout=0)
        lock.execute("PRAGMA journal_mode=MEMORY")  # the lock file stays empty and gets no journal
        lock.execute("BEGIN EXCLUSIVE")
    except sqlite3.DatabaseError as error:
        is_taken = error.sqlite_errorcode == sqlite3.SQLITE_BUSY
        if lock:
            lock.close()
        why = "another server has these games open" if is_taken else str(error)
        raise OSError(f"{file}: {why}") from None
    return lock


def _make_durable(connection: Any, _: object) -> None:
    """Make SQLite commits durable, and let readers proceed during writes."""
    cursor = connection.cursor()
    pragmas = ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "secure_delete=ON")
    for pragma in (*pragmas, f"busy_timeout={1000 * LOCK_TIMEOUT_SECONDS}"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _empty_write_ahead_log(connection: sa.Connection) -> None:
    """Empty the write-ahead log, unless another program such as Litestream is reading it."""
    for pragma in (
        f"busy_timeout={1000 * SCRUB_TIMEOUT_SECONDS}",
        "wal_checkpoint(TRUNCATE)",
        f"busy_timeout={1000 * LOCK_TIMEOUT_SECONDS}",
    ):
        connection.exec_driver_sql(f"PRAGMA {pragma}")

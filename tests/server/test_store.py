"""The store on SQLite and on PostgreSQL."""

import asyncio
import threading
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack
from pathlib import Path

import pytest
import sqlalchemy as sa

from heptapolis.server.database import Database, T, Transaction, open_database
from heptapolis.server.errors import RequestError, StaleVersion
from heptapolis.server.schema import GUESTS, SCHEMA
from heptapolis.server.settings import Settings
from heptapolis.server.store import (
    Guest,
    LogEntry,
    Store,
    StoredTable,
    Summary,
    TableLimits,
)

ANN, BOB = Guest("a" * 16, "Ann"), Guest("b" * 16, "Бjörn")
SEED = (1 << 128) - 1


def run_with_store(database: str, work: Callable[[Store], Awaitable[None]]) -> None:
    """Open a store, add two guests, and run ``work`` with it."""

    async def run() -> None:
        async with Store.open(Settings(database=database).database_url) as store:
            for guest in (ANN, BOB):
                if await store.guest(guest.id) is None:
                    await store.add_guest(guest, 1.0)
            await work(store)

    asyncio.run(run())


def sit_entry(number: int, seat: int, guest: Guest) -> LogEntry:
    return LogEntry(number, "sit", float(number), seat, guest.id, guest.name)


async def add_table(store: Store, id: str, *, is_private: bool = False) -> None:
    await store.create(
        StoredTable(
            id, {"game": "duel"}, 1, None, SEED, 0, "open", {}, 1.0, 1.0, is_private=is_private
        )
    )


async def try_to_create(store: Store, id: str, limits: TableLimits) -> bool:
    summary = Summary("open", {"host": limits.guest, "origin": limits.origin}, {0: limits.guest})
    stored = StoredTable(id, {"game": "duel"}, 1, None, SEED, 0, "open", {}, 1.0, 1.0)
    try:
        await store.create(stored, [sit_entry(1, 0, ANN)], summary, limits=limits)
    except RequestError as error:
        assert error.status == 409
        return False
    return True


@pytest.mark.parametrize("limits", [(1000, 3), (3, 1000)], ids=["address", "guest"])
def test_limits_of_tables_hold_for_many_at_once(database: str, limits: tuple[int, int]) -> None:
    """Twenty-three were opened where ten are allowed: all were counted before any was there."""

    async def create(store: Store) -> None:
        async with AsyncExitStack() as stack:
            url = Settings(database=database).database_url
            other = store
            if store.is_shared:
                other = await stack.enter_async_context(Store.open(url))
            names = [f"{n:x}" * 16 for n in range(12)]
            limit = TableLimits(ANN.id, "here", *limits)
            tried = [try_to_create([store, other][n % 2], names[n], limit) for n in range(12)]
            assert sum(await asyncio.gather(*tried)) == 3
            elsewhere = TableLimits(BOB.id, "there", *limits)
            assert await try_to_create(store, "x" * 16, elsewhere)

    run_with_store(database, create)


def test_a_table_comes_back_as_it_was_kept(database: str) -> None:
    entries = [sit_entry(1, 0, ANN), LogEntry(2, "say", 2.5, None, BOB.id, '"ö\\n🙂')]

    async def write(store: Store) -> None:
        await add_table(store, "t1")
        await store.append("t1", 0, entries, Summary("open", {"age": 1}, {0: ANN.id}))

    async def read(store: Store) -> None:
        kept = await store.table("t1")
        assert kept is not None
        assert (kept.seed, kept.options, kept.version) == (SEED, {"game": "duel"}, 2)
        assert (kept.state, kept.summary, kept.changed) == ("open", {"age": 1}, 2.5)
        assert await store.log("t1") == entries
        assert await store.log("t1", after=1) == entries[1:]
        assert await store.table("t2") is None

    run_with_store(database, write)
    run_with_store(database, read)


def test_a_write_on_an_old_version_changes_nothing(database: str) -> None:
    async def work(store: Store) -> None:
        await add_table(store, "t1")
        await store.append("t1", 0, [sit_entry(1, 0, ANN)], Summary("open", {}, {0: ANN.id}))
        for version in (0, 2):
            late = [sit_entry(version + 1, 1, BOB)]
            with pytest.raises(StaleVersion):
                await store.append("t1", version, late, Summary("playing", {}, {1: BOB.id}))
        kept = await store.table("t1")
        assert kept is not None and (kept.version, kept.state) == (1, "open")
        assert len(await store.log("t1")) == 1
        assert await store.tables(["open"], guest=BOB.id) == []

    run_with_store(database, work)


def test_one_of_many_simultaneous_writers_succeeds(database: str) -> None:
    async def work(store: Store) -> None:
        await add_table(store, "t1")

        async def write(seat: int) -> bool:
            try:
                await store.append("t1", 0, [sit_entry(1, seat, ANN)], Summary("open"))
            except StaleVersion:
                return False
            return True

        assert sorted(await asyncio.gather(*map(write, range(5)))) == [False] * 4 + [True]
        assert len(await store.log("t1")) == 1

    run_with_store(database, work)


def test_lists_show_own_tables_and_those_open_to_all(database: str) -> None:
    async def work(store: Store) -> None:
        for n, (id, is_private) in enumerate([("t1", False), ("t2", True), ("t3", False)]):
            await add_table(store, id, is_private=is_private)
            entry = LogEntry(1, "sit", float(n), 0, ANN.id)
            state = "over" if id == "t3" else "open"
            await store.append(id, 0, [entry], Summary(state, {}, {0: ANN.id}))

        async def ids(*states: str, guest: str | None = None, before: float | None = None) -> str:
            found = await store.tables(states, guest=guest, before=before)
            return " ".join(kept.id for kept in found)

        assert await ids("open") == "t1"
        assert await ids("over") == "t3"
        assert await ids("open", "over", guest=ANN.id) == "t3 t2 t1"
        assert await ids("open", "over", guest=ANN.id, before=2.0) == "t2 t1"
        assert await ids("open", guest=BOB.id) == ""
        left = LogEntry(2, "leave", 9.0, 0)
        await store.append("t2", 1, [left], Summary("over"))
        assert await ids("open", "over", guest=ANN.id) == "t3 t1"
        assert await store.playing_tables() == []

    run_with_store(database, work)


def test_guests_names_codes_and_mutes(database: str) -> None:
    async def work(store: Store) -> None:
        await store.rename(ANN.id, "Anna")
        assert await store.guest(ANN.id) == Guest(ANN.id, "Anna")
        await store.add_code("old", ANN.id, 1.0, 9.0)
        await store.add_code("new", ANN.id, 1.0, 9.0)
        assert await store.take_code("old", 2.0) is None  # replaced by a newer code
        assert await store.take_code("new", 10.0) is None  # expired
        assert await store.take_code("new", 2.0) == ANN.id
        assert await store.take_code("new", 2.0) is None  # already used
        for muted in (True, True, False, False):
            await store.mute(ANN.id, BOB.id, muted)
            assert await store.muted_guests(ANN.id) == ({BOB.id} if muted else set())

    run_with_store(database, work)


def test_the_key_is_drawn_once(database: str) -> None:
    keys = []

    async def work(store: Store) -> None:
        keys.append(await store.key())

    run_with_store(database, work)
    run_with_store(database, work)
    assert keys[0] == keys[1] and len(keys[0]) > 30


def test_migrations_make_the_schema_that_the_code_expects(database: str) -> None:
    async def work(store: Store) -> None:
        found = await store._database.read(_columns)
        wanted = {
            name: {column.name: column.nullable for column in table.columns}
            for name, table in SCHEMA.tables.items()
        }
        assert found == wanted

    run_with_store(database, work)


def _columns(connection: sa.Connection) -> dict[str, dict[str, bool]]:
    look = sa.inspect(connection)
    return {
        name: {column["name"]: column["nullable"] for column in look.get_columns(name)}
        for name in look.get_table_names()
        if name != "alembic_version"
    }


def test_sqlite_has_a_commit_on_disk_when_it_returns(tmp_path: Path) -> None:
    async def work(store: Store) -> None:
        asked = [sa.text(f"PRAGMA {name}") for name in ("journal_mode", "synchronous")]
        for way in (store._database.read, store._database.write):
            answers = await way(lambda c: [c.execute(one).scalar() for one in asked])
            assert answers == ["wal", 2]

    run_with_store(f"sqlite:///{tmp_path}/games.sqlite", work)


def test_a_sqlite_file_has_one_server(tmp_path: Path) -> None:
    async def work(store: Store) -> None:
        with pytest.raises(OSError, match="another server"):
            async with Store.open(url):
                pass
        assert await store.guest(ANN.id)

    url = f"sqlite:///{tmp_path}/games.sqlite"
    run_with_store(url, work)
    run_with_store(url, work)


def test_a_cancelled_write_is_completed_or_never_started(tmp_path: Path) -> None:
    """The canceller continues once the outcome is known, and reads the table again afterwards."""

    async def work(store: Store) -> None:
        begun, end = threading.Event(), threading.Event()

        def slow(connection: sa.Connection) -> None:
            begun.set()
            end.wait()
            connection.execute(GUESTS.update().values(name="slow"))

        first = asyncio.create_task(store._database.write(slow))
        queued = asyncio.create_task(store.rename(ANN.id, "never"))
        await asyncio.to_thread(begun.wait)
        for task in (queued, first):
            task.cancel()
        await asyncio.wait([queued])
        assert not first.done()
        end.set()
        await asyncio.wait([first])
        assert first.cancelled() and queued.cancelled()
        assert await store.guest(ANN.id) == Guest(ANN.id, "slow")

    run_with_store(f"sqlite:///{tmp_path}/games.sqlite", work)


def test_a_table_that_is_just_being_opened_is_in_no_list(database: str) -> None:
    async def work(store: Store) -> None:
        await add_table(store, "t1")
        assert await store.tables(["open"]) == []

    run_with_store(database, work)


def test_an_invalid_database_address_is_named() -> None:
    with pytest.raises(ValueError, match="mysql"):
        _ = Settings(database="mysql://x").database_url


class CountingDatabase:
    """A database that counts its reads."""

    def __init__(self, database: Database, is_shared: bool) -> None:
        self._database, self.is_shared, self.n_reads = database, is_shared, 0
        self.write, self.news, self.scrub = database.write, database.news, database.scrub
        self.close, self.abandon = database.close, database.abandon

    async def read(self, work: Transaction[T]) -> T:
        self.n_reads += 1
        return await self._database.read(work)


@pytest.mark.parametrize("is_shared", [False, True])
def test_guests_are_cached_unless_other_servers_can_rename_them(
    is_shared: bool, tmp_path: Path
) -> None:
    async def work() -> None:
        async with open_database(f"sqlite:///{tmp_path / 'games.sqlite'}") as database:
            counted = CountingDatabase(database, is_shared)
            store = Store(counted)
            for guest in (ANN, BOB):
                await store.add_guest(guest, 1.0)
            for _ in range(3):
                assert await store.guest(ANN.id) == ANN
                assert await store.guest(BOB.id) == BOB
                assert await store.muted_guests(ANN.id) == set()
            assert counted.n_reads == (9 if is_shared else 3)
            await asyncio.gather(
                store.guest(ANN.id), store.rename(ANN.id, "Anna"), store.mute(ANN.id, BOB.id, True)
            )
            assert await store.guest(ANN.id) == Guest(ANN.id, "Anna")
            assert await store.muted_guests(ANN.id) == {BOB.id}
            assert await store.muted_guests(BOB.id) == set()

    asyncio.run(work())


def test_the_cache_of_guests_is_limited(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("heptapolis.server.store.MAX_CACHED_GUESTS", 1)

    async def work(store: Store) -> None:
        for _ in range(2):
            assert (await store.guest(ANN.id), await store.guest(BOB.id)) == (ANN, BOB)

    run_with_store(f"sqlite:///{tmp_path / 'games.sqlite'}", work)

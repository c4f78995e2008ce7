"""An unavailable or unusable database: one line for the host, status 503 for clients."""

import asyncio
import errno
import logging
import os
import sqlite3
import stat
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from alembic import command
from alembic.config import Config
from alembic.script import ScriptDirectory
from sqlalchemy.exc import DBAPIError, IntegrityError
from sqlalchemy.ext.asyncio import create_async_engine

from heptapolis.server import app, schema
from heptapolis.server.database import Outage, open_database
from heptapolis.server.errors import StorageError
from heptapolis.server.settings import Settings
from tests.server.conftest import TIMEOUT_SECONDS
from tests.server.inside import local_server

asyncpg: Any = import_module("asyncpg")  # has no type stubs
DEAD_DATABASE_URL = (
    "postgresql+asyncpg://nobody:secret@127.0.0.1:1/nothing"  # no server listens on port 1
)


def test_everything_answers_503_while_postgresql_is_away(
    shared: Settings, caplog: pytest.LogCaptureFixture
) -> None:
    async def run() -> None:
        async with (
            asyncio.timeout(TIMEOUT_SECONDS),
            local_server(replace(shared, bot_threads=1)) as server,
        ):
            ann = await server.guest("Ann")
            table = await server.table([ann], seats=3)
            here = f"/tables/{table.id}"
            pages = ["/", here, f"{here}/live", f"{here}/tv", f"{here}/chat"]
            documents = ["", "/view", "/messages", "/events", "/record", "/hint"]
            paths = pages + [f"/api/tables/{table.id}{path}" for path in documents] + ["/api/me"]
            database: Any = server.registry.store._database
            engine, database._engine = database._engine, create_async_engine(DEAD_DATABASE_URL)
            database._outage = Outage()  # queries still under way on the old engine report "back"
            with caplog.at_level(logging.INFO, "heptapolis.server"):
                for path in paths:
                    answer = await server.http.get(path, headers=ann)
                    assert answer.status_code == 503, path
                said = await server.http.post(
                    f"/api{here}/messages", headers=ann, json={"text": "hi"}
                )
                assert said.status_code == 503 and said.headers["retry-after"]
                lines = [one.getMessage() for one in caplog.records if one.name.startswith("hepta")]
                assert len(lines) == 1 and lines[0].startswith("the database: "), lines
                assert "secret" not in lines[0] and "\n" not in lines[0]
            await database._engine.dispose()
            database._engine = engine
            assert (await server.http.get(here, headers=ann)).status_code == 200

    asyncio.run(run())


@pytest.mark.parametrize(
    "error",
    [
        asyncpg.CannotConnectNowError("the database system is starting up"),
        asyncpg.ConnectionDoesNotExistError("connection was closed"),
        asyncpg.InterfaceError("connection is closed"),
        DBAPIError("SELECT 1", {}, asyncpg.AdminShutdownError("terminating connection")),
        ConnectionResetError(),
        TimeoutError(),
    ],
)
def test_errors_caused_by_a_database_restart_are_an_outage(
    error: Exception, caplog: pytest.LogCaptureFixture
) -> None:
    outage = Outage()
    with caplog.at_level(logging.INFO, "heptapolis.server"):
        for _ in range(3):
            with pytest.raises(StorageError), outage.report_outage():
                raise error
        assert len(caplog.records) == 1  # reported once, not for each query
        with outage.report_outage():
            pass
        assert "back" in caplog.records[-1].getMessage()


def test_programming_errors_are_no_outage() -> None:
    for error in (IntegrityError("", {}, Exception()), ValueError()):
        with pytest.raises(type(error)), Outage().report_outage():
            raise error


# ── starting ─────────────────────────────────────────────────────────────────────────────────────


async def _open(url: str) -> None:
    async with open_database(url):
        pass


def test_files_of_a_database_are_for_their_owner_alone(tmp_path: Path) -> None:
    async def run() -> None:
        async with open_database(f"sqlite:///{tmp_path / 'games.sqlite'}"):
            modes = {file.name: stat.S_IMODE(file.stat().st_mode) for file in tmp_path.iterdir()}
        assert {"games.sqlite", "games.sqlite-lock", "games.sqlite-wal"} <= modes.keys()
        assert set(modes.values()) == {0o600}, modes

    asyncio.run(run())


def _newer(path: Path) -> None:
    asyncio.run(_open(f"sqlite:///{path}"))
    with closing(sa.create_engine(f"sqlite:///{path}").raw_connection()) as connection:
        connection.cursor().execute("UPDATE alembic_version SET version_num = '9999'")
        connection.commit()


def _no_database(path: Path) -> None:
    path.write_text("a letter to my aunt, and no database at all\n" * 100)


def _other_program(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE recipes (name TEXT)")
        connection.commit()


@pytest.mark.parametrize(
    ("make", "why"),
    [
        (_other_program, "not a database of Heptapolis: it has a table 'recipes'"),
        (_newer, "it was written by a newer Heptapolis"),
        (_no_database, "file is not a database"),
        (Path.mkdir, "Is a directory"),
    ],
)
def test_a_server_that_cannot_start_prints_one_line(
    tmp_path: Path, make: Callable[[Path], None], why: str
) -> None:
    path = tmp_path / "games.sqlite"
    make(path)
    before = {*tmp_path.iterdir()}
    with pytest.raises(OSError) as told:
        asyncio.run(_open(f"sqlite:///{path}"))
    assert str(told.value) == f"{path}: {why}"
    assert {*tmp_path.iterdir()} <= before, "nothing new is left behind"


def test_a_folder_without_permission_is_named_and_nothing_is_left_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, real_open = tmp_path / "games.sqlite", os.open

    def refuse_lock(name: str, *how: int) -> int:
        if name.endswith("-lock"):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), name)
        return real_open(name, *how)

    monkeypatch.setattr(os, "open", refuse_lock)
    with pytest.raises(OSError) as refused:
        asyncio.run(_open(f"sqlite:///{path}"))
    assert str(refused.value) == f"{path}: Permission denied"
    assert not list(tmp_path.iterdir())


def test_a_refused_second_server_leaves_no_files(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite"
    with closing(sqlite3.connect(f"{path}-lock")) as lock:
        lock.execute("BEGIN EXCLUSIVE")
        with pytest.raises(OSError, match="another server has these games open"):
            asyncio.run(_open(f"sqlite:///{path}"))
    assert [file.name for file in tmp_path.iterdir()] == ["games.sqlite-lock"]


def test_an_old_schema_is_upgraded_with_a_line_in_the_log(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    url = f"sqlite:///{tmp_path / 'games.sqlite'}"
    engine = sa.create_engine(url)
    config = Config()
    config.set_main_option("script_location", str(Path(schema.__file__).parent / "migrations"))
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, "0003")
    engine.dispose()
    with caplog.at_level(logging.INFO, "heptapolis.server"):
        asyncio.run(_open(url))
        asyncio.run(_open(url))
    lines = [one.getMessage() for one in caplog.records if "schema" in one.getMessage()]
    latest = ScriptDirectory.from_config(config).get_current_head()
    assert lines == [f"the database: schema upgraded from 0003 to {latest}"]


def test_a_postgresql_that_is_not_there_is_named_without_its_password() -> None:
    with pytest.raises(OSError) as told:
        asyncio.run(_open(DEAD_DATABASE_URL))
    line = str(told.value)
    assert "127.0.0.1" in line and "secret" not in line and "\n" not in line


def test_connections_that_cannot_be_closed_add_nothing() -> None:
    pool = logging.getLogger("sqlalchemy.pool.impl.AsyncAdaptedQueuePool")
    assert pool.isEnabledFor(logging.ERROR)
    try:
        app._set_up_logging(Settings())
        assert not pool.isEnabledFor(logging.ERROR)
        assert logging.getLogger("heptapolis.server").isEnabledFor(logging.ERROR)
    finally:
        logging.getLogger("sqlalchemy.pool").setLevel(logging.NOTSET)

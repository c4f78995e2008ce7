"""Restored databases: entry by entry the same, from each kind into each kind."""

import gzip
import hashlib
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
import sqlalchemy as sa

from heptapolis.server import backup
from heptapolis.server.backup import write_backup
from heptapolis.server.restore import restore_backup
from heptapolis.server.schema import upgrade
from heptapolis.server.settings import Settings
from heptapolis.server.store import Guest
from tests.server.conftest import RunningServer, settings_for
from tests.server.test_backup import contents, filled, lose_a_row


def url_of(path: Path) -> str:
    return f"sqlite:///{path}"


def test_a_backup_of_sqlite_restores_into_both_and_back(database: str, tmp_path: Path) -> None:
    first, second = tmp_path / "first.gz", tmp_path / "second.gz"
    write_backup(filled(url_of(tmp_path / "before.sqlite")), first)
    url, steps = Settings(database=database).database_url, list[int]()
    header = restore_backup(first, url, report=lambda done, total: steps.append(done))
    assert steps[-1] == header.total
    write_backup(url, second)
    assert contents(first) == contents(second)


def test_a_backup_of_postgresql_restores_into_sqlite(shared: Settings, tmp_path: Path) -> None:
    first, second = tmp_path / "first.gz", tmp_path / "second.gz"
    write_backup(filled(shared.database_url), first)
    restore_backup(first, url_of(tmp_path / "after.sqlite"))
    write_backup(url_of(tmp_path / "after.sqlite"), second)
    assert contents(first) == contents(second)
    assert oct((tmp_path / "after.sqlite").stat().st_mode)[-3:] == "600"


def test_a_game_goes_on_after_it_moved_to_the_other_kind(shared: Settings, tmp_path: Path) -> None:
    server = RunningServer(settings_for(tmp_path))
    try:
        ann = server.player()
        table = ann.open(seats=3, bots=["random", "random"])
        ann.choose(table)
        before = ann.view(table)
        write_backup(server.registry.settings.database_url, tmp_path / "b.gz")
    finally:
        server.stop()
    restore_backup(tmp_path / "b.gz", shared.database_url)
    server = RunningServer(shared)
    try:
        again = server.player("Somebody")
        token = server.app.state.guests.token(Guest(ann.id, "Ann"))
        assert token == ann.token, "the key has moved too"
        again.http.headers["Authorization"] = f"Bearer {token}"
        assert again.view(table)["legal_moves"] == before["legal_moves"]
        assert again.choose(table).status_code == 200
    finally:
        server.stop()


def test_a_database_with_games_is_left_as_it_is(tmp_path: Path) -> None:
    path, file = tmp_path / "b.gz", tmp_path / "before.sqlite"
    write_backup(filled(url_of(file)), path)
    before = file.read_bytes()
    with pytest.raises(OSError, match=r"before\.sqlite: has games already"):
        restore_backup(path, url_of(file))
    assert file.read_bytes() == before


def test_a_server_that_runs_keeps_its_database(tmp_path: Path) -> None:
    path = tmp_path / "b.gz"
    write_backup(filled(url_of(tmp_path / "before.sqlite")), path)
    settings = settings_for(tmp_path)
    server = RunningServer(settings)
    try:
        with pytest.raises(OSError, match="another server has these games open"):
            restore_backup(path, settings.database_url)
    finally:
        server.stop()
    restore_backup(path, settings.database_url)  # an empty database with a key of its own


def test_a_damaged_backup_creates_nothing(tmp_path: Path) -> None:
    path = tmp_path / "b.gz"
    write_backup(filled(url_of(tmp_path / "before.sqlite")), path)
    path.write_bytes(lose_a_row(path.read_bytes()))
    with pytest.raises(ValueError, match="damaged"):
        restore_backup(path, url_of(tmp_path / "after.sqlite"))
    assert not list(tmp_path.glob("after*"))


def test_foreign_databases_are_left_as_they_are(tmp_path: Path) -> None:
    path, other = tmp_path / "b.gz", tmp_path / "other.sqlite"
    write_backup(filled(url_of(tmp_path / "before.sqlite")), path)
    with closing(sqlite3.connect(other)) as connection:
        connection.execute("CREATE TABLE recipes (name TEXT)")
    with pytest.raises(OSError, match="not a database of Heptapolis: it has a table 'recipes'"):
        restore_backup(path, url_of(other))
    with closing(sqlite3.connect(other)) as connection:
        assert connection.execute("SELECT name FROM sqlite_master").fetchall() == [("recipes",)]


def test_a_backup_of_an_older_release_is_upgraded(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its schema is created first, so the same migrations run as for a database."""
    old, path, new = tmp_path / "old.sqlite", tmp_path / "b.gz", tmp_path / "new.sqlite"
    engine = sa.create_engine(url_of(old))
    with engine.begin() as connection:
        upgrade(connection, "0002")
        tables = sa.MetaData()
        tables.reflect(connection, only=["facts", "guests"])
        connection.execute(tables.tables["guests"].insert(), {"id": "a", "name": "A", "created": 1})
    engine.dispose()
    monkeypatch.setattr(backup, "check_is_latest", lambda connection: None)
    monkeypatch.setattr(backup, "TABLES", tables.sorted_tables)
    assert write_backup(url_of(old), path).schema == "0002"
    monkeypatch.undo()
    restore_backup(path, url_of(new))
    write_backup(url_of(new), tmp_path / "again.gz")
    (before,), (after,) = contents(path), contents(tmp_path / "again.gz")
    assert after == (before[0], {**before[1], "deleted": None, "network": None, "network_at": None})


def test_a_backup_of_a_newer_release_is_refused(tmp_path: Path) -> None:
    path, after = tmp_path / "b.gz", tmp_path / "after.sqlite"
    write_backup(filled(url_of(tmp_path / "before.sqlite")), path)
    lines = gzip.decompress(path.read_bytes()).splitlines(keepends=True)
    head, _, tail = lines[0].partition(b'"schema":"')
    lines[0] = head + b'"schema":"9999"' + tail[tail.index(b'"') + 1 :]
    total = sum(line.startswith(b"[") for line in lines)
    digest = hashlib.sha256(b"".join(lines[:-1])).hexdigest()
    lines[-1] = f'{{"rows":{total},"sha256":"{digest}"}}\n'.encode()
    path.write_bytes(gzip.compress(b"".join(lines)))
    with pytest.raises(OSError, match=r"after\.sqlite: it was written by a newer Heptapolis"):
        restore_backup(path, url_of(after))
    assert not list(tmp_path.glob("after*"))

"""Backups: both kinds of databases, running servers, damaged and foreign files."""

import asyncio
import gzip
import json
import stat
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from heptapolis.server.backup import Header, check_backup, open_backup, write_backup
from heptapolis.server.schema import LOG, TABLES
from heptapolis.server.settings import Settings
from heptapolis.server.store import Guest, LogEntry, Store, StoredTable, Summary
from tests.server.conftest import RunningServer, settings_for, wait_for

N_TABLES, N_ENTRIES = 5, 500  # more than a batch of rows


async def _fill(url: str) -> None:
    """Store guests, tables and logs with characters that a format could damage."""
    async with Store.open(url) as store:
        await store.key()
        for n in range(3):
            await store.add_guest(Guest(f"{n:016x}", f'Ann "{n}" Ő\n\u2028Ж'), 1e9 + n / 3)
        await store.mute(f"{0:016x}", f"{1:016x}", True)
        await store.keep_catalog("a" * 64, '{"cards": []}')
        for n in range(N_TABLES):
            table = StoredTable(
                f"table{n:05}", {"seats": 3}, 1, "a" * 64, 2**80 + n, 0, "open", {}, 1e9, 1e9
            )
            await store.create(table)
            entries = [LogEntry(1, "open", 1e9, guest=f"{0:016x}")]
            entries += [
                LogEntry(i, "say", 1e9 + i / 7, i % 3, f"{i % 3:016x}", f'["Ann","{i} 🎲"]')
                for i in range(2, N_ENTRIES + 1)
            ]
            summary = Summary("playing", {"host": f"{0:016x}"}, {0: f"{0:016x}"})
            await store.append(table.id, 0, entries, summary)


def filled(url: str) -> str:
    asyncio.run(_fill(url))
    return url


def contents(path: Path) -> list[Any]:
    """Return all rows of a backup."""
    with open_backup(path) as backup:
        return [(table, row) for table, rows in backup.batches() for row in rows]


@pytest.fixture
def backup(tmp_path: Path) -> Path:
    path = tmp_path / "games.jsonl.gz"
    write_backup(filled(f"sqlite:///{tmp_path / 'before.sqlite'}"), path)
    return path


def test_a_backup_has_every_row_and_is_for_its_owner_alone(database: str, tmp_path: Path) -> None:
    url, path, steps = Settings(database=database).database_url, tmp_path / "b.gz", list[int]()
    header = write_backup(filled(url), path, lambda done, total: steps.append(total - done))
    assert header.rows["log"] == N_TABLES * N_ENTRIES and header.rows["tables"] == N_TABLES
    assert header == check_backup(path)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert steps == sorted(steps, reverse=True) and len(steps) > 3 and steps[-1] == 0
    rows = contents(path)
    assert len(rows) == header.total
    says = [row for table, row in rows if table == "log" and row["number"] == 9]
    assert [row["text"] for row in says] == ['["Ann","9 🎲"]'] * N_TABLES
    assert says[0]["at"] == 1e9 + 9 / 7, "times are kept to the last bit"


def test_a_running_server_is_backed_up_as_it_was_at_one_moment(tmp_path: Path) -> None:
    server = RunningServer(settings_for(tmp_path))
    try:
        ann = server.player()
        table = ann.open(seats=3, bots=["random", "random"])
        ann.choose(table)
        path = tmp_path / "games.gz"

        def play_on(done: int, total: int) -> None:
            wait_for(lambda: ann.view(table)["legal_moves"])  # the bots may still have to choose
            ann.choose(table).raise_for_status()  # a write meanwhile, by the server

        url = server.registry.settings.database_url
        header = write_backup(url, path, play_on)
    finally:
        server.stop()
    rows = contents(path)
    versions = {row["id"]: row["version"] for name, row in rows if name == "tables"}
    entries = [row for name, row in rows if name == "log"]
    assert versions[table] == len(entries) == header.rows["log"]
    engine = sa.create_engine(url)
    with engine.connect() as connection:
        now = connection.execute(sa.select(sa.func.count()).select_from(LOG)).scalar_one()
    engine.dispose()
    assert now > len(entries), "the server went on"


def test_a_file_is_never_overwritten(backup: Path, tmp_path: Path) -> None:
    before = backup.read_bytes()
    with pytest.raises(OSError, match="exists already"):
        write_backup(f"sqlite:///{tmp_path / 'before.sqlite'}", backup)
    assert backup.read_bytes() == before


def test_a_failed_backup_leaves_no_file(tmp_path: Path) -> None:
    for url, why in (
        (f"sqlite:///{tmp_path / 'none.sqlite'}", "none.sqlite: no such database"),
        ("postgresql+asyncpg://me:secret@127.0.0.1:1/x", "postgresql://me:\\*\\*\\*@127.0.0.1:1/x"),
    ):
        with pytest.raises(OSError, match=why):
            write_backup(url, tmp_path / "b.gz")
    (tmp_path / "notes").write_text("notes, and no database at all\n" * 99)
    with pytest.raises(OSError, match="notes: file is not a database"):
        write_backup(f"sqlite:///{tmp_path / 'notes'}", tmp_path / "b.gz")
    assert [file.name for file in tmp_path.iterdir()] == ["notes"]


def test_an_old_schema_is_named(tmp_path: Path) -> None:
    old = tmp_path / "old.sqlite"
    engine = sa.create_engine(f"sqlite:///{old}")
    with engine.begin() as connection:
        connection.exec_driver_sql("CREATE TABLE alembic_version (version_num VARCHAR(32))")
        connection.exec_driver_sql("INSERT INTO alembic_version VALUES ('0001')")
    engine.dispose()
    with pytest.raises(OSError, match="older Heptapolis; `hepta serve` upgrades it"):
        write_backup(f"sqlite:///{old}", tmp_path / "b.gz")


def cut(content: bytes) -> bytes:
    return content[: len(content) // 2]


def lose_the_last_line(content: bytes) -> bytes:
    lines = gzip.decompress(content).splitlines(keepends=True)
    return gzip.compress(b"".join(lines[:-1]))


def lose_a_row(content: bytes) -> bytes:
    lines = gzip.decompress(content).splitlines(keepends=True)
    return gzip.compress(b"".join(lines[:20] + lines[21:]))


def change_a_row(content: bytes) -> bytes:
    return gzip.compress(gzip.decompress(content).replace(b'"Ann', b'"Bob', 1))


def be_newer(content: bytes) -> bytes:
    return gzip.compress(gzip.decompress(content).replace(b'"version":1', b'"version":2', 1))


def flip_a_byte(content: bytes) -> bytes:
    middle = len(content) // 2
    return content[:middle] + bytes([content[middle] ^ 255]) + content[middle + 1 :]


@pytest.mark.parametrize(
    ("damage", "why"),
    [
        (cut, "the end of this backup is missing"),
        (lambda content: b"", "the end of this backup is missing"),
        (lose_the_last_line, "the end of this backup is missing"),
        (lose_a_row, "damaged"),
        (change_a_row, "damaged"),
        (flip_a_byte, "not a backup of Heptapolis, or damaged"),
        (be_newer, "a backup of a newer Heptapolis"),
        (lambda content: b"games", "not a backup of Heptapolis"),
        (lambda content: gzip.compress(b"games\n"), "not a backup of Heptapolis"),
        (lambda content: gzip.compress(b'{"a": 1}\n'), "not a backup of Heptapolis"),
        (lambda content: gzip.compress(b"[" * 99_999), "not a backup of Heptapolis"),
        (
            lambda content: gzip.compress(
                json.dumps({"format": "heptapolis backup", "version": 1, "rows": 3}).encode()
            ),
            "not a backup of Heptapolis",
        ),
    ],
)
def test_a_damaged_or_foreign_file_is_refused_in_one_line(
    backup: Path, damage: Callable[[bytes], bytes], why: str
) -> None:
    backup.write_bytes(damage(backup.read_bytes()))
    with pytest.raises(ValueError, match=why) as refused:
        check_backup(backup)
    assert str(refused.value).startswith(f"{backup}: ") and "\n" not in str(refused.value)


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(OSError, match=r"none\.gz: No such file or directory"):
        check_backup(tmp_path / "none.gz")


def test_the_header_is_the_first_line(backup: Path) -> None:
    """Tools can read what a backup contains without reading all of it."""
    with gzip.open(backup) as file:
        first = json.loads(file.readline())
    assert first["format"] == "heptapolis backup" and first["version"] == 1
    assert Header(first["release"], first["schema"], first["created"], first["rows"]).total == sum(
        first["rows"].values()
    )
    assert TABLES.name in first["rows"] and "jobs" not in first["rows"]

"""Backups at regular times."""

import asyncio
import logging
import os
import time
from pathlib import Path

import pytest

from heptapolis.server.backup import check_backup
from heptapolis.server.scheduled_backups import FILE_NAME, STALE_SECONDS, ScheduledBackups
from heptapolis.server.settings import Settings
from tests.server.conftest import RunningServer, settings_for, wait_for
from tests.server.test_backup import filled

NOW = 1_763_568_000.0  # 2025-11-19 16:00 UTC


def scheduled(tmp_path: Path, **changes: object) -> ScheduledBackups:
    settings = settings_for(tmp_path, backup_folder=tmp_path / "backups", **changes)
    return ScheduledBackups(settings, tmp_path / "backups")


def names(tmp_path: Path) -> list[str]:
    return sorted(file.name for file in (tmp_path / "backups").iterdir())


def test_a_running_server_writes_a_backup(tmp_path: Path) -> None:
    folder = tmp_path / "backups"
    server = RunningServer(settings_for(tmp_path, backup_folder=folder))
    try:
        server.player("Ann")
        wait_for(lambda: folder.is_dir() and any(folder.glob("*.gz")))
    finally:
        server.stop()
    (file,) = folder.glob("*.gz")
    assert FILE_NAME.fullmatch(file.name) and file.stat().st_mode & 0o777 == 0o600
    assert check_backup(file).rows["facts"] >= 1
    assert folder.stat().st_mode & 0o777 == 0o700


def test_a_period_has_one_backup(tmp_path: Path) -> None:
    backups = scheduled(tmp_path, backup_hours=6.0)
    file = backups.file_at(NOW)
    assert file.name == "heptapolis-20251119T120000Z.jsonl.gz"
    assert backups.file_at(NOW + 2 * 3600) != file == backups.file_at(NOW + 7199)
    file.parent.mkdir()
    file.touch()
    assert asyncio.run(backups.back_up_if_due(NOW)) and names(tmp_path) == [file.name]


def test_the_latest_are_kept_and_other_files_stay(tmp_path: Path) -> None:
    backups = scheduled(tmp_path, backup_keep=2)
    folder = tmp_path / "backups"
    folder.mkdir()
    for day in range(5):
        backups.file_at(NOW + day * 86_400).touch()
    (folder / "notes.txt").touch()
    (folder / "heptapolis-before-the-move.jsonl.gz").touch()
    backups._prune()
    assert names(tmp_path) == [
        "heptapolis-20251122T000000Z.jsonl.gz",
        "heptapolis-20251123T000000Z.jsonl.gz",
        "heptapolis-before-the-move.jsonl.gz",
        "notes.txt",
    ]


def test_another_worker_that_writes_is_waited_for_unless_it_is_gone(tmp_path: Path) -> None:
    backups = scheduled(tmp_path)
    now = time.time()
    part = Path(f"{backups.file_at(now)}.part")
    part.parent.mkdir()
    part.touch()
    assert asyncio.run(backups.back_up_if_due(now)) and names(tmp_path) == [part.name]
    os.utime(part, (now - STALE_SECONDS - 1,) * 2)
    asyncio.run(backups.back_up_if_due(now))
    assert not part.exists()


def test_workers_that_begin_together_write_one_backup_and_report_no_failure(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    filled(f"sqlite:///{tmp_path / 'games.sqlite'}")

    async def run() -> list[bool]:
        return await asyncio.gather(*(scheduled(tmp_path).back_up_if_due(NOW) for _ in range(2)))

    assert asyncio.run(run()) == [True, True]
    assert names(tmp_path) == [scheduled(tmp_path).file_at(NOW).name] and not caplog.messages


def test_a_failure_is_one_line_in_the_log_without_the_password(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    settings = Settings(database="postgresql://me:secret@127.0.0.1:1/x")
    with caplog.at_level(logging.ERROR):
        assert not asyncio.run(ScheduledBackups(settings, tmp_path).back_up_if_due(NOW))
    (line,) = caplog.messages
    assert line.startswith("the scheduled backup failed: hepta: ") and "secret" not in line
    assert not list(tmp_path.iterdir())
    (tmp_path / "file").touch()
    backups = ScheduledBackups(settings, tmp_path / "file" / "folder")
    assert not asyncio.run(backups.back_up_if_due(NOW)) and "Not a directory" in caplog.text

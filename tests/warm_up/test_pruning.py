"""Pruning removes compiled code of versions that were not used for long, and nothing else."""

import os
from pathlib import Path
from threading import Thread

import pytest

from heptapolis import warm_up
from heptapolis.warm_up.pruning import MAX_UNUSED_DAYS, prune

DAY = 24 * 3600
NOW_SECONDS = 2_000_000_000.0


def version(home: Path, name: str, days: float, read: float | None = None) -> Path:
    """Create the cache folder of a version with these dates of writing and reading, in days ago."""
    folder = home / name
    (folder / "kernel_1").mkdir(parents=True)
    file = folder / "kernel_1" / "rules.nbi"
    file.write_bytes(b"code")
    written = NOW_SECONDS - days * DAY
    os.utime(file, (NOW_SECONDS - (days if read is None else read) * DAY, written))
    return folder


def test_only_unused_versions_are_removed(tmp_path: Path) -> None:
    current = version(tmp_path, "c" * 16, days=100)
    old = version(tmp_path, "0" * 16, days=MAX_UNUSED_DAYS + 1)
    recent = version(tmp_path, "1" * 16, days=MAX_UNUSED_DAYS - 1)
    in_use = version(tmp_path, "2" * 16, days=100, read=2)
    foreign = version(tmp_path, "precious", days=100)
    file = tmp_path / ("3" * 16)
    file.write_text("")
    os.utime(file, (0, 0))
    link = tmp_path / ("4" * 16)
    link.symlink_to(foreign)
    assert prune(current, NOW_SECONDS) == [old]
    assert not old.exists()
    assert all(path.exists() for path in (current, recent, in_use, foreign, file, link))


def test_half_removed_folders_are_removed(tmp_path: Path) -> None:
    left = version(tmp_path, "0" * 16 + ".gone", days=100)
    assert prune(tmp_path / ("c" * 16), NOW_SECONDS) == [left]
    assert not left.exists()


def test_processes_may_prune_at_once(tmp_path: Path) -> None:
    """One process removes each folder, and none fails."""
    folders = [version(tmp_path, f"{n:016x}", days=100) for n in range(50)]
    removed: list[Path] = []
    threads = [
        Thread(target=lambda: removed.extend(prune(tmp_path / ("c" * 16), NOW_SECONDS)))
        for _ in range(4)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert set(folders) <= set(removed)
    assert list(tmp_path.iterdir()) == []


def test_without_a_cache_there_is_nothing_to_prune(tmp_path: Path) -> None:
    assert prune(tmp_path / "nowhere" / ("c" * 16), NOW_SECONDS) == []


def test_a_new_version_prunes_old_ones_and_a_known_one_does_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    cache = tmp_path / ("c" * 16)
    pruned: list[Path] = []
    monkeypatch.setattr(warm_up, "CACHE", cache)
    monkeypatch.setattr(warm_up, "READY_FILE", cache / "ready")
    monkeypatch.setattr(warm_up, "JIT", True)
    monkeypatch.setattr(warm_up, "_steps", lambda *given: iter(()))
    monkeypatch.setattr(warm_up, "_start_helper", lambda first, others: None)
    monkeypatch.setattr(warm_up, "prune", lambda current, now: pruned.append(current))
    warm_up.warm_up(lambda done: None)
    warm_up.warm_up(lambda done: None)
    assert pruned == [cache]

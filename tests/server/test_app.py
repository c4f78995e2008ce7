"""A server that cannot start prints one line with the reason and leaves no files behind."""

import os
import signal
import socket
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import httpx
import pytest

from tests.server.conftest import wait_for

NOTES = "these are notes, not games, and they stay as they are\n" * 9


def start(folder: Path, *options: str, limit: Callable[[], None] | None = None) -> str:
    """Start a server that fails, with ``folder`` as its working directory; return the printed line."""
    started = subprocess.run(
        [sys.executable, "-m", "heptapolis", "serve", *options],
        cwd=folder,
        env=os.environ | {"HEPTAPOLIS_PORT": "8799", "XDG_CONFIG_HOME": str(folder)},
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
        preexec_fn=limit,
    )
    assert started.returncode == 1, started
    assert started.stderr.startswith("hepta: ") and started.stderr.count("\n") == 1, started.stderr
    return started.stderr.removeprefix("hepta: ").rstrip()


def limit_file_size() -> None:
    """Limit the size of files to 4 KiB, to simulate a full disk."""
    import resource
    import signal

    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096))


@pytest.mark.parametrize(
    ("database", "why"),
    [
        ("sqlite:games.sqlite", "database: sqlite:///FILE or postgresql://"),
        ("games.sqlite", "database: sqlite:///FILE or postgresql://"),
        ("mysql://here/games", "database: sqlite:///FILE or postgresql://"),
        ("sqlite:///nowhere/games.sqlite", "nowhere/games.sqlite: No such file or directory"),
        ("sqlite:///notes.txt", "notes.txt: file is not a database"),
        ("postgresql://me:secret@127.0.0.1:1/x", "postgresql://me:***@127.0.0.1:1/x: "),
    ],
)
def test_an_unusable_database_is_named(tmp_path: Path, database: str, why: str) -> None:
    (tmp_path / "notes.txt").write_text(NOTES)
    assert start(tmp_path, "--database", database).startswith(why)
    assert [file.name for file in tmp_path.iterdir()] == ["notes.txt"]
    assert (tmp_path / "notes.txt").read_text() == NOTES


def test_a_full_disk_is_named_and_leaves_no_files(tmp_path: Path) -> None:
    line = start(tmp_path, "--database", "sqlite:///games.sqlite", limit=limit_file_size)
    assert line.startswith("games.sqlite: ")
    assert not list(tmp_path.iterdir())


def test_a_data_folder_that_cannot_be_made_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "file"))
    assert start(tmp_path) == f"data folder {tmp_path}/file/heptapolis: Not a directory"


def test_a_port_in_use_is_named(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        line = start(tmp_path, "--database", "sqlite:///games.sqlite", "--port", str(port))
    assert line.startswith(f"cannot listen at 127.0.0.1, port {port}: is Heptapolis running")
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("port = 80\nwork", "s.toml: not valid TOML: "),
        ("wokers = 2", "s.toml: no setting 'wokers'; did you mean 'workers'?"),
        ("workers = 2", "several workers need PostgreSQL"),
    ],
)
def test_half_written_settings_are_named(tmp_path: Path, text: str, why: str) -> None:
    (tmp_path / "s.toml").write_text(text)
    assert start(tmp_path, "--config", "s.toml").startswith(why)
    assert [file.name for file in tmp_path.iterdir()] == ["s.toml"]


def test_a_single_process_survives_a_hangup_and_ends_at_sigterm(tmp_path: Path) -> None:
    """Services are reloaded with SIGHUP; nothing of a single process can be."""
    port = free_port()
    server = subprocess.Popen(
        [sys.executable, "-m", "heptapolis", "serve", "--port", str(port)],
        env=os.environ
        | {
            "XDG_CONFIG_HOME": str(tmp_path),
            "XDG_DATA_HOME": str(tmp_path),
            "HEPTAPOLIS_WARM_UP": "no",
        },
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        wait_for(lambda: answers(port) or server.poll() is not None)
        server.send_signal(signal.SIGHUP)
        assert answers(port) and server.poll() is None
        server.terminate()
        assert server.wait(60) in (0, -signal.SIGTERM)
    finally:
        server.kill()
        server.communicate()


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port: int = taken.getsockname()[1]
    return port


def answers(port: int) -> bool:
    try:
        return httpx.get(f"http://127.0.0.1:{port}/healthz").status_code == 200
    except httpx.TransportError:
        return False

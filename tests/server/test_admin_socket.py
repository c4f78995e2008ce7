"""The socket of a running server, and the database without one."""

import json
import socket
import stat
from pathlib import Path

import pytest

from heptapolis.server.admin_socket import run_admin, socket_path
from heptapolis.server.settings import Settings
from tests.server.conftest import RunningServer, settings_for


def test_a_running_server_is_asked_and_its_socket_is_for_its_owner(tmp_path: Path) -> None:
    settings = settings_for(tmp_path)
    path = socket_path(settings)
    assert path == tmp_path / "games.sqlite-admin"
    server = RunningServer(settings)
    try:
        assert stat.S_IMODE(path.stat().st_mode) == 0o600
        ann = server.player("Ann")
        table = ann.open(seats=3)
        assert [one["id"] for one in run_admin(settings, "tables", {})] == [table]
        run_admin(settings, "announce", {"text": "hello"})
        assert server.app.state.moderation.notice == "hello", "at once"
        run_admin(settings, "close", {"table": table})
        assert ann.get(f"/tables/{table}")["state"] == "over"
        with pytest.raises(ValueError, match="no such table"):
            run_admin(settings, "close", {"table": "nowhere"})
    finally:
        server.stop()
    assert not path.exists()
    assert [one["state"] for one in run_admin(settings, "tables", {})] == ["over"]


def test_nonsense_at_the_socket_is_refused(tmp_path: Path) -> None:
    settings = settings_for(tmp_path)
    server = RunningServer(settings)
    try:
        for line in (b"hello\n", b"[]\n", b"{}\n", b'{"action": 1, "arguments": 2}\n', b"\n"):
            with socket.socket(socket.AF_UNIX) as connection:
                connection.connect(str(socket_path(settings)))
                connection.sendall(line)
                assert "error" in json.loads(connection.makefile().readline())
        assert run_admin(settings, "audit", {}) == []
    finally:
        server.stop()


def test_a_socket_that_a_killed_server_left_is_no_obstacle(tmp_path: Path) -> None:
    settings = settings_for(tmp_path)
    server = RunningServer(settings)
    server.stop()
    path = socket_path(settings)
    assert path
    with socket.socket(socket.AF_UNIX) as left:
        left.bind(str(path))
    assert run_admin(settings, "tables", {}) == []
    server = RunningServer(settings)
    try:
        assert run_admin(settings, "tables", {}) == []
    finally:
        server.stop()


def test_without_a_server_the_database_is_changed(database: str) -> None:
    settings = Settings(database=database, warm_up=False)
    if not settings.is_shared:
        with pytest.raises(OSError, match=r"games\.sqlite: no such database"):
            run_admin(settings, "tables", {})
        RunningServer(settings).stop()
    run_admin(settings, "ban", {"target": "192.0.2.0/24"})
    assert [ban["target"] for ban in run_admin(settings, "bans", {})] == ["192.0.2.0/24"]
    assert run_admin(settings, "audit", {})[0]["action"] == "ban"

"""Fixtures: a real server on a free port, guests as API clients, SQLite and PostgreSQL."""

import asyncio
import os
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
import sqlalchemy as sa
import uvicorn
from fastapi import FastAPI
from sqlalchemy.ext.asyncio import create_async_engine

from heptapolis.server.app import create_app
from heptapolis.server.bounded_protocols import bounds
from heptapolis.server.registry import TableRegistry
from heptapolis.server.settings import LIMITS, Settings

NO_LIMITS = {kind: (1e9, 1e9) for kind in LIMITS}
TIMEOUT_SECONDS = 180.0  # longer than any step takes, even on a busy machine


class Player:
    """A guest who uses the API."""

    def __init__(self, url: str, name: str) -> None:
        self.http = httpx.Client(base_url=url, timeout=TIMEOUT_SECONDS)
        identity = self.http.post("/api/guests", json={"name": name}).raise_for_status().json()
        self.http.cookies.clear()
        self.id, self.token = identity["id"], identity["token"]
        self.http.headers["Authorization"] = f"Bearer {self.token}"

    def get(self, path: str) -> Any:
        return self.http.get(f"/api{path}").raise_for_status().json()

    def post(self, path: str, **body: Any) -> httpx.Response:
        return self.http.post(f"/api{path}", json=body)

    def make(self, path: str, **body: Any) -> Any:
        return self.post(path, **body).raise_for_status().json()

    def open(self, **options: Any) -> str:
        return str(self.make("/tables", **options)["id"])

    def view(self, table: str) -> Any:
        return self.get(f"/tables/{table}/view")

    def choose(self, table: str, move: str | None = None) -> httpx.Response:
        """Make a choice, the first legal one if none is named."""
        view = self.view(table)
        chosen = move or view["legal_moves"][0]["text"]
        return self.post(f"/tables/{table}/moves", move=chosen, decision=view["decision"])


class RunningServer:
    """A server in a thread of this process."""

    def __init__(self, settings: Settings) -> None:
        self.app: FastAPI = create_app(settings)
        self._players: list[Player] = []
        config = uvicorn.Config(
            self.app, port=0, log_level="critical", timeout_graceful_shutdown=1, **bounds(settings)
        )
        self._server = uvicorn.Server(config)
        self._thread = threading.Thread(target=self._server.run)
        self._thread.start()
        wait_for(lambda: self._server.started or not self._thread.is_alive())
        port = self._server.servers[0].sockets[0].getsockname()[1]
        self.url = f"http://127.0.0.1:{port}"

    def ask(self, method: str, path: str, **how: Any) -> httpx.Response:
        """Send a request without cookies and return the response."""
        return httpx.request(method, f"{self.url}{path}", timeout=TIMEOUT_SECONDS, **how)

    @property
    def registry(self) -> TableRegistry:
        registry: TableRegistry = self.app.state.registry
        return registry

    def player(self, name: str = "Ann") -> Player:
        self._players.append(Player(self.url, name))
        return self._players[-1]

    def stop(self) -> None:
        for player in self._players:
            player.http.close()
        self._server.should_exit = True
        self._thread.join()


def wait_for(is_so: Callable[[], object]) -> None:
    """Wait until the condition holds. The time it takes is not part of any test."""
    end = time.monotonic() + TIMEOUT_SECONDS
    while not is_so():
        assert time.monotonic() < end, "timed out"
        time.sleep(0.01)


def settings_for(folder: Path, **changes: Any) -> Settings:
    given: dict[str, Any] = {
        "limits": NO_LIMITS,
        "warm_up": False,
        "bot_threads": 2,
        "pause_seconds": 0.0,
        "max_open_tables_per_address": 1_000_000,
    }
    return Settings(database=f"sqlite:///{folder / 'games.sqlite'}", **given | changes)


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    """Start one server for all tests that do not change its state for others."""
    running = RunningServer(settings_for(tmp_path_factory.mktemp("server")))
    yield running
    running.stop()


@contextmanager
def postgres_server() -> Iterator[str]:
    """Start a PostgreSQL server. Started by root it runs as another user, who must be able to reach
    its folder; pytest denies other users access to its own temporary folders."""
    before = os.environ.get("XDG_RUNTIME_DIR")
    with tempfile.TemporaryDirectory(prefix="heptapolis-") as folder:
        os.environ["XDG_RUNTIME_DIR"] = folder  # pgserver puts its lock files here
        try:
            from pgserver.postgres_server import get_server

            with get_server(Path(folder) / "data", cleanup_mode="delete") as made:
                yield made.get_uri()
        finally:
            os.environ.pop("XDG_RUNTIME_DIR")
            if before is not None:
                os.environ["XDG_RUNTIME_DIR"] = before


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    """Start one PostgreSQL server for all tests."""
    with postgres_server() as url:
        yield url


async def _empty(url: str) -> None:
    engine = create_async_engine(url)
    async with engine.begin() as connection:
        await connection.execute(sa.text("DROP SCHEMA public CASCADE"))
        await connection.execute(sa.text("CREATE SCHEMA public"))
    await engine.dispose()


@pytest.fixture
def shared(postgres: str) -> Settings:
    """Return the settings of servers that share an empty PostgreSQL database."""
    settings = Settings(
        database=postgres, limits=NO_LIMITS, warm_up=False, bot_threads=1, pause_seconds=0
    )
    asyncio.run(_empty(settings.database_url))
    return settings


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Return the URL of an empty database, SQLite and PostgreSQL in turn."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'games.sqlite'}"
    uri: str = request.getfixturevalue("postgres")
    asyncio.run(_empty(Settings(database=uri).database_url))
    return uri

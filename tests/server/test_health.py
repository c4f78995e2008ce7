"""The probes ``/healthz`` and ``/readyz``."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from heptapolis.server import health
from heptapolis.server.errors import StorageError
from heptapolis.server.settings import Settings
from tests.server.conftest import NO_LIMITS, settings_for
from tests.server.inside import LocalServer, local_server

READY = {"database": "ok", "compiled": "ok", "disk": "ok"}


def probe(settings: Settings, monkeypatch: pytest.MonkeyPatch, broken: str = "") -> Any:
    """Return the status and contents of /readyz of a server with a fault."""

    async def fail() -> None:
        raise StorageError

    def break_something(server: LocalServer) -> None:
        if broken == "database":
            monkeypatch.setattr(server.registry.store, "ping", fail)
        elif broken == "compiled":
            server.registry.warm_up.steps = 0
        elif broken == "server":
            server.registry.closing.set()

    async def ask() -> Any:
        async with local_server(settings) as server:
            break_something(server)
            assert (await server.http.get("/healthz")).text == "ok\n"
            answer = await server.http.get("/readyz")
            assert answer.headers["cache-control"] == "no-store"
            return answer.status_code, answer.json()

    return asyncio.run(ask())


def test_a_server_is_ready(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert probe(settings_for(tmp_path), monkeypatch) == (200, READY)


@pytest.mark.parametrize("part", ["database", "compiled", "server"])
def test_what_is_not_ready_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, part: str
) -> None:
    status, states = probe(settings_for(tmp_path), monkeypatch, part)
    assert status == 503 and states.pop(part) != "ok"
    assert set(states.values()) == {"ok"}


def test_a_full_disk_is_not_ready(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    status, states = probe(settings_for(tmp_path, min_free_mib=10**9), monkeypatch)
    assert status == 503 and states["disk"].endswith(" MiB free")


def test_with_postgresql_the_disk_is_not_ours(
    shared: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert probe(shared, monkeypatch) == (200, {"database": "ok", "compiled": "ok"})


def test_probes_are_unlimited_and_ask_the_database_once_a_second(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = settings_for(tmp_path, limits={**NO_LIMITS, "request": (1.0, 0.001)})
    monkeypatch.setattr(health, "CACHE_SECONDS", 1e9)
    asked = 0

    async def ask() -> set[int]:
        async with local_server(settings) as server:
            ping = server.registry.store.ping

            async def counted() -> None:
                nonlocal asked
                asked += 1
                await ping()

            monkeypatch.setattr(server.registry.store, "ping", counted)
            answers = await asyncio.gather(*(server.http.get("/readyz") for _ in range(20)))
            answers.append(await server.http.get("/healthz", headers={"host": "10.0.0.9"}))
            return {answer.status_code for answer in answers}

    assert asyncio.run(ask()) == {200} and asked == 1

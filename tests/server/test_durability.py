"""Acknowledged choices survive any failure of the server."""

import asyncio
import signal
import socket
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from typing import Any

import httpx
import pytest

from heptapolis.server.bot_work import BotWork
from heptapolis.server.errors import StaleVersion, StorageError
from heptapolis.server.job_queue import Job
from heptapolis.server.new_tables import NewTable
from heptapolis.server.registry import TableRegistry
from heptapolis.server.settings import Settings
from heptapolis.server.store import Guest, Store
from heptapolis.server.table import Table
from heptapolis.server.table_options import TableOptions
from tests.server.conftest import TIMEOUT_SECONDS, Player, settings_for, wait_for
from tests.server.inside import LocalServer, local_server

SERVE = """
import sys
from heptapolis.server.app import serve
from heptapolis.server.settings import LIMITS, Settings
limits = {kind: (1e9, 1e9) for kind in LIMITS}
serve(
    Settings(
        database=sys.argv[1], port=int(sys.argv[2]), warm_up=False, limits=limits, pause_seconds=0.0
    )
)
"""
KILLS = 2


class Process:
    """A server that can be killed and started again on the same database and port."""

    def __init__(self, database: str) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.url, self._database = f"http://127.0.0.1:{self.port}", database
        self.start()

    def start(self) -> None:
        command = [sys.executable, "-c", SERVE, self._database, str(self.port)]
        self._process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
        wait_for(self._answers)

    def _answers(self) -> bool:
        assert self._process.poll() is None
        try:
            return httpx.get(f"{self.url}/api/status").is_success
        except httpx.TransportError:
            return False

    def kill(self) -> None:
        self._process.send_signal(signal.SIGKILL)
        self._process.wait()


def settled_view(player: Player, table: str) -> bytes:
    """Wait for the bots and return the view of the player."""
    wait_for(lambda: player.view(table)["to_move"] in ([0], []))
    return player.http.get(f"/api/tables/{table}/view").content


def test_after_kill_9_every_table_is_as_it_was(tmp_path: Path) -> None:
    server = Process(f"sqlite:///{tmp_path / 'games.sqlite'}")
    ann = Player(server.url, "Ann")
    tables = [
        ann.open(seats=3, leaders=True, bots=["random"] * 2),
        ann.open(game="duel", bots=["random"]),
    ]
    busy = ann.open(seats=7, bots=["random"] * 6)
    try:
        for _ in range(KILLS):
            for table in tables:
                settled_view(ann, table)
                ann.choose(table).raise_for_status()
            before = [settled_view(ann, table) for table in tables]
            settled_view(ann, busy)
            view = ann.view(busy)
            body = {"move": view["legal_moves"][0]["text"], "decision": view["decision"]}
            done = ann.make(f"/tables/{busy}/moves", **body)
            server.kill()  # while six bots choose for the next turn
            server.start()
            assert [settled_view(ann, table) for table in tables] == before
            view = ann.view(busy)
            assert view["version"] >= done["version"] and view["decision"] == done["decision"]
            assert ann.make(f"/tables/{busy}/moves", **body)["decision"] == done["decision"]
            events = f"{server.url}/api/tables/{busy}/events?after=0"
            with httpx.stream("GET", events, timeout=TIMEOUT_SECONDS) as told:
                assert next(line for line in told.iter_lines() if line == "id: 1")
    finally:
        server.kill()
        ann.http.close()


async def begin(server: LocalServer) -> tuple[list[dict[str, str]], Table, bytes]:
    """Start a Duel of two people; return them, the table and the view of the first player."""
    guests = [await server.guest(name) for name in ("Ann", "Bob")]
    table = await server.table(guests, game="duel")
    return guests, table, await server.get(f"/tables/{table.id}/view", guests[0])


def first_move(table: Table) -> dict[str, Any]:
    assert table.game is not None
    return {"move": str(table.game.legal_moves(0)[0]), "decision": 0}


def test_a_commit_that_fails_leaves_no_trace(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def run() -> None:
        async with local_server(settings_for(tmp_path)) as server:
            guests, table, before = await begin(server)
            move = first_move(table)

            async def fail(*_: Any) -> None:
                raise OSError("disk full")

            with monkeypatch.context() as broken:
                broken.setattr(Store, "append", fail)
                path = f"/api/tables/{table.id}/moves"
                answer = await server.http.post(path, headers=guests[0], json=move)
            assert answer.status_code == 500 and "disk" not in answer.text
            assert await server.get(f"/tables/{table.id}/view", guests[0]) == before
            await server.post(f"/tables/{table.id}/moves", guests[0], **move)

    asyncio.run(run())


def test_a_locked_database_is_reported_and_nothing_is_lost(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def run() -> None:
        async with local_server(settings_for(tmp_path)) as server:
            guests, table, before = await begin(server)
            move = first_move(table)
            token = server.app.state.guests.form_token(Guest(table.chairs[0].guest or "", "Ann"))
            with closing(sqlite3.connect(tmp_path / "games.sqlite")) as other:
                other.execute("BEGIN IMMEDIATE")
                path = f"/api/tables/{table.id}/moves"
                answer = await server.http.post(path, headers=guests[0], json=move)
                form = {"csrf": token, "text": "Hello"}
                page = await server.http.post(
                    f"/tables/{table.id}/say", headers=guests[0], data=form
                )
            assert answer.status_code == 503 and answer.headers["retry-after"]
            assert answer.json()["error"]["code"] == "unavailable"
            assert page.status_code == 503 and "Games cannot be saved right now" in page.text
            assert 'value="Hello"' in page.text  # the form keeps the typed text
            assert await server.get(f"/tables/{table.id}/view", guests[0]) == before
            await server.post(f"/tables/{table.id}/moves", guests[0], **move)

    monkeypatch.setattr("heptapolis.server.database.LOCK_TIMEOUT_SECONDS", 0)
    asyncio.run(run())
    assert "database is locked" in caplog.text


def test_bots_wait_quietly_for_a_database_that_is_away(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    asked: list[Job] = []

    async def do(job: Job) -> bool:
        asked.append(job)
        if len(asked) < 3:
            raise StorageError
        return True

    async def run() -> None:
        under_way: list[asyncio.Task[None]] = []
        work = BotWork(do, lambda one: under_way.append(asyncio.ensure_future(one)))
        job = Job("table", 0, 0, "easy")
        work.attend([job, job])
        assert len(under_way) == 1 and work.is_busy_at("table")
        await under_way[0]
        assert not work.is_busy_at("table")

    monkeypatch.setattr("heptapolis.server.bot_work.RETRY_SECONDS", 0.0)
    asyncio.run(run())
    assert len(asked) == 3 and not caplog.records


def test_an_idle_table_is_unloaded_and_loaded_again_on_request(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def run() -> None:
        async with local_server(settings_for(tmp_path)) as server:
            guests, table, before = await begin(server)
            monkeypatch.setattr("heptapolis.server.open_tables.IDLE_SECONDS", -1.0)
            while table.id in server.registry.tables.loaded:
                await asyncio.sleep(0.05)
            assert await server.get(f"/tables/{table.id}/view", guests[0]) == before
            assert await server.registry.table(table.id) is not table

    asyncio.run(run())


def test_a_table_is_replayed_before_a_request_sees_it(tmp_path: Path) -> None:
    async def run() -> None:
        async with local_server(settings_for(tmp_path)) as server:
            id = (await server.table([await server.guest("Ann")], seats=3)).id
        async with local_server(settings_for(tmp_path)) as server:
            table = await server.registry.table(id)
            assert [chair.is_free for chair in table.chairs] == [False, True, True]

    asyncio.run(run())


def test_the_server_stops_whatever_its_tasks_do(tmp_path: Path) -> None:
    async def fail() -> None:
        try:
            await asyncio.Event().wait()
        finally:
            raise RuntimeError

    async def run() -> None:
        async with local_server(settings_for(tmp_path)) as server:
            server.registry.tasks.spawn(fail())
            await asyncio.sleep(0)
        with pytest.raises(RuntimeError, match="shutdown"):
            await server.registry.bots.read(int, "x")

    asyncio.run(run())


def test_two_servers_on_one_database_never_write_over_each_other(database: str) -> None:
    settings = Settings(database=database, warm_up=False)

    async def run() -> None:
        url = settings.database_url
        ann, bob = Guest("a" * 16, "Ann"), Guest("b" * 16, "Bob")
        async with (
            Store.open(url) as store,
            TableRegistry.open(store, settings) as here,
            TableRegistry.open(store, settings) as there,
        ):
            await asyncio.sleep(0)
            for guest in (ann, bob):
                await store.add_guest(guest, 1.0)
            table = await here.factory.create(NewTable(ann, TableOptions(game="duel")))
            await table.sit(ann)
            other = await there.table(table.id)
            await other.sit(bob)
            assert other.game is not None
            move = str(other.game.legal_moves(0)[0])
            await other.move(ann, move, 0)
            await table.say(ann, "I have not seen that")
            with pytest.raises(StaleVersion, match="yours is 1"):
                await table.move(ann, "draft nothing", 0)
            await other.catch_up(table.version)
            async with table.locked():
                assert table.game is not None
                assert table.game.to_bytes() == other.game.to_bytes()
            await table.say(ann, "now I have")
            assert len(await store.log(table.id)) == table.version

    asyncio.run(run())

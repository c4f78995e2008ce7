"""Several servers that share one PostgreSQL database behave like one server."""

import asyncio
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor, wait
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import Any

import httpx
import pytest
import sqlalchemy as sa

from heptapolis.cli import main
from heptapolis.contract import View
from heptapolis.move import Move
from heptapolis.server.bot_pool import BotPool
from heptapolis.server.bot_work import BotWork, SharedBotWork
from heptapolis.server.database import LISTENER_NAME
from heptapolis.server.errors import ConcurrentChange
from heptapolis.server.settings import Settings
from heptapolis.server.store import Guest, Store
from heptapolis.server.table import Table
from tests.server.conftest import TIMEOUT_SECONDS, Player, RunningServer, wait_for
from tests.server.inside import LocalServer, local_server
from tests.server.test_streams import changes


@pytest.fixture
def servers(shared: Settings) -> Iterator[tuple[RunningServer, RunningServer]]:
    """Start two servers on different ports."""
    pair = (RunningServer(shared), RunningServer(shared))
    yield pair
    for one in pair:
        one.stop()


@asynccontextmanager
async def two_local_servers(settings: Settings) -> AsyncIterator[tuple[LocalServer, LocalServer]]:
    """Run two servers on the event loop of the test."""
    async with local_server(settings) as here, local_server(settings) as there:
        yield here, there


async def wait_until(is_so: Callable[[], object]) -> None:
    async with asyncio.timeout(TIMEOUT_SECONDS):
        while not is_so():
            await asyncio.sleep(0.01)


@contextmanager
def same_guest_at(server: RunningServer, player: Player) -> Iterator[Player]:
    """Return a client of the same guest for another server."""
    twin = Player.__new__(Player)
    twin.id, twin.token = player.id, player.token
    twin.http = httpx.Client(
        base_url=server.url, timeout=TIMEOUT_SECONDS, headers=player.http.headers
    )
    yield twin
    twin.http.close()


# ── news ─────────────────────────────────────────────────────────────────────────────────────────


def test_a_stream_reports_changes_stored_by_another_server(
    servers: tuple[RunningServer, RunningServer],
) -> None:
    here, there = servers
    ann, bob = here.player("Ann"), there.player("Bob")
    table = ann.open(game="duel")
    with ann.http.stream("GET", f"/api/tables/{table}/events") as response:
        heard = changes(response)
        bob.make(f"/tables/{table}/seats")
        assert [next(heard)["kind"] for _ in range(2)] == ["sit", "start"]
        with same_guest_at(there, ann) as twin:
            version = twin.choose(table).raise_for_status().json()["version"]
        change = next(heard)
        assert (change["kind"], change["seat"], change["version"]) == ("move", 0, version)


def test_servers_report_the_same_steps_since_any_version(shared: Settings) -> None:
    """Both servers number the steps alike, whichever server played them."""

    async def run() -> None:
        async with two_local_servers(shared) as (here, there):
            guests = [await here.guest("Ann"), await here.guest("Bob")]
            table = await here.table(guests, game="duel")
            for n in range(6):
                assert table.game is not None
                seat = table.to_move[0]
                server, move = (here, there)[n % 2], table.game.legal_moves(seat)[0]
                body = {"move": str(move), "decision": table.decision(seat)}
                await server.post(f"/tables/{table.id}/moves", guests[seat], **body)
                await here.registry.table(table.id)  # reads the new entries of the log
            told = set()
            for since in range(table.version + 1):
                path = f"/tables/{table.id}/view?since={since}"
                answers = [await server.get(path, guests[0]) for server in (here, there)]
                assert answers[0] == answers[1]
                told.add(answers[0])
            assert len(told) == 7  # before the first choice, and after each of the six

    asyncio.run(run())


def test_a_choice_acknowledged_by_one_server_is_visible_at_the_other_at_once(
    servers: tuple[RunningServer, RunningServer],
) -> None:
    here, there = servers
    ann = here.player("Ann")
    table = ann.open(game="duel", bots=["random"])
    with same_guest_at(there, ann) as twin:
        for turn in range(20):
            player, other = (ann, twin) if turn % 2 else (twin, ann)
            wait_for(partial(_is_asked, player, table))
            decision = player.choose(table).raise_for_status().json()["decision"]
            assert other.view(table)["decision"] == decision


def _is_asked(player: Player, table: str) -> bool:
    return bool(player.view(table)["to_move"] == [0])


def test_nothing_is_missed_when_the_listening_connection_is_lost(
    shared: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("heptapolis.server.cluster.SWEEP_SECONDS", 1e9)

    async def run() -> None:
        async with two_local_servers(shared) as (here, there):
            ann, bob = await here.guest("Ann"), await there.guest("Bob")
            table = await here.table([ann, bob], game="duel")
            other = await there.registry.table(table.id)
            async with other.locked():
                pass
            begun_anew: list[object] = []
            monkeypatch.setattr(Table, "_rebuild", begun_anew.append)
            host = Guest(str(table.host), "Ann")
            await table.react(host, "hello")
            await wait_until(lambda: other.committed == table.version)
            for _ in range(2):
                await _kill_listeners(here.registry.store)
                await table.react(host, "hello")
                await wait_until(lambda: other.committed == table.version)
            assert not begun_anew  # the stream read the new entries

    asyncio.run(run())


async def _kill_listeners(store: Store) -> None:
    kill = (
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
        f"WHERE application_name = '{LISTENER_NAME}'"
    )
    ended = 0
    async with asyncio.timeout(TIMEOUT_SECONDS):
        while ended < 2:  # both listeners, once they are connected
            ended += await store._database.read(lambda c: len(c.execute(sa.text(kill)).all()))
            await asyncio.sleep(0.01)


# ── writes ───────────────────────────────────────────────────────────────────────────────────────


def test_choices_at_the_same_time_at_different_servers_all_count(
    servers: tuple[RunningServer, RunningServer],
) -> None:
    here, there = servers
    players = [here.player("Ann"), there.player("Bob"), here.player("Cid"), there.player("Dan")]
    table = players[0].open(seats=4)
    for player in players[1:]:
        player.make(f"/tables/{table}/seats")
    at_once = threading.Barrier(len(players))

    def choose(player: Player) -> int:
        view = player.view(table)
        body = {"move": view["legal_moves"][-1]["text"], "decision": view["decision"]}
        at_once.wait()
        return player.post(f"/tables/{table}/moves", **body).status_code

    with ThreadPoolExecutor(len(players)) as pool:
        for _ in range(7):
            assert list(pool.map(choose, players)) == [200] * 4
    assert here.player("Eve").view(table)["age"] == 2


def test_a_request_that_lost_a_race_is_validated_again(
    shared: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    outcomes: list[str] = []
    append = Store.append

    async def meet(self: Store, *args: Any) -> None:
        """Let the first two writers arrive at the same time."""
        outcomes.append("came")
        await wait_until(lambda: outcomes.count("came") >= 2)
        try:
            await append(self, *args)
        except ConcurrentChange:
            outcomes.append("overtaken")
            raise

    async def run() -> None:
        async with two_local_servers(shared) as (here, there):
            ann, bob = await here.guest("Ann"), await there.guest("Bob")
            table = await here.table([ann], seats=2)
            other = await there.registry.table(table.id)
            path = f"/api/tables/{table.id}/seats"
            cid = await here.guest("Cid")
            async with other.locked():
                monkeypatch.setattr(Store, "append", meet)
            answers = await asyncio.gather(
                here.http.post(path, headers=cid, json={}),
                there.http.post(path, headers=bob, json={}),
            )
            assert sorted(answer.status_code for answer in answers) == [200, 409]
            assert await _log_is_sound(table)

    asyncio.run(run())
    assert outcomes.count("overtaken") == 1


async def _log_is_sound(table: Table) -> bool:
    entries = await table._store.log(table.id)
    return [entry.number for entry in entries] == list(range(1, len(entries) + 1))


def test_a_repeated_or_stale_decision_gets_the_same_response_at_any_server(
    servers: tuple[RunningServer, RunningServer],
) -> None:
    here, there = servers
    ann, bob = here.player("Ann"), there.player("Bob")
    table = ann.open(seats=3, bots=["random"])
    bob.make(f"/tables/{table}/seats")
    view = ann.view(table)
    first, last = view["legal_moves"][0]["text"], view["legal_moves"][-1]["text"]
    path = f"/tables/{table}/moves"
    with same_guest_at(there, ann) as twin, ThreadPoolExecutor(2) as pool:
        doubled = list(
            pool.map(lambda who: who.post(path, move=first, decision=0).status_code, [ann, twin])
        )
        assert doubled == [200, 200]
        refused = twin.post(path, move=last, decision=0)
        assert refused.status_code == 409 and refused.json()["error"]["code"] == "stale"
        with twin.http.stream("GET", f"/api/tables/{table}/events?after=0") as response:
            upto = twin.get(f"/tables/{table}")["version"]
            told = []
            for change in changes(response):
                told.append((change["kind"], change["seat"]))
                if change["version"] == upto:
                    break
    assert told.count(("move", 0)) == 1


def test_two_rematches_at_two_servers_are_one_table(
    shared: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def run() -> None:
        async with two_local_servers(shared) as (here, there):
            ann, bob = await here.guest("Ann"), await there.guest("Bob")
            table = await here.table([ann, bob], game="duel")
            await there.post(f"/tables/{table.id}/resign", bob)
            made = await asyncio.gather(
                here.post(f"/tables/{table.id}/rematch", ann),
                there.post(f"/tables/{table.id}/rematch", bob),
            )
            assert made[0]["id"] == made[1]["id"]
            kept = await here.registry.store.tables(("open", "playing"), private_too=True)
            assert [one.id for one in kept] == [made[0]["id"]]
            following = await here.registry.table(made[0]["id"])
            assert [chair.name for chair in following.chairs] == ["Bob", "Ann"]

    asyncio.run(run())


# ── bots and clocks ──────────────────────────────────────────────────────────────────────────────


def test_each_decision_of_a_bot_is_computed_once(
    shared: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        "heptapolis.server.bot_work.LEASE_SECONDS", TIMEOUT_SECONDS
    )  # no lease expires during the test
    thought = Counter[BotPool]()
    choose = BotPool.choose

    async def counted(self: BotPool, name: str, view: View, *whose: str) -> Move:
        thought[self] += 1
        await asyncio.sleep(0.005)  # leaves work for the other server
        return await choose(self, name, view, *whose)

    monkeypatch.setattr(BotPool, "choose", counted)

    async def run() -> None:
        async with two_local_servers(shared) as (here, there):
            ann = await here.guest("Ann")
            table = await here.table([ann], seat=None, seats=5, bots=["random"] * 5)
            other = await there.registry.table(table.id)
            await wait_until(lambda: table.state == other.state == "over")
            moves = [entry for entry in table.log.entries if entry.kind == "move"]
            assert thought.total() == len(moves) >= 5 * 18
            assert len(thought) == 2  # both servers took part
            assert table.record(None) == other.record(None)

    asyncio.run(run())


def test_another_server_takes_over_work_with_an_expired_lease(
    shared: Settings, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def run() -> None:
        async with Store.open(shared.database_url) as store, AsyncExitStack() as stack:
            with monkeypatch.context() as idle:
                idle.setattr(SharedBotWork, "run", BotWork.run)
                here = await stack.enter_async_context(local_server(shared))
                ann = await here.guest("Ann")
                table = await here.table([ann], seat=None, game="duel", bots=["random"] * 2)
                claimed = await store.jobs.claim("who dies", 5, TIMEOUT_SECONDS)
                assert [(job.seat, job.decision) for job in claimed] == [(0, 0)]
                assert await store.jobs.claim("another", 5, TIMEOUT_SECONDS) == []
                await store.jobs.keep("who dies", 1.0, claimed)  # the last renewal of this lease
            there = await stack.enter_async_context(local_server(shared))
            other = await there.registry.table(table.id)
            await wait_until(lambda: table.state == other.state == "over")

    asyncio.run(run())
    assert not [one for one in caplog.records if one.name == "heptapolis.server"]


def test_a_player_connected_to_another_server_is_not_absent(
    shared: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The test sets the clock: on a busy machine heartbeats can be late."""
    real, passed = time.time, 0.0
    monkeypatch.setattr(time, "time", lambda: real() + passed)
    for name in ("clocks.CLOCK_TICK_SECONDS", "cluster.SWEEP_SECONDS"):
        monkeypatch.setattr(f"heptapolis.server.{name}", 1e9)  # the test calls the checks itself

    async def run() -> None:
        async with two_local_servers(shared) as (here, there):
            ann, bob = await here.guest("Ann"), await there.guest("Bob")
            table = await here.table([ann], game="duel", absent="bot")
            other = await there.registry.table(table.id)
            async with other.locked():
                who = other.chairs[0].guest
            other.presence.streams[who] += 1  # Ann has the page open at the other server
            await there.post(f"/tables/{table.id}/seats", bob)
            await wait_until(lambda: table.chairs[1].guest)
            table.presence.streams[table.chairs[1].guest] += (
                1  # Bob has the page open at this server
            )

            async def look(seconds: float) -> None:
                nonlocal passed
                passed += seconds
                await there.registry.clocks.check(other)
                await here.registry.clocks.check(table)

            for _ in range(5):
                await look(shared.absent_seconds / 2)
            assert not table.chairs[0].is_away and not other.chairs[0].is_away
            other.presence.streams[who] -= 1
            for _ in range(5):
                await look(shared.absent_seconds / 2)
            await wait_until(lambda: table.chairs[0].is_away and other.chairs[0].is_away)
            away = [entry for entry in table.log.entries if (entry.kind, entry.seat) == ("away", 0)]
            assert len(away) == 1

    asyncio.run(run())


def test_clocks_go_on_when_the_server_of_a_table_dies(
    shared: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("heptapolis.server.cluster.SWEEP_SECONDS", 0.1)
    monkeypatch.setattr("heptapolis.server.clocks.CLOCK_TICK_SECONDS", 0.02)
    patient = Settings(database=shared.database, warm_up=False, bot_threads=1, absent_seconds=0.3)

    async def run() -> None:
        async with local_server(patient) as there:
            async with local_server(patient) as here:
                guests = [await here.guest(name) for name in ("Ann", "Bob")]
                table = await here.table(guests, game="duel", absent="bot")
            await wait_until(lambda: table.id in there.registry.tables.loaded)
            other = there.registry.tables.loaded[table.id]
            await wait_until(lambda: other.chairs[1].guest)
            other.presence.streams[other.chairs[1].guest] += 1  # Bob has the page open
            await wait_until(lambda: other.chairs[0].is_away)

    asyncio.run(run())


def test_time_runs_on_while_any_server_is_up(shared: Settings) -> None:
    async def run() -> None:
        async with Store.open(shared.database_url) as store:
            assert await store.note_up(100.0, 15.0) == 100.0
            assert await store.note_up(110.0, 15.0) == 100.0
            assert await store.note_up(105.0, 15.0) == 100.0  # a server whose clock is behind
            assert await store.note_up(124.0, 15.0) == 100.0
            assert await store.note_up(140.0, 15.0) == 140.0  # no server was up in between

    asyncio.run(run())


# ── processes ────────────────────────────────────────────────────────────────────────────────────


def test_sqlite_has_one_worker(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    address = f"sqlite:///{tmp_path / 'games.sqlite'}"
    monkeypatch.setattr(sys, "argv", ["hepta", "serve", "--workers", "2", "--database", address])
    with pytest.raises(SystemExit) as ended:
        main()
    said = capsys.readouterr()
    assert ended.value.code == 1 and not said.out
    assert "PostgreSQL" in said.err and said.err.count("\n") == 1


class Cluster:
    """`hepta serve --workers 2`."""

    def __init__(self, database: str, *more: str) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = str(free.getsockname()[1])
        self.url = f"http://127.0.0.1:{port}"
        self.process = subprocess.Popen(
            [
                sys.executable,
                "-m",
                "heptapolis",
                "serve",
                "--workers",
                "2",
                "--port",
                port,
                "--database",
                database,
                *more,
            ],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
        )
        wait_for(self._answers)

    def _answers(self) -> bool:
        assert self.process.poll() is None
        try:
            return httpx.get(f"{self.url}/api/status").is_success
        except httpx.TransportError:
            return False

    def workers(self) -> list[int]:
        pids = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text()
        found = list[int]()
        for pid in pids.split():
            with suppress(OSError):  # a killed worker may have exited by now
                if "spawn_main" in Path(f"/proc/{pid}/cmdline").read_text():
                    found.append(int(pid))
        return found

    def stop(self) -> tuple[int, str]:
        self.process.send_signal(signal.SIGTERM)
        _, said = self.process.communicate(timeout=TIMEOUT_SECONDS)
        return self.process.returncode, said


def test_workers_know_the_house_rules_survive_a_killed_worker_and_stop_together(
    shared: Settings, tmp_path: Path
) -> None:
    assert shared.database
    file = tmp_path / "club.toml"
    file.write_text('extends = "classic"\nid = "club"\n[constants]\nstarting_coins = 9\n')
    cluster = Cluster(shared.database, "--house", str(file))
    ann = Player(cluster.url, "Ann")
    ann.http.headers["Connection"] = "close"  # so that any worker can get the next request
    try:
        _every_worker_knows_the_house(ann)
        table = ann.open(seats=4, leaders=True, bots=["random"] * 3, pause=0)
        for _ in range(4):
            _take_turn(ann, table)
        pids = cluster.workers()
        assert len(pids) == 2
        watched = ann.open(seat=None, seats=3, bots=["easy"] * 3)
        os.kill(pids[0], signal.SIGKILL)
        wait_for(partial(_has_ended, ann, watched))
        _take_turn(ann, table)
        wait_for(lambda: len(cluster.workers()) == 2)  # a new worker has replaced it
        events = f"{cluster.url}/api/tables/{table}/events?after=0"
        with httpx.stream("GET", events, timeout=TIMEOUT_SECONDS) as told:
            lines = told.iter_lines()
            assert next(line for line in lines if line == "id: 1")
            code, said = cluster.stop()
            assert list(lines)[-1] == ""  # the stream ended cleanly
        assert (code, said) == (0, "")
    finally:
        ann.http.close()
        if cluster.process.poll() is None:
            cluster.stop()


@pytest.mark.long
def test_a_hangup_replaces_the_workers_and_no_request_fails(
    shared: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert shared.database
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    monkeypatch.setenv("HEPTAPOLIS_METRICS_PORT", str(port))  # of which one more is taken meanwhile
    monkeypatch.setenv("HEPTAPOLIS_WARM_UP", "no")
    cluster, is_done, versions = Cluster(shared.database), threading.Event(), list[int]()
    players = [Player(cluster.url, f"Ann {n}") for n in range(4)]
    tables = [_open_duel(player) for player in players]
    with ThreadPoolExecutor() as pool:
        games: list[Future[int]] = []
        try:
            wait_for(lambda: len(cluster.workers()) == 2)
            games = [
                pool.submit(_play_until, is_done, *pair)
                for pair in zip(players, tables, strict=True)
            ]
            stream = pool.submit(_follow_until, is_done, cluster.url, tables[0], versions)
            wait_for(lambda: versions)
            before = set(cluster.workers())
            cluster.process.send_signal(signal.SIGHUP)
            wait_for(lambda: len(cluster.workers()) == 2 and not before & {*cluster.workers()})
            said = players[0].post(f"/tables/{tables[0]}/messages", text="after")
            assert said.status_code == 204
            last = players[0].view(tables[0])["version"]
            wait_for(lambda: versions[-1] >= last)
            assert cluster.process.poll() is None
        finally:
            is_done.set()
            wait(games)
            code, errors = cluster.stop()
    assert all(game.result() for game in games)
    assert stream.result() > 1, "the stream was opened again"
    assert versions == [*range(1, len(versions) + 1)], "and missed nothing"
    assert (code, errors) == (0, "")


def _open_duel(player: Player) -> str:
    player.http.headers["Connection"] = "close"  # so that each request can go to any worker
    return player.open(game="duel", bots=["random"], pause=0)


def _play_until(is_done: threading.Event, player: Player, table: str) -> int:
    """Play game after game and return the number of moves. A request that fails raises an error."""
    moves = 0
    while not is_done.is_set():
        view = player.view(table)
        if view["is_over"]:
            table = _open_duel(player)
        elif view["legal_moves"]:
            player.choose(table).raise_for_status()
            moves += 1
    return moves


def _follow_until(is_done: threading.Event, url: str, table: str, versions: list[int]) -> int:
    """Collect the versions told by a stream and return how often it was opened."""
    opened = 0
    while not is_done.is_set():
        last = {"Last-Event-ID": str(versions[-1] if versions else 0)}
        events = f"{url}/api/tables/{table}/events"
        with httpx.stream("GET", events, headers=last, timeout=TIMEOUT_SECONDS) as response:
            response.raise_for_status()
            opened += 1
            for change in changes(response):
                versions.append(change["version"])
    return opened


def _every_worker_knows_the_house(ann: Player) -> None:
    table = ann.open(game="club", seat=None, seats=3, bots=["random"] * 3)
    wait_for(partial(_has_ended, ann, table))
    for _ in range(8):
        assert ann.view(table)["is_over"]
        assert ann.open(game="club", seats=3)
    assert "catalog sha256:" in ann.http.get(f"/api/tables/{table}/record").text


def _take_turn(player: Player, table: str) -> None:
    wait_for(partial(_is_asked, player, table))
    view = player.view(table)
    done = player.choose(table).raise_for_status().json()
    assert done["decision"] == view["decision"] + 1
    assert player.view(table)["version"] >= done["version"]


def _has_ended(player: Player, table: str) -> bool:
    try:
        return bool(player.get(f"/tables/{table}")["state"] == "over")
    except httpx.TransportError:
        return False  # the killed worker had the connection

"""Streams deliver every change from the last event a client received, and nothing hidden."""

import asyncio
import json
from collections.abc import Iterable, Iterator
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import httpx

from tests.server.conftest import TIMEOUT_SECONDS, Player, RunningServer, settings_for, wait_for


def changes(response: httpx.Response) -> Iterator[dict[str, Any]]:
    """Yield the changes of a stream and check that each id is its version. Heartbeats, which appear
    on a busy machine, are skipped."""
    id = kind = ""
    for line in response.iter_lines():
        if line.startswith("id: "):
            id = line.removeprefix("id: ")
        elif line.startswith("event: "):
            kind = line.removeprefix("event: ")
        elif line.startswith("data: ") and kind != "still":
            facts = json.loads(line.removeprefix("data: "))
            assert str(facts["version"]) == id
            yield facts


def listen(player: Player, table: str, upto: int, **how: Any) -> list[dict[str, Any]]:
    """Return the changes up to a version."""
    told: list[dict[str, Any]] = []
    with player.http.stream("GET", f"/api/tables/{table}/events", **how) as response:
        assert response.headers["content-type"].startswith("text/event-stream")
        for change in changes(response):
            told.append(change)
            if change["version"] == upto:
                break
    return told


def test_a_late_or_reconnected_client_gets_all_missed_events(server: RunningServer) -> None:
    ann = server.player()
    table = ann.open(game="duel", bots=["random"])
    version = ann.choose(table).raise_for_status().json()["version"]
    everything = listen(ann, table, version, params={"after": 0})
    assert [change["version"] for change in everything] == list(range(1, version + 1))
    assert [change["kind"] for change in everything[:4]] == ["open", "sit", "bot", "start"]
    rest = listen(ann, table, version, headers={"Last-Event-ID": "2"})
    assert rest == everything[2:]
    assert listen(ann, table, version, headers={"Last-Event-ID": "junk"}, params={"after": 3})


def test_a_stream_reports_later_changes(server: RunningServer) -> None:
    ann, bob = server.player("Ann"), server.player("Bob")
    table = ann.open(game="duel")
    with ann.http.stream("GET", f"/api/tables/{table}/events") as response:
        heard = changes(response)
        bob.make(f"/tables/{table}/seats")
        kinds = [next(heard)["kind"] for _ in range(2)]
        bob.post(f"/tables/{table}/messages", text="secret words").raise_for_status()
        change = next(heard)
    assert kinds == ["sit", "start"]
    assert (change["kind"], change["seat"]) == ("say", 1) and "secret" not in str(change)


async def open_streams(server: RunningServer, table: str, hosts: Iterable[str]) -> list[int]:
    """Statuses of streams that clients at these addresses open at the same moment."""
    async with AsyncExitStack() as stack:

        async def begin(host: str) -> int:
            transport = httpx.AsyncHTTPTransport(local_address=host)
            client = httpx.AsyncClient(
                transport=transport, base_url=server.url, timeout=TIMEOUT_SECONDS
            )
            http = await stack.enter_async_context(client)
            stream = http.stream("GET", f"/api/tables/{table}/events")
            return (await stack.enter_async_context(stream)).status_code

        return await asyncio.gather(*map(begin, hosts))


def test_streams_that_are_opened_at_once_keep_the_limit(tmp_path: Path) -> None:
    """Six hundred were opened where two hundred are allowed."""
    limit = {"max_spectator_streams": 4, "max_spectator_streams_per_address": 1000}
    running = RunningServer(settings_for(tmp_path, trusted_proxies=(), **limit))
    try:
        table = running.player().open()
        hosts = [f"127.0.2.{n}" for n in range(1, 17)]
        statuses = asyncio.run(open_streams(running, table, hosts))
        assert sorted(statuses) == [200] * 4 + [429] * 12
    finally:
        running.stop()


def test_one_address_leaves_streams_to_others(tmp_path: Path) -> None:
    limit = {"max_spectator_streams": 8, "max_spectator_streams_per_address": 3}
    running = RunningServer(settings_for(tmp_path, trusted_proxies=(), **limit))
    try:
        table = running.player().open()
        hosts = ["127.0.2.1"] * 9 + ["127.0.2.2"]
        statuses = asyncio.run(open_streams(running, table, hosts))
        assert sorted(statuses[:9]) == [200] * 3 + [429] * 6 and statuses[9] == 200
        streams = running.registry.tables.loaded[table].presence
        wait_for(lambda: not streams.streams.total() and not streams.stream_origins)
    finally:
        running.stop()


FACTS = {"version", "kind", "seat", "moment", "to_move"}


def test_events_contain_only_public_facts(server: RunningServer) -> None:
    ann = server.player()
    table = ann.open(seat=None, bots=["random"] * 3)
    told = []
    with ann.http.stream("GET", f"/api/tables/{table}/events?after=0") as response:
        for change in changes(response):
            told.append(change)
            if ann.get(f"/tables/{table}")["version"] == change["version"] > 40:
                break
    assert all(set(change) == FACTS for change in told)


def test_a_stream_reports_who_has_chosen_and_when_choices_are_revealed(
    server: RunningServer,
) -> None:
    people = [server.player(name) for name in ("Ann", "Bob", "Cid")]
    ann = people[0]
    table = ann.open(seats=3)
    for player in people[1:]:
        player.make(f"/tables/{table}/seats")
    start = ann.view(table)["version"]
    for player in (people[2], ann):
        player.choose(table).raise_for_status()
    ann.post(f"/tables/{table}/undo", decision=1).raise_for_status()
    for player in people[:2]:
        player.choose(table).raise_for_status()
    view = ann.view(table)
    told = listen(ann, table, view["version"], params={"after": start - 1})
    kinds = [(change["kind"], change["seat"]) for change in told]
    choices = [("move", 2), ("move", 0), ("undo", 0), ("move", 0), ("move", 1)]
    assert kinds == [("start", None), *choices]
    waiting = [change["to_move"] for change in told]
    assert waiting == [[0, 1, 2], [0, 1], [1], [0, 1], [1], [0, 1, 2]]
    assert [change["moment"] for change in told] == [0, 0, 0, 0, 0, len(view["events"])]
    page = ann.http.get(f"/tables/{table}").text
    assert f'data-moment="{len(view["events"])}"' in page


def test_an_idle_stream_sends_heartbeats(tmp_path: Path) -> None:
    running = RunningServer(settings_for(tmp_path, heartbeat_seconds=0.01))
    try:
        ann = running.player()
        table = ann.open()
        with ann.http.stream("GET", f"/api/tables/{table}/events") as response:
            lines = response.iter_lines()
            assert next(line for line in lines if line == "event: still")
            assert json.loads(next(lines).removeprefix("data: ")) == {"version": 2}
    finally:
        running.stop()


def test_a_stream_ends_where_the_game_begins_without_spectators(server: RunningServer) -> None:
    ann, bob, eve = server.player("Ann"), server.player("Bob"), server.player("Eve")
    table = ann.open(game="duel", spectators=False)
    with eve.http.stream("GET", f"/api/tables/{table}/events") as response:
        bob.make(f"/tables/{table}/seats")
        assert [change["kind"] for change in changes(response)] == ["sit", "start"]

"""Streams tell everything that happens, from wherever a listener left off, and nothing hidden."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx

from tests.server.conftest import Player, Running, settings_for


def changes(response: httpx.Response) -> Iterator[dict[str, Any]]:
    """The events of a stream; each says the same in its id."""
    id = ""
    for line in response.iter_lines():
        if line.startswith("id: "):
            id = line.removeprefix("id: ")
        elif line.startswith("data: "):
            facts = json.loads(line.removeprefix("data: "))
            assert str(facts["version"]) == id
            yield facts


def listen(player: Player, table: str, upto: int, **how: Any) -> list[dict[str, Any]]:
    """Events until a version has been told."""
    told: list[dict[str, Any]] = []
    with player.http.stream("GET", f"/api/tables/{table}/events", **how) as response:
        assert response.headers["content-type"].startswith("text/event-stream")
        for change in changes(response):
            told.append(change)
            if change["version"] == upto:
                break
    return told


def test_who_comes_late_or_back_catches_up(server: Running) -> None:
    ann = server.player()
    table = ann.open(game="duel", bots=["random"])
    version = ann.choose(table).raise_for_status().json()["version"]
    everything = listen(ann, table, version, params={"after": 0})
    assert [change["version"] for change in everything] == list(range(1, version + 1))
    assert [change["kind"] for change in everything[:4]] == ["open", "sit", "bot", "start"]
    rest = listen(ann, table, version, headers={"Last-Event-ID": "2"})
    assert rest == everything[2:]
    assert listen(ann, table, version, headers={"Last-Event-ID": "junk"}, params={"after": 3})


def test_a_stream_tells_of_what_happens_meanwhile(server: Running) -> None:
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


def test_events_hold_version_kind_and_seat_alone(server: Running) -> None:
    ann = server.player()
    table = ann.open(seat=None, bots=["random"] * 3)
    told = []
    with ann.http.stream("GET", f"/api/tables/{table}/events?after=0") as response:
        for change in changes(response):
            told.append(change)
            if ann.get(f"/tables/{table}")["version"] == change["version"] > 40:
                break
    assert all(set(change) == {"version", "kind", "seat"} for change in told)


def test_an_idle_stream_gives_signs_of_life(tmp_path: Path) -> None:
    running = Running(settings_for(tmp_path, heartbeat=0.01))
    try:
        ann = running.player()
        table = ann.open()
        with ann.http.stream("GET", f"/api/tables/{table}/events") as response:
            lines = response.iter_lines()
            assert next(line for line in lines if line == "event: still")
            assert json.loads(next(lines).removeprefix("data: ")) == {"version": 2}
    finally:
        running.stop()


def test_a_stream_ends_where_the_game_begins_without_spectators(server: Running) -> None:
    ann, bob, eve = server.player("Ann"), server.player("Bob"), server.player("Eve")
    table = ann.open(game="duel", spectators=False)
    with eve.http.stream("GET", f"/api/tables/{table}/events") as response:
        bob.make(f"/tables/{table}/seats")
        assert [change["kind"] for change in changes(response)] == ["sit", "start"]

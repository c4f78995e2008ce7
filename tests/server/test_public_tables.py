"""Strangers at public tables: limits on their streams, seats, names, and rights."""

import time
from collections.abc import Iterator
from typing import Any

import pytest

from heptapolis.server import clocks
from heptapolis.server.store import Store
from heptapolis.server.table import MAX_SITS_PER_GUEST, Table
from tests.server.conftest import Player, RunningServer, settings_for, wait_for

WAITING = 2  # open public tables allowed per address


@pytest.fixture(scope="module")
def small_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    """Start a server that lists few open tables per address."""
    running = RunningServer(
        settings_for(tmp_path_factory.mktemp("company"), max_open_tables_per_address=WAITING)
    )
    yield running
    running.stop()


def loaded_table(running: RunningServer, table: str) -> Table:
    """Return the table object in the memory of the server."""
    return running.registry.tables.loaded[table]


def stream_status(player: Player, table: str) -> int:
    """Request the stream of a table and return the status code."""
    with player.http.stream("GET", f"/api/tables/{table}/events") as answer:
        return answer.status_code


def open_table_ids(player: Player) -> list[str]:
    return [one["id"] for one in player.get("/tables?list=open")]


def test_streams_of_spectators_do_not_use_up_those_of_players(server: RunningServer) -> None:
    """Regression: 200 spectators used all streams of a table, so its players got none."""
    ann, eve = server.player("Ann"), server.player("Eve")
    table = ann.open(seats=3)
    streams, settings = loaded_table(server, table).presence.streams, server.registry.settings
    streams[None] += settings.max_spectator_streams
    assert stream_status(eve, table) == 429
    assert stream_status(ann, table) == 200
    wait_for(lambda: not streams[ann.id])  # the server must have counted the closed stream
    streams[ann.id] += settings.max_player_streams
    assert stream_status(ann, table) == 429
    streams[None] -= 1
    assert stream_status(eve, table) == 200  # streams of players do not count for spectators
    streams.clear()


def test_one_address_does_not_fill_the_list(small_server: RunningServer) -> None:
    ann, eve = small_server.player("Ann"), small_server.player("Eve")
    tables = [one.open(seats=3, private=False) for one in (ann, eve)]
    assert len(tables) == WAITING
    refused = eve.post("/tables", seats=3, private=False)
    assert refused.status_code == 409 and refused.json()["error"]["code"] == "too_many_waiting"
    assert eve.open(seats=3)  # private tables are not listed
    assert "origin" not in ann.http.get("/api/tables?list=open").text
    ann.http.delete(f"/api/tables/{tables[0]}/seats/0").raise_for_status()
    assert eve.open(seats=3, private=False) in open_table_ids(ann)


def test_a_public_table_without_visitors_expires(server: RunningServer) -> None:
    ann, bob = server.player("Ann"), server.player("Bob")
    left, kept, private = ann.open(private=False), bob.open(private=False), ann.open()
    slow = ann.open(private=False, clock=86_400)
    later = time.time() + 60  # as if a minute had passed
    loaded_table(server, kept).presence.streams[bob.id] += 1  # Bob has the page open
    for table in (left, kept, private, slow):
        assert loaded_table(server, table).is_deserted(later) == (table == left)


def test_deserted_tables_are_closed(
    tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(clocks, "LIST_SWEEP_SECONDS", 0.01)
    running = RunningServer(settings_for(tmp_path_factory.mktemp("expiry"), open_table_seconds=0.0))
    ann = running.player("Ann")
    table, private = ann.open(private=False), ann.open()
    wait_for(lambda: ann.get(f"/tables/{table}")["end"] == "abandoned")
    assert table not in open_table_ids(ann)
    assert ann.get(f"/tables/{private}")["state"] == "open"
    running.stop()


def test_names_alone_take_no_seats_of_a_public_table(server: RunningServer) -> None:
    """Regression: a stranger took six of seven seats by entering six names."""
    ann, eve = server.player("Ann"), server.player("Eve")
    table = ann.open(seats=7, private=False)
    eve.make(f"/tables/{table}/seats")
    refused = eve.post(f"/tables/{table}/seats", name="Eva")
    assert refused.status_code == 403 and refused.json()["error"]["code"] == "one_seat"
    assert 'id="person"' not in eve.http.get(f"/tables/{table}").text
    assert ann.make(f"/tables/{table}/seats", name="Anna")["seats"] == [0, 2]  # the host may
    allowed: list[dict[str, Any]] = [{"private": False, "shared_devices": True}, {}]
    for options in allowed:
        table = ann.open(seats=7, **options)
        eve.make(f"/tables/{table}/seats")
        assert len(eve.make(f"/tables/{table}/seats", name="Eva")["seats"]) == 2
    strict = ann.open(seats=7, shared_devices=False)
    eve.make(f"/tables/{strict}/seats")
    assert eve.post(f"/tables/{strict}/seats", name="Eva").status_code == 403


def test_a_stranger_who_comes_and_goes_ends_nothing(server: RunningServer) -> None:
    ann, eve = server.player("Ann"), server.player("Eve")
    table = ann.open(seats=3, seat=None, private=False)
    for _ in range(MAX_SITS_PER_GUEST):
        eve.make(f"/tables/{table}/seats", seat=1)
        left = eve.http.delete(f"/api/tables/{table}/seats/1").json()
        assert left["state"] == "open" and left["host"] == ann.id
    assert eve.post(f"/tables/{table}/seats").json()["error"]["code"] == "sat_enough"
    assert ann.make(f"/tables/{table}/seats")["seat"] == 0


def test_host_rights_do_not_pass_to_strangers(server: RunningServer) -> None:
    ann, eve = server.player("Ann"), server.player("Eve")
    public, private = ann.open(seats=3, private=False), ann.open(seats=3)
    for table, host in (
        (public, ann.id),
        (private, eve.id),
    ):  # the link of a private table is a sign of trust
        eve.make(f"/tables/{table}/seats")
        assert ann.http.delete(f"/api/tables/{table}/seats/0").json()["host"] == host
    assert eve.post(f"/tables/{public}/seats", bot="easy").status_code == 403
    assert eve.http.delete(f"/api/tables/{public}/seats/1").json()["state"] == "open"


def test_a_table_is_opened_in_one_commit(
    server: RunningServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A server killed while it opens a table leaves the complete table or nothing."""

    async def never(*_: object) -> None:
        raise AssertionError("a second commit")

    monkeypatch.setattr(Store, "append", never)
    ann = server.player("Ann")
    made = ann.make("/tables", seats=5, seat=2, others=["Bob"], bots=["random", "easy"])
    chairs = [(one["name"], one["bot"]) for one in made["chairs"]]
    assert chairs == [
        ("Bob", None),
        ("random", "random"),
        ("Ann", None),
        ("easy", "easy"),
        ("", None),
    ]
    assert made["id"] in [one["id"] for one in ann.get("/tables?list=mine")]

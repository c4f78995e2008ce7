"""Chat at a table: spectators can neither flood it nor pose as players."""

from collections.abc import Iterator

import httpx
import pytest

from heptapolis.server.settings import LIMITS
from heptapolis.server.store import LogEntry
from heptapolis.server.table import MAX_CHOICES_PER_SEAT
from heptapolis.server.talk import (
    MAX_MESSAGES_PER_PLAYER,
    MAX_SPECTATOR_MESSAGES,
    MESSAGES_PER_PAGE,
    Talk,
)
from tests.server.conftest import NO_LIMITS, Player, RunningServer, settings_for

CROWD = 15  # spectators, more than the rate limit lets speak


@pytest.fixture(scope="module")
def strict(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    """Start a server that accepts ten messages of spectators per table, and then none."""
    most, _ = LIMITS["spectators"]
    limits = {**NO_LIMITS, "spectators": (most, 0.0)}
    running = RunningServer(
        settings_for(tmp_path_factory.mktemp("talk"), limits=limits, pause_seconds=60.0)
    )
    yield running
    running.stop()


def say(player: Player, table: str, text: str = "hi") -> httpx.Response:
    return player.post(f"/tables/{table}/messages", text=text)


def stranger_headers(player: Player) -> dict[str, str]:
    """Create another guest and return the headers of its requests."""
    token = player.make("/guests")["token"]
    player.http.cookies.clear()
    return {"Authorization": f"Bearer {token}"}


def words(player: Player, table: str, query: str = "") -> list[str]:
    return [said["text"] for said in player.get(f"/tables/{table}/messages{query}")]


def entry(number: int, kind: str = "say", seat: int | None = None, guest: str = "eve") -> LogEntry:
    return LogEntry(number, kind, 0.0, seat, guest, '["Eve", "hi"]')


def test_a_crowd_of_spectators_cannot_block_a_table(strict: RunningServer) -> None:
    """Regression: 60 strangers wrote 4,994 messages, and then chat and undo failed for all."""
    ann = strict.player("Ann")
    table = ann.open(seats=3, bots=["random"] * 2)
    crowd = [stranger_headers(ann) for _ in range(CROWD)]
    path = f"/api/tables/{table}/messages"
    answers = [ann.http.post(path, json={"text": "noise"}, headers=eve) for eve in crowd]
    most = int(LIMITS["spectators"][0])
    assert [answer.status_code for answer in answers] == [204] * most + [429] * (CROWD - most)
    assert say(ann, table, "we play on").status_code == 204
    assert words(ann, table)[-1] == "we play on"
    assert ann.choose(table).status_code == 200
    undo = ann.post(f"/tables/{table}/undo", decision=ann.view(table)["decision"])
    assert undo.status_code == 200
    other = ann.open(seats=3)  # each table has its own limit
    path = f"/api/tables/{other}/messages"
    assert ann.http.post(path, json={"text": "hi"}, headers=crowd[0]).status_code == 204


def test_undo_does_not_depend_on_talk(strict: RunningServer) -> None:
    """A choice can be taken back, and a player can speak, however long the chat is."""
    ann, eve = strict.player("Ann"), strict.player("Eve")
    table = ann.open(seats=3, bots=["random"] * 2)
    opened = strict.registry.tables.loaded[table]
    opened.talk._counts[None] = MAX_SPECTATOR_MESSAGES
    assert say(eve, table).json()["error"]["code"] == "said_enough"
    assert say(ann, table).status_code == 204
    opened.talk._counts[ann.id] = MAX_MESSAGES_PER_PLAYER
    assert say(ann, table).json()["error"]["code"] == "said_enough"
    assert ann.choose(table).status_code == 200
    decision = ann.view(table)["decision"]
    assert decision < MAX_CHOICES_PER_SEAT
    assert ann.post(f"/tables/{table}/undo", decision=decision).status_code == 200


def test_the_number_of_messages_is_limited() -> None:
    talk = Talk()
    for n in range(1, MAX_SPECTATOR_MESSAGES + 1):
        assert talk.silence(f"guest {n}", is_seated=False) is None
        talk.apply(entry(n, guest=f"guest {n}"))
    refused = talk.silence("one more", is_seated=False)
    assert refused is not None and refused.code == "said_enough"
    assert talk.silence("ann", is_seated=True) is None
    assert len(talk.speakers(frozenset())) < MAX_SPECTATOR_MESSAGES


def test_messages_are_paged(server: RunningServer) -> None:
    """The page shows the latest messages, links lead to earlier ones, and none is missing."""
    ann = server.player("Ann")
    table = ann.open(seats=3)
    said = [f"word {n}" for n in range(2 * MESSAGES_PER_PAGE + 7)]
    for text in said:
        say(ann, table, text).raise_for_status()
    assert words(ann, table) == said[-MESSAGES_PER_PAGE:]
    first = ann.get(f"/tables/{table}/messages")[0]["number"]
    assert (
        words(ann, table, f"?before={first}&most=3")
        == said[-MESSAGES_PER_PAGE - 3 : -MESSAGES_PER_PAGE]
    )
    assert words(ann, table, "?after=0&most=2") == said[:2]
    assert ann.http.get(f"/api/tables/{table}/messages?most=1000").status_code == 422
    shown, address = list[str](), f"/tables/{table}"
    while address:
        html = ann.http.get(address).raise_for_status().text
        shown = [text for text in said if f">{text}<" in html] + shown
        _, link, rest = html.partition('<li class="older"><a href="')
        address = rest.partition('"')[0] if link else ""
    assert shown == said


def test_the_host_decides_whether_spectators_speak(server: RunningServer) -> None:
    ann, bob, eve = (server.player(name) for name in ("Ann", "Bob", "Eve"))
    table = ann.open(seats=3)
    bob.make(f"/tables/{table}/seats")
    assert eve.post(f"/tables/{table}/talk", spectators=False).status_code == 403
    assert bob.post(f"/tables/{table}/talk", guest=eve.id).status_code == 403
    say(eve, table, "noise").raise_for_status()
    assert ann.post(f"/tables/{table}/talk", guest=bob.id).status_code == 409  # Bob is a player
    ann.post(f"/tables/{table}/talk", guest=eve.id).raise_for_status()
    assert words(bob, table) == [] and say(eve, table).json()["error"]["code"] == "muted"
    ann.post(f"/tables/{table}/talk", guest=eve.id, muted=False).raise_for_status()
    assert words(bob, table) == ["noise"] and say(eve, table, "sorry").status_code == 204
    ann.post(f"/tables/{table}/talk", spectators=False).raise_for_status()
    assert not ann.get(f"/tables/{table}")["spectators_talk"]
    assert say(eve, table).json()["error"]["code"] == "talk_closed"
    assert say(bob, table, "at last").status_code == 204
    page, form = eve.http.get(f"/tables/{table}").text, f'action="/tables/{table}/say"'
    assert "The host has closed the chat to spectators." in page and form not in page
    ann.post(f"/tables/{table}/talk", spectators=True).raise_for_status()
    assert say(eve, table).status_code == 204 and form in eve.http.get(f"/tables/{table}").text


@pytest.mark.parametrize("name", ["Ann", "aNN", "A n n", "Аnn"])
def test_a_spectator_is_marked_and_cannot_use_the_name_of_a_player(
    server: RunningServer, name: str
) -> None:
    ann, eve = server.player("Ann"), server.player(name)
    table = ann.open(seats=3)
    assert say(eve, table).json()["error"]["code"] == "name_taken"
    assert words(ann, table) == []
    assert 'id="speaker-name"' in eve.http.get(f"/tables/{table}").text
    eve.http.patch("/api/me", json={"name": "Eve"}).raise_for_status()
    say(eve, table).raise_for_status()
    say(ann, table).raise_for_status()
    assert [said["seat"] for said in ann.get(f"/tables/{table}/messages")] == [None, 0]
    page = ann.http.get(f"/tables/{table}").text
    assert page.count('<span class="quiet">spectator</span>') == 1

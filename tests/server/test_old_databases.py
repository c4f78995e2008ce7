"""Databases of earlier releases can be opened and their games continued; see tests/fixtures."""

import asyncio
import re
import shutil
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import httpx
import pytest
from sqlalchemy.ext.asyncio import create_async_engine

import heptapolis as hp
from heptapolis import cards
from heptapolis.server.settings import Settings
from heptapolis.server.store import Guest
from tests.fixtures import CLUB, POSTGRESQL, SEEN_FILES, SQLITE, read_json
from tests.fixtures.make import choose, settle, table_facts
from tests.releases import release
from tests.server.conftest import NO_LIMITS, Player, RunningServer, wait_for


async def _load(url: str) -> None:
    """Load the dump of PostgreSQL."""
    engine = create_async_engine(url)
    async with engine.connect() as connection:
        driver = (await connection.get_raw_connection()).driver_connection
        assert driver is not None
        await driver.execute(POSTGRESQL.read_text(encoding="utf-8"))
    await engine.dispose()


class Club:
    """A server of this release on a copy of an earlier database, and its guests."""

    def __init__(self, database: str, seen: dict[str, Any]) -> None:
        settings = Settings(
            database=database, limits=NO_LIMITS, warm_up=False, bot_threads=2, house_rules=(CLUB,)
        )
        self.running = RunningServer(settings)
        self.seen: dict[str, dict[str, Any]] = seen["tables"]
        self.guests = [self.guest(id, name) for id, name in seen["guests"].items()]

    def guest(self, id: str, name: str) -> Player:
        """Return a guest of the old database, identified by the token of that time."""
        player = self.running.player("Somebody")
        player.id, player.token = id, self.running.app.state.guests.token(Guest(id, name))
        player.http.headers["Authorization"] = f"Bearer {player.token}"
        return player


@pytest.fixture(params=["today", "another release"])
def club(request: pytest.FixtureRequest, database: str, tmp_path: Path) -> Iterator[Club]:
    """Open a copy of the database with this release and with one that has other cards."""
    if database.startswith("sqlite"):
        shutil.copy(SQLITE, database.removeprefix("sqlite:///"))
    else:
        asyncio.run(_load(Settings(database=database).database_url))
    with ExitStack() as stack:
        if request.param == "another release":
            stack.enter_context(release(tmp_path))
        seen = read_json(SEEN_FILES["sqlite" if database.startswith("sqlite") else "postgresql"])
        made = Club(database, seen)
        yield made
        made.running.stop()


def test_a_database_of_rules_1_opens_and_is_played_on(club: Club) -> None:
    ann, bob = club.guests
    for name, seen in club.seen.items():
        table = seen["id"]
        assert table_facts(table, ann, bob) == seen, name
        assert ann.http.get(f"/tables/{table}").status_code == 200, name
    for name, seen in club.seen.items():
        table, before = seen["id"], ann.get(f"/tables/{seen['id']}")["version"]
        if seen["state"] == "playing":
            assert choose(table, ann, bob), name
            settle(ann, table)
            assert ann.get(f"/tables/{table}")["version"] > before, name
    _read_what_is_over(club, ann)
    _finish(ann, bob, club.seen["duel"]["id"])
    talk = ann.get(f"/tables/{club.seen['classic with people']['id']}/messages")
    assert [one["text"] for one in talk] == ["Щасти! Good luck 🙂", "hello"]


def _read_what_is_over(club: Club, ann: Player) -> None:
    """A finished game can be downloaded and replayed."""
    table = club.seen["finished"]["id"]
    record = ann.http.get(f"/api/tables/{table}/record").raise_for_status().text
    mark = re.findall(r"^catalog sha256:(\w+)$", record, re.MULTILINE)[0]
    assert mark == ann.get(f"/tables/{table}")["catalog"]
    if mark == cards.fingerprint(hp.catalog("duel")):
        assert hp.replay(record).is_over
    assert ann.http.get(f"/tables/{table}/replay?step=3").status_code == 200


def _finish(ann: Player, bob: Player, table: str) -> None:
    while choose(table, ann, bob):
        pass
    wait_for(lambda: ann.get(f"/tables/{table}")["state"] == "over")


def test_its_guests_find_their_tables(club: Club) -> None:
    ann, bob = club.guests
    mine = {one["id"] for one in ann.get("/tables?list=mine")}
    assert mine == {seen["id"] for seen in club.seen.values() if seen["state"] != "over"}
    assert {one["id"] for one in bob.get("/tables?list=mine")} < mine
    page = ann.http.get("/", headers={"Cookie": f"hepta_guest={ann.token}"})
    assert page.status_code == 200 and "Club night" in page.text


def test_without_the_house_file_its_table_waits(tmp_path: Path) -> None:
    """Only the table with house rules waits; the others can be played."""
    path = shutil.copy(SQLITE, tmp_path / "games.sqlite")
    running = RunningServer(
        Settings(database=f"sqlite:///{path}", limits=NO_LIMITS, warm_up=False, bot_threads=2)
    )
    try:
        seen = read_json(SEEN_FILES["sqlite"])["tables"]
        told: dict[str, httpx.Response] = {
            name: running.ask("GET", f"/api/tables/{one['id']}") for name, one in seen.items()
        }
        assert {name for name, answer in told.items() if answer.status_code == 409} == {"house"}
        assert told["house"].json()["error"]["code"] == "unknown_variant"
    finally:
        running.stop()

"""A table keeps the rules and cards it began with; a table that cannot go on is stored unchanged."""

import asyncio
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
import sqlalchemy as sa
from sqlalchemy.ext.asyncio import create_async_engine

import heptapolis as hp
from heptapolis import cards
from heptapolis.server import reviews
from heptapolis.server.settings import Settings
from heptapolis.variants import catalog_names
from tests.releases import release
from tests.server.conftest import NO_LIMITS, Player, RunningServer, wait_for

BOTS = ["random", "easy"]
GAMES: dict[str, dict[str, Any]] = {
    "classic": {"game": "classic", "seats": 3, "bots": BOTS},
    "free_city": {"game": "classic", "seats": 2, "bots": BOTS[:1]},
    "leaders": {"game": "leaders", "seats": 3, "bots": BOTS},
    "duel": {"game": "duel", "bots": BOTS[1:]},
}


class Host:
    """A server that can be restarted on its database, and a guest who comes back."""

    def __init__(self, database: str) -> None:
        self.database = database
        self.ann: Player | None = None

    @contextmanager
    def start(self) -> Iterator[Player]:
        settings = Settings(
            database=self.database,
            limits=NO_LIMITS,
            warm_up=False,
            bot_threads=2,
            pause_seconds=0.0,
        )
        running = RunningServer(settings)
        try:
            self.ann = self.ann or Player(running.url, "Ann")
            self.ann.http.base_url = httpx.URL(running.url)
            yield self.ann
        finally:
            running.stop()

    def sql(self, statement: str, /, **values: Any) -> list[Any]:
        """Execute a statement and return its rows, none if it only changes data."""

        def work(connection: sa.Connection) -> list[Any]:
            rows = connection.execute(sa.text(statement), values)
            return [tuple(row) for row in rows] if rows.returns_rows else []

        async def run() -> list[Any]:
            engine = create_async_engine(url)
            async with engine.begin() as connection:
                found = await connection.run_sync(work)
            await engine.dispose()
            return found

        url = Settings(database=self.database).database_url
        if not url.startswith("sqlite"):
            return asyncio.run(run())
        with sa.create_engine(url, poolclass=sa.NullPool).begin() as connection:
            return work(connection)

    def stored_rows(self, table: str) -> list[Any]:
        """Return the stored rows of a table and its log."""
        rows = self.sql("SELECT * FROM tables WHERE id = :id", id=table)
        return rows + self.sql("SELECT * FROM log WHERE table_id = :id ORDER BY number", id=table)

    def stored_catalog(self, fingerprint: str) -> str:
        """Return the stored catalogue with this fingerprint."""
        query = "SELECT text FROM catalogs WHERE fingerprint = :mark"
        ((text,),) = self.sql(query, mark=fingerprint)
        return str(text)


@pytest.fixture
def host(database: str) -> Iterator[Host]:
    made = Host(database)
    yield made
    if made.ann:
        made.ann.http.close()


def settle(player: Player, table: str) -> Any:
    """Wait for the bots and return the view of the player."""
    wait_for(lambda: player.get(f"/tables/{table}")["to_move"] in ([0], []))
    return player.view(table)


def begin(player: Player, **options: Any) -> str:
    """Open a table and play the first four decisions of its player."""
    table = player.open(**options, private=False)
    for _ in range(4):
        settle(player, table)
        player.choose(table).raise_for_status()
    settle(player, table)
    return table


def finish(player: Player, table: str) -> None:
    while not (view := player.view(table))["is_over"]:
        if view["seat"] in view["to_move"]:
            player.choose(table).raise_for_status()


def await_review(player: Player, table: str) -> None:
    page = f"/tables/{table}/review"
    wait_for(lambda: 'http-equiv="refresh"' not in player.http.get(page).text)


def test_a_table_names_its_rules_and_cards(host: Host) -> None:
    with host.start() as ann:
        table = ann.open(**GAMES["leaders"])
        told = ann.get(f"/tables/{table}")
        ours = cards.fingerprint(hp.catalog("leaders"))
        assert (told["rules"], told["catalog"]) == (1, ours)
        assert [one["catalog"] for one in ann.get("/tables?list=mine")] == [ours]
        ann.open(**GAMES["leaders"])
        assert hp.catalog(ann.http.get(f"/api/catalogs/{ours}").text) == hp.catalog(
            host.stored_catalog(ours)
        )
        assert ann.http.get(f"/api/catalogs/{ours[::-1]}").status_code == 404
        assert ann.http.get("/api/catalogs/leaders").status_code == 422
    assert host.sql("SELECT fingerprint FROM catalogs") == [(ours,)]  # stored once
    assert cards.fingerprint(hp.catalog(host.stored_catalog(ours))) == ours


def test_a_new_release_finishes_the_games_of_the_old_one(
    host: Host, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reviews, "SIMULATIONS", 2)
    with host.start() as ann:
        tables = {name: begin(ann, **options) for name, options in GAMES.items()}
        before = {name: ann.view(table) for name, table in tables.items()}
    with release(tmp_path), host.start() as ann:
        for name, table in tables.items():
            assert ann.view(table) == before[name]
            assert "granary" not in ann.http.get(f"/tables/{table}").raise_for_status().text
            finish(ann, table)
            record = ann.http.get(f"/api/tables/{table}/record").raise_for_status().text
            told = ann.get(f"/tables/{table}")
            assert f"\nrules 1\ncatalog sha256:{told['catalog']}\n" in record
            for page in ("", "/replay?step=2&seat=1", "/review", "/tv"):
                assert ann.http.get(f"/tables/{table}{page}").status_code == 200, page
            await_review(ann, table)
            with pytest.raises(hp.InvalidText, match="was played with the cards sha256:"):
                hp.replay(record)
            kept = host.stored_catalog(told["catalog"])
            assert hp.replay(record, catalog=kept).is_over
            file = tmp_path / "cards.json"
            file.write_text(ann.http.get(f"/api/catalogs/{told['catalog']}").text)
            assert hp.replay(record, catalog=file).is_over
            again = ann.make(f"/tables/{table}/rematch")
            assert again["catalog"] != told["catalog"]
        new = ann.open(**GAMES["classic"])
        assert ann.get(f"/tables/{new}")["catalog"] == cards.fingerprint(hp.catalog("classic"))
    assert hp.replay(record).is_over  # with the release that wrote it


def refused(player: Player, table: str) -> dict[str, str]:
    """Check that every address of the table answers with the same error: one line, without the
    name of a card. Return the error."""
    ids = {thing.id for name in catalog_names() for thing in hp.catalog(name).things()}
    problems = []
    for path in ("", "/view", "/record", "/events", "/messages", "/hint"):
        answer = player.http.get(f"/api/tables/{table}{path}")
        assert answer.status_code == 409, path
        problems.append(answer.json()["error"])
    tries: list[tuple[str, dict[str, Any]]] = [
        ("/moves", {"move": "pass", "decision": 0}),
        ("/messages", {"text": "hello"}),
    ]
    tries += [("/resign", {}), ("/abandon", {}), ("/rematch", {}), ("/back", {})]
    for path, body in tries:
        answer = player.post(f"/tables/{table}{path}", **body)
        assert answer.status_code == 409, path
        problems.append(answer.json()["error"])
    assert all(problem == problems[0] for problem in problems)
    message = str(problems[0]["message"])
    assert "\n" not in message and not ids & set(re.findall(r"\w+", message))
    assert table in [one["id"] for one in player.get("/tables?list=mine")]
    return dict(problems[0])


def page_of(player: Player, table: str, language: str) -> str:
    answer = player.http.get(f"/tables/{table}", headers={"Accept-Language": language})
    assert answer.status_code == 409
    return answer.text


@pytest.mark.parametrize("rules", [0, 2])
def test_a_table_of_other_rules_waits_and_says_so(host: Host, rules: int) -> None:
    with host.start() as ann:
        table = begin(ann, **GAMES["duel"])
        before = ann.view(table)
    host.sql("UPDATE tables SET rules = :rules WHERE id = :id", rules=rules, id=table)
    kept = host.stored_rows(table)
    with host.start() as ann:
        assert refused(ann, table) == {
            "code": "other_rules",
            "message": f"this table is played by rules {rules} of duel; those here are rules 1",
            "then": str(rules),
            "now": "1",
        }
        assert f"follows version {rules} of the rules" in page_of(ann, table, "en")
        assert f"за версією {rules} правил, на цьому сервері версія 1" in page_of(ann, table, "uk")
        assert ann.open(**GAMES["duel"])  # other tables can be opened
    assert host.stored_rows(table) == kept
    host.sql("UPDATE tables SET rules = 1 WHERE id = :id", id=table)
    with host.start() as ann:
        assert ann.view(table) == before


def test_a_table_whose_cards_are_nowhere_waits_and_says_so(host: Host, tmp_path: Path) -> None:
    with host.start() as ann:
        table = begin(ann, **GAMES["classic"])
        before = ann.view(table)
    ours = cards.fingerprint(hp.catalog("classic"))
    text = host.stored_catalog(ours)
    with release(tmp_path):
        for broken in ("", '{"game": "classic", "of": "the future"}', hp.new("duel").edition.text):
            host.sql("UPDATE catalogs SET text = :text", text=broken)
            kept = host.stored_rows(table)
            with host.start() as ann:
                told, here = refused(ann, table), cards.fingerprint(hp.catalog("classic"))
                assert told["code"] == "other_cards"
                assert f"{ours[:12]}…; those here are sha256:{here[:12]}…" in told["message"]
                assert f"sha256:{ours[:12]}…" in page_of(ann, table, "hu")
            assert host.stored_rows(table) == kept
        host.sql("UPDATE catalogs SET text = :text WHERE fingerprint = :mark", text=text, mark=ours)
        with host.start() as ann:
            assert ann.view(table) == before


def check_that_its_players_can_close_it(ann: Player, table: str, length: int) -> None:
    """Only a player of the table can close it; the export is available only afterwards."""
    stranger = ann.make("/guests", name="Eve")["token"]
    ann.http.cookies.clear()
    eve = {"Authorization": f"Bearer {stranger}"}
    close, export = f"/api/tables/{table}/close", f"/api/tables/{table}/export"
    assert ann.http.post(close, headers=eve).status_code == 403
    assert ann.http.get(export).status_code == 403
    assert f'action="/tables/{table}/close"' in page_of(ann, table, "en")
    assert ann.http.post(close).status_code == ann.http.post(close).status_code == 204
    assert ann.http.get(export, headers=eve).status_code == 403
    told = ann.http.get(export).raise_for_status().json()
    assert (
        len(told["log"]) == length and told["log"][-1]["kind"] == "close"
    )  # the export lacks the entry "open"
    assert export in page_of(ann, table, "en")
    assert table in [one["id"] for one in ann.get("/tables?list=my_finished")]
    assert (
        ann.post(f"/tables/{ann.open(seats=3)}/close").status_code == 409
    )  # this table can be played


@pytest.mark.parametrize("text", ["build palace", "conjure", "token law"])
def test_a_log_that_cannot_be_played_through_is_kept_and_shows_no_cards(
    host: Host, text: str, caplog: pytest.LogCaptureFixture
) -> None:
    with host.start() as ann:
        table = begin(ann, **GAMES["leaders"])
    find = "SELECT max(number) FROM log WHERE table_id = :id AND kind = 'move'"
    ((number,),) = host.sql(find, id=table)
    change = "UPDATE log SET text = :text WHERE table_id = :id AND number = :number"
    host.sql(change, text=text, id=table, number=number)
    kept = host.stored_rows(table)
    with host.start() as ann:
        told = refused(ann, table)
        ours = cards.fingerprint(hp.catalog("leaders"))
        assert told["code"] == "broken_log"
        assert told["message"] == (
            f"the log of this table breaks off at entry {number} by rules 1 "
            f"with the cards sha256:{ours[:12]}…"
        )
        assert "its log does not match rules 1" in page_of(ann, table, "en")
        assert host.stored_rows(table) == kept
        check_that_its_players_can_close_it(ann, table, len(kept) - 1)
    ids = {thing.id for thing in hp.catalog("leaders").things()}
    lines = [one for one in caplog.records if one.name == "heptapolis.server"]
    assert sum(table in one.getMessage() for one in lines) == 1
    assert lines and not any(one.exc_info for one in lines)
    assert not ids & set(re.findall(r"\w+", caplog.text))

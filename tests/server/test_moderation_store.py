"""What hosts decide, in both kinds of databases."""

import asyncio
import json
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from heptapolis.server.errors import ReadOnly, RequestError
from heptapolis.server.log_messages import blank_message
from heptapolis.server.schema import SCHEMA
from heptapolis.server.settings import Settings
from heptapolis.server.store import Guest, LogEntry, Store, StoredTable, Summary

ANN, BOB = Guest("a" * 16, "Ann"), Guest("b" * 16, "Bob")
TABLE = "table0001"
CHAIRS = [{"guest": ANN.id, "name": "Ann", "bot": None}, {"guest": BOB.id, "name": "Bob"}]
LOG = [
    LogEntry(1, "open", 1.0, guest=ANN.id),
    LogEntry(2, "sit", 1.0, 0, ANN.id, "Ann"),
    LogEntry(3, "sit", 1.0, 1, BOB.id, "Bob"),
    LogEntry(4, "start", 1.0, text='["Ann", "Bob"]'),
    LogEntry(5, "say", 2.0, 0, ANN.id, '["Ann", "rude words"]'),
    LogEntry(6, "say", 3.0, 1, BOB.id, '["Bob", "hello"]'),
]


def on(database: str, work: Callable[[Store], Awaitable[Any]]) -> Any:
    """Run a test on a store with two guests and their table."""

    async def run() -> Any:
        async with Store.open(Settings(database=database).database_url) as store:
            for guest in (ANN, BOB):
                await store.add_guest(guest, 5.0)
            table = StoredTable(TABLE, {"game": "duel"}, 1, None, 7, 0, "open", {}, 1.0, 1.0)
            await store.create(table)
            details = {"host": ANN.id, "chairs": CHAIRS}
            await store.append(TABLE, 0, LOG, Summary("playing", details, {0: ANN.id, 1: BOB.id}))
            return await work(store)

    return asyncio.run(run())


def test_tables_are_listed_and_shown_without_seed_and_moves(database: str) -> None:
    async def work(store: Store) -> None:
        kept = store.moderation
        assert [one["id"] for one in await kept.tables(state="playing")] == [TABLE]
        assert await kept.tables(state="over") == await kept.tables(guest="c") == []
        (mine,) = await kept.tables(guest=BOB.id)
        assert mine["game"] == "duel" and [one["name"] for one in mine["chairs"]] == ["Ann", "Bob"]
        shown = await kept.table(TABLE)
        assert [one["text"] for one in shown["messages"]] == ["rude words", "hello"]
        assert "seed" not in shown
        with pytest.raises(RequestError, match="no such table"):
            await kept.table("nowhere")

    on(database, work)


def test_a_closed_table_is_over_and_has_an_entry(database: str) -> None:
    async def work(store: Store) -> None:
        assert await store.moderation.close_table(TABLE) == 7
        stored = await store.table(TABLE)
        assert stored is not None and (stored.state, stored.version) == ("over", 7)
        assert stored.summary["end"] == "abandoned" and stored.summary["to_move"] == []
        assert (await store.log(TABLE, 6))[0].kind == "expire"
        with pytest.raises(RequestError, match="over already"):
            await store.moderation.close_table(TABLE)

    on(database, work)


def test_a_deleted_table_leaves_nothing_behind(database: str) -> None:
    async def work(store: Store) -> None:
        await store.moderation.delete_table(TABLE)
        assert await store.table(TABLE) is None and await store.log(TABLE) == []
        assert await store.moderation.tables() == []

    on(database, work)


def test_a_message_is_blanked_in_place_and_that_is_appended(database: str) -> None:
    async def work(store: Store) -> None:
        assert await store.moderation.redact(TABLE, 5) == 7
        log = await store.log(TABLE)
        assert [json.loads(log[n].text) for n in (4, 5)] == [["Ann", ""], ["Bob", "hello"]]
        assert (log[6].kind, log[6].text) == ("redact", "5")
        others = [entry for entry in log if entry.number not in (5, 7)]
        assert others == [entry for entry in LOG if entry.number != 5]
        for number in (2, 99):
            with pytest.raises(RequestError, match="no such message"):
                await store.moderation.redact(TABLE, number)

    on(database, work)


def test_a_deleted_guest_leaves_no_name_and_no_word(database: str) -> None:
    async def work(store: Store) -> None:
        await store.mute(BOB.id, ANN.id, True)
        await store.moderation.note_network(ANN.id, "192.0.2.0/24", 5.0)
        assert await store.moderation.delete_guest(ANN.id) == {TABLE: 7}
        store.forget_guest(ANN.id)
        assert await store.guest(ANN.id) is None and await store.guest(BOB.id) == BOB
        stored = await store.table(TABLE)
        texts = json.dumps([entry.text for entry in await store.log(TABLE)])
        assert stored is not None and "Ann" not in texts + json.dumps(stored.summary)
        assert "Bob" in texts and "rude" not in texts
        assert [entry.guest for entry in await store.log(TABLE)] == [
            *(one.guest for one in LOG),
            ANN.id,
        ]
        assert [one["id"] for one in await store.moderation.guests(None)] == [BOB.id]

    on(database, work)


def test_no_byte_of_a_deleted_text_is_left(database: str) -> None:
    """SQLite overwrites it in its files; the rows of both databases do not contain it."""
    words = [f"secret{n:03}" * 8 for n in range(200)]

    async def work(store: Store) -> None:
        said = [
            LogEntry(7 + n, "say", 4.0, guest=one.id, text=json.dumps([one.name, words[n]]))
            for n, one in enumerate([ANN, BOB] * 100)
        ]
        await store.append(TABLE, 6, said, Summary("playing", {"chairs": CHAIRS}, {0: ANN.id}))
        await store.moderation.redact(TABLE, 8)
        await store.moderation.delete_guest(ANN.id)
        gone, left = [words[1], *words[::2]], words[3::2]
        rows = [
            str(row) for table in SCHEMA.sorted_tables for row in await store_rows(store, table)
        ]
        kept = "".join(rows).encode()
        folder = Path(database.removeprefix("sqlite:///")).parent
        kept += b"".join(file.read_bytes() for file in folder.glob("games.sqlite*"))
        assert not [one for one in gone if one.encode() in kept]
        assert not [one for one in left if one.encode() not in kept]

    on(database, work)


async def store_rows(store: Store, table: sa.Table) -> Any:
    return await store._all(sa.select(table))


def test_bans_end_and_replace_each_other(database: str) -> None:
    async def work(store: Store) -> None:
        kept = store.moderation
        await kept.ban(ANN.id, None, "rude")
        await kept.ban("192.0.2.0/24", 100.0, "")
        assert {ban.target for ban in await kept.bans(99.0)} == {ANN.id, "192.0.2.0/24"}
        assert [ban.reason for ban in await kept.bans(101.0)] == ["rude"]
        await kept.ban(ANN.id, 50.0, "less")
        assert not await kept.bans(101.0)
        await kept.unban(ANN.id)
        with pytest.raises(RequestError, match="no such ban"):
            await kept.unban(ANN.id)

    on(database, work)


def test_a_report_keeps_the_messages_around_it(database: str) -> None:
    async def work(store: Store) -> None:
        kept = store.moderation
        secret = [LogEntry(7, "move", 4.0, 0, ANN.id, "discard altar")]
        await store.append(TABLE, 6, secret, Summary("playing", {"chairs": CHAIRS}))
        await kept.report(TABLE, BOB.id, "Ann is rude", ANN.id)
        await kept.delete_table(TABLE)
        (report,) = await kept.reports()
        assert (report["table_id"], report["guest"], report["text"]) == (
            TABLE,
            BOB.id,
            "Ann is rude",
        )
        around = report["context"]
        assert [one["number"] for one in around] == [2, 3, 4, 5, 6, 7] and "altar" not in str(
            around
        )
        assert (around[-1]["kind"], around[-1]["seat"], report["reported"]) == ("move", 0, ANN.id)
        await kept.close_report(report["id"])
        assert await kept.reports() == [] and len(await kept.reports(all_too=True)) == 1
        with pytest.raises(RequestError, match="no such report"):
            await kept.close_report(report["id"])

    on(database, work)


def test_guests_are_found_by_name(database: str) -> None:
    async def work(store: Store) -> None:
        kept = store.moderation
        assert [one["name"] for one in await kept.guests("AN")] == ["Ann"]
        assert [one["seats"] for one in await kept.guests(BOB.id)] == [1]
        assert await kept.guests("%") == []

    on(database, work)


def test_only_guests_without_a_trace_are_unused(database: str) -> None:
    async def work(store: Store) -> None:
        await store.add_guest(Guest("c" * 16, "Cid"), 5.0)
        await store.add_guest(Guest("d" * 16, "Dan"), 50.0)
        unused = await store.moderation.unused_guests(10.0, 100)
        assert unused == ["c" * 16]
        await store.moderation.remove_guests(unused)
        assert len(await store.moderation.guests(None)) == 3

    on(database, work)


def test_nothing_is_written_while_a_site_is_read_only(database: str) -> None:
    async def work(store: Store) -> None:
        store.is_read_only = True
        say = [LogEntry(7, "say", 4.0, 0, ANN.id, '["Ann", "x"]')]
        for change in (
            store.add_guest(Guest("e" * 16, "Eve"), 1.0),
            store.rename(ANN.id, "Anna"),
            store.mute(ANN.id, BOB.id, True),
            store.append(TABLE, 6, say, Summary("playing")),
        ):
            with pytest.raises(ReadOnly):
                await change
        assert len(await store.log(TABLE)) == 6

    on(database, work)


def test_a_blank_message_keeps_its_speaker() -> None:
    assert json.loads(blank_message('["Ann", "rude"]')) == ["Ann", ""]

"""Pages are rendered in threads, in turn for each client: no client delays the others."""

import asyncio
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from heptapolis.server import (
    api,
    page_context,
    pages,
    replays,
    responses,
    sheets,
    table_page,
    tv,
)
from heptapolis.server.errors import RequestError
from heptapolis.server.fair_pool import FairPool, FairQueue
from heptapolis.server.render_pool import MAX_WAITING_PER_ADDRESS
from heptapolis.server.settings import Settings
from heptapolis.server.store import LogEntry
from heptapolis.server.table import SHORT_LOG_ENTRIES, Table
from heptapolis.server.table_log import TableLog
from heptapolis.web import commentary
from heptapolis.web.replay import Film
from tests.server.conftest import settings_for
from tests.server.inside import LocalServer, local_server

# The functions that render pages of a game, with the modules that call them.
COSTLY_PAGES: list[tuple[Any, str]] = [
    (page_context, "render"),
    (replays, "render"),
    (replays, "film_of"),
    (sheets, "film_of"),
    (pages, "film_of"),
    (pages, "review_page"),
    (pages, "headline"),
    (pages, "draw_game"),
    (tv, "board_of"),
    (tv, "log_of"),
    (tv, "step_facts"),
    (tv, "ending_of"),
    (table_page, "board_of"),
    (table_page, "log_of"),
    (table_page, "step_facts"),
    (table_page, "ending_of"),
    (sheets, "explainer_of"),
    (commentary, "denials_of"),
    (api, "docs_page"),
    (responses, "view_response"),
    (Film, "step"),
    (Film, "positions"),
]


class Gate:
    """Work that blocks in its thread until the gate opens, and records the order of completion."""

    def __init__(self) -> None:
        self.done: list[str] = []
        self._open = threading.Event()

    def work(self, name: str) -> Callable[[], str]:
        def wait() -> str:
            self._open.wait()
            self.done.append(name)
            return name

        return wait

    def open(self) -> None:
        self._open.set()


def test_the_queue_alternates_between_clients_and_then_between_their_tables() -> None:
    queue = FairQueue[str]()
    for name in ("a1 x", "a1 y", "a1 z", "a2 x", "b1 x", "a2 y", "c1 x", "b1 y"):
        queue.put(name, name[0], name[:2])
    assert (len(queue), queue.count("a"), queue.count("nobody")) == (8, 5, 0)
    taken = [queue.take() for _ in range(8)]
    assert taken == ["a1 x", "b1 x", "c1 x", "a2 x", "b1 y", "a1 y", "a2 y", "a1 z"]
    assert not queue


def test_a_single_request_waits_for_at_most_one_of_many() -> None:
    async def ask() -> list[str]:
        pool, gate = FairPool(1, "test"), Gate()
        many = [pool.run(gate.work(f"many {n}"), "many") for n in range(6)]
        asked = [asyncio.ensure_future(one) for one in many]
        await asyncio.sleep(0)
        asked.append(asyncio.ensure_future(pool.run(gate.work("one"), "one")))
        await asyncio.sleep(0)
        assert pool.n_waiting == 6, "only the first may have started"
        gate.open()
        await asyncio.gather(*asked)
        pool.close()
        return gate.done

    done = asyncio.run(ask())
    assert done.index("one") <= 2 and len(done) == 7


def test_the_number_of_waiting_requests_per_client_is_limited() -> None:
    async def ask() -> None:
        pool, gate = FairPool(1, "test", most=3), Gate()
        asked = [asyncio.ensure_future(pool.run(gate.work("x"), "many")) for _ in range(4)]
        await asyncio.sleep(0)
        with pytest.raises(RequestError) as refused:
            await pool.run(gate.work("x"), "many")
        assert refused.value.status == 429
        other = asyncio.ensure_future(pool.run(gate.work("other"), "other"))
        gate.open()
        await asyncio.gather(*asked, other)
        pool.close()
        assert len(gate.done) == 5

    asyncio.run(ask())
    assert MAX_WAITING_PER_ADDRESS >= 10, "one page sends several requests at once"


def test_an_error_in_a_thread_reaches_the_caller() -> None:
    async def ask() -> None:
        pool = FairPool(1, "test")
        with pytest.raises(ZeroDivisionError):
            await pool.run(lambda: 1 // 0, "x")
        assert await pool.run(lambda: "next", "x") == "next"
        pool.close()

    asyncio.run(ask())


@pytest.fixture
def threads(monkeypatch: pytest.MonkeyPatch) -> Iterator[dict[str, set[str]]]:
    """Record the names of the threads that run each costly function."""
    ran: dict[str, set[str]] = {}
    for place, name in COSTLY_PAGES:
        monkeypatch.setattr(place, name, _with_thread_noted(getattr(place, name), ran))
    yield ran


def _with_thread_noted(
    function: Callable[..., Any], ran: dict[str, set[str]]
) -> Callable[..., Any]:
    def noted(*values: Any, **named: Any) -> Any:
        ran.setdefault(function.__name__, set()).add(threading.current_thread().name)
        return function(*values, **named)

    return noted


async def finished_table(server: LocalServer, host: dict[str, str], **options: Any) -> str:
    """Let bots play a game to its end; return the table's id."""
    made = await server.post("/tables", host, seat=None, **options)
    while (await server.http.get(f"/api/tables/{made['id']}")).json()["state"] != "over":
        await asyncio.sleep(0.02)
    return str(made["id"])


def test_costly_functions_never_run_in_the_thread_of_the_event_loop(
    tmp_path: Path, threads: dict[str, set[str]]
) -> None:
    async def read() -> str:
        async with local_server(settings_for(tmp_path)) as server:
            ann = await server.guest("Ann")
            over = await finished_table(server, ann, game="duel", bots=["random"] * 2)
            live = (await server.table([ann], seats=3, bots=["random"] * 2)).id
            for path in (
                "/",
                "/mine",
                "/device",
                "/nowhere",
                "/api/docs",
                "/api/catalog/duel",
                f"/tables/{live}",
                f"/tables/{live}/live?since=1",
                f"/tables/{live}/sheets",
                f"/tables/{live}/tv",
                f"/api/tables/{live}/view?since=1",
                f"/tables/{over}",
                f"/tables/{over}/tv",
                f"/tables/{over}/replay",
                f"/tables/{over}/replay/step?step=3",
                f"/tables/{over}/sheets?step=3",
            ):
                headers = {**ann, "accept": "text/html"}
                answer = await server.http.get(path, headers=headers)
                assert answer.status_code == (404 if path == "/nowhere" else 200), path
            review = f"/tables/{over}/review"
            while 'class="curve' not in (await server.http.get(review, headers=ann)).text:
                await asyncio.sleep(0.05)
        return threading.current_thread().name

    loop = asyncio.run(read())
    assert {name for _, name in COSTLY_PAGES} <= set(threads), "each of them must have run"
    assert not [name for name, where in threads.items() if loop in where]


def test_a_step_of_a_finished_game_is_rendered_once_for_all_viewers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[int] = []
    make = Film.step

    def count(film: Film, number: int, *values: Any) -> Any:
        made.append(number)
        return make(film, number, *values)

    monkeypatch.setattr(Film, "step", count)

    async def read() -> None:
        async with local_server(settings_for(tmp_path)) as server:
            ann, bob = [await server.guest(name) for name in ("Ann", "Bob")]
            over = await finished_table(server, ann, game="duel", bots=["random"] * 2)

            async def look(guest: dict[str, str], path: str) -> httpx.Response:
                return await server.http.get(f"/tables/{over}/replay{path}", headers=guest)

            first = await look(ann, "/step?step=5&seat=1")
            asked = [look(guest, "/step?step=5&seat=1") for guest in (ann, bob, {})]
            assert {answer.text for answer in await asyncio.gather(*asked)} == {first.text}
            assert "csrf" not in first.text and made == [5]
            assert first.text in (await look(bob, "?step=5&seat=1")).text
            assert made == [5], "the whole page must reuse the rendered part"
            assert (await look(ann, "/step?step=5&seat=0")).text != first.text
            assert made == [5, 5]

    asyncio.run(read())


def test_a_log_is_replayed_in_a_thread_and_visible_only_when_complete(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ran: list[tuple[str, int]] = []  # name of the thread, version visible to other tasks
    opened: list[Table] = []
    rebuild, apply = Table._rebuild, TableLog.apply

    async def note_table(table: Table, entries: list[LogEntry]) -> None:
        opened.append(table)
        await rebuild(table, entries)

    def note_thread(log: TableLog, entry: LogEntry) -> None:
        seen = [one.version for one in opened]
        ran.append((threading.current_thread().name, seen[-1] if seen else 0))
        apply(log, entry)

    async def run() -> None:
        async with local_server(settings_for(tmp_path)) as server:
            ann = await server.guest("Ann")
            over = await finished_table(server, ann, game="duel", bots=["random"] * 2)
            before = await server.get(f"/tables/{over}/record", ann)
        monkeypatch.setattr(Table, "_rebuild", note_table)
        monkeypatch.setattr(TableLog, "apply", note_thread)
        async with local_server(settings_for(tmp_path)) as server:
            assert await server.get(f"/tables/{over}/record", ann) == before
            (table,) = opened
            assert len(ran) == table.version > 50
            assert {name for name, _ in ran} == {"log_0"} and {seen for _, seen in ran} == {0}

    asyncio.run(run())


def test_a_long_log_of_another_server_is_read_in_a_thread(
    shared: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    ran: list[str] = []
    apply = TableLog.apply

    def note_thread(log: TableLog, entry: LogEntry) -> None:
        ran.append(threading.current_thread().name)
        apply(log, entry)

    async def run() -> None:
        async with local_server(shared) as server:
            table = await server.table([await server.guest("Ann")], seats=3)
            log = await server.registry.store.log(table.id)
            at, host = table.version, table.host
            talk = [LogEntry(at + n, "say", 1.0, None, host, '["Ann", "x"]') for n in range(1, 100)]
            monkeypatch.setattr(TableLog, "apply", note_thread)
            for kept in (talk[:SHORT_LOG_ENTRIES], talk[SHORT_LOG_ENTRIES:]):
                await server.registry.store.append(table.id, at, kept, table.log.summary())
                at += len(kept)
                await table.catch_up(at)
            assert table.version == at and table.log.entries == log + talk
            assert ran == ["MainThread"] * SHORT_LOG_ENTRIES + ["log_0"] * at

    asyncio.run(run())

"""Actions of hosts at tables that are open, and their audit log."""

import asyncio
import json
import re
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from heptapolis.server.admin import ACTIONS, Admin
from heptapolis.server.admin_socket import run_admin
from heptapolis.server.errors import RequestError
from heptapolis.server.settings import Settings
from heptapolis.server.store import Guest
from tests.server.conftest import NO_LIMITS, TIMEOUT_SECONDS, settings_for
from tests.server.inside import LocalServer, local_server


class Host:
    """A host with a table at which Ann and Bob play and have spoken."""

    def __init__(self, server: LocalServer) -> None:
        self.server = server
        self.admin = Admin(
            server.registry.store, server.app.state.moderation, server.registry.tables
        )

    async def set_up(self) -> None:
        self.ann, self.bob = [await self.server.guest(name) for name in ("Ann", "Bob")]
        self.table = await self.server.table([self.ann, self.bob], game="duel")
        for guest, text in ((self.ann, "rude words"), (self.bob, "hello")):
            await self.say(guest, text)

    async def say(self, guest: dict[str, str], text: str, server: LocalServer | None = None) -> int:
        path, http = f"/api/tables/{self.table.id}/messages", (server or self.server).http
        return (await http.post(path, headers=guest, json={"text": text})).status_code

    async def play(self, moves: int) -> None:
        """Let the players make their first legal moves."""
        path = f"/tables/{self.table.id}"
        for _ in range(moves):
            guest = (self.ann, self.bob)[self.table.to_move[0]]
            view = json.loads(await self.server.get(f"{path}/view", guest))
            move = view["legal_moves"][0]["text"]
            await self.server.post(f"{path}/moves", guest, move=move, decision=view["decision"])

    async def replay(self) -> str:
        """Return a step of the finished game as a page shows it."""
        path = f"/tables/{self.table.id}/replay/step?step=4&seat=1"
        return (await self.server.http.get(path)).raise_for_status().text

    async def delete_message(self, words: str) -> None:
        number = next(one.number for one in self.table.log.entries if words in one.text)
        await self.do("delete-message", table=self.table.id, number=str(number))

    async def check_stored_log(self) -> None:
        """Compare the open table with a replay of its stored log."""
        log, stored = self.table.log, await self.server.registry.store.log(self.table.id)
        assert stored == log.entries
        again = log.without_entries()
        again.replay(stored)
        assert again.summary() == log.summary() and again.talk == log.talk
        assert again.choices == log.choices
        assert again.game and log.game and again.game.events == log.game.events

    async def do(self, action: str, **arguments: str) -> Any:
        return await self.admin.run(action, arguments, "me")

    async def id_of(self, guest: dict[str, str]) -> str:
        return str(json.loads(await self.server.get("/me", guest))["id"])

    async def messages(self) -> list[tuple[str, str]]:
        said = json.loads(await self.server.get(f"/tables/{self.table.id}/messages", self.bob))
        return [(one["name"], one["text"]) for one in said]


def test_a_deleted_message_is_gone_and_the_log_replays(tmp_path: Path) -> None:
    """During the game and after it, views, record and replay stay the same."""

    async def work() -> None:
        async with local_server(settings_for(tmp_path)) as server:
            host = Host(server)
            await host.set_up()
            await host.play(7)
            await host.say(host.bob, "very rude words")
            await host.play(5)

            view = f"/tables/{host.table.id}/view"
            before = json.loads(await server.get(view, host.bob))
            await host.delete_message("rude words")
            assert [text for _, text in await host.messages()] == ["hello", "very rude words"]
            after = json.loads(await server.get(view, host.bob))
            assert after == before | {"version": before["version"] + 1}
            await host.play(1)
            await host.check_stored_log()

            await server.post(f"/tables/{host.table.id}/resign", host.ann)
            record = f"/tables/{host.table.id}/record"
            finished = await server.get(record), await host.replay()
            await host.delete_message("very rude")
            assert [text for _, text in await host.messages()] == ["hello"]
            assert (await server.get(record), await host.replay()) == finished
            await host.check_stored_log()

    asyncio.run(work())


def test_a_closed_table_ends_for_its_players(tmp_path: Path) -> None:
    async def work() -> None:
        async with local_server(settings_for(tmp_path)) as server:
            host = Host(server)
            await host.set_up()
            await host.do("close", table=host.table.id)
            assert host.table.state == "over" and host.table.committed == host.table.version
            facts = json.loads(await server.get(f"/tables/{host.table.id}"))
            assert (facts["state"], facts["end"]) == ("over", "abandoned")
            with pytest.raises(RequestError, match="over already"):
                await host.do("close", table=host.table.id)

    asyncio.run(work())


def test_a_deleted_table_is_gone_at_once(tmp_path: Path) -> None:
    async def work() -> None:
        async with local_server(settings_for(tmp_path)) as server:
            host = Host(server)
            await host.set_up()
            await host.do("delete", table=host.table.id)
            assert host.table.state == "over", "streams have seen its end"
            answer = await server.http.get(f"/api/tables/{host.table.id}")
            assert answer.status_code == 404

    asyncio.run(work())


def test_a_deleted_guest_is_gone_with_their_words(tmp_path: Path) -> None:
    async def work() -> None:
        async with local_server(settings_for(tmp_path)) as server:
            host = Host(server)
            await host.set_up()
            await host.do("delete-guest", guest=await host.id_of(host.ann))
            assert (await server.http.get("/api/me", headers=host.ann)).status_code == 401
            page = (await server.http.get(f"/tables/{host.table.id}")).text
            assert "rude" not in page and "Ann" not in page and "Bob" in page
            assert host.table.state == "playing"

    asyncio.run(work())


def test_a_guest_is_renamed(tmp_path: Path) -> None:
    async def work() -> None:
        async with local_server(settings_for(tmp_path)) as server:
            host = Host(server)
            await host.set_up()
            bob = await host.id_of(host.bob)
            await host.do("rename", guest=bob, name="Robert")
            assert json.loads(await server.get("/me", host.bob))["name"] == "Robert"
            with pytest.raises(RequestError):
                await host.do("rename", guest="f" * 16, name="Nobody")

    asyncio.run(work())


def test_every_change_is_in_the_audit_log_and_nothing_else(tmp_path: Path) -> None:
    async def work() -> None:
        async with local_server(settings_for(tmp_path)) as server:
            host = Host(server)
            await host.set_up()
            await host.do("tables")
            await host.do("announce", text="hello")
            await host.do("ban", target="192.0.2.0/24", days="2", reason="spam")
            with pytest.raises(RequestError):
                await host.do("close", table="nowhere")
            audit = await host.do("audit")
            assert [(one["actor"], one["action"], one["details"]) for one in audit] == [
                ("me", "ban", {"target": "192.0.2.0/24", "days": "2", "reason": "spam"}),
                ("me", "announce", {"text": "hello"}),
            ]

    asyncio.run(work())


@pytest.mark.parametrize(
    ("action", "arguments", "why"),
    [
        ("tabels", {}, "no action 'tabels'; did you mean 'tables'"),
        ("close", {}, "usage: close TABLE"),
        ("close", {"table": "x", "force": "yes"}, "usage: close TABLE"),
        ("ban", {"target": "a" * 16}, "no such guest"),
        ("ban", {"target": "192.0.2.0/24", "days": "soon"}, "days: a number, got 'soon'"),
        ("tables", {"state": "lost"}, "state: open, playing, over, got 'lost'"),
        ("read-only", {"state": "maybe"}, "state: on or off"),
        ("delete-message", {"table": "x", "number": "-1"}, "number: of a message"),
        ("reports", {"state": "none"}, "state: open or all"),
    ],
)
def test_mistakes_are_refused_in_one_line(
    tmp_path: Path, action: str, arguments: dict[str, str], why: str
) -> None:
    async def work() -> None:
        async with local_server(settings_for(tmp_path)) as server:
            with pytest.raises(RequestError) as refused:
                await Host(server).do(action, **arguments)
            assert str(refused.value).startswith(why)
            assert await Host(server).do("audit") == []

    asyncio.run(work())


def test_every_action_exists() -> None:
    for name in ACTIONS:
        assert callable(getattr(Admin, f"do_{name.replace('-', '_')}"))


class Site:
    """One server with SQLite or two with PostgreSQL, and the command beside them."""

    def __init__(self, settings: Settings, servers: list[LocalServer]) -> None:
        self.settings, self.servers = settings, servers

    async def admin(self, action: str, **arguments: str) -> None:
        await asyncio.to_thread(run_admin, self.settings, action, arguments)

    async def texts(self, path: str, guest: dict[str, str]) -> list[str]:
        answers = [await one.http.get(path, headers=guest) for one in self.servers]
        return [answer.raise_for_status().text for answer in answers]


@asynccontextmanager
async def site_on(database: str) -> AsyncIterator[Site]:
    settings = Settings(
        database=database, limits=NO_LIMITS, warm_up=False, bot_threads=1, pause_seconds=0
    )
    async with AsyncExitStack() as stack:
        number = 2 if settings.is_shared else 1
        servers = [await stack.enter_async_context(local_server(settings)) for _ in range(number)]
        yield Site(settings, servers)


async def wait_until(is_so: Callable[[], object]) -> None:
    async with asyncio.timeout(TIMEOUT_SECONDS):
        while not is_so():
            await asyncio.sleep(0.01)


def test_servers_follow_what_the_command_does_at_tables(database: str) -> None:
    """It asks the server with SQLite; several servers follow their common database."""

    async def work() -> None:
        async with site_on(database) as site:
            host = Host(site.servers[0])
            await host.set_up()
            eve = await host.server.guest("Eve")
            await host.say(eve, "spiteful words")
            tables = [await one.registry.table(host.table.id) for one in site.servers]

            def in_memory() -> str:
                logs = [table.log for table in tables]
                return str([(log.entries, log.chairs, log.talk) for log in logs])

            number = next(one.number for one in host.table.log.entries if "hello" in one.text)
            await site.admin("delete-message", table=host.table.id, number=str(number))
            await wait_until(lambda: "hello" not in in_memory())
            for guest in (eve, host.ann):
                await site.admin("delete-guest", guest=await host.id_of(guest))
            await wait_until(lambda: not {"Eve", "Ann"} & {*re.findall(r"\w+", in_memory())})
            assert await host.say(host.bob, "where is she") == 204
            paths = [f"/api/tables/{host.table.id}{end}" for end in ("", "/messages")]
            paths += [f"/tables/{host.table.id}", "/"]
            shown = "".join([str(await site.texts(path, host.bob)) for path in paths])
            assert shown.count("where is she") >= 2 * len(tables)
            assert not {"Ann", "Eve", "rude", "spiteful"} & {*re.findall(r"\w+", shown)}
            await host.check_stored_log()
            await site.admin("close", table=host.table.id)
            await wait_until(lambda: all(table.state == "over" for table in tables))

    asyncio.run(work())


def test_servers_follow_what_the_command_decides_about_guests(database: str) -> None:
    async def work() -> None:
        async with site_on(database) as site:
            host = Host(site.servers[0])
            await host.set_up()
            bob = await host.id_of(host.bob)
            await site.admin("rename", guest=bob, name="Robert")
            assert all("Robert" in text for text in await site.texts("/api/me", host.bob))
            await site.admin("ban", target=bob)
            await site.admin("announce", text="hello all")
            decisions = [one.registry.moderation for one in site.servers]
            await wait_until(lambda: all(one.notice == "hello all" for one in decisions))
            assert [await host.say(host.bob, "x", one) for one in site.servers] == [403] * len(
                site.servers
            )

    asyncio.run(work())


def test_the_next_entry_never_brings_back_a_deleted_name(database: str) -> None:
    """Not even where a server has not heard of the deletion, or a request began before it."""

    async def work() -> None:
        async with site_on(database) as site:
            server = site.servers[0]
            host = Host(server)
            await host.set_up()
            ann = Guest(await host.id_of(host.ann), "Ann")
            other = await host.server.table([host.bob])
            await server.registry.store.moderation.delete_guest(ann.id)
            for change in (host.table.say(ann, "still here"), other.sit(ann)):
                with pytest.raises(RequestError, match="become a guest first"):
                    await change
            assert await host.say(host.bob, "where is she") == 204
            stored = [await server.registry.store.table(one.id) for one in (host.table, other)]
            assert "Ann" not in json.dumps([one.summary for one in stored if one])
            assert [name for name, _ in await host.messages()] == ["Bob", "Bob"]
            await host.check_stored_log()

    asyncio.run(work())


def test_a_deleted_name_disappears_from_replays(tmp_path: Path) -> None:
    async def work() -> None:
        async with local_server(settings_for(tmp_path)) as server:
            host = Host(server)
            await host.set_up()
            await host.play(5)
            await server.post(f"/tables/{host.table.id}/resign", host.bob)
            assert "Ann" in await host.replay()
            await host.do("delete-guest", guest=await host.id_of(host.ann))
            assert "Ann" not in await host.replay() and "Bob" in await host.replay()

    asyncio.run(work())


def test_the_log_has_four_characters_of_a_table(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async def work() -> None:
        async with local_server(settings_for(tmp_path)) as server:
            host = Host(server)
            await host.set_up()
            with caplog.at_level("INFO", "heptapolis.server"):
                await host.do("close", table=host.table.id)
            assert f"admin: me did close {host.table.id[:4]}…" in caplog.text
            assert host.table.id not in caplog.text
            assert (await host.do("audit"))[0]["details"] == {"table": host.table.id}

    asyncio.run(work())

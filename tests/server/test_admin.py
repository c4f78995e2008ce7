"""Actions of hosts at tables that are open, and their audit log."""

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest

from heptapolis.server.admin import ACTIONS, Admin
from heptapolis.server.errors import RequestError
from heptapolis.server.settings import Settings
from tests.server.conftest import settings_for
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

    async def say(self, guest: dict[str, str], text: str) -> int:
        path = f"/api/tables/{self.table.id}/messages"
        return (await self.server.http.post(path, headers=guest, json={"text": text})).status_code

    async def do(self, action: str, **arguments: str) -> Any:
        return await self.admin.run(action, arguments, "me")

    async def id_of(self, guest: dict[str, str]) -> str:
        return str(json.loads(await self.server.get("/me", guest))["id"])

    async def messages(self) -> list[tuple[str, str]]:
        said = json.loads(await self.server.get(f"/tables/{self.table.id}/messages", self.bob))
        return [(one["name"], one["text"]) for one in said]


def test_a_deleted_message_is_gone_and_the_log_replays(tmp_path: Path) -> None:
    async def work() -> None:
        async with local_server(settings_for(tmp_path)) as server:
            host = Host(server)
            await host.set_up()
            table = host.table
            number = next(one.number for one in table.log.entries if "rude" in one.text)
            await host.do("delete-message", table=table.id, number=str(number))
            assert await host.messages() == [("Bob", "hello")]
            assert not [one for one in table.log.entries if "rude" in one.text]
            entries, summary = table.log.entries, table.log.summary()
            stored = await server.registry.store.log(table.id)
            assert stored == entries, "what is stored and what is open here are the same"
            again = table.log.without_entries()
            again.replay(stored)
            assert again.summary() == summary and again.entries == entries
            assert [vars(one) for one in again.chairs] == [vars(one) for one in table.chairs]
            assert again.talk == table.talk or await host.say(host.ann, "sorry") == 204
            assert (await host.messages())[-1][0] in ("Ann", "Bob")

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


def test_another_server_reads_what_an_admin_has_done(shared: Settings) -> None:
    """The command works on the database of a cluster; servers with the table open follow."""

    async def work() -> None:
        async with local_server(shared) as server:
            host = Host(server)
            await host.set_up()
            outside = Admin(server.registry.store, server.app.state.moderation)
            number = next(one.number for one in host.table.log.entries if "rude" in one.text)
            arguments = {"table": host.table.id, "number": str(number)}
            await outside.run("delete-message", arguments, "me")
            await outside.run("close", {"table": host.table.id}, "me")
            while host.table.state != "over":
                await asyncio.sleep(0.01)
            assert await host.messages() == [("Bob", "hello")]

    asyncio.run(work())

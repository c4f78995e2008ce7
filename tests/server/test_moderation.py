"""Bans, notices and read-only mode as guests meet them."""

import asyncio
import time
from dataclasses import replace
from pathlib import Path

import pytest

from heptapolis.server.admin import Admin
from heptapolis.server.errors import RequestError
from heptapolis.server.moderation import Moderation, network_in
from heptapolis.server.moderation_store import Ban
from heptapolis.server.settings import Settings
from tests.pins.openapi import addresses
from tests.server.conftest import RunningServer, settings_for
from tests.server.inside import LocalServer, local_server

FREE = (  # changes nothing that is stored, or is for hosts
    "/language",
    "/admin/login",
    "/admin/logout",
    "/admin/do",
)


def admin_of(server: LocalServer) -> Admin:
    return Admin(server.registry.store, server.app.state.moderation, server.registry.tables)


async def refusals(server: LocalServer, table: str, headers: dict[str, str]) -> dict[str, str]:
    """Return how every address that changes something refuses a guest."""
    answers = {}
    for line in addresses().splitlines():
        path, *methods = line.split()
        for method in set(methods) & {"POST", "PATCH", "DELETE"}:
            filled = path.replace("{table}", table).replace("{seat}", "0")
            filled = filled.replace("{lesson}", "classic").replace("{id}", "classic")
            answer = await server.http.request(method, filled, headers=headers, json={})
            answers[f"{method} {path}"] = answer.text
    return answers


def test_a_banned_network_can_change_nothing(tmp_path: Path) -> None:
    async def work() -> None:
        async with local_server(settings_for(tmp_path)) as server:
            ann = await server.guest("Ann")
            table = await server.table([ann])
            admin = admin_of(server)
            await admin.run("ban", {"target": "127.0.0.1/8", "days": "1"}, "me")
            refused = await refusals(server, table.id, ann)
            banned = {path for path, text in refused.items() if "banned" in text}
            incomplete = {path for path, text in refused.items() if '"code":"invalid"' in text}
            assert refused.keys() - banned - incomplete == {f"POST {path}" for path in FREE}
            assert len(banned) > 30 and len(incomplete) < 8
            assert (await server.http.get(f"/tables/{table.id}")).status_code == 200
            await admin.run("unban", {"target": "127.0.0.0/8"}, "me")
            assert (await server.http.post("/api/guests", json={})).status_code == 201

    asyncio.run(work())


def test_a_banned_guest_cannot_speak_or_play_and_others_can(tmp_path: Path) -> None:
    server = RunningServer(settings_for(tmp_path))
    try:
        ann, bob = server.player("Ann"), server.player("Bob")
        table = ann.open(seats=3)
        bob.post(f"/tables/{table}/seats")
        admin = Admin(server.registry.store, server.app.state.moderation)
        asyncio.run(admin.run("ban", {"target": bob.id}, "me"))
        refused = bob.post(f"/tables/{table}/messages", text="hello")
        assert refused.status_code == 403 and refused.json()["error"]["code"] == "banned"
        assert ann.post(f"/tables/{table}/messages", text="hello").status_code == 204
        page = bob.http.post("/tables", data={"game": "classic"}, headers={"accept": "text/html"})
        assert page.status_code == 403 and "has banned you" in page.text
        asyncio.run(admin.run("unban", {"target": bob.id}, "me"))
        assert bob.post(f"/tables/{table}/messages", text="hello").status_code == 204
    finally:
        server.stop()


def test_a_ban_ends_by_itself() -> None:
    decisions = Moderation(None)  # type: ignore[arg-type]
    now = time.time()
    decisions._set_bans([Ban("1", "a" * 16, now + 60, "", now), Ban("2", "::1/64", None, "", now)])
    with pytest.raises(RequestError):
        decisions.check("a" * 16, "192.0.2.1")
    decisions._set_bans([Ban("1", "a" * 16, now - 1, "", now)])
    decisions.check("a" * 16, "192.0.2.1")


@pytest.mark.parametrize(
    ("target", "host", "is_hit"),
    [
        ("192.0.2.0/24", "192.0.2.77", True),
        ("192.0.2.0/24", "::ffff:192.0.2.77", True),
        ("192.0.2.0/24", "192.0.3.1", False),
        ("192.0.2.7", "192.0.2.7", True),
        ("2001:db8::/32", "2001:db8::1", True),
        ("2001:db8::/32", "192.0.2.7", False),
        ("192.0.2.0/24", "", False),
        ("192.0.2.0/24", "testclient", False),
    ],
)
def test_networks_of_both_kinds(target: str, host: str, is_hit: bool) -> None:
    decisions = Moderation(None)  # type: ignore[arg-type]
    decisions._set_bans([Ban("1", target, None, "", 0.0)])
    if is_hit:
        with pytest.raises(RequestError):
            decisions.check(None, host)
    else:
        decisions.check(None, host)


def test_the_id_of_a_guest_is_no_network() -> None:
    assert network_in("1234567890123456") is None and network_in("10.0.0.0/8") is not None


def test_a_notice_stands_on_all_pages_and_in_the_status(tmp_path: Path) -> None:
    async def work() -> None:
        async with local_server(settings_for(tmp_path)) as server:
            table = await server.table([await server.guest("Ann")])
            admin = admin_of(server)
            await admin.run("announce", {"text": "Back at <b>noon</b>"}, "me")
            for path in ("/", "/help", f"/tables/{table.id}", "/nowhere"):
                page = await server.http.get(path, headers={"accept": "text/html"})
                assert "Back at &lt;b&gt;noon&lt;/b&gt;" in page.text, path
            assert (await server.http.get("/api/status")).json()["notice"] == "Back at <b>noon</b>"
            await admin.run("announce", {}, "me")
            assert 'class="notice"' not in (await server.http.get("/")).text

    asyncio.run(work())


def test_in_read_only_mode_games_are_watched_and_not_changed(tmp_path: Path) -> None:
    async def work() -> None:
        async with local_server(settings_for(tmp_path)) as server:
            ann = await server.guest("Ann")
            table = await server.table([ann], seats=3)
            admin = admin_of(server)
            await admin.run("read-only", {"state": "on"}, "me")
            for path, body in (
                ("/api/guests", {}),
                ("/api/tables", {}),
                (f"/api/tables/{table.id}/messages", {"text": "hi"}),
                (f"/api/tables/{table.id}/seats", {"bot": "easy"}),
            ):
                answer = await server.http.post(path, headers=ann, json=body)
                assert answer.status_code == 503, (path, answer.text)
                assert answer.json()["error"]["code"] == "read_only"
            assert (await server.http.get(f"/tables/{table.id}")).status_code == 200
            assert (await server.http.get("/api/status")).json()["is_read_only"]
            await admin.run("read-only", {"state": "off"}, "me")
            said = await server.http.post(
                f"/api/tables/{table.id}/messages", headers=ann, json={"text": "hi"}
            )
            assert said.status_code == 204

    asyncio.run(work())


def test_servers_of_a_cluster_follow_the_database(shared: Settings) -> None:
    async def work() -> None:
        async with local_server(shared) as first, local_server(replace(shared)) as second:
            bob = await second.guest("Bob")
            table = await second.table([bob], seats=3)
            await admin_of(first).run("announce", {"text": "hello"}, "me")
            while second.app.state.moderation.notice != "hello":
                await asyncio.sleep(0.01)
            await admin_of(first).run("delete", {"table": table.id}, "me")
            while table.id in second.registry.tables.loaded:
                await asyncio.sleep(0.01)
            assert (await second.http.get(f"/api/tables/{table.id}")).status_code == 404

    asyncio.run(work())

"""The admin page: how it opens, what it shows and does, and what it refuses."""

import asyncio
import re
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import httpx
import pytest

from heptapolis.server import admin_page
from heptapolis.server.settings import LIMITS
from tests.server.conftest import NO_LIMITS, settings_for
from tests.server.inside import LocalServer, local_server

TOKEN = "a-token-of-some-length"


def with_page(folder: Path, work: Callable[[LocalServer], Awaitable[None]], **changes: Any) -> None:
    async def run() -> None:
        async with local_server(settings_for(folder, **{"admin_token": TOKEN} | changes)) as server:
            await work(server)

    asyncio.run(run())


async def log_in(server: LocalServer, token: str = TOKEN) -> httpx.Response:
    return await server.http.post("/admin/login", data={"token": token})


async def csrf_of(server: LocalServer) -> str:
    page = (await server.http.get("/admin")).text
    found = re.search('name="csrf" value="([^"]+)"', page)
    assert found
    return found[1]


async def do(server: LocalServer, action: str, csrf: str, **fields: str) -> httpx.Response:
    data = {"csrf": csrf, "action": action, **fields}
    headers = {"sec-fetch-site": "same-origin"}
    return await server.http.post("/admin/do", data=data, headers=headers)


def test_without_a_token_in_the_settings_there_is_no_page(tmp_path: Path) -> None:
    async def work(server: LocalServer) -> None:
        for method, path in (("GET", ""), ("POST", "/login"), ("POST", "/do"), ("POST", "/logout")):
            answer = await server.http.request(method, f"/admin{path}", data={"token": ""})
            assert answer.status_code == 404

    with_page(tmp_path, work, admin_token=None)


def test_a_token_opens_the_page_and_attempts_are_limited(tmp_path: Path) -> None:
    async def work(server: LocalServer) -> None:
        for wrong in ("", "wrong", TOKEN[:-1], f"{TOKEN}x", "é"):
            refused = await log_in(server, wrong)
            assert refused.status_code == 403 and not refused.cookies
        closed = await server.http.get(f"/admin?token={TOKEN}")
        assert "csrf" not in closed.text and closed.headers["cache-control"] == "no-store"
        opened = await log_in(server)
        assert opened.status_code == 303 and TOKEN not in str(opened.headers)
        assert 'name="csrf"' in (await server.http.get("/admin")).text
        server.http.cookies.clear()
        answers = [(await log_in(server, "wrong")).status_code for _ in range(7)]
        assert answers == [403] * 4 + [429] * 3
        assert (await log_in(server)).status_code == 429, "even with the right one"

    with_page(tmp_path, work, limits={**NO_LIMITS, "claim": LIMITS["claim"]})


def test_the_session_is_out_of_reach_and_ends_with_the_token(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def begin(server: LocalServer) -> None:
        header = (await log_in(server)).headers["set-cookie"].lower()
        for word in ("httponly", "samesite=strict", "secure", "path=/admin", "max-age=28800"):
            assert word in header

    async def is_open(server: LocalServer, cookie: str) -> bool:
        headers = {"cookie": f"{admin_page.COOKIE}={cookie}"}
        return 'name="csrf"' in (await server.http.get("/admin", headers=headers)).text

    async def again(server: LocalServer) -> None:
        sessions = server.app.state.admin_sessions
        good = sessions.begin(TOKEN)
        assert await is_open(server, good)
        assert not await is_open(server, "x" + good[1:])
        assert not await is_open(server, sessions.form_token("x"))
        monkeypatch.setattr(admin_page, "SESSION_SECONDS", -1)
        assert not await is_open(server, good), "it is too old"
        monkeypatch.undo()
        key = server.app.state.guests._key.decode()
        assert await is_open(server, str(admin_page.Sessions(key, TOKEN).begin(TOKEN)))
        other = admin_page.Sessions(key, "another-token-now")
        assert not await is_open(server, str(other.begin("another-token-now")))

    with_page(tmp_path, begin, https=True)
    with_page(tmp_path, again)


def test_forms_want_their_token(tmp_path: Path) -> None:
    async def work(server: LocalServer) -> None:
        assert (await do(server, "announce", "", text="hello")).status_code == 403
        await log_in(server)
        csrf = await csrf_of(server)
        other = server.app.state.admin_sessions.form_token("another session")
        for wrong in ("", "x", other, f"{csrf}x"):
            assert (await do(server, "announce", wrong, text="hello")).status_code == 403
        data = {"csrf": csrf, "action": "announce", "text": "hello"}
        foreign = {"sec-fetch-site": "cross-site"}
        sent = await server.http.post("/admin/do", data=data, headers=foreign)
        assert sent.status_code == 403
        assert server.app.state.moderation.notice == ""
        assert (await do(server, "announce", csrf, text="hello")).status_code == 200
        assert server.app.state.moderation.notice == "hello"

    with_page(tmp_path, work)


def test_a_host_reads_reports_and_acts(tmp_path: Path) -> None:
    async def work(server: LocalServer) -> None:
        ann = await server.guest("Ann <script>")
        table = await server.table([ann], seats=3)
        await server.http.post(
            f"/api/tables/{table.id}/report", headers=ann, json={"text": "<b>rude</b>"}
        )
        await log_in(server)
        page = (await server.http.get("/admin")).text
        assert "&lt;b&gt;rude&lt;/b&gt;" in page and f'href="/admin?table={table.id}"' in page
        for show in admin_page.LISTS:
            answer = await server.http.get(f"/admin?show={show}")
            assert answer.status_code == 200 and "<script>" not in answer.text.split("<main")[1]
        shown = (await server.http.get(f"/admin?table={table.id}")).text
        assert "Ann" in shown and "seed" not in shown
        assert (await server.http.get("/admin?show=delete")).status_code == 404
        csrf = await csrf_of(server)
        done = await do(server, "close", csrf, table=table.id)
        assert done.status_code == 200 and "close: done" in done.text and "admin page" in done.text
        refused = await do(server, "close", csrf, table=table.id)
        assert refused.status_code == 409 and "over already" in refused.text
        assert (await do(server, "explode", csrf)).status_code == 422

    with_page(tmp_path, work)


def test_logging_out_ends_one_session_for_all_servers(tmp_path: Path) -> None:
    """Also for a copy of its cookie, and for as long as the cookie would have been valid."""

    async def work(server: LocalServer) -> None:
        sessions, headers = server.app.state.admin_sessions, {"sec-fetch-site": "same-origin"}
        first, other = [
            {"cookie": f"{admin_page.COOKIE}={sessions.begin(TOKEN)}"} | headers for _ in range(2)
        ]
        page = (await server.http.get("/admin", headers=first)).text
        csrf = re.findall('name="csrf" value="([^"]+)"', page)[0]
        left = await server.http.post("/admin/logout", headers=first)
        assert left.status_code == 303 and f'{admin_page.COOKIE}=""' in left.headers["set-cookie"]
        await server.http.post("/admin/logout", headers=first)
        assert "csrf" not in (await server.http.get("/admin", headers=first)).text
        data = {"csrf": csrf, "action": "announce", "text": "hello"}
        assert (await server.http.post("/admin/do", data=data, headers=first)).status_code == 403
        assert "csrf" in (await server.http.get("/admin", headers=other)).text

        kept = server.registry.store.moderation
        await kept.end_session("f" * 16, 100.0, 200.0)
        assert await kept.has_ended("f" * 16)
        await kept.end_session("e" * 16, 201.0, 300.0)
        assert not await kept.has_ended("f" * 16) and await kept.has_ended("e" * 16)

    with_page(tmp_path, work)

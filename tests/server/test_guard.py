"""Access checks, size and rate limits of requests; headers and errors of responses."""

import logging
import socket
import time
import warnings
from collections.abc import Iterator
from inspect import iscoroutinefunction
from pathlib import Path
from typing import Annotated, Any

import httpx
import pytest
from fastapi.routing import APIRoute
from pydantic import Field, TypeAdapter
from starlette.routing import Route

from heptapolis.server import (
    api,
    app,
    dependencies,
    devices,
    front,
    guard,
    pages,
    tv,
)
from heptapolis.server.guests import COOKIE, SECURE_COOKIE
from heptapolis.server.settings import Settings
from tests.server.conftest import NO_LIMITS, TIMEOUT_SECONDS, RunningServer, settings_for


@pytest.fixture
def browser(server: RunningServer) -> Iterator[httpx.Client]:
    """Return a client with a guest's cookie that sends requests like a page of this site."""
    with httpx.Client(
        base_url=server.url, headers={"Sec-Fetch-Site": "same-origin"}, timeout=TIMEOUT_SECONDS
    ) as http:
        http.post("/api/guests", json={"name": "Ann"}).raise_for_status()
        yield http


def test_the_cookie_is_out_of_reach_for_scripts_and_other_sites(server: RunningServer) -> None:
    answer = server.ask("POST", "/api/guests", json={})
    cookie = answer.headers["set-cookie"]
    assert cookie.startswith(f"{COOKIE}=")
    assert "HttpOnly" in cookie and "SameSite=lax" in cookie and "Secure" not in cookie


def test_behind_https_the_cookie_is_secure(tmp_path: Path) -> None:
    running = RunningServer(settings_for(tmp_path, https=True))
    try:
        cookies = running.ask("POST", "/api/guests", json={}).headers.get_list("set-cookie")
        (cookie,) = [one for one in cookies if one.startswith(f"{SECURE_COOKIE}=")]
        assert "Secure" in cookie and "Path=/" in cookie and "Domain" not in cookie
    finally:
        running.stop()


def cookies_set_by(answer: httpx.Response) -> dict[str, str]:
    """Return the cookies that a response sets, "" for those that it deletes."""
    lines = (one.partition(";")[0] for one in answer.headers.get_list("set-cookie"))
    return {name: value.strip('"') for name, _, value in (line.partition("=") for line in lines)}


def test_behind_https_an_old_cookie_is_exchanged_without_a_logout(tmp_path: Path) -> None:
    before = RunningServer(settings_for(tmp_path))
    token = before.player("Ann").token
    before.stop()
    running = RunningServer(settings_for(tmp_path, https=True))

    def page(**cookies: str) -> httpx.Response:
        header = "; ".join(f"{name}={value}" for name, value in cookies.items())
        return running.ask("GET", "/", headers={"cookie": header})

    try:
        answer = page(**{COOKIE: token})
        assert "Ann" in answer.text
        assert cookies_set_by(answer) == {COOKIE: "", SECURE_COOKIE: token}
        again = page(**{SECURE_COOKIE: token})
        assert "Ann" in again.text and not cookies_set_by(again)
        eve = running.player("Eve").token
        assert "Ann" in page(**{SECURE_COOKIE: token, COOKIE: eve}).text
        assert not cookies_set_by(page(**{COOKIE: "forged"}))
    finally:
        running.stop()


def test_browsers_remember_https_where_it_is_used(tmp_path: Path, server: RunningServer) -> None:
    name = "strict-transport-security"
    assert name not in server.ask("GET", "/api/status").headers
    running = RunningServer(settings_for(tmp_path, public_url="https://games.example.org"))
    try:
        for path in ("/api/status", "/static/base.css", "/nowhere"):
            assert running.ask("GET", path).headers[name].startswith("max-age=")
    finally:
        running.stop()


def test_a_request_with_two_lengths_is_refused(server: RunningServer) -> None:
    request = (
        b"POST /language HTTP/1.1\r\nhost: x\r\ncontent-length: 6\r\n"
        b"transfer-encoding: chunked\r\n\r\n0\r\n\r\nGET / HTTP/1.1\r\nhost: x\r\n\r\n"
    )
    url = httpx.URL(server.url)
    with socket.create_connection((url.host, url.port or 0), TIMEOUT_SECONDS) as line:
        line.sendall(request)
        answer = b"".join(iter(lambda: line.recv(65_536), b""))
    assert answer.startswith(b"HTTP/1.1 400 ") and answer.count(b"HTTP/1.1") == 1


@pytest.mark.parametrize(
    ("path", "place"),
    [
        ("/learn/", "/learn"),
        ("/cards/classic/?q=a&x=%2f", "/cards/classic?q=a&x=%2f"),
        ("//evil.example/", "/evil.example"),
        ("/%5cevil.example/", "/%5Cevil.example"),
    ],
)
def test_redirects_stay_on_this_server(server: RunningServer, path: str, place: str) -> None:
    headers = {"host": "evil.example", "accept": "text/html"}
    url = httpx.URL(server.url).copy_with(raw_path=path.encode())
    answer = httpx.get(url, headers=headers, timeout=TIMEOUT_SECONDS)
    assert (answer.status_code, answer.headers["location"]) == (307, place)


def test_an_identity_cannot_be_made_up(server: RunningServer, browser: httpx.Client) -> None:
    token = browser.cookies[COOKIE]
    other = token[:-5] + ("A" if token[-5] != "A" else "B") + token[-4:]
    for forged in (other, "x", "a.b.c", "é"):
        headers = {b"Authorization": f"Bearer {forged}".encode()}
        answer = server.ask("GET", "/api/me", headers=headers)
        assert (answer.status_code, answer.json()["error"]["code"]) == (401, "no_guest")
    assert browser.get("/api/me").json()["name"] == "Ann"


def test_changes_come_from_our_own_pages(server: RunningServer, browser: httpx.Client) -> None:
    def change(**headers: str) -> int:
        given = {name.replace("_", "-"): value for name, value in headers.items()}
        cookies = {COOKIE: browser.cookies[COOKIE]}
        with httpx.Client(base_url=server.url, cookies=cookies, timeout=TIMEOUT_SECONDS) as http:
            return http.patch("/api/me", json={"name": "Eve"}, headers=given).status_code

    host = httpx.URL(server.url).netloc.decode()
    assert change(sec_fetch_site="same-origin") == 200
    assert change(origin=f"http://{host}") == 200
    for site in ("cross-site", "same-site", "none"):
        assert change(sec_fetch_site=site, origin=f"http://{host}") == 403
    assert change(origin="http://evil.example") == 403
    assert change(origin="null") == 403
    assert change(origin="http://[") == 403
    assert change() == 403  # a cookie without an origin


def test_every_form_wants_its_token(server: RunningServer, browser: httpx.Client) -> None:
    table = server.player().open()
    routes = [route for tables in (front, devices, pages, tv) for route in tables.router.routes]
    posts = [one.path for one in routes if isinstance(one, Route) and "POST" in (one.methods or ())]
    assert len(posts) > 15
    for path in posts:
        if path != "/language":  # only changes the language
            answer = browser.post(path.format(table=table), data={"csrf": "wrong"})
            assert answer.status_code == 403, path


def test_a_form_with_too_many_fields_is_refused(browser: httpx.Client) -> None:
    fields = {f"field{n}": "x" for n in range(100)}
    for path in ("/language", "/quick", "/device/claim"):
        answer = browser.post(path, data=fields)
        assert answer.status_code == 413 and "<!doctype html>" in answer.text


def test_errors_on_pages_are_shown_as_pages(
    browser: httpx.Client, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(*_: object) -> None:
        raise RuntimeError("what went wrong")

    monkeypatch.setattr(front, "_count_waiting", fail)
    answer = browser.get("/")
    assert answer.status_code == 500 and "Something went wrong. Try again." in answer.text
    assert "what went wrong" in caplog.text and "what went wrong" not in answer.text


def test_forms_carry_a_token_of_their_guest(server: RunningServer) -> None:
    from heptapolis.server.errors import RequestError
    from heptapolis.server.store import Guest

    guests, ann = server.app.state.guests, Guest("a" * 16, "Ann")
    token = guests.form_token(ann)
    guests.check_form_token(ann, token)
    for guest, wrong in [(Guest("b" * 16, "Bob"), token), (ann, token + "x"), (ann, None)]:
        with pytest.raises(RequestError):
            guests.check_form_token(guest, wrong)
    with pytest.raises(RequestError):
        guests.check_form_token(ann, guests.token(ann))


def test_every_answer_has_the_headers(server: RunningServer, browser: httpx.Client) -> None:
    for path in ("/api/status", "/api/me", "/api/docs", "/nowhere", "/api/tables/none"):
        headers = browser.get(path).headers
        policy = headers["content-security-policy"]
        assert "default-src 'none'" in policy and "unsafe" not in policy
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["x-frame-options"] == "DENY"
    assert browser.get("/api/me").headers["cache-control"] == "no-store"


def test_all_refusals_have_the_same_form(browser: httpx.Client) -> None:
    for method, path, status in [
        ("GET", "/nowhere", 404),
        ("GET", "/api/tables/abcdefghijkl", 404),
        ("GET", "/api/tables/..%2f..", 404),
        ("GET", "/api/tables/no", 422),
        ("DELETE", "/api/status", 405),
        ("POST", "/api/tables", 422),
    ]:
        answer = browser.request(method, path)
        assert answer.status_code == status, path
        assert set(answer.json()["error"]) == {"code", "message"}


def test_large_bodies_are_refused(browser: httpx.Client) -> None:
    large = b'{"name": "' + b"x" * 70_000 + b'"}'
    headers = {"content-type": "application/json"}
    assert browser.patch("/api/me", content=large, headers=headers).status_code == 413
    parts = (large[n : n + 1000] for n in range(0, len(large), 1000))  # sent without Content-Length
    assert browser.patch("/api/me", content=parts, headers=headers).status_code == 413


def test_names_are_made_harmless(browser: httpx.Client) -> None:
    def named(name: str) -> str | int:
        answer = browser.patch("/api/me", json={"name": name})
        return str(answer.json()["name"]) if answer.is_success else answer.status_code

    assert named("  Ann\u202e\n  <i>  ") == "Ann <i>"
    assert named("Олена") == "Олена"
    assert named("x" * 100) == "x" * 24
    assert [named(name) for name in ("", " \t", "\u200b")] == [422] * 3
    surrogate = browser.patch("/api/me", content=b'{"name": "\\ud800"}')
    assert surrogate.status_code == 422


def test_static_files_have_a_limit_of_their_own(tmp_path: Path) -> None:
    running = RunningServer(settings_for(tmp_path, limits=NO_LIMITS | {"request": (1.0, 0.0)}))
    try:
        files = [running.ask("GET", "/static/base.css").status_code for _ in "123"]
        pages = [running.ask("GET", "/api/status").status_code for _ in "12"]
        assert files == [200] * 3 and pages == [200, 429]
    finally:
        running.stop()


def test_repeated_refusals_are_delayed_and_end_the_connection(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(guard, "REFUSAL_PAUSE_SECONDS", 0.3)
    limits = NO_LIMITS | {"request": (1.0, 0.0), "refused": (2.0, 0.0)}
    running = RunningServer(settings_for(tmp_path, limits=limits))
    try:
        start = time.monotonic()
        with httpx.Client(base_url=running.url, timeout=TIMEOUT_SECONDS) as http:
            answers = [http.get("/api/status") for _ in range(5)]
        assert [one.status_code for one in answers] == [200] + [429] * 4
        ends = [one.headers.get("connection") == "close" for one in answers]
        assert ends == [False] * 3 + [True] * 2
        assert time.monotonic() - start >= 2 * 0.3
    finally:
        running.stop()


@pytest.mark.parametrize("kind", ["request", "guest", "write", "table", "say", "hint", "claim"])
def test_too_much_is_refused_for_a_while(tmp_path: Path, kind: str) -> None:
    running = RunningServer(settings_for(tmp_path, limits=NO_LIMITS | {kind: (3.0, 0.0)}))
    statuses = []
    try:
        if kind in ("request", "guest"):
            statuses = [running.ask("POST", "/api/guests", json={}).status_code] * 3
            statuses += [running.ask("POST", "/api/guests", json={}).status_code for _ in "123"]
        else:
            ann = running.player()
            table = ann.open(game="duel", bots=["random"])
            path, body = {
                "write": ("/me/code", {}),
                "table": ("/tables", {}),
                "say": (f"/tables/{table}/messages", {"reaction": "wow"}),
                "hint": (f"/tables/{table}/hint", None),
                "claim": ("/guests/claim", {"code": "x"}),
            }[kind]
            for _ in range(4):
                got = ann.http.get(f"/api{path}") if body is None else ann.post(path, **body)
                statuses.append(got.status_code)
        assert statuses[-1] == 429 and statuses[0] != 429
    finally:
        running.stop()


def test_a_code_moves_a_guest_to_another_device(server: RunningServer) -> None:
    ann, phone = server.player("Ann"), server.player("Phone")
    code = ann.make("/me/code")["code"]
    assert len(code) == 14
    assert phone.post("/guests/claim", code="AAAA-BBBB-CCCC").status_code == 404
    identity = phone.make("/guests/claim", code=f" {code.lower()} ")
    assert (identity["id"], identity["name"]) == (ann.id, "Ann")
    assert phone.post("/guests/claim", code=code).status_code == 404
    assert COOKIE in phone.http.cookies


def test_while_the_rules_compile_games_wait_and_the_status_says_so(tmp_path: Path) -> None:
    running = RunningServer(settings_for(tmp_path))
    try:
        ann = running.player()
        running.registry.warm_up.steps = 3
        status = ann.get("/status")
        assert (status["is_ready"], status["done"]) == (False, 3) and status["steps"] > 3
        answer = ann.post("/tables")
        assert answer.status_code == 503 and "3 of" in answer.json()["error"]["message"]
        assert answer.headers["retry-after"] == "1"
        steps = status["steps"]
        bar = f'<progress id="compiled" value="3" max="{steps}">'
        assert bar in ann.http.get(f"{running.url}/").text, "the front page tells it too"
        running.registry.warm_up.steps = steps
        assert "compiling" not in ann.http.get(f"{running.url}/").text
    finally:
        running.stop()


def test_warnings_suppressed_for_fastapi_stay_suppressed_while_the_rules_compile() -> None:
    """Even after the compiling thread has restored the earlier warning filters."""
    odd: Any = Annotated[int, Field(alias="body")]
    with pytest.raises(UserWarning, match="'alias' attribute"):
        TypeAdapter(odd)
    pool = logging.getLogger("sqlalchemy.pool")
    level = pool.level
    with warnings.catch_warnings():
        app._set_up_logging(Settings())
        pool.setLevel(level)
        TypeAdapter(odd)


def test_no_route_depends_on_a_plain_function() -> None:
    """FastAPI runs plain functions in a thread at every request; `at_once` avoids that."""
    waiting = [
        route.dependant
        for module in (api, devices, front, pages, tv)
        for route in module.router.routes
        if isinstance(route, APIRoute)
    ]
    called: set[Any] = set()
    while waiting:
        needed = waiting.pop().dependencies
        called |= {one.call for one in needed}
        waiting += needed
    assert dependencies.table_of in called
    assert not {
        one for one in called if not (iscoroutinefunction(one) or iscoroutinefunction(one.__call__))
    }

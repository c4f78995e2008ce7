"""In a browser: the site below a path, behind a proxy that keeps the prefix or strips it."""

import re
import threading
from collections.abc import Iterator
from contextlib import closing, suppress
from http.client import HTTPConnection
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.server.conftest import RunningServer, settings_for, wait_for
from tests.web.browser.test_whole_games import play, start
from tests.web.conftest import Open

ROOT = "/hepta"


class Proxy(ThreadingHTTPServer):
    """A host with other pages, and with the game below a path."""

    daemon_threads = True

    def __init__(self, server: RunningServer, *, strips: bool) -> None:
        super().__init__(("127.0.0.1", 0), _Forwarder)
        self.game, self.upstream = server, server.url.removeprefix("http://")
        self.strips, self.strays = strips, list[str]()
        self.url = f"http://localhost:{self.server_port}"
        threading.Thread(target=self.serve_forever, daemon=True).start()

    def close(self) -> None:
        self.shutdown()
        self.server_close()


class _Forwarder(BaseHTTPRequestHandler):
    server: Proxy

    def do_GET(self) -> None:
        path = self.path
        if not re.match(rf"{ROOT}(/|\?|$)", path):
            self.server.strays.append(path)
            self.send_error(404)
            return
        if self.server.strips:
            path = path.removeprefix(ROOT) or "/"
        body = self.rfile.read(int(self.headers.get("content-length", 0)))
        headers = {name: value for name, value in self.headers.items() if name != "Connection"}
        with closing(HTTPConnection(self.server.upstream)) as upstream:
            upstream.request(self.command, path, body, headers)
            answer = upstream.getresponse()
            self.send_response_only(answer.status)
            for name, value in answer.getheaders():
                if name.lower() not in ("connection", "content-length", "transfer-encoding"):
                    self.send_header(name, value)
            self.end_headers()
            with suppress(ConnectionError):  # the browser leaves a stream with its page
                while part := answer.read1(65_536):
                    self.wfile.write(part)
                    self.wfile.flush()

    do_POST = do_GET  # noqa: N815

    def log_message(self, *_: object) -> None:
        """Log nothing."""


@pytest.fixture(params=[False, True], ids=["prefix kept", "prefix stripped"])
def host(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Proxy]:
    server = RunningServer(settings_for(tmp_path, root_path=ROOT))
    proxy = Proxy(server, strips=request.param)
    yield proxy
    server.stop()
    proxy.close()


def test_a_game_is_played_below_a_path(host: Proxy, visit: Open) -> None:
    """Pages, scripts, moves, the stream, help and the language use addresses below it alone."""
    page = visit(base_url=host.url, expected="404")
    assert host.strays.pop(0) == "/", "the other site"
    page.goto(f"{ROOT}/")
    start(page, "duel", 2)
    assert page.url.startswith(f"{host.url}{ROOT}/tables/")
    table = page.url.rsplit("/", 1)[1]
    page.evaluate("window.isTheSamePage = true")
    play(page, 3)
    presence = host.game.registry.tables.loaded[table].presence
    wait_for(lambda: presence.streams.total() == 1)
    said = host.game.player("Bob").post(f"/tables/{table}/messages", text="hello from outside")
    assert said.status_code == 204
    expect(page.get_by_text("hello from outside")).to_be_attached()
    page.locator(".help-button").click()
    expect(page.locator("#keys")).to_be_visible()
    page.keyboard.press("Escape")
    assert page.evaluate("window.isTheSamePage"), "nothing has loaded the page again"

    page.goto(f"{ROOT}/learn")
    page.locator("a.home").click()
    page.wait_for_url(f"{host.url}{ROOT}/")
    page.locator("select[name=language]").select_option("hu")
    page.wait_for_selector("html[lang=hu]")
    assert page.url == f"{host.url}{ROOT}/"
    own = page.locator(f'a[href="{ROOT}/tables/{table}"]')
    expect(own.first).to_be_visible()
    assert {one["path"] for one in page.context.cookies()} == {ROOT}
    assert not host.strays

"""A server for the pages, visitors without script, and a browser if there is one."""

import os
import re
import shutil
from collections.abc import Callable, Iterator
from html import unescape
from typing import Any

import httpx
import pytest
from playwright.sync_api import Browser, Page, sync_playwright

from tests.server.conftest import LONG, Running, settings_for

Open = Callable[..., Page]
NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A server for all tests of pages."""
    running = Running(settings_for(tmp_path_factory.mktemp("site")))
    yield running
    running.stop()


@pytest.fixture(scope="module")  # while it is open, no test can have an event loop of its own
def browser() -> Iterator[Browser]:
    """Chromium: $CHROMIUM, or the system's."""
    found = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, NAMES)), None)
    if not found:
        pytest.skip("no Chromium: install the system's package, or name one in $CHROMIUM")
    with sync_playwright() as playwright:
        browser: Any = playwright.chromium.launch(executable_path=found, args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture
def visit(browser: Browser, site: Running) -> Iterator[Open]:
    """Pages whose console stays silent."""
    contexts, complaints = [], []

    def open_page(width: int = 1400, height: int = 900, **options: Any) -> Page:
        options = {"reduced_motion": "reduce", "locale": "en-GB"} | options
        context = browser.new_context(
            base_url=site.url, viewport={"width": width, "height": height}, **options
        )
        context.set_default_timeout(20_000)
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on(
            "console", lambda said: complaints.append(said.text) if said.type == "error" else None
        )
        page.goto("/")
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert not complaints


class Visitor:
    """Somebody who follows links and sends forms."""

    def __init__(self, site: Running, **headers: str) -> None:
        headers = {"sec-fetch-site": "same-origin"} | headers
        self.http = httpx.Client(
            base_url=site.url, timeout=LONG, follow_redirects=True, headers=headers
        )
        self.page = self.http.get("/")

    @property
    def text(self) -> str:
        return self.page.text

    @property
    def path(self) -> str:
        return self.page.url.path

    def look(self, path: str) -> str:
        self.page = self.http.get(path)
        return self.text

    def send(self, path: str, **fields: str) -> httpx.Response:
        """A form, with what its hidden fields say."""
        hidden = dict(re.findall(r'name="(csrf|decision)" value="([^"]*)"', self.text))
        self.page = self.http.post(path, data=hidden | fields)
        return self.page

    def moves(self) -> list[str]:
        found = re.findall(r'name="move" value="([^"]*)"', self.text)
        return [unescape(move) for move in found]


Arrive = Callable[..., Visitor]


@pytest.fixture
def arrive(site: Running) -> Iterator[Arrive]:
    """Visitors who go home in the end."""
    arrived: list[Visitor] = []

    def come(**headers: str) -> Visitor:
        arrived.append(Visitor(site, **headers))
        return arrived[-1]

    yield come
    for visitor in arrived:
        visitor.http.close()


@pytest.fixture
def ann(arrive: Arrive) -> Visitor:
    return arrive()


@pytest.fixture
def bob(arrive: Arrive) -> Visitor:
    return arrive()

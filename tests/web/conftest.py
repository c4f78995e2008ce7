"""A server for the pages, visitors without script, and a browser if there is one.

Pictures of what the browser shows are taken for people to look at: where $HEPTAPOLIS_SCREENSHOTS
names a folder for them, and of tests that have failed.
"""

import os
import re
import shutil
from collections.abc import Callable, Generator, Iterable, Iterator
from html import unescape
from pathlib import Path
from typing import Any

import httpx
import pytest
from playwright.sync_api import Browser, BrowserType, Page, expect, sync_playwright

from heptapolis.server.guests import COOKIE
from tests.paths import ROOT
from tests.server.conftest import TIMEOUT_SECONDS, Player, RunningServer, settings_for

Open = Callable[..., Page]
SCREENSHOTS_FOLDER = os.environ.get("HEPTAPOLIS_SCREENSHOTS")
ALBUM = Path(SCREENSHOTS_FOLDER or ROOT / "build" / "screenshots")
TIMEOUT_MS = 60_000  # ms; more than a busy machine ever needs
HAS_FAILED = pytest.StashKey[bool]()
SHELL = ("chromium-headless-shell",)  # opens a page in a third of the time
FULL_BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    """A server for all tests of pages."""
    running = RunningServer(settings_for(tmp_path_factory.mktemp("site")))
    yield running
    running.stop()


def launch(
    chromium: BrowserType, names: Iterable[str] = SHELL + FULL_BROWSERS, **how: Any
) -> Browser:
    """Chromium: $CHROMIUM, or the system's."""
    found = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, names)), None)
    if not found:
        pytest.skip("no Chromium: install the system's package, or name one in $CHROMIUM")
    return chromium.launch(executable_path=found, args=["--no-sandbox"], **how)


@pytest.fixture(scope="module")  # while it is open, no test can have an event loop of its own
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = launch(playwright.chromium)
        expect.set_options(timeout=TIMEOUT_MS)
        yield browser
        browser.close()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, Any]:
    """Fixtures do not hear by themselves whether their test has failed."""
    report = yield
    item.stash[HAS_FAILED] = item.stash.get(HAS_FAILED, False) or report.failed
    return report


def photograph(page: Page, name: str, **how: Any) -> None:
    if SCREENSHOTS_FOLDER:
        page.screenshot(path=ALBUM / f"{name}.png", **how)


def keep(pages: list[Page], test: pytest.Item) -> None:
    """What a test has left on the screen; of a failed one the markup too."""
    module = test.path.stem.removeprefix("test_")
    name = re.sub(r"\W+", "-", test.name.removeprefix("test_")).strip("-")
    has_failed = test.stash.get(HAS_FAILED, False)
    for n, page in enumerate(pages, start=1):
        shown = f"{module}/{name}" + (f"-{n}" if len(pages) > 1 else "")
        markup = ALBUM / f"{shown}.html"
        markup.unlink(missing_ok=True)  # of a failure before
        if SCREENSHOTS_FOLDER or has_failed:
            page.screenshot(path=ALBUM / f"{shown}.png")
        if has_failed:
            markup.write_text(page.content(), encoding="utf-8")


@pytest.fixture
def visit(browser: Browser, site: RunningServer, request: pytest.FixtureRequest) -> Iterator[Open]:
    """Pages whose console stays silent, but for what is expected."""
    pages: list[Page] = []
    complaints: list[str] = []

    def open_page(width: int = 1400, height: int = 900, expected: str = "", **how: Any) -> Page:
        how = {"reduced_motion": "reduce", "locale": "en-GB", "base_url": site.url} | how
        context = browser.new_context(viewport={"width": width, "height": height}, **how)
        context.set_default_timeout(TIMEOUT_MS)

        def complain(text: str) -> None:
            if not expected or expected not in text:
                complaints.append(text)

        page = context.new_page()
        pages.append(page)
        page.on("pageerror", lambda error: complain(str(error)))
        page.on("console", lambda said: complain(said.text) if said.type == "error" else None)
        page.goto("/")
        return page

    yield open_page
    keep(pages, request.node)
    for page in pages:
        page.context.close()
    assert not complaints


def sign_in(page: Page, player: Player) -> None:
    """Let the browser be a player who has used the API so far."""
    page.context.add_cookies([{"name": COOKIE, "value": player.token, "url": page.url}])


def pick(page: Page, name: str, value: str) -> None:
    """Choose something for a game of one's own; the form opens the first time."""
    if page.locator(".quick:not([open])").count():
        page.locator(".quick > summary").click()
    page.locator(".quick label", has=page.locator(f'[name="{name}"][value="{value}"]')).click()


def open_table(page: Page, variant: str = "", name: str = "Ann") -> None:
    """A table for friends, by the form of the front page."""
    if page.locator(".friends:not([open])").count():
        page.locator(".friends > summary").click()
    page.locator("#host-name").fill(name)
    if variant:
        page.locator("#new-variant").select_option(variant)
    page.get_by_role("button", name="Create a table").click()
    page.wait_for_selector("#live")


def join(page: Page, link: str, name: str) -> None:
    """Come by a link and sit down."""
    page.goto(link)
    page.locator("#name").fill(name)
    page.get_by_role("button", name="Sit down").click()


def open_drawer(page: Page) -> None:
    """Log and chat, where they do not stand beside the board."""
    page.locator(".dock-button").click()
    page.wait_for_selector("#dock:popover-open")


class Visitor:
    """Somebody who follows links and sends forms."""

    def __init__(self, site: RunningServer, **headers: str) -> None:
        headers = {"sec-fetch-site": "same-origin"} | headers
        self.http = httpx.Client(
            base_url=site.url, timeout=TIMEOUT_SECONDS, follow_redirects=True, headers=headers
        )
        self.page = self.http.get("/")

    @property
    def text(self) -> str:
        """Return the markup of the page on one line: where a template breaks its lines is no matter."""
        return re.sub(r"\n\s*", " ", self.page.text)

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
def arrive(site: RunningServer) -> Iterator[Arrive]:
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

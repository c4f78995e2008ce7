"""Fixtures: a server for pages, visitors without scripts, and a browser if one is installed.

Browser tests save screenshots if $HEPTAPOLIS_SCREENSHOTS is set. Failing tests always do.
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
TIMEOUT_MS = 60_000  # ms; longer than any step takes on a busy machine
HAS_FAILED = pytest.StashKey[bool]()
SHELL = ("chromium-headless-shell",)  # three times as fast as the full browser
FULL_BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    """Start one server for all tests of pages."""
    running = RunningServer(settings_for(tmp_path_factory.mktemp("site")))
    yield running
    running.stop()


def launch(
    chromium: BrowserType, names: Iterable[str] = SHELL + FULL_BROWSERS, **how: Any
) -> Browser:
    """Launch the browser named by $CHROMIUM, or the system's Chromium."""
    found = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, names)), None)
    if not found:
        pytest.skip("no Chromium: install the system's package, or name one in $CHROMIUM")
    return chromium.launch(executable_path=found, args=["--no-sandbox"], **how)


@pytest.fixture(scope="module")  # while Playwright runs, tests cannot start an event loop
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = launch(playwright.chromium)
        expect.set_options(timeout=TIMEOUT_MS)
        yield browser
        browser.close()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, Any]:
    """Store the outcome of the test where fixtures can read it."""
    report = yield
    item.stash[HAS_FAILED] = item.stash.get(HAS_FAILED, False) or report.failed
    return report


def photograph(page: Page, name: str, **how: Any) -> None:
    if SCREENSHOTS_FOLDER:
        page.screenshot(path=ALBUM / f"{name}.png", **how)


def save_screenshots(pages: list[Page], test: pytest.Item) -> None:
    """Save the screenshots of a test, and the markup if it failed."""
    module = test.path.stem.removeprefix("test_")
    name = re.sub(r"\W+", "-", test.name.removeprefix("test_")).strip("-")
    has_failed = test.stash.get(HAS_FAILED, False)
    for n, page in enumerate(pages, start=1):
        shown = f"{module}/{name}" + (f"-{n}" if len(pages) > 1 else "")
        markup = ALBUM / f"{shown}.html"
        markup.unlink(missing_ok=True)  # from an earlier failure
        if SCREENSHOTS_FOLDER or has_failed:
            page.screenshot(path=ALBUM / f"{shown}.png")
        if has_failed:
            markup.write_text(page.content(), encoding="utf-8")


@pytest.fixture
def visit(browser: Browser, site: RunningServer, request: pytest.FixtureRequest) -> Iterator[Open]:
    """Return a function that opens pages. An unexpected message on a console fails the test."""
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
    save_screenshots(pages, request.node)
    for page in pages:
        page.context.close()
    assert not complaints


def sign_in(page: Page, player: Player) -> None:
    """Give the browser the identity of a player of the API."""
    page.context.add_cookies([{"name": COOKIE, "value": player.token, "url": page.url}])


def pick(page: Page, name: str, value: str) -> None:
    """Choose an option in the form for a game; open the form if needed."""
    if page.locator(".quick:not([open])").count():
        page.locator(".quick > summary").click()
    page.locator(".quick label", has=page.locator(f'[name="{name}"][value="{value}"]')).click()


def open_table(page: Page, variant: str = "", name: str = "Ann") -> None:
    """Open a table for friends with the form on the front page."""
    if page.locator(".friends:not([open])").count():
        page.locator(".friends > summary").click()
    page.locator("#host-name").fill(name)
    if variant:
        page.locator("#new-variant").select_option(variant)
    page.get_by_role("button", name="Create a table").click()
    page.wait_for_selector("#live")


def join(page: Page, link: str, name: str) -> None:
    """Follow an invitation and take a seat."""
    page.goto(link)
    page.locator("#name").fill(name)
    page.get_by_role("button", name="Sit down").click()


def open_drawer(page: Page) -> None:
    """Open the drawer with log and chat, on windows too small to show them beside the board."""
    page.locator(".dock-button").click()
    page.wait_for_selector("#dock:popover-open")


class Visitor:
    """A visitor without scripts, who follows links and sends forms."""

    def __init__(self, site: RunningServer, **headers: str) -> None:
        headers = {"sec-fetch-site": "same-origin"} | headers
        self.http = httpx.Client(
            base_url=site.url, timeout=TIMEOUT_SECONDS, follow_redirects=True, headers=headers
        )
        self.page = self.http.get("/")

    @property
    def text(self) -> str:
        """Return the markup of the page without line breaks."""
        return re.sub(r"\n\s*", " ", self.page.text)

    @property
    def path(self) -> str:
        return self.page.url.path

    def look(self, path: str) -> str:
        self.page = self.http.get(path)
        return self.text

    def send(self, path: str, **fields: str) -> httpx.Response:
        """Send a form with the hidden fields of the current page."""
        hidden = dict(re.findall(r'name="(csrf|decision)" value="([^"]*)"', self.text))
        self.page = self.http.post(path, data=hidden | fields)
        return self.page

    def moves(self) -> list[str]:
        found = re.findall(r'name="move" value="([^"]*)"', self.text)
        return [unescape(move) for move in found]


VisitorFactory = Callable[..., Visitor]


@pytest.fixture
def make_visitor(site: RunningServer) -> Iterator[VisitorFactory]:
    """Return a factory of visitors; close their connections after the test."""
    arrived: list[Visitor] = []

    def make(**headers: str) -> Visitor:
        arrived.append(Visitor(site, **headers))
        return arrived[-1]

    yield make
    for visitor in arrived:
        visitor.http.close()


@pytest.fixture
def ann(make_visitor: VisitorFactory) -> Visitor:
    return make_visitor()


@pytest.fixture
def bob(make_visitor: VisitorFactory) -> Visitor:
    return make_visitor()

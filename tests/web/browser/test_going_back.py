"""Going back is instant: the browser keeps pages that are left, but never another one's hand."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page

from tests.server.conftest import RunningServer, wait_for
from tests.web.browser.test_whole_games import decision, wait_after, wait_for_turn
from tests.web.conftest import FULL_BROWSERS, TIMEOUT_MS, Open, Visitor, launch, sign_in

CACHEABLE_HEADER = "private, no-cache"
NO_STORE_HEADER = "no-store"
NO_BACK_CACHE_FLAG = "--disable-back-forward-cache"  # what Playwright gives every browser


@pytest.fixture
def keeper(browser: Browser, site: RunningServer) -> Iterator[Page]:
    """A page in a browser that keeps what is left, as those of people do: the shell never does."""
    launched = launch(browser.browser_type, FULL_BROWSERS, ignore_default_args=[NO_BACK_CACHE_FLAG])
    page = launched.new_context(base_url=site.url, reduced_motion="reduce").new_page()
    page.set_default_timeout(TIMEOUT_MS)
    page.goto("/")
    yield page
    launched.close()


def cached(visitor: Visitor, path: str) -> str:
    visitor.look(path)
    return visitor.page.headers["cache-control"]


def test_what_a_browser_may_keep(ann: Visitor) -> None:
    assert cached(ann, "/") == CACHEABLE_HEADER
    ann.send("/quick", variant="classic", seats="3", people="1", level="beginner")
    table = ann.path
    assert {cached(ann, path) for path in (table, f"{table}/tv")} == {CACHEABLE_HEADER}
    never = [f"{table}/live", f"{table}/tv/live", "/mine", "/device"]
    assert {cached(ann, path) for path in never} == {NO_STORE_HEADER}


def test_a_page_of_a_shared_device_is_never_kept(ann: Visitor) -> None:
    ann.send("/quick", variant="classic", seats="3", people="2", level="beginner")
    table = ann.path
    for path in (table, f"{table}?seat=0", f"{table}?seat=1"):
        assert cached(ann, path) == NO_STORE_HEADER


def test_whoever_goes_back_sees_the_same_page_and_what_is_new(
    keeper: Page, site: RunningServer
) -> None:
    ann = site.player()
    table = ann.open(seats=3, bots=["beginner"] * 2)
    sign_in(keeper, ann)
    keeper.goto(f"/tables/{table}")
    wait_for_turn(keeper)
    before = decision(keeper)
    keeper.evaluate("document.documentElement.dataset.isKept = 1")
    keeper.goto("/")
    the_same_page = keeper.locator("html[data-is-kept]")
    assert not the_same_page.count()
    streams = site.registry.tables.loaded[table].presence.streams
    wait_for(lambda: not streams.total())  # a page that is left does not listen
    ann.choose(table).raise_for_status()
    keeper.evaluate("history.back()")
    the_same_page.wait_for(state="attached")
    wait_after(keeper, before)
    before = decision(keeper)
    ann.choose(table).raise_for_status()  # and it listens again
    wait_after(keeper, before)
    assert the_same_page.count()


def test_no_hand_stays_in_a_page_that_is_left(visit: Open, site: RunningServer) -> None:
    ann = site.player()
    table = ann.open(seats=3, others=["Bob", "Eve"])  # what a bot chose would fill it again
    page = visit()
    sign_in(page, ann)
    page.goto(f"/tables/{table}?seat=0")
    page.locator(".hand").wait_for()
    page.evaluate("window.dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }))")
    assert page.locator("#live").inner_html() == ""

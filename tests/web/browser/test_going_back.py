"""Going back is instant: the browser caches pages it leaves, but never the hand of another player."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page

from tests.server.conftest import RunningServer, wait_for
from tests.web.browser.test_whole_games import decision, wait_after, wait_for_turn
from tests.web.conftest import FULL_BROWSERS, TIMEOUT_MS, Open, Visitor, launch, sign_in

CACHEABLE_HEADER = "private, no-cache"
NO_STORE_HEADER = "no-store"
NO_BACK_CACHE_FLAG = "--disable-back-forward-cache"  # Playwright's default for every browser


@pytest.fixture
def caching_page(browser: Browser, site: RunningServer) -> Iterator[Page]:
    """Open a page in a full browser with a back/forward cache; the headless shell has none."""
    launched = launch(browser.browser_type, FULL_BROWSERS, ignore_default_args=[NO_BACK_CACHE_FLAG])
    page = launched.new_context(base_url=site.url, reduced_motion="reduce").new_page()
    page.set_default_timeout(TIMEOUT_MS)
    page.goto("/")
    yield page
    launched.close()


def cache_control(visitor: Visitor, path: str) -> str:
    visitor.look(path)
    return visitor.page.headers["cache-control"]


def test_pages_that_a_browser_may_cache(ann: Visitor) -> None:
    assert cache_control(ann, "/") == CACHEABLE_HEADER
    ann.send("/quick", variant="classic", seats="3", people="1", level="beginner")
    table = ann.path
    assert {cache_control(ann, path) for path in (table, f"{table}/tv")} == {CACHEABLE_HEADER}
    never = [f"{table}/live", f"{table}/tv/live", "/mine", "/device"]
    assert {cache_control(ann, path) for path in never} == {NO_STORE_HEADER}


def test_a_page_of_a_shared_device_is_never_cached(ann: Visitor) -> None:
    ann.send("/quick", variant="classic", seats="3", people="2", level="beginner")
    table = ann.path
    for path in (table, f"{table}?seat=0", f"{table}?seat=1"):
        assert cache_control(ann, path) == NO_STORE_HEADER


def test_going_back_restores_the_page_with_news(caching_page: Page, site: RunningServer) -> None:
    ann = site.player()
    table = ann.open(seats=3, bots=["beginner"] * 2)
    sign_in(caching_page, ann)
    caching_page.goto(f"/tables/{table}")
    wait_for_turn(caching_page)
    before = decision(caching_page)
    caching_page.evaluate("document.documentElement.dataset.isKept = 1")
    caching_page.goto("/")
    the_same_page = caching_page.locator("html[data-is-kept]")
    assert not the_same_page.count()
    streams = site.registry.tables.loaded[table].presence.streams
    wait_for(lambda: not streams.total())  # a page in the cache has no stream
    ann.choose(table).raise_for_status()
    caching_page.evaluate("history.back()")
    the_same_page.wait_for(state="attached")
    wait_after(caching_page, before)
    before = decision(caching_page)
    ann.choose(table).raise_for_status()  # the restored page has a stream again
    wait_after(caching_page, before)
    assert the_same_page.count()


def test_a_cached_page_contains_no_hand(visit: Open, site: RunningServer) -> None:
    ann = site.player()
    table = ann.open(
        seats=3, others=["Bob", "Eve"]
    )  # without bots, whose choices would reload the page
    page = visit()
    sign_in(page, ann)
    page.goto(f"/tables/{table}?seat=0")
    page.locator(".hand").wait_for()
    page.evaluate("window.dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }))")
    assert page.locator("#live").inner_html() == ""

"""In a browser: the server dies in the middle of a game, or the network goes, and comes back."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.server.conftest import Player
from tests.server.test_durable import Process
from tests.web.conftest import Open, open_drawer, photograph, sign_in
from tests.web.test_browser import decision, fits, wait_after, wait_for_turn

LOST = "Connection lost; trying again."
UNSENT = "Your last click did not get through; please click again."
NETWORK = "Failed to load resource:"  # what the console says meanwhile


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Process]:
    """One that can be killed."""
    folder = tmp_path_factory.mktemp("killed")
    process = Process(f"sqlite:///{folder / 'games.sqlite'}")
    yield process
    process.kill()


@pytest.fixture
def ann(server: Process) -> Iterator[Player]:
    player = Player(server.url, "Ann")
    yield player
    player.http.close()


@pytest.fixture
def page(server: Process, ann: Player, visit: Open) -> Page:
    """A page in the middle of a game that only waits for its reader."""
    opened = visit(base_url=server.url, expected=NETWORK)
    sign_in(opened, ann)
    table = ann.open(seats=3, bots=["beginner"] * 2)
    opened.goto(f"/tables/{table}")
    discard(opened)
    wait_for_turn(opened)
    opened.evaluate("window.isTheSamePage = true")
    return opened


def discard(page: Page) -> None:
    """What can always be done."""
    wait_for_turn(page)
    before = decision(page)
    page.locator("label.pick").first.click()
    page.locator(".panel:visible .use-discard button").click()
    wait_after(page, before)


def test_the_page_outlives_the_server(server: Process, ann: Player, page: Page) -> None:
    table = page.url.rpartition("/")[2]
    notice = page.locator("#connection")
    assert notice.inner_text() == "" and notice.get_attribute("role") == "status"
    server.kill()
    expect(notice).to_have_text(LOST)
    before = decision(page)
    page.locator("label.pick").first.click()
    button = page.locator(".panel:visible .use-discard button")
    button.click()
    expect(notice).to_have_text(f"{LOST} {UNSENT}")
    assert decision(page) == before and button.get_attribute("aria-busy") is None
    photograph(page, "reconnect/lost-desk")
    page.set_viewport_size({"width": 360, "height": 740})
    photograph(page, "reconnect/lost-phone")
    assert fits(page)
    server.start()
    expect(notice).to_have_text(UNSENT)
    ann.post(f"/tables/{table}/messages", text="we are back").raise_for_status()
    page.get_by_text("we are back").wait_for()
    button.click()
    wait_after(page, before)
    expect(notice).to_have_text("")
    discard(page)
    assert page.evaluate("window.isTheSamePage"), "nobody has loaded it again"


def test_a_page_without_network_catches_up(ann: Player, page: Page) -> None:
    table, notice = page.url.rpartition("/")[2], page.locator("#connection")
    open_drawer(page)
    page.locator("#say").fill("hello?")
    page.context.set_offline(True)
    expect(notice).to_have_text(LOST)
    page.keyboard.press("Enter")
    expect(notice).to_contain_text(UNSENT)
    assert page.locator("#say").input_value() == "hello?", "nothing need be typed again"
    before = decision(page)
    ann.choose(table).raise_for_status()  # on another device
    page.context.set_offline(False)
    wait_after(page, before)
    expect(notice).not_to_contain_text(LOST)
    page.locator("#say").press("Enter")
    page.locator("#said", has_text="hello?").wait_for()
    page.keyboard.press("Escape")
    expect(notice).to_have_text("")
    discard(page)
    assert page.evaluate("window.isTheSamePage")


def test_a_stream_that_the_browser_gives_up_is_opened_anew(page: Page, ann: Player) -> None:
    """As after a proxy's 502: browsers try again after network errors alone."""
    table, notice = page.url.rpartition("/")[2], page.locator("#connection")
    page.route("**/events*", lambda route: route.fulfill(status=502))
    page.context.set_offline(True)
    expect(notice).to_have_text(LOST)
    with page.expect_response(lambda answer: answer.status == 502):
        page.context.set_offline(False)
    page.unroute("**/events*")
    expect(notice).to_have_text("")
    before = decision(page)
    ann.choose(table).raise_for_status()
    wait_after(page, before)
    discard(page)

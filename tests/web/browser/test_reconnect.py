"""In a browser: the server or the network fails in the middle of a game and comes back."""

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from tests.server.conftest import Player
from tests.server.test_durability import Process
from tests.web.browser.test_whole_games import decision, fits, wait_after, wait_for_turn
from tests.web.conftest import Open, open_drawer, photograph, sign_in

LOST_MESSAGE = "Connection lost. Trying again…"
UNSENT_MESSAGE = "Your last click has not arrived yet. It will be sent again automatically."
CLICK_AGAIN = "Your last click did not get through; please click again."
NETWORK = "Failed to load resource:"  # console message during an outage


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Process]:
    """Start a server process that can be killed."""
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
    """Open the page of a running game in which only the visitor is to move."""
    opened = visit(base_url=server.url, expected=NETWORK)
    sign_in(opened, ann)
    table = ann.open(seats=3, bots=["beginner"] * 2)
    # A table without other people shows the chat once something has been said.
    ann.post(f"/tables/{table}/messages", text="Good luck!").raise_for_status()
    opened.goto(f"/tables/{table}")
    discard(opened)
    wait_for_turn(opened)
    opened.evaluate("window.isTheSamePage = true")
    return opened


def discard(page: Page) -> None:
    """Discard the first card, which is always legal."""
    wait_for_turn(page)
    before = decision(page)
    page.locator("label.pick").first.click()
    page.locator(".panel:visible .use-discard button").click()
    wait_after(page, before)


def choose(page: Page, n: int = 0) -> Locator:
    """Discard a card; return the clicked button."""
    page.locator("label.pick").nth(n).click()
    button = page.locator(".use-discard button:visible")
    button.click()
    return button


def own_choices(ann: Player, table: str) -> list[dict[str, Any]]:
    """Return the events of Ann's choices."""
    return [one for one in ann.view(table)["events"] if one.get("seat") == 0 and one.get("card")]


def test_a_page_survives_a_restart_of_the_server(server: Process, ann: Player, page: Page) -> None:
    """Of two clicks during the outage the last one counts, once."""
    table = page.url.rpartition("/")[2]
    notice = page.locator("#connection")
    assert notice.inner_text() == "" and notice.get_attribute("role") == "status"
    second = page.locator('input[name="card"]').nth(1).get_attribute("id")
    server.kill()
    expect(notice).to_have_text(LOST_MESSAGE)
    before = decision(page)
    choose(page, 0)
    expect(notice).to_have_text(f"{LOST_MESSAGE} {UNSENT_MESSAGE}")
    button = choose(page, 1)
    expect(button).not_to_have_attribute("aria-busy", "true")
    assert decision(page) == before
    photograph(page, "reconnect/lost-desk")
    page.set_viewport_size({"width": 360, "height": 740})
    photograph(page, "reconnect/lost-phone")
    assert fits(page)
    server.start()
    wait_after(page, before)
    expect(notice).to_have_text("")
    wait_for_turn(page)  # the choice becomes an event when the bots have chosen too
    assert ann.view(table)["decision"] == int(before) + 1
    assert f"card-{own_choices(ann, table)[-1]['card']}" == second
    discard(page)
    assert page.evaluate("window.isTheSamePage"), "the page must not have been reloaded"


def test_a_page_without_network_catches_up(ann: Player, page: Page) -> None:
    """A message typed offline is sent later; a choice that comes too late is refused with a notice."""
    table, notice = page.url.rpartition("/")[2], page.locator("#connection")
    before = decision(page)
    page.context.set_offline(True)
    expect(notice).to_have_text(LOST_MESSAGE)
    choose(page)
    open_drawer(page)
    page.locator("#say").fill("hello?")
    page.keyboard.press("Enter")
    expect(notice).to_contain_text(UNSENT_MESSAGE)
    assert page.locator("#say").input_value() == "hello?", "the text must stay in the field"
    ann.choose(
        table, discard_of_last_card(ann, table)
    ).raise_for_status()  # Ann chooses on another device
    page.context.set_offline(False)
    page.locator("#said", has_text="hello?").wait_for()
    wait_after(page, before)
    expect(notice).to_have_text("")
    expect(page.locator("#say")).to_have_value("")
    page.keyboard.press("Escape")
    discard(page)
    assert len(message_texts(ann, table)) == 2
    assert page.evaluate("window.isTheSamePage")


def discard_of_last_card(ann: Player, table: str) -> str:
    """Return the move that discards the last card."""
    return str(
        [move["text"] for move in ann.view(table)["legal_moves"] if move["verb"] == "discard"][-1]
    )


def message_texts(ann: Player, table: str) -> list[str]:
    return [one["text"] for one in ann.get(f"/tables/{table}/messages")]


def test_a_late_choice_is_refused_with_a_notice(ann: Player, page: Page) -> None:
    table, before = page.url.rpartition("/")[2], decision(page)
    page.route("**/move", lambda route: route.fulfill(status=502, body="the proxy is alone"))
    choose(page)
    expect(page.locator("#connection")).to_have_text(UNSENT_MESSAGE)
    ann.choose(table, discard_of_last_card(ann, table)).raise_for_status()
    wait_after(page, before)
    wait_for_turn(page)  # otherwise the next turn would replace the notice
    page.unroute("**/move")
    expect(page.get_by_role("alert")).to_contain_text("moved on")
    expect(page.locator("#connection")).to_have_text("")


@pytest.mark.parametrize("what", ["move", "say"])
def test_a_choice_whose_response_was_lost_is_made_once(ann: Player, page: Page, what: str) -> None:
    table, before = page.url.rpartition("/")[2], decision(page)

    def lose(route: Route) -> None:
        route.fetch()
        route.abort()

    page.route(f"**/{what}", lose, times=1)
    if what == "move":
        choose(page)
        wait_after(page, before)
        assert ann.view(table)["decision"] == int(before) + 1
    else:
        open_drawer(page)
        for words in ("once", "more"):
            page.locator("#say").fill(words)
            page.locator("#say").press("Enter")
            page.locator("#said", has_text=words).wait_for()
            expect(page.locator("#connection")).to_have_text("")
        assert message_texts(ann, table) == ["Good luck!", "once", "more"]


def test_a_stream_that_the_browser_gave_up_is_opened_again(page: Page, ann: Player) -> None:
    """As after status 502 of a proxy: browsers reconnect by themselves only after network errors."""
    table, notice = page.url.rpartition("/")[2], page.locator("#connection")
    page.route("**/events*", lambda route: route.fulfill(status=502))
    page.context.set_offline(True)
    expect(notice).to_have_text(LOST_MESSAGE)
    with page.expect_response(lambda answer: answer.status == 502):
        page.context.set_offline(False)
    page.unroute("**/events*")
    expect(notice).to_have_text("")
    before = decision(page)
    ann.choose(table).raise_for_status()
    wait_after(page, before)
    discard(page)


def test_requests_that_could_repeat_an_action_are_not_sent_again(ann: Player, page: Page) -> None:
    table, notice = ann.open(seats=3), page.locator("#connection")
    page.goto(f"/tables/{table}")
    page.route("**/bots", lambda route: route.abort(), times=1)
    page.get_by_role("button", name="Add a bot").click()
    expect(notice).to_have_text(CLICK_AGAIN)
    page.get_by_role("button", name="Add a bot").click()
    page.get_by_text("Bot 2").wait_for()
    expect(notice).to_have_text("")
    assert [bool(chair["bot"]) for chair in ann.get(f"/tables/{table}")["chairs"]].count(True) == 1

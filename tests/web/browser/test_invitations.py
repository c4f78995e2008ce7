"""In a browser: joining by a link, forms that show valid options, chat; with and without scripts."""

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from tests.server.conftest import RunningServer
from tests.web.browser.test_whole_games import fits
from tests.web.conftest import Open, join, open_table, photograph, pick


def violations(page: Page) -> list[tuple[str, object]]:
    found = Axe().run(page).response["violations"]
    return [(one["id"], one["nodes"][0]["target"]) for one in found]


@pytest.mark.parametrize("scripted", [True, False], ids=["script", "plain"])
def test_a_friend_comes_by_a_link_says_a_name_and_sits(visit: Open, scripted: bool) -> None:
    ann, bob = (
        visit(java_script_enabled=scripted),
        visit(360, 740, "409", java_script_enabled=scripted),
    )
    open_table(ann, "classic", "Anna")
    link = ann.locator("#invite").input_value()
    bob.goto(link)
    expect(bob.locator("#welcome")).to_have_text("Anna invites you to a game of Classic")
    assert fits(bob)
    bob.locator("#name").fill("anna")
    bob.get_by_role("button", name="Sit here").last.click()
    expect(bob.locator(".error[role=alert]")).to_contain_text("Another player here has this name")
    assert bob.locator("#name").input_value() == "anna"
    bob.locator("#name").fill("Bob")
    bob.get_by_role("button", name="Sit here").last.click()
    expect(bob.locator(".chair.is-mine .player")).to_have_text("Bob")
    expect(bob.locator(".chair").nth(2)).to_contain_class("is-mine")
    if scripted:
        expect(ann.locator(".chair", has_text="Bob")).to_have_count(1)
        assert ann.get_by_role("button", name="Copy").is_visible(), (
            "also after a change of the page"
        )
    ann.goto("/")
    open_table(ann, "duel", "Anna")
    bob.goto(ann.url)
    assert bob.locator("#name").input_value() == "Bob", "the name must be remembered"
    bob.get_by_role("button", name="Sit down").click()
    bob.wait_for_selector("#live.is-duel")


FIELD_NAMES = "form => [...new FormData(form)].map(([name]) => name)"


def visible_count(page: Page, selector: str) -> int:
    return page.locator(f"{selector}:visible").count()


@pytest.mark.parametrize("scripted", [True, False], ids=["script", "plain"])
def test_options_that_do_not_fit_are_not_shown(visit: Open, scripted: bool) -> None:
    page = visit(java_script_enabled=scripted)
    page.locator(".friends > summary").click()
    page.locator(".quick > summary").click()
    assert (
        visible_count(page, ".quick .people-choice label") == 3
        and visible_count(page, ".person") == 0
    )
    pick(page, "seats", "5")
    pick(page, "people", "4")
    assert (
        visible_count(page, ".quick .people-choice label") == 5
        and visible_count(page, ".person") == 3
    )
    assert visible_count(page, ".level-choice") == 1
    pick(page, "people", "5")
    assert visible_count(page, ".level-choice") == 0, "a table without bots has no level"
    pick(page, "people", "2")
    pick(page, "variant", "duel")
    assert (
        visible_count(page, ".quick .seats-choice") == 0
        and visible_count(page, ".level-choice") == 0
    )
    assert (
        visible_count(page, ".quick .people-choice label") == 2
        and visible_count(page, ".person") == 1
    )
    page.locator("#more > summary").click()
    page.locator(".boards > summary").first.click()
    assert (
        visible_count(page, ".board-choice") == 3
        and visible_count(page, '.variant-options[data-group="2"]') == 0
    )
    page.locator("#new-variant").select_option("duel")
    assert (
        visible_count(page, ".friends .seats-choice") == 0
        and visible_count(page, ".board-choice") == 0
    )
    assert visible_count(page, '.variant-options[data-group="1"]') == 0
    assert visible_count(page, '.variant-options[data-group="2"]') == 1
    assert visible_count(page, ".pause-choice select") == 0, "no secret choices, so no delay"
    if scripted:
        sent = page.locator(".quick form").evaluate(FIELD_NAMES)
        assert "level" not in sent and "person-2" in sent and "person-3" not in sent
        sent = page.locator(".friends form").evaluate(FIELD_NAMES)
        assert (
            "duel-wonders" in sent
            and "pause" not in sent
            and not [name for name in sent if name.startswith("classic")]
        )
    page.locator("#person-2").fill("Bea")
    page.locator(".quick .big").click()
    page.wait_for_selector("#live.is-duel")
    expect(page.locator(".felt")).to_contain_text("Bea")


def test_numbers_that_no_longer_fit_become_the_nearest(visit: Open) -> None:
    page = visit()
    pick(page, "seats", "6")
    pick(page, "people", "6")
    pick(page, "seats", "4")
    assert page.locator('.quick [name="people"]:checked').get_attribute("value") == "4"
    page.locator(".friends > summary").click()
    page.locator("#more > summary").click()
    page.locator(".boards > summary").first.click()
    page.locator("#new-variant").select_option("classic+leaders")
    page.locator("#classic-wonders-1").select_option("rome:A")
    page.locator("#new-variant").select_option("classic")
    assert page.locator("#classic-wonders-1").input_value() == "", "Rome needs leaders"


@pytest.mark.parametrize("width", [360, 1440])
def test_front_page_lobby_and_chat_are_accessible(
    visit: Open, site: RunningServer, width: int
) -> None:
    page, eve = visit(width, 740, bypass_csp=True), site.player("Eve with a long, long name")
    assert fits(page) and violations(page) == []
    open_table(page, "classic+leaders")
    table = page.url.rsplit("/", 1)[1]
    eve.make(f"/tables/{table}/seats")
    for n in range(12):
        said = eve.post(f"/tables/{table}/messages", text=f"{n} " + "word" * 40)
        said.raise_for_status()
    expect(page.locator(".bubble")).to_have_count(12)
    page.locator("#say").fill("the last words")
    page.keyboard.press("Enter")
    newest = page.locator(".bubble.is-mine", has_text="the last words")
    expect(newest).to_be_in_viewport(ratio=0.9)
    assert fits(page) and violations(page) == []
    page.locator("button.speaker").last.click()
    page.get_by_role("button", name="Mute Eve").click()
    expect(page.locator(".bubble")).to_have_count(1)
    photograph(page, f"people/lobby-{width}", full_page=True)
    join_page = visit(width, 740, bypass_csp=True)
    join_page.goto(page.url)
    assert fits(join_page) and violations(join_page) == []
    join(join_page, page.url, "Bob")
    join_page.wait_for_selector("#live.is-classic")  # the game starts when every seat is taken

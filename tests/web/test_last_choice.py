"""The delay in which a choice can be taken back, in a browser and without scripts."""

from playwright.sync_api import expect

from tests.server.conftest import RunningServer
from tests.web.browser.test_whole_games import decision, wait_for_turn
from tests.web.conftest import Open, Visitor, sign_in

LONG_PAUSE = 60  # seconds; the test ends it earlier


def test_a_choice_can_be_taken_back_or_confirmed_without_script(ann: Visitor) -> None:
    ann.send("/tables", variant="classic", seats="3", pause="60")
    table = ann.path
    ann.send(f"{table}/bots", level="beginner", count="all")
    first = ann.moves()[0]
    ann.send(f"{table}/move", move=first)
    assert "Take back" in ann.text and "Go on" in ann.text
    assert '<noscript><meta http-equiv="refresh"' in ann.text
    ann.send(f"{table}/undo")
    assert first in ann.moves() and "Go on" not in ann.text
    ann.send(f"{table}/move", move=first)
    ann.send(f"{table}/go")
    while "Take back" in ann.text:  # until the bots have chosen
        ann.look(table)
    assert "Go on" not in ann.text and ann.moves()


def test_keys_take_back_and_confirm(visit: Open, site: RunningServer) -> None:
    ann = site.player()
    table = ann.open(seats=3, bots=["beginner"] * 2, pause=LONG_PAUSE)
    page = visit()
    sign_in(page, ann)
    page.goto(f"/tables/{table}")
    wait_for_turn(page)
    before = decision(page)

    def discard() -> None:
        page.locator("label.pick").first.click()
        page.locator(".use-discard button:visible").click()
        page.get_by_role("button", name="Take back").wait_for()

    discard()
    expect(page.get_by_role("button", name="Go on")).to_be_visible()
    page.keyboard.press("u")
    wait_for_turn(page)
    discard()
    page.keyboard.press("g")
    wait_for_turn(page)
    assert int(decision(page)) == int(before) + 3
    expect(page.get_by_role("button", name="Go on")).to_have_count(0)

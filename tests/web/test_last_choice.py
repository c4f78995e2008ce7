"""The delay in which a choice can be taken back, in a browser and without scripts."""

import re

from playwright.sync_api import expect

from heptapolis.server.guests import COOKIE
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
    assert "Take back" in ann.text and "Don&#39;t wait" in ann.text
    assert ann.text.count(' is-chosen"') == 1, "the chosen card is marked in the hand"
    assert '<noscript><meta http-equiv="refresh"' in ann.text
    ann.send(f"{table}/undo")
    assert (
        first in ann.moves() and " is-chosen" not in ann.text and "Don&#39;t wait" not in ann.text
    )
    ann.send(f"{table}/move", move=first)
    ann.send(f"{table}/go")
    while "Take back" in ann.text:  # until the bots have chosen
        ann.look(table)
    assert "Don&#39;t wait" not in ann.text and ann.moves()


def test_awaited_people_are_named_and_bots_are_ready(site: RunningServer) -> None:
    """A bot that holds back its choice until people have chosen is not awaited."""
    ann, bob = site.player("Ann"), site.player("Bob")
    table = ann.open(seats=3, bots=["beginner"], pause=LONG_PAUSE)
    bob.make(f"/tables/{table}/seats")
    ann.choose(table).raise_for_status()
    ann.http.cookies.set(COOKIE, ann.token)
    page = ann.http.get(f"/tables/{table}").text
    late = re.findall(r'data-late="(\d)"', page)
    names = [chair["name"] for chair in ann.get(f"/tables/{table}")["chairs"]]
    assert [names[int(seat)] for seat in late] == ["Bob"] and "data-everyone" not in page


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
    expect(page.get_by_role("button", name="Don't wait")).to_be_visible()
    page.keyboard.press("u")
    wait_for_turn(page)
    discard()
    page.keyboard.press("g")
    wait_for_turn(page)
    assert int(decision(page)) == int(before) + 3
    expect(page.get_by_role("button", name="Don't wait")).to_have_count(0)

"""Complete games in a browser: by clicks, on a phone, by keyboard only."""

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from tests.web.conftest import Open, join, open_drawer, open_table

MAX_DECISIONS = 90  # more than any game has


def start(page: Page, variant: str, seats: int = 3) -> None:
    """Choose the level, then start a game by its tile or its number of players."""
    page.locator(".against > summary").click()
    page.locator(".now label", has=page.locator('[value="beginner"]')).click()
    sized = page.locator(f'.now [name="tile"][value="{variant} {seats}"]')
    (
        sized if sized.count() else page.locator(f'.now [name="tile"][value^="{variant} "]')
    ).first.click()
    page.wait_for_selector("#live.game")


def wait_for_turn(page: Page) -> bool:
    """Wait for the visitor's turn; return False at the end of the game."""
    page.wait_for_selector('#live[data-state="over"], #live .turn.is-mine')
    return page.locator("#live").get_attribute("data-state") == "playing"


def decision(page: Page) -> str:
    return page.locator('.choose input[name="decision"]').first.get_attribute("value") or ""


def wait_after(page: Page, before: str) -> None:
    """Wait until the choice has been accepted."""
    page.wait_for_function(
        """before => document.querySelector('#live').dataset.state === 'over' ||
        document.querySelector('.choose input[name="decision"]')?.value !== before""",
        arg=before,
    )


def click_something(page: Page, n: int) -> None:
    """Choose a card and click its first move."""
    cards = page.locator("#live .option:has(.panel button[name=move]:enabled) label.pick")
    if not cards.count():
        page.locator(".choose .use button").first.click()
        return
    cards.nth(n % cards.count()).click()
    chosen = page.locator('input[name="card"]:checked ~ .panel button[name=move]:enabled')
    chosen.first.click()


def play(page: Page, decisions: int = MAX_DECISIONS) -> None:
    """Play a number of decisions, or to the end by default."""
    for n in range(decisions):
        if not wait_for_turn(page):
            break
        before = decision(page)
        click_something(page, n)
        wait_after(page, before)
    if decisions == MAX_DECISIONS:
        page.wait_for_selector("#verdict")


# One game of classic and one of Duel are always played to the end, the others only in part.
LENGTHS = pytest.mark.parametrize(
    "decisions", [8, pytest.param(MAX_DECISIONS, marks=pytest.mark.long)], ids=["begun", "whole"]
)


FIND_TOO_WIDE = """() => document.documentElement.scrollWidth <= innerWidth ? [] : [...document.querySelectorAll("body *")]
  .filter((one) => one.getBoundingClientRect().right > innerWidth)
  .map((one) => `${one.tagName}.${one.className.baseVal ?? one.className}`)"""


def too_wide(page: Page) -> list[str]:
    """Return the elements that make a page wider than its window."""
    return list(page.evaluate(FIND_TOO_WIDE))


def fits(page: Page) -> bool:
    return not too_wide(page)


def test_a_whole_game_by_clicking(visit: Open) -> None:
    page = visit()
    start(page, "classic")
    assert page.title().startswith("● Your turn")
    play(page)
    assert page.locator(".end .sheet tbody tr").count() == 3
    page.get_by_text("Watch the replay").click()
    page.locator('a[rel="next"]').click()
    assert "Step 1 of" in page.inner_text(".replay")


def test_a_whole_duel_on_a_phone(visit: Open) -> None:
    page = visit(360, 780, color_scheme="dark", has_touch=True)
    assert fits(page)
    start(page, "duel")
    assert fits(page)
    play(page)
    assert fits(page)


def test_a_phone_has_room_for_seven_cities(visit: Open) -> None:
    page = visit(360, 780, locale="hu")
    start(page, "classic+leaders", 7)
    wait_for_turn(page)
    click_something(page, 0)
    assert fits(page)


FIRST_KEY = """() => document.querySelector(
    'input[name="card"]:checked ~ .panel button[name=move]:enabled')?.dataset.key"""


@LENGTHS
def test_a_game_with_the_keyboard_alone(visit: Open, decisions: int) -> None:
    page = visit()
    page.locator(".against > summary").focus()
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.wait_for_selector("#live.is-classic")
    for n in range(decisions):
        if not wait_for_turn(page):
            break
        before = decision(page)
        cards = page.locator('input[name="card"]').count()
        key = None
        while not key:  # news of other choices may arrive in between
            page.keyboard.press(str(1 + n % cards))
            key = page.evaluate(FIRST_KEY)
        page.keyboard.press(key)
        wait_after(page, before)
    assert decisions < MAX_DECISIONS or page.locator("#verdict").count()


@pytest.mark.parametrize(("scheme", "variant"), [("light", "classic"), ("dark", "duel")])
def test_tables_are_accessible(visit: Open, scheme: str, variant: str) -> None:
    """axe finds no violation of names, roles or contrast."""
    page = visit(color_scheme=scheme, bypass_csp=True)
    found = Axe().run(page).response["violations"]
    start(page, variant)
    page.locator("#live label.pick").first.click()
    found += Axe().run(page).response["violations"]
    assert [(one["id"], one["nodes"][0]["target"]) for one in found] == []


def test_moves_of_others_appear_without_scrolling_the_page(visit: Open) -> None:
    ann, bob = visit(reduced_motion="no-preference"), visit()
    open_table(ann, "duel")
    join(bob, ann.url, "Bob")
    ann.wait_for_selector("#live.is-duel")
    bob.wait_for_selector("#live.is-duel")
    open_drawer(bob)
    bob.locator("#say").fill("half a sentence")
    click_something(ann, 0)
    bob.wait_for_selector(".turn.is-mine")
    assert bob.locator("#say").input_value() == "half a sentence"
    assert bob.evaluate("document.activeElement.id") == "say"
    bob.keyboard.press("Enter")
    ann.locator("[data-unread]", has_text="1").wait_for()
    open_drawer(ann)
    ann.get_by_text("half a sentence").wait_for()
    expect(ann.locator("[data-unread]")).to_be_hidden()


def test_the_clock_of_a_table_with_options_counts_down(visit: Open) -> None:
    page = visit(width=360, height=740, bypass_csp=True)
    page.locator(".friends > summary").click()
    page.locator("#more > summary").click()
    assert fits(page)
    assert Axe().run(page).response["violations"] == []
    page.locator("#new-clock").select_option("300")
    open_table(page)
    page.locator('button[name="count"][value="all"]').click()
    clock = page.get_by_role("timer")
    before = clock.text_content()
    assert before and before[0] in "45"
    page.wait_for_function(
        "text => document.querySelector('[data-left]').textContent < text", arg=before
    )
    open_drawer(page)
    page.locator("#leave summary").click()
    assert fits(page)


def test_the_page_for_another_device(visit: Open) -> None:
    page = visit(width=360, height=740, bypass_csp=True)
    page.get_by_role("link", name="Play on another device").click()
    page.get_by_role("button", name="Make a code").click()
    assert page.locator("#link").input_value().startswith(page.url.partition("/device")[0])
    assert fits(page)
    assert Axe().run(page).response["violations"] == []


@pytest.mark.parametrize(("size", "lowest"), [((1440, 900), 900), ((360, 740), 740)])
@pytest.mark.parametrize("variant", ["classic", "classic+leaders"])
def test_the_hand_is_seen_without_scrolling(
    visit: Open, variant: str, size: tuple[int, int], lowest: int
) -> None:
    page = visit(*size)
    start(page, variant)
    wait_for_turn(page)
    hand = page.locator(".hand").bounding_box()
    assert hand and hand["y"] + hand["height"] <= lowest

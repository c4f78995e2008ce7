"""In a browser: several people at one device, the television, notifications, sounds."""

from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

from heptapolis.i18n import LANGUAGES
from heptapolis.server.page_context import LANGUAGE
from tests.server.conftest import Player, RunningServer
from tests.web.browser.test_whole_games import click_something, decision, fits
from tests.web.conftest import Open, open_table, pick

OVERFLOWS = """() => [...document.querySelectorAll(
    'html, .tv-table, .tv-head, .tv-city, .tv-middle, .tv-foot')].filter(
    (box) => box.scrollHeight > box.clientHeight + 2 || box.scrollWidth > box.clientWidth + 2 ||
    box.getBoundingClientRect().bottom > innerHeight + 1).map((box) => box.className || 'html')"""


def violations(page: Page) -> list[tuple[str, Any]]:
    found = Axe().run(page).response["violations"]
    return [(one["id"], one["nodes"][0]["target"]) for one in found]


def test_a_couple_is_three_clicks_from_a_duel_on_one_laptop(visit: Open) -> None:
    page = visit()
    pick(page, "variant", "duel")
    pick(page, "people", "2")
    page.locator(".quick .big").click()
    page.wait_for_selector("#live.is-duel")
    held = []
    for n in range(12):
        held.append(page.locator("#live").get_attribute("data-seat"))
        before = decision(page)
        click_something(page, n)
        page.wait_for_function(
            """([seat, before]) => document.querySelector('#live').dataset.seat !== seat ||
            document.querySelector('.choose input[name="decision"]')?.value !== before""",
            arg=[held[-1], before],
        )
    assert {*held} == {"0", "1"}


def test_the_curtain_separates_two_people(visit: Open) -> None:
    page = visit(bypass_csp=True)
    pick(page, "people", "2")
    page.locator(".quick .big").click()
    for _ in range(2):  # turns
        for _ in range(2):  # people
            page.wait_for_selector(".curtain .big")
            assert page.title().startswith("●") and "seat=" not in page.url
            assert not page.locator('input[name="card"]').count()
            page.locator(".curtain .big").click()
            page.wait_for_selector(".turn.is-mine")
            assert "seat=" in page.url
            click_something(page, 0)
    page.wait_for_selector(".curtain .big")
    assert violations(page) == []
    page.set_viewport_size({"width": 360, "height": 780})
    assert fits(page)


def test_the_curtain_updates_while_it_waits_for_others(visit: Open, site: RunningServer) -> None:
    page, eve = visit(), site.player("Eve")
    open_table(page)
    page.locator("#person").fill("Bob")
    page.get_by_role("button", name="Add", exact=True).click()
    page.get_by_text("on this device", exact=True).wait_for()
    table = page.url.rsplit("/", 1)[1]
    eve.make(f"/tables/{table}/seats")
    for _ in range(2):
        page.locator(".curtain .big").click()
        page.wait_for_selector(".turn.is-mine")
        click_something(page, 0)
    page.get_by_text("Everyone here has chosen").wait_for()
    eve.choose(table).raise_for_status()
    page.wait_for_selector(".curtain .big")


def play_on(player: Player, table: str, moves: int) -> None:
    """Choose for every seat of the device, at most ``moves`` times or until the game is over."""
    for _ in range(moves):
        told = player.get(f"/tables/{table}")
        if told["state"] != "playing":
            return
        seat = told["to_move"][0]
        view = player.get(f"/tables/{table}/view?seat={seat}")
        move = next((m for m in view["legal_moves"] if m["verb"] != "discard"), None)
        body = {"move": (move or view["legal_moves"][0])["text"], "decision": view["decision"]}
        player.make(f"/tables/{table}/moves", **body, seat=seat)


# Visible text that is drawn smaller than 28 px, after scaling.
FIND_SMALL = """() => {
  const found = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const element = walker.currentNode.parentElement;
    if (!walker.currentNode.data.trim() || element.closest(".sr, .skip, title, [hidden], script, style, template")) continue;
    const box = element.getBoundingClientRect();
    if (!element.checkVisibility() || !box.width || !box.height) continue;
    const scale = element.closest("svg") ? element.getScreenCTM().d : 1;
    const size = parseFloat(getComputedStyle(element).fontSize) * scale;
    if (size < 28) found.push([element.className.baseVal ?? element.className, walker.currentNode.data.trim().slice(0, 20), Math.round(size)].join("|"));
  }
  return found;
}"""


@pytest.mark.parametrize(
    "options",
    [
        *(pytest.param({"seats": n}, marks=pytest.mark.long) for n in (3, 4, 5, 6)),
        {"seats": 7, "leaders": True},
        {"game": "duel"},
    ],
    ids=str,
)
def test_everything_fits_on_a_television(
    visit: Open, site: RunningServer, options: dict[str, Any]
) -> None:
    player, page = site.player("Bartholomew of Antioch"), visit(1920, 1080, bypass_csp=True)
    seats = options.get("seats", 2)
    others = [f"Cassiopeia of Rhodes {n}" for n in range(1, seats)]
    table = player.open(**options, others=others)
    page.goto(f"/tables/{table}/tv")
    assert page.evaluate(OVERFLOWS) == [] and page.evaluate(FIND_SMALL) == []
    for moment in range(3):
        play_on(player, table, 7 * seats if seats > 2 else 24)
        for language in list(LANGUAGES)[moment::3]:
            page.context.add_cookies([{"name": LANGUAGE, "value": language, "url": site.url}])
            page.reload()
            assert page.evaluate(OVERFLOWS) == [] and page.evaluate(FIND_SMALL) == [], language
    play_on(player, table, 500)
    page.wait_for_selector(".tv-end")
    assert page.evaluate(OVERFLOWS) == [] and page.evaluate(FIND_SMALL) == []
    assert violations(page) == []


FAKE = """
window.told = [];
window.Notification = class extends EventTarget {
  static permission = "default";
  static async requestPermission() { return (Notification.permission = "granted"); }
  constructor(title) { super(); window.told.push(title); }
  close() {}
};
Object.defineProperty(document, "hidden", { get: () => window.away === true });
window.tones = 0;
const start = OscillatorNode.prototype.start;
OscillatorNode.prototype.start = function (...when) { window.tones++; start.apply(this, when); };
"""


def test_a_hidden_page_sends_notifications_if_allowed(visit: Open, site: RunningServer) -> None:
    page, eve = visit(), site.player("Eve")
    page.context.add_init_script(FAKE)
    page.reload()
    toggle = page.get_by_role("button", name="Notify me on my turn")
    sound = page.get_by_role("button", name="Sound")
    assert toggle.get_attribute("aria-pressed") == sound.get_attribute("aria-pressed") == "false"
    open_table(page, "duel")
    page.wait_for_selector("#live.lobby")
    page.wait_for_load_state()  # scripts are ready
    page.locator(".menu-button").click()
    toggle.click()
    sound.click()
    page.wait_for_selector('[data-toggle="sound"][aria-pressed="true"]')
    page.wait_for_selector('[data-toggle="notify"][aria-pressed="true"]')
    table = page.url.rsplit("/", 1)[1]
    eve.make(f"/tables/{table}/seats")
    page.wait_for_selector(".turn.is-mine")
    assert page.evaluate("told") == [], "no notification while the page is visible"
    click_something(page, 0)
    page.wait_for_function("() => !document.querySelector('.turn.is-mine')")
    page.evaluate("away = true; tones = 0")
    while eve.get(f"/tables/{table}")["to_move"] == [1]:
        eve.choose(table).raise_for_status()
    page.wait_for_function("() => told.length === 1")
    assert page.evaluate("told")[0].startswith("● Your turn")
    page.wait_for_function("() => tones > 0")
    page.reload()
    page.locator(".menu-button").click()
    assert toggle.get_attribute("aria-pressed") == "true", "the device must remember it"
    toggle.click()
    page.wait_for_selector('[data-toggle="notify"][aria-pressed="false"]')


def test_the_front_page_stays_fresh(visit: Open, site: RunningServer) -> None:
    page, eve = visit(), site.player("Eve")
    open_table(page, "duel")
    page.wait_for_selector("#live.lobby")
    table = page.url.rsplit("/", 1)[1]
    page.goto("/")
    assert page.title() == "Heptapolis"
    eve.make(f"/tables/{table}/seats")
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    page.wait_for_function("() => document.title === '(1) Heptapolis'")
    assert page.locator("#mine .badge").inner_text() == "Your turn"


def test_screen_readers_get_each_message_once(visit: Open) -> None:
    page = visit()
    open_table(page)
    page.locator("#say").fill("hello")
    page.keyboard.press("Enter")
    page.locator("#said", has_text="hello").wait_for()
    assert page.locator("#say").input_value() == ""


def test_any_city_opens_by_a_click(visit: Open) -> None:
    page = visit(width=800)
    pick(page, "seats", "7")
    page.locator(".quick .big").click()
    page.wait_for_selector("#live.is-classic")
    page.locator('.seats a[href="#city-3"]').click()
    page.locator("#city-3").wait_for(state="visible")

"""In a browser: info sheets open by mouse, keyboard and touch for every kind of thing, and cover
nothing that is needed.
"""

import re
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Locator, Page, Route, expect

import heptapolis as hp
from heptapolis.contract import View
from heptapolis.i18n import LANGUAGES
from heptapolis.web.boards import explainer_of
from heptapolis.web.render import page as render
from tests.server.conftest import Player, RunningServer
from tests.web.browser.test_classic_screen import boxes, crowded_view
from tests.web.browser.test_rare_decisions import open_moves
from tests.web.conftest import Open, photograph, sign_in
from tests.web.test_boards import html, played_game

# Selectors of one thing of every kind.
CLASSIC = (
    ".hand label.pick",
    "#city-0 .placed",
    ".held .placed",
    "#city-0 .h-stage",
    ".on-left .wonder-name",
    "#city-0 .purse .stat",
    "#city-0 .purse .stat:nth-child(2)",
    "#city-0 .purse .stat:nth-child(3)",
    "#city-0 .good",
    "#city-0 .science .stat",
    "#city-0 .tokens .stat",
    ".way.on-right .way-goods",
    ".status .follows",
    ".status .pile",
    "#city-1 h2 .player",
    ".is-far .bands li",
    "#city-1 .last-deed [data-sheet], #city-0 .in-words",
)
DUEL = (
    ".structure label.pick",
    ".structure div.pick[data-sheet]",
    ".wonders li",
    ".progress li",
    ".h-space.h-z2",
    ".h-capital",
    ".road",
    ".city .placed",
    ".trade .stat",
    "#city-0 h2 .player",
)
REST, GRACE = 350, 200  # ms, as in the script
PLACES = ".city, .status, .way, .choose, .desk, .stack, .choose h2, .structure, .panel"


def duel() -> View:
    """Return a view of a game of Duel in age II."""
    game = played_game("duel", 34)
    return game.view(game.to_move[0])


def show(page: Page, view: View, language: str = "en") -> None:
    """Show the page of a table with the scripts of sheets only, and answer their requests."""

    def answer(route: Route) -> None:
        thing = parse_qs(urlsplit(route.request.url).query)["thing"][0]
        sheet = explainer_of(view, language).sheet(thing)
        route.fulfill(
            body=render("sheet.html", language, own_page="", sheet=sheet), content_type="text/html"
        )

    text = re.sub(
        r"<script(?![^>]*(sheets|cities)\.js).*?</script>",
        "",
        html(view, language, "table.html"),
        flags=re.DOTALL,
    )
    for path in ("**/shown", "**/x?thing=*"):
        page.unroute(path)
    page.route("**/x?thing=*", answer)
    page.route("**/shown", lambda route: route.fulfill(body=text, content_type="text/html"))
    page.goto("/shown")


def name_of(view: View, thing: Locator) -> str:
    """Return the heading that the sheet of an element must have."""
    called = thing.evaluate("one => one.closest('[data-sheet]').dataset.sheet")
    sheet = explainer_of(view, "en").sheet(called)
    assert sheet, called
    return sheet.name


def box(thing: Locator) -> dict[str, float]:
    found: dict[str, float] = thing.evaluate("one => one.getBoundingClientRect().toJSON()")
    return found


def overlaps(one: dict[str, float], other: dict[str, float]) -> bool:
    return (
        one["left"] < other["right"] - 1
        and other["left"] < one["right"] - 1
        and one["top"] < other["bottom"] - 1
        and other["top"] < one["bottom"] - 1
    )


def covered_share(one: dict[str, float], other: dict[str, float]) -> float:
    """Return the share of the second rectangle that the first one covers."""
    width = min(one["right"], other["right"]) - max(one["left"], other["left"])
    height = min(one["bottom"], other["bottom"]) - max(one["top"], other["top"])
    return max(0, width) * max(0, height) / (other["width"] * other["height"])


def heading(page: Page) -> Locator:
    return page.locator("#sheet:popover-open h2")


@pytest.mark.parametrize("game", ["classic", "duel"])
def test_a_resting_pointer_opens_a_sheet(visit: Open, game: str) -> None:
    page = visit(1366, 768)
    page.clock.install(time=0)
    page.clock.pause_at(1)  # from here the test moves the clock
    view = crowded_view("leaders", 1) if game == "classic" else duel()
    show(page, view)
    page.locator("label.pick").nth(1).click()
    page.mouse.move(683, 1)
    page.clock.run_for(GRACE)
    expect(page.locator("#sheet")).to_be_hidden()
    before, panel = boxes(page, PLACES), boxes(page, ".panel")[0]
    for selector in CLASSIC if game == "classic" else DUEL:
        thing = page.locator(selector).locator("visible=true").first
        where = box(thing)
        page.mouse.move(where["x"] + where["width"] / 2, where["y"] + min(where["height"] / 2, 9))
        page.clock.run_for(REST - 1)
        assert not heading(page).count(), f"{selector}: a pointer that passes opens nothing"
        page.clock.run_for(1)
        expect(heading(page), selector).to_have_text(name_of(view, thing))
        sheet = box(page.locator("#sheet"))
        assert not overlaps(sheet, where), selector
        assert covered_share(sheet, panel) < 0.2, selector
        assert sheet["left"] >= 0 and sheet["right"] <= 1366 and sheet["bottom"] <= 768, selector
        assert boxes(page, PLACES) == before, f"{selector}: something has moved"
        page.mouse.move(683, 1)
        page.clock.run_for(GRACE)
        expect(page.locator("#sheet")).to_be_hidden()
    assert page.locator('input[name="card"]:checked').count() == 1, "no other card may be chosen"


@pytest.mark.parametrize("game", ["classic", "duel"])
def test_the_keyboard_walks_through_everything(visit: Open, game: str) -> None:
    page = visit(1366, 768)
    view = crowded_view("leaders", 1) if game == "classic" else duel()
    show(page, view)
    stops, kinds = set(), set()
    part = "(one => one.closest('.city, .held, .ways, .between, .status, .structure')?.className)"
    for _ in range(60):
        page.keyboard.press("Tab")
        where = page.evaluate(f"{part}(document.activeElement)")
        if where and page.evaluate("document.activeElement.matches('[data-sheet]')"):
            stops.add(where.split()[0])
    assert stops >= {"city", "between" if game == "duel" else "ways"}
    seat = view.seat
    page.locator(f"#city-{seat} .purse .stat").first.focus()
    count = page.locator(f"#city-{seat} [data-sheet]:not(button)").count()
    for _ in range(min(count, 40)):
        page.keyboard.press("ArrowRight")
        thing = page.evaluate("document.activeElement.dataset.sheet")
        sheet = explainer_of(view, "en").sheet(thing)
        assert sheet
        expect(heading(page)).to_have_text(sheet.name)
        page.evaluate(
            "document.dispatchEvent(new Event('scroll'))"
        )  # as a scroll to the focused element
        expect(heading(page)).to_have_text(sheet.name)
        kinds.add(thing.partition(":")[0])
    assert kinds >= ({"card", "wonder"} if game == "duel" else {"card", "symbol", "resource"})
    page.keyboard.press("Enter")
    expect(page.locator("#sheet")).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.locator("#sheet")).to_be_hidden()
    assert page.evaluate("document.activeElement.dataset.sheet") == thing, "the focus must return"


def test_the_keyboard_walks_through_the_log(visit: Open) -> None:
    page, view = visit(1920, 1080), played_game("duel", 14).view(0)
    show(page, view)
    in_log = "document.activeElement.matches('#dock .log [data-sheet]')"
    for _ in range(60):
        page.keyboard.press("Tab")
        if page.evaluate(in_log):
            break
    first = page.evaluate("document.activeElement.dataset.sheet")
    assert page.evaluate(in_log)
    page.keyboard.press("ArrowDown")
    assert page.evaluate(in_log) and page.evaluate("document.activeElement.dataset.sheet") != first
    expect(heading(page)).to_have_text(name_of(view, page.locator(":focus")))


@pytest.mark.parametrize("game", ["classic", "duel"])
def test_a_finger_taps_or_holds(visit: Open, game: str) -> None:
    page = visit(360, 740, has_touch=True, is_mobile=True)
    view = crowded_view("leaders", 1) if game == "classic" else duel()
    show(page, view)
    for selector in CLASSIC[1:-2] if game == "classic" else DUEL[1:]:
        thing = page.locator(selector).locator("visible=true").first
        if not thing.count():
            continue  # phones have no such element
        thing.scroll_into_view_if_needed()
        thing.tap(force=True)
        expect(heading(page), selector).to_have_text(name_of(view, thing))
        sheet = box(page.locator("#sheet"))
        assert sheet["width"] == 360 and (sheet["top"] == 0 or sheet["bottom"] == 740)
        assert not overlaps(sheet, box(thing)) or sheet["height"] > 370, selector
        page.keyboard.press("Escape")
    card = page.locator("label.pick").first
    card.scroll_into_view_if_needed()
    hold(page, card)
    expect(heading(page)).to_have_text(name_of(view, card))
    assert not page.locator('input[name="card"]:checked').count(), (
        "a long press must choose nothing"
    )
    page.keyboard.press("Escape")
    expect(page.locator("#sheet")).to_be_hidden()
    card.tap()
    assert page.locator('input[name="card"]:checked').count() == 1, "a tap must choose the card"
    page.locator("input:checked ~ .panel .info").tap()
    expect(heading(page)).to_have_text(name_of(view, card))


def hold(page: Page, thing: Locator) -> None:
    """Touch an element until its sheet opens."""
    where = box(thing)
    point = {"x": where["x"] + where["width"] / 2, "y": where["y"] + where["height"] / 2}
    session = page.context.new_cdp_session(page)
    session.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [point]})
    page.wait_for_selector("#sheet:popover-open")
    session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def test_a_sheet_links_to_others_and_closes_with_its_thing(visit: Open) -> None:
    page = visit(1366, 768)
    cities = [{"buildings": ["baths"]}, {}, {}]
    view = hp.from_position({"age": 2, "turn": 1, "cities": cities}).view(0)
    show(page, view)
    baths = page.locator("#city-0 .placed")
    baths.click()
    page.locator("#sheet a", has_text="Aqueduct").click()
    expect(heading(page)).to_have_text("Aqueduct")
    page.mouse.move(683, 1)
    expect(heading(page), "what was clicked stays").to_have_text("Aqueduct")
    page.evaluate("""() => { const live = document.querySelector('#live');
      live.replaceChildren(...live.cloneNode(true).childNodes); }""")
    expect(page.locator("#city-0 .placed.is-explained")).to_have_count(1)
    expect(heading(page)).to_have_text("Aqueduct")
    page.evaluate("document.querySelector('#city-0 .site-of-city').remove()")
    expect(page.locator("#sheet")).to_be_hidden()


def test_a_sheet_that_cannot_be_fetched_breaks_nothing(visit: Open) -> None:
    page = visit(1366, 768, expected="Failed to load resource")
    show(page, crowded_view("three", 1))
    page.unroute("**/x?thing=*")
    page.route("**/x?thing=*", lambda route: route.abort())
    page.locator("#city-0 .placed").first.click()
    page.locator("label.pick").first.click()
    expect(page.locator("#sheet:popover-open")).to_have_count(0)
    assert page.locator('input[name="card"]:checked').count() == 1


@pytest.mark.parametrize("width", [360, 1440])
def test_an_open_sheet_covers_nothing_that_is_needed(visit: Open, width: int) -> None:
    page = visit(width, 780, bypass_csp=True, color_scheme="dark" if width == 360 else "light")
    for view, things in ((crowded_view("leaders", 1), CLASSIC[1:5]), (duel(), DUEL[2:4])):
        show(page, view)
        for selector in things:
            page.locator(selector).locator("visible=true").first.click()
            expect(heading(page)).to_be_visible()
            found = Axe().run(page, context="#sheet").response["violations"]
            assert [(one["id"], one["nodes"][0]["target"]) for one in found] == [], selector
            page.keyboard.press("Escape")


def test_a_live_table_opens_sheets_by_a_key(visit: Open, site: RunningServer) -> None:
    ann: Player = site.player("Ann")
    table = ann.open(seats=3, bots=["random"] * 2)
    open_moves(ann, table)
    page = visit(1366, 768)
    sign_in(page, ann)
    page.goto(f"/tables/{table}")
    page.keyboard.press("2")
    page.keyboard.press("i")
    chosen = page.locator('input[name="card"]:checked')
    name = (chosen.get_attribute("aria-label") or "").partition(".")[0]
    expect(heading(page)).to_have_text(name)
    page.keyboard.press("Escape")
    expect(page.locator("#sheet")).to_be_hidden()
    expect(chosen).to_have_count(1)
    expect(chosen).to_be_focused()
    page.keyboard.press("Escape")
    expect(chosen).to_have_count(0)


@pytest.mark.long  # other tests check one language and size
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("size", [(360, 740), (1366, 650), (1920, 1080)])
def test_every_kind_of_sheet_fits_everywhere(
    visit: Open, language: str, size: tuple[int, int]
) -> None:
    how: dict[str, Any] = {"color_scheme": "dark"} if size[0] == 1366 else {}
    page = visit(*size, **how)
    for view, things in ((crowded_view("leaders", 1), CLASSIC[1:]), (duel(), DUEL[1:])):
        show(page, view, language)
        for n, selector in enumerate(things):
            thing = page.locator(selector).locator("visible=true").first
            if not thing.count():
                continue
            thing.hover(force=True)  # a click on a distant city would open the city
            expect(heading(page), selector).to_be_visible()
            sheet = box(page.locator("#sheet"))
            assert sheet["left"] >= 0 and sheet["right"] <= size[0] and sheet["top"] >= 0
            assert page.locator("#sheet").evaluate("one => one.scrollWidth <= one.clientWidth")
            photograph(page, f"sheets/{view.game}-{n}-{size[0]}-{language}")
            page.keyboard.press("Escape")

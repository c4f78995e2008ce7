"""A classic table fits one screen in every language: nothing scrolls, jumps, is cut or covered."""

import re
from collections.abc import Iterator, Sequence
from typing import Any

import pytest
from playwright.sync_api import Page

import heptapolis as hp
from heptapolis.catalogs import load
from heptapolis.contract import Game, View
from heptapolis.i18n import LANGUAGES
from tests.web.conftest import Open
from tests.web.test_boards import html

SIZES = [(1366, 650), (1440, 800), (1920, 1080)]
WONDERS = (
    "halicarnassus:B",
    "giza:B",
    "babylon:B",
    "ephesus:B",
    "rhodes:A",
    "olympia:B",
    "alexandria:A",
)
LEADERS = ["nero", "croesus", "tomyris", "imhotep", "maecenas", "hammurabi", "solomon", "xenophon"]
TABLES = {
    "three": {"players": 3},
    "four": {"players": 4},
    "leaders": {"players": 4, "leaders": True},
    "free city": {"players": 2},
    "five": {"players": 5},
    "seven": {"players": 7},
}


def parameter_pairs(firsts: Sequence[Any], seconds: Sequence[Any]) -> list[Any]:
    """Return all pairs; those marked ``long`` are left out of the short run, which still uses every
    value at least once."""
    return [
        pytest.param(one, other, marks=() if (n - k) % len(firsts) == 0 else pytest.mark.long)
        for n, one in enumerate(firsts)
        for k, other in enumerate(seconds)
    ]


def decks(table: dict[str, Any], ages: range) -> list[str]:
    """Return every copy of the cards of these ages, without guilds."""
    seats = max(3, table["players"])
    catalog = load("leaders" if table.get("leaders") else "classic")
    cards = [card for card in catalog.card.values() if card.age in ages and card.players]
    cards = [card for card in cards if not card.same_structure_as]
    return [card.id for card in cards for size in card.players if size <= seats]


def crowded_view(kind: str, turn: int) -> View:
    return crowded_game(kind, turn).view(0)


def crowded_game(kind: str, turn: int) -> Game:
    """Return a game in age III in which the cities have built nearly everything."""
    table: dict[str, Any] = TABLES[kind]
    cities = max(3, table["players"])
    built: list[list[str]] = [decks(table, range(1, 3))[seat::cities] for seat in range(cities)]
    last = decks(table, range(3, 4))
    for seat in range(cities):
        built[seat] += last[seat : cities * (turn // 2 + turn // 6) : cities]
    names = LEADERS if table.get("leaders") else []
    rows = [
        {
            "wonder": WONDERS[seat],
            "coins": 30,
            "stages": seat % 3,
            "victories": [2, 1],
            "defeats": 2,
            "buildings": list(dict.fromkeys(built[seat])),
        }
        | ({"leaders": names[2 * seat : 2 * seat + 2]} if names else {})
        for seat in range(cities)
    ]
    if names:
        rows[0]["leader_hand"] = ["plato", "ramses"]
    return hp.from_position({**table, "age": 3, "turn": turn, "cities": rows})


def show(page: Page, view: View, language: str = "en") -> None:
    """Show the page of a table."""
    show_text(page, html(view, language, "table.html"))


def show_text(page: Page, text: str) -> None:
    """Show a page without server and scripts."""
    text = re.sub("<script.*?</script>", "", text, flags=re.DOTALL)
    page.unroute("**/shown")
    page.route("**/shown", lambda route: route.fulfill(body=text, content_type="text/html"))
    page.goto("/shown")


def boxes(page: Page, selector: str) -> list[dict[str, float]]:
    """Return the rectangles of all visible elements that match the selector."""
    found: list[dict[str, float]] = page.locator(selector).evaluate_all(
        "all => all.filter(one => one.checkVisibility()).map(one => one.getBoundingClientRect().toJSON())"
    )
    return found


def each_card_chosen(page: Page) -> Iterator[None]:
    """Choose each card of the hand in turn."""
    picks = page.locator(".hand label.pick")
    for n in range(picks.count()):
        picks.nth(n).click()
        yield


SCROLL_SIZES = "[document.documentElement.scrollWidth, document.documentElement.scrollHeight]"
# The centre of every clickable element is clickable: no other element covers it.
FIND_COVERED = """all => all.filter(one => one.checkVisibility()).filter(one => {
  const box = one.getBoundingClientRect();
  const top = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
  return !(top && (one.contains(top) || top.contains(one)));
}).map(one => one.outerHTML.slice(0, 200))"""
# Elements that overflow their box at the side and are cut.
FIND_CUT = """all => all.filter(one => one.checkVisibility() && one.scrollWidth > one.clientWidth + 1)
  .map(one => [one.className, one.scrollWidth, one.clientWidth])"""


@pytest.mark.parametrize(
    ("kind", "language"),
    parameter_pairs(["three", "four", "leaders", "free city"], list(LANGUAGES)),
)
def test_a_chosen_card_and_all_cities_on_one_screen(visit: Open, kind: str, language: str) -> None:
    page = visit()
    for turn in (1, 5):
        show(page, crowded_view(kind, turn), language)
        page.locator(".hand label.pick").last.click()
        for width, height in SIZES:
            page.set_viewport_size({"width": width, "height": height})
            assert page.evaluate(SCROLL_SIZES) == [width, height]
            shown = boxes(page, ".felt > *, .city > header, .city .h-stage, .hand .pick, .panel")
            assert all(box["left"] >= 0 and box["right"] <= width for box in shown)
            assert all(box["top"] >= 0 and box["bottom"] <= height for box in shown)
            assert (
                page.locator(".hand label.pick, .panel h3, .turn").evaluate_all(FIND_COVERED) == []
            )


def test_cities_have_many_cards_and_none_hides_the_stages(visit: Open) -> None:
    page = visit(1366, 650)
    for kind in ("three", "four"):
        show(page, crowded_view(kind, 6))
        cards = boxes(page, "#city-0 .placed")
        assert len(cards) >= 17
        terrace, header = boxes(page, "#city-0 .h-terrace")[0], boxes(page, "#city-0 > header")[0]
        assert all(header["bottom"] <= box["top"] for box in cards)
        assert all(box["bottom"] <= terrace["top"] + 1 and box["height"] >= 5 for box in cards)


@pytest.mark.parametrize("size", SIZES)
def test_nothing_moves_when_cards_are_opened(visit: Open, size: tuple[int, int]) -> None:
    page = visit(*size)
    show(page, crowded_view("leaders", 1))
    place = ".city, .status, .way, .choose, .desk, .stack, .choose h2"
    before, standing = boxes(page, place), boxes(page, ".felt > .city, .is-far, .choose")
    for _ in each_card_chosen(page):
        assert boxes(page, place) == before
    page.locator("#city-0 .placed").first.focus()
    for card in ("#city-0 .stack li:first-child .placed", ".on-right .placed", ".held .placed"):
        page.locator(card).last.hover()
        assert boxes(page, place) == before and page.evaluate(SCROLL_SIZES) == list(size)
    page.locator(".look").first.click()
    assert page.locator("#look-2").is_visible()
    assert boxes(page, ".felt > .city, .is-far, .choose") == standing


def test_without_script_a_touched_card_in_a_city_is_shown_whole(visit: Open) -> None:
    for wide, how in (((1366, 650), {}), ((360, 740), {"has_touch": True})):
        page = visit(*wide, java_script_enabled=False, **how)
        show(page, crowded_view("three", 1))
        for card in (page.locator("#city-0 .placed").first, page.locator("#city-0 .placed").last):
            face = card.locator(".h-card")
            small = face.bounding_box()
            card.tap() if how else card.hover()
            large = face.bounding_box()
            assert small and large and large["width"] > 2 * small["width"]
            assert large["x"] >= 0 and large["x"] + large["width"] <= wide[0]
            assert card.locator(".h-name").is_visible()


@pytest.mark.parametrize("kind", ["five", "seven"])
def test_distant_cities_show_what_matters(visit: Open, kind: str) -> None:
    """Distant cities show stages, science, shields and cards; nothing is cut, and each city opens."""
    page = visit(1440, 800)
    for language in LANGUAGES:
        show(page, crowded_view(kind, 5), language)
        page.locator(".hand label.pick").first.click()
        assert page.evaluate(SCROLL_SIZES) == [1440, 800]
        assert (
            page.locator(".seats, .others, .is-far, .glance, .bands, .purse").evaluate_all(FIND_CUT)
            == []
        )
        tiles = boxes(page, ".is-far")
        assert len(tiles) == TABLES[kind]["players"] - 3
        inside = boxes(page, ".is-far > :is(header, .glance, .bands)")
        assert all(any(_contains(tile, part) for tile in tiles) for part in inside)
    for wanted in (".h-stage", ".science .h-sym", ".purse", "[data-vt]"):
        assert page.locator(f".is-far >> {wanted}").first.is_visible()
    page.locator(".look").last.click()
    opened = page.locator(".look-closer:popover-open")
    assert opened.locator(".placed").count() >= 14
    page.keyboard.press("Escape")
    assert not opened.count()


def _contains(outer: dict[str, float], inner: dict[str, float]) -> bool:
    return (
        outer["left"] <= inner["left"]
        and inner["right"] <= outer["right"] + 1
        and outer["top"] <= inner["top"]
        and inner["bottom"] <= outer["bottom"] + 1
    )


def test_stages_keep_their_symbols_together(visit: Open) -> None:
    """At 1024 pixels and more, the price of a stage fits one line, and so does its effect."""
    page = visit()
    show(page, crowded_view("leaders", 1))
    for width, height in ((1024, 768), *SIZES):
        page.set_viewport_size({"width": width, "height": height})
        for part in (".h-price", ".h-gain > .h-group"):
            lines = page.locator(f".city:not(.is-far) .h-terrace {part}").evaluate_all(
                "all => all.map(one => new Set([...one.querySelectorAll('.h-sym')]"
                ".map(sign => Math.round(sign.getBoundingClientRect().bottom / 4))).size)"
            )
            assert max(lines) <= (1 if part == ".h-price" else 2)  # names of houses are lower


@pytest.mark.parametrize(
    ("size", "language"), parameter_pairs([(360, 740), (740, 360)], list(LANGUAGES))
)
def test_every_card_and_its_moves_can_be_reached_on_a_phone(
    visit: Open, size: tuple[int, int], language: str
) -> None:
    page = visit(*size, has_touch=True)
    show(page, crowded_view("leaders", 1), language)
    assert page.evaluate(SCROLL_SIZES)[0] == size[0]
    hand = boxes(page, ".hand label.pick")
    assert len(hand) == 7 and all(box["bottom"] <= size[1] for box in hand)
    names = page.locator(".hand .h-name").evaluate_all(
        "all => all.map(one => parseFloat(getComputedStyle(one).fontSize))"
    )
    assert min(names) >= 10
    page.locator(".hand label.pick").first.click()
    panel, button = boxes(page, ".panel")[0], boxes(page, ".panel .use button")[0]
    assert panel["bottom"] <= size[1] and button["bottom"] <= size[1]
    page.evaluate("scrollTo(0, 600)")
    assert boxes(page, ".panel")[0] == panel


def test_the_extra_leaders_of_rome_fit_the_screen(visit: Open) -> None:
    page = visit()
    mine = {"wonder": "rome:B", "stages": 1, "leader_hand": LEADERS[1:]}
    table = {"leaders": True, "age": 2, "turn": 1, "cities": [mine, {}, {}]}
    show(page, hp.from_position(table).view(0))
    for width, height in ((360, 740), (740, 360), *SIZES):
        page.set_viewport_size({"width": width, "height": height})
        held = boxes(page, ".held .placed")
        assert len(held) == 7 and all(box["right"] <= width for box in held)
        assert page.evaluate(SCROLL_SIZES)[0] == width


def test_a_disabled_discard_looks_disabled(visit: Open) -> None:
    """The Free City has to build what it can; the page shows plainly whose turn it is."""
    page = visit(1366, 650)
    game = hp.from_position({"players": 2, "age": 1, "turn": 1, "cities": [{}, {}, {"coins": 5}]})
    game.submit(0, next(move for move in game.legal_moves(0) if move.verb == "discard"))
    show(page, game.view(0))
    assert page.locator(".choose.is-for-another, .city.is-acting").count() == 2
    possible = next(move.card for move in game.legal_moves(0) if move.verb == "build")
    page.locator(f'label[for="card-{possible}"]').click()
    look = "one => { const s = getComputedStyle(one); return [s.backgroundColor, s.cursor]; }"
    off = page.locator(f"#card-{possible} ~ .panel .use-discard button")
    on = page.locator(f"#card-{possible} ~ .panel .use-build button")
    assert off.is_disabled() and off.evaluate(look)[1] == "not-allowed"
    assert off.evaluate(look)[0] not in (on.evaluate(look)[0], "rgba(0, 0, 0, 0)")


def test_a_spectator_sees_wonders_and_no_empty_sky(visit: Open) -> None:
    page = visit(1024, 768)
    show(page, crowded_game("three", 4).view(None))
    assert page.locator(".choose").count() == 0
    drawings, places = boxes(page, ".backdrop .h-wide > svg"), boxes(page, ".backdrop")
    assert len(drawings) == len(places) == 3
    for drawing, place in zip(drawings, places, strict=True):
        assert drawing["height"] >= 0.65 * place["height"]
    names = boxes(page, ".city > .wonder-name")
    assert len(names) == 3 and page.locator(".wonder-name").evaluate_all(FIND_CUT) == []

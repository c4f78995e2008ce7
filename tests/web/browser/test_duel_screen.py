"""The screen of Duel fits one window, no card is covered, and alarms are shown."""

import re
from collections.abc import Sequence
from typing import Any

import pytest
from markupsafe import Markup
from playwright.sync_api import Browser, Page

import heptapolis as hp
from heptapolis.games.duel.edition import our_duel
from heptapolis.games.duel.web.art.pieces import token
from heptapolis.games.duel.web.board import DuelOption
from heptapolis.i18n import LANGUAGES
from heptapolis.web.assets import assets
from tests.server.conftest import Player, RunningServer
from tests.web.conftest import Open, photograph, sign_in
from tests.web.test_boards import duel, html

WINDOWS = ((1366, 650), (1440, 800), (1920, 1080))
PEACEFUL_COLORS = {
    "brown",
    "grey",
    "blue",
    "yellow",
    "purple",
}  # cards that cannot end the game early
COLORS = {card.id: card.color.slug for card in our_duel().catalog.cards}


class Table:
    """A table of two guests who play over the API while a browser shows it."""

    def __init__(self, site: RunningServer, **options: Any) -> None:
        self.players = site.player("Ann"), site.player("Bob")
        self.id = self.players[0].open(game="duel", **options)
        self.players[1].make(f"/tables/{self.id}/seats")

    @property
    def view(self) -> Any:
        return self.players[0].view(self.id)

    def current_player(self) -> Player:
        """Return the player who is to move."""
        (seat,) = self.players[0].get(f"/tables/{self.id}")["to_move"]
        return self.players[seat]

    def move(self) -> None:
        """Make a move that cannot end the game early: a wonder, else a safe card, else coins."""
        player = self.current_player()
        moves = player.view(self.id)["legal_moves"]
        player.choose(self.id, min(moves, key=_rank)["text"]).raise_for_status()

    def play_to(self, age: int, left: int = 20) -> None:
        """Play until the first guest is to take a card and at most ``left`` cards remain."""
        while True:
            view = self.view
            cards = sum(not place["is_taken"] for place in view["places"]) if view["age"] else 99
            is_there = view["age"] > age or (view["age"] == age and cards <= left)
            if is_there and view["phase"] == "turn" and view["legal_moves"]:
                return
            self.move()

    def show(self, page: Page) -> None:
        sign_in(page, self.players[0])
        page.goto(f"/tables/{self.id}")


def _rank(move: dict[str, Any]) -> int:
    if move["verb"] == "wonder":
        return 0
    if move["verb"] == "build":
        return 1 if COLORS[move["card"]] in PEACEFUL_COLORS else 3
    return 2


# Positions of elements, rounded to full pixels, so that the tests compare what is visible.
SCREEN = """() => {
  const box = (element) => {
    const { left, top, right, bottom } = element.getBoundingClientRect();
    return [left, top, right, bottom].map(Math.round);
  };
  const all = (selector) => [...document.querySelectorAll(selector)].filter((one) => one.checkVisibility());
  const hit = (label, x, y) => label.contains(document.elementFromPoint(x, y));
  const takeable = all(".structure label.pick").map((label) => {
    const [left, top, right, bottom] = box(label);
    const inside = [[left + 6, top + 6], [right - 6, top + 6], [left + 6, bottom - 6], [right - 6, bottom - 6]];
    return { slot: label.dataset.slot, box: [left, top, right, bottom], isFree: inside.every(([x, y]) => hit(label, x, y)) };
  });
  return {
    page: [document.documentElement.scrollWidth, document.documentElement.scrollHeight],
    takeable,
    slots: Object.fromEntries(all("[data-slot]").map((one) => [one.dataset.slot, box(one)])),
    panels: all(".panel").map(box),
    parts: Object.fromEntries([".h-track", ".progress", "#city-0", "#city-1", "#turn", ".structure", ".last-turn", "[data-pile]"]
      .map((part) => [part, all(part).map(box)[0]])),
    wide: all("#live :is(h1, h2, h3, p, button, .panel, .city)").filter((one) => box(one)[2] > innerWidth).length,
    cut: all(".panel, .city").filter((one) => one.scrollHeight > one.clientHeight + 1).map((one) => one.className + one.textContent),
  };
}"""


def look(page: Page) -> Any:
    page.mouse.move(0, 0)
    return page.evaluate(SCREEN)


def overlap(one: list[int], other: list[int]) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def check(seen: Any, width: int, height: int) -> None:
    """Check that everything is in the window and nothing covers a card that can be taken."""
    assert seen["page"] == [width, height], "the page must not scroll"
    for part, box in seen["parts"].items():
        assert box, part
        assert 0 <= box[0] < box[2] <= width and 0 <= box[1] < box[3] <= height, (part, box)
    (panel,) = seen["panels"]
    assert panel[1] >= 0 and panel[3] <= height and panel[2] <= width
    assert seen["takeable"]
    for card in seen["takeable"]:
        assert card["isFree"], card
        assert not overlap(card["box"], panel), card
    assert not seen["wide"] and not seen["cut"], seen["cut"]


@pytest.mark.parametrize(
    "spoken",
    [
        pytest.param((("hu",), ("uk",), ("ru", "en")), id="each once"),
        pytest.param((LANGUAGES,) * 3, id="all", marks=pytest.mark.long),
    ],
)
def test_one_screen_in_every_age_and_language(
    visit: Open, site: RunningServer, spoken: Sequence[Sequence[str]]
) -> None:
    table = Table(site)
    page = visit(*WINDOWS[0])
    for (age, left), languages in zip(((1, 20), (2, 16), (3, 12)), spoken, strict=True):
        table.play_to(age, left)
        for language in languages:
            page.set_extra_http_headers({"Accept-Language": language})
            table.show(page)
            page.locator(".structure label.pick").last.click()
            for width, height in WINDOWS:
                page.set_viewport_size({"width": width, "height": height})
                check(look(page), width, height)
                photograph(page, f"duel_screen/age-{age}-{width}-{language}")


def test_cards_keep_their_places(visit: Open, site: RunningServer) -> None:
    table = Table(site)
    page = visit(1366, 650)
    table.play_to(1)
    table.show(page)
    before = look(page)["slots"]
    card = page.locator(".structure label.pick").first
    taken = str(card.get_attribute("data-slot"))
    card.click()
    chosen = look(page)["slots"]
    assert {k: v for k, v in chosen.items() if k != taken} == {
        k: v for k, v in before.items() if k != taken
    }
    page.locator(".panel:visible .use-discard button").click()
    page.wait_for_selector(f'.structure:not(:has([data-slot="{taken}"]))')
    waiting = look(page)["slots"]
    assert waiting == {k: v for k, v in before.items() if k != taken}


def test_the_structure_grows_when_rows_are_gone(visit: Open, site: RunningServer) -> None:
    """The middle stays where it is."""
    table = Table(site)
    page = visit(1366, 650)
    table.play_to(1)
    table.show(page)
    before = look(page)["slots"]
    table.play_to(1, left=8)
    page.reload()
    late = look(page)["slots"]
    assert 0 < len(late) <= 8

    def widths(slots: dict[str, list[int]]) -> set[int]:
        return {box[2] - box[0] for box in slots.values()}

    def middle(slots: dict[str, list[int]]) -> float:
        return (slots["0"][0] + slots["1"][2]) / 2

    assert min(widths(late)) > max(widths(before)) * 1.15
    assert abs(middle(late) - middle(before)) <= 2


PRICES = """() => [...document.querySelectorAll(".is-duel .tag")].map((tag) => {
  const thing = tag.closest(".pick, li").querySelector(".h-card, .h-wonder");
  const [a, b] = [tag, thing].map((one) => one.getBoundingClientRect());
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
})"""


def test_prices_cover_nothing_and_wonders_are_large(visit: Open, site: RunningServer) -> None:
    table = Table(site)
    page = visit(1366, 650)
    table.play_to(2, left=14)
    table.show(page)
    for width, height, least in (
        (1024, 768, 105),
        (1366, 650, 105),
        (1440, 800, 135),
        (390, 844, 120),
    ):
        page.set_viewport_size({"width": width, "height": height})
        covers = page.evaluate(PRICES)
        assert covers and not any(covers), (width, height)
        (wonder,) = page.locator("#city-0 .h-wonder").all()[:1]
        box = wonder.bounding_box()
        assert box and box["width"] >= least, (width, height)


@pytest.mark.parametrize("has_script", [True, False], ids=["script", "no script"])
def test_a_wonder_is_built_by_a_click_on_it(
    visit: Open, site: RunningServer, has_script: bool
) -> None:
    table = Table(site)
    page = visit(1366, 650, java_script_enabled=has_script)
    while not any(move["verb"] == "wonder" for move in table.view["legal_moves"]):
        table.move()
    table.show(page)
    wonder = next(m["wonder"] for m in table.view["legal_moves"] if m["verb"] == "wonder")
    place = page.locator(f'#city-0 .wonders [data-vt="{wonder}"]')
    assert place.locator("button:visible").count() == 0, "no card may be chosen yet"
    page.locator(".structure label.pick").last.click()
    place.locator("button:visible").click()
    place.locator(".h-built").wait_for()
    assert wonder in table.view["cities"][0]["built_wonders"]


def test_a_phone_shows_the_structure_first_and_a_card_can_be_deselected(
    visit: Open, site: RunningServer
) -> None:
    table = Table(site)
    page = visit(360, 740, has_touch=True)
    table.play_to(1)
    table.show(page)
    page.locator(".structure label.pick").first.tap()
    seen = look(page)
    (panel,) = seen["panels"]
    assert panel[3] <= 740 and seen["page"][0] <= 360
    for card in seen["takeable"]:
        assert card["isFree"] and not overlap(card["box"], panel), card
    page.locator(".panel:visible .let-go").tap()
    assert look(page)["panels"] == []
    page.set_viewport_size({"width": 740, "height": 360})
    page.locator(".structure label.pick").first.tap()
    seen = look(page)
    (panel,) = seen["panels"]
    for card in seen["takeable"]:
        assert card["box"][3] <= 360, "the whole structure must be in the window"
        assert card["isFree"] and not overlap(card["box"], panel), card


def test_the_draft_fits_too(visit: Open, site: RunningServer) -> None:
    table = Table(site)
    page = visit(1366, 650)
    while table.current_player() is not table.players[0]:
        table.move()
    table.show(page)
    page.locator(".offer label.pick").last.click()
    (panel,) = look(page)["panels"]
    assert look(page)["page"] == [1366, 650]
    for wonder in page.locator(".offer label.pick").all():
        box = wonder.bounding_box()
        assert box and box["x"] + box["width"] <= panel[0] and box["y"] + box["height"] <= 650


# ── alarms and refusals ──────────────────────────────────────────────────────────────────────────


def position(**changes: Any) -> dict[str, Any]:
    return {"game": "duel", "age": 3, "seat": 0, "seed": 5, **changes}


@pytest.mark.parametrize(
    ("marker", "text"),
    [
        (-8, "1 more shield and Bob wins"),
        (-6, "3 more shields and Bob wins"),
        (7, "2 more shields and Ann wins"),
        (-5, ""),
        (0, ""),
    ],
)
def test_an_army_before_a_capital_raises_an_alarm(marker: int, text: str) -> None:
    game = hp.from_position(position(marker=marker), names=["Ann", "Bob"])
    assert duel(game, 0).alarm.striptags() == text


def test_science_close_to_winning_raises_an_alarm() -> None:
    greens = ["workshop", "apothecary", "scriptorium", "pharmacist"]
    cities = [{"buildings": ["library", "school", "laboratory"]}, {"buildings": greens}]
    shown = duel(hp.from_position(position(cities=cities)), 0)
    assert shown.me.alarm == "" and shown.rival.alarm == "2 more symbols win"


@pytest.mark.parametrize(
    ("language", "army", "science"),
    [
        ("uk", "Ще 2 щити, і Bob перемагає", "Ще 2 символи до перемоги"),
        ("ru", "Ещё 2 щита, и Bob побеждает", "Ещё 2 символа до победы"),
        ("hu", "Még 2 pajzs, és Bob győz", "Még 2 szimbólum a győzelemig"),
    ],
)
def test_alarms_use_words_besides_colours(language: str, army: str, science: str) -> None:
    greens = ["workshop", "apothecary", "scriptorium", "pharmacist"]
    cities = [{}, {"buildings": greens}]
    game = hp.from_position(position(marker=-7, cities=cities), names=["Ann", "Bob"])
    text = html(game.view(0), language)
    alarms = re.findall(r'<b class="alarm">.*?</b>', text, re.DOTALL)
    assert [Markup(one).striptags() for one in alarms] == [f"⚠ {army}", f"⚠ {science}"]


def test_an_unaffordable_card_is_folded_to_one_line() -> None:
    four = ["pyramids", "sphinx", "colossus", "circus_maximus"]
    mine = {"coins": 0, "wonders": four, "built": four[1:]}
    layout = ["customs_house", "brewery"] + ["-"] * 18
    at = position(age=2, cities=[mine, {"coins": 5}], layout={"2": layout})
    question = duel(hp.from_position(at), 0).question
    assert question
    house, brewery = question.options
    assert isinstance(house, DuelOption) and isinstance(brewery, DuelOption)
    assert house.refused == ("Too expensive: Customs House (4 short), The Pyramids (8 short)",)
    assert brewery.refused == ("Too expensive: The Pyramids (8 short)",)
    text = html(hp.from_position(at).view(0))
    assert "disabled" not in text[text.index('class="panel"') : text.index('id="letting-go"')]


TOKEN_WIDTHS = (
    "3rem",
    "3.6rem",
    "4.1rem",
    "5.4rem",
)  # positions of tokens: in cities, beside the track, on offer
FIND_SPLIT_NAMES = """() => [...document.querySelectorAll('.h-token .h-name')].filter(name => {
    const words = name.textContent.trim().split(/\\s+/).length;
    const range = document.createRange();
    range.selectNodeContents(name);
    return new Set([...range.getClientRects()].map(line => line.top)).size > words;
}).map(name => name.textContent)"""


def test_no_word_of_a_tokens_name_is_split(browser: Browser) -> None:
    catalog, page = hp.catalog("duel"), browser.new_page()
    styles = assets()["art.css"].decode()
    for language in LANGUAGES:
        tokens = "".join(token(catalog, one.id, language) for one in catalog.tokens)
        rows = "".join(f"<div style='--token: {width}'>{tokens}</div>" for width in TOKEN_WIDTHS)
        page.set_content(f"<html lang={language}><style>{styles}</style>{rows}")
        assert page.evaluate(FIND_SPLIT_NAMES) == [], language
    page.close()

"""The panel of a chosen card has a place of its own: in no game, language or window does it cover the
question, the hint, or a card."""

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, expect

import heptapolis as hp
from heptapolis.contract import View
from heptapolis.i18n import LANGUAGES
from tests.server.conftest import RunningServer
from tests.web.browser.test_classic_screen import FIND_COVERED, crowded_view, show
from tests.web.browser.test_languages import play_on
from tests.web.conftest import Open, open_drawer, photograph, sign_in

DESKS = [(1024, 768), (1366, 650), (1440, 800), (1920, 1080)]
PHONES = [(360, 740), (390, 844)]
GAMES = ("three", "leaders", "free city", "acting for the Free City", "seven", "duel", "duel III")

# What is wrong with the panel of the chosen card in this window.
FIND_FAULTS = """() => {
  const shown = (selector) => [...document.querySelectorAll(selector)].filter((one) => one.checkVisibility());
  const box = (one) => one.getBoundingClientRect();
  const [panel] = shown(".panel"), rect = box(panel), faults = [];
  const isOver = (one) => {
    const { left, right, top, bottom } = box(one);
    return left < rect.right - 1 && rect.left < right - 1 && top < rect.bottom - 1 && rect.top < bottom - 1;
  };
  const isWide = innerWidth >= 992;
  if (rect.left < 0 || rect.right > innerWidth || rect.bottom > innerHeight) faults.push("the panel leaves the window");
  const others = isWide ? "#question, .ask-hint, .pick, .city, .last-turn, .status" : "#question, .ask-hint, .status";
  for (const one of shown(others)) if (isOver(one)) faults.push(`covers ${one.className || one.id}`);
  for (const one of [panel, ...panel.querySelectorAll("h3, .use, .use button, .why, .payments")])
    if (one.scrollWidth > one.clientWidth + 1 && getComputedStyle(one).display !== "inline")
      faults.push(`${one.className || one.localName} is cut: ${one.textContent.trim()}`);
  for (const one of panel.querySelectorAll("h3, .use button, .let-go")) {
    if (!one.checkVisibility()) continue;
    const { left, right, top, bottom } = box(one);
    if (bottom > rect.bottom || top < rect.top || right > rect.right + 1) faults.push(`${one.textContent.trim()} is not seen`);
    const at = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
    if (at && !one.contains(at) && !at.contains(one)) faults.push(`${one.textContent.trim()} is covered`);
  }
  for (const one of isWide ? [] : document.querySelectorAll(".choose .pick .h-card > .h-head > .h-name"))
    if (!one.checkVisibility()) faults.push(`a card without its name: ${one.textContent}`);
  const [title] = panel.querySelectorAll("h3"), [first] = panel.querySelectorAll(".uses");
  if (box(title).top > box(first).top) faults.push("the name is not first");
  return faults;
}"""


def view_of(game: str) -> View:
    """Return a view in which much can be done with the chosen card."""
    if game == "acting for the Free City":
        table = {"players": 2, "age": 1, "turn": 1, "cities": [{}, {}, {"coins": 5}]}
        acting = hp.from_position(table)
        acting.submit(0, next(move for move in acting.legal_moves(0) if move.verb == "discard"))
        return acting.view(0)
    if not game.startswith("duel"):
        return crowded_view(game, 1)
    mine: dict[str, Any] = {
        "coins": 30,
        "wonders": ["pyramids", "sphinx", "colossus", "circus_maximus"],
    }
    rival = {"coins": 5, "wonders": ["mausoleum", "great_library", "statue_of_zeus", "piraeus"]}
    age = 3 if game == "duel III" else 1
    return hp.from_position(
        {"game": "duel", "age": age, "seat": 0, "seed": 5, "cities": [mine, rival]}
    ).view(0)


def chosen_cards(page: Page) -> Iterator[int]:
    """Choose the first and the last card in turn."""
    picks = page.locator(".choose label.pick")
    for n in (0, picks.count() - 1):
        page.set_viewport_size({"width": DESKS[2][0], "height": DESKS[2][1]})
        picks.nth(n).click()
        yield n


@pytest.mark.parametrize(
    ("game", "language"),
    [
        pytest.param(
            game,
            language,
            marks=() if n % len(LANGUAGES) == k else pytest.mark.long,
        )
        for n, game in enumerate(GAMES)
        for k, language in enumerate(LANGUAGES)
    ],
)
def test_a_panel_covers_nothing(visit: Open, game: str, language: str) -> None:
    page = visit()
    show(page, view_of(game), language)
    faults = []
    for n in chosen_cards(page):
        for width, height in (*DESKS, *PHONES):
            page.set_viewport_size({"width": width, "height": height})
            found = page.evaluate(FIND_FAULTS)
            faults += [(width, n, fault) for fault in found]
            photograph(page, f"panels/{game}-{n}-{width}-{language}")
    assert faults == []


def test_the_drawer_with_the_log_has_a_cross_and_covers_no_button(
    visit: Open, site: RunningServer
) -> None:
    """The log can be searched; from 1440 pixels on it stands beside the board, with the points. A
    table without other people shows no empty chat."""
    ann, page = site.player("Ann"), visit(390, 844)
    table = ann.open(seats=3, bots=["easy"] * 2)
    play_on(ann, table, 4)
    sign_in(page, ann)
    page.goto(f"/tables/{table}")
    open_drawer(page)
    assert page.locator(".chat").count() == 0
    assert page.locator(".menu-button, .help-button, #dock button").evaluate_all(FIND_COVERED) == []
    lines = page.locator("#log .log li li:visible")
    everything = lines.count()
    page.locator("#log-search").fill("Ann")
    expect(lines.filter(has_not_text="Ann")).to_have_count(0)
    assert 0 < lines.count() < everything
    page.locator(".dock-close").click()
    assert not page.locator("#dock").is_visible()
    page.set_viewport_size({"width": 1440, "height": 800})
    log, standings = page.locator("#log").bounding_box(), page.locator(".standings").bounding_box()
    assert log and standings and log["x"] > 1100 and standings["x"] > 1100
    assert page.locator(".standings li").count() == 3
    assert not page.locator(".dock-button, .dock-close").first.is_visible()

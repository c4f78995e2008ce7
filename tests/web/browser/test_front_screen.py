"""The front page in a browser: the games and their buttons are in sight, opponents fold away."""

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from heptapolis.i18n import LANGUAGES
from tests.web.conftest import Open

LAPTOPS = ((1366, 650), (1440, 800))
FIND_BELOW = """() => [...document.querySelectorAll(".tile-title, .tile-go")]
    .filter(one => one.getBoundingClientRect().bottom > innerHeight).map(one => one.textContent.trim())"""


@pytest.mark.parametrize("language", LANGUAGES)
def test_games_can_be_started_without_scrolling(language: str, visit: Open) -> None:
    page = visit(1366, 650, locale=language)
    page.goto("/")
    assert page.locator(".tile-go").count() >= 4
    for width, height in LAPTOPS:
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate(FIND_BELOW) == [], (width, height)


def test_opponents_fold_into_one_row_that_names_them(visit: Open) -> None:
    page = visit(1366, 768, locale="en")
    page.goto("/")
    row, summary = page.locator(".against"), page.locator(".against summary")
    expect(row.get_by_text("Bot level")).to_be_hidden()
    summary.click()
    row.locator('label:has([value="medium"])').click()
    row.locator('label:has([value="warlord"])').click()
    summary.click()
    shown = summary.locator(".picked:visible")
    assert [one.strip().lower() for one in shown.all_inner_texts()] == ["medium", "warlord"]


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_chosen_games_and_opponents_are_readable(scheme: str, visit: Open) -> None:
    page = visit(1366, 768, color_scheme=scheme)
    page.goto("/")
    page.locator(".against summary").click()
    page.locator("#own > summary").click()
    expect(page.locator(".games input:checked + .game-face")).to_be_visible()
    assert not Axe().run(page).response["violations"]

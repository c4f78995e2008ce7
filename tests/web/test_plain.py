"""The generic pages of a variant that has none of its own: table, replay, television."""

import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

import heptapolis as hp
from heptapolis.contract import Game, View
from heptapolis.i18n import LANGUAGES
from heptapolis.slots import BOARD
from heptapolis.variants import Variant
from heptapolis.web.boards import board_of, log_of, with_names
from tests.web.browser.test_whole_games import decision, fits, start, wait_after, wait_for_turn
from tests.web.conftest import Open, Visitor, photograph
from tests.web.page_models import render_page, television_page
from tests.web.test_boards import html


@pytest.fixture(autouse=True)
def pebbles_variant(pebbles: Variant) -> Variant:
    """Register a game without pages of its own."""
    assert not pebbles.has(BOARD)
    return pebbles


def played_pebbles(turns: int = 99, seats: int = 3) -> Game:
    game: Game = hp.new("pebbles", seed=5, seats=seats)
    while not game.is_over and turns:
        for seat in game.to_move:
            game.submit(seat, game.legal_moves(seat)[0])
        turns -= 1
    return game


def offered_moves(text: str) -> list[str]:
    return re.findall(r'name="move" value="([^"]*)"', text)


# ── the page ─────────────────────────────────────────────────────────────────────────────────────


def test_every_legal_move_is_a_button() -> None:
    game = played_pebbles(1)
    for seat in range(3):
        view = game.view(seat)
        assert offered_moves(html(view)) == [str(move) for move in view.legal_moves()]
    assert not offered_moves(html(game.view(None))), "spectators cannot choose"
    game.submit(1, game.legal_moves(1)[0])
    waiting = html(game.view(1))
    assert not offered_moves(waiting) and "Take back" in waiting
    assert "Take back" not in html(game.view(None))


def test_the_page_shows_only_what_the_seat_knows() -> None:
    game = played_pebbles(1)
    mine, theirs = game.position()["hands"][0], game.position()["hands"][1]
    facts = dict(board_of(game.view(0), "en").facts)  # type: ignore[attr-defined]
    assert facts["hands"].split(" · ")[0] == ", ".join(map(str, mine))
    assert facts["hands"].split(" · ")[1] == ", ".join("?" for _ in theirs)
    told = dict(board_of(game.view(None), "en").facts)["hands"]  # type: ignore[attr-defined]
    assert set(told) == set("?, ·")


def test_events_are_lines_of_their_turn() -> None:
    game = played_pebbles(2)
    latest, first = log_of(game.view(0), "en")
    events = [event for event in game.events if event.turn == 1]
    assert len(first.lines) == len(events) and latest.heading != first.heading
    assert [line.is_mine for line in first.lines] == [event.seat == 0 for event in events]
    assert str(first.lines[0].text).startswith("thrown: pebble")


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_position_is_shown_in_every_language(language: str) -> None:
    for turns in range(4):
        game = played_pebbles(turns)
        for seat in (0, None):
            text = html(game.view(seat), language)
            assert text.count("<form") == text.count("</form>") and "None" not in text
            assert " style=" not in text
            ids = re.findall(r'\bid="([^"]+)"', text)
            assert len(ids) == len(set(ids))


def test_the_end_has_a_sheet_of_its_columns() -> None:
    sheet = board_of(played_pebbles().view(0), "en").forecast
    assert [column.id for column in sheet.columns] == ["won"] and len(sheet.rows) == 3
    gold = board_of(hp.new("pebbles+gold", seed=1).view(0), "en").forecast
    assert [column.id for column in gold.columns] == ["won", "gold"]
    assert 'id="verdict"' in html(played_pebbles().view(0))


def test_names_are_escaped() -> None:
    evil = "<script>alert(1)</script>"
    text = html(with_names(played_pebbles(1).view(0), [evil] * 3))
    assert "<script" not in text and "&lt;script&gt;" in text


def television(view: View) -> str:
    return render_page("tv_live.html", "en", television_page(view))


def test_it_is_shown_on_television() -> None:
    text = television(played_pebbles(1).view(None))
    assert text.count('class="tv-city') == 3 and "hands" in text and "<form" not in text


# ── over HTTP and in a browser ───────────────────────────────────────────────────────────────────


def test_a_whole_game_without_script(ann: Visitor) -> None:
    assert ">Pebbles<" in ann.look("/") and "Pebbles with gold" in ann.text
    ann.send("/tables", variant="pebbles", seats="3", **{"pebbles-stones": "2"})
    table = ann.path
    for person in ("Bea", "Cy"):
        ann.send(f"{table}/sit", person=person)
    for _ in range(2):
        for seat in range(3):
            ann.look(f"{table}?seat={seat}")
            ann.send(f"{table}/move?seat={seat}", move=ann.moves()[0])
            assert ann.page.status_code == 200
    ann.look(table)
    assert 'id="verdict"' in ann.text and not ann.moves()
    assert ann.look(f"{table}/tv") and 'class="end tv-end' in ann.text
    for step in range(3):
        ann.look(f"{table}/replay?step={step}&seat=1")
        assert ann.page.status_code == 200 and f"Step {step} of 2" in ann.text


@pytest.mark.parametrize("width", [360, 1440])
def test_a_whole_game_against_bots(visit: Open, width: int) -> None:
    page: Page = visit(width, bypass_csp=True)
    photograph(page, f"plain/front-{width}", full_page=True)
    start(page, "pebbles")
    photograph(page, f"plain/table-{width}", full_page=True)
    found = Axe().run(page).response["violations"]
    assert not found, found
    while wait_for_turn(page):
        before = decision(page)
        page.locator(".moves button").first.focus()
        page.keyboard.press("Enter")
        wait_after(page, before)
    page.wait_for_selector("#verdict")
    assert page.locator(".end .sheet tbody tr").count() == 3 and fits(page)

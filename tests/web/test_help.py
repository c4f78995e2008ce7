"""Help on every page: by its key, its button, and without scripts."""

import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from heptapolis.i18n import translator
from heptapolis.web.art.symbols import names
from heptapolis.web.keys import symbol_list
from tests.web.browser.test_whole_games import fits
from tests.web.conftest import Open, Visitor

PAGES = ("/", "/rules", "/rules/duel", "/cards", "/learn", "/device", "/help", "/tables/none")


def help_fragment(visitor: Visitor, path: str) -> str:
    """Return the help about a table, as the script requests it."""
    answer = visitor.http.get(path, headers={"x-fragment": "1"})
    assert answer.status_code == 200 and "<html" not in answer.text
    return answer.text


def test_every_page_has_help(ann: Visitor) -> None:
    ann.send("/quick", tile="duel 2", level="beginner")
    table = ann.path
    for path in (*PAGES, table, f"{table}/cards", f"{table}/sheets"):
        page = ann.look(path)
        assert re.search(r'class="[^"]*help-button" popovertarget="keys"', page), path
        assert page.count('id="keys"') == 1 and page.count("<kbd>?</kbd>") >= 1, path
        assert 'href="/learn"' in page and 'href="/rules"' in page, path
        has_keys = 'data-does="press"' in page.partition('id="keys"')[2]
        assert has_keys == (path == table), path


def test_help_says_what_the_table_waits_for(ann: Visitor, bob: Visitor) -> None:
    ann.send("/tables", variant="duel", name="Annabella")
    lobby = ann.path
    assert f'data-now="{lobby}/help"' in ann.text
    assert "The game starts when every seat is taken: 1 is free." in help_fragment(
        ann, f"{lobby}/help"
    )
    bob.look(lobby)
    bob.send(f"{lobby}/sit", name="Bob")
    told = [help_fragment(visitor, f"{lobby}/help") for visitor in (ann, bob)]
    assert ["Your turn" in one for one in told].count(True) == 1, "only one player is to move"
    assert any("Waiting for" in one for one in told)
    whole = ann.look(f"{lobby}/help")
    assert "Keys at a table" in whole and f'href="{lobby}"' in whole
    ann.look("/")
    ann.send("/tables", variant="duel", name="Annabella", closed="1")
    closed = ann.path
    ann.send(f"{closed}/bots", level="beginner", count="all")
    assert bob.http.get(f"{closed}/help").status_code == 403


def test_symbols_of_help_are_drawn() -> None:
    assert {name for group, _ in symbol_list(translator()) for name in group} <= set(names())


def violations(page: Page) -> list[tuple[str, object]]:
    found = Axe().run(page).response["violations"]
    return [(one["id"], one["nodes"][0]["target"]) for one in found]


@pytest.mark.parametrize("scripted", [True, False], ids=["script", "plain"])
def test_help_opens_by_key_and_button(visit: Open, scripted: bool) -> None:
    page = visit(360, 740, bypass_csp=True, java_script_enabled=scripted)
    panel = page.locator("#keys")
    page.locator(".help-button").click()
    expect(panel).to_be_visible()
    if not scripted:
        page.locator(".keys-close").click()
        page.locator('.tile-play[value="duel 2"]').click()
        page.locator(".help-button").click()
        panel.get_by_role("link", name="What the table waits for").click()
        expect(page.locator(".help-now")).to_contain_text("Your turn")
        return
    assert fits(page) and violations(page) == []
    page.keyboard.press("Escape")
    expect(panel).to_be_hidden()
    page.locator(".friends > summary").click()
    page.locator("#host-name").press("?")
    expect(panel).to_be_hidden()  # the key was typed into a field
    page.locator('.tile-play[value="duel 2"]').click()
    page.wait_for_selector("#live .turn.is-mine")
    page.wait_for_load_state()  # waits for the scripts
    page.keyboard.press("?")
    expect(page.locator("#keys .help-now")).to_contain_text("Your turn")
    assert fits(page) and violations(page) == []

"""In a browser: every kind of page, in every language, on a desktop and on a phone."""

from collections.abc import Iterator
from functools import cache

import pytest
from axe_playwright_python.sync_playwright import Axe
from babel.messages.pofile import read_po
from playwright.sync_api import ViewportSize, expect

from heptapolis.i18n import CATALOGUES, LANGUAGES
from heptapolis.server import reviews
from tests.server.conftest import Player, RunningServer, wait_for
from tests.web.browser.test_rare_decisions import open_moves, rank
from tests.web.browser.test_whole_games import too_wide
from tests.web.conftest import Open, photograph, sign_in
from tests.web.test_review import WAITING

SIZES: dict[str, ViewportSize] = {
    "desk": {"width": 1440, "height": 900},
    "phone": {"width": 360, "height": 740},
}
WORDS = """() => {
  const words = new Set();
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) words.add(walker.currentNode.textContent.trim());
  for (const one of document.querySelectorAll("body *"))
    for (const name of ["aria-label", "title", "placeholder", "alt", "data-cut", "data-done"])
      if (one.hasAttribute(name)) words.add(one.getAttribute(name).trim());
  return [...words];
}"""

Places = dict[str, str]


@cache
def messages(language: str) -> dict[str, set[str]]:
    """Return the translations of each English message."""
    found: dict[str, set[str]] = {}
    with (CATALOGUES / f"{language}.po").open("rb") as file:
        for message in read_po(file, locale=language):
            if isinstance(message.id, str) and isinstance(message.string, str) and message.id:
                found.setdefault(message.id, set()).add(message.string)
    return found


def untranslated(words: list[str], language: str) -> list[str]:
    known = messages(language)
    ours = set[str]().union(*known.values())
    return [word for word in words if word in known and word not in ours]


@pytest.fixture(scope="module")
def ann(site: RunningServer) -> Player:
    return site.player("Ann")


@pytest.fixture(scope="module")
def places(site: RunningServer, ann: Player) -> Iterator[Places]:
    """Return an address of each kind of page."""
    lobby = ann.open(seats=5, leaders=True, clock=300, wonders=["giza:A", None, None, None, None])
    board, duel, over = (
        ann.open(seats=3, leaders=True, bots=["easy"] * 2),
        ann.open(game="duel", bots=["easy"]),
        ann.open(seats=3, leaders=True, bots=["easy"] * 2),
    )
    for table, moves in ((board, 13), (duel, 14), (over, 90)):
        play_on(ann, table, moves)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(reviews, "SIMULATIONS", 5)
        wait_for(lambda: WAITING not in ann.http.get(f"/tables/{over}/review").text)
    yield {
        "front": "/",
        "lobby": f"/tables/{lobby}",
        "board": f"/tables/{board}",
        "duel": f"/tables/{duel}",
        "finished": f"/tables/{over}",
        "replay": f"/tables/{over}/replay?step=12",
        "review": f"/tables/{over}/review",
        "device": "/device",
        "tv": f"/tables/{board}/tv",
    }


def play_on(player: Player, table: str, decisions: int) -> None:
    for _ in range(decisions):
        if not (moves := open_moves(player, table)):
            return
        player.choose(table, min(moves, key=rank)["text"]).raise_for_status()
    open_moves(player, table)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_page_is_translated_and_fits(
    visit: Open, ann: Player, places: Places, language: str
) -> None:
    page = visit(locale=language)
    sign_in(page, ann)
    for name, path in places.items():
        page.goto(path)
        assert page.locator("html").get_attribute("lang") == language
        words = page.evaluate(WORDS)
        if language == "en":
            assert len(untranslated(words, "hu")) > 4, "the check must find English text"
        else:
            assert untranslated(words, language) == [], name
        for size, viewport in SIZES.items():
            page.set_viewport_size(viewport)
            photograph(page, f"languages/{name}-{language}-{size}", full_page=size == "phone")
            assert not too_wide(page), (name, size)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_page_is_accessible(visit: Open, ann: Player, places: Places, scheme: str) -> None:
    """axe finds no violation of names, roles or contrast. The dark theme differs only in colours."""
    options = {"runOnly": ["color-contrast"]} if scheme == "dark" else None
    page = visit(color_scheme=scheme, bypass_csp=True, expected="404")
    sign_in(page, ann)
    for name, path in (places | {"error": "/tables/none"}).items():
        page.goto(path)
        found = Axe().run(page, options=options).response["violations"]
        assert [(one["id"], one["nodes"][0]["target"]) for one in found] == [], name


def test_every_page_changes_its_language_without_a_button(visit: Open) -> None:
    page = visit()
    for path in ("/", "/learn", "/rules/classic", "/help", "/cards"):
        for language in ("hu", "en"):
            page.goto(path)
            page.locator("#language:visible").select_option(language)
            expect(page.locator(f'html[lang="{language}"]')).to_be_attached()
            assert page.url.endswith(path)

"""Info sheets explain every thing in every language, with the engine's prices, without secrets."""

import random
import re
from collections.abc import Iterator
from html import unescape
from typing import Any

import pytest

import heptapolis as hp
from heptapolis.catalogs import load
from heptapolis.contract import View
from heptapolis.games.classic.view import ClassicView
from heptapolis.games.duel.view import DuelView
from heptapolis.i18n import LANGUAGES
from heptapolis.variants import Variant
from heptapolis.web.boards import explainer_of, with_names
from heptapolis.web.render import page
from tests.paths import ROOT
from tests.server.conftest import RunningServer
from tests.server.test_secrets import has_chosen, with_hidden_shuffled
from tests.web.conftest import Visitor
from tests.web.test_boards import GAMES, html, moments, new_game, played_game

TEMPLATES = ROOT / "src/heptapolis/web/templates"
# Things of a table that are in no catalogue, and things that do not exist.
OTHER_SHEETS = {
    "classic": ["resource:wood-clay", "stage:giza:B:4", "wonder:rhodes:B", "symbol:passing"],
    "duel": ["resource:wood-clay-stone", "zone:1", "zone:capital", "symbol:marker"],
}
UNKNOWN_SHEETS = (
    "",
    ":",
    "card",
    "card:",
    "card:nothing",
    "stage:giza:A:9",
    "stage:giza:C:1",
    "stage:giza",
    "wonder:giza",
    "wonder:giza:C",
    "resource:gold",
    "resource:wood-gold",
    "resource:",
    "symbol:x",
    "trade:up",
    "pile:x",
    "city:9",
    "city:x",
    "column:x",
    "zone:0",
    "zone:9",
    "zone:x",
    "x:y",
)


def sheet(view: View, thing: str, language: str = "en") -> str:
    """Return the text of a sheet."""
    text = page(
        "sheet.html", language, own_page="", sheet=explainer_of(view, language).sheet(thing)
    )
    return unescape(re.sub(r"\s+", " ", re.sub(r"<[^>]*>", " ", text)))


def all_things(view: View) -> list[str]:
    """Return all things of the catalogue and of the table."""
    catalog = getattr(view.edition, "catalog", None)
    listed = [thing for group in explainer_of(view, "en").groups() for thing, _ in group.things]
    ids = [f"card:{one.id}" for one in catalog.things()] if catalog else []
    known = [id for id in ids if explainer_of(view, "en").sheet(id)]
    return [*dict.fromkeys([*listed, *known, *OTHER_SHEETS.get(view.game, ())])]


# ── words ────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("kind", GAMES)
def test_everything_is_explained_in_every_language(kind: str) -> None:
    view = played_game(kind, 30).view(0)
    things = all_things(view)
    assert len(things) > 80
    for thing in things:
        told = {}
        for language in LANGUAGES:
            one = explainer_of(view, language).sheet(thing)
            assert one and one.name and one.kind and one.picture, (thing, language)
            assert one.words and all(one.words), (thing, language)
            assert all(fact.label and fact.lines and all(fact.lines) for fact in one.facts)
            text = sheet(view, thing, language)
            assert "%(" not in text and "None" not in text, (thing, language)
            told[language] = (one.words, one.kind, [fact.label for fact in one.facts])
        assert len({str(words) for words in told.values()}) == len(LANGUAGES), thing


def test_every_card_leader_wonder_and_token_has_a_sheet() -> None:
    for kind, catalog in (("leaders", load("leaders")), ("duel", load("duel"))):
        view = new_game(kind).view(0)
        names = set()
        for thing in catalog.things():
            ids = [f"{thing.id}:A", f"{thing.id}:B"] if hasattr(thing, "sides") else [thing.id]
            for id in ids:
                one = explainer_of(view, "en").sheet(f"card:{id}")
                assert one, id
                names.add((one.name, one.kind))
        assert len(names) > 80


@pytest.mark.parametrize("kind", GAMES)
def test_everything_on_a_board_can_be_explained(kind: str) -> None:
    kinds = set()
    for game in moments(kind):
        for seat in (0, None):
            view = game.view(seat)
            explainer = explainer_of(view, "en")
            for thing in set(re.findall(r'data-sheet="([^"]+)"', html(view))):
                assert explainer.sheet(thing), thing
                kinds.add(thing.partition(":")[0])
    assert kinds >= {"card", "symbol", "resource", "pile", "city", "column", "wonder"}
    assert kinds >= ({"token", "zone"} if kind == "duel" else {"stage", "trade"})
    assert ("leader" in kinds) == (kind == "leaders")


@pytest.mark.parametrize("kind", GAMES)
def test_unknown_things_have_no_sheet(kind: str) -> None:
    explainer = explainer_of(played_game(kind, 20).view(0), "en")
    assert [thing for thing in UNKNOWN_SHEETS if explainer.sheet(thing)] == []


def test_columns_of_a_game_without_pages_are_explained(pebbles: Variant) -> None:
    view = hp.new("pebbles", seed=5).view(0)
    for thing in all_things(view):
        assert "Points now" in sheet(view, thing)
    assert all_things(view) == ["column:won", "column:total"]
    for thing in set(re.findall(r'data-sheet="([^"]+)"', html(view))):
        assert explainer_of(view, "en").sheet(thing), thing


# ── prices, chains, owners ───────────────────────────────────────────────────────────────────────

CITIES = [
    {"wonder": "giza:A", "coins": 3, "buildings": ["baths"]},
    {"wonder": "rhodes:A", "buildings": ["glassworks", "statue"]},
    {"wonder": "ephesus:B", "stages": 1, "buildings": ["ore_vein"]},
]
HANDS = [["aqueduct", "school", "dispensary", "temple"], None, None]


def table(**changes: Any) -> View:
    position = {"age": 2, "turn": 4, "cities": CITIES, "hands": HANDS} | changes
    return with_names(hp.from_position(position).view(0), ["Ann", "Bob", "Eve"])


def test_the_sheet_of_a_card_in_hand_shows_its_price_for_the_player() -> None:
    view = table()
    aqueduct = sheet(view, "card:aqueduct")
    assert "Civilian structure (blue) · Age II · with 3 or more players" in aqueduct
    assert "Cost 3 stone" in aqueduct and "build: chain" in aqueduct
    assert "Free with Baths Ann" in aqueduct and "in your hand" in aqueduct
    assert "build: No wood for sale" in sheet(view, "card:school")
    assert "discard: + 3 coins" in sheet(view, "card:school")


def test_prices_are_those_of_the_legal_moves() -> None:
    for game in moments("classic"):
        view = game.view(0)
        assert isinstance(view, ClassicView)
        for move in view.legal_moves():
            if move.card and move.verb == "discard":
                assert "discard: + 3 coins" in sheet(view, f"card:{move.card}")
        for card in ("altar", "palace", "arsenal", "loom"):
            if view.phase == "turn":
                offer = view.offer_to_build(0, card)
                way = view.way_to_build(0, card)
                assert bool(offer.plans) == (offer.refusal is None)
                assert not way or way in offer.plans or view.stands(0, card)


def test_sheets_list_the_owners_of_a_card() -> None:
    view = table()
    assert "Who has it Bob" in sheet(view, "card:statue")
    assert "For you now build: Already built" in sheet(view, "card:baths")
    assert "Makes free Aqueduct" in sheet(view, "card:baths")
    assert "Bob : 1 glass" in sheet(view, "resource:glass")
    assert "Bob : 2 coins a unit" in sheet(view, "resource:glass")
    assert "Eve built" in sheet(view, "stage:ephesus:B:1")
    assert "Ann not built yet" in sheet(view, "stage:giza:A:1")
    assert "For you now" in sheet(view, "stage:giza:A:1")
    assert "For you now" not in sheet(view, "stage:giza:A:2")
    assert "Bob" in sheet(view, "trade:left") and "1 ore" in sheet(view, "trade:left")


def test_the_free_city_is_explained() -> None:
    view = played_game("free city", 4).view(0)
    text = sheet(view, "city:2")
    assert text.strip().startswith("Free City") and "Who plays for it now" in text


def test_no_stage_is_named_when_all_are_built() -> None:
    giza = {"wonder": "giza:A", "stages": 3}
    view = hp.from_position({"age": 3, "turn": 2, "cities": [giza, {}, {}]}).view(0)
    text = sheet(view, f"card:{view.legal_moves()[0].card}")
    assert "All stages are built" in text and "of the wonder" not in text


def test_sheets_of_duel_show_the_prices_for_both_players() -> None:
    game = played_game("duel", 12)
    seat = game.to_move[0]
    view = with_names(game.view(seat), ["Ann", "Bob"])
    assert isinstance(view, DuelView)
    card = view.accessible[0]
    text = sheet(view, f"card:{card}")
    assert "For you now" in text and "For your opponent" in text
    assert "on the table, ready to be taken" in text
    for offer in view.uses(card):
        if offer.refusal:
            assert str(offer.refusal) in text


# ── secrets ──────────────────────────────────────────────────────────────────────────────────────


def all_sheets(view: View) -> dict[str, str]:
    return {
        thing: page("sheet.html", "en", own_page="", sheet=explainer_of(view, "en").sheet(thing))
        for thing in all_things(view)
    }


@pytest.mark.parametrize("kind", GAMES)
def test_hidden_cards_change_no_sheet(kind: str) -> None:
    """Two games that differ only in hidden information have the same sheets for a viewer."""
    rng, compared = random.Random(3), 0
    for decisions in (0, 16, 33, 45):
        game = played_game(kind, decisions)
        while has_chosen(game):
            game.submit(game.to_move[0], game.legal_moves(game.to_move[0])[0])
        for seat in (game.to_move[0], None):
            other = with_hidden_shuffled(game, seat, rng)
            assert all_sheets(other.view(seat)) == all_sheets(game.view(seat))
            compared += other.to_bytes() != game.to_bytes()
    assert compared > 1


def test_names_are_escaped() -> None:
    evil = "<script>alert(1)</script>"
    for kind in GAMES:
        game = played_game(kind, 20)
        view = with_names(game.view(0), [evil] * game.players)
        assert "<script" not in "".join(all_sheets(view).values())


# ── no meaning in a title alone ──────────────────────────────────────────────────────────────────


def titles(text: str) -> Iterator[str]:
    yield from re.findall(r'(?<![\w-])title\s*=\s*"[^"]*', re.sub("<title>.*?</title>", "", text))


def test_no_meaning_is_only_in_a_title() -> None:
    """Only mouse users see a title, so its text must also be elsewhere."""
    assert list(titles('<b title="x">')) and not list(titles('<b data-title="x">'))
    for template in TEMPLATES.rglob("*.html"):
        assert not list(titles(template.read_text("utf-8"))), template.name
    for kind in GAMES:
        for seat in (0, None):
            text = html(played_game(kind, 25).view(seat), template="table.html")
            assert not list(titles(text)) and text.count("<title") == 1


# ── the server ───────────────────────────────────────────────────────────────────────────────────


def test_a_sheet_has_an_address(ann: Visitor, bob: Visitor, site: RunningServer) -> None:
    ann.send("/tables", variant="classic", seats="3")
    home, address = ann.path, f"{ann.path}/sheets"
    assert ann.look(f"{address}?thing=card:altar") and ann.page.status_code == 404, (
        "before the game"
    )
    ann.look(home)
    ann.send(f"{home}/bots", count="all")
    whole = ann.look(f"{address}?thing=card:altar")
    assert "<html" in whole and "Altar" in whole and "Back to the table" in whole
    ann.http.headers["x-fragment"] = "1"
    part = ann.look(f"{address}?thing=card:altar")
    assert "<html" not in part and part.strip() in whole
    del ann.http.headers["x-fragment"]
    assert "thing=card:altar" in ann.look(address) and "thing=column:science" in ann.text
    assert "For you now" in whole and "For you now" not in bob.look(f"{address}?thing=card:altar")
    for thing in ("card:nothing", "x" * 5000):
        assert ann.look(f"{address}?thing={thing}") and ann.page.status_code == 404
    assert ann.look(f"{address}?thing=card:altar&step=1") and ann.page.status_code == 403
    assert f'href="{home}/cards"' in ann.look(home)
    cards = ann.look(f"{home}/cards")
    assert f'href="{address}?thing=column:science"' in cards, "symbols must be in the same list"
    assert '>Who can build it now</p><ul class="tile-prices"' in cards


def test_sheets_on_a_shared_device_belong_to_the_current_player(ann: Visitor) -> None:
    ann.send("/tables", variant="classic", seats="3")
    home = ann.path
    ann.send(f"{home}/sit", person="Bea")
    ann.send(f"{home}/bots", count="all")
    for seat in (0, 1):
        board = ann.look(f"{home}?seat={seat}")
        assert f'data-sheets="{home}/sheets?seat={seat}"' in board
        mine = re.findall(r'<label class="pick" for="card-(\w+)"', board)
        for card in mine:
            assert "in your hand" in ann.look(f"{home}/sheets?seat={seat}&thing=card:{card}")
            assert "in your hand" not in ann.look(f"{home}/sheets?thing=card:{card}"), (
                "no hand behind the curtain"
            )
            links = re.findall(
                r'href="\?([^"]*thing=[^"]*)"', ann.look(f"{home}/sheets?seat={seat}")
            )
            assert links and all(link.startswith(f"seat={seat}&") for link in map(unescape, links))
            break


def test_a_finished_game_has_sheets_of_every_step(site: RunningServer) -> None:
    ann = site.player("Ann")
    table = ann.open(seats=3, bots=["random"] * 2)
    ann.post(f"/tables/{table}/abandon")
    look = ann.http.get(f"/tables/{table}/sheets", params={"thing": "card:altar", "step": 0})
    assert look.status_code == 200 and "Altar" in look.text
    listed = ann.http.get(f"/tables/{table}/sheets", params={"step": 0, "seat": 2}).text
    assert "seat=2&amp;step=0&amp;thing=" in listed

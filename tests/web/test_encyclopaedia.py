"""The encyclopaedia: every thing has a page, search results agree with the catalogue, and in a game
prices are those of the engine, without secrets."""

import random
import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

import heptapolis as hp
from heptapolis.catalogs import load
from heptapolis.i18n import LANGUAGES, translator
from heptapolis.i18n.names import name
from heptapolis.variants import Ruleset, register_house, unregister
from heptapolis.web.art.chains import chain_tree, chains_of
from heptapolis.web.boards import explainer_of, with_names
from heptapolis.web.encyclopaedia import (
    Search,
    ThingEntry,
    Volume,
    address_of,
    all_entries,
    fields,
    search_of,
    volume_of,
    volumes,
    volumes_with_own_chains,
)
from heptapolis.web.sheets import CardExplainer
from tests.server.conftest import RunningServer
from tests.server.test_secrets import has_chosen, with_hidden_shuffled
from tests.web.conftest import Open, Visitor
from tests.web.test_boards import GAMES, played_game

CATALOGS: dict[str, Any] = {
    "classic": load("classic"),
    "classic+leaders": load("leaders"),
    "duel": load("duel"),
}
CLUB = """
extends = "classic"
id = "club"
title = "Club"
[card.altar]
cost = { coins = 1 }
[card.arena]
chain_from = ["altar"]
"""


def entries(language: str = "en") -> tuple[ThingEntry, ...]:
    return all_entries(volumes(language))


def search_results(language: str = "en", **query: str) -> set[tuple[str, str]]:
    """Return the games and things that a query finds."""
    of = volumes(language)
    search = search_of(query, fields(of, all_entries(of), language))
    return {(one.game, one.sheet.thing) for one in search.matches(all_entries(of))}


def things_of(catalog: Any) -> Iterator[str]:
    """Yield the names of the sheets for all things of a catalogue."""
    for kind in ("card", "wonder", "leader", "token"):
        for id, record in getattr(catalog, kind, {}).items():
            sides = getattr(record, "sides", {"": None})
            yield from (f"{kind}:{id}:{side}".rstrip(":") for side in sides)


# ── every thing has its page ─────────────────────────────────────────────────────────────────────


def test_volumes_contain_all_things_of_the_catalogues() -> None:
    assert [volume.game for volume in volumes("en")] == list(CATALOGS)
    for volume in volumes("en"):
        there = [entry.sheet.thing for entry in volume.entries]
        assert sorted(there) == sorted(things_of(CATALOGS[volume.game]))
        assert len(there) == len(set(there)) > 80


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_thing_is_explained_without_a_table(language: str) -> None:
    for volume in volumes(language):
        for entry in volume.entries:
            sheet = entry.sheet
            assert sheet.name and sheet.kind and sheet.picture and all(sheet.words), sheet.thing
            told = str(sheet.facts)
            assert "None" not in told and "%(" not in told and "?thing=" not in told
            assert "data-seat" not in told, "without a game, no city has it"
    if language != "en":
        english = volumes("en")[0].entries
        mine = volumes(language)[0].entries
        same = [a for a, b in zip(english, mine, strict=True) if a.sheet.words == b.sheet.words]
        assert not same


def test_a_volume_is_built_once() -> None:
    assert volumes("hu") == volumes("hu") and all_entries(volumes("hu")) is entries("hu")
    assert volume_of.cache_info().maxsize and all_entries.cache_info().maxsize


@pytest.mark.parametrize("language", LANGUAGES)
def test_pages_of_things_and_lists_answer(
    site: RunningServer, make_visitor: Any, language: str
) -> None:
    """The pages of one thing of each kind answer, and all links of a list lead to existing things."""
    visitor: Visitor = make_visitor(**{"accept-language": language})
    text = visitor.look("/cards")
    known = {entry.address for volume in volumes(language) for entry in volume.entries}
    links = {unescape(link) for link in re.findall(r'href="(/cards/[\w+]+/\w+/[^"]+)"', text)}
    assert links == {entry.address for entry in entries(language)} <= known
    for thing in (
        "classic/card/altar",
        "classic/wonder/giza:B",
        "classic+leaders/leader/nero",
        "duel/token/law",
        "duel/wonder/sphinx",
    ):
        page = visitor.look(f"/cards/{thing}")
        game, kind, id = thing.split("/")
        volume = next(one for one in volumes(language) if one.game == game)
        entry = volume.find(f"{kind}:{id}")
        assert entry and visitor.page.status_code == 200
        assert f"<title>{entry.sheet.name} · {volume.title} · Heptapolis</title>" in unescape(page)
        assert f'property="og:title" content="{entry.sheet.name}' in unescape(page)
        assert set(re.findall(r'href="(/cards/[\w+]+/\w+/[^"]+)"', page)) <= known


def test_unknown_addresses_are_not_found(site: RunningServer, make_visitor: Any) -> None:
    visitor: Visitor = make_visitor()
    for path in (
        "/cards/classic/card/nothing",
        "/cards/chess/card/altar",
        "/cards/duel/leader/nero",
        "/cards/classic/leader/nero",
        "/cards/chess/chains",
        "/cards/classic/x/altar",
    ):
        assert visitor.look(path) and visitor.page.status_code == 404, path
    assert "Giza A" in visitor.look("/cards/classic/wonder/giza")
    assert visitor.look("/cards/duel") and visitor.page.url.query == b"game=duel"
    assert "0 found" in visitor.look("/cards?q=" + "x" * 5000)
    assert 'href="/cards"' in visitor.look("/")


# ── finding ──────────────────────────────────────────────────────────────────────────────────────


def test_filters_agree_with_the_catalogue() -> None:
    classic, leaders, duel = CATALOGS.values()
    blue = {("classic", f"card:{c.id}") for c in classic.cards if c.color.slug == "blue"}
    assert search_results(game="classic", color="blue") == blue
    assert search_results(game="classic+leaders", color="blue") == blue, (
        "Leaders contains the base cards"
    )
    for age in (1, 2, 3):
        expected = {("duel", f"card:{c.id}") for c in duel.cards if c.age == age}
        assert search_results(game="duel", age=str(age)) == expected
    for seats in range(3, 8):
        decks = set().union(*(classic.deck(age, seats) for age in (1, 2, 3)))
        guilds = {card.id for card in classic.cards if card.is_guild}
        expected = {("classic", f"card:{id}") for id in decks | guilds}
        assert search_results(game="classic", kind="card", seats=str(seats)) == expected
    assert search_results(game="duel", seats="2") == search_results(
        game="duel"
    ) and not search_results(game="duel", seats="3")
    nobles = {("classic+leaders", f"leader:{id}") for id in leaders.leader}
    assert search_results(kind="leader") == nobles and not search_results(
        kind="leader", game="classic"
    )
    assert search_results(kind="token") == {("duel", f"token:{id}") for id in duel.token}
    boards = {("classic", f"wonder:{id}:{side}") for id in classic.wonder for side in "AB"}
    assert search_results(kind="wonder", game="classic") == boards


def test_chains_are_found_both_ways() -> None:
    for game in ("classic", "duel"):
        chains = chains_of(CATALOGS[game])
        givers = {(game, f"card:{one.giver}") for one in chains}
        takers = {(game, f"card:{one.taker}") for one in chains}
        assert search_results(game=game, chain="gives") == givers
        assert search_results(game=game, chain="takes") == takers
        cards = {(game, f"card:{card.id}") for card in CATALOGS[game].cards}
        assert search_results(game=game, chain="alone") == cards - givers - takers
        for target in {one.taker for one in chains}:
            makers = {(game, f"card:{one.giver}") for one in chains if one.taker == target}
            assert search_results(game=game, chain=target) == makers


@pytest.mark.parametrize("language", LANGUAGES)
def test_search_finds_names_in_the_language_of_the_reader(language: str) -> None:
    t, altar = translator(language), CATALOGS["classic"].card["altar"]
    for text in (name(altar, t), name(altar, t).upper(), f" {name(altar, t)[:4]} "):
        assert ("classic", "card:altar") in search_results(language, q=text)
    letters = name(altar, t).casefold()
    told = {one.sheet.name.casefold() for one in Search(text=letters).matches(entries(language))}
    assert all(letters in one for one in told)


def test_search_ignores_accents_and_unknown_filters() -> None:
    assert search_results("hu", q="oltar") == search_results("hu", q="Oltár") != set()
    assert search_results(age="9", color="pink", game="chess", other="x") == search_results()


# ── a house ──────────────────────────────────────────────────────────────────────────────────────


@pytest.fixture
def club(tmp_path: Path) -> Iterator[Ruleset]:
    file = tmp_path / "club.toml"
    file.write_text(CLUB, encoding="utf-8")
    house = register_house(file)
    yield Ruleset(house)
    unregister(house.id)


def test_a_house_has_its_own_things(club: Ruleset) -> None:
    of = volumes("en")
    assert [volume.title for volume in of][-1] == "Club"
    own = {one.sheet.thing for one in all_entries(of) if one.game == "club"}
    assert own == {"card:altar", "card:arena"}
    everything = search_results(game="club")
    assert len(everything) == len(of[-1].entries) and ("club", "card:altar") in everything
    assert ("classic", "card:altar") not in everything and ("classic", "card:loom") in everything
    altar = of[-1].find("card:altar")
    assert altar and altar.address == "/cards/club/card/altar"
    assert "1 coin" in str(altar.sheet.facts) and "/cards/club/card/arena" in str(altar.sheet.facts)
    assert [volume.game for volume in volumes_with_own_chains(of)] == ["classic", "duel", "club"]


# ── the chains as a picture ──────────────────────────────────────────────────────────────────────


def tree(volume: Volume, around: str = "") -> str:
    return chain_tree(
        volume.catalog,
        translator("en"),
        lambda thing: address_of(volume.game, thing),
        "Chains",
        around=around,
    )


def test_the_picture_has_the_chains_of_the_catalogue() -> None:
    for volume in volumes("en"):
        catalog, text = CATALOGS[volume.game], tree(volume)
        drawn = re.findall(r'data-giver="(\w+)" data-taker="(\w+)"', text)
        printed = [(before, card.id) for card in catalog.cards for before in card.chain_from]
        assert sorted(drawn) == sorted(printed)
        cards = re.findall(r'<a href="([^"]+)" data-card="(\w+)"', text)
        assert {id for _, id in cards} == {id for chain in printed for id in chain}
        assert all(link == f"/cards/{volume.game}/card/{id}" for link, id in cards)
        for _, id in cards:
            assert re.search(
                rf'data-card="{id}"[^>]* class="[^"]*h-{catalog.find(id).color.slug}', text
            )


def test_no_two_cards_of_the_picture_lie_on_each_other() -> None:
    for volume in volumes("en"):
        boxes = re.findall(r'<rect x="([\d.]+)" y="([\d.]+)"', tree(volume))
        assert len(boxes) == len(set(boxes)) > 20
        for x, y in boxes:
            near = [b for a, b in boxes if a == x and b != y]
            assert all(abs(float(b) - float(y)) >= 46 for b in near)


def test_the_picture_around_a_card_shows_its_connected_chains() -> None:
    text = tree(volumes("en")[0], "library")
    ids = set(re.findall(r'data-card="(\w+)"', text))
    assert ids == {"scriptorium", "library", "courthouse", "senate", "university"}
    assert re.findall(r'data-card="(\w+)" [^>]*aria-current="page"', text) == ["library"]
    assert tree(volumes("en")[0], "lumber_yard") == ""


# ── inside a game ────────────────────────────────────────────────────────────────────────────────


def explainer(view: Any) -> CardExplainer:
    one = explainer_of(with_names(view, ["Ann", "Bob", "Eve"]), "en")
    assert isinstance(one, CardExplainer)
    return one


@pytest.mark.parametrize("kind", GAMES)
def test_prices_are_those_of_the_legal_moves(kind: str) -> None:
    compared = 0
    for decisions in (3, 12, 17, 23, 30, 36, 41):
        game = played_game(kind, decisions)
        for seat in game.to_move:
            view: Any = game.view(seat)
            one = explainer(view)
            wording: Any = one.wording
            payer = seat if kind == "duel" else view.city(seat)
            ways = dict[str, Any]()
            for move in view.legal_moves():
                if move.verb == "build" and not move.free and not move.free_city:
                    ways.setdefault(move.card, move)  # the cheapest payment comes first
            for card, move in ways.items():
                assert dict(one.prices(card) or [])[seat] == wording.move_price(move, payer)
                compared += 1
    assert compared > 5


def test_players_who_cannot_pay_are_not_named() -> None:
    cities = [
        {"wonder": "giza:A", "coins": 3, "buildings": ["baths"]},
        {"wonder": "rhodes:A", "coins": 0},
        {"wonder": "ephesus:B", "coins": 9},
    ]
    view = hp.from_position({"age": 2, "turn": 4, "cities": cities}).view(1)
    one = explainer(view)
    assert [(seat, price.plain) for seat, price in one.prices("aqueduct") or []] == [(0, "chain")]
    assert one.prices("palace") == [] and one.prices("giza") is None
    (fact,) = one.buyer_facts("palace")
    assert fact.label == "Who can build it now" and fact.lines == ("nobody",)


@pytest.mark.parametrize("kind", GAMES)
def test_hidden_cards_change_no_price(kind: str) -> None:
    rng = random.Random(5)
    for decisions in (8, 33):
        game = played_game(kind, decisions)
        while has_chosen(game):
            game.submit(game.to_move[0], game.legal_moves(game.to_move[0])[0])
        for seat in (game.to_move[0], None):
            other = with_hidden_shuffled(game, seat, rng)
            ids = [thing.id for thing in game.edition.catalog.things()]
            here, there = explainer(game.view(seat)), explainer(other.view(seat))
            assert [here.prices(id) for id in ids] == [there.prices(id) for id in ids]


def test_a_table_has_its_own_pages(ann: Visitor, bob: Visitor) -> None:
    ann.send("/tables", variant="classic", seats="3")
    home = ann.path
    assert ann.look(f"{home}/cards") and ann.page.status_code == 404, "before the game"
    ann.look(home)
    ann.send(f"{home}/bots", count="all")
    listed = ann.look(f"{home}/cards")
    assert ann.page.status_code == 200 and "Who can build it now" in listed
    linked = set(re.findall(rf'href="{home}/cards/card/(\w+)"', listed))
    assert linked == set(CATALOGS["classic"].deck(1, 3)), "cards of the current age"
    whole = ann.look(f"{home}/cards?age=&kind=")
    assert len(re.findall(rf'href="{home}/cards/wonder/', whole)) == 14
    thing = ann.look(f"{home}/cards/card/altar")
    assert "Who can build it now" in thing and "For you now" in thing
    assert f'href="{home}/cards/card/temple"' in thing
    assert "For you now" not in bob.look(f"{home}/cards/card/altar")
    assert "Who can build it now" in bob.text, "spectators see public facts"
    for path in ("card/nothing", "leader/nero", "x/altar"):
        assert ann.look(f"{home}/cards/{path}") and ann.page.status_code == 404


# ── with script ──────────────────────────────────────────────────────────────────────────────────


def test_search_updates_results_and_address_at_once(visit: Open) -> None:
    page = visit(360, 740, bypass_csp=True, color_scheme="dark")
    page.goto("/cards?game=classic")
    expect(page.locator(".find .nojs")).to_be_hidden()
    page.locator("#find-color").select_option("green")
    greens = [card for card in CATALOGS["classic"].cards if card.color.slug == "green"]
    expect(page.locator(".tile")).to_have_count(len(greens))
    page.locator("#find-q").press_sequentially("lib")
    expect(page.locator(".tile")).to_have_count(1)
    expect(page.get_by_role("status")).to_have_text("1 found")
    page.wait_for_url("**/cards?q=lib&game=classic&color=green")
    wide = "document.documentElement.scrollWidth > innerWidth"
    assert not page.evaluate(wide) and not Axe().run(page).response["violations"]
    page.locator(".tile a").click()
    page.wait_for_url("**/cards/classic/card/library")
    assert not page.evaluate(wide) and not Axe().run(page).response["violations"]
    page.goto("/cards/classic/chains")
    assert not page.evaluate(wide) and not Axe().run(page).response["violations"]
    page.locator('[data-card="school"]').focus()
    lit = page.locator(".h-chain-card.is-on")
    expect(lit).to_have_count(3)
    page.keyboard.press("Enter")
    page.wait_for_url("**/cards/classic/card/school")

"""The drawings are complete, well-formed, self-contained, reproducible and readable."""

import re
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from xml.etree import ElementTree

import pytest

from heptapolis.cards import Catalog
from heptapolis.catalogs import load
from heptapolis.games.classic.cards.model import ClassicCatalog
from heptapolis.games.classic.catalog import load_classic
from heptapolis.games.classic.leaders.web import portraits
from heptapolis.games.classic.web import art as classic_art
from heptapolis.games.duel.cards.model import DuelCatalog
from heptapolis.games.duel.catalog import load_duel
from heptapolis.games.duel.web import art as duel_art
from heptapolis.i18n import LANGUAGES, translator
from heptapolis.i18n.names import name
from heptapolis.variants import register_expansion, unregister
from heptapolis.web import art
from heptapolis.web.art import gallery, motifs, share
from heptapolis.web.art.cards import BACKS
from heptapolis.web.art.symbols import LABELS, names
from heptapolis.web.art.wonders import SCENES
from tests.toys import omens

CSS = Path(art.__file__).parents[1] / "static" / "art.css"
COLORS = ["brown", "grey", "blue", "yellow", "red", "green", "purple", "white"]
SIZE = 4096  # bytes of one card

HOUSE = """
extends = "leaders"
[card.moon_gate]
name = "Moon & <b>Gate</b>"
age = 2
color = "yellow"
players = [3]
cost = { coins = 2, wood = 1 }
effect = { coins = 4, shields = 5, points_per = { amount = 1, what = ["red"], whose = ["left"] } }
[card.salt_pan]
name = "Salt Pan"
age = 1
color = "brown"
players = [3]
effect = { produce = ["clay", "ore"] }
[leader.stranger]
name = "The Stranger of the Extraordinarily Long Name"
cost = 3
effect = { points = 3 }
[wonder.atlantis]
name = "Atlantis"
full_name = "The Rings of Atlantis"
board_name = "Atlantis"
resource = "glass"
[wonder.atlantis.A]
stages = [{ cost = { stone = 2 }, effect = { points = 3 } }]
[wonder.atlantis.B]
stages = [{ cost = { stone = 2 }, effect = { shields = 4 } }]
"""


@pytest.fixture
def house(tmp_path: Path) -> ClassicCatalog:
    path = tmp_path / "house.toml"
    path.write_text(HOUSE, encoding="utf-8")
    return load_classic(path)


def drawings(catalog: Catalog, language: str) -> Iterator[tuple[str, str]]:
    """Yield all drawings of a catalogue."""
    if isinstance(catalog, ClassicCatalog):
        for id in (*catalog.card, *catalog.leader):
            yield id, art.card(catalog, id, language, players=True)
            yield f"{id} chip", art.chip(catalog, id, language)
        for wonder in catalog.wonders:
            for side in wonder.sides:
                yield (
                    wonder.id,
                    classic_art.wonder_board(catalog, wonder.id, side, language, built=1),
                )
                yield f"{wonder.id} scene", art.scene(wonder.id, side, "a label")
    elif isinstance(catalog, DuelCatalog):
        for id in catalog.card:
            yield id, art.card(catalog, id, language)
            yield f"{id} chip", art.chip(catalog, id, language)
        for duel_wonder in catalog.wonders:
            yield (
                duel_wonder.id,
                duel_art.duel_wonder(catalog, duel_wonder.id, language, built=True),
            )
        for token in catalog.tokens:
            yield token.id, duel_art.token(catalog, token.id, language)
        for marker in (-9, 0, 3):
            yield "track", duel_art.track(catalog, language, marker=marker, me=1)


@cache
def symbol_ids() -> frozenset[str]:
    return frozenset(re.findall(r' id="(.*?)"', art.sprite()))


def check(title: str, markup: str) -> None:
    """Check that a drawing is well-formed and labelled, and has no ids, scripts, styles (CSP) or
    external references."""
    root = ElementTree.fromstring(markup)
    assert root.get("role") == "img", title
    assert root.get("aria-label"), title
    for element in root.iter():
        assert element.tag in {"span", "svg", "use", "path", "circle", "g", "text", "rect"}
        assert not any(key.startswith("on") or key in ("id", "style") for key in element.attrib), (
            title
        )
        href = element.get("href")
        assert href is None or (href[0] == "#" and href[1:] in symbol_ids()), f"{title}: {href}"
    assert "url(" not in markup and "None" not in markup, title


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", ["leaders", "duel"])
def test_everything_is_drawn_in_every_language(game: str, language: str) -> None:
    for title, markup in drawings(load(game), language):
        check(title, markup)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_symbol_and_back_is_drawn_and_named(language: str) -> None:
    for symbol in names():
        if not symbol.startswith(("sign-", "emblem-", "medal", "city-off", "shield-plain")):
            check(symbol, art.symbol(symbol, language))
        assert 'aria-hidden="true"' in art.symbol(symbol, language, label="")
    for kind in BACKS:
        check(kind, art.back(kind, language))
    check("coins", art.coins(3, language))
    check("points", art.points(12, language))
    assert set(LABELS) <= set(names())


def test_an_unknown_symbol_is_an_error() -> None:
    with pytest.raises(KeyError, match="no symbol 'wod': wood"):
        art.symbol("wod")


def test_an_expansion_brings_symbols() -> None:
    with pytest.raises(KeyError, match="no symbol 'eye'"):
        art.symbol("eye")
    register_expansion(omens.EXPANSION)
    try:
        assert 'aria-label="an open eye"' in art.symbol("eye")
        assert 'id="s-eye"' in art.symbol_file()
    finally:
        unregister("omens")


def test_the_sprite_is_well_formed_and_no_ids_collide() -> None:
    root = ElementTree.fromstring(art.sprite())
    ids = [element.get("id") for element in root.iter() if element.get("id")]
    assert len(ids) == len(set(ids)) == len(symbol_ids())
    assert "script" not in art.sprite() and "href" not in art.sprite()


def test_cards_of_the_house_are_drawn_by_what_they_do(house: ClassicCatalog) -> None:
    for title, markup in drawings(house, "en"):
        check(title, markup)
    assert "<b>" not in art.card(house, "moon_gate")
    assert "Moon &amp; &lt;b&gt;Gate" in art.chip(house, "moon_gate")
    assert "#m-pool" in art.card(house, "salt_pan")
    assert "#h-" in art.card(house, "stranger")
    assert art.scene("atlantis") != art.scene("giza")


def test_every_drawing_belongs_to_a_card() -> None:
    """Every motif, portrait and scene belongs to a card."""
    ids = {thing.id for game in ("leaders", "duel") for thing in load(game).things()}
    assert set(motifs.CARDS) <= ids
    assert set(portraits.LEADERS) == {leader.id for leader in load_classic("leaders").leaders}
    assert set(SCENES) <= ids
    assert {f"m-{motif}" for motif in motifs.CARDS.values()} <= symbol_ids()
    assert set(motifs.MOTIFS) == {*motifs.CARDS.values(), "hall"}


@pytest.mark.parametrize("game", ["leaders", "duel"])
def test_a_card_is_small(game: str) -> None:
    for title, markup in drawings(load(game), "uk"):
        if "h-card" in markup[:40] or "h-chip" in markup[:40]:
            assert len(markup.encode()) <= SIZE, title


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_card_says_its_name_price_and_effect(language: str) -> None:
    catalog = load_classic()
    t = translator(language)
    markup = art.card(catalog, "forum", language)
    label = ElementTree.fromstring(markup).get("aria-label") or ""
    for other in ("forum", "east_trading_post", "west_trading_post", "haven"):
        assert name(catalog.find(other), t) in label
    assert markup.count("#s-clay") == 2
    assert "#s-glass" in markup and "#s-cloth" in markup and "#s-papyrus" in markup


def test_neighbours_are_shown_as_houses() -> None:
    markup = art.card(load_classic(), "workers_guild")
    houses = re.findall(r"#s-(city(?:-off)?)\"", markup)
    assert houses == ["city", "city-off", "city"]


def test_stages_show_what_is_built_and_what_comes_next() -> None:
    catalog = load_classic()
    plain = classic_art.wonder_board(catalog, "giza", "B", built=1)
    assert plain.count("h-stage h-built") == 1 and plain.count("h-stage h-later") == 2
    assert "h-affordable" not in plain
    assert "h-next h-affordable" in classic_art.wonder_board(
        catalog, "giza", "B", built=1, affordable=True
    )


def test_every_board_shows_what_its_city_makes() -> None:
    """Regression: clay is resource number 0, which is falsy."""
    assert "h-start" not in classic_art.wonder_board(load("leaders"), "rome", "A")
    for wonder in load_classic().wonders:
        assert wonder.resource is not None
        start = classic_art.wonder_board(load_classic(), wonder.id, "A").split("h-start")[1][:200]
        assert f"#s-{wonder.resource.slug}" in start


def test_the_military_track_shows_who_is_ahead() -> None:
    duel = load_duel()
    assert "translate(260)" in duel_art.track(duel, marker=4)
    assert "translate(100)" in duel_art.track(duel, marker=4, me=1)
    assert duel_art.track(duel).count("h-loot") == 4
    assert duel_art.track(duel, loot=({}, {3: 2})).count("h-loot") == 1


@pytest.mark.parametrize(("age", "cards"), [(1, 20), (2, 20), (3, 20)])
def test_layouts_fit_their_area_and_cover_as_the_rules_say(age: int, cards: int) -> None:
    area = duel_art.layout(load_duel(), age)
    assert len(area.places) == cards
    for place in area.places:
        assert place.left >= 0 and place.left + place.width <= 100 + 1e-9
        assert 0 <= place.top < 100
        for index in place.covered_by:
            other = area.places[index]
            assert other.z > place.z and abs(other.left - place.left) < place.width


def test_the_same_card_looks_the_same_in_every_process() -> None:
    code = (
        "from heptapolis.catalogs import load; from heptapolis.web import art;"
        "print(art.card(load('leaders'), 'plato'), art.card(load('duel'), 'baths'), end='')"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout == f"{art.card(load('leaders'), 'plato')} {art.card(load('duel'), 'baths')}"


def test_logo_and_favicon_stand_alone() -> None:
    assert ElementTree.fromstring(art.logo()).get("aria-label") == "Heptapolis"
    assert "var(" not in art.favicon()
    ElementTree.fromstring(art.favicon())


# ── colours ──────────────────────────────────────────────────────────────────────────────────────


@cache
def palette() -> dict[str, tuple[str, str]]:
    """Return the colour properties of the style sheet: light and dark."""
    pairs = re.findall(
        r"--h-([\w-]+): (?:light-dark\((#\w{6}), (#\w{6})\)|(#\w{6}));", CSS.read_text()
    )
    return {name: (light or both, dark or both) for name, light, dark, both in reversed(pairs)}


def luminance(color: str) -> float:
    parts = [int(color[k : k + 2], 16) / 255 for k in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts]
    return sum(weight * c for weight, c in zip((0.2126, 0.7152, 0.0722), linear, strict=True))


def contrast(one: str, other: str) -> float:
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("theme", [0, 1])
@pytest.mark.parametrize(
    ("text", "ground"),
    [
        *((f"on-{color}", color) for color in COLORS),
        ("ink", "paper"),
        ("ink", "paper-2"),
        ("ink", "page"),
        ("ink-2", "paper"),
        ("coin-ink", "gold"),
    ],
)
def test_text_has_contrast_in_both_themes(text: str, ground: str, theme: int) -> None:
    assert contrast(palette()[text][theme], palette()[ground][theme]) >= 4.5


def test_the_style_sheet_loads_no_external_files() -> None:
    css = CSS.read_text(encoding="utf-8")
    assert "url(" not in css and "@import" not in css and "@font-face" not in css
    assert css.count("{") == css.count("}")


def test_every_colour_a_drawing_uses_is_in_the_style_sheet() -> None:
    defined = set(re.findall(r"--([\w-]+):", CSS.read_text(encoding="utf-8")))
    markup = [art.sprite(), art.logo(), *(m for _, m in drawings(load("leaders"), "en"))]
    used = {name for text in markup for name in re.findall(r"var\(--([\w-]+)", text)}
    assert used <= defined


def test_a_scene_grows_with_its_wonder() -> None:
    """An unfinished wonder shows a plan of the missing stages and a scaffold on the others."""
    catalog = load("leaders")
    assert isinstance(catalog, ClassicCatalog)
    for wonder in catalog.wonder.values():
        for side, face in wonder.sides.items():
            stages = range(len(face.stages) + 1)
            drawn = [classic_art.wonder_board(catalog, wonder.id, side, built=n) for n in stages]
            assert len(set(drawn)) == len(drawn), "every stage must change the scene"
            assert ["h-plan" in markup for markup in drawn] == [True] * (len(drawn) - 1) + [False]


def test_a_wonder_of_duel_is_a_plan_until_it_is_built() -> None:
    catalog = load("duel")
    assert isinstance(catalog, DuelCatalog)
    for wonder in catalog.wonder:
        assert "h-plan" in duel_art.duel_wonder(catalog, wonder)
        assert "h-plan" not in duel_art.duel_wonder(catalog, wonder, built=True)


def test_the_panorama_shows_the_seven_wonders_without_their_scenes() -> None:
    whole = art.panorama()
    ElementTree.fromstring(whole)
    drawn = re.findall(r'<g class="h-p-(\w+)"', whole)
    seven = {"giza", "babylon", "olympia", "ephesus", "halicarnassus", "rhodes", "alexandria"}
    assert len(drawn) == 7 and set(drawn) == seven
    assert whole.count("var(--sun)") == 3, "there must be one sun with its halo"


@pytest.mark.parametrize("theme", [None, "dark"])
def test_the_gallery_shows_everything_on_a_page_that_stands_alone(
    theme: str | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = tmp_path / "gallery.html"
    asked = ["gallery", str(out), "--lang", "hu", *(["--theme", theme] if theme else [])]
    monkeypatch.setattr(sys, "argv", asked)
    gallery.main()
    page = out.read_text(encoding="utf-8")
    assert ('<html lang="hu" data-theme="dark">' in page) == (theme == "dark")
    t = translator("hu")
    for catalog in (load_classic(), load_duel()):
        assert all(name(card, t) in page for card in catalog.cards)
    assert 'src="' not in page and "url(" not in page.replace("url(#", ""), (
        "the page must load no other file"
    )


def test_the_preview_picture_is_the_panorama_with_the_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = tmp_path / "share.html"
    monkeypatch.setattr(sys, "argv", ["share", str(out)])
    share.main()
    page = out.read_text(encoding="utf-8")
    assert art.panorama() in page and art.logo() in page
    static = Path(share.__file__).parents[1] / "static"
    head = (static / "share.png").read_bytes()[:24]
    assert head.startswith(b"\x89PNG")
    assert tuple(int.from_bytes(head[at : at + 4], "big") for at in (16, 20)) == (
        share.WIDTH,
        share.HEIGHT,
    )

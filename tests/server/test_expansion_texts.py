"""The text, rulebook and boards that an expansion declares appear in the choice of games."""

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from heptapolis import slots, variants
from heptapolis.cards.source import CatalogPart
from heptapolis.encodings import encoding
from heptapolis.i18n import LANGUAGES, translator
from heptapolis.server.errors import RequestError
from heptapolis.server.table_form import variant_forms
from heptapolis.server.table_options import TableOptions
from heptapolis.server.tiles import tiles
from heptapolis.server.variant_parts import server_part
from heptapolis.variants import ruleset, rulesets, variant
from heptapolis.web.boards import cover_of
from tests.toys import couriers, omens

T = translator("en")
ABOUT = "Couriers visit your neighbours and score for their cards."
TROY = """
game = "annals"
[wonder.troy]
name = "Troy"
full_name = "The Walls of Troy"
board_name = "Troy"
resource = "stone"
[wonder.troy.A]
stages = [{ cost = { wood = 2 }, effect = { points = 3 } }]
[wonder.troy.B]
stages = [{ cost = { wood = 2 }, effect = { points = 3 } }]
"""


@pytest.fixture(autouse=True, scope="module")
def known() -> Iterator[None]:
    variants.register_expansion(omens.EXPANSION)
    variants.register_expansion(couriers.EXPANSION)
    yield
    variants.unregister("couriers")
    variants.unregister("omens")


@pytest.fixture
def annals(tmp_path: Path) -> Iterator[None]:
    """Register an expansion with a wonder; its name is first in alphabetical order."""
    file = tmp_path / "annals.toml"
    file.write_text(TROY, "utf-8")
    parts = slots.Parts()
    part = CatalogPart(id="annals", files=(file,))
    parts.extends(slots.CATALOG)(lambda base: base.extended(part))
    titles = {"en": "Annals"}, {"en": "Classic with annals"}
    brought = replace(
        couriers.EXPANSION, id="annals", titles=titles[0], game_titles=titles[1], parts=parts
    )
    variants.register_expansion(brought)
    yield
    variants.unregister("annals")


@pytest.mark.parametrize(
    ("rules", "seats", "about", "book"),
    [
        ("classic", 3, "Everyone chooses a card at once", "classic"),
        ("classic", 2, "Classic for two", "free-city"),
        ("classic+leaders", 2, "Great leaders join", "leaders"),
        ("classic+couriers", 3, ABOUT, "classic"),
        ("classic+couriers", 2, ABOUT, "classic"),
        ("classic+couriers+leaders", 4, f"{ABOUT} Great leaders join", "leaders"),
        ("duel+omens", 2, "Who builds a wonder looks at the omens", "omens"),
        ("duel", 2, "For two: open cards", "duel"),
    ],
)
def test_texts_and_rulebook_are_those_of_the_expansions(
    rules: str, seats: int, about: str, book: str
) -> None:
    part = server_part(ruleset(rules))
    assert part.about(ruleset(rules), T, seats).startswith(about)
    assert part.book(ruleset(rules), seats) == book


def test_each_ruleset_has_a_tile_with_its_title() -> None:
    shown = [(tile.variant, tile.title) for tile in tiles(variant_forms(T), None, T)]
    assert ("classic+couriers", "Classic with couriers") in shown
    assert len({*shown}) == len(shown)
    assert [title for name, title in shown if name == "classic+couriers"] == [
        "Classic with couriers"
    ]


@pytest.mark.parametrize("rules", ["classic+couriers+leaders", "classic+couriers", "duel+omens"])
def test_a_combination_has_names_a_place_and_an_api_name(rules: str) -> None:
    chosen = ruleset(rules)
    titles = {language: chosen.title(language) for language in LANGUAGES}
    assert len({*titles.values()}) == len(LANGUAGES)
    for language, title in titles.items():
        t = translator(language)
        assert (rules, title) in [
            (one.variant, one.title) for one in tiles(variant_forms(t), None, t)
        ]
    assert rules in TableOptions.model_json_schema()["properties"]["game"]["enum"]
    assert TableOptions(game=rules).ruleset == chosen
    with pytest.raises(LookupError, match=re.escape(f"no encoding for {rules}; there is one for")):
        encoding(chosen)  # so it has no environment


def test_no_two_rulesets_have_the_same_title() -> None:
    for language in LANGUAGES:
        titles = [one.title(language) for one in rulesets()]
        assert len({*titles}) == len(titles)


def test_the_cover_is_that_of_an_expansion_or_of_the_game() -> None:
    covers = {name: cover_of(ruleset(name)) for name in ("classic", "couriers", "leaders", "omens")}
    assert covers["couriers"] == covers["classic"] != covers["leaders"]
    assert cover_of(ruleset("classic+couriers+leaders")) == covers["leaders"]
    assert covers["omens"] == cover_of(ruleset("duel"))


def boards() -> dict[str, Any]:
    game = variant("classic")
    groups = server_part(ruleset("classic")).boards(game, T)
    assert len({id for group in groups for id, _ in group.boards}) == sum(
        len(group.boards) for group in groups
    )
    return {group.needs: group for group in groups}


def test_only_leaders_brings_boards_among_these() -> None:
    shown = boards()
    assert [*shown] == ["", "leaders"] and shown["leaders"].heading == "Classic with leaders"
    assert {id[:-2] for id, _ in shown["leaders"].boards} == {"rome"}


def test_the_boards_of_every_expansion_stand_apart_in_alphabetical_order(annals: None) -> None:
    shown = boards()
    assert [*shown] == ["", "annals", "leaders"]
    assert shown["annals"].boards == [("troy:A", "Troy A"), ("troy:B", "Troy B")]
    assert {id[:-2] for id, _ in shown["leaders"].boards} == {"rome"}
    assert not any("troy" in id for id, _ in shown[""].boards)


@pytest.mark.parametrize(("board", "needs"), [("rome:A", "leaders"), ("troy:B", "annals")])
def test_a_board_of_an_expansion_needs_it(annals: None, board: str, needs: str) -> None:
    game, part = variant("classic"), server_part(ruleset("classic"))
    wonders = [board, None, None]
    with pytest.raises(RequestError, match=f"needs {needs}") as refusal:
        part.settle(game.read_options({"seats": 3, "wonders": wonders}), game)
    assert refusal.value.code == f"needs_{needs}"
    told = game.read_options({"seats": 3, "wonders": wonders, "expansions": {needs}})
    assert part.settle(told, game).wonders[0] == board


@pytest.mark.parametrize(
    ("expansions", "more"), [(set(), set()), ({"annals"}, {"troy"}), ({"leaders"}, {"rome"})]
)
def test_boards_are_drawn_from_those_of_the_expansions(
    annals: None, expansions: set[str], more: set[str]
) -> None:
    game, part = variant("classic"), server_part(ruleset("classic"))
    *others, last = (id for id, _ in boards()[""].boards if id.endswith(":A"))
    options = game.read_options({"seats": 7, "wonders": [*others, None], "expansions": expansions})
    drawn = {part.settle(options, game).wonders[-1][:-2] for _ in range(40)}
    assert drawn == {last[:-2]} | more

"""An expansion has its own catalogue, and the catalogue of the game does not change."""

import json
import pickle
from collections.abc import Iterator
from dataclasses import replace
from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numba import from_dtype
from numba.core.errors import NumbaExperimentalFeatureWarning
from typer.testing import CliRunner

import heptapolis as hp
from heptapolis import variants
from heptapolis.cards import CatalogPart, fingerprint, to_json, to_text
from heptapolis.cards.export import thing_json
from heptapolis.catalogs import source_for
from heptapolis.cli import app
from heptapolis.games.duel.cards import SOURCE
from heptapolis.games.duel.cards.tables import DUEL_TABLES
from heptapolis.games.duel.codes import DUEL_ITEMS, FIRST_TOKEN
from heptapolis.games.duel.edition import DuelEdition, duel_edition_of, our_duel
from heptapolis.i18n import translator
from heptapolis.i18n.names import extract, name
from heptapolis.variants import catalog_names
from tests.toys.omens import EXPANSION
from tests.toys.omens.cards import PART, Omen
from tests.toys.omens.codes import FIRST_OMEN, OMENS

IDS = ["eclipse", "comet", "rainbow", "crow", "owl", "tide"]
TEXT_AND_FINGERPRINT = to_text(hp.catalog("duel")), fingerprint(hp.catalog("duel"))


@pytest.fixture(autouse=True)
def registered_expansion() -> Iterator[None]:
    variants.register_expansion(EXPANSION)
    yield
    variants.unregister("omens")


def house_file(folder: Path, text: str, name: str = "house.toml") -> Path:
    file = folder / name
    file.write_text(text, encoding="utf-8")
    return file


# ── what it holds ────────────────────────────────────────────────────────────────────────────────


def test_a_catalogue_is_found_by_the_expansion_or_the_ruleset() -> None:
    assert catalog_names() == ["classic", "leaders", "duel", "omens"]
    catalog = hp.catalog("omens")
    assert hp.catalog("duel+omens") is catalog
    assert catalog.game == "omens" and catalog.expansions == frozenset({"omens"})
    with pytest.raises(hp.CatalogError, match="did you mean 'omens'"):
        hp.catalog("omen")


def test_its_things_follow_those_of_the_game() -> None:
    catalog, duel = hp.catalog("omens"), hp.catalog("duel")
    assert [thing.id for thing in catalog.things()][-6:] == IDS
    comet = catalog.find("comet")
    assert comet == Omen(id="comet", name="Comet", points=2)
    assert name(comet, translator("hu")) == "Comet"
    assert (catalog.origin["comet"], catalog.origin["zodiac"]) == ("omens", "omens")
    assert catalog.added["omen_constants"].revealed == 2
    assert {thing.id for thing in catalog.things()} == {
        *IDS,
        "zodiac",
        *(thing.id for thing in duel.things()),
    }


def test_cards_of_the_game_may_have_effects_of_the_expansion() -> None:
    zodiac = hp.catalog("omens").find("zodiac")
    assert zodiac.effect.points == 2 and zodiac.effect.added == {"coins_per_omen": 3}


def test_the_catalogue_of_the_game_stays_as_it_is() -> None:
    hp.catalog("omens")
    assert (to_text(hp.catalog("duel")), fingerprint(hp.catalog("duel"))) == TEXT_AND_FINGERPRINT


def test_the_fingerprint_includes_the_expansion(tmp_path: Path) -> None:
    own = fingerprint(hp.catalog("omens"))
    assert own != TEXT_AND_FINGERPRINT[1]
    points = house_file(tmp_path, 'extends = "omens"\n[omen.comet]\npoints = 3\n')
    words = house_file(tmp_path, 'extends = "omens"\n[omen.comet]\nname = "Star"\n', "words.toml")
    assert fingerprint(hp.catalog(points)) != own
    assert fingerprint(hp.catalog(words)) == own


# ── files and texts ──────────────────────────────────────────────────────────────────────────────


def test_a_text_gives_the_same_catalogue_back(tmp_path: Path) -> None:
    house = house_file(tmp_path, 'extends = "omens"\n[omen.comet]\nis_dark = true\n')
    for catalog in (hp.catalog("omens"), hp.catalog(house)):
        again = hp.catalog(to_text(catalog))
        assert [*again.things()] == [*catalog.things()] and again.added == catalog.added
        assert to_text(again) == to_text(catalog) and again.expansions == {"omens"}


def test_a_text_of_an_unknown_expansion_is_refused() -> None:
    text = to_text(hp.catalog("omens"))
    variants.unregister("omens")
    with pytest.raises(
        hp.CatalogError, match="stored catalogue: game: one of classic, leaders, duel"
    ):
        hp.catalog(text)


def test_json_has_its_sections() -> None:
    catalog = hp.catalog("omens")
    facts = to_json(catalog)
    assert [omen["id"] for omen in facts["omens"]] == IDS
    assert facts["omen_constants"] == {"revealed": 2} and facts["game"] == "omens"
    assert {*to_json(hp.catalog("duel"))} == {*facts} - {"omens", "omen_constants"}
    assert thing_json(catalog.find("comet"), catalog)["points"] == 2
    assert thing_json(catalog.find("zodiac"), catalog)["effect"] == {
        "points": 2,
        "coins_per_omen": 3,
    }


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("[omen.comet]\npoints = 12\n", "omen.comet.points: is above 9"),
        ("[omen.comet]\npints = 1\n", "omen.comet.pints: unknown key; did you mean 'points'"),
        ("[omen.star]\nname = 'Star'\n", "omen.star.points: is missing"),
        ("[omen_constants]\nrevealed = 4\n", "omen_constants.revealed: is above 2"),
        ("[omens.star]\nname = 'Star'\n", "omens: unknown key; did you mean 'omen'"),
        ("[card.zodiac]\neffect = { coins_per_omen = true }\n", "expected a whole number"),
        ("[omen.zodiac]\nname = 'Z'\npoints = 1\n", "omen.zodiac: the id is taken by a card"),
    ],
)
def test_errors_in_house_rules_name_their_place(tmp_path: Path, text: str, complaint: str) -> None:
    house = house_file(tmp_path, f'extends = "omens"\n{text}')
    with pytest.raises(hp.CatalogError, match=complaint) as refusal:
        hp.catalog(house)
    assert str(refusal.value).startswith(f"{house}: ")


def test_house_rules_of_the_game_do_not_contain_the_expansion(tmp_path: Path) -> None:
    for text in ("[omen.comet]\npoints = 3\n", "[card.palace]\neffect = { coins_per_omen = 1 }\n"):
        house = house_file(tmp_path, f'extends = "duel"\n{text}')
        with pytest.raises(hp.CatalogError, match="unknown key"):
            hp.catalog(house)


def test_house_rules_of_the_expansion_are_a_variant(tmp_path: Path) -> None:
    text = 'extends = "omens"\nid = "sky"\n[omen.comet]\npoints = 3\n'
    sky = variants.register_house(house_file(tmp_path, text))
    try:
        assert sky.rules == "duel" and sky.catalog.catalog.find("comet").points == 3
        assert sky.catalog.expansions == {"omens"} and not sky.catalog.is_ours
        assert variants.house_of(sky.catalog.fingerprint, "duel") is sky
    finally:
        variants.unregister("sky")


def test_the_number_of_cards_is_limited(tmp_path: Path) -> None:
    more = "".join(f'[omen.o{n}]\nname = "O"\npoints = 1\n' for n in range(OMENS))
    house = house_file(tmp_path, f'extends = "omens"\n{more}')
    with pytest.raises(hp.CatalogError, match="omen: 14 entries, there is room for 8"):
        hp.catalog(house)


def test_the_command_prints_it() -> None:
    printed = CliRunner().invoke(app, ["catalog", "omens", "--json"])
    assert json.loads(printed.stdout) == to_json(hp.catalog("omens"))


def test_names_are_extracted_for_translators() -> None:
    file = BytesIO(PART.files[0].read_bytes())
    found = {message for _, _, message, _ in extract(file, None, None, None)}
    assert found == {
        ("duel omen", "Eclipse"),
        ("duel omen", "Comet"),
        ("duel omen", "Rainbow"),
        ("duel omen", "Crow"),
        ("duel omen", "Owl"),
        ("duel omen", "Tide"),
        ("duel card", "Zodiac"),
    }


# ── editions and tables ──────────────────────────────────────────────────────────────────────────


def test_each_set_of_expansions_has_an_edition_of_its_own() -> None:
    omens = our_duel({"omens"})
    assert our_duel({"omens"}) is omens and our_duel() is not omens
    assert [omens.item[id] for id in IDS] == [FIRST_OMEN + k for k in range(6)]
    assert omens.id[FIRST_OMEN] == "eclipse"
    assert omens.expansions == {"omens"} and omens.is_ours
    assert "eclipse" not in our_duel().item


def test_an_edition_can_be_pickled(tmp_path: Path) -> None:
    omens = our_duel({"omens"})
    assert pickle.loads(pickle.dumps(omens)) is omens
    house = house_file(tmp_path, 'extends = "omens"\n[omen.comet]\npoints = 3\n')
    edition = duel_edition_of(house, {"omens"})
    assert pickle.loads(pickle.dumps(edition)).text == edition.text


def test_house_rules_of_the_game_can_be_used_with_the_expansion(tmp_path: Path) -> None:
    house = house_file(tmp_path, 'extends = "duel"\n[constants]\nstarting_coins = 9\n')
    edition = duel_edition_of(house, {"omens"})
    assert edition.catalog.game == "omens" and edition.catalog.constants.starting_coins == 9


def test_a_catalogue_without_the_expansion_is_refused() -> None:
    with pytest.raises(ValueError, match='this catalogue has no omens; extend "omens"'):
        duel_edition_of(our_duel(), {"omens"})
    with pytest.raises(ValueError, match="a catalogue of omens cannot be used for duel"):
        duel_edition_of(our_duel({"omens"}))


def test_columns_of_the_expansion_come_first() -> None:
    dtype = our_duel({"omens"}).tables.dtype
    own = [column[0] for column in PART.columns]
    assert dtype.names == (*own, *(DUEL_TABLES.names or ()))
    assert dtype.isalignedstruct
    assert our_duel().tables.dtype == DUEL_TABLES


def is_subtype(one: np.dtype, other: np.dtype) -> bool:
    """Return whether Numba accepts a record for a function compiled for another record type."""
    record: Any = from_dtype(one)
    return record.can_convert_to(None, from_dtype(other)) is not None


def test_the_record_of_the_game_is_not_compatible_with_that_of_the_expansion() -> None:
    assert not is_subtype(our_duel({"omens"}).tables.dtype, DUEL_TABLES)
    with pytest.warns(NumbaExperimentalFeatureWarning):
        assert is_subtype(np.dtype("i2,i2"), np.dtype("i2,"))


def test_the_tables_agree_with_the_file() -> None:
    edition = our_duel({"omens"})
    row, duel = edition.tables[0], our_duel().tables[0]
    assert (row["n_omens"], row["revealed"]) == (6, 2)
    assert [row["points"][edition.item[id]] for id in IDS] == [4, 2, 1, 3, 6, 5]
    assert row["coins_per_omen"][edition.item["zodiac"]] == 3
    assert np.count_nonzero(row["coins_per_omen"]) == 1
    for column in ("points", "cost", "shields"):
        assert len(row[column]) == DUEL_ITEMS + OMENS
        tokens = slice(FIRST_TOKEN, DUEL_ITEMS)
        assert np.array_equal(row[column][tokens], duel[column][tokens])


# ── clashes ──────────────────────────────────────────────────────────────────────────────────────


def part_with_other_ids(part: CatalogPart, items: range, section: str = "sign") -> CatalogPart:
    """Return the part with other items and ids."""
    record = type("Sign", (Omen,), {"kind": section})
    kind = replace(part.kinds[0], record=record, items=items)
    return replace(part, id="signs", kinds=(kind,), columns=(), records={})


def test_items_of_two_expansions_do_not_overlap() -> None:
    omens = SOURCE.extended(PART)
    with pytest.raises(ValueError, match=r"signs: items of 'sign': 161 to 168 belong to 'omen'"):
        omens.extended(part_with_other_ids(PART, range(FIRST_OMEN + 7, FIRST_OMEN + 9)))
    with pytest.raises(ValueError, match="belong to 'token'"):
        SOURCE.extended(part_with_other_ids(PART, range(FIRST_TOKEN, FIRST_TOKEN + 2)))
    with pytest.raises(ValueError, match="has a section 'omen' already"):
        omens.extended(part_with_other_ids(PART, range(200, 208), "omen"))


def test_columns_of_two_expansions_have_different_names() -> None:
    twice = replace(part_with_other_ids(PART, range(200, 208)), columns=(("n_omens", "i2"),))
    with pytest.raises(ValueError, match="signs: omens has a column 'n_omens' already"):
        SOURCE.extended(PART).extended(twice)
    with pytest.raises(ValueError, match="omens has an effect 'coins_per_omen' already"):
        SOURCE.extended(PART).extended(replace(twice, columns=()))


def test_two_expansions_do_not_bring_the_same_thing(tmp_path: Path) -> None:
    text = '[card.zodiac]\nname = "Zodiac"\nage = 1\ncolor = "red"\neffect = {}\n'
    file = house_file(tmp_path, text, "signs.toml")
    signs = CatalogPart(id="signs", files=(file,))
    source = SOURCE.extended(PART).extended(signs)
    assert source.name == "duel+omens+signs"
    with pytest.raises(hp.CatalogError, match=r"signs.toml: card.zodiac: is a thing of omens"):
        source.read()


def test_an_expansion_without_cards_plays_with_those_of_the_game() -> None:
    silent = replace(EXPANSION, id="silent", parts=type(EXPANSION.parts)())
    variants.register_expansion(silent)
    try:
        assert source_for("duel", {"silent"}) is source_for("duel")
        assert our_duel({"silent"}).catalog is our_duel().catalog
        assert our_duel({"silent"}).expansions == {"silent"} and not our_duel().expansions
        assert DuelEdition.printed("duel+silent") is our_duel()
        assert "silent" not in catalog_names()
        assert source_for("duel", {"omens", "silent"}).name == "omens"
    finally:
        variants.unregister("silent")

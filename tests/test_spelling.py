"""Errors about misspelt words suggest a similar word, wherever words are read."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import heptapolis as hp
from heptapolis.i18n import translator
from heptapolis.spelling import MAX_WORD_CHARS, similar_words, suggest
from heptapolis.variants import ruleset

WORDS = ["lumber_yard", "clay_pit", "giza:A"]


@pytest.mark.parametrize(
    ("word", "meant"),
    [
        ("lumber_yrad", "lumber_yard"),
        ("Lumber Yard", "lumber_yard"),
        ("LUMBER-YARD", "lumber_yard"),
        ("giza", "giza:A"),
        ("Gizza:a", "giza:A"),
    ],
)
def test_a_word_that_is_almost_right_is_found(word: str, meant: str) -> None:
    assert similar_words(word, WORDS) == [meant]
    assert suggest(word, WORDS) == f"; did you mean {meant!r}?"


@pytest.mark.parametrize(
    "word", ["temple", "", 7, None, ["clay_pit"], "clay_pit" + "t" * MAX_WORD_CHARS]
)
def test_unrelated_words_get_no_suggestion(word: Any) -> None:
    assert similar_words(word, WORDS) == []
    assert suggest(word, WORDS) == ""


def test_the_best_comes_first() -> None:
    assert similar_words("clay_pt", ["clay_pool", "clay_pit", "temple"], most=3) == [
        "clay_pit",
        "clay_pool",
    ]


def city(**facts: Any) -> dict[str, Any]:
    return {"cities": [facts, {}, {}]}


LEADERS = {"leaders": True}
DUEL = {"game": "duel"}
POSITIONS = [
    ({"citys": []}, "'cities'"),
    (city(buildngs=[]), "'buildings'"),
    (city(wonder="gizza:A"), "'giza:A'"),
    (city(buildings=["alter"]), "'altar'"),
    ({"players": 3, "discard": ["Lumber Yard"]}, "'lumber_yard'"),
    ({"players": 3, "hands": [["lom"]]}, "'loom'"),
    ({"players": 3, "phase": "trun"}, "'turn'"),
    ({"players": 3, "looks": [{"age": 1, "turn": 1, "city": 0, "card": "bath"}]}, "'baths'"),
    (LEADERS | city(leaders=["platon"]), "'plato'"),
    (LEADERS | city(leader_hand=["platon"]), "'plato'"),
    (LEADERS | city(copied=["hanibal"]), "'hannibal'"),
    (LEADERS | {"players": 3, "draft": {"pack": []}}, "'packs'"),
    (DUEL | {"layuot": {}}, "'layout'"),
    (DUEL | {"cities": [{"wonder": []}]}, "'wonders'"),
    (DUEL | {"cities": [{"wonders": ["pyramid"]}]}, "'pyramids'"),
    (DUEL | {"cities": [{"wonders": ["pyramids"], "built": ["pyramid"]}]}, "'pyramids'"),
    (DUEL | {"tokens": ["masonary"]}, "'masonry'"),
    (DUEL | {"discard": ["bath"]}, "'baths'"),
    (DUEL | {"layout": {"1": ["bath"] * 20}}, "'baths'"),
    (DUEL | {"phase": "tokens"}, "'token'"),
    (DUEL | {"due": {"token": 1}}, "'tokens'"),
    (DUEL | {"neutral_start": "lst"}, "'last'"),
    ({"game": "dual"}, "'duel'"),
]


@pytest.mark.parametrize(("position", "meant"), POSITIONS)
def test_positions(position: dict[str, Any], meant: str) -> None:
    with pytest.raises(hp.InvalidText) as error:
        hp.from_position(position)
    assert str(error.value).endswith(f"; did you mean {meant}?")


OTHER_CALLS: list[tuple[Callable[[], object], str]] = [
    (lambda: hp.new("clasic"), "'classic'"),
    (lambda: hp.new("classic+leader"), "'leaders'"),
    (lambda: ruleset("leader"), "'leaders'"),
    (lambda: hp.new("classic", seat=3), "'seats'"),
    (lambda: hp.new("classic", sides="randon"), "'random'"),
    (lambda: hp.new("classic", wonders=["giza:A", "rodes:A", "babylon:A"]), "'rhodes:A'"),
    (lambda: hp.new("duel", wonders=[["pyramid"] * 4, ["sphinx"] * 4]), "'pyramids'"),
    (lambda: hp.Move.parse("biuld loom"), "'build'"),
    (lambda: hp.bot("gredy"), "'greedy'"),
    (lambda: hp.catalog("leader"), "'leaders'"),
    (lambda: hp.form_position, "'from_position'"),
    (lambda: hp.replay("heptapolis 1\ngame classic\nsead 1"), "'seed'"),
    (lambda: hp.new("classic", leaders=True, seed=1).leader_price(0, "platon"), "'plato'"),
    (lambda: hp.new("duel", seed=1).price(0, "bath"), "'baths'"),
    (lambda: translator("eng"), "'en'"),
    (lambda: hp.replay(str(hp.new(seed=1).record()).replace('"seats"', '"seat"')), "'seats'"),
]


@pytest.mark.parametrize(("mistake", "meant"), OTHER_CALLS)
def test_elsewhere(mistake: Callable[[], object], meant: str) -> None:
    with pytest.raises((ValueError, TypeError, AttributeError)) as error:
        mistake()
    assert str(error.value).endswith(f"; did you mean {meant}?")


def test_a_file_of_house_rules(tmp_path: Path) -> None:
    path = tmp_path / "house.toml"
    path.write_text('extends = "clasic"', encoding="utf-8")
    with pytest.raises(hp.CatalogError, match="did you mean 'classic'"):
        hp.catalog(path)

"""Variants: built-in games, house rules and a game from outside fulfil the contract and are found by
their names.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from importlib import metadata
from pathlib import Path
from random import Random
from typing import Any

import pytest

import heptapolis as hp
from heptapolis import variants
from heptapolis.cli import app
from heptapolis.env.pettingzoo import TurnEnv
from heptapolis.options import declared
from heptapolis.server.table_options import TableOptions
from heptapolis.slots import Parts, Slot
from heptapolis.testing import check_variant, thing_names
from heptapolis.variants import (
    Expansion,
    Ruleset,
    Variant,
    combinations_of,
    phases_of,
    register_house,
    ruleset,
    rulesets,
    variant,
)
from heptapolis.vector import VectorEnv
from heptapolis.vocabulary import Vocabulary
from tests.kinds import classic
from tests.paths import ROOT
from tests.toys.pebbles import VARIANT as PEBBLES
from tests.toys.pebbles import Throw
from tests.toys.pebbles import engine as pebble_engine

HOUSE = ROOT / "examples" / "house_rules.toml"


@pytest.fixture
def club(tmp_path: Path) -> Iterator[Variant]:
    """Register house rules for the duration of a test."""
    path = tmp_path / "club night.toml"
    path.write_text(
        'extends = "leaders"\nid = "club"\n'
        'title = { en = "Club night", hu = "Klubest" }\n[constants]\nstarting_coins_with_leaders = 9\n'
    )
    yield register_house(path)
    variants.unregister("club")


# ── the contract ─────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("id", ["classic", "duel"])
def test_built_in_games_fulfil_the_contract(id: str) -> None:
    check_variant(variant(id))


def test_a_game_from_outside_fulfils_the_contract() -> None:
    check_variant(PEBBLES, games=3)


def test_house_rules_have_the_decisions_of_what_they_extend(club: Variant) -> None:
    assert phases_of(club.id) == phases_of("classic")


def test_house_rules_fulfil_the_contract(club: Variant) -> None:
    check_variant(club)


def forget(*args: object) -> None:
    """Do nothing, in place of a required function."""


def show_all(view: Any) -> list[Any]:
    return [Throw(n) for n in view.state["hand"].ravel().tolist() if n > 0]


@pytest.mark.parametrize(
    ("owner", "attribute", "broken", "complaint"),
    [
        (pebble_engine.PebbleGame, "undo", forget, "undo does not undo"),
        (pebble_engine.PebbleView, "legal_moves", show_all, "has moves unasked"),
        (pebble_engine.PebbleGame, "ranking", lambda game: [[0]], "the ranking"),
        (pebble_engine.PebbleGame, "outcome", None, "without an outcome"),
        (pebble_engine.PebbleGame, "view", lambda game, seat: game, "not all that a View has"),
        (Throw, "__str__", lambda throw: "throw pebble_1", "does not read back"),
        (pebble_engine, "names", lambda language: {}, "nothing has a name"),
    ],
)
def test_violations_of_the_contract_are_reported(
    monkeypatch: pytest.MonkeyPatch, owner: Any, attribute: str, broken: Any, complaint: str
) -> None:
    monkeypatch.setattr(owner, attribute, broken)
    with pytest.raises(AssertionError, match=complaint):
        check_variant(PEBBLES)


def test_records_of_other_rules_are_reported() -> None:
    with pytest.raises(AssertionError, match=r"a record names \(1, None\), it is played by \(2,"):
        check_variant(replace(PEBBLES, rules_version=2))


class OpenView(pebble_engine.PebbleView):
    """A view that hides nothing."""

    def __init__(self, game: Any, seat: int | None) -> None:
        pebble_engine.Pebbles.__init__(self, game.state.copy(), game.names)
        self.seat, self.events = seat, list(game.events)


class SeedView(pebble_engine.PebbleView):
    """A view that contains the seed."""

    def __init__(self, game: Any, seat: int | None) -> None:
        super().__init__(game, seat)
        self.seed = game.seed


@pytest.mark.parametrize(
    ("leak", "complaint"),
    [(OpenView, "no view has hidden anything"), (SeedView, "holds the seed")],
)
def test_a_view_with_hidden_information_is_reported(
    monkeypatch: pytest.MonkeyPatch, leak: type[Any], complaint: str
) -> None:
    monkeypatch.setattr(pebble_engine, "PebbleView", leak)
    with pytest.raises(AssertionError, match=complaint):
        check_variant(PEBBLES)


# ── names and options ────────────────────────────────────────────────────────────────────────────


def test_every_written_form_is_accepted() -> None:
    assert [str(one) for one in rulesets()][:3] == ["classic", "classic+leaders", "duel"]
    for text in ("leaders", "classic+leaders"):
        game = hp.new(text, seats=4, seed=1)
        assert game.leaders and str(ruleset(text)) == "classic+leaders"
        assert game.to_bytes() == hp.new("classic", seats=4, seed=1, leaders=True).to_bytes()
    for text in ("classic", "leaders", "classic+leaders"):
        again: Any = hp.new(text, seed=1, expansions=["leaders"])
        assert again.leaders  # an expansion named twice counts once
    assert hp.new("classic", seed=1, seats=2).n_cities == 3


@pytest.mark.parametrize(
    ("make", "complaint"),
    [
        (lambda: hp.new("go"), "no game 'go': classic, classic.leaders, duel"),
        (lambda: hp.new(7), "no game 7"),  # type: ignore[call-overload]
        (lambda: hp.new("duel+leaders"), "duel has no expansion 'leaders'; it has none"),
        (lambda: hp.new("classic+leaders+leaders"), "an expansion is named twice"),
        (lambda: hp.new("classic+leaders", leaders=False), "is played with it"),
        (lambda: hp.new("classic", expansions={"cities"}), "no expansion 'cities'"),
        (
            lambda: hp.new("classic", expansions="leaders"),
            "expansions: a list of names, of leaders; got 'leaders'",
        ),
        (lambda: hp.new("duel", expansions="x"), "a list of names, of none; got 'x'"),
        (lambda: hp.new("classic", expansions=[1]), "a list of names, of leaders; got .1."),
        (lambda: hp.new("classic", expansions=7), "a list of names, of leaders; got 7"),
        (lambda: hp.new("classic", leaders=True, expansions=["city"]), "has no expansion 'city'"),
        (lambda: hp.new("classic", seats=8), "seats: 2 to 7, got 8"),
        (lambda: hp.new("classic", seats=True), "seats: 2 to 7, got True"),
        (lambda: hp.new("duel", neutral_start="me"), "neutral_start: last or choose, got 'me'"),
    ],
)
def test_impossible_names_and_options_are_refused_in_one_line(
    make: Callable[[], Any], complaint: str
) -> None:
    with pytest.raises(ValueError, match=complaint) as refusal:
        make()
    assert "\n" not in str(refusal.value)


# ── combinations ─────────────────────────────────────────────────────────────────────────────────


def bare_expansion(id: str, **how: Any) -> Expansion:
    return Expansion(id, "classic", {"en": id}, {"en": f"Classic with {id}"}, "tests.toys", **how)


CITIES = bare_expansion("cities")
BABEL = bare_expansion("babel", needs=frozenset({"cities"}))
EDIFICE = bare_expansion("edifice", excludes=frozenset({"cities"}))


@pytest.fixture
def three_expansions() -> Iterator[None]:
    """Register an expansion of classic, one that needs it, and one that excludes it."""
    for one in (CITIES, BABEL, EDIFICE):
        variants.register_expansion(one)
    yield
    for one in (CITIES, BABEL, EDIFICE):
        variants.unregister(one.id)


FORBIDDEN_COMBINATIONS = {
    "classic+cities+edifice": "'{}': classic is not played with cities and edifice: classic, ",
    "classic+babel+leaders": "'{}': classic is not played with babel and leaders: classic, ",
    "babel": "'{}': classic is not played with babel: classic, classic+cities, ",
    "classic+cities+cities": "'{}': an expansion is named twice",
}


@pytest.mark.usefixtures("three_expansions")
@pytest.mark.parametrize("rules", FORBIDDEN_COMBINATIONS)
@pytest.mark.parametrize(
    "way", ["hp.new", "play", "simulate", "arena", "VectorEnv", "TurnEnv", "API"]
)
def test_a_forbidden_combination_is_refused_with_the_allowed_ones(rules: str, way: str) -> None:
    make: dict[str, Callable[[], Any]] = {
        "hp.new": lambda: hp.new(rules, seed=1),
        "play": lambda: app(["play", rules], standalone_mode=False),
        "simulate": lambda: app(["simulate", rules], standalone_mode=False),
        "arena": lambda: hp.arena(["random", "greedy"], rules),
        "VectorEnv": lambda: VectorEnv(rules, 1),
        "TurnEnv": lambda: TurnEnv(rules),
        "API": lambda: TableOptions(game=rules),
    }
    with pytest.raises(
        ValueError, match=re.escape(FORBIDDEN_COMBINATIONS[rules].format(rules))
    ) as refusal:
        make[way]()
    if "twice" not in str(refusal.value):
        assert "classic+babel+cities, classic+cities+leaders, " in str(refusal.value)
    assert way == "API" or "\n" not in str(refusal.value)  # pydantic adds lines, HTTP does not


@pytest.mark.usefixtures("three_expansions")
def test_a_forbidden_combination_is_refused_wherever_its_names_come_from() -> None:
    complaint = "classic is not played with cities and edifice: classic, "
    names = ["cities", "edifice"]
    record = str(hp.new("classic+cities", seed=1).record())
    for make in (
        lambda: hp.new("classic", expansions=names),
        lambda: hp.new("cities", expansions=["edifice"]),
        lambda: TableOptions.model_validate({"game": "classic", "expansions": names}),
        lambda: hp.replay(record.replace('"cities"', '"cities", "edifice"')),
    ):
        with pytest.raises(ValueError, match=complaint):
            make()


@pytest.mark.usefixtures("three_expansions")
def test_an_expansion_that_needs_another_has_no_short_name() -> None:
    assert {"cities", "edifice", "leaders"} <= {*variants.short_names()}
    assert "babel" not in variants.short_names()
    assert str(ruleset("classic+cities+babel")) == "classic+babel+cities"


def test_an_expansion_cannot_need_what_its_game_does_not_have() -> None:
    complaint = "babel needs the expansion 'cities'; classic has leaders"
    with pytest.raises(ValueError, match=complaint):
        variants.register_expansion(BABEL)
    with pytest.raises(ValueError, match="babel needs the expansion 'cities'; go has babel"):
        variants.register(replace(PEBBLES, id="go", rules="go", expansions={"babel": BABEL}))
    assert (
        "babel" not in variant("classic").expansions and "go" not in variants.registered_variants()
    )


def test_packages_are_registered_after_what_they_need(monkeypatch: pytest.MonkeyPatch) -> None:
    names = ("BABEL", "CITIES")
    points = [metadata.EntryPoint(one, f"{__name__}:{one}", variants.GROUP) for one in names]
    monkeypatch.setattr(variants, "_REGISTRY", {})
    monkeypatch.setattr(variants, "_IS_FILLED", [])
    monkeypatch.setattr(metadata, "entry_points", lambda group: points)
    assert {"babel", "cities", "leaders"} == {*variants.registered_variants()["classic"].expansions}


def test_an_option_of_another_game_is_named() -> None:
    with pytest.raises(TypeError, match="duel has no option 'sides'; it has catalog, names"):
        hp.new("duel", sides="A")


def test_options_have_all_facts_for_user_interfaces() -> None:
    options = {one.name: one for one in declared(variant("classic").options)}
    seats, sides = options["seats"], options["sides"]
    assert (seats.kind, seats.low, seats.high, seats.default) == ("number", 2, 7, 3)
    assert (sides.kind, sides.choices) == ("choice", ("random", "A", "B"))
    assert options["leaders"].kind == "flag" and options["wonders"].kind == "things"
    assert all(one.help.endswith(".") for one in options.values())


def test_titles_exist_in_every_language() -> None:
    assert ruleset("leaders").title("uk") == "Класична з лідерами"
    assert ruleset("duel").title("hu") == "Párbaj"
    assert ruleset("duel").title("nl") == "Duel"


# ── variants from packages ───────────────────────────────────────────────────────────────────────


@pytest.mark.usefixtures("pebbles")
def test_a_game_from_outside_can_be_used_throughout_the_python_api() -> None:
    game, player, rng = (
        hp.new("pebbles+gold", seats=4, seed=3, stones=2),
        hp.bot("random"),
        Random(1),
    )
    while not game.is_over:
        for seat in game.to_move:
            game.submit(seat, player.choose(game.view(seat), rng))
    text = str(game.record())
    assert "game pebbles\n" in text and hp.replay(text).scores() == game.scores()
    assert hp.score(game.position()) == game.scores()
    assert thing_names(PEBBLES, "hu")["pebble_7"] == "Kavics 7"


def test_packages_register_variants_by_entry_point(monkeypatch: pytest.MonkeyPatch) -> None:
    point = metadata.EntryPoint("pebbles", "tests.toys.pebbles:VARIANT", variants.GROUP)
    monkeypatch.setattr(variants, "_REGISTRY", {})
    monkeypatch.setattr(variants, "_IS_FILLED", [])
    monkeypatch.setattr(metadata, "entry_points", lambda group: [point])
    assert list(variants.registered_variants()) == ["classic", "duel", "pebbles"]
    assert hp.new("pebbles", seed=1).players == 3


def test_a_failing_package_is_skipped(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    points = [
        metadata.EntryPoint("gone", "no_such_module:VARIANT", variants.GROUP),
        metadata.EntryPoint("twice", "heptapolis.games.duel.manifest:VARIANT", variants.GROUP),
        metadata.EntryPoint("wrong", "tests.toys.pebbles:COLUMNS", variants.GROUP),
    ]
    monkeypatch.setattr(variants, "_REGISTRY", {})
    monkeypatch.setattr(variants, "_IS_FILLED", [])
    monkeypatch.setattr(metadata, "entry_points", lambda group: points)
    with pytest.warns(UserWarning, match="variant") as told:
        assert list(variants.registered_variants()) == ["classic", "duel"]
    lines = [str(warning.message) for warning in told]
    assert [line.partition(":")[0] for line in lines] == [f"variant {p.name}" for p in points]


def test_an_id_is_taken_once(club: Variant) -> None:
    for id in ("classic", "leaders", "club", "No Id"):
        with pytest.raises(ValueError, match=f"{id!r}"):
            variants.register(
                Variant(id, {"en": "X"}, range(2, 3), PEBBLES.options, Vocabulary(), "x")
            )


def test_a_club_plays_by_its_own_rules(club: Variant) -> None:
    game = classic(hp.new("club", seed=1))
    assert game.leaders and game.cities[0].coins == 9 and game.game == "classic"
    assert ruleset("club").title("hu") == "Klubest"
    seat = game.to_move[0]
    game.submit(seat, game.legal_moves(seat)[0])
    record = game.record()
    assert record.catalog
    assert (
        classic(hp.replay(str(record))).cities[0].coins == 9
    )  # the catalogue is found by its fingerprint
    variants.unregister("club")
    with pytest.raises(ValueError, match="played with the cards sha256"):
        hp.replay(str(record))


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ('extends = "chess"', "extends"),
        ('extends = "classic"\nid = "Club Night"', "id"),
        ('extends = "classic"\nid = "duel"', "the variant 'duel' exists already"),
        ('extends = "classic"\ntitle = 7', "title"),
        ('extends = "classic"\ntitle = { hu = "Klubest" }', "English"),
        ('extends = "classic"\n[constants]\nstarting_coins = "many"', "starting_coins"),
    ],
)
def test_mistakes_of_a_club_are_named(tmp_path: Path, text: str, complaint: str) -> None:
    path = tmp_path / "club.toml"
    path.write_text(text)
    with pytest.raises(hp.CatalogError, match=complaint) as refusal:
        register_house(path)
    assert "club.toml" in str(refusal.value) and "club" not in variants.registered_variants()


def test_house_rules_have_a_name_of_their_own() -> None:
    house = register_house(HOUSE)
    try:
        assert (house.id, house.titles["en"]) == ("house_rules", "House Rules")
    finally:
        variants.unregister(house.id)


# ── slots ────────────────────────────────────────────────────────────────────────────────────────

THING: Slot[str] = Slot("thing")
EXACT_SLOT: Slot[str] = Slot("exact thing", is_exact=True)


def game_with(parts: Parts, **expansions: Parts) -> Variant:
    """Return a game with these parts and expansions."""
    titles = {"en": "Title"}
    added = {
        name: Expansion(name, "go", titles, titles, "tests.toys.pebbles", parts=own)
        for name, own in expansions.items()
    }
    return replace(PEBBLES, id="go", rules="go", parts=parts, expansions=added)


def filled_parts(**texts: str) -> Parts:
    """Return parts that fill the slots THING and EXACT_SLOT."""
    parts = Parts()
    for name, text in texts.items():
        parts.fills({"thing": THING, "exact": EXACT_SLOT}[name])(partial(str, text))
    return parts


def test_a_layer_finds_its_part() -> None:
    game = game_with(filled_parts(thing="own"))
    assert game.part(THING) == "own" and game.has(THING) and not game.has(EXACT_SLOT)
    assert game.part(EXACT_SLOT, plain=lambda: "plain") == "plain"
    with pytest.raises(LookupError, match="no exact thing for go; there is one for none"):
        game.part(EXACT_SLOT)


def test_an_expansion_fills_extends_or_keeps_a_part() -> None:
    longer, keeping = Parts(), Parts()
    longer.extends(THING)(lambda part: f"{part} and more")
    keeping.keeps(EXACT_SLOT)
    game = game_with(
        filled_parts(thing="own", exact="exact"),
        longer=longer,
        keeping=keeping,
        other=filled_parts(thing="other"),
    )
    assert Ruleset(game, ("longer",)).part(THING) == "own and more"
    assert Ruleset(game, ("other",)).part(THING) == "other"
    assert Ruleset(game, ("longer", "other")).part(THING) == "other"
    assert Ruleset(game, ("keeping",)).part(EXACT_SLOT) == "exact"
    assert not Ruleset(game, ("longer",)).has(
        EXACT_SLOT
    )  # an expansion that leaves an exact slot open may change its meaning


def test_an_exact_part_is_missing_if_any_expansion_is_silent_about_it() -> None:
    """Whichever expansion comes first in the alphabet."""
    exact, keeping = filled_parts(exact="own"), Parts()
    keeping.keeps(EXACT_SLOT)
    game = game_with(filled_parts(exact="base"), a=Parts(), exact=exact, keeping=keeping, z=Parts())
    for names in (("a", "exact"), ("exact", "z"), ("a",), ("keeping", "z"), ("a", "exact", "z")):
        rules = Ruleset(game, names)
        assert (
            not rules.has(EXACT_SLOT) and rules.part(EXACT_SLOT, plain=lambda: "plain") == "plain"
        )
    for names, own in ((("exact", "keeping"), "own"), (("keeping",), "base")):
        rules = Ruleset(game, names)
        assert rules.has(EXACT_SLOT) and rules.part(EXACT_SLOT) == own


def test_every_combination_of_expansions_is_offered() -> None:
    """Also with an expansion that needs another, and one that excludes it."""
    titles = {"en": "Title", "hu": "Cím"}
    added = {
        "cities": Expansion("cities", "go", {"en": "Cities"}, titles, "tests.toys.pebbles"),
        "leaders": Expansion("leaders", "go", {"en": "Leaders"}, titles, "tests.toys.pebbles"),
        "babel": Expansion(
            "babel", "go", titles, titles, "tests.toys.pebbles", needs=frozenset({"cities"})
        ),
        "edifice": Expansion(
            "edifice", "go", titles, titles, "tests.toys.pebbles", excludes=frozenset({"cities"})
        ),
    }
    game = replace(PEBBLES, id="go", rules="go", expansions=added)
    written = [str(rules) for rules in combinations_of(game)]
    assert "go+cities+leaders" in written and "go+babel+cities+leaders" in written
    assert "go+babel" not in written and "go+cities+edifice" not in written
    assert Ruleset(game, ("cities", "leaders")).title("hu") == "Kavicsok: Cities, Leaders"
    with pytest.raises(
        hp.InvalidText, match=r"go is not played with cities and edifice: go, go\+cities"
    ):
        game.check_expansions({"cities", "edifice"})
    with pytest.raises(
        hp.InvalidText, match=r"go has no expansion 'citys'; .*did you mean 'cities'"
    ):
        game.check_expansions({"citys"})

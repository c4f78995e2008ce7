"""Editions: the cards and expansions of a game."""

import pickle
from collections.abc import Callable, Iterator
from typing import Any

import pytest

import heptapolis as hp
from heptapolis import slots, variants
from heptapolis.games.classic.edition import edition_of, ours
from heptapolis.slots import Parts
from heptapolis.variants import Expansion, ruleset, ruleset_of
from tests.toys import couriers, gifts, omens

TITLES = {"en": "Title"}
LEADERS = frozenset({"leaders"})


def _cards_of(toy: Any) -> Parts:
    """Return the catalogue of a toy expansion, without its rules."""
    parts = Parts()
    parts.extends(slots.CATALOG)(toy._catalog)
    return parts


def _expansion(id: str, game: str, parts: Parts) -> Expansion:
    return Expansion(id, game, TITLES, TITLES, "tests.toys", parts=parts)


EXPANSIONS = {
    "rules only": gifts.EXPANSION,
    "cards only, duel": _expansion("omens", "duel", _cards_of(omens)),
    "cards only, classic": _expansion("couriers", "classic", _cards_of(couriers)),
    "neither, duel": _expansion("calm", "duel", Parts()),
    "neither, classic": _expansion("calm", "classic", Parts()),
}


@pytest.fixture(params=EXPANSIONS)
def rules(request: pytest.FixtureRequest) -> Iterator[str]:
    expansion = EXPANSIONS[request.param]
    variants.register_expansion(expansion)
    yield f"{expansion.game}+{expansion.id}"
    variants.unregister(expansion.id)


RETURNS: dict[str, Callable[[Any], Any]] = {
    "record": lambda game: hp.replay(str(game.record())),
    "position": lambda game: hp.from_position(game.position()),
    "pickle": lambda game: pickle.loads(pickle.dumps(game)),
}


@pytest.mark.parametrize("way", RETURNS)
def test_the_chosen_expansion_is_never_lost(rules: str, way: str) -> None:
    game: Any = hp.new(rules, seed=1)
    again = RETURNS[way](game)
    for one in (game, again, game.view(0)):
        assert ruleset_of(one) == ruleset(rules)
    assert game.record().options["expansions"] == [rules.partition("+")[2]]
    assert again.position() == game.position() and again.to_bytes() == game.to_bytes()


def test_rules_without_cards_are_played() -> None:
    variants.register_expansion(gifts.EXPANSION)
    try:
        game: Any = hp.new("duel+gifts", seed=1)
        assert [city.coins for city in game.cities] == [7 + gifts.COINS] * 2
        assert game.record().catalog == hp.new("duel", seed=1).record().catalog
    finally:
        variants.unregister("gifts")


def test_cards_of_an_expansion_serve_the_game_without_it() -> None:
    cards = ours(LEADERS)
    assert edition_of(cards, LEADERS) is cards
    bare = edition_of(cards)
    assert bare is edition_of(cards) and bare.expansions == set()
    assert bare.catalog is cards.catalog and pickle.loads(pickle.dumps(bare)).expansions == set()
    game: Any = hp.new("classic", seed=1, catalog=cards)
    assert not game.leaders and hp.replay(game.record(), catalog=cards).game == "classic"

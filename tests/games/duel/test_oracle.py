"""Duel's kernel agrees with the oracle after every move of random games.

``HEPTA_GAMES`` sets how many games are played; ``make test-long`` plays thousands.
"""

import os
from random import Random

import pytest

from heptapolis.games.duel.cards.model import DuelCatalog
from tests.conftest import House
from tests.games.duel.kernel_table import DuelState
from tests.oracle.duel import DuelOracle

GAMES = int(os.environ.get("HEPTA_GAMES", "40"))
# How often a player prefers to build, or to build these, because random games end by points.
PREFERENCES = (("",), ("build", "wonder"), ("wonder", "build"), ("token", "wonder", "build"))
HOUSE = """
extends = "duel"
[card.mixed_pit]
name = "Mixed Pit"
age = 1
color = "brown"
effect = { produce = ["clay"], produce_choice = ["wood", "glass"], fixed_price = { stone = 2 } }
[card.bazaar]
name = "Bazaar"
age = 1
color = "yellow"
cost = { coins = 1 }
effect = { produce_choice = ["clay", "papyrus"], coins_per = { amount = 1, what = ["brown", "wonder"], whose = ["larger_city"] } }
[card.depot]
name = "Depot"
age = 2
color = "yellow"
chain_from = ["bazaar", "tavern"]
cost = { wood = 2, glass = 1 }
effect = { produce_choice = ["stone", "clay"], fixed_price = { wood = 3, glass = 1 }, extra_turn = true }
[card.war_camp]
name = "War Camp"
age = 2
color = "red"
cost = { stone = 1, papyrus = 1 }
effect = { shields = 1, destroy = "brown", opponent_lose_coins = 2 }
[card.museum]
name = "Museum"
age = 3
color = "blue"
cost = { clay = 2, stone = 1, glass = 2 }
effect = { build_from_discard = true, points_per = { amount = 1, what = ["progress_token", "green"], whose = ["self"] } }
[token.engineering]
name = "Engineering"
effect = { discount = { applies_to = "red", resources = 1 }, shields = 1 }
"""
FIRST_GAME = (
    "pyramids great_lighthouse temple_of_artemis statue_of_zeus",
    "circus_maximus piraeus appian_way colossus",
)


def twins(seed: int, catalog: DuelCatalog | None = None) -> tuple[DuelState, DuelOracle]:
    """Return a game and an oracle with the same deal; options depend on the seed."""
    draft, neutral_start = seed % 5 > 0, ("last", "choose")[seed % 2]
    sets = None if draft else [own.split() for own in FIRST_GAME]
    table = DuelState(seed, wonders=sets, neutral_start=neutral_start, catalog=catalog)
    offers = [table["offer"], table["next_offer"]]
    ids = list(table.catalog.wonder)
    oracle = DuelOracle(
        table.catalog,
        wonders=sets or [id for bits in offers for k, id in enumerate(ids) if bits >> k & 1],
        layouts={age: table.layout(age) for age in (1, 2, 3)},
        tokens=table.tokens_of(table["board"]),
        library=table.library[:3],
        draft=draft,
        neutral_start=neutral_start,
    )
    return table, oracle


def assert_equal(table: DuelState, oracle: DuelOracle) -> None:
    order = list(table.catalog.card).index
    assert table.to_move == oracle.to_move
    assert table["age"] == oracle.age
    assert table.coins == [city.coins for city in oracle.cities]
    assert table["marker"] == oracle.track
    assert table.discard == sorted(oracle.discard, key=order)
    assert set(table.tokens_of(table["board"])) == set(oracle.board_tokens)
    assert table.outcome == oracle.outcome
    assert table.winner == oracle.winner
    loot = [
        [int(table.tables["track_loot"][0][d]) for d in range(16) if bits >> d & 1]
        for bits in table["loot"].tolist()
    ]
    assert loot == oracle.loot_left
    for seat, city in enumerate(oracle.cities):
        assert table.buildings(seat) == sorted(city.buildings, key=order)
        assert set(table.wonders("raised", seat)) == set(city.built_wonders)
        assert set(table.wonders("unbuilt", seat)) == set(city.unbuilt_wonders())
        assert set(table.tokens(seat)) == set(city.tokens)
        assert table.score(seat) == oracle.scores()[seat]


def play_both(seed: int, catalog: DuelCatalog | None = None) -> str:
    """Play one game on both and return its outcome."""
    table, oracle = twins(seed, catalog)
    rng = Random(seed)
    preferences = [PREFERENCES[rng.randrange(len(PREFERENCES))] for _ in range(2)]
    greed = rng.choice([0.0, 0.5, 0.8, 0.95])
    color = rng.choice(["red", "green", "any"])
    while not oracle.is_over:
        (seat,) = oracle.to_move
        moves = table.legal()
        assert moves == oracle.legal_moves(seat)
        move = rng.choice(moves)
        if rng.random() < greed:
            for verb in preferences[seat]:
                liked = [move for move in moves if move.startswith(verb)]
                keen = [m for m in liked if color in colors(table, m)]
                if keen or liked:
                    move = rng.choice(keen or liked)
                    break
        table.play(move)
        oracle.submit(seat, move)
        assert_equal(table, oracle)
    assert table.legal() == []
    return str(oracle.outcome)


def colors(table: DuelState, move: str) -> str:
    card = table.catalog.card.get(move.split()[-1])
    return card.color.slug if card and move.startswith("build") else ""


def test_kernel_and_oracle_agree_after_every_move() -> None:
    endings = {play_both(seed) for seed in range(1_000_000, 1_000_000 + GAMES)}
    assert {"points", "military"} <= endings


@pytest.mark.parametrize("seed", range(3))
def test_a_draft_gives_four_wonders_to_each(seed: int) -> None:
    table, oracle = twins(5 * seed + 1)
    while table["age"] == 0:
        move = table.legal()[seed % 2]
        oracle.submit(oracle.to_move[0], move)
        table.play(move)
    assert [len(table.wonders("wonders", seat)) for seat in (0, 1)] == [4, 4]
    assert_equal(table, oracle)


def test_kernel_and_oracle_agree_on_house_cards(house: House) -> None:
    catalog = house(HOUSE)
    assert isinstance(catalog, DuelCatalog)
    for seed in range(3_000_000, 3_000_000 + GAMES):
        play_both(seed, catalog)

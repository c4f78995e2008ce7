"""Positions of Duel as JSON: complete ones, and partial ones written by hand."""

import json
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import heptapolis as hp
from heptapolis.games.duel.columns import COLUMNS
from tests.games.duel.samples import (
    CATALOG,
    IN_EVERY_PHASE,
    RANDOMS,
    SEEDS,
    assert_survives,
    choose,
    game_at,
    new_game,
    play,
    texts,
)
from tests.kinds import duel_from


@IN_EVERY_PHASE
def test_a_position_gives_the_same_game_back(phase: str, n: int) -> None:
    game = game_at(phase, n)
    text = str(game.position())
    twin = duel_from(text)
    assert twin.to_bytes() == game.to_bytes()
    assert str(twin.position()) == text
    assert (twin.phase, twin.age, twin.turn, twin.to_move) == (
        phase,
        game.age,
        game.turn,
        game.to_move,
    )
    assert texts(twin) == texts(game)
    assert (twin.outcome, twin.winner, twin.ranking()) == (
        game.outcome,
        game.winner,
        game.ranking(),
    )
    assert twin.scores() == game.scores() == hp.score(text)


@IN_EVERY_PHASE
def test_a_game_plays_on_from_its_position_as_if_nothing_had_happened(phase: str, n: int) -> None:
    game = game_at(phase, n)
    twin = duel_from(json.loads(str(game.position())))
    for seat in (0, 1, None):
        assert twin.view(seat).position() == game.view(seat).position()
    one, two = Random(n), Random(n)
    while not game.is_over:
        game.submit(game.to_move[0], choose(game, one))
        twin.submit(twin.to_move[0], choose(twin, two))
        assert twin.to_bytes() == game.to_bytes()
    assert (twin.outcome, twin.scores()) == (game.outcome, game.scores())


@settings(max_examples=30, deadline=None)
@given(SEEDS, RANDOMS, st.integers(0, 75))
def test_any_position_survives(seed: int, rng: Random, moves: int) -> None:
    game = play(new_game(seed), rng, moves)
    twin = duel_from(hp.Position.parse(str(game.position())))
    assert twin.to_bytes() == game.to_bytes()
    assert twin.position() == game.position()


def test_a_position_by_hand_deals_the_rest_from_its_seed() -> None:
    data = {
        "game": "duel",
        "age": 2,
        "seed": 5,
        "cities": [
            {
                "buildings": ["lumber_yard", "altar"],
                "coins": 3,
                "wonders": ["sphinx"],
                "tokens": ["law"],
            }
        ],
    }
    game = duel_from(data)
    assert game.city(0).buildings == ["lumber_yard", "altar"]
    assert [c.coins for c in game.cities] == [3, 7]
    assert "sphinx" in game.city(0).wonders
    assert [len(c.wonders) for c in game.cities] == [4, 4]
    assert len({w for c in game.cities for w in c.wonders}) == 8
    assert (len(game.tokens), game.n_aside) == (4, 5)
    assert "law" not in game.tokens
    assert (game.age, game.turn, game.phase, game.to_move, game.marker) == (2, 1, "turn", [0], 0)
    assert duel_from(data).to_bytes() == game.to_bytes()
    others = {duel_from(data | {"seed": seed}).to_bytes() for seed in range(6, 12)}
    assert len(others) == 6
    assert game.to_bytes() not in others
    assert_survives(game)


def test_an_empty_position_is_the_start_of_age_one() -> None:
    game = duel_from({"game": "duel"})
    assert (game.age, game.turn, game.phase, game.to_move) == (1, 1, "turn", [0])
    assert [(c.coins, c.buildings, len(c.wonders)) for c in game.cities] == [(7, [], 4)] * 2
    assert play(game, Random(1)).is_over


def test_an_empty_draft_offers_four_wonders() -> None:
    game = duel_from({"game": "duel", "phase": "draft", "seed": 3})
    assert (len(game.offer), game.to_move) == (4, [0])
    assert play(game, Random(1)).is_over


def test_mentioned_cards_are_not_dealt_again() -> None:
    """These are cards in cities, in the pile, under wonders, and removed ones."""
    position = {
        "game": "duel",
        "age": 2,
        "discard": ["statue"],
        "cities": [
            {"buildings": ["walls", "temple"], "wonders": ["sphinx"], "built": {"sphinx": "forum"}},
            {"buildings": ["library"]},
        ],
        "removed": {"2": ["school"], "3": ["palace"]},
        "layout": {"2": [*["?"] * 11, *["-"] * 9]},
    }
    for seed in range(30):
        layout = duel_from(position | {"seed": seed}).position()["layout"]
        second, third = set(layout["2"]), set(layout["3"])
        assert not {"statue", "walls", "temple", "forum", "library", "school"} & second
        assert "palace" not in third
        assert (len(second - {"-"}), len(third)) == (11, 20)
        assert set(layout["1"]) == {"-"}


def test_guilds_are_dealt_where_their_backs_show() -> None:
    layout = ["?"] * 20
    layout[3], layout[9], layout[16] = "? guild", "? guild", "tacticians_guild"
    for seed in range(20):
        game = duel_from({"game": "duel", "age": 3, "seed": seed, "layout": {"3": layout}})
        cards = game.position()["layout"]["3"]
        guilds = [slot for slot, id in enumerate(cards) if CATALOG.card[id].is_guild]
        assert guilds == [3, 9, 16]
        assert [place.slot.index for place in game.places if place.is_guild] == guilds


def test_a_layout_can_have_unknown_taken_cards() -> None:
    """A slot "-" is empty, its card unknown; the turn follows from the number of taken cards."""
    layout = ["altar", *["-"] * 19]
    game = duel_from({"game": "duel", "age": 1, "layout": {"1": layout}})
    assert (game.turn, game.accessible) == (20, ["altar"])
    assert game.position()["layout"]["1"] == layout
    assert_survives(game)
    assert_survives(play(game, Random(1)))


@pytest.mark.parametrize("built", [["sphinx"], {"sphinx": None}, {"sphinx": "theater"}])
def test_cards_under_wonders_are_optional_in_positions(built: Any) -> None:
    """In a hand-written position ``built`` may be a list of wonders."""
    mine = {"wonders": ["sphinx", "piraeus"], "built": built}
    game = duel_from({"game": "duel", "age": 2, "cities": [mine, {}]})
    assert game.scores()[0]["wonders"] == 6
    assert list(game.city(0).built_wonders) == ["sphinx"]
    assert list(game.view(1).city(0).built_wonders) == ["sphinx"]
    assert game.city(0).choices == []
    twin = duel_from(str(game.position()))
    assert twin.to_bytes() == game.to_bytes()
    assert_survives(game)
    assert play(game.view(0).sample(Random(1)), Random(1)).is_over


@IN_EVERY_PHASE
def test_the_position_of_a_view_can_be_played(phase: str, n: int) -> None:
    """Unknown facts are dealt from a seed; the game looks the same to the seat."""
    game = game_at(phase, n)
    for seat in (0, 1, None):
        known = game.view(seat).position()
        for seed in (0, 1):
            other = duel_from({**known.data, "seed": seed})
            assert other.view(seat).position() == known
            assert other.legal_moves(seat or 0) == game.legal_moves(seat or 0) or seat is None
            assert play(other, Random(seed)).is_over


@IN_EVERY_PHASE
def test_a_position_can_be_scored_at_any_decision(phase: str, n: int) -> None:
    game = game_at(phase, n)
    assert hp.score(game.position()) == game.scores()
    assert hp.score(game.view(None).position()) == game.scores()


def test_scoring_needs_cities_only() -> None:
    sheets = hp.score(
        {
            "game": "duel",
            "cities": [
                {"buildings": ["baths", "academy", "arena", "moneylenders_guild"], "coins": 14},
                {
                    "wonders": ["pyramids"],
                    "built": ["pyramids"],
                    "tokens": ["mathematics"],
                    "coins": 20,
                },
            ],
            "marker": -3,
        }
    )
    assert [tuple(sheet) for sheet in sheets] == [COLUMNS, COLUMNS]
    assert sheets[0] == {
        "civilian": 3,
        "science": 3,
        "commercial": 3,
        "guilds": 6,
        "wonders": 0,
        "progress": 0,
        "coins": 4,
        "military": 0,
        "total": 19,
    }
    assert sheets[1] == {
        "civilian": 0,
        "science": 0,
        "commercial": 0,
        "guilds": 0,
        "wonders": 9,
        "progress": 3,
        "coins": 6,
        "military": 5,
        "total": 23,
    }

"""Advice lists every move with chances and reasons, from the knowledge of the seat only."""

from random import Random
from typing import Any

import pytest

import heptapolis as hp
from heptapolis.bots import advice
from heptapolis.bots.advice import reasons
from heptapolis.bots.greedy import rate
from heptapolis.games.classic.bots import REASONS
from tests.games.duel.rules.duel_table import builder, city, table

SIMULATIONS = 60
PEACEFUL_WONDERS = (
    "pyramids",
    "hanging_gardens",
    "great_lighthouse",
    "sphinx",
)  # cards without shields
GAMES: dict[
    str, tuple[dict[str, Any], int]
] = {  # options, and number of decisions before the position
    "classic": ({"game": "classic", "seats": 3}, 20),
    "Free City": ({"game": "classic", "seats": 2}, 13),
    "draft": ({"game": "classic", "leaders": True}, 1),
    "recruitment": ({"game": "classic", "leaders": True}, 9),
    "leaders": ({"game": "classic", "seats": 5, "leaders": True}, 40),
    "wonders": ({"game": "duel"}, 3),
    "Duel": ({"game": "duel"}, 30),
}


def moment(name: str, seed: int = 5) -> hp.Game:
    """Return a game of greedy players after some decisions."""
    options, decisions = GAMES[name]
    game: hp.Game = hp.new(seed=seed, **options)
    player, rng = hp.bot("greedy"), Random(seed)
    for _ in range(decisions):
        seat = game.to_move[0]
        game.submit(seat, player.choose(game.view(seat), rng))
    return game


def view_of(game: hp.Game) -> hp.View:
    return game.view(game.to_move[0])


@pytest.mark.parametrize("name", GAMES)
def test_every_move_is_ranked_with_its_chances(name: str) -> None:
    view = view_of(moment(name))
    advised = hp.advise(view, simulations=SIMULATIONS)
    ways = {move.without_payment() for move in view.legal_moves()}
    assert {one.move.without_payment() for one in advised} == ways
    assert len(advised) == len(ways)
    assert sum(one.visits for one in advised) == SIMULATIONS
    for one in advised:
        assert 0 <= one.win <= 1 and one.error > 0
        assert one.move in view.legal_moves()
        weights = [abs(reason.points) for reason in one.reasons]
        assert weights == sorted(weights, reverse=True)


@pytest.mark.parametrize("name", ["classic", "Free City", "draft", "recruitment", "leaders"])
def test_the_reasons_of_a_move_add_up_to_its_value(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(advice, "MIN_REASON_POINTS", 0.0)
    view = view_of(moment(name))
    for move, value in rate(view):
        why = reasons(view, move)
        assert {reason.key for reason in why} == set(REASONS)
        assert sum(reason.points for reason in why) == pytest.approx(value)


@pytest.mark.parametrize("name", GAMES)
def test_advice_does_not_depend_on_hidden_information(name: str) -> None:
    view = view_of(moment(name))
    advised = hp.advise(view, simulations=SIMULATIONS)
    assert hp.advise(view, simulations=SIMULATIONS) == advised
    other = view.sample(Random(7))
    assert hp.advise(other.view(view.seat), simulations=SIMULATIONS) == advised


def test_a_seat_that_is_not_to_move_gets_no_advice() -> None:
    assert hp.advise(hp.new("duel", seed=1).view(1), simulations=10) == []


def test_moves_with_more_simulations_rank_higher() -> None:
    """The ranking considers certainty: 9 of 10 wins are weaker evidence than 80 of 100."""
    advised = hp.advise(view_of(moment("classic")), simulations=200)
    assert advised[0].visits > 200 / len(advised)


# ── reasons ──────────────────────────────────────────────────────────────────────────────────────


def keys(game: hp.Game, move: str) -> set[str]:
    return {reason.key for reason in reasons(view_of(game), hp.Move.parse(move))}


def test_reasons_include_a_price_and_its_receiver() -> None:
    game = hp.from_position(
        {
            "players": 3,
            "age": 2,
            "turn": 5,
            "hands": [["school", "temple", "walls"], None, None],
            "cities": [
                {"wonder": "giza:A", "coins": 6},
                {"wonder": "ephesus:A"},
                {"wonder": "rhodes:A", "buildings": ["lumber_yard"]},
            ],
        }
    )
    move = next(move for move in game.legal_moves(0) if move.verb == "build" and move.price)
    why = {reason.key: reason for reason in reasons(game.view(0), move)}
    assert why["coins"].coins == -move.price and why["coins"].points < 0
    assert why["gift"].coins == move.left + move.right and why["gift"].points < 0
    assert why["science"].points > 0
    assert why["denies"].seat == 2  # hands pass to the right in age II


def test_the_passing_of_a_turn_is_no_reason() -> None:
    """In Duel, points of a city count less after every card, whatever the card is used for."""
    rich = city("lumber_yard", "clay_pool", "quarry", "press", coins=9)
    game = table(rich, rich | {"buildings": ["stable"]}, "baths", "tavern")
    assert keys(game, "discard baths") == {"coins", "reply"}
    assert keys(game, "build baths") >= {"points"}
    assert keys(game, "build baths").isdisjoint({"goods", "prices"})


def test_an_immediate_victory_or_defeat_is_the_only_reason() -> None:
    game = table(builder(*PEACEFUL_WONDERS), city(), "circus", "palace", marker=8)
    assert keys(game, "build circus") == {"wins"}
    best = hp.advise(game.view(0), simulations=80)[0]
    assert str(best.move) == "build circus" and best.win == 1
    last = table(city(), city("palace", "pantheon", "gardens"), "obelisk", last=True)
    assert keys(last, "discard obelisk") == {"loses"}


def test_another_turn_is_a_reason() -> None:
    game = table(city(coins=50, wonders=["sphinx"]), city(coins=5), "baths", "tavern", "theater")
    assert "again" in keys(game, "wonder sphinx baths")
    assert "reply" in keys(game, "build baths")

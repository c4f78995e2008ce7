"""The plain UCT in lab/rivals plays legally, uses no hidden information, and finds wins."""

from functools import cache
from random import Random
from typing import Any

import pytest

import heptapolis as hp
from heptapolis.bots.worker import BotMaker
from tests.games.duel.rules.duel_table import city, table
from tests.paths import ROOT

UCT = ROOT / "lab" / "rivals" / "uct.py"
MANY_COINS = 150  # coins worth more points than the opponent has
FIVE_SYMBOLS = ["scriptorium", "pharmacist", "workshop", "apothecary", "academy"]


@cache
def uct(simulations: int = 60) -> Any:
    return BotMaker("uct", f"{UCT}:Uct", True, {"simulations": simulations}).make()


def test_it_plays_whole_games_and_ignores_hidden_information() -> None:
    for seed in range(2):
        game, rng, chance = hp.new("duel", seed=seed), Random(seed), hp.bot("random")
        while not game.is_over:
            seat = game.to_move[0]
            view, player = game.view(seat), uct() if seat == seed else chance
            other_deal = view.sample(rng).view(seat)
            rng_state = rng.getstate()
            move = player.choose(view, rng)
            assert move in view.legal_moves()
            rng.setstate(rng_state)
            assert player.choose(other_deal, rng) == move
            game.submit(seat, move)


@pytest.mark.parametrize(
    ("mine", "marker", "win"),
    [
        (city(*FIVE_SYMBOLS, coins=20), 0, "build university"),
        (city(coins=20), 7, "build arsenal"),
    ],
)
def test_it_takes_an_immediate_victory(mine: Any, marker: int, win: str) -> None:
    cards = "university", "arsenal", "palace", "senate"
    game = table(mine, city(coins=MANY_COINS), *cards, marker=marker)
    for seed in range(5):
        assert str(uct(400).choose(game.view(0), Random(seed))) == win


def test_it_prevents_a_victory_of_the_opponent() -> None:
    game = table(city(coins=MANY_COINS), city(*FIVE_SYMBOLS, coins=20), "university", "palace")
    for seed in range(5):
        move = uct(400).choose(game.view(0), Random(seed))
        assert move.card == "university"


def test_it_plays_only_duel() -> None:
    with pytest.raises(ValueError, match="duel alone"):
        uct().choose(hp.new("classic", seed=1).view(0), Random(1))

"""Bots get views and play legally; the greedy bot plays much better than chance."""

from random import Random
from typing import Any

import numpy as np
import pytest

import heptapolis as hp
from heptapolis.bots.greedy import GreedyBot, rate

GAMES = 12
BOTS = ("random", "greedy", "beginner", "mcts:5")


def play(game: hp.Game, bots: list[str], seed: int = 0) -> hp.Game:
    rng, players = Random(seed), [hp.bot(name) for name in bots]
    while not game.is_over:
        for seat in game.to_move:
            game.submit(seat, players[seat].choose(game.view(seat), rng))
    return game


@pytest.mark.parametrize("name", BOTS)
@pytest.mark.parametrize("leaders", [False, True])
@pytest.mark.parametrize("seats", range(2, 8))
def test_every_bot_plays_a_whole_game_of_classic(name: str, leaders: bool, seats: int) -> None:
    game = play(hp.new("classic", seats=seats, seed=seats, leaders=leaders), [name] * seats)
    assert game.outcome in ("points", "shared")


@pytest.mark.parametrize("name", BOTS)
@pytest.mark.parametrize("wonders", ["draft", "first_game"])
def test_every_bot_plays_a_whole_duel(name: str, wonders: str) -> None:
    for start in ("last", "choose"):
        game = hp.new("duel", seed=3, wonders=wonders, neutral_start=start)
        assert play(game, [name] * 2).outcome


@pytest.mark.parametrize("leaders", [False, True])
@pytest.mark.parametrize("seats", [2, 3, 5])
def test_greedy_beats_random_at_every_table(seats: int, leaders: bool) -> None:
    wins = 0
    for seed in range(GAMES):
        bots = ["random"] * seats
        bots[seed % seats] = "greedy"
        game = play(hp.new("classic", seats=seats, seed=seed, leaders=leaders), bots, seed)
        wins += game.ranking()[0] == [seed % seats]
    assert wins >= GAMES - 3


def test_greedy_beats_random_in_duel() -> None:
    wins = 0
    for seed in range(GAMES):
        bots = ["random", "random"]
        bots[seed % 2] = "greedy"
        wins += play(hp.new("duel", seed=seed), bots, seed).ranking()[0] == [seed % 2]
    assert wins >= GAMES - 2


@pytest.mark.parametrize("game", [hp.new("classic", seed=1, leaders=True), hp.new("duel", seed=1)])
def test_greedy_uses_only_the_view_and_does_not_change_it(game: hp.Game) -> None:
    """The choice does not depend on hidden information, and the view is unchanged."""
    rng, player = Random(1), GreedyBot()
    for _ in range(40):
        if game.is_over:
            break
        for seat in game.to_move:
            view: Any = game.view(seat)
            before = view._states.tobytes()
            move = player.choose(view, Random(5))
            assert view._states.tobytes() == before
            other = view.sample(rng)
            assert player.choose(other.view(seat), Random(5)) == move
            game.submit(seat, move)


def test_greedy_rates_every_legal_move() -> None:
    view = hp.new("classic", seed=4).view(0)
    rated = rate(view)
    assert sorted(str(move) for move, _ in rated) == sorted(map(str, view.legal_moves()))
    assert np.isfinite([value for _, value in rated]).all()


def test_a_seat_that_is_not_to_move_is_refused() -> None:
    game = hp.new("duel", seed=1)
    with pytest.raises(ValueError, match="not to move"):
        GreedyBot().choose(game.view(1), Random(0))
    with pytest.raises(ValueError, match="no bot 'deep_thought': random, greedy"):
        hp.bot("deep_thought")

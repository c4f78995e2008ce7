"""Playouts of sampled games in one call: correct samples, complete games, the given first move."""

from collections.abc import Callable
from random import Random
from statistics import fmean
from typing import Any

import numpy as np
import pytest

import heptapolis as hp
from heptapolis.contract import Game, View

TABLES: dict[str, Callable[[int], Game]] = {
    "two": lambda seed: hp.new("classic", seats=2, seed=seed),
    "three": lambda seed: hp.new("classic", seats=3, seed=seed),
    "leaders": lambda seed: hp.new("classic+leaders", seats=4, seed=seed),
    "duel": lambda seed: hp.new("duel", seed=seed),
}


def views(table: str) -> list[View]:
    """Return some views of a random game, including its end."""
    game, rng, player = TABLES[table](3), Random(3), hp.bot("random")
    seen = []
    while not game.is_over:
        for seat in game.to_move:
            seen.append(game.view(seat))
            game.submit(seat, player.choose(seen[-1], rng))
    return [*seen[:: max(1, len(seen) // 8)], seen[-1]]


@pytest.mark.parametrize("table", TABLES)
def test_playouts_end_whatever_the_view(table: str) -> None:
    rng = Random(1)
    for view in views(table):
        for players in ("greedy", "random"):
            many = hp.playouts(view, 5, rng, players=players)
            assert many.points.shape == many.places.shape == (5, view.players)
            assert np.allclose(many.wins.sum(axis=1), 1)
            assert (many.places.min(axis=1) == 1).all() and many.places.max() <= view.players
    again = [hp.playout(view, Random(2)) for _ in range(2)]
    assert again[0] == again[1]


@pytest.mark.parametrize("table", ["three", "leaders", "duel"])
def test_random_playouts_are_samples_played_by_random_bots(table: str) -> None:
    """On average, playouts score the same points as `view.sample` and the random bot."""
    view, rng, player = views(table)[-3], Random(5), hp.bot("random")
    slow = []
    for _ in range(60):
        game = view.sample(rng)
        while not game.is_over:
            for seat in game.to_move:
                game.submit(seat, player.choose(game.view(seat), rng))
        slow.append([score["total"] for score in game.scores()])
    quick = hp.playouts(view, 2000, rng, players="random").points
    error = np.std(slow, axis=0) / len(slow) ** 0.5
    assert (abs(np.mean(slow, axis=0) - quick.mean(axis=0)) < 4 * error + 0.2).all()


def test_a_given_first_move_is_made() -> None:
    """In the last decision, each move determines the points."""
    game = hp.from_position(
        {
            "age": 3,
            "turn": 6,
            "cities": [{"wonder": "giza:A", "coins": 3, "buildings": ["statue"]}, {}, {}],
            "hands": [["gardens", "lighthouse"]],
        }
    )
    view = game.view(0)
    for move in view.legal_moves():
        after = hp.from_position(game.position())
        after.submit(0, move)
        points = hp.playouts(view, 3, Random(1), move=move).points[:, 0]
        own = {column: score for column, score in after.view(0).score(0).items()}
        assert len(set(points.tolist())) == 1, own
    best = hp.playouts(view, 3, Random(1), move="build gardens").points[:, 0]
    sold = hp.playouts(view, 3, Random(1), move="discard gardens").points[:, 0]
    assert (best - sold == 4).all()  # five points, or three coins


def test_playouts_do_not_change_the_view() -> None:
    view = hp.new("classic", seats=3, seed=1).view(0)
    before = str(view.position())
    hp.playouts(view, 10, Random(1), move=view.legal_moves()[0])
    assert str(view.position()) == before


def test_greedy_playouts_score_more_than_random_ones() -> None:
    for table in ("three", "duel"):
        view = TABLES[table](1).view(0)
        greedy, random = (
            fmean(hp.playouts(view, 100, Random(1), players=players).points.ravel().tolist())
            for players in ("greedy", "random")
        )
        assert greedy > random + 5


@pytest.mark.parametrize("game", ["classic", "duel"])
def test_mistakes_are_one_line(game: str) -> None:
    view = hp.new(game, seed=1).view(0)
    with pytest.raises(ValueError, match="players: random or greedy, got 'mcts'"):
        hp.playout(view, Random(1), players="mcts")
    with pytest.raises(ValueError, match="'build nothing' is not legal"):
        hp.playout(view, Random(1), move="build nothing")
    with pytest.raises(ValueError, match="playouts: at least 1, got 0"):
        hp.playouts(view, 0, Random(1))
    no_view: Any = hp.new(game, seed=1)
    no_rng: Any = 3
    with pytest.raises(
        ValueError, match=r"playout: a view such as game.view\(0\) is needed, got <"
    ):
        hp.playout(no_view, Random(1))
    with pytest.raises(ValueError, match=r"playout: a random.Random is needed, got 3"):
        hp.playout(view, no_rng)


def test_means_of_many_playouts() -> None:
    many = hp.playouts(hp.new("duel", seed=1).view(None), 10, Random(1))
    assert repr(many).startswith("<10 playouts: points [") and len(many) == 10

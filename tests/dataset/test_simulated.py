"""`hp.simulate`: reproducible games as arrays and data frames."""

from random import Random
from typing import Any

import numpy as np
import pytest

import heptapolis as hp
from heptapolis.contract import View
from heptapolis.move import Move

GAMES = 12


class First:
    """Choose the first legal move."""

    def choose(self, view: View, rng: Random) -> Move:
        return view.legal_moves()[0]


@pytest.mark.parametrize(
    ("game", "options"),
    [("classic", {"seats": 3}), ("classic+leaders", {"seats": 2}), ("duel", {})],
)
def test_the_same_games_on_any_number_of_threads(game: str, options: dict[str, Any]) -> None:
    one, two = (hp.simulate(game, games=600, threads=n, seed=4, **options) for n in (1, 2))
    assert (one.sheets == two.sheets).all() and (one.wonders == two.wonders).all()
    assert not (one.points == hp.simulate(game, games=600, seed=5, **options).points).all()
    assert (one.sheets[:, :, :-1].sum(axis=2) == one.points).all()
    assert np.allclose(one.wins.sum(axis=1), 1)


def test_its_seeds_deal_its_games() -> None:
    classic, duel = hp.simulate(games=GAMES, sides="A"), hp.simulate("duel", games=GAMES)
    for number, seed in enumerate(classic.seeds.tolist()):
        dealt = hp.new("classic", seats=3, sides="A", seed=seed)
        assert [city.board for city in dealt.cities] == classic.wonders[number].tolist()
    assert len(set(duel.seeds.tolist())) == GAMES


def test_players_keep_their_seats() -> None:
    ends = hp.simulate(games=200, bots=["random", "greedy", "random"])
    assert ends.bots == ("random", "greedy", "random")
    assert ends.wins.mean(axis=0)[1] > 0.8


def test_bot_objects_can_play() -> None:
    mine = First()
    ends = hp.simulate("duel", games=6, bots=[mine, "random"], wonders="first_game")
    assert ends.bots == ("First", "random") and ends.sheets.shape == (6, 2, 9)
    assert set(ends.outcomes.tolist()) <= {"points", "military", "science", "shared"}
    assert hp.simulate("duel", games=2, bots=mine).bots == ("First", "First")
    told: list[int] = []
    hp.simulate("duel", games=3, bots=First, progress=told.append)
    assert told == [1, 2, 3]


def test_a_result_becomes_a_data_frame() -> None:
    ends = hp.simulate(games=GAMES)
    pandas, polars = ends.to_pandas(), ends.to_polars()
    assert len(pandas) == len(polars) == 3 * GAMES
    assert pandas["points"].tolist() == polars["points"].to_list() == ends.points.ravel().tolist()
    assert pandas.groupby("game")["won"].sum().round(6).eq(1).all()
    parts = [name for name in pandas if name.startswith("points_")]
    assert (pandas[parts].sum(axis=1) == pandas["points"]).all()


def test_a_result_has_a_text_form() -> None:
    ends = hp.simulate(games=GAMES, bots="random")
    assert repr(ends).startswith("12 games of classic: points ")
    assert "leaders" not in repr(ends) and ends._repr_html_().count("<tr>") == 4


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"games": 0}, "games: at least 1, got 0"),
        ({"threads": 0}, "threads: at least 1, got 0"),
        ({"bots": ["greedy", "random"]}, "bots: one, or 3, one a seat, got 2"),
        ({"bots": []}, "bots: at least one, got none"),
        ({"bots": "gredy"}, "no bot 'gredy'"),
        ({"bots": "mcts:x"}, "use mcts:400"),
        ({"seed": -1}, "seed: a whole number"),
    ],
)
def test_mistakes_are_one_line(options: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        hp.simulate(**options)


def test_a_bot_that_fails_is_an_error() -> None:
    class Broken:
        def choose(self, view: View, rng: Random) -> Move:
            raise RuntimeError("out of ideas")

    with pytest.raises(
        ValueError, match="game 0, seat 0: Broken: crash: RuntimeError: out of ideas"
    ):
        hp.simulate("duel", games=1, bots=Broken())

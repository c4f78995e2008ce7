"""The rivals in lab/rivals play legally, and each follows its strategy."""

from random import Random
from typing import Any

import pytest

import heptapolis as hp
from heptapolis.bots.worker import BotMaker
from tests.paths import ROOT

RUSH = ROOT / "lab" / "rivals" / "rush.py"
PLAYING_POSITION = {
    "science": ("duel", "classic"),
    "war": ("duel", "classic"),
    "coins": ("duel",),
    "blue": ("classic",),
    "wonder": ("duel", "classic"),
}
GAMES = 8


def rival(name: str) -> Any:
    return BotMaker(name, f"{RUSH}:{name}", is_file=True).make()


def sheets(player: Any, game: str) -> dict[str, float]:
    """Return the points by column of a seat against greedy, on the same deals for all rivals."""
    greedy, points = hp.bot("greedy"), dict[str, float]()
    for seed in range(GAMES):
        match, rng = hp.new(game, seed=seed), Random(seed)
        while not match.is_over:
            for seat in match.to_move:
                chosen = (greedy if seat else player).choose(match.view(seat), rng)
                assert chosen in match.legal_moves(seat)
                match.submit(seat, chosen)
        for column, n in match.scores()[0].items():
            points[column] = points.get(column, 0.0) + n
    return points


COLUMNS = {
    "science": "science",
    "war": "military",
    "coins": "coins",
    "blue": "civilian",
    "wonder": "wonder",
}


@pytest.mark.parametrize("game", ["duel", "classic"])
def test_each_rival_scores_more_than_greedy_in_its_column(game: str) -> None:
    usual = sheets(hp.bot("greedy"), game)
    for name, games in PLAYING_POSITION.items():
        # In classic, greedy builds stages as often.
        if game in games and (name, game) != ("wonder", "classic"):
            column = COLUMNS[name] if COLUMNS[name] in usual else "wonders"
            assert sheets(rival(name), game)[column] > usual[column], name


@pytest.mark.parametrize(
    ("name", "game", "answer"),
    [("coins", "classic", "does not play the game"), ("blue", "duel", "does not play the game")],
)
def test_a_character_names_the_games_it_does_not_play(name: str, game: str, answer: str) -> None:
    view = hp.new(game, seed=1).view(0)
    with pytest.raises(ValueError, match=answer):
        rival(name).choose(view, Random(1))

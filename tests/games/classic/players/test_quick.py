"""The players of classic playouts: legal, reproducible, and as good as greedy ones."""

import os
import subprocess
import sys
from random import Random

import numpy as np
import pytest

import heptapolis as hp
from heptapolis.games.classic.edition import edition_of
from heptapolis.games.classic.players import quick

# Without the JIT, so that the test can call every function and NumPy checks all bounds.
LEGAL_CHOICES = """
from random import Random
import heptapolis as hp
from heptapolis.games.classic.edition import Scratch
from heptapolis.kernel.chance import generator
from heptapolis.games.classic.rules import moves
from heptapolis.games.classic.players import quick
from heptapolis.games.classic.rules.constants import BUILD_FREE, OVER
from heptapolis.games.classic.rules.turns import must_decide, play

work, rng, chance = Scratch().workspaces[0], generator(1), Random(1)

def check(game, city, noise=1.0):
    s, t = game._states[0], game.edition.tables[0]
    q = quick.quick_tables(game.edition.tables)[0]
    before = s.tobytes()
    chosen = [*map(int, quick.quick_choice(s, t, q, city, noise, rng, work))]
    assert s.tobytes() == before
    legal = work.moves[: moves.legal(s, t, city, work.moves, work)].tolist()
    assert chosen in legal, (chosen, legal)
    return chosen, legal

phases = set()
for name, seats in (("classic", 2), ("classic", 3), ("classic", 7), ("classic+leaders", 4)):
    for seed in range(2):
        game = hp.new(name, seats=seats, seed=seed)
        s, t = game._states[0], game.edition.tables[0]
        while s.phase != OVER:
            phases.add(game.phase)
            for city in range(s.n_cities):
                if must_decide(s, city):
                    chosen, legal = check(game, city)
                    move = chance.choice([chosen, chance.choice(legal)])  # to other positions, too
                    play(s, t, city, *move, work.log)
assert {"turn", "draft", "recruit"} <= phases, phases
free = {  # nothing of it can be paid
    "players": 3, "age": 3, "turn": 2, "hands": [["palace", "pantheon", "gardens"]],
    "cities": [{"wonder": "olympia:A", "stages": 2, "coins": 0}],
}
for position in (
    free,
    {  # a whole hand stands already, and so do all stages
        "players": 7, "age": 1, "turn": 6, "hands": [["altar", "theater"]],
        "cities": [{"wonder": "giza:A", "stages": 3, "buildings": ["altar", "theater"]}],
    },
    {"players": 3, "age": 2, "turn": 6, "phase": "seventh", "actor": 0},
    {
        "players": 3, "turn": 4, "phase": "dig", "actor": 0, "discard": ["altar", "baths"],
        "cities": [{"wonder": "halicarnassus:A", "stages": 2, "digs": 1}],
    },
    {
        "players": 3, "leaders": True, "age": 3, "turn": 4, "phase": "court", "actor": 0,
        "cities": [{"courts": 1, "copied": ["nero"]}, {"leaders": ["plato"]}],
    },
):
    game = hp.from_position(position)
    kinds = {check(game, 0, noise=5.0)[0][0] for _ in range(5)}
    assert position is not free or kinds == {BUILD_FREE}
"""


def test_every_choice_is_a_legal_move() -> None:
    """Checked in half random games and in rare positions."""
    done = subprocess.run(
        [sys.executable, "-c", LEGAL_CHOICES],
        env=os.environ | {"NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr


def test_the_same_seed_plays_the_same_games() -> None:
    view = hp.new("classic", seats=7, seed=3).view(0)
    one, same, other = (hp.playouts(view, 30, Random(seed)).points for seed in (4, 4, 5))
    assert (one == same).all()
    assert (one != other).any()


@pytest.mark.parametrize(
    ("game", "seats"), [("classic", 3), ("classic", 7), ("classic+leaders", 4)]
)
def test_they_are_about_as_good_as_greedy_players(game: str, seats: int) -> None:
    """Their points in whole games are near those of greedy players, far from random ones."""
    greedy, at_random = (
        hp.simulate(game, games=300, seats=seats, bots=[bot] * seats, seed=1).points.mean()
        for bot in ("greedy", "random")
    )
    tables = [hp.new(game, seats=seats, seed=seed) for seed in range(100)]
    ends = [hp.playouts(table.view(None), 3, Random(1)).points for table in tables]
    assert np.mean(ends) > greedy - 0.1 * (greedy - at_random)


def test_preferences_determine_the_tables() -> None:
    """A player with weights only for wars values nothing but shields."""
    tables, weights = edition_of(None).tables, np.zeros_like(quick.FACT_WEIGHTS)
    weights[quick.WAR, quick.FIXED] = 1.0
    warlike = quick.quick_tables(tables, weights)
    assert (warlike["worth"] == 0).all()
    assert ((warlike["traits"][0] & quick.FIGHTS != 0) == (tables["shields"][0] != 0)).all()
    assert (quick.quick_tables(tables)["worth"] != 0).any()

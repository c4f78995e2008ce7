"""The same rules without the JIT, and with every index checked."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
GAMES = """
import hashlib, heptapolis as hp
from random import Random
from heptapolis.simulation.classic import simulate
from heptapolis.simulation.duel import simulate_duel
digest = hashlib.sha256()
for seats, leaders in ((2, False), (3, False), (5, False), (2, True), (4, True)):
    game, rng = hp.new("classic", seats=seats, seed=seats, leaders=leaders), Random(seats)
    while not game.is_over:
        for seat in game.to_move:
            moves = game.view(seat).legal_moves()
            digest.update(" ".join(map(str, moves)).encode())
            game.submit(seat, rng.choice(moves))
    digest.update(game.to_bytes() + str(game.scores()).encode() + str(game.record()).encode())
for seed, wonders in ((1, None), (2, "first_game")):
    game, rng = hp.new("duel", seed=seed, wonders=wonders, neutral_start="choose"), Random(seed)
    while not game.is_over:
        moves = game.view(game.to_move[0]).legal_moves()
        digest.update(" ".join(map(str, moves)).encode())
        twin = game.view(None).sample(rng)
        digest.update(twin.to_bytes() + str(hp.from_position(twin.position()).position()).encode())
        game.submit(game.to_move[0], rng.choice(moves))
    digest.update(game.to_bytes() + str(game.scores()).encode() + str(game.record()).encode())
for batch in (*simulate(5, 3), *simulate(5, 2, leaders=True), *simulate_duel(5)):
    digest.update(batch.sheets.tobytes())
print(digest.hexdigest())
"""
LEARNING = """
import hashlib
from heptapolis.vector import VectorEnv
digest = hashlib.sha256()
tables = (("duel", 2, 24), ("classic", 3, 8), ("classic+leaders", 2, 8))
for (ruleset, seats, steps) in tables:
    env = VectorEnv(ruleset, games=1, seed=1, seats=seats, threads=1)
    for _ in range(steps):
        env.step(env.any_actions())
        digest.update(env.observations.tobytes() + env.mask.tobytes())
print(digest.hexdigest())
"""
BOTS = """
import heptapolis as hp
from random import Random
for options in ({"seats": 3}, {"seats": 2, "leaders": True}, {"game": "duel"}):
    game, rng = hp.new(**options, seed=5), Random(5)
    for _ in range(12):
        seat = game.to_move[0]
        game.submit(seat, hp.bot("greedy").choose(game.view(seat), rng))
    for one in hp.advise(game.view(game.to_move[0]), simulations=3):
        print(one.move, one.visits, one.points, [reason.key for reason in one.reasons])
"""


def said(script: str, **environment: str) -> str:
    run = subprocess.run(
        [sys.executable, "-c", script],
        env={**os.environ, **environment},
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stderr
    return run.stdout


@pytest.fixture(scope="module")
def ordinary() -> str:
    return said(GAMES)


def test_games_are_the_same_with_the_jit_off(ordinary: str) -> None:
    assert said(GAMES, NUMBA_DISABLE_JIT="1") == ordinary


@pytest.mark.long  # compiling all of it anew takes a minute; with the JIT off NumPy checks them too
def test_games_are_the_same_with_bounds_checked(ordinary: str) -> None:
    assert said(GAMES, NUMBA_BOUNDSCHECK="1") == ordinary


def test_bots_think_the_same_with_the_jit_off() -> None:
    """Which checks their bounds too, and compiles nothing for it."""
    assert said(BOTS, NUMBA_DISABLE_JIT="1") == said(BOTS) != ""


def test_games_side_by_side_are_the_same_with_the_jit_off() -> None:
    """Encodings and actions too; with bounds checked by NumPy."""
    assert said(LEARNING, NUMBA_DISABLE_JIT="1") == said(LEARNING) != ""


@pytest.mark.long
def test_games_side_by_side_are_the_same_with_bounds_checked() -> None:
    assert said(LEARNING, NUMBA_BOUNDSCHECK="1") == said(LEARNING)

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
from heptapolis.simulation import simulate, simulate_duel
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


def digest(tmp_path: Path, **environment: str) -> str:
    run = subprocess.run(
        [sys.executable, "-c", GAMES],
        env={**os.environ, **environment},
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stderr
    return run.stdout


@pytest.fixture(scope="module")
def ordinary(tmp_path_factory: pytest.TempPathFactory) -> str:
    return digest(tmp_path_factory.mktemp("ordinary"))


def test_games_are_the_same_with_the_jit_off(tmp_path: Path, ordinary: str) -> None:
    assert digest(tmp_path, NUMBA_DISABLE_JIT="1") == ordinary


def test_games_are_the_same_with_bounds_checked(tmp_path: Path, ordinary: str) -> None:
    assert digest(tmp_path, NUMBA_BOUNDSCHECK="1") == ordinary

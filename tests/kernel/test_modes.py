"""The rules give the same results without the JIT and with every index checked.

Scripts print the results, in this process and in one without the JIT, which takes a hundred times as
long. The short form plays every third of their tables.
"""

import io
import os
import subprocess
import sys
from contextlib import redirect_stdout

import pytest

from heptapolis.kernel import JIT
from tests.paths import ROOT

LENGTHS = pytest.mark.parametrize(
    "every", [3, pytest.param(1, marks=pytest.mark.long)], ids=["short", "long"]
)
GAMES = """
import hashlib, heptapolis as hp
from random import Random
from heptapolis.games.classic.simulation import simulate
from heptapolis.games.duel.simulation import simulate_duel
digest = hashlib.sha256()
for seats, leaders in ((3, False), (2, False), (5, False), (2, True), (4, True))[::EVERY]:
    game, rng = hp.new("classic", seats=seats, seed=seats, leaders=leaders), Random(seats)
    while not game.is_over:
        for seat in game.to_move:
            moves = game.view(seat).legal_moves()
            digest.update(" ".join(map(str, moves)).encode())
            game.submit(seat, rng.choice(moves))
    digest.update(game.to_bytes() + str(game.scores()).encode() + str(game.record()).encode())
for seed, wonders in ((1, None), (2, "first_game"))[::EVERY]:
    game, rng = hp.new("duel", seed=seed, wonders=wonders, neutral_start="choose"), Random(seed)
    while not game.is_over:
        moves = game.view(game.to_move[0]).legal_moves()
        digest.update(" ".join(map(str, moves)).encode())
        twin = game.view(None).sample(rng)
        digest.update(twin.to_bytes() + str(hp.from_position(twin.position()).position()).encode())
        game.submit(game.to_move[0], rng.choice(moves))
    digest.update(game.to_bytes() + str(game.scores()).encode() + str(game.record()).encode())
for batch in (*simulate(5, 3), *simulate(5, 2, expansions=["leaders"]), *simulate_duel(5)):
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
SAMPLES = """
import hashlib, heptapolis as hp
from random import Random
digest, rng = hashlib.sha256(), Random(7)
tables = (
    dict(seats=3, wonders=["halicarnassus:A", "babylon:B", "olympia:A"]),
    dict(seats=2, wonders=["halicarnassus:B", "giza:A", "babylon:B"]),
    dict(seats=5),
    dict(seats=3, leaders=True, wonders=["rome:A", "halicarnassus:B", "babylon:B"]),
    dict(seats=2, leaders=True, wonders=["rome:B", "halicarnassus:B", "giza:A"]),
    dict(seats=4, leaders=True, wonders=["rome:B", "giza:A", "halicarnassus:A", "ephesus:B"]),
)
for number, table in [*enumerate(tables)][::EVERY]:
    game, decisions = hp.new("classic", seed=number, **table), 0
    while not game.is_over:
        for seat in game.to_move:
            decisions += 1
            if decisions % 3 == 0 or game.phase != "turn":
                viewer = rng.choice([None, *range(game.players)])
                digest.update(game.view(viewer).sample(rng).to_bytes())
            stages = [move for move in game.legal_moves(seat) if move.verb in ("stage", "dig")]
            game.submit(seat, rng.choice(stages or game.legal_moves(seat)))
print(digest.hexdigest())
"""
WHOLE_GAMES = """
import hashlib, heptapolis as hp
from random import Random
from heptapolis.encodings import encoding_of
from heptapolis.games.classic.simulation import simulate
from heptapolis.games.duel.simulation import simulate_duel
from heptapolis.vector import VectorEnv
digest = hashlib.sha256()
for batch in (*simulate(2, 3, players="greedy"), *simulate_duel(2, players="greedy")):
    digest.update(batch.sheets.tobytes())
for ruleset, seats, steps in (("duel", 2, 80), ("classic", 3, 19), ("classic+leaders", 2, 48)):
    env = VectorEnv(ruleset, games=1, seed=2, seats=seats, threads=1)
    for _ in range(steps):
        env.step(env.any_actions())
        if env.done.any():
            digest.update(env.rewards.tobytes() + env.sheets.tobytes() + env.facts.tobytes())
for options in ({"seats": 2, "leaders": True}, {"seats": 3}, {"game": "duel"}):
    game, rng = hp.new(**options, seed=5), Random(5)
    while not game.is_over:
        for seat in game.to_move:
            view = game.view(seat)
            code, move = encoding_of(view), rng.choice(view.legal_moves())
            if rng.random() < 0.2:
                seen, mask = code.observe(view)
                assert mask[code.action(view, move)]
                digest.update(mask.tobytes())
            game.submit(seat, move)
print(digest.hexdigest())
"""
SEQUENCES = """
import heptapolis as hp
from tests.golden.duel import perft_line
print(perft_line("first game", hp.new("duel", seed=1, wonders="first_game"), 2))
"""
BOTS = """
import heptapolis as hp
from random import Random
from heptapolis.bots.advice import reasons
from heptapolis.bots.mcts import MctsBot
for options in ({"seats": 3}, {"seats": 2, "leaders": True}, {"game": "duel"}):
    game, rng = hp.new(**options, seed=5), Random(5)
    for _ in range(12):
        seat = game.to_move[0]
        game.submit(seat, hp.bot("greedy").choose(game.view(seat), rng))
    view = game.view(game.to_move[0])
    for one in MctsBot(3, fair=0.25).search(view, Random(0)):
        print(one.move, one.visits, round(one.value, 4), [reason.key for reason in reasons(view, one.move)])
    print(hp.playout(view, Random(5)))
"""


def script_output(script: str, every: int = 1, **environment: str) -> str:
    run = subprocess.run(
        [sys.executable, "-c", f"EVERY = {every}\n{script}"],
        env={**os.environ, "NUMBA_DISABLE_JIT": "0", **environment},
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stderr
    return run.stdout


def output_with_jit(script: str, every: int = 1) -> str:
    """Run a script with the JIT in this process, which has loaded the compiled code."""
    if not JIT:
        return script_output(script, every)
    words = io.StringIO()
    with redirect_stdout(words):
        exec(script, {"EVERY": every})
    assert words.getvalue()
    return words.getvalue()


@LENGTHS
@pytest.mark.parametrize("script", [GAMES, SAMPLES], ids=["games", "samples"])
def test_games_and_samples_are_the_same_with_the_jit_off(script: str, every: int) -> None:
    assert script_output(script, every, NUMBA_DISABLE_JIT="1") == output_with_jit(script, every)


@pytest.mark.parametrize(
    "script", [SEQUENCES, BOTS, LEARNING], ids=["sequences", "bots", "learning"]
)
def test_bots_and_encodings_are_the_same_with_the_jit_off(script: str) -> None:
    """Compare move counts, bots, encodings and actions. Without the JIT, NumPy checks bounds."""
    assert script_output(script, NUMBA_DISABLE_JIT="1") == output_with_jit(script)


@pytest.mark.long  # takes a minute; `make coverage` needs it for the lines at the end of games
def test_whole_games_are_the_same_with_the_jit_off() -> None:
    assert script_output(WHOLE_GAMES, NUMBA_DISABLE_JIT="1") == output_with_jit(WHOLE_GAMES)


@pytest.mark.long  # compiling everything takes a minute; without the JIT, NumPy checks bounds too
@pytest.mark.parametrize("script", [GAMES, LEARNING], ids=["games", "learning"])
def test_games_are_the_same_with_bounds_checked(script: str) -> None:
    assert script_output(script, NUMBA_BOUNDSCHECK="1") == output_with_jit(script)

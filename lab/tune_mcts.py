"""Tune the habits of the search: ``python -m lab.tune_mcts classic|duel SIMULATIONS MINUTES``.

Every candidate differs from the shipped habits in one or two values and plays against the shipped player
(two of them at a table of three) with the same number of simulations and rotating seats.
"""

import multiprocessing
import os
import sys
import time
from random import Random

import heptapolis as hp
from heptapolis.bots import mcts
from heptapolis.kernel import tree
from heptapolis.slots import STRATEGY
from heptapolis.variants import variant

NAMES = ("curiosity", "temperature", "prior", "noise", "margin", "scale", "fair")
CANDIDATES: dict[str, list[dict[str, float]]] = {
    "classic": [
        {},
        {"curiosity": 0.3},
        {"curiosity": 1.0},
        {"temperature": 1.0},
        {"noise": 0.4},
        {"noise": 2.0},
        {"margin": 1.0},
        {"scale": 6.0},
    ],
    "duel": [
        {},
        {"curiosity": 0.6},
        {"curiosity": 2.0},
        {"temperature": 6.0},
        {"prior": 0.5},
        {"noise": 3.0},
        {"noise": 8.0},
        {"margin": 0.8},
        {"margin": 0.2},
        {"scale": 6.0},
        {"scale": 18.0},
    ],
}


def player(game: str, simulations: int, changes: dict[str, float]) -> mcts.MctsBot:
    """Return the search with other habits."""
    habits = variant(game).part(STRATEGY).habits.copy()
    for name, value in changes.items():
        habits[NAMES.index(name)] = value
    return mcts.MctsBot(simulations, threads=1, habits=habits)


def share(game: str, simulations: int, changes: dict[str, float], seed: int, hero: int) -> float:
    """Return the hero's share of the win."""
    new, old = player(game, simulations, changes), player(game, simulations, {})
    table = hp.new("duel", seed=seed) if game == "duel" else hp.new("classic", seats=3, seed=seed)
    rng = Random(seed)
    while not table.is_over:
        seat = table.to_move[0]
        move = (new if seat == hero else old).choose(table.view(seat), rng)
        table.submit(seat, move)
    first = table.ranking()[0]
    return 1 / len(first) if hero in first else 0.0


def main(game: str, simulations: int, minutes: float) -> None:
    assert len(NAMES) == tree.N_HABITS
    seats, candidates = 2 if game == "duel" else 3, CANDIDATES[game]
    share(game, simulations, {}, 0, 0)  # compiles
    end = time.time() + 60 * minutes
    wins: list[list[float]] = [[] for _ in candidates]
    with multiprocessing.Pool() as pool:
        n = 0
        while time.time() < end:
            games = [n + k for k in range(seats * (os.cpu_count() or 1))]
            jobs = [(k, g) for g in games for k in range(len(candidates))]
            arguments = [(game, simulations, candidates[k], g // seats, g % seats) for k, g in jobs]
            shares = pool.starmap(share, arguments, chunksize=1)
            for (k, _), part in zip(jobs, shares, strict=True):
                wins[k].append(part)
            n += len(games)
    for changes, won in zip(candidates, wins, strict=True):
        mean = sum(won) / len(won)
        error = (mean * (1 - mean) / len(won)) ** 0.5
        print(f"{simulations} {mean:.3f} ± {1.96 * error:.3f} of {len(won)}  {changes}", flush=True)


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), float(sys.argv[3]))

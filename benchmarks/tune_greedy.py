"""Find better weights for the greedy player: ``python benchmarks/tune_greedy.py [MINUTES]``.

One weight after another is raised or lowered; the new player meets two of the old at tables of
three, with and without leaders, and takes their place if it clearly wins more than its third.
"""

import sys
import time
from typing import Any

import numpy as np

from heptapolis.edition import Scratch, ours
from heptapolis.kernel import greedy, records
from heptapolis.kernel.chance import generator
from heptapolis.kernel.options import MOVES
from heptapolis.kernel.scoring import COLUMNS, TOTAL
from heptapolis.kernel.state import CLASSIC

NAMES = (
    "coin", "gift", "resource", "own stage", "trade", "chain", "hope", "sharpness", "deny",
    "growth", "save", "power",
)  # fmt: skip
GAMES = 4000
STEPS = (0.7, 1.4)


def contest(weights: list[Any], games: int, seed: int, leaders: bool = False) -> tuple[Any, Any]:
    """Win shares and mean score sheets of players with these weights; all 0 plays at random."""
    edition, room, players = ours(leaders), Scratch(), len(weights)
    empty = records(np.zeros(1, CLASSIC))
    empty["n_players"][0], empty["n_cities"][0] = players, max(3, players)
    empty["leaders"][0] = leaders
    sheets = np.zeros((games, players, COLUMNS), np.int64)
    coins = np.zeros((games, players), np.int64)
    greedy.contest(
        records(np.zeros(1, CLASSIC)), empty, edition.tables, np.array(weights, np.float64),
        generator(seed), room.room, room.work, room.moves, np.zeros(MOVES[0]),
        np.zeros((1, 6), np.int64), sheets, coins,
    )  # fmt: skip
    worth = sheets[:, :, TOTAL] * 1000 + coins
    best = worth == worth.max(axis=1, keepdims=True)
    return (best / best.sum(axis=1, keepdims=True)).mean(axis=0), sheets.mean(axis=0)


def main(minutes: float) -> None:
    weights, seed, end = greedy.WEIGHTS.copy(), 0, time.time() + 60 * minutes
    bar = 1 / 3 + 2.5 * (2 / 9 / (2 * GAMES)) ** 0.5
    while time.time() < end:
        for k, name in enumerate(NAMES):
            for step in STEPS:
                seed += 1
                new = weights.copy()
                new[k] *= step
                shares = [
                    contest([new, weights, weights], GAMES, seed, leaders)[0][0]
                    for leaders in (False, True)
                ]
                if sum(shares) / 2 > bar:
                    weights = new
                    print(f"{name}: {weights[k]:.3f} wins {sum(shares) / 2:.3f}", flush=True)
                    break
            if time.time() > end:
                break
    print(", ".join(f"{weight:.3g}" for weight in weights))
    shares, sheets = contest([weights, *[np.zeros_like(weights)] * 2], GAMES, 1)
    print(f"against two random: wins {shares[0]:.3f}, points {sheets[0][TOTAL]:.1f}")
    shares, _ = contest([weights, greedy.WEIGHTS, greedy.WEIGHTS], GAMES, 2)
    print(f"against two of before: wins {shares[0]:.3f}")


if __name__ == "__main__":
    main(float(sys.argv[1]) if len(sys.argv) > 1 else 10)

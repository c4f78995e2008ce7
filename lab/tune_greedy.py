"""Tune the weights of the greedy bot: ``python -m lab.tune_greedy classic|duel [MINUTES]``.

One weight after another is raised or lowered; the new player meets the old one (two of them at a table of
three, with and without leaders) and replaces it if it wins significantly more than its share.
"""

import sys
import time
from collections.abc import Callable
from typing import Any

import numpy as np

from heptapolis.games.classic.edition import Scratch, ours
from heptapolis.games.classic.greedy_weights import CLASSIC_WEIGHTS
from heptapolis.games.classic.options import SIDES
from heptapolis.games.classic.players import greedy
from heptapolis.games.classic.rules.scoring import TOTAL
from heptapolis.games.classic.rules.state import CLASSIC
from heptapolis.games.classic.rules.workspace import COLUMNS
from heptapolis.games.duel.edition import DuelScratch, our_duel
from heptapolis.games.duel.greedy_weights import DUEL_WEIGHTS
from heptapolis.games.duel.players import greedy as duel_greedy
from heptapolis.games.duel.rules.state import DUEL
from heptapolis.kernel import records
from heptapolis.kernel.chance import generator

CLASSIC_NAMES = (
    "coin",
    "gift",
    "resource",
    "own stage",
    "trade",
    "chain",
    "hope",
    "sharpness",
    "deny",
    "growth",
    "save",
    "power",
)
DUEL_NAMES = (
    "coin",
    "good",
    "price",
    "chain",
    "symbol",
    "race",
    "shield",
    "siege",
    "token",
    "wonder",
    "turns",
    "reply",
)
GAMES = 4000
STEPS = (0.7, 1.4)
Result = tuple[Any, Any]  # win shares and mean score sheets, by player


def classic(weights: list[Any], games: int, seed: int, leaders: bool = False) -> Result:
    """Play a contest of classic; a player with zero weights plays at random."""
    edition, players = ours({"leaders"} if leaders else ()), len(weights)
    empty = records(np.zeros(1, CLASSIC))
    empty["n_players"][0], empty["n_cities"][0] = players, max(3, players)
    empty["leaders"][0] = leaders
    sheets = np.zeros((games, players, COLUMNS), np.int64)
    boards, coins = np.zeros((2, games, players), np.int64)
    greedy.contest(
        records(np.zeros(1, CLASSIC)),
        empty,
        edition.tables,
        np.array(weights, np.float64),
        generator(seed),
        SIDES.index("random"),
        Scratch().workspaces,
        np.zeros((0, greedy.CHOICE), np.int16),
        sheets,
        boards,
        coins,
    )
    worth = sheets[:, :, TOTAL] * 1000 + coins
    best = worth == worth.max(axis=1, keepdims=True)
    return (best / best.sum(axis=1, keepdims=True)).mean(axis=0), sheets.mean(axis=0)


def duel(weights: list[Any], games: int, seed: int) -> Result:
    """Play a contest of Duel."""
    sheets, ends = np.zeros((games, 2, COLUMNS), np.int64), np.zeros((games, 2), np.int64)
    duel_greedy.contest(
        records(np.zeros(4, DUEL)),
        our_duel().tables,
        np.zeros((2, 4), np.int64),
        np.array(weights, np.float64),
        generator(seed),
        DuelScratch().workspaces,
        np.zeros((0, duel_greedy.CHOICE), np.int16),
        sheets,
        ends,
    )
    wins = [(ends[:, 1] == player) + 0.5 * (ends[:, 1] == 2) for player in range(2)]
    return np.array(wins).mean(axis=1), sheets.mean(axis=0)


def climb(
    names: tuple[str, ...],
    weights: Any,
    share: Callable[[Any, Any, int], float],
    par: float,
    games: int,
    minutes: float,
) -> Any:
    """Improve weights within the time limit."""
    end, seed = time.time() + 60 * minutes, 0
    bar = par + 2.5 * (par * (1 - par) / games) ** 0.5
    while True:
        for k, name in enumerate(names):
            for step in STEPS:
                if time.time() > end:
                    return weights
                seed += 1
                new = weights.copy()
                new[k] *= step
                won = share(new, weights, seed)
                if won > bar:
                    weights = new
                    print(f"{name}: {weights[k]:.3f} wins {won:.3f}", flush=True)
                    break


def share_of_classic(new: Any, old: Any, seed: int) -> float:
    tables = [classic([new, old, old], GAMES, seed, leaders)[0][0] for leaders in (False, True)]
    return float(np.mean(tables))


def share_of_duel(new: Any, old: Any, seed: int) -> float:
    return float(duel([new, old], GAMES, seed)[0][0])


def main(game: str, minutes: float) -> None:
    if game == "classic":
        start, nothing = CLASSIC_WEIGHTS, np.zeros_like(CLASSIC_WEIGHTS)
        weights = climb(CLASSIC_NAMES, start, share_of_classic, 1 / 3, 2 * GAMES, minutes)
        results = [classic([weights, *[old] * 2], GAMES, 1) for old in (start, nothing)]
    else:
        start, nothing = DUEL_WEIGHTS, np.zeros_like(DUEL_WEIGHTS)
        weights = climb(DUEL_NAMES, start, share_of_duel, 1 / 2, GAMES, minutes)
        results = [duel([weights, old], GAMES, 1) for old in (start, nothing)]
    print(", ".join(f"{weight:.3g}" for weight in weights))
    for (shares, sheets), old in zip(results, ("before", "random"), strict=True):
        print(f"against {old}: wins {shares[0]:.3f}, points {sheets[0][TOTAL]:.1f}")


if __name__ == "__main__":
    main(sys.argv[1], float(sys.argv[2]) if len(sys.argv) > 2 else 10)

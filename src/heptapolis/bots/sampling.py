"""A strategy for every ruleset whose game has none for it: try moves in possible games.

It needs the contract alone, so an expansion or a game of another package has all levels at once.
"""

from collections.abc import Collection, Mapping
from hashlib import blake2b
from math import log, sqrt
from random import Random
from typing import TYPE_CHECKING, Any

import numpy as np

from heptapolis.contract import Game, View
from heptapolis.kernel.tree import EVEN_SHARE, N_HABITS
from heptapolis.move import Move

if TYPE_CHECKING:
    from heptapolis.bots.advice import Reason

RATED_GAMES, RATED_ROUNDS = 8, 2  # possible games to rate a move, and decisions of each seat
VICTORY_POINTS = 100.0  # the worth of a game that is won within these rounds
EXPLORATION_WEIGHT = 0.7  # weight of exploration, beside chances to win
KEY_BYTES = 7  # of the key of a move: it fits into a signed number of 64 bits


class SamplingStrategy:
    """Rates a move by the points that the seat is ahead soon after it; all seats play at random."""

    noise = 1.0
    habits = np.zeros(N_HABITS)
    leanings: Mapping[str, tuple[float, float, float]] = {}

    def rate(self, view: View) -> list[float]:
        return [_lead_after(view, move) for move in view.legal_moves()]

    def key(self, view: View, move: Move) -> int:
        return move_key(move)

    def tree(
        self, view: View, seed: int, habits: Any, asked_keys: Any, n_edges: int
    ) -> "SamplingTree":
        return SamplingTree(view, seed, habits[EVEN_SHARE], asked_keys.tolist())

    def reasons(self, view: View, move: Move) -> "list[Reason]":
        return []


class SamplingTree:
    """The moves of a seat as the arms of a bandit: each simulation tries one of them in a possible
    game, which all seats play to the end at random. Not thread-safe."""

    step = 1  # a simulation takes milliseconds

    def __init__(
        self, view: View, seed: int, fair_share: float, asked_keys: Collection[int]
    ) -> None:
        self._view, self._rng, self._fair_share = view, Random(seed), fair_share
        moves: dict[int, Move] = {}
        for move in view.legal_moves():
            moves.setdefault(move_key(move), move)
        self._moves = {key: moves[key] for key in asked_keys or moves}
        self._visits, self._wins = dict.fromkeys(self._moves, 0), dict.fromkeys(self._moves, 0.0)

    def grow(self, simulations: int) -> None:
        for _ in range(simulations):
            key = self._promising_move()
            end = play_on(self._view, self._moves[key], self._rng)
            self._visits[key] += 1
            self._wins[key] += _win_share(end, self._view.seat)

    def _promising_move(self) -> int:
        """Return the move with the highest upper bound, or one behind its fair share."""
        visits, n = self._visits, sum(self._visits.values())
        neglected = min(visits, key=visits.__getitem__)
        if visits[neglected] <= self._fair_share * n / len(visits):
            return neglected
        width = EXPLORATION_WEIGHT * sqrt(log(n))
        return max(
            visits, key=lambda key: self._wins[key] / visits[key] + width / sqrt(visits[key])
        )

    def facts(self) -> list[tuple[int, list[float]]]:
        """Return, for each move of the seat, its key, visits, and the sums of value and wins."""
        wins = self._wins
        return [(key, [n, wins[key], wins[key]]) for key, n in self._visits.items()]


def move_key(move: Move) -> int:
    """Return a number for a move, the same for all payments."""
    text = str(move.without_payment())
    return int.from_bytes(blake2b(text.encode(), digest_size=KEY_BYTES).digest(), "big")


def play_on(view: View, move: Move, rng: Random, decisions: int | None = None) -> Game:
    """Return a possible game after a move of the seat and some random decisions; None plays to the
    end."""
    game = view.sample(rng)
    assert view.seat is not None
    game.submit(view.seat, move)
    while not game.is_over and (decisions is None or decisions > 0):
        seat = game.to_move[0]
        game.submit(seat, rng.choice(game.legal_moves(seat)))
        decisions = None if decisions is None else decisions - 1
    return game


def _lead_after(view: View, move: Move) -> float:
    """Return the points that the seat is ahead soon after a move, on average; all moves get the
    same deals."""
    rng, decisions = Random(0), RATED_ROUNDS * view.players
    return (
        sum(
            _lead(play_on(view, move, Random(rng.random()), decisions), view.seat)
            for _ in range(RATED_GAMES)
        )
        / RATED_GAMES
    )


def _lead(game: Game, seat: int | None) -> float:
    points = [score["total"] for score in game.scores()]
    others = [total for other, total in enumerate(points) if other != seat]
    lead = points[seat or 0] - max(others)
    return lead + (VICTORY_POINTS * (2 * _win_share(game, seat) - 1) if game.is_over else 0.0)


def _win_share(game: Game, seat: int | None) -> float:
    """Return 1 for the seat that is first, equal parts for several, else 0."""
    first = game.ranking()[0]
    return 1 / len(first) if seat in first else 0.0


SAMPLING = SamplingStrategy()

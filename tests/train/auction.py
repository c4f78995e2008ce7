"""A game that networks learn in seconds: take the largest visible number, several times.

It has the interface of `VectorEnv`. With ``together`` all seats choose at the same time, each in its
own lane; otherwise they take turns in one lane. One number in an observation is the id of the
largest card, which a network can look up; actions with half of the cards have two columns.
"""

from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from heptapolis.train.characters import Character
from heptapolis.train.recipes import Recipe
from heptapolis.train.settings import Learning, Mixture

CARDS, ROUNDS, LARGEST = 4, 3, 9


@dataclass(eq=False)
class AuctionCoding:
    """Four cards, the round, and which card is the largest."""

    ruleset: str = "auction"
    version: int = 1
    size: int = CARDS + 2
    n_actions: int = CARDS
    n_columns: int = CARDS
    kinds: dict[int, int] = field(default_factory=lambda: {CARDS + 1: CARDS})
    scale: Any = field(default_factory=lambda: np.array([0.1] * (CARDS + 1) + [0], np.float32))
    factors: Any = field(
        default_factory=lambda: np.array([[0, 4], [1, 4], [2, 4], [2, 3]], np.int16)
    )


class AuctionEnv:
    columns = ("total",)
    outcomes = ("points",)
    fact_names = ("points", "last_cards")

    def __init__(self, games: int, seed: int, seats: int = 2, together: bool = False) -> None:
        lanes = seats if together else 1
        self._together, self._seats = together, seats
        self._rng = np.random.default_rng(seed)
        rows = games, lanes
        self.observations = np.zeros((*rows, AuctionCoding.size), np.int8)
        self.mask = np.ones((*rows, CARDS), np.bool_)
        self.to_move = np.ones(rows, np.bool_)
        self.seat = np.zeros(rows, np.int8)
        self.rewards = np.zeros((games, seats), np.float32)
        self.done = np.zeros(games, np.bool_)
        self.n_seats = np.full(games, seats, np.int8)
        self.outcome = np.zeros(games, np.int8)
        self.sheets = np.zeros((games, seats, 1), np.int16)
        self.facts = np.zeros((games, seats, 2), np.int16)
        self._points = np.zeros((games, seats, 2), np.int64)
        self._turn = np.zeros(games, np.int64)
        self.greedy = self.n_variations = 0  # decisions and preferences of greedy players

    def reset(self) -> None:
        self._turn[:], self._points[:] = self._rng.integers(0, 2, len(self._turn)), 0
        self._ask()

    def greedy_actions(self, games: Any, lanes: Any, seed: int) -> NDArray[np.int64]:
        """Return the largest card that can be taken."""
        cards = np.where(self.mask[games, lanes], self.observations[games, lanes, :CARDS], -1)
        self.greedy += len(cards)
        return np.asarray(cards.argmax(1), np.int64)

    def vary_greedy_weights(self, n: int, spread: float, seed: int) -> None:
        self.n_variations = n

    def step(self, actions: NDArray[Any]) -> None:
        games = np.arange(len(self._turn))
        for lane in range(actions.shape[1]):
            seats = self.seat[:, lane]
            assert self.mask[games, lane, actions[:, lane]].all()
            taken = self.observations[games, lane, actions[:, lane]]
            self._points[games, seats, 0] += taken
            self._points[games, seats, 1] += actions[:, lane] == CARDS - 1
        self._turn += 1
        self.done[:] = self._turn >= ROUNDS * (1 if self._together else self._seats)
        points = self._points[:, :, 0]
        best = points == points.max(1, keepdims=True)
        shares = best / best.sum(1, keepdims=True)
        self.rewards[:] = np.where(self.done[:, None], 2 * shares - 1, 0)
        self.sheets[:, :, 0], self.facts[:] = points, self._points
        self._turn[self.done], self._points[self.done] = 0, 0
        self._ask()

    def _ask(self) -> None:
        """Deal new cards; in every other round the first one cannot be taken."""
        games, lanes = self.to_move.shape
        cards = self._rng.integers(1, LARGEST + 1, (games, lanes, CARDS))
        self.observations[:, :, :CARDS] = cards
        self.observations[:, :, CARDS] = self._turn[:, None]
        self.observations[:, :, CARDS + 1] = cards.argmax(2)
        self.mask[:, :, 0] = (self._turn % 2 == 0)[:, None]
        turn = self._turn[:, None] % self._seats
        self.seat[:] = np.arange(lanes) if self._together else turn


def make_recipe(**changes: Any) -> Recipe:
    told: dict[str, Any] = {
        "characters": (Character("eccentric", 0.2, "last_cards", 1, 2),),
        "steps": 12,
        "width": 32,
        "blocks": 1,
        "learning": Learning(learning_rate=(3e-3, 1e-3), minibatch=1024, warm_up=10),
        "mixture": Mixture(snapshot_every=3, exploiter_life=6),
    }
    return Recipe(**(told | changes))

"""A rollout: games of the population, recorded for learning.

Two halves of the games alternate: while the networks decide for one, the rules run for the other on
all cores.
"""

from collections.abc import Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field

import numpy as np
import torch
from numpy.typing import NDArray

from heptapolis.train.advantage import Choices, Ending, Expectation
from heptapolis.train.characters import Troupe
from heptapolis.train.counting import Counter, GameCount
from heptapolis.train.playing import Environment, GamesAtPlay
from heptapolis.train.population import Cast, Population
from heptapolis.train.recipes import Recipe

MIN_PINNED_BYTES = 2**20
N_VARIATIONS, VARIATION_SPREAD = 512, 0.4  # of the weights of greedy players


@dataclass
class Trajectory:
    """The choices of one learner in one half of the games, step by step; None where it had none."""

    steps: list[Choices | None] = field(default_factory=list)
    endings: list[Ending] = field(default_factory=list)
    last: Expectation | None = None


class Half:
    """One half of the games: observes, decides, steps, and records for the learners."""

    def __init__(
        self,
        env: Environment,
        population: Population,
        troupe: Troupe,
        recipe: Recipe,
        device: torch.device,
        rng: np.random.Generator,
    ) -> None:
        self.env, self.population = env, population
        self._troupe, self._recipe, self._rng = troupe, recipe, rng
        env.reset()
        if population.mixture.greedy:
            env.vary_greedy_weights(N_VARIATIONS, VARIATION_SPREAD, int(rng.integers(1 << 32)))
        games, seats = env.rewards.shape
        self._cast = Cast(games, seats, troupe)
        self._cast.deal(np.arange(games), env.n_seats, population, rng)
        self._games = GamesAtPlay(env, self._cast.players, self._cast.characters, device)
        self._counter = Counter(self._cast, troupe.names, population.frozen_rival)
        _pin(env, device)

    @property
    def count(self) -> GameCount:
        """Add the counts of the rollout."""
        return self._counter.count

    def begin(self) -> None:
        """Start a new rollout; games in progress continue."""
        self._counter.begin()
        self.trajectories = {number: Trajectory() for number in self.population.learners}

    def decide(self, sampler: torch.Generator) -> None:
        """Return an action for every seat with a decision; learners record theirs."""
        seed = int(self._rng.integers(1 << 63))
        choices = self._games.decide(self.population.players, sampler, seed)
        self.count.decisions += sum(len(one.actions) for one in choices.values())
        for number, trajectory in self.trajectories.items():
            trajectory.steps.append(choices.get(number))

    def play(self) -> None:
        self._games.play()

    def settle(self) -> None:
        """Pay, count, and recast the games that are over."""
        env, over = self.env, np.flatnonzero(self.env.done)
        pay = np.zeros_like(env.rewards)
        if len(over):
            seated = self._games.seated[over]
            pay[over] = self._troupe.pay(
                results(env, over, seated, self._recipe),
                env.facts[over],
                self._cast.characters[over],
                opposed=self._recipe.opposed,
            )
            self._counter.add(env, over, seated)
            self._cast.deal(over, env.n_seats[over], self.population, self._rng)
        send = self._games.send
        ending = Ending(send(np.asarray(env.done, np.bool_)), send(pay))
        for trajectory in self.trajectories.values():
            trajectory.endings.append(ending)

    def cut(self) -> None:
        """End the rollout: the expected results of seats with a decision replace the missing
        rest."""
        expected = self._games.expect(self.population.players, list(self.trajectories))
        for number, trajectory in self.trajectories.items():
            trajectory.last = expected[number]


def results(
    env: Environment, over: NDArray[np.intp], seated: NDArray[np.bool_], recipe: Recipe
) -> NDArray[np.float32]:
    """Return the results of ended games: the win and, if the recipe says so, the margin."""
    won, margin = env.rewards[over], recipe.margin
    if not margin:
        return np.asarray(won, np.float32)
    total = list(env.columns).index("total")
    points = np.where(seated, env.sheets[over, :, total].astype(np.float32), -1e3)
    order = np.sort(points, 1)
    best, second = order[:, -1:], order[:, -2:-1]
    ahead = points - np.where(points == best, second, best)
    mixed = (1 - margin) * won + margin * np.tanh(ahead / recipe.margin_points)
    return np.where(seated, mixed, 0).astype(np.float32)


def play(halves: Sequence[Half], steps: int, sampler: torch.Generator) -> None:
    """Play a rollout of ``steps`` steps in every game."""
    for half in halves:
        half.begin()
    with ThreadPoolExecutor(1) as rules:
        playing: list[Future[None] | None] = [None] * len(halves)
        for _ in range(steps):
            for number, half in enumerate(halves):
                _finish(half, playing[number])
                half.decide(sampler)
                playing[number] = rules.submit(half.play)
        for half, future in zip(halves, playing, strict=True):
            _finish(half, future)
            half.cut()


def _finish(half: Half, playing: Future[None] | None) -> None:
    if playing:
        playing.result()
        half.settle()


def _pin(env: Environment, device: torch.device) -> None:
    """Pin the large arrays in memory, so that a GPU can read them directly."""
    if device.type != "cuda":
        return
    for array in (env.observations, env.mask):
        if array.nbytes > MIN_PINNED_BYTES:  # a small array may share its page with others
            torch.cuda.cudart().cudaHostRegister(array.ctypes.data, array.nbytes, 0)

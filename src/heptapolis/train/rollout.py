"""Games played by a population, and what is remembered of them.

Two halves of the games take turns: while the networks decide for one, the rules run for the other
on all cores.
"""

from collections import defaultdict
from collections.abc import Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any, Protocol

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from heptapolis.train.advantage import Choices, Ending, Expectation
from heptapolis.train.characters import Troupe
from heptapolis.train.model import precision
from heptapolis.train.population import CURRENT, EXPLOITER, KINDS, PAST, SELF, Cast, Population
from heptapolis.train.recipes import Recipe

LARGE = 2**20  # bytes


class Environment(Protocol):
    """Many games at once, as `heptapolis.vector.VectorEnv` offers them."""

    observations: Any  # int8: games × lanes × size
    mask: Any  # bool
    to_move: Any  # bool
    seat: Any  # int8
    rewards: Any  # float32: games × seats, of games that have just ended
    done: Any  # bool
    n_seats: Any  # int8
    sheets: Any  # int16
    outcome: Any  # int8
    facts: Any  # int16

    @property
    def columns(self) -> Sequence[str]: ...
    @property
    def fact_names(self) -> Sequence[str]: ...
    def reset(self) -> None: ...
    def step(self, actions: NDArray[Any]) -> None: ...


@dataclass
class Mean:
    """A mean that grows."""

    total: float = 0.0
    n: int = 0

    def add(self, values: NDArray[Any]) -> None:
        self.total += float(values.sum(dtype=np.float64))
        self.n += values.size

    @property
    def value(self) -> float | None:
        return self.total / self.n if self.n else None


@dataclass
class GameCount:
    """What the games of a rollout showed; results are those of the current player, by whom it
    met, and those of its rivals."""

    decisions: int = 0
    games: int = 0
    results: dict[str, Mean] = field(default_factory=lambda: defaultdict(Mean))
    rivals: dict[str, Mean] = field(default_factory=lambda: defaultdict(Mean))
    outcomes: dict[str, int] = field(default_factory=lambda: defaultdict(int))
    facts: dict[str, Mean] = field(default_factory=lambda: defaultdict(Mean))


@dataclass
class Trajectory:
    """Choices of one learner in the games of one half, step by step; None where it had none."""

    steps: list[Choices | None] = field(default_factory=list)
    endings: list[Ending] = field(default_factory=list)
    last: Expectation | None = None


@dataclass
class Waiting:
    """Seats that are to move, a row each; ``parts`` are the rows of each player."""

    rows: NDArray[np.intp]  # of the environment's arrays, a lane each
    parts: dict[int, slice]
    games: Tensor
    seats: Tensor
    characters: Tensor
    places: Tensor | None  # the rows, on the device; None: all, as they stand
    observations: Tensor


class Half:
    """Half of the games: looks, decides, plays on, and keeps what learners learn from."""

    def __init__(
        self,
        env: Environment,
        population: Population,
        troupe: Troupe,
        recipe: Recipe,
        device: torch.device,
        rng: np.random.Generator,
    ) -> None:
        self.env, self.population, self.device = env, population, device
        self._troupe, self._recipe, self._rng = troupe, recipe, rng
        env.reset()
        games, lanes = env.to_move.shape
        self._cast = Cast(games, env.rewards.shape[1], troupe)
        self._cast.deal(np.arange(games), population, rng)
        self._actions = np.zeros((games, lanes), np.int64)
        self._total = list(env.columns).index("total")
        self._seated = np.zeros(env.rewards.shape, np.bool_)
        _pin(env, device)

    def begin(self) -> None:
        """A new rollout goes on with the games as they stand."""
        self.count = GameCount()
        self.trajectories = {number: Trajectory() for number in self.population.learners}

    def decide(self, sampler: torch.Generator) -> None:
        """An action for every seat that is to move, each by the network that plays it."""
        waiting = self._waiting()
        self.count.decisions += len(waiting.rows)
        for trajectory in self.trajectories.values():
            trajectory.steps.append(None)
        masks = self._take(self.env.mask, waiting.places)
        taken = []
        for number, part in waiting.parts.items():
            player = self.population.players[number]
            observations, mask = waiting.observations[part], masks[part]
            with torch.no_grad(), precision(self.device):
                chances, values = player.network.log_probabilities(
                    observations, waiting.characters[part], mask
                )
            if player.plays_best:
                actions = chances.argmax(1)
            else:
                actions = torch.multinomial(chances.exp(), 1, generator=sampler)[:, 0]
            taken.append(actions)
            if number in self.trajectories:
                self.trajectories[number].steps[-1] = Choices(
                    waiting.games[part], waiting.seats[part], observations, mask,
                    waiting.characters[part], actions,
                    chances.gather(1, actions[:, None])[:, 0], values,
                )  # fmt: skip
        self._actions.reshape(-1)[waiting.rows] = torch.cat(taken).cpu().numpy()

    def play(self) -> None:
        """The actions are carried out; it is the rules' turn, without the interpreter's lock."""
        np.less(np.arange(self._seated.shape[1]), self.env.n_seats[:, None], out=self._seated)
        self.env.step(self._actions)

    def settle(self) -> None:
        """Games that are over are paid, counted, and cast anew."""
        env, over = self.env, np.flatnonzero(self.env.done)
        pay = np.zeros_like(env.rewards)
        if len(over):
            characters = self._cast.characters[over]
            results = self._results(over)
            pay[over] = self._troupe.pay(
                results, env.facts[over], characters, opposed=self._recipe.opposed
            )
            self._count(over)
            self._cast.deal(over, self.population, self._rng)
        ending = Ending(self._send(np.asarray(env.done, np.bool_)), self._send(pay))
        for trajectory in self.trajectories.values():
            trajectory.endings.append(ending)

    def cut(self) -> None:
        """The rollout ends here: what those who are to move now expect stands for the rest."""
        waiting = self._waiting()
        for number, trajectory in self.trajectories.items():
            part = waiting.parts.get(number, slice(0, 0))
            with torch.no_grad(), precision(self.device):
                _, values = self.population.players[number].network(
                    waiting.observations[part], waiting.characters[part]
                )
            trajectory.last = Expectation(waiting.games[part], waiting.seats[part], values)

    def _waiting(self) -> "Waiting":
        """Who is to move, those of one player behind each other."""
        rows = np.flatnonzero(self.env.to_move)
        games = rows // self.env.to_move.shape[1]
        seats = self.env.seat.reshape(-1)[rows]
        players = self._cast.players[games, seats]
        order = np.argsort(players, kind="stable")
        rows, games, seats = rows[order], games[order], seats[order]
        characters = self._cast.characters[games, seats]
        sent = self._send(np.stack([games, seats, characters, rows]).astype(np.int64))
        ends = np.cumsum(np.bincount(players)).tolist()
        parts = {
            number: slice(first, last)
            for number, (first, last) in enumerate(pairwise([0, *ends]))
            if last > first
        }
        everybody = len(rows) == self.env.to_move.size and len(parts) == 1
        places = None if everybody else sent[3]
        observations = self._take(self.env.observations, places)
        return Waiting(rows, parts, sent[0], sent[1], sent[2], places, observations)

    def _results(self, over: NDArray[np.intp]) -> NDArray[np.float32]:
        """Winning and, where the recipe says so, by how much."""
        won, margin = self.env.rewards[over], self._recipe.margin
        if not margin:
            return won
        seated = self._seated[over]
        points = np.where(seated, self.env.sheets[over, :, self._total].astype(np.float32), -1e3)
        order = np.sort(points, 1)
        best, second = order[:, -1:], order[:, -2:-1]
        ahead = points - np.where(points == best, second, best)
        mixed = (1 - margin) * won + margin * np.tanh(ahead / self._recipe.margin_points)
        return np.where(seated, mixed, 0).astype(np.float32)

    def _count(self, over: NDArray[np.intp]) -> None:
        """Results of the current player by whom it met, how games ended, what was built."""
        env, count = self.env, self.count
        rewards, kinds = env.rewards[over], self._cast.kinds[over]
        players, characters = self._cast.players[over], self._cast.characters[over]
        seated = self._seated[over]
        count.games += len(over)
        ours = seated & (players == CURRENT)
        for kind in (PAST, EXPLOITER):
            name = "rival" if self.population.frozen_rival else KINDS[kind]
            of_kind = (kinds == kind)[:, None]
            count.results[name].add(rewards[ours & of_kind])
            count.rivals[name].add(rewards[seated & ~ours & of_kind])
        plain = ours & (characters == 0)
        for number, name in enumerate(self._troupe.names[1:], 1):
            meets = ((characters == number) & seated).any(1) & (kinds == SELF)
            count.results[name].add(rewards[plain & meets[:, None]])
        ordinary = (kinds == SELF) & ~((characters > 0) & seated).any(1)
        for code, n in zip(
            *np.unique(env.outcome[over][ordinary], return_counts=True), strict=True
        ):
            count.outcomes[self._recipe.outcomes[code]] += int(n)
        for number, name in enumerate(env.fact_names):
            count.facts[name].add(env.facts[over, :, number][seated & ordinary[:, None]])

    def _take(self, array: NDArray[Any], places: Tensor | None) -> Tensor:
        """A copy on the device of what those who are to move see, or may do."""
        flat = torch.from_numpy(array.reshape(-1, array.shape[-1]))
        copy = flat.to(self.device, non_blocking=True, copy=True)
        return copy if places is None else copy[places]

    def _send(self, array: NDArray[Any]) -> Tensor:
        return torch.from_numpy(array).to(self.device, copy=True)


def play(halves: Sequence[Half], steps: int, sampler: torch.Generator) -> None:
    """A rollout: every game takes so many steps."""
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
    """Lock the large arrays in memory, which lets a GPU fetch them by itself."""
    if device.type != "cuda":
        return
    for array in (env.observations, env.mask):
        if array.nbytes > LARGE:  # a small one may share its page with others
            torch.cuda.cudart().cudaHostRegister(array.ctypes.data, array.nbytes, 0)

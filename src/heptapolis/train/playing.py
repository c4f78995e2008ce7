"""Games in progress: decisions of the networks, and steps of all games together."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Protocol

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from heptapolis.train.advantage import Choices, Expectation
from heptapolis.train.model import precision
from heptapolis.train.population import GREEDY_PLAYER, Player

MIN_WAITING_TIME = 1e-20  # the smallest waiting time: at 0 illegal actions would win too


class Environment(Protocol):
    """Many games side by side, as `heptapolis.vector.VectorEnv` offers them."""

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
    @property
    def outcomes(self) -> Sequence[str]: ...
    def reset(self) -> None: ...
    def step(self, actions: NDArray[Any]) -> None: ...
    def greedy_actions(self, games: Any, lanes: Any, seed: int) -> NDArray[np.int64]: ...
    def vary_greedy_weights(self, n: int, spread: float, seed: int) -> None: ...


@dataclass
class Waiting:
    """Seats with a decision, one row each; ``parts`` are the rows of each player."""

    rows: NDArray[np.intp]  # of the environment's arrays, one lane each
    parts: dict[int, slice]
    games: Tensor
    seats: Tensor
    characters: Tensor
    places: Tensor | None  # the rows, on the device; None: all rows in order
    observations: Tensor


class GamesAtPlay:
    """An environment and its players: ``players`` and ``characters`` hold numbers by game and seat;
    both may change when a game is dealt."""

    def __init__(
        self,
        env: Environment,
        players: NDArray[np.int8],
        characters: NDArray[np.int8],
        device: torch.device,
    ) -> None:
        self.env, self.device = env, device
        self._players, self._characters = players, characters
        self._actions = np.zeros(env.to_move.shape, np.int64)
        self.seated = np.zeros(env.rewards.shape, np.bool_)  # of the games played last

    def decide(
        self, players: Sequence[Player], sampler: torch.Generator, seed: int = 0
    ) -> dict[int, Choices]:
        """Return an action for every seat with a decision, by the network of its player. Actions of
        greedy players are not recorded as choices; ``seed`` is for them."""
        waiting = self._waiting()
        greedy = waiting.rows[waiting.parts.pop(GREEDY_PLAYER, slice(0, 0))]
        masks = self._take(self.env.mask, waiting.places)
        choices: dict[int, Choices] = {}
        for number, part in waiting.parts.items():
            observations, mask = waiting.observations[part], masks[part]
            with torch.no_grad(), precision(self.device):
                chances, values = players[number].chances(
                    observations, waiting.characters[part], mask
                )
            is_best = players[number].plays_best
            actions = chances.argmax(1) if is_best else draw(chances, sampler)
            choices[number] = Choices(
                waiting.games[part],
                waiting.seats[part],
                observations,
                mask,
                waiting.characters[part],
                actions,
                chances.gather(1, actions[:, None])[:, 0],
                values,
            )
        taken = self._actions.reshape(-1)
        if len(greedy):  # while the GPU works
            games, lanes = np.divmod(greedy, self.env.to_move.shape[1])
            taken[greedy] = self.env.greedy_actions(games, lanes, seed)
        if choices:
            actions = torch.cat([one.actions for one in choices.values()])
            taken[waiting.rows[: len(actions)]] = actions.cpu().numpy()
        return choices

    def play(self) -> None:
        """Carry out the actions, without the interpreter's lock."""
        np.less(np.arange(self.seated.shape[1]), self.env.n_seats[:, None], out=self.seated)
        self.env.step(self._actions)

    def expect(self, players: Sequence[Player], numbers: Sequence[int]) -> dict[int, Expectation]:
        """Return the expected results of some players' seats with a decision."""
        waiting = self._waiting()
        expected: dict[int, Expectation] = {}
        for number in numbers:
            part = waiting.parts.get(number, slice(0, 0))
            with torch.no_grad(), precision(self.device):
                _, values = players[number].network(
                    waiting.observations[part], waiting.characters[part]
                )
            expected[number] = Expectation(waiting.games[part], waiting.seats[part], values)
        return expected

    def send(self, array: NDArray[Any]) -> Tensor:
        """Copy an array to the device."""
        return torch.from_numpy(array).to(self.device, copy=True)

    def _waiting(self) -> Waiting:
        """Return the seats with a decision, grouped by player."""
        rows = np.flatnonzero(self.env.to_move)
        games = rows // self.env.to_move.shape[1]
        seats = self.env.seat.reshape(-1)[rows]
        players = self._players[games, seats]
        order = np.argsort(players, kind="stable")
        rows, games, seats = rows[order], games[order], seats[order]
        characters = self._characters[games, seats]
        sent = self.send(np.stack([games, seats, characters, rows]).astype(np.int64))
        ends = np.cumsum(np.bincount(players)).tolist()
        parts = {
            number: slice(first, last)
            for number, (first, last) in enumerate(pairwise([0, *ends]))
            if last > first
        }
        takes_all = len(rows) == self.env.to_move.size and len(parts) == 1
        places = None if takes_all else sent[3]
        observations = self._take(self.env.observations, places)
        return Waiting(rows, parts, sent[0], sent[1], sent[2], places, observations)

    def _take(self, array: NDArray[Any], places: Tensor | None) -> Tensor:
        """Copy the observations or masks of the waiting seats to the device."""
        flat = torch.from_numpy(array.reshape(-1, array.shape[-1]))
        copy = flat.to(self.device, non_blocking=True, copy=True)
        return copy if places is None else copy[places]


def draw(chances: Tensor, sampler: torch.Generator) -> Tensor:
    """Sample an action per row from log probabilities: the shortest of exponential waiting times.
    `torch.multinomial` does the same, but its checks make the GPU wait."""
    times = torch.empty_like(chances).exponential_(generator=sampler).clamp_(min=MIN_WAITING_TIME)
    return (chances - times.log()).argmax(1)

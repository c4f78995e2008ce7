"""The players: the current one, its past selves, the exploiter that looks for its weaknesses, and
greedy players, which have no network and never learn.

Every player has a number; each seat of each game is assigned a player at the deal.
"""

from dataclasses import dataclass, field

import numpy as np
import torch
from numpy.typing import NDArray

from heptapolis.train.characters import Troupe
from heptapolis.train.model import PolicyValue
from heptapolis.train.replay import Replay
from heptapolis.train.settings import Learning, Mixture

TRAINED_PLAYER = 0  # the number of the trained player
GREEDY_PLAYER = 100  # the number of all players without a network
SELF, PAST, EXPLOITER, GREEDY = range(4)  # kinds of games
GRACE_ITERATIONS = 15  # iterations before an exploiter is checked for falling behind
ROW_MULTIPLE = 512  # batch size of a network, or a divisor of it
KINDS = ("self", "past", "exploiter", "greedy")


@dataclass
class Player:
    """A network that plays; a learning one has an optimiser."""

    name: str
    network: PolicyValue
    optimiser: torch.optim.Optimizer | None = None
    steps: int = 0  # of the optimiser since the start of training
    plays_best: bool = False  # always takes the most likely action
    chances: Replay = field(init=False)  # `PolicyValue.log_probabilities`
    step: Replay | None = field(default=None, init=False)  # a step of the optimiser (`update`)

    def __post_init__(self) -> None:
        self.chances = Replay(self.network.log_probabilities, whole=ROW_MULTIPLE)

    def learn(self, learning: Learning) -> None:
        """Start to learn, with a new optimiser."""
        on_gpu = next(self.network.parameters()).is_cuda
        rate = learning.learning_rate[0]
        self.optimiser = torch.optim.AdamW(
            self.network.parameters(),
            lr=torch.tensor(rate, device="cuda") if on_gpu else rate,
            eps=1e-5,
            weight_decay=learning.weight_decay,
            fused=True,
            capturable=on_gpu,
        )
        self.steps, self.step = 0, None


@dataclass
class Population:
    """All players: the current one first, then past selves, then the exploiter if there is one.

    Slots of past selves are filled in turn, and the oldest is overwritten; the new one takes over
    its games in progress.
    """

    players: list[Player]
    mixture: Mixture
    exploiter: int | None = None  # its number
    n_past: int = 0  # slots in use
    next_slot: int = 0
    exploiter_age: int = 0  # iterations
    frozen_rival: str | None = None  # its name: a best response plays every game against it

    @property
    def current(self) -> Player:
        return self.players[TRAINED_PLAYER]

    @property
    def past(self) -> list[Player]:
        """The slots of past selves."""
        return self.players[1 : self.exploiter]

    @property
    def learners(self) -> list[int]:
        return [number for number, one in enumerate(self.players) if one.optimiser]

    def newest_past(self) -> list[Player]:
        """Return past selves, the newest first."""
        order = [(self.next_slot - age) % len(self.past) for age in range(1, self.n_past + 1)]
        return [self.past[slot] for slot in order]

    def kinds(self) -> NDArray[np.float64]:
        """Return the share of each kind of game."""
        if self.frozen_rival:
            return np.array([0.0, 1.0, 0.0, 0.0])
        past = self.mixture.past if self.n_past else 0.0
        exploiter = self.mixture.exploiter if self.exploiter is not None else 0.0
        greedy = self.mixture.greedy
        return np.array([1 - past - exploiter - greedy, past, exploiter, greedy])

    def remember(self, network: PolicyValue) -> None:
        """Store a copy of a network in the slot of the oldest past self."""
        if self.past:
            self.past[self.next_slot].network.copy_from(network)
            self.next_slot = (self.next_slot + 1) % len(self.past)
            self.n_past = min(self.n_past + 1, len(self.past))

    def age(self, iteration: int, exploiter_lead: float | None, learning: Learning) -> None:
        """Finish an iteration: store the current player at intervals. An exploiter that reached its
        goal, fell behind, or used up its time is stored if it is good enough, and restarts as
        the current player."""
        if self.frozen_rival:
            return
        if iteration % self.mixture.snapshot_every == 0:
            self.remember(self.current.network)
        if self.exploiter is None:
            return
        self.exploiter_age += 1
        lead, goal = exploiter_lead or 0.0, self.mixture.exploiter_goal
        decided = lead > goal or (lead < -goal and self.exploiter_age >= GRACE_ITERATIONS)
        if decided or self.exploiter_age >= self.mixture.exploiter_life:
            exploiter = self.players[self.exploiter]
            if lead > 0:
                self.remember(exploiter.network)
            exploiter.network.copy_from(self.current.network)
            exploiter.learn(learning)
            self.exploiter_age = 0


class Cast:
    """The player and the character of each seat in each game."""

    def __init__(self, games: int, seats: int, troupe: Troupe) -> None:
        self._troupe = troupe
        self.players = np.zeros((games, seats), np.int8)
        self.characters = np.zeros((games, seats), np.int8)
        self.kinds = np.zeros(games, np.int8)

    def deal(
        self,
        games: NDArray[np.intp],
        n_seats: NDArray[np.int8],
        population: Population,
        rng: np.random.Generator,
    ) -> None:
        """Draw players for some games, which have ``n_seats``. In a game that is not pure
        self-play, every other seat, from a random one on, is a rival's; a frozen rival has all
        seats but one. Exploiters meet no characters, since their goal is to win, and neither do
        greedy players."""
        n, seats = len(games), self.players.shape[1]
        kinds = rng.choice(len(KINDS), n, p=population.kinds())
        rivals = np.zeros(n, np.int8)
        rivals[kinds == PAST] = rng.integers(
            1, 1 + max(1, population.n_past), int((kinds == PAST).sum())
        )
        rivals[kinds == EXPLOITER] = population.exploiter or 0
        rivals[kinds == GREEDY] = GREEDY_PLAYER
        if population.frozen_rival:
            is_rival = np.arange(seats) != rng.integers(0, n_seats)[:, None]
        else:
            is_rival = (np.arange(seats) + rng.integers(0, 2, (n, 1))) % 2 == 1
        characters = self._troupe.draw((n, seats), rng)
        is_plain = (kinds == EXPLOITER) | (kinds == GREEDY)
        characters[is_plain | (population.frozen_rival is not None)] = 0
        self.kinds[games] = kinds
        self.players[games] = np.where(is_rival, rivals[:, None], TRAINED_PLAYER)
        self.characters[games] = characters

"""Thousands of games side by side: each step makes a decision in every game, on all cores.

    >>> from heptapolis.variants import DEFAULT
    >>> from heptapolis.vector import VectorEnv
    >>> env = VectorEnv(DEFAULT, games=4, seed=1, threads=1)
    >>> while not env.done.any():
    ...     env.step(env.any_actions())
    >>> env.sheets.shape == (4, env.seats, len(env.columns))
    True

All arrays are made once and written in place. A game that ends is dealt anew at once: what is left
of it stands in `rewards`, `outcome`, `sheets` and `facts` until the next step. With
``device="cuda"`` the games are played on a GPU (`heptapolis.vector.cuda`).
"""

import os
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import Any, Protocol

import numpy as np

from heptapolis.deprecated import warn
from heptapolis.edition import Edition, Source
from heptapolis.encodings import Encoding, encoding_with
from heptapolis.kernel import JIT, records
from heptapolis.kernel.batch import Batch, Deals, Decisions, Results, Rows
from heptapolis.kernel.chance import generator
from heptapolis.kernel.choosing import choose_any, words_of
from heptapolis.kernel_game import checked_seed, positive_int
from heptapolis.slots import STEPPER, Slot
from heptapolis.variants import Ruleset, ruleset

NO_ACTION = -1
DEVICES = ("cpu", "cuda")


class Stepper(Protocol):
    """Steps the games of a variant side by side; made from a ruleset, seats, options and a
    catalogue."""

    options: Any  # the same for all games
    dtype: Any  # of a state
    greedy_weights: Any

    @property
    def edition(self) -> Edition[Any]: ...
    @property
    def seats(self) -> int:
        """The maximum of seats in a game."""

    @property
    def lanes(self) -> int:
        """The maximum of seats that decide at once."""

    @property
    def columns(self) -> tuple[str, ...]:
        """The columns of the score sheet."""

    @property
    def fact_names(self) -> tuple[str, ...]: ...

    @property
    def outcomes(self) -> tuple[str, ...]:
        """The kinds of ends by number, from 1."""

    def allocate(self, env: "VectorEnv") -> None:
        """Allocate the memory that depends on the environment."""

    def step(self, env: "VectorEnv", first: int, last: int, fresh: bool) -> int:
        """Make a decision in each of some games, or deal ``fresh`` ones in their place; return a
        game with an illegal action, or -1."""

    def choose_greedily(
        self, env: "VectorEnv", rows: Rows, actions: Any, first: int, last: int
    ) -> None:
        """Choose actions of the greedy player for some of the rows."""

    def sample(self, env: "VectorEnv", rows: Rows, samples: Any, first: int, last: int) -> None:
        """Write a possible game for some of the rows."""


class VectorEnv:
    """Games of one ruleset, ``games`` at a time.

    ``seats`` may be several numbers: each deal draws one of them. All other options are those of
    `heptapolis.new`, the same for every game. ``seed`` None draws one. ``threads`` is the number of
    cores to use, None for all; the games do not depend on it, nor on the ``device``, "cpu" or
    "cuda".

    A *lane* is a place for a seat with a decision: `observations`, `mask`, `to_move`, `seat` and
    the actions have one row for each game and lane. The rows where `to_move` is False are empty.
    """

    _slot: Slot[Callable[..., Any]] = STEPPER

    def __new__(cls, *args: Any, device: str = "cpu", **options: Any) -> "VectorEnv":
        """Return an environment on the device."""
        if device not in DEVICES:
            raise ValueError(f"device: {' or '.join(DEVICES)}, got {device!r}")
        if device == "cpu" or cls is not VectorEnv:
            return object.__new__(cls)
        from heptapolis.vector.cuda import CudaVectorEnv

        return object.__new__(CudaVectorEnv)

    def __init__(
        self,
        text: str | Ruleset,
        games: int,
        *,
        seed: int | None = 0,
        threads: int | None = None,
        seats: int | Sequence[int] | None = None,
        catalog: Source = None,
        device: str = "cpu",
        **options: Any,
    ) -> None:
        self.ruleset = text if isinstance(text, Ruleset) else ruleset(text)
        self.games, self.seed = positive_int(games, "games"), checked_seed(seed)
        if "names" in options:
            raise TypeError("names: seats of games side by side have none")
        self.device = device
        make_stepper = self.ruleset.part(self._slot)
        self._stepper = stepper = make_stepper(self.ruleset, seats, options, catalog)
        played = self.ruleset.with_options(stepper.options)
        self.encoding: Encoding = encoding_with(played, stepper.edition)
        self.seats, self.lanes = stepper.seats, stepper.lanes
        self.columns, self.fact_names = stepper.columns, stepper.fact_names
        self.outcomes = stepper.outcomes  # the kinds of ends by number, from 1
        self.greedy_weights = stepper.greedy_weights[None]  # one row of weights per greedy player
        self._allocate()
        stepper.allocate(self)
        self._slices = self._split(positive_int(threads or os.cpu_count() or 1, "threads"))
        # without the JIT, threads only wait for each other
        is_shared = JIT and len(self._slices) > 1
        self._pool = ThreadPoolExecutor(len(self._slices)) if is_shared else None
        self.reset()

    def _allocate(self) -> None:
        rows, zeros = (self.games, self.lanes), self._zeros
        self.states = zeros(self.games, self._stepper.dtype)
        self.observations: Any = zeros((*rows, self.encoding.size), np.int8)
        self.mask, self._words = self._mask_with_words((*rows, self.encoding.n_actions))
        self.to_move: Any = zeros(rows, np.bool_)
        self.seat: Any = zeros(rows, np.int8)
        self.actions: Any = zeros(rows, np.int64)  # those taken last
        self.done: Any = zeros(self.games, np.bool_)
        self.rewards: Any = zeros((self.games, self.seats), np.float32)
        self.outcome: Any = zeros(self.games, np.int8)
        self.sheets: Any = zeros((self.games, self.seats, len(self.columns)), np.int16)
        self.facts: Any = zeros((self.games, self.seats, len(self.fact_names)), np.int16)
        self.n_seats: Any = zeros(self.games, np.int8)  # of each game
        self.n_seats[:] = self.seats
        self.seeds: Any = zeros(self.games, np.uint64)  # of each game, for `new`
        self.numbers: Any = zeros(self.games, np.int64)  # number of games dealt at each place
        self.batch = Batch(
            self.states,
            Decisions(self.observations, self.mask, self.to_move, self.seat, self.actions),
            Results(self.done, self.rewards, self.outcome, self.sheets, self.facts),
            Deals(self.numbers, self.seeds, self.n_seats),
        )

    def _zeros(self, shape: Any, dtype: Any) -> Any:
        """Return an array of zeros on the device."""
        array = np.zeros(shape, dtype)
        return records(array) if array.dtype.names else array

    def _mask_with_words(self, shape: tuple[int, ...]) -> tuple[Any, Any]:
        """Return a mask of zeros, and the same memory for `any_actions`."""
        mask = np.zeros(shape, np.bool_)
        return mask, words_of(mask)

    def _split(self, threads: int) -> list[tuple[int, int]]:
        """Return the games of each thread."""
        n = max(1, min(threads, self.games))
        return list(pairwise(self.games * k // n for k in range(n + 1)))

    def reset(self, seed: int | None = None) -> None:
        """Deal all games again, starting with the first one of the seed."""
        self.seed = self.seed if seed is None else checked_seed(seed)
        self.root, self._chance = generator(self.seed)[:2]
        self._choices = 0
        self.numbers[:] = 0
        self._clear_results()
        self._run(fresh=True)

    def step(self, actions: Any, only: Any = None) -> None:
        """Take an action in every game: int[games, lanes], or int[games] with one lane. ``only``
        (bool[games]) pauses all other games.

        An illegal action raises ValueError; its game does not change, the others continue.
        """
        chosen = np.asarray(actions)
        if chosen.size != self.actions.size or chosen.dtype.kind not in "iu":
            shape = " x ".join(map(str, self.actions.shape))
            raise ValueError(f"actions: {shape} whole numbers, got {chosen.dtype}{chosen.shape}")
        self.actions[:] = chosen.reshape(self.actions.shape)
        if self.done.any():
            self._clear_results()
        if only is not None:
            self._let_wait(~np.asarray(only, np.bool_))
        wrong = self._run(fresh=False)
        if wrong >= 0 and only is None:
            raise ValueError(self._complaint(wrong))

    def _let_wait(self, waiting: Any) -> None:
        """Let these games wait; raise ValueError if another game has an illegal action."""
        if waiting.shape != (self.games,):
            raise ValueError(f"only: {self.games} times True or False, got shape {waiting.shape}")
        taken = np.clip(self.actions, 0, self.encoding.n_actions - 1)
        is_legal = np.take_along_axis(self.mask, taken[:, :, None], 2)[:, :, 0]
        is_wrong = self.to_move & ~(is_legal & (taken == self.actions)) & ~waiting[:, None]
        if is_wrong.any():
            raise ValueError(self._complaint(int(is_wrong.any(1).argmax())))
        self.actions[waiting] = NO_ACTION

    def view(self, game: int, seat: int) -> Any:
        """Return a seat's view of a game. It has no events, since the environment does not store
        them."""
        make = self.ruleset.variant.engine.Game
        return make(self._stepper.edition, self.states[game : game + 1]).view(seat)

    def _complaint(self, game: int) -> str:
        """Return the message on the illegal action of a game."""
        for lane in np.flatnonzero(self.to_move[game]).tolist():
            action = int(self.actions[game, lane])
            if not 0 <= action < self.encoding.n_actions:
                n = self.encoding.n_actions
                return f"game {game}, lane {lane}: an action is below {n}, got {action}"
            if not self.mask[game, lane, action]:
                name = self.encoding.action_name(action)
                return f"game {game}, lane {lane}: action {action} ({name}) is not legal now"
        raise AssertionError("all its actions are legal")

    def any_actions(self) -> Any:
        """Return uniformly drawn legal actions, one for each seat with a decision."""
        actions = np.zeros_like(self.actions)
        work = self.mask, self._words, self.to_move, self._chance, self._choices, actions
        self._run_each([(choose_any, (*work, *part)) for part in self._slices])
        self._choices += 1
        return actions

    def greedy_actions(self, games: Any, lanes: Any, seed: int) -> Any:
        """Return the actions of the bot "greedy" for some seats with a decision, given by their
        games and lanes, or of its variations (`vary_greedy_weights`); the seed breaks ties."""
        actions = np.zeros(len(games), np.int64)
        self._run_rows(self._stepper.choose_greedily, games, lanes, seed, actions)
        return actions

    def sample_states(self, games: Any, lanes: Any, seed: int) -> Any:
        """Return a possible state for each of some seats to move: uniform over the deals that
        agree with what the seat has seen, as `View.sample` deals them."""
        samples = self._zeros(len(games), self._stepper.dtype)
        self._run_rows(self._stepper.sample, games, lanes, seed, samples)
        return samples

    def _run_rows(
        self, work: Callable[..., Any], games: Any, lanes: Any, seed: int, out: Any
    ) -> None:
        """Run a function for rows of a game and a lane each, on all cores."""
        games, lanes = np.asarray(games, np.int64), np.asarray(lanes, np.int64)
        seats, n = self.seat[games, lanes].astype(np.int64), len(self._slices)
        parts = pairwise(len(games) * k // n for k in range(n + 1))
        rows = Rows(games, seats, np.uint64(seed))
        self._run_each([(work, (self, rows, out, *part)) for part in parts])

    def vary_greedy_weights(self, n: int, spread: float, seed: int) -> None:
        """Let greedy players at different places use different weights: ``n`` variations, each
        weight scaled by a random factor with some ``spread`` (of its logarithm)."""
        usual, rng = self._stepper.greedy_weights, np.random.default_rng(seed)
        self.greedy_weights = usual * np.exp(rng.normal(0.0, spread, (n, len(usual))))

    @property
    def tastes(self) -> Any:
        """The former name of `greedy_weights`."""
        warn("VectorEnv.tastes", "use `greedy_weights`")
        return self.greedy_weights

    @tastes.setter
    def tastes(self, weights: Any) -> None:
        warn("VectorEnv.tastes", "use `greedy_weights`")
        self.greedy_weights = weights

    def vary_tastes(self, n: int, spread: float, seed: int) -> None:
        """Call `vary_greedy_weights`, the new name of this function."""
        warn("VectorEnv.vary_tastes", "use `vary_greedy_weights`")
        self.vary_greedy_weights(n, spread, seed)

    def close(self) -> None:
        """Stop the threads."""
        if self._pool:
            self._pool.shutdown()

    def _clear_results(self) -> None:
        for array in (self.done, self.rewards, self.outcome, self.sheets, self.facts):
            array[:] = 0

    def _run(self, fresh: bool) -> int:
        work = self._stepper.step
        return int(max(self._run_each([(work, (self, *part, fresh)) for part in self._slices])))

    def _run_each(self, jobs: list[tuple[Callable[..., Any], tuple[Any, ...]]]) -> list[Any]:
        if not self._pool:
            return [work(*arguments) for work, arguments in jobs]
        running = [self._pool.submit(work, *arguments) for work, arguments in jobs]
        return [one.result() for one in running]

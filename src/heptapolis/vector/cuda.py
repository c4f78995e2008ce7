"""Games side by side on a GPU: the same games, arrays and names as on the CPU.

Arrays stay on the GPU and are written in place, so that a tensor made of one shows every step
(``torch.from_dlpack(env.observations)``).
All work runs on the default stream, as that of torch does.
"""

from typing import Any, Protocol

import numpy as np

from heptapolis.cuda import choosing, results
from heptapolis.cuda.arrays import DeviceArray, empty, on_device, to_device, zeros
from heptapolis.cuda.toolkit import check_gpu, free_bytes
from heptapolis.kernel.batch import Rows
from heptapolis.slots import CUDA_STEPPER
from heptapolis.variants import Ruleset
from heptapolis.vector import Stepper, VectorEnv

# the playing threads get at most this fraction (one in so many) of the free memory
MEMORY_SHARE = 4
NUMBERS_PER_THREAD = 16  # of observations
NO_GAME = -1  # no game with an illegal action


class CudaStepper(Stepper, Protocol):
    """Steps the games of a variant on a GPU."""

    def worker_bytes(self, env: "CudaVectorEnv") -> int:
        """Return the memory that a worker needs."""

    def step_all(self, env: "CudaVectorEnv", fresh: bool) -> None:
        """Launch a decision in every game, or fresh games in their place."""

    def choose_all(self, env: "CudaVectorEnv", rows: Rows, actions: Any) -> None:
        """Launch the greedy player's choices for the rows."""

    def sample_all(self, env: "CudaVectorEnv", rows: Rows, samples: Any) -> None:
        """Launch deals of a possible game for the rows."""


class CudaVectorEnv(VectorEnv):
    """Games of one ruleset on a GPU; `VectorEnv` makes it when ``device`` is "cuda".

    ``half_precision`` gives observations as float16 instead of int8. Actions may be an array of
    the GPU. `any_actions` and `greedy_actions` write into the same memory again at each call.
    """

    _slot = CUDA_STEPPER
    _stepper: CudaStepper

    def __init__(
        self, text: str | Ruleset, games: int, *, half_precision: bool = False, **options: Any
    ) -> None:
        check_gpu()
        self._is_half = half_precision
        super().__init__(text, games, **{**options, "threads": 1})

    # ── memory ───────────────────────────────────────────────────────────────────────────────────

    def _allocate(self) -> None:
        super()._allocate()
        self.codes = self.observations  # int8, as the rules write them (`batch`)
        if self._is_half:
            self.observations = zeros(self.codes.shape, np.float16)
        self._drawn = zeros((self.games, self.lanes), np.int64)
        self._rows = zeros((2, self.games * self.lanes), np.int64)  # seats and actions
        self.wrong, self._first_wrong = zeros(1, np.int64), zeros(1, np.int64)
        self.wrong[:] = NO_GAME
        self.device_greedy_weights = to_device(self.greedy_weights)
        share = free_bytes() // MEMORY_SHARE // self._stepper.worker_bytes(self)
        self.workers = max(1, min(self.games, share))

    def _zeros(self, shape: Any, dtype: Any) -> Any:
        return zeros(shape, dtype)

    def _mask_with_words(self, shape: tuple[int, ...]) -> tuple[Any, Any]:
        return choosing.mask_with_words(shape)

    # ── steps ────────────────────────────────────────────────────────────────────────────────────

    def step(self, actions: Any, only: Any = None) -> None:
        self._take(actions)
        if only is not None:
            self._let_wait(only)
        wrong = self._run(fresh=False)
        if wrong >= 0 and only is None:
            raise ValueError(self._complaint(wrong))

    def _take(self, actions: Any) -> None:
        chosen = on_device(actions)
        if chosen.size != self.actions.size or np.dtype(chosen.dtype).kind not in "iu":
            shape = " x ".join(map(str, self.actions.shape))
            told = f"{chosen.dtype}{tuple(chosen.shape)}"
            raise ValueError(f"actions: {shape} whole numbers, got {told}")
        n = self.actions.size
        results.take_actions.launch(n, chosen.reshape(n), self.actions.on_device.reshape(n))

    def _let_wait(self, only: Any) -> None:
        is_asked = on_device(only)
        if tuple(is_asked.shape) != (self.games,):
            told = tuple(is_asked.shape)
            raise ValueError(f"only: {self.games} times True or False, got shape {told}")
        self._first_wrong[:] = 0
        results.hold_games.launch(
            self.games, self.mask, self.to_move, is_asked, self.actions, self._first_wrong
        )
        n = int(self._first_wrong[0])
        if n > 0:
            raise ValueError(self._complaint(self.games - n))

    def _run(self, fresh: bool) -> int:
        self._stepper.step_all(self, fresh)
        if self._is_half:
            n = self.codes.size
            flat = self.codes.on_device.reshape(n), self.observations.on_device.reshape(n)
            results.round_to_half.launch(-(-n // NUMBERS_PER_THREAD), *flat)
        wrong = int(self.wrong[0])
        if wrong != NO_GAME:
            self.wrong[:] = NO_GAME
        return wrong

    # ── choices ──────────────────────────────────────────────────────────────────────────────────

    def any_actions(self) -> DeviceArray:
        choosing.draw_actions.launch(
            self.games,
            self._words,
            self.to_move,
            self.encoding.n_actions,
            self._chance,
            self._choices,
            self._drawn,
        )
        self._choices += 1
        return self._drawn

    def greedy_actions(self, games: Any, lanes: Any, seed: int) -> DeviceArray:
        rows, actions = self._find_rows(games, lanes, seed)
        self._stepper.choose_all(self, rows, actions)
        return DeviceArray(actions)

    def sample_states(self, games: Any, lanes: Any, seed: int) -> DeviceArray:
        rows, _ = self._find_rows(games, lanes, seed)
        samples = empty(rows.games.shape[0], self._stepper.dtype)
        self._stepper.sample_all(self, rows, samples)
        return samples

    def vary_greedy_weights(self, n: int, spread: float, seed: int) -> None:
        super().vary_greedy_weights(n, spread, seed)
        self.device_greedy_weights = to_device(self.greedy_weights)

    def _find_rows(self, games: Any, lanes: Any, seed: int) -> tuple[Rows, Any]:
        """Return the rows of some games and lanes, and room for an action of each."""
        games, lanes = on_device(games), on_device(lanes)
        n, room = games.shape[0], self._rows
        if tuple(games.shape) != tuple(lanes.shape):
            raise ValueError("games and lanes: one of each for every row")
        if n > room.shape[1]:
            room = empty((2, n), np.int64)
        seats, actions = room.on_device[0, :n], room.on_device[1, :n]
        results.find_seats.launch(n, self.seat, games, lanes, seats)
        return Rows(games, seats, np.uint64(seed)), actions

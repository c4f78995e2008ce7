"""Many games of classic side by side on a GPU: kernels around what `vector` calls on the CPU."""

from typing import TYPE_CHECKING, Any

import numpy as np

from heptapolis.codes import CARDS
from heptapolis.cuda.arrays import to_device, zeros
from heptapolis.cuda.compiling import kernel
from heptapolis.cuda.results import clear_result
from heptapolis.cuda.toolkit import cuda
from heptapolis.games.classic.codes import LOOKS, SEATS
from heptapolis.games.classic.learning import resampling, stepping
from heptapolis.games.classic.learning.recall import RECALL
from heptapolis.games.classic.rules.state import CLASSIC
from heptapolis.games.classic.rules.workspace import WORKSPACE
from heptapolis.games.classic.vector import STREAMS, ClassicStepper

if TYPE_CHECKING:
    from heptapolis.vector.cuda import CudaVectorEnv

# As names of this module, since a kernel takes functions from there.
step, choose_greedily = stepping.step, stepping.choose_greedily
sample_rows = resampling.sample_rows


@kernel
def step_games(
    states: Any,
    empty: Any,
    boards: Any,
    sides: Any,
    tables: Any,
    streams: Any,
    seed: Any,
    numbers: Any,
    seeds: Any,
    n_seats: Any,
    rngs: Any,
    workspaces: Any,
    rows: Any,
    recalls: Any,
    piles: Any,
    observations: Any,
    mask: Any,
    to_move: Any,
    actions: Any,
    rewards: Any,
    done: Any,
    outcomes: Any,
    sheets: Any,
    facts: Any,
    wrong: Any,
    fresh: Any,
) -> None:
    """Take a decision in every game, each thread in its own ones."""
    worker = np.int64(cuda.grid(1))
    n_workers = workspaces.shape[0]
    if worker < n_workers:
        for g in range(worker, states.shape[0], n_workers):
            clear_result(g, done, rewards, outcomes, sheets, facts)
            bad = step(
                states,
                empty,
                boards,
                sides,
                tables,
                streams,
                seed,
                numbers,
                seeds,
                n_seats,
                rngs[worker],
                workspaces[worker : worker + 1],
                rows[worker],
                recalls,
                piles[worker],
                g,
                g + 1,
                observations,
                mask,
                to_move,
                actions,
                rewards,
                done,
                outcomes,
                sheets,
                facts,
                fresh,
            )
            if bad >= 0:
                cuda.atomic.max(wrong, 0, bad)


@kernel
def choose_in_games(
    states: Any,
    trials: Any,
    tables: Any,
    tastes: Any,
    games: Any,
    seats: Any,
    seed: Any,
    rngs: Any,
    workspaces: Any,
    actions: Any,
) -> None:
    """Choose as the greedy player does, each thread for its own rows."""
    worker = np.int64(cuda.grid(1))
    n_workers = workspaces.shape[0]
    if worker < n_workers:
        for k in range(worker, games.shape[0], n_workers):
            choose_greedily(
                states,
                trials[worker : worker + 1],
                tables,
                tastes,
                games,
                seats,
                k,
                k + 1,
                seed,
                rngs[worker],
                workspaces[worker : worker + 1],
                actions,
            )


@kernel
def sample_games(
    states: Any,
    trials: Any,
    tables: Any,
    games: Any,
    seats: Any,
    seed: Any,
    rngs: Any,
    piles: Any,
    workspaces: Any,
    samples: Any,
) -> None:
    """Deal a possible game for each row, each thread for its own rows."""
    worker = np.int64(cuda.grid(1))
    n_workers = workspaces.shape[0]
    if worker < n_workers:
        for k in range(worker, games.shape[0], n_workers):
            sample_rows(
                states,
                trials[worker : worker + 1],
                tables,
                games,
                seats,
                k,
                k + 1,
                seed,
                rngs[worker],
                piles[worker],
                workspaces[worker : worker + 1],
                samples,
            )


class CudaClassicStepper(ClassicStepper):
    """Games with one edition and the same options, but for the number of seats, on a GPU."""

    def worker_bytes(self, env: "CudaVectorEnv") -> int:
        shared = SEATS * env.encoding.city.width + 8 * LOOKS * (CARDS + 1) + 32
        return WORKSPACE.itemsize + CLASSIC.itemsize + shared

    def allocate(self, env: Any) -> None:
        n = env.workers
        self._workspaces, self._rngs = zeros(n, WORKSPACE), zeros((n, 4), np.uint64)
        self._rows = zeros((n, SEATS, env.encoding.city.width), np.int8)
        self._piles, self._trials = zeros((n, LOOKS, CARDS + 1), np.int64), zeros(n, CLASSIC)
        self._recalls = zeros(env.games, RECALL)
        self._tables, self._given = to_device(self.edition.tables), to_device(self._empty)
        self._given_boards, self._streams = to_device(self._boards), to_device(STREAMS)
        env.seat[:] = np.arange(self.lanes)

    def step_all(self, env: "CudaVectorEnv", fresh: bool) -> None:
        step_games.launch(
            env.workers,
            env.states,
            self._given,
            self._given_boards,
            self._sides,
            self._tables,
            self._streams,
            env.root,
            env.numbers,
            env.seeds,
            env.n_seats,
            self._rngs,
            self._workspaces,
            self._rows,
            self._recalls,
            self._piles,
            env.codes,
            env.mask,
            env.to_move,
            env.actions,
            env.rewards,
            env.done,
            env.outcome,
            env.sheets,
            env.facts,
            env.wrong,
            fresh,
        )

    def choose_all(
        self, env: "CudaVectorEnv", games: Any, seats: Any, seed: int, actions: Any
    ) -> None:
        choose_in_games.launch(
            min(env.workers, games.shape[0]),
            env.states,
            self._trials,
            self._tables,
            env.device_tastes,
            games,
            seats,
            np.uint64(seed),
            self._rngs,
            self._workspaces,
            actions,
        )

    def sample_all(
        self, env: "CudaVectorEnv", games: Any, seats: Any, seed: int, samples: Any
    ) -> None:
        sample_games.launch(
            min(env.workers, games.shape[0]),
            env.states,
            self._trials,
            self._tables,
            games,
            seats,
            np.uint64(seed),
            self._rngs,
            self._piles,
            self._workspaces,
            samples,
        )

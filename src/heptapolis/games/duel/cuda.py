"""Many Duels side by side on a GPU: kernels around what `vector` calls on the CPU."""

from typing import TYPE_CHECKING, Any

import numpy as np

from heptapolis.cuda.arrays import to_device, zeros
from heptapolis.cuda.compiling import kernel
from heptapolis.cuda.results import clear_result
from heptapolis.cuda.toolkit import cuda
from heptapolis.games.duel.learning import resampling, stepping
from heptapolis.games.duel.rules.state import DUEL
from heptapolis.games.duel.rules.turns import Setup
from heptapolis.games.duel.rules.workspace import DUEL_WORKSPACE
from heptapolis.games.duel.vector import DuelStepper
from heptapolis.kernel.batch import Batch, Deals, Decisions, Results, Rows

if TYPE_CHECKING:
    from heptapolis.vector.cuda import CudaVectorEnv

TRIALS = 3  # states that a thread works in

# As names of this module, since a kernel takes functions from there.
step, choose_greedily = stepping.step, stepping.choose_greedily
sample_rows = resampling.sample_rows


@kernel
def step_duels(
    states: Any,
    observations: Any,
    mask: Any,
    to_move: Any,
    seat: Any,
    actions: Any,
    done: Any,
    rewards: Any,
    outcomes: Any,
    sheets: Any,
    facts: Any,
    numbers: Any,
    seeds: Any,
    n_seats: Any,
    empty: Any,
    sets: Any,
    tables: Any,
    seed: Any,
    rngs: Any,
    workspaces: Any,
    wrong: Any,
    fresh: Any,
) -> None:
    """Take a decision in every game, each thread in its own ones."""
    worker = np.int64(cuda.grid(1))
    n_workers = workspaces.shape[0]
    if worker < n_workers:
        batch = Batch(
            states,
            Decisions(observations, mask, to_move, seat, actions),
            Results(done, rewards, outcomes, sheets, facts),
            Deals(numbers, seeds, n_seats),
        )
        setup = Setup(empty, sets)
        for g in range(worker, states.shape[0], n_workers):
            clear_result(g, batch.results)
            bad = step(
                batch,
                setup,
                tables,
                seed,
                rngs[worker],
                workspaces[worker : worker + 1],
                g,
                g + 1,
                fresh,
            )
            if bad >= 0:
                cuda.atomic.max(wrong, 0, bad)


@kernel
def choose_in_duels(
    states: Any,
    trials: Any,
    tables: Any,
    weights: Any,
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
                trials[TRIALS * worker : TRIALS * (worker + 1)],
                tables,
                weights,
                Rows(games, seats, seed),
                k,
                k + 1,
                rngs[worker],
                workspaces[worker : worker + 1],
                actions,
            )


@kernel
def sample_duels(
    states: Any,
    trials: Any,
    tables: Any,
    games: Any,
    seats: Any,
    seed: Any,
    rngs: Any,
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
                trials[TRIALS * worker : TRIALS * (worker + 1)],
                tables,
                Rows(games, seats, seed),
                k,
                k + 1,
                rngs[worker],
                workspaces[worker : worker + 1],
                samples,
            )


class CudaDuelStepper(DuelStepper):
    """Duels with one edition and the same options, on a GPU."""

    def worker_bytes(self, env: "CudaVectorEnv") -> int:
        return DUEL_WORKSPACE.itemsize + TRIALS * DUEL.itemsize + 32

    def allocate(self, env: Any) -> None:
        n = env.workers
        self._workspaces, self._rngs = zeros(n, DUEL_WORKSPACE), zeros((n, 4), np.uint64)
        self._trials = zeros(TRIALS * n, DUEL)
        self._tables = to_device(self.edition.tables)
        self._device_setup = tuple(to_device(array) for array in self._setup)

    def step_all(self, env: "CudaVectorEnv", fresh: bool) -> None:
        step_duels.launch(
            env.workers,
            env.batch,
            self._device_setup,
            self._tables,
            env.root,
            self._rngs,
            self._workspaces,
            env.wrong,
            fresh,
        )

    def choose_all(self, env: "CudaVectorEnv", rows: Rows, actions: Any) -> None:
        choose_in_duels.launch(
            min(env.workers, rows.games.shape[0]),
            env.states,
            self._trials,
            self._tables,
            env.device_greedy_weights,
            rows,
            self._rngs,
            self._workspaces,
            actions,
        )

    def sample_all(self, env: "CudaVectorEnv", rows: Rows, samples: Any) -> None:
        sample_duels.launch(
            min(env.workers, rows.games.shape[0]),
            env.states,
            self._trials,
            self._tables,
            rows,
            self._rngs,
            self._workspaces,
            samples,
        )

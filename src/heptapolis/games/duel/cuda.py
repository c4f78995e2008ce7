"""Many Duels side by side on a GPU: kernels around what `vector` calls on the CPU."""

from typing import TYPE_CHECKING, Any

import numpy as np

from heptapolis.cuda.arrays import to_device, zeros
from heptapolis.cuda.compiling import kernel
from heptapolis.cuda.results import clear_result
from heptapolis.cuda.toolkit import cuda
from heptapolis.games.duel.learning import resampling, stepping
from heptapolis.games.duel.rules.state import DUEL
from heptapolis.games.duel.rules.workspace import DUEL_WORKSPACE
from heptapolis.games.duel.vector import DuelStepper

if TYPE_CHECKING:
    from heptapolis.vector.cuda import CudaVectorEnv

TRIALS = 3  # states that a thread works in

# As names of this module, since a kernel takes functions from there.
step, choose_greedily = stepping.step, stepping.choose_greedily
sample_rows = resampling.sample_rows


@kernel
def step_duels(
    states: Any,
    empty: Any,
    sets: Any,
    tables: Any,
    seed: Any,
    numbers: Any,
    seeds: Any,
    rngs: Any,
    workspaces: Any,
    observations: Any,
    mask: Any,
    to_move: Any,
    seat: Any,
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
                sets,
                tables,
                seed,
                numbers,
                seeds,
                rngs[worker],
                workspaces[worker : worker + 1],
                g,
                g + 1,
                observations,
                mask,
                to_move,
                seat,
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
def choose_in_duels(
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
                trials[TRIALS * worker : TRIALS * (worker + 1)],
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
                games,
                seats,
                k,
                k + 1,
                seed,
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
        self._tables, self._given = to_device(self.edition.tables), to_device(self._empty)
        self._given_sets = to_device(self._sets)

    def step_all(self, env: "CudaVectorEnv", fresh: bool) -> None:
        step_duels.launch(
            env.workers,
            env.states,
            self._given,
            self._given_sets,
            self._tables,
            env.root,
            env.numbers,
            env.seeds,
            self._rngs,
            self._workspaces,
            env.codes,
            env.mask,
            env.to_move,
            env.seat,
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
        choose_in_duels.launch(
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
        sample_duels.launch(
            min(env.workers, games.shape[0]),
            env.states,
            self._trials,
            self._tables,
            games,
            seats,
            np.uint64(seed),
            self._rngs,
            self._workspaces,
            samples,
        )

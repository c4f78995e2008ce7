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
from heptapolis.games.classic.learning.stepping import Knowledge
from heptapolis.games.classic.rules.deal import Setup
from heptapolis.games.classic.rules.state import CLASSIC
from heptapolis.games.classic.rules.workspace import WORKSPACE
from heptapolis.games.classic.vector import ClassicStepper
from heptapolis.kernel.batch import Batch, Deals, Decisions, Results, Rows

if TYPE_CHECKING:
    from heptapolis.vector.cuda import CudaVectorEnv

# As names of this module, since a kernel takes functions from there.
step, choose_greedily = stepping.step, stepping.choose_greedily
sample_rows = resampling.sample_rows


@kernel
def step_games(
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
    boards: Any,
    sides: Any,
    streams: Any,
    tables: Any,
    seed: Any,
    rows: Any,
    piles: Any,
    recalls: Any,
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
        setup = Setup(empty, boards, sides, streams)
        knowledge = Knowledge(rows[worker], piles[worker], recalls)
        for g in range(worker, states.shape[0], n_workers):
            clear_result(g, batch.results)
            bad = step(
                batch,
                setup,
                tables,
                seed,
                knowledge,
                rngs[worker],
                workspaces[worker : worker + 1],
                g,
                g + 1,
                fresh,
            )
            if bad >= 0:
                cuda.atomic.max(wrong, 0, bad)


@kernel
def choose_in_games(
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
                trials[worker : worker + 1],
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
                Rows(games, seats, seed),
                k,
                k + 1,
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
        rows: Any = zeros((n, SEATS, env.encoding.city.width), np.int8)
        piles: Any = zeros((n, LOOKS, CARDS + 1), np.int64)
        self._knowledge = Knowledge(rows, piles, recalls=zeros(env.games, RECALL))
        self._trials, self._tables = zeros(n, CLASSIC), to_device(self.edition.tables)
        empty, boards, sides, streams = self._setup
        self._device_setup = to_device(empty), to_device(boards), sides, to_device(streams)
        env.seat[:] = np.arange(self.lanes)

    def step_all(self, env: "CudaVectorEnv", fresh: bool) -> None:
        step_games.launch(
            env.workers,
            env.batch,
            self._device_setup,
            self._tables,
            env.root,
            self._knowledge,
            self._rngs,
            self._workspaces,
            env.wrong,
            fresh,
        )

    def choose_all(self, env: "CudaVectorEnv", rows: Rows, actions: Any) -> None:
        choose_in_games.launch(
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
        sample_games.launch(
            min(env.workers, rows.games.shape[0]),
            env.states,
            self._trials,
            self._tables,
            rows,
            self._rngs,
            self._knowledge.piles,
            self._workspaces,
            samples,
        )

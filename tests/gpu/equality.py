"""The same games on both processors: every array after every step, byte for byte.

    PYTHONPATH=src python3 -m tests.gpu.equality --games 100000

Needs NumPy, Numba and a GPU, and nothing else. States are compared field by field, for the padding
between fields is nobody's. Greedy choices may differ where two moves are worth the same but for
rounding; their share is printed, and must be below one in a million.
"""

import argparse
import os
import sys
from concurrent.futures import ThreadPoolExecutor
from time import perf_counter
from typing import Any

import numpy as np

from heptapolis.vector import VectorEnv

CASES: dict[str, list[tuple[str, dict[str, Any]]]] = {
    "duel": [("duel", {}), ("duel", {"neutral_start": "choose"})],
    "classic": [("classic", {"seats": [3]}), ("classic", {"seats": [2, 3, 4, 5, 6, 7]})],
    "leaders": [
        ("classic+leaders", {"seats": [3]}),
        ("classic+leaders", {"seats": [2, 3, 4, 5, 6, 7]}),
    ],
}
ARRAYS = (
    "states",
    "observations",
    "mask",
    "to_move",
    "seat",
    "done",
    "rewards",
    "outcome",
    "sheets",
    "facts",
    "n_seats",
    "seeds",
    "numbers",
)
MOST_DIFFERING = 1e-6  # of greedy choices
ROWS = 2048  # seats that greedy players and samples are asked for at a time
PIECES = 32  # that a comparison is cut into, one thread each


class Pair:
    """One set of games on the CPU and on the GPU."""

    def __init__(self, ruleset: str, games: int, options: dict[str, Any]) -> None:
        self.cpu = VectorEnv(ruleset, games, seed=7, **options)
        self.gpu: Any = VectorEnv(ruleset, games, seed=7, device="cuda", **options)
        self.pool = ThreadPoolExecutor(os.cpu_count() or 1)
        self.choices = self.differing = self.samples = self.decisions = 0

    def check(self, name: str, here: Any, there: Any) -> None:
        """Raise AssertionError unless two arrays, or all fields of records, are the same."""
        fields = here.dtype.names or ("",)
        pairs = [
            (field, here[field], there[field]) if field else (name, here, there) for field in fields
        ]
        cut = [
            (part_name, *parts)
            for part_name, one, other in pairs
            for parts in zip(
                np.array_split(one, PIECES), np.array_split(other, PIECES), strict=True
            )
        ]
        for part_name, is_equal in self.pool.map(lambda c: (c[0], np.array_equal(*c[1:])), cut):
            assert is_equal, f"{name}: {part_name} differs"

    def check_arrays(self) -> None:
        for name in ARRAYS:
            self.check(name, getattr(self.cpu, name), getattr(self.gpu, name).to_host())

    def step(self) -> None:
        here, there = self.cpu.any_actions(), self.gpu.any_actions()
        self.check("any_actions", here, there.to_host())
        self.decisions += int(self.cpu.to_move.sum())
        self.cpu.step(here)
        self.gpu.step(there)

    def check_choices(self, seed: int, is_sampled: bool) -> None:
        """Compare greedy choices and possible games for some of the seats to move."""
        games, lanes = np.nonzero(self.cpu.to_move)
        drawn = np.random.default_rng(seed).permutation(len(games))[:ROWS]
        games, lanes = games[drawn], lanes[drawn]
        here = self.cpu.greedy_actions(games, lanes, seed)
        there = self.gpu.greedy_actions(games, lanes, seed).to_host()
        self.choices += len(games)
        self.differing += int((here != there).sum())
        if is_sampled:
            samples = self.gpu.sample_states(games, lanes, seed).to_host()
            self.check("samples", self.cpu.sample_states(games, lanes, seed), samples)
            self.samples += len(games)


def compare(
    ruleset: str, options: dict[str, Any], games: int, at_once: int, steps: int | None = None
) -> None:
    """Play on both until so many games have ended, or some steps."""
    start = perf_counter()
    pair, step = Pair(ruleset, min(games, at_once), options), 0
    made = perf_counter() - start
    while True:
        pair.check_arrays()
        finished = int(pair.cpu.numbers.sum()) - pair.cpu.games
        if finished >= games or step == steps:
            break
        pair.check_choices(step, is_sampled=step % 4 == 0)
        pair.step()
        step += 1
    told = " ".join(f"{name}={value}" for name, value in options.items())
    print(
        f"{ruleset} {told}: {finished:,} games, {pair.decisions:,} decisions equal; greedy: "
        f"{pair.differing} of {pair.choices:,} differ; {pair.samples:,} samples equal; "
        f"{made:.0f} + {perf_counter() - start - made:.0f} s",
        flush=True,
    )
    assert pair.differing <= MOST_DIFFERING * pair.choices + (pair.choices < 1 / MOST_DIFFERING)
    pair.cpu.close()


def main(arguments: list[str]) -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--games", type=int, default=100_000, help="of each ruleset, or more")
    parser.add_argument("--at-once", type=int, default=8192)
    parser.add_argument("--steps", type=int, help="stop after so many")
    parser.add_argument("cases", nargs="*", choices=[[], *CASES], help="all unless named")
    given = parser.parse_args(arguments)
    for case in given.cases or CASES:
        for ruleset, options in CASES[case]:
            compare(ruleset, options, given.games // len(CASES[case]), given.at_once, given.steps)


if __name__ == "__main__":
    main(sys.argv[1:])

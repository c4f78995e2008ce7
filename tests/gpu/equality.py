"""Compare games on both processors: every array after every step, byte for byte.

    PYTHONPATH=src python3 -m tests.gpu.equality --games 100000

Needs only NumPy, Numba and a GPU. States are compared field by field, because the padding between
fields is undefined. Greedy choices may differ between two moves of equal value up to rounding; their
share is printed, and must be below one in a million.
"""

import argparse
import os
import sys
from concurrent.futures import ThreadPoolExecutor
from time import perf_counter
from typing import Any

import numpy as np

from heptapolis.cuda.toolkit import IS_SIMULATED
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
MOST_DIFFERING = 1e-6  # share of greedy choices
ROWS = 2048  # seats per call of greedy players and samples
N_VARIATIONS, SPREAD = 5, 0.3  # number of varied greedy players, and the size of the variation
SHARE_PLAYING = 0.7  # share of games that are stepped when others wait
OPTION_STEPS = 3 if IS_SIMULATED else 120
PIECES = 32  # parts of a comparison, one thread each


class Pair:
    """The same games on the CPU and on the GPU."""

    def __init__(
        self, ruleset: str, games: int, options: dict[str, Any], *, half_precision: bool = False
    ) -> None:
        self.cpu = VectorEnv(ruleset, games, seed=7, **options)
        on_gpu: dict[str, Any] = {"device": "cuda", "half_precision": half_precision}
        self.gpu: Any = VectorEnv(ruleset, games, seed=7, **on_gpu, **options)
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

    def step(self, only: Any = None) -> None:
        """Take the same actions in all games, or ``only`` in some of them."""
        here, there = self.cpu.any_actions(), self.gpu.any_actions()
        self.check("any_actions", here, there.to_host())
        goes_on = slice(None) if only is None else only
        self.decisions += int(self.cpu.to_move[goes_on].sum())
        self.cpu.step(here, only)
        self.gpu.step(there, only)

    def check_share(self) -> None:
        """Raise AssertionError if more greedy choices differ than rounding explains."""
        allowed = MOST_DIFFERING * self.choices + (self.choices < 1 / MOST_DIFFERING)
        assert self.differing <= allowed, f"{self.differing} of {self.choices} choices differ"

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
    """Play on both processors until a number of games have ended, or for a number of steps."""
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
    pair.check_share()
    pair.cpu.close()


def compare_options(ruleset: str, options: dict[str, Any], games: int, steps: int) -> None:
    """Play on both processors with varied greedy players, observations in float16, and some games
    waiting at each step."""
    pair, rng = Pair(ruleset, games, options, half_precision=True), np.random.default_rng(5)
    assert pair.gpu.observations.dtype == np.float16
    for env in (pair.cpu, pair.gpu):
        env.vary_greedy_weights(N_VARIATIONS, SPREAD, 3)
    for step in range(steps):
        pair.check_arrays()
        pair.check_choices(step, is_sampled=False)
        pair.step(only=rng.random(games) < SHARE_PLAYING)
    pair.check_arrays()
    told = " ".join(f"{name}={value}" for name, value in options.items())
    print(
        f"{ruleset} {told}, float16, {N_VARIATIONS} variations, some games waiting: {pair.decisions:,} "
        f"decisions equal; greedy: {pair.differing} of {pair.choices:,} differ",
        flush=True,
    )
    pair.check_share()
    pair.cpu.close()


def main(arguments: list[str]) -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--games", type=int, default=100_000, help="of each ruleset, or more")
    parser.add_argument("--at-once", type=int, default=8192)
    parser.add_argument("--steps", type=int, help="stop after so many")
    parser.add_argument("--first", action="store_true", help="the first options of a ruleset only")
    parser.add_argument("cases", nargs="*", choices=[[], *CASES], help="all unless named")
    given = parser.parse_args(arguments)
    for case in given.cases or CASES:
        chosen = CASES[case][:1] if given.first else CASES[case]
        for ruleset, options in chosen:
            compare(ruleset, options, given.games // len(chosen), given.at_once, given.steps)
        ruleset, options = CASES[case][0]
        compare_options(ruleset, options, min(given.at_once, ROWS), given.steps or OPTION_STEPS)


if __name__ == "__main__":
    main(sys.argv[1:])

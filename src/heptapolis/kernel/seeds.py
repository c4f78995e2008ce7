"""Derive seeds and generator states, and the seeds of many games, each from its place and the
number of games before it there."""

from typing import Any

import numpy as np

from heptapolis.kernel import entry, jit
from heptapolis.kernel.types import Integer, Random, Seed

ZERO = np.uint64(0)
GOLDEN_GAMMA = np.uint64(0x9E3779B97F4A7C15)
FIRST_FACTOR, SECOND_FACTOR = np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x94D049BB133111EB)


@jit
def mix(x: Seed) -> Any:
    """Return a number that looks unrelated to its argument (splitmix64)."""
    z = (x ^ (x >> np.uint64(30))) * FIRST_FACTOR
    z = (z ^ (z >> np.uint64(27))) * SECOND_FACTOR
    return z ^ (z >> np.uint64(31))


@entry
def game_seed(seed: Seed, place: Integer, number: Integer) -> Any:
    """Return the seed of a game by its place and its number."""
    return mix(mix(seed + np.uint64(place) * GOLDEN_GAMMA) + np.uint64(number) * GOLDEN_GAMMA)


@entry
def sow(rng: Random, low: Seed, high: Seed = ZERO) -> None:
    """Return a generator's state from the two words of a seed. `mix` can be undone, so the first
    word determines the low one and the second the high one: no two seeds share a state, none makes
    it 0."""
    x = low + GOLDEN_GAMMA
    rng[0] = mix(x)
    x ^= mix(high)
    for k in range(1, 4):
        x += GOLDEN_GAMMA
        rng[k] = mix(x)

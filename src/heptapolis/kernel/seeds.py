"""Derive seeds and generator states, and the seeds of many games, each from its place and the
number of games before it there."""

from typing import Any

import numpy as np

from heptapolis.kernel import entry, jit

ZERO = np.uint64(0)
GOLDEN = np.uint64(0x9E3779B97F4A7C15)
FIRST, SECOND = np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x94D049BB133111EB)


@jit
def mix(x: Any) -> Any:
    """Return a number that looks unrelated to its argument (splitmix64)."""
    z = (x ^ (x >> np.uint64(30))) * FIRST
    z = (z ^ (z >> np.uint64(27))) * SECOND
    return z ^ (z >> np.uint64(31))


@entry
def game_seed(seed: Any, place: Any, number: Any) -> Any:
    """Return the seed of a game by its place and its number."""
    return mix(mix(seed + np.uint64(place) * GOLDEN) + np.uint64(number) * GOLDEN)


@entry
def sow(rng: Any, low: Any, high: Any = ZERO) -> None:
    """Return a generator's state from the two words of a seed. `mix` can be undone, so the first
    word determines the low one and the second the high one: no two seeds share a state, none makes
    it 0."""
    x = low + GOLDEN
    rng[0] = mix(x)
    x ^= mix(high)
    for k in range(1, 4):
        x += GOLDEN
        rng[k] = mix(x)

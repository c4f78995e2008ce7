"""Seeds: what grows from one, and those of many games, each a number of where it is played and how
many went before it there."""

from typing import Any

import numpy as np

from heptapolis.kernel import entry, jit

ZERO = np.uint64(0)
GOLDEN = np.uint64(0x9E3779B97F4A7C15)
FIRST, SECOND = np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x94D049BB133111EB)


@jit
def mix(x: Any) -> Any:
    """A number that looks nothing like the one it comes from (splitmix64)."""
    z = (x ^ (x >> np.uint64(30))) * FIRST
    z = (z ^ (z >> np.uint64(27))) * SECOND
    return z ^ (z >> np.uint64(31))


@entry
def game_seed(seed: Any, place: Any, number: Any) -> Any:
    """The seed of a place's game with this number."""
    return mix(mix(seed + np.uint64(place) * GOLDEN) + np.uint64(number) * GOLDEN)


@entry
def sow(rng: Any, low: Any, high: Any = ZERO) -> None:
    """A generator's state from the two words of a seed. `mix` can be undone, so the first word
    tells the low one and the second the high one: no two seeds share a state, none makes it 0."""
    x = low + GOLDEN
    rng[0] = mix(x)
    x ^= mix(high)
    for k in range(1, 4):
        x += GOLDEN
        rng[k] = mix(x)

"""Random numbers: xoshiro256** with its state as an argument, so the stream never changes."""

from typing import Any

import numpy as np

from heptapolis.kernel import entry, inlined, jit
from heptapolis.kernel.seeds import sow
from heptapolis.kernel.types import Count, Floats, Ints, Random, Seed

MASK = (1 << 64) - 1


def generator(seed: int) -> Random:
    """Return a generator's state for a seed of 128 bits."""
    state = np.empty(4, np.uint64)
    sow(state, np.uint64(seed & MASK), np.uint64(seed >> 64 & MASK))
    return state


@jit
def rotate(x: Seed, k: Count) -> Any:
    return (x << np.uint64(k)) | (x >> np.uint64(64 - k))


@inlined
def draw(rng: Random) -> Any:
    """Return 64 random bits."""
    result = rotate(rng[1] * np.uint64(5), 7) * np.uint64(9)
    t = rng[1] << np.uint64(17)
    rng[2] ^= rng[0]
    rng[3] ^= rng[1]
    rng[1] ^= rng[2]
    rng[0] ^= rng[3]
    rng[2] ^= t
    rng[3] = rotate(rng[3], 45)
    return result


@jit
def random_below(rng: Random, n: Count) -> Any:
    """Return an integer from 0 to n - 1. Its bias, n / 2**32, is too small to show in a deck."""
    return np.int64(((draw(rng) >> np.uint64(32)) * np.uint64(n)) >> np.uint64(32))


@jit
def uniform(rng: Random) -> Any:
    """Return a number from 0 up to 1."""
    return np.float64(draw(rng) >> np.uint64(11)) / (1 << 53)


@entry
def shuffle(rng: Random, cards: Ints, n: Count) -> None:
    """Shuffle the first n entries (Fisher and Yates)."""
    for k in range(n - 1, 0, -1):
        j = random_below(rng, k + 1)
        cards[k], cards[j] = cards[j], cards[k]


@jit
def best_of(values: Floats, n: Count, rng: Random) -> Any:
    """Return the index of the highest of the first n values, a random one among equals."""
    best, equals = np.int64(0), np.int64(0)
    for k in range(n):
        if k == 0 or values[k] > values[best] + 1e-9:
            best, equals = np.int64(k), np.int64(1)
        elif values[k] > values[best] - 1e-9:
            equals += 1
            if random_below(rng, equals) == 0:
                best = np.int64(k)
    return best

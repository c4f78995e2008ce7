"""Samples for many seats at once agree with the samples of each seat's view."""

from random import Random
from typing import Any

import numpy as np
import pytest

from heptapolis.kernel.seeds import game_seed
from heptapolis.vector import VectorEnv
from tests.encodings.moments import TABLES

SEED = 11


class FixedRandom(Random):
    """A source of random numbers that always returns the same number."""

    number = 0

    def getrandbits(self, bits: int) -> int:
        return self.number


@pytest.mark.parametrize(("ruleset", "options"), TABLES)
def test_the_samples_are_those_of_the_views(ruleset: str, options: dict[str, Any]) -> None:
    env, rng = VectorEnv(ruleset, games=6, seed=3, **options), FixedRandom()
    for step in range(30):
        if step % 6 == 5:
            games, lanes = np.nonzero(env.to_move)
            samples = env.sample_states(games, lanes, SEED)
            for row, (game, lane) in enumerate(zip(games.tolist(), lanes.tolist(), strict=True)):
                seat = int(env.seat[game, lane])
                rng.number = int(game_seed(np.uint64(SEED), np.int64(game), np.int64(seat)))
                dealt = env.view(game, seat).sample(rng)
                for name in samples.dtype.names:
                    assert np.array_equal(dealt._states[name][0], samples[name][row]), name
        env.step(env.any_actions())


def test_what_a_seat_knows_is_the_same_in_every_sample() -> None:
    env = VectorEnv("duel", games=50, seed=4)
    for _ in range(25):
        env.step(env.any_actions())
    games, lanes = np.nonzero(env.to_move)
    first, second = (env.sample_states(games, lanes, seed) for seed in (1, 2))
    assert not np.array_equal(first["layout"], second["layout"])
    seen, mask = env.observations.copy(), env.mask.copy()
    for samples in (first, second):
        env.states[:] = samples
        for game in range(env.games):
            seat = int(env.seat[game, 0])
            flat, legal = env.encoding.observe(env.view(game, seat), seat)
            assert np.array_equal(flat.flat, seen[game, 0])
            assert np.array_equal(legal, mask[game, 0])

"""Many Duels."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from heptapolis.codes import DUEL_SEATS
from heptapolis.duel.edition import DuelEdition, DuelScratch, duel_edition_of
from heptapolis.duel.engine import wonder_sets
from heptapolis.duel.options import NEUTRAL_STARTS, Wonders
from heptapolis.greedy_weights import DUEL_WEIGHTS
from heptapolis.kernel import records
from heptapolis.kernel.chance import generator
from heptapolis.kernel.duel import greedy, playout
from heptapolis.kernel.duel.state import DUEL
from heptapolis.kernel.duel.workspace import COLUMNS
from heptapolis.simulation import chunks, parts


@dataclass(frozen=True)
class DuelBatch:
    """Results of some Duels, a row each: sheets (game, seat, column), ends (Outcome, winner), and
    the states that they ended in, if they are kept. Seat 0 is the first player."""

    sheets: Any
    ends: Any
    finals: Any


def run_duel_batch(
    edition: DuelEdition,
    games: int,
    seed: int,
    wonders: Wonders = None,
    neutral_start: str = "last",
    players: str = "random",
    keep: bool = False,
) -> DuelBatch:
    """Duels on the calling thread; ``keep`` their last states."""
    workspaces, rng = DuelScratch().workspaces, generator(seed)
    states, empty = records(np.zeros(4, DUEL)), records(np.zeros(1, DUEL))
    empty["neutral_start"][0] = NEUTRAL_STARTS.index(neutral_start)
    sets, weights = wonder_sets(wonders, edition), np.tile(DUEL_WEIGHTS, (DUEL_SEATS, 1))
    batch = DuelBatch(
        np.zeros((games, DUEL_SEATS, COLUMNS), np.int64),
        np.zeros((games, 2), np.int64),
        np.zeros(games if keep else 0, DUEL),
    )
    for part in parts(games, players, keep):
        rows = batch.sheets[part], batch.ends[part]
        if players == "greedy":
            states[:1] = empty
            greedy.contest(states, edition.tables, sets, weights, rng, workspaces, *rows)
        else:
            playout.simulate(states, empty, sets, edition.tables, rng, workspaces, *rows)
        if keep:
            batch.finals[part] = states[:1]
    return batch


def simulate_duel(
    games: int,
    *,
    seed: int = 0,
    wonders: Wonders = None,
    neutral_start: str = "last",
    catalog: Any = None,
    threads: int | None = None,
    players: str = "random",
    keep: bool = False,
) -> Iterator[DuelBatch]:
    """Duels in chunks, as `simulate` plays classic."""
    edition = duel_edition_of(catalog)

    def chunk(size: int, chunk_seed: int) -> DuelBatch:
        return run_duel_batch(edition, size, chunk_seed, wonders, neutral_start, players, keep)

    return chunks(chunk, games, seed, threads)

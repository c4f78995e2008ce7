"""Run many Duels."""

import threading
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np

from heptapolis.edition import Source
from heptapolis.errors import InvalidText
from heptapolis.games.duel.codes import DUEL_SEATS
from heptapolis.games.duel.edition import DuelEdition, DuelScratch, duel_edition_of
from heptapolis.games.duel.engine import wonder_sets
from heptapolis.games.duel.game import DuelGame
from heptapolis.games.duel.greedy_weights import DUEL_WEIGHTS
from heptapolis.games.duel.options import DRAFT, NEUTRAL_STARTS, Wonders
from heptapolis.games.duel.players import greedy, playout, selfplay
from heptapolis.games.duel.rules.state import DUEL
from heptapolis.games.duel.rules.turns import Setup
from heptapolis.games.duel.rules.workspace import COLUMNS
from heptapolis.games.duel.state import read_move
from heptapolis.games.duel.verbs import kind_of
from heptapolis.games.duel.view import SPECTATOR, DuelView
from heptapolis.games.duel.vocabulary import PRELUDE
from heptapolis.kernel import records
from heptapolis.kernel.batch import PlayedBatch
from heptapolis.kernel.chance import generator
from heptapolis.move import Move
from heptapolis.record import ROMAN
from heptapolis.simulation import PLAYERS_STREAM, play_chunks, split_calls, trace_rows

WEIGHTS = np.array([np.zeros_like(DUEL_WEIGHTS), DUEL_WEIGHTS])  # by player
WEIGHTS_BY_SEAT = [np.tile(weights, (DUEL_SEATS, 1)) for weights in WEIGHTS]
NOISE = 5.0  # of the players in playouts, as in the search
STREAM = np.uint64(PLAYERS_STREAM)
MAX_CHOICES = 160  # more than any Duel has
NO_MOVE = np.zeros(3, np.int64)
NO_TRACE = np.zeros((0, greedy.CHOICE), np.int16)


@dataclass(frozen=True)
class DuelBatch:
    """Results of some Duels, a row each: sheets (game, seat, column), ends (DuelOutcome, winner),
    and their last states, if they are kept. Seat 0 is the first player."""

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
    """Run Duels on the calling thread; ``keep`` their last states."""
    workspaces, rng = DuelScratch().workspaces, generator(seed)
    states, empty = records(np.zeros(4, DUEL)), records(np.zeros(1, DUEL))
    empty["neutral_start"][0] = NEUTRAL_STARTS.index(neutral_start)
    sets, weights = wonder_sets(wonders, edition), np.tile(DUEL_WEIGHTS, (DUEL_SEATS, 1))
    batch = DuelBatch(
        np.zeros((games, DUEL_SEATS, COLUMNS), np.int64),
        np.zeros((games, 2), np.int64),
        np.zeros(games if keep else 0, DUEL),
    )
    for part in split_calls(games, players, keep):
        rows = batch.sheets[part], batch.ends[part]
        if players == "greedy":
            states[:1] = empty
            greedy.contest(states, edition.tables, sets, weights, rng, workspaces, NO_TRACE, *rows)
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
    """Run Duels in chunks, as `simulate` runs games of classic."""
    edition = duel_edition_of(catalog)

    def chunk(size: int, chunk_seed: int) -> DuelBatch:
        return run_duel_batch(edition, size, chunk_seed, wonders, neutral_start, players, keep)

    return play_chunks(chunk, games, seed, threads)


# ── the kernel's own players ─────────────────────────────────────────────────────────────────────


class DuelPlayoutMemory(threading.local):
    """The memory of a thread for possible games."""

    def __init__(self) -> None:
        self.states: Any = records(np.zeros(1, DUEL))
        self.workspaces: Any = DuelScratch().workspaces


class DuelQuickPlayers:
    """Random players, and players that look one move ahead; in playouts they use the precomputed
    worth of each card."""

    def __init__(self) -> None:
        self._memory = DuelPlayoutMemory()

    def playouts(
        self, view: DuelView, n: int, players: int, seed: int, move: Move | None
    ) -> tuple[Any, Any]:
        sheets = np.zeros((n, DUEL_SEATS, COLUMNS), np.int64)
        places, memory = np.zeros((n, DUEL_SEATS), np.int64), self._memory
        first = NO_MOVE if move is None else _row(view, move)
        if not selfplay.playouts(
            view._states,
            SPECTATOR if view.seat is None else view.seat,
            memory.states,
            view.edition.tables,
            WEIGHTS_BY_SEAT[players],
            NOISE,
            first,
            generator(seed),
            memory.workspaces,
            sheets,
            places,
        ):
            raise InvalidText("no deal fits what this seat has seen")
        return sheets, places

    def self_play(
        self, options: Any, catalog: Source, seeds: Any, players: Any, is_traced: bool
    ) -> PlayedBatch:
        edition, games = duel_edition_of(catalog), len(seeds)
        empty = records(np.zeros(1, DUEL))
        empty["neutral_start"][0] = NEUTRAL_STARTS.index(options.neutral_start)
        batch = PlayedBatch(
            np.zeros((games, DUEL_SEATS, COLUMNS), np.int64),
            np.zeros((games, DUEL_SEATS), np.int64),
            trace_rows(games, MAX_CHOICES, greedy.CHOICE, is_traced),
            np.zeros(games, np.int64),
            records(np.zeros(games, DUEL)),
        )
        selfplay.self_play(
            batch,
            records(np.zeros(3, DUEL)),
            Setup(empty, wonder_sets(options.wonders, edition)),
            edition.tables,
            STREAM,
            seeds,
            players,
            WEIGHTS,
            generator(0),
            DuelScratch().workspaces,
        )
        return batch

    def endings(self, batch: PlayedBatch, options: Any, catalog: Source) -> tuple[Any, Any]:
        edition = duel_edition_of(catalog)
        games = (DuelGame(edition, batch.finals[k : k + 1]) for k in range(len(batch.finals)))
        told = [(game.outcome, [" ".join(game.city(k).wonders) for k in (0, 1)]) for game in games]
        return np.array([one for one, _ in told]), np.array([wonders for _, wonders in told])

    def game(
        self,
        batch: PlayedBatch,
        number: int,
        options: Any,
        catalog: Source,
        seed: int,
        names: Sequence[str] | None,
    ) -> tuple[DuelGame, list[str]]:
        edition, states = duel_edition_of(catalog), batch.finals[number : number + 1]
        rows: list[list[int]] = batch.traces[number, : batch.lengths[number]].tolist()
        lines = [
            f"{ROMAN[age] if age else PRELUDE}.{turn} {seat} {_text(edition, *move)}"
            for age, turn, seat, *move in rows
        ]
        sets = wonder_sets(options.wonders, edition)
        wonders = " ".join(edition.id[int(item)] for item in sets.ravel() if item) or DRAFT
        return DuelGame(edition, states, names=names, seed=seed, wonders=wonders), lines


@lru_cache(maxsize=20_000)
def _text(edition: DuelEdition, *row: int) -> str:
    return str(read_move(edition, row))


def _row(view: DuelView, move: Move) -> Any:
    """Return a legal move of the view's seat as the kernel takes it."""
    if move not in view.legal_moves():
        raise ValueError(f"'{move}' is not legal")
    item = view.edition.item
    card = item[move.card] if move.card else move.starter or 0
    return np.array([kind_of(move), card, item[move.wonder] if move.wonder else 0], np.int64)


QUICK_PLAYERS = DuelQuickPlayers()

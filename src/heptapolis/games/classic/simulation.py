"""Run many games of classic."""

import threading
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np

from heptapolis.edition import Source
from heptapolis.errors import InvalidText
from heptapolis.games.classic.codes import SEATS, Outcome
from heptapolis.games.classic.edition import ClassicEdition, Scratch, edition_of
from heptapolis.games.classic.engine import BOARDS_STREAM, chosen_boards, empty_states
from heptapolis.games.classic.game import ClassicGame
from heptapolis.games.classic.greedy_weights import CLASSIC_WEIGHTS
from heptapolis.games.classic.options import SIDES
from heptapolis.games.classic.players import greedy, playout, quick, selfplay
from heptapolis.games.classic.position import LEADERS_STREAM
from heptapolis.games.classic.rules import sight
from heptapolis.games.classic.rules.deal import Setup
from heptapolis.games.classic.rules.state import CLASSIC
from heptapolis.games.classic.rules.workspace import COLUMNS
from heptapolis.games.classic.state import read_move
from heptapolis.games.classic.verbs import kind_of
from heptapolis.games.classic.view import ClassicView
from heptapolis.kernel import records
from heptapolis.kernel.batch import PlayedBatch
from heptapolis.kernel.chance import generator
from heptapolis.move import Move
from heptapolis.record import ROMAN
from heptapolis.simulation import PLAYERS_STREAM, play_chunks, split_calls, trace_rows

WEIGHTS = np.array([np.zeros_like(CLASSIC_WEIGHTS), CLASSIC_WEIGHTS])  # by player
NOISES = (-1.0, 1.0)  # of the players in playouts: -1 rates nothing, else the noise in points
STREAMS = np.array([BOARDS_STREAM, LEADERS_STREAM, PLAYERS_STREAM], np.uint64)
MAX_CHOICES = 400  # more than a game with leaders and seven seats has
NO_MOVE = np.zeros(6, np.int64)
NO_TRACE = np.zeros((0, greedy.CHOICE), np.int16)


@dataclass(frozen=True)
class Batch:
    """Results of some games, a row each: sheets (game, seat, column), boards, coins, and the last
    states, if they are kept."""

    sheets: Any
    boards: Any
    coins: Any
    finals: Any


def run_batch(
    edition: ClassicEdition,
    games: int,
    seats: int,
    seed: int,
    sides: str = "random",
    expansions: Collection[str] = (),
    players: str = "random",
    keep: bool = False,
) -> Batch:
    """Run games on the calling thread; ``keep`` their last states."""
    workspaces, rng = Scratch().workspaces, generator(seed)
    states, empty = records(np.zeros(1, CLASSIC)), empty_states(seats, expansions)
    weights = np.tile(CLASSIC_WEIGHTS, (seats, 1))
    batch = Batch(
        np.zeros((games, SEATS, COLUMNS), np.int64),
        np.zeros((games, SEATS), np.int64),
        np.zeros((games, SEATS), np.int64),
        np.zeros(games if keep else 0, CLASSIC),
    )
    for part in split_calls(games, players, keep):
        rows = batch.sheets[part], batch.boards[part], batch.coins[part]
        if players == "greedy":
            greedy.contest(
                states,
                empty,
                edition.tables,
                weights,
                rng,
                SIDES.index(sides),
                workspaces,
                NO_TRACE,
                *rows,
            )
        else:
            playout.simulate(
                states, empty, edition.tables, rng, SIDES.index(sides), workspaces, *rows
            )
        if keep:
            batch.finals[part] = states
    return batch


def simulate(
    games: int,
    seats: int,
    *,
    expansions: Collection[str] = (),
    seed: int = 0,
    sides: str = "random",
    catalog: Any = None,
    threads: int | None = None,
    players: str = "random",
    keep: bool = False,
) -> Iterator[Batch]:
    """Run games and yield them in chunks; the same for a seed on any number of threads."""
    edition = edition_of(catalog, expansions)

    def chunk(size: int, chunk_seed: int) -> Batch:
        return run_batch(edition, size, seats, chunk_seed, sides, expansions, players, keep)

    return play_chunks(chunk, games, seed, threads)


# ── the kernel's own players ─────────────────────────────────────────────────────────────────────


class ClassicPlayoutMemory(threading.local):
    """The memory of a thread for possible games."""

    def __init__(self) -> None:
        self.states: Any = records(np.zeros(1, CLASSIC))
        self.workspaces: Any = Scratch().workspaces


class ClassicQuickPlayers:
    """Random players, and players that look one move ahead."""

    def __init__(self) -> None:
        self._memory = ClassicPlayoutMemory()

    def playouts(
        self, view: ClassicView, n: int, players: int, seed: int, move: Move | None
    ) -> tuple[Any, Any]:
        seats, memory = view.players, self._memory
        sheets, places = np.zeros((n, seats, COLUMNS), np.int64), np.zeros((n, seats), np.int64)
        who = sight.SPECTATOR if view.seat is None else view.seat
        first = NO_MOVE if move is None else _row(view, move)
        if not selfplay.playouts(
            view._states,
            who,
            view._piles,
            memory.states,
            view.edition.tables,
            quick_tables(view.edition),
            NOISES[players],
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
        edition, games = edition_of(catalog, options.expansions), len(seeds)
        boards = chosen_boards(options, edition)[np.newaxis]
        batch = PlayedBatch(
            np.zeros((games, options.seats, COLUMNS), np.int64),
            np.zeros((games, options.seats), np.int64),
            trace_rows(games, MAX_CHOICES, greedy.CHOICE, is_traced),
            np.zeros(games, np.int64),
            records(np.zeros(games, CLASSIC)),
        )
        empty = empty_states(options.seats, options.expansions)
        selfplay.self_play(
            batch,
            Setup(empty, boards, SIDES.index(options.sides), STREAMS),
            edition.tables,
            seeds,
            players,
            WEIGHTS,
            generator(0),
            Scratch().workspaces,
        )
        return batch

    def endings(self, batch: PlayedBatch, options: Any, catalog: Source) -> tuple[Any, Any]:
        ids = edition_of(catalog, options.expansions).id
        boards = batch.finals["board"][:, : options.seats].tolist()
        is_shared = (batch.places == 1).sum(axis=1) > 1
        outcomes = np.where(is_shared, Outcome.SHARED.slug, Outcome.POINTS.slug)
        return outcomes, np.array([[ids[board] for board in row] for row in boards])

    def game(
        self,
        batch: PlayedBatch,
        number: int,
        options: Any,
        catalog: Source,
        seed: int,
        names: Sequence[str] | None,
    ) -> tuple[ClassicGame, list[str]]:
        edition, states = edition_of(catalog, options.expansions), batch.finals[number : number + 1]
        rows: list[list[int]] = batch.traces[number, : batch.lengths[number]].tolist()
        lines, waiting = list[str](), list[list[int]]()
        for row in rows:
            waiting.append(row)
            if row[-1]:  # all choices are in: by seat, the Free City's after its controller's own
                for age, turn, city, seat, *move, _ in sorted(waiting, key=lambda row: row[3]):
                    text = _text(edition, city >= options.seats, *move)
                    lines.append(f"{ROMAN[age]}.{turn} {seat} {text}")
                waiting.clear()
        return ClassicGame(edition, states, names=names, seed=seed), lines


@lru_cache(maxsize=20)
def quick_tables(edition: ClassicEdition) -> Any:
    """Return the tables of a catalogue for the players of playouts."""
    return quick.quick_tables(edition.tables)


@lru_cache(maxsize=20_000)
def _text(edition: ClassicEdition, free_city: bool, *row: int) -> str:
    return str(read_move(edition, row, free_city))


def _row(view: ClassicView, move: Move) -> Any:
    """Return a legal move of the view's seat as the kernel takes it; one without payment is the
    first."""
    legal = view.legal_moves()
    plans = [one for one in legal if one == move]
    plans = plans or [one for one in legal if one.without_payment() == move]
    if not plans:
        raise ValueError(f"'{move}' is not legal")
    meant = plans[0]
    card = view.edition.item[meant.card] if meant.card else 0
    paid = meant.bank, meant.left, meant.right
    return np.array([view._asked_city, kind_of(meant), card, *paid], np.int64)


QUICK_PLAYERS = ClassicQuickPlayers()

"""Many games of classic side by side, one decision of each at a time, with a lane for every
seat."""

from typing import Any

import numpy as np

from heptapolis.games.classic.codes import Outcome
from heptapolis.games.classic.learning.actions import number_of_plan, resolve, write_choices
from heptapolis.games.classic.learning.encoding import encode, write_cities
from heptapolis.games.classic.learning.recall import recall_past
from heptapolis.games.classic.players.greedy import rate_moves
from heptapolis.games.classic.rules import constants as c
from heptapolis.games.classic.rules import scoring
from heptapolis.games.classic.rules.deal import deal_next
from heptapolis.games.classic.rules.moves import legal
from heptapolis.games.classic.rules.scoring import rank, score
from heptapolis.games.classic.rules.turns import city_to_decide, play
from heptapolis.games.classic.rules.types import Recall, Recalls, Sides
from heptapolis.games.classic.rules.workspace import COLUMNS
from heptapolis.kernel import entry, inlined
from heptapolis.kernel.borrowing import borrow
from heptapolis.kernel.chance import best_of
from heptapolis.kernel.clearing import clear
from heptapolis.kernel.seeds import game_seed, sow
from heptapolis.kernel.types import (
    Array,
    Count,
    Flag,
    Flags,
    Floats,
    Index,
    Ints,
    Random,
    Seat,
    Seed,
    State,
    States,
    Tables,
    TablesArray,
    Workspace,
    Workspaces,
)

FACTS = (
    "science_points",
    "shields",
    "coins",
    "blue_points",
    "war_points",
    "stages",
    "guild_points",
    "cards",
)
NOT_ASKED, NOT_MADE = np.int64(-1), np.int64(-1)
POINTS, SHARED = np.int64(Outcome.POINTS), np.int64(Outcome.SHARED)


@entry
def step(
    states: States,
    empty: States,
    boards: Ints,
    sides: Sides,
    tables: TablesArray,
    streams: Ints,
    seed: Seed,
    numbers: Ints,
    seeds: Array,
    n_seats: Ints,
    rng: Random,
    workspaces: Workspaces,
    rows: Ints,
    recalls: Recalls,
    piles: Ints,
    first: Index,
    last: Index,
    observations: Ints,
    mask: Flags,
    to_move: Flags,
    actions: Ints,
    rewards: Floats,
    done: Flags,
    outcomes: Floats,
    sheets: Ints,
    facts: Ints,
    fresh: Flag,
) -> Any:
    """Take a decision in every game from ``first`` to ``last``; deal a new game where one ends, or
    everywhere if they are to be ``fresh``.

    ``empty`` has a record for each possible number of seats, ``boards`` a row of its chosen boards,
    or zeros; ``streams`` are the differences between the seeds of boards and leaders and the
    deal's. Returns a game with an illegal action, or -1; that game stays unchanged.
    """
    rng, observations, mask = borrow(rng), borrow(observations), borrow(mask)
    rows, piles = borrow(rows), borrow(piles)
    t, work, wrong = tables[0], workspaces[0], np.int64(-1)
    for g in range(first, last):
        s = states[g]
        done[g] = False
        if not fresh:
            if not are_legal(g, s.n_players, mask, to_move, actions):
                wrong = np.int64(g)
                continue
            play_all(s, t, g, to_move, actions, work)
            if s.phase == c.OVER:
                done[g] = True
                settle_game(s, t, g, rewards, outcomes, sheets, facts, work)
        if fresh or done[g]:
            seeds[g] = game_seed(seed, g, numbers[g])
            numbers[g] += 1
            deal_next(states, g, empty, boards, sides, t, streams, seeds[g], rng, work)
            n_seats[g] = s.n_players
            recalls[g].age = NOT_MADE
        recall_again(s, piles, recalls[g])
        ask(s, t, g, work, rows, recalls[g], observations, mask, to_move)
    return wrong


@entry
def choose_greedily(
    states: States,
    trials: States,
    tables: TablesArray,
    tastes: Floats,
    games: Ints,
    seats: Ints,
    first: Index,
    last: Index,
    seed: Seed,
    rng: Random,
    workspaces: Workspaces,
    actions: Ints,
) -> None:
    """Choose the action that looks best one move ahead for rows from ``first`` to ``last``, each a
    seat of a game; the seed, the game and the seat decide among equals. ``tastes`` has weights in
    each row; a place at the tables always has the same row. ``trials`` has a row for the game: its
    other seats may be asked at the same time, and rating writes to it for a moment."""
    tastes, rng, trials = borrow(tastes), borrow(rng), borrow(trials)
    t, work, s = tables[0], workspaces[0], trials[0]
    moves = work.moves
    for k in range(first, last):
        trials[0], seat = states[games[k]], np.int64(seats[k])
        city = np.int64(city_to_decide(s, seat)) - 1
        n = legal(s, t, city, work)
        w = tastes[(games[k] * c.SEATS + seat) % tastes.shape[0]]
        rate_moves(s, t, city, w, work, n)
        sow(rng, game_seed(seed, games[k], seat))
        row = best_of(work.values, n, rng)
        bank, left, right = moves[row, 2], moves[row, 3], moves[row, 4]
        actions[k] = number_of_plan(
            s, t, city, moves[row, 0], moves[row, 1], bank, left, right, work
        )


@inlined
def play_all(s: State, t: Tables, g: Index, to_move: Flags, actions: Ints, work: Workspace) -> None:
    """Play the choices of all seats to move; the last one carries them out."""
    for number in range(s.n_players):
        seat = np.int64(number)
        if to_move[g, seat]:
            city = np.int64(city_to_decide(s, seat)) - 1
            action = np.int64(actions[g, seat])
            kind, card, bank, left, right = resolve(s, t, city, action, work)
            play(s, t, city, kind, card, bank, left, right, work.log)


@inlined
def are_legal(g: Index, n_players: Count, mask: Flags, to_move: Flags, actions: Ints) -> Flag:
    """Return whether the actions of all seats to move are legal."""
    for seat in range(n_players):
        action = np.int64(actions[g, seat])
        if to_move[g, seat] and not (0 <= action < mask.shape[2] and mask[g, seat, action]):
            return False
    return True


@inlined
def recall_again(s: State, piles: Ints, recall: Recall) -> None:
    """Update the recall of all seats at the end of an age or of a look."""
    if recall.age == s.age and recall.n_looks == s.n_looks:
        return
    recall.age, recall.n_looks = s.age, s.n_looks
    for seat in range(s.n_players):
        recall_past(s, np.int64(seat), False, piles, recall)


@inlined
def ask(
    s: State,
    t: Tables,
    g: Index,
    work: Workspace,
    rows: Ints,
    recall: Recall,
    observations: Ints,
    mask: Flags,
    to_move: Flags,
) -> None:
    """Write the observations and the legal actions of the seats to move; other lanes are empty."""
    write_cities(s, t, rows, work.sheet)
    for lane in range(to_move.shape[1]):
        seat = np.int64(lane)
        city = NOT_ASKED
        if seat < s.n_players:
            city = np.int64(city_to_decide(s, seat)) - 1
        if city >= 0:
            encode(s, t, seat, False, rows, recall, work.cards, observations[g, seat])
            write_choices(s, t, city, work, observations[g, seat], mask[g, seat])
        elif to_move[g, seat]:
            clear(observations[g, seat])
            clear(mask[g, seat])
        to_move[g, seat] = city >= 0


@inlined
def settle_game(
    s: State,
    t: Tables,
    g: Index,
    rewards: Floats,
    outcomes: Floats,
    sheets: Ints,
    facts: Ints,
    work: Workspace,
) -> None:
    """Write how a game ended; seats that share the victory share the reward."""
    sheet = work.sheet
    for number in range(s.n_players):
        seat = np.int64(number)
        score(s, t, seat, sheet)
        for k in range(COLUMNS):
            sheets[g, seat, k] = sheet[k]
        write_facts(s, seat, sheet, facts[g, seat])
        work.totals[seat] = sheet[scoring.TOTAL]
    winners = rank(s, work.totals, work.places)
    outcomes[g] = POINTS if winners == 1 else SHARED
    for other in range(s.n_players):
        rewards[g, other] = 2.0 / winners - 1.0 if work.places[other] == 1 else -1.0


@inlined
def write_facts(s: State, seat: Seat, sheet: Ints, out: Ints) -> None:
    """Write the facts of a city, in the order of FACTS."""
    out[0], out[1], out[2] = sheet[scoring.SCIENCE], s.shields[seat], s.coins[seat]
    out[3], out[4], out[5] = sheet[scoring.CIVILIAN], sheet[scoring.MILITARY], s.stages[seat]
    out[6], out[7] = sheet[scoring.GUILDS], s.n_city[seat]


@entry
def observe(
    states: States,
    seat: Seat,
    is_view: Flag,
    tables: TablesArray,
    workspaces: Workspaces,
    rows: Ints,
    recalls: Recalls,
    piles: Ints,
    flat: Ints,
    mask: Flags,
) -> None:
    """Write the knowledge of a seat of a game or view, and its legal actions if it is to decide; a
    view brings the ``piles`` that it has seen."""
    s, t, work, recall = states[0], tables[0], workspaces[0], recalls[0]
    flat, mask, rows, piles = borrow(flat), borrow(mask), borrow(rows), borrow(piles)
    write_cities(s, t, rows, work.sheet)
    recall_past(s, seat, is_view, piles, recall)
    encode(s, t, seat, is_view, rows, recall, work.cards, flat)
    city = np.int64(city_to_decide(s, seat)) - 1
    if city >= 0:
        write_choices(s, t, city, work, flat, mask)

"""Many games of classic side by side, one decision of each at a time, with a lane for every
seat."""

from typing import Any, NamedTuple

import numpy as np

from heptapolis.games.classic.codes import Outcome
from heptapolis.games.classic.learning.actions import number_of_plan, resolve, write_choices
from heptapolis.games.classic.learning.encoding import encode, write_cities
from heptapolis.games.classic.learning.recall import recall_past
from heptapolis.games.classic.players.greedy import rate_moves
from heptapolis.games.classic.rules import constants as c
from heptapolis.games.classic.rules import scoring
from heptapolis.games.classic.rules.deal import Setup, deal_next
from heptapolis.games.classic.rules.moves import legal
from heptapolis.games.classic.rules.scoring import rank, score
from heptapolis.games.classic.rules.turns import city_to_decide, play
from heptapolis.games.classic.rules.types import Recalls
from heptapolis.games.classic.rules.workspace import COLUMNS
from heptapolis.kernel import entry, inlined
from heptapolis.kernel.batch import Batch, Decisions, Results, Rows
from heptapolis.kernel.borrowing import borrow
from heptapolis.kernel.chance import best_of
from heptapolis.kernel.clearing import clear
from heptapolis.kernel.seeds import game_seed, sow
from heptapolis.kernel.types import (
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


class Knowledge(NamedTuple):
    """Memory for what the seats of games know."""

    rows: Ints  # the cities of a game, as the encoding writes them
    piles: Ints  # those that a seat has looked through (`recall.new_piles`)
    recalls: Recalls  # of each game


@entry
def step(
    batch: Batch,
    setup: Setup,
    tables: TablesArray,
    seed: Seed,
    knowledge: Knowledge,
    rng: Random,
    workspaces: Workspaces,
    first: Index,
    last: Index,
    fresh: Flag,
) -> Any:
    """Take a decision in every game from ``first`` to ``last``; deal a new game where one ends, or
    everywhere if they are to be ``fresh``. Returns a game with an illegal action, or -1; that game
    stays unchanged.
    """
    batch, knowledge, rng = borrow(batch), borrow(knowledge), borrow(rng)
    states, decisions, done = batch.states, batch.decisions, batch.results.done
    t, work, wrong = tables[0], workspaces[0], np.int64(-1)
    for g in range(first, last):
        s = states[g]
        done[g] = False
        if not fresh:
            if not are_legal(g, s.n_players, decisions):
                wrong = np.int64(g)
                continue
            play_all(s, t, g, decisions, work)
            if s.phase == c.OVER:
                done[g] = True
                settle_game(s, t, g, batch.results, work)
        if fresh or done[g]:
            deal_again(batch, g, setup, t, seed, rng, work)
            knowledge.recalls[g].age = NOT_MADE
        recall_again(s, g, knowledge)
        ask(s, t, g, work, knowledge, decisions)
    return wrong


@inlined
def deal_again(
    batch: Batch, g: Index, setup: Setup, t: Tables, seed: Seed, rng: Random, work: Workspace
) -> None:
    """Deal the next game of a place."""
    deals = batch.deals
    deals.seeds[g] = game_seed(seed, g, deals.numbers[g])
    deals.numbers[g] += 1
    deal_next(batch.states, g, setup, t, deals.seeds[g], rng, work)
    deals.n_seats[g] = batch.states[g].n_players


@entry
def choose_greedily(
    states: States,
    trials: States,
    tables: TablesArray,
    weights: Floats,
    rows: Rows,
    first: Index,
    last: Index,
    rng: Random,
    workspaces: Workspaces,
    actions: Ints,
) -> None:
    """Choose the action that looks best one move ahead for rows from ``first`` to ``last``; chance
    decides among equals. ``weights`` has weights in each row; a place at the tables always has the
    same row. ``trials`` has a row for the game: its other seats may be asked at the same time, and
    rating writes to it for a moment."""
    weights, rng, trials = borrow(weights), borrow(rng), borrow(trials)
    t, work, s = tables[0], workspaces[0], trials[0]
    moves = work.moves
    for k in range(first, last):
        game, seat = rows.games[k], np.int64(rows.seats[k])
        trials[0] = states[game]
        city = np.int64(city_to_decide(s, seat)) - 1
        n = legal(s, t, city, moves, work)
        w = weights[(game * c.SEATS + seat) % weights.shape[0]]
        rate_moves(s, t, city, w, moves, n, work.values)
        sow(rng, game_seed(rows.seed, game, seat))
        row = best_of(work.values, n, rng)
        bank, left, right = moves[row, 2], moves[row, 3], moves[row, 4]
        actions[k] = number_of_plan(
            s, t, city, moves[row, 0], moves[row, 1], bank, left, right, work
        )


@inlined
def play_all(s: State, t: Tables, g: Index, decisions: Decisions, work: Workspace) -> None:
    """Play the choices of all seats to move; the last one carries them out."""
    for number in range(s.n_players):
        seat = np.int64(number)
        if decisions.to_move[g, seat]:
            city = np.int64(city_to_decide(s, seat)) - 1
            action = np.int64(decisions.actions[g, seat])
            kind, card, bank, left, right = resolve(s, t, city, action, work)
            play(s, t, city, kind, card, bank, left, right, work.log)


@inlined
def are_legal(g: Index, n_players: Count, decisions: Decisions) -> Flag:
    """Return whether the actions of all seats to move are legal."""
    mask = decisions.mask
    for seat in range(n_players):
        action = np.int64(decisions.actions[g, seat])
        is_legal = 0 <= action < mask.shape[2] and mask[g, seat, action]
        if decisions.to_move[g, seat] and not is_legal:
            return False
    return True


@inlined
def recall_again(s: State, g: Index, knowledge: Knowledge) -> None:
    """Update the recall of all seats at the end of an age or of a look."""
    recall = knowledge.recalls[g]
    if recall.age == s.age and recall.n_looks == s.n_looks:
        return
    recall.age, recall.n_looks = s.age, s.n_looks
    for seat in range(s.n_players):
        recall_past(s, np.int64(seat), False, knowledge.piles, recall)


@inlined
def ask(
    s: State, t: Tables, g: Index, work: Workspace, knowledge: Knowledge, decisions: Decisions
) -> None:
    """Write the observations and the legal actions of the seats to move; other lanes are empty."""
    rows, recall = knowledge.rows, knowledge.recalls[g]
    observations, mask, to_move = decisions.observations, decisions.mask, decisions.to_move
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
def settle_game(s: State, t: Tables, g: Index, results: Results, work: Workspace) -> None:
    """Write how a game ended; seats that share the victory share the reward."""
    sheet = work.sheet
    for number in range(s.n_players):
        seat = np.int64(number)
        score(s, t, seat, sheet)
        for k in range(COLUMNS):
            results.sheets[g, seat, k] = sheet[k]
        write_facts(s, seat, sheet, results.facts[g, seat])
        work.totals[seat] = sheet[scoring.TOTAL]
    winners = rank(s, work.totals, work.places)
    results.outcomes[g] = POINTS if winners == 1 else SHARED
    for other in range(s.n_players):
        results.rewards[g, other] = 2.0 / winners - 1.0 if work.places[other] == 1 else -1.0


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
    knowledge: Knowledge,
    workspaces: Workspaces,
    flat: Ints,
    mask: Flags,
) -> None:
    """Write the knowledge of a seat of a game or view, and its legal actions if it is to decide; a
    view brings the piles that it has seen."""
    knowledge, flat, mask = borrow(knowledge), borrow(flat), borrow(mask)
    s, t, work, recall = states[0], tables[0], workspaces[0], knowledge.recalls[0]
    write_cities(s, t, knowledge.rows, work.sheet)
    recall_past(s, seat, is_view, knowledge.piles, recall)
    encode(s, t, seat, is_view, knowledge.rows, recall, work.cards, flat)
    city = np.int64(city_to_decide(s, seat)) - 1
    if city >= 0:
        write_choices(s, t, city, work, flat, mask)

"""The search that issue 18 began with, kept to measure the present one against: copies of
`kernel/tree.py`, `kernel/duel/search.py`, `kernel/classic/search.py` and of what `bots/mcts.py`
makes of them, as they were at commit 9032da4. Rules and values of moves are those of today.

    hepta arena duel --gauntlet mcts:50ms lab/rivals/before.py:Before:50ms

It goes when the figures of docs/search.md are made.
"""

import time
from collections.abc import Callable
from math import exp, sqrt
from random import Random
from typing import Any

import numpy as np

import heptapolis as hp
from heptapolis.bots.search_tree import STEP_SIMULATIONS
from heptapolis.bots.strategy import strategy_for
from heptapolis.games.classic.edition import Scratch
from heptapolis.games.classic.greedy_weights import CLASSIC_WEIGHTS
from heptapolis.games.classic.players.greedy import rate_moves
from heptapolis.games.classic.rules import sampling
from heptapolis.games.classic.rules.constants import OVER
from heptapolis.games.classic.rules.hands import decider
from heptapolis.games.classic.rules.moves import uses
from heptapolis.games.classic.rules.scoring import TOTAL, score
from heptapolis.games.classic.rules.state import CLASSIC
from heptapolis.games.classic.rules.turns import must_decide, play
from heptapolis.games.classic.rules.workspace import PATH
from heptapolis.games.duel.codes import DUEL_SEATS
from heptapolis.games.duel.edition import DuelScratch
from heptapolis.games.duel.greedy_weights import DUEL_WEIGHTS
from heptapolis.games.duel.players.greedy import COIN, outlook, promise
from heptapolis.games.duel.players.playout import random_move
from heptapolis.games.duel.rules.scoring import TOTAL as DUEL_TOTAL
from heptapolis.games.duel.rules.scoring import fill_sheet
from heptapolis.games.duel.rules.sight import sample
from heptapolis.games.duel.rules.state import DUEL
from heptapolis.games.duel.rules.turns import (
    BUILD,
    DISCARD,
    MILITARY,
    NO_SEAT,
    NONE,
    ONE,
    SCIENCE,
    WONDER,
    carry_out,
    list_moves,
)
from heptapolis.games.duel.rules.turns import OVER as DUEL_OVER
from heptapolis.games.duel.rules.turns import TURN as DUEL_TURN
from heptapolis.games.duel.rules.workspace import PATH as DUEL_PATH
from heptapolis.kernel import common, entry, inlined, jit, records
from heptapolis.kernel.borrowing import borrow
from heptapolis.kernel.chance import best_of, generator, uniform

# ── trees ────────────────────────────────────────────────────────────────────────────────────────

EDGE = np.dtype(
    [
        ("key", "i8"),  # the move, without its payment
        ("next", "i8"),  # the next edge of the same node, 0 = none
        ("first", "i8"),  # the first edge of the node below, 0 = none yet
        ("visits", "i8"),
        ("prior", "f8"),  # what one move ahead thinks of it, in points
        ("value", "f8"),  # sum of what the seat got
        ("wins", "f8"),  # sum of its wins, a shared one in parts
        ("points", "f8"),  # sum of its points
    ]
)

# How to search; a player brings the values.
CURIOSITY = 0  # how much it tries what it knows little of
TEMPERATURE = 1  # points that a move may look worse by and still be tried often
NOISE = 2  # points by which playouts err
MARGIN = 3  # part of a reward that is for the distance in points, not for winning
SCALE = 4  # points that make a distance
FAIR = 5  # part of an even share of simulations that every move at the root gets
DRAWS = 6  # Duel: random moves of which a playout takes the best
N_HABITS = 7


@jit
def plant(edges: Any, roots: Any) -> None:
    """An empty tree for each seat."""
    edges[0].next = roots + 1
    for root in range(1, roots + 1):
        edges[root].first = 0


@common
def move_key(kind: Any, card: Any, other: Any) -> Any:
    """A move as one number; ``other`` is Duel's wonder, or 1 for a decision of the Free City."""
    return kind + (card << 8) + (other << 24)


@jit
def keep_asked(moves: Any, keys: Any, n: Any, asked_keys: Any) -> Any:
    """Only the moves that a search is asked about, all if none is named; returns how many."""
    if asked_keys.shape[0] == 0:
        return n
    n_kept = np.int64(0)
    for k in range(n):
        for j in range(asked_keys.shape[0]):
            if asked_keys[j] == keys[k]:
                keys[n_kept] = keys[k]
                for column in range(moves.shape[1]):
                    moves[n_kept, column] = moves[k, column]
                n_kept += 1
                break
    return n_kept


@jit
def find_edge(edges: Any, node: Any, key: Any) -> Any:
    """The edge of a move, 0 if there is none yet."""
    edge = edges[node].first
    while edge != 0 and edges[edge].key != key:
        edge = edges[edge].next
    return edge


@jit
def add_edge(edges: Any, node: Any, key: Any, prior: Any) -> Any:
    """A new edge, or 0 if the tree is full."""
    edge = edges[0].next
    if edge >= edges.shape[0]:
        return np.int64(0)
    edges[0].next = edge + 1
    e = edges[edge]
    e.key, e.first, e.visits, e.prior = key, 0, 0, prior
    e.value = e.wins = e.points = 0.0
    e.next = edges[node].first
    edges[node].first = edge
    return edge


@jit
def select(edges: Any, choices: Any, n: Any, is_root: Any, habits: Any, shares: Any) -> Any:
    """The place of the edge to try: what it has brought, and how much is left to learn of it,
    more for the moves that look better one move ahead (PUCT)."""
    best = edges[choices[0]].prior
    visits, value = 0, 0.0
    for k in range(n):
        e = edges[choices[k]]
        best = max(best, e.prior)
        visits += e.visits
        value += e.value
    mean = value / visits if visits > 0 else 0.0
    total = 0.0
    for k in range(n):
        e = edges[choices[k]]
        if is_root and e.visits * n < habits[FAIR] * visits:
            return np.int64(k)
        shares[k] = exp((e.prior - best) / habits[TEMPERATURE])
        total += shares[k]
    chosen, most = np.int64(0), -1.0
    for k in range(n):
        e = edges[choices[k]]
        bonus = habits[CURIOSITY] * shares[k] / total * sqrt(visits + 1.0) / (1 + e.visits)
        worth = (e.value / e.visits if e.visits > 0 else mean) + bonus
        if worth > most:
            chosen, most = np.int64(k), worth
    return chosen


@jit
def reward(won: Any, mine: Any, theirs: Any, habits: Any) -> Any:
    """What an end by points is worth: winning, and by how much."""
    close = 1.0 / (1.0 + exp((theirs - mine) / habits[SCALE]))
    return won + habits[MARGIN] * (close - won)


@jit
def back_up(edges: Any, path: Any, length: Any, rewards: Any, wins: Any, points: Any) -> None:
    """Every edge of the path learns how the game ended for the seat that chose it."""
    for k in range(length):
        e, seat = edges[path[k, 0]], path[k, 1]
        e.visits += 1
        e.value += rewards[seat]
        e.wins += wins[seat]
        e.points += points[seat]


# ── Duel ─────────────────────────────────────────────────────────────────────────────────────────


@entry
def search_duel(
    views: Any, seat: Any, states: Any, tables: Any, w: Any, habits: Any, asked_keys: Any, rng: Any,
    edges: Any, simulations: Any, workspaces: Any,
) -> Any:  # fmt: skip
    """Grow the tree by some simulations; ``edges`` begin as zeros, and the root is edge 1.
    ``asked_keys`` are those of the only moves in question, none means all. Returns False if no
    deal agrees with the view. ``states`` has two rows: the game that is played, and one for trying
    moves."""
    i = np.int64(0)
    views, states, tables = borrow(views), borrow(states), borrow(tables)
    w, habits, asked_keys, rng, edges = (
        borrow(w), borrow(habits), borrow(asked_keys), borrow(rng), borrow(edges),
    )  # fmt: skip
    s, t, work = states[i], tables[0], workspaces[0]
    if edges[0].next == 0:
        plant(edges, ONE)
    for _ in range(simulations):
        if not sample(views, i, seat, states, i, tables, rng, workspaces):
            return False
        length = duel_simulation(states, i, t, w, habits, asked_keys, rng, edges, work)
        count_duel_rewards(s, t, habits, work)
        back_up(edges, work.path, length, work.rewards, work.wins, work.points)
    return True


@inlined
def duel_simulation(
    states: Any, i: Any, t: Any, w: Any, habits: Any, asked_keys: Any, rng: Any, edges: Any,
    work: Any,
) -> Any:  # fmt: skip
    """Play one possible game to its end, by the tree first; returns how long the path is."""
    s, moves = states[i], work.moves
    length, node = np.int64(0), ONE
    while s.phase != DUEL_OVER and node > 0 and length < DUEL_PATH:
        row = duel_row(states, i, t, w, habits, asked_keys, edges, node, work)
        edge = work.edges[row]
        if edge > 0:
            work.path[length, 0], work.path[length, 1] = edge, s.seat
            length += 1
        node = edge if edge > 0 and edges[edge].visits > 0 else np.int64(0)
        carry_out(s, t, moves[row, 0], moves[row, 1], moves[row, 2], work)
    draws = np.int64(habits[DRAWS])
    while s.phase != DUEL_OVER:
        kind, card, wonder = draw_move(s, t, w, draws, rng, work)
        carry_out(s, t, kind, card, wonder, work)
    return length


@inlined
def draw_move(s: Any, t: Any, w: Any, draws: Any, rng: Any, work: Any) -> Any:
    """The best of some random moves, by what they promise."""
    best, most = (NONE, NONE, NONE), 0.0
    for k in range(draws if s.phase == DUEL_TURN else ONE):
        random_move(s, t, rng, work)
        kind, card, wonder = work.drawn_move[0], work.drawn_move[1], work.drawn_move[2]
        value = 0.0
        if draws > 1:
            if kind == BUILD:
                value = promise(s, t, s.seat, card, w) - w[COIN] * t.cost_coins[card]
            elif kind == WONDER:
                value = promise(s, t, s.seat, wonder, w)
            elif kind == DISCARD:
                value = w[COIN] * t.discard_coins
        if k == 0 or value > most:
            best, most = (kind, card, wonder), value
    return best


@inlined
def duel_row(
    states: Any, i: Any, t: Any, w: Any, habits: Any, asked_keys: Any, edges: Any, node: Any,
    work: Any,
) -> Any:  # fmt: skip
    """The row that the tree wants tried; its edge is in ``work.edges``. If the tree is full, that
    is 0 for some, and the row is the one of them that looks best one move ahead."""
    s, trial, moves = states[i], states[i + 1], work.moves
    n = list_moves(s, t, moves)
    for k in range(n):
        work.keys[k] = move_key(moves[k, 0], moves[k, 1], moves[k, 2])
    if node == 1:
        n = keep_asked(moves, work.keys, n, asked_keys)
    full, most = np.int64(-1), 0.0
    for k in range(n):
        edge = find_edge(edges, node, work.keys[k])
        if edge == 0:
            states[i + 1] = s  # only an array's row takes a whole record
            carry_out(trial, t, moves[k, 0], moves[k, 1], moves[k, 2], work)
            prior = outlook(trial, t, s.seat, w, work)
            edge = add_edge(edges, node, work.keys[k], prior)
            if edge == 0 and (full < 0 or prior > most):
                full, most = np.int64(k), prior
        work.edges[k] = edge
    return full if full >= 0 else select(edges, work.edges, n, node == 1, habits, work.values)


@inlined
def count_duel_rewards(s: Any, t: Any, habits: Any, work: Any) -> None:
    """What the end brings each seat; by how much is no question if the capital or science fell."""
    wins, points, sheet = work.wins, work.points, work.sheet[:]
    for seat in range(DUEL_SEATS):
        fill_sheet(s, t, np.int64(seat), sheet)
        points[seat] = sheet[DUEL_TOTAL]
        wins[seat] = 0.5 if s.winner == NO_SEAT else 1.0 if s.winner == seat else 0.0
    for seat in range(DUEL_SEATS):
        work.rewards[seat] = wins[seat]
        if s.outcome not in (MILITARY, SCIENCE):
            work.rewards[seat] = reward(wins[seat], points[seat], points[1 - seat], habits)


# ── classic ──────────────────────────────────────────────────────────────────────────────────────

LEAST = -1000.0


@entry
def search_classic(
    states: Any, seat: Any, tables: Any, w: Any, habits: Any, asked_keys: Any, rng: Any, edges: Any,
    workspaces: Any,
) -> None:  # fmt: skip
    """Play each of ``states``, possible games as `sampling.sample` deals them, to its end, and let
    the trees learn from it.

    ``edges`` begin as zeros; a seat's root is edge seat + 1. ``asked_keys`` are those of
    the only moves in question, none means all.
    """
    w, habits, asked_keys, rng, edges = (
        borrow(w), borrow(habits), borrow(asked_keys), borrow(rng), borrow(edges),
    )  # fmt: skip
    t, work = tables[0], workspaces[0]
    if edges[0].next == 0:
        plant(edges, states[0].n_players)
    for i in range(states.shape[0]):
        s = states[i]
        length = classic_simulation(s, t, seat, w, habits, asked_keys, rng, edges, work)
        count_classic_rewards(s, t, habits, work)
        back_up(edges, work.path, length, work.rewards, work.wins, work.points)


@inlined
def classic_simulation(
    s: Any, t: Any, me: Any, w: Any, habits: Any, asked_keys: Any, rng: Any, edges: Any, work: Any
) -> Any:
    """Play one possible game to its end, by the trees first; returns how long the path is."""
    moves, cursor = work.moves, work.cursor
    length = np.int64(0)
    for seat in range(s.n_players):
        cursor[seat] = 1 + seat
    while s.phase != OVER:
        for city in range(s.n_cities):
            if not must_decide(s, city):
                continue
            seat = decider(s, city)
            n = uses(s, t, city, work)
            row = np.int64(0)
            if cursor[seat] > 0 and length < PATH:
                for k in range(n):
                    work.keys[k] = move_key(moves[k, 0], moves[k, 1], 0 if city == seat else 1)
                is_root = cursor[seat] == me + 1
                if is_root:
                    n = keep_asked(moves, work.keys, n, asked_keys)
                row = classic_row(s, t, city, cursor[seat], is_root, w, habits, edges, n, work)
                edge = work.edges[row]
                if edge > 0:
                    work.path[length, 0], work.path[length, 1] = edge, seat
                    length += 1
                cursor[seat] = edge if edge > 0 and edges[edge].visits > 0 else 0
            elif n > 1:
                rate_moves(s, t, city, w, work, n)
                for k in range(n):
                    work.values[k] += habits[NOISE] * uniform(rng)
                row = best_of(work.values, n, rng)
            kind, card, bank = moves[row, 0], moves[row, 1], moves[row, 2]
            play(s, t, city, kind, card, bank, moves[row, 3], moves[row, 4], work.log)
    return length


@inlined
def classic_row(
    s: Any, t: Any, city: Any, node: Any, is_root: Any, w: Any, habits: Any, edges: Any, n: Any,
    work: Any,
) -> Any:  # fmt: skip
    """The row that a seat's tree wants tried; its edge is in ``work.edges``. If the tree is full,
    that is 0 for some, and the row is the one of them that looks best one move ahead."""
    is_rated = False
    full, most = np.int64(-1), 0.0
    for k in range(n):
        edge = find_edge(edges, node, work.keys[k])
        if edge == 0:
            if not is_rated:
                rate_moves(s, t, city, w, work, n)
                is_rated = True
            edge = add_edge(edges, node, work.keys[k], work.values[k])
            if edge == 0 and (full < 0 or work.values[k] > most):
                full, most = np.int64(k), work.values[k]
        work.edges[k] = edge
    return full if full >= 0 else select(edges, work.edges, n, is_root, habits, work.values)


@inlined
def count_classic_rewards(s: Any, t: Any, habits: Any, work: Any) -> None:
    """What the end brings each seat."""
    wins, points = work.wins, work.points
    for seat in range(s.n_players):
        score(s, t, seat, work.sheet)
        points[seat] = work.sheet[TOTAL]
    winners = 0
    for seat in range(s.n_players):
        wins[seat] = 1.0
        for other in range(s.n_players):
            ahead = points[other] - points[seat]
            if ahead > 0 or (ahead == 0 and s.coins[other] > s.coins[seat]):
                wins[seat] = 0.0
        winners += 1 if wins[seat] > 0 else 0
    for seat in range(s.n_players):
        wins[seat] /= winners
        rival = LEAST
        for other in range(s.n_players):
            if other != seat:
                rival = max(rival, points[other])
        work.rewards[seat] = reward(wins[seat], points[seat], rival, habits)


# ── the bot ──────────────────────────────────────────────────────────────────────────────────────

DUEL_HABITS = np.array([0.6, 3.0, 0.0, 0.8, 10.0, 0.0, 5.0])
CLASSIC_HABITS = np.array([0.6, 1.5, 1.0, 0.8, 10.0, 0.0, 1.0])
NOTHING_ASKED = np.zeros(0, np.int64)
MOST_TREES, PER_TREE = 4, 2000
SEAT_EDGES, MOST_EDGES = 12, 1_000_000


class Tree:
    """A tree of either game, with the memory to grow it in."""

    def __init__(self, view: Any, seed: int, n_edges: int) -> None:
        self._view, self._rng = view, generator(seed)
        self._edges = records(np.zeros(n_edges, EDGE))
        self._is_duel = isinstance(view, hp.DuelView)
        if self._is_duel:
            self._states, self._workspaces = records(np.zeros(2, DUEL)), DuelScratch().workspaces
        else:
            self._states, self._workspaces = (
                records(np.zeros(STEP_SIMULATIONS, CLASSIC)),
                Scratch().workspaces,
            )

    def grow(self, simulations: int) -> None:
        for done in range(0, simulations, STEP_SIMULATIONS):
            self._simulate(min(STEP_SIMULATIONS, simulations - done))

    def _simulate(self, simulations: int) -> None:
        view, tables = self._view, self._view.edition.tables
        if self._is_duel:
            search_duel(
                view._states, view.seat, self._states, tables, DUEL_WEIGHTS, DUEL_HABITS,
                NOTHING_ASKED, self._rng, self._edges, simulations, self._workspaces,
            )  # fmt: skip
            return
        states = self._states[:simulations]
        sampling.sample(
            view._states, 0, view.seat, view._piles, states, tables, self._rng, self._workspaces
        )
        search_classic(
            states, view.seat, tables, CLASSIC_WEIGHTS, CLASSIC_HABITS, NOTHING_ASKED, self._rng,
            self._edges, self._workspaces,
        )  # fmt: skip

    def add_up(self, sums: dict[int, Any]) -> None:
        """The visits of each move and the sum of what they brought."""
        edge = int(self._edges["first"][1 if self._is_duel else 1 + self._view.seat])
        while edge:
            e = self._edges[edge]
            sums[int(e["key"])] += (e["visits"], e["value"])
            edge = int(e["next"])


class Before:
    """By simulations or by milliseconds, on one thread."""

    def __init__(
        self,
        simulations: int = 1000,
        *,
        ms: float | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.simulations, self.ms, self.clock = simulations, ms, clock

    def prepare(self, view: Any) -> None:
        Tree(view, 0, 1000).grow(1)  # compiles

    def choose(self, view: Any, rng: Random) -> hp.Move:
        choices: dict[int, hp.Move] = {}
        for move in view.legal_moves():
            choices.setdefault(strategy_for(view, "before").key(view, move), move)
        if len(choices) == 1:
            return next(iter(choices.values()))
        sums: dict[int, Any] = {key: np.zeros(2) for key in choices}
        self._search(view, rng, sums)
        return choices[max(choices, key=lambda key: tuple(sums[key].tolist()))]

    def _search(self, view: Any, rng: Random, sums: dict[int, Any]) -> None:
        n_trees = 1 if self.ms else min(MOST_TREES, 1 + self.simulations // PER_TREE)
        n_edges = 1000 + SEAT_EDGES * view.players * self.simulations // n_trees
        n_edges = MOST_EDGES if self.ms else min(MOST_EDGES, n_edges)
        for k in range(n_trees):
            tree = Tree(view, rng.getrandbits(64), n_edges)
            if self.ms is None:
                tree.grow(self.simulations // n_trees + (k < self.simulations % n_trees))
            else:
                deadline = self.clock() + self.ms / 1000
                while self.clock() < deadline:
                    tree.grow(STEP_SIMULATIONS)
            tree.add_up(sums)

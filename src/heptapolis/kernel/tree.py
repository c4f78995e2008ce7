"""A tree of decisions for a search.

An edge is a move of a seat; the node below it is the edge itself, and the edges of that node are a
linked list, which grows as the search meets moves that other deals did not offer. Edge 0 holds the
number of edges in use; the next ones are roots, one for each seat with its own tree.
"""

from math import exp, sqrt
from typing import Any

import numpy as np

from heptapolis.kernel import common, jit
from heptapolis.kernel.types import (
    Card,
    Count,
    Edges,
    Flag,
    Floats,
    Index,
    Integer,
    Ints,
    Item,
    Kind,
    Real,
)

EDGE = np.dtype(
    [
        ("key", "i8"),  # the move, without its payment
        ("next", "i8"),  # the next edge of the same node, 0 = none
        ("first", "i8"),  # the first edge of the node below, 0 = none yet
        ("visits", "i8"),
        ("hope", "f8"),  # its value one move ahead, relative to the other edges of the node
        ("value", "f8"),  # sum of the seat's rewards
        ("wins", "f8"),  # sum of its chances to win
    ],
    align=True,
)

# How to search; a player sets the values.
EXPLORATION_WEIGHT = 0  # weight of exploration
TEMPERATURE = 1  # points by which a move may look worse and still be tried often
PRIOR_WEIGHT = 2  # weight of the prior of moves, beside one move ahead
NOISE = 3  # error of playouts, in points
MARGIN_WEIGHT = 4  # part of a reward that depends on the distance in points, not on winning
MARGIN_SCALE = 5  # points that make a distance
EVEN_SHARE = 6  # part of the simulations that all moves at the root share evenly
N_HABITS = 7

MAX_EXPONENT = 300.0  # largest difference in temperatures: e to this is a number


@jit
def clear_trees(edges: Edges, roots: Count) -> None:
    """Clear the tree of each seat."""
    edges[0].next = roots + 1
    for root in range(1, roots + 1):
        edges[root].first = 0


@common
def move_key(kind: Kind, card: Card, other: Item) -> Any:
    """Return a move as one number; ``other`` is a second thing, or 1 for a city without an
    owner."""
    return kind + (card << 8) + (other << 24)


@jit
def keep_asked_moves(moves: Ints, keys: Ints, n: Count, asked_keys: Ints) -> Any:
    """Keep only the moves that a search is asked about, all if none is given; returns how many."""
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
def find_edge(edges: Edges, node: Index, key: Integer, last: Index) -> Any:
    """Return the edge of a move, 0 if there is none yet. Moves come in the same order again and
    again, so the lookup begins behind the ``last`` edge of this node that was found or added."""
    edge = edges[last].next if last > 0 else edges[node].first
    while edge != 0 and edges[edge].key != key:
        edge = edges[edge].next
    if edge == 0 and last > 0:
        edge = edges[node].first
        while edge != last and edges[edge].key != key:
            edge = edges[edge].next
        edge = edge if edge != last else np.int64(0)
    return edge


@jit
def add_edge(
    edges: Edges, node: Index, key: Integer, prior: Real, habits: Floats, last: Index
) -> Any:
    """Add an edge behind the last one and return it, or 0 if the tree is full; ``prior`` is in
    points."""
    edge = edges[0].next
    if edge >= edges.shape[0]:
        return np.int64(0)
    edges[0].next = edge + 1
    e = edges[edge]
    e.key, e.first, e.visits = key, 0, 0
    e.hope = exp(min(max(prior / habits[TEMPERATURE], -MAX_EXPONENT), MAX_EXPONENT))
    e.value = e.wins = 0.0
    if last > 0:
        e.next = edges[last].next
        edges[last].next = edge
    else:
        e.next = edges[node].first
        edges[node].first = edge
    return edge


@jit
def select(edges: Edges, choices: Ints, n: Count, is_root: Flag, habits: Floats) -> Any:
    """Return the row of the edge to try, by its rewards and by what is left to learn of it,
    favouring moves that look better one move ahead (PUCT)."""
    visits, value, hopes = 0, 0.0, 0.0
    for k in range(n):
        e = edges[choices[k]]
        visits += e.visits
        value += e.value
        hopes += e.hope
    mean = value / visits if visits > 0 else 0.0
    curiosity = habits[EXPLORATION_WEIGHT] * sqrt(visits + 1.0) / hopes
    chosen, most = np.int64(0), -1.0
    for k in range(n):
        e = edges[choices[k]]
        if is_root and e.visits * n < habits[EVEN_SHARE] * visits:
            return np.int64(k)
        bonus = curiosity * e.hope / (1 + e.visits)
        worth = (e.value / e.visits if e.visits > 0 else mean) + bonus
        if worth > most:
            chosen, most = np.int64(k), worth
    return chosen


@jit
def reward(won: Real, mine: Real, theirs: Real, habits: Floats) -> Any:
    """Return the reward of an end by points, for winning and for the distance."""
    close = 1.0 / (1.0 + exp((theirs - mine) / habits[MARGIN_SCALE]))
    return won + habits[MARGIN_WEIGHT] * (close - won)


@jit
def back_up(edges: Edges, path: Ints, length: Count, rewards: Floats, wins: Floats) -> None:
    """Add the rewards to every edge of the path, for the seat that chose it."""
    for k in range(length):
        e, seat = edges[path[k, 0]], path[k, 1]
        e.visits += 1
        e.value += rewards[seat]
        e.wins += wins[seat]

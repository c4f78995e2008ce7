"""A graph of decisions for a search that a network guides.

A node is the knowledge of a seat when it decides: the same knowledge is the same node, whatever the
path or the deal. Its branches are the legal actions of the seat. Node 0 and branch 0 are unused;
node 1 is the decision being searched.
"""

from math import sqrt
from typing import Any, NamedTuple

import numpy as np

from heptapolis.kernel import jit, records
from heptapolis.kernel.seeds import GOLDEN_GAMMA, mix
from heptapolis.kernel.types import (
    Branch,
    Branches,
    Count,
    Flags,
    Floats,
    Index,
    Ints,
    Nodes,
    Real,
    Seat,
)

NODE = np.dtype(
    [
        ("key", "u8"),  # the knowledge of the seat, as one number
        ("first", "i8"),  # the first of its branches, which are adjacent
        ("n", "i8"),  # their number; 0: the network has not been asked yet
        ("seat", "i8"),  # the deciding seat
        ("value", "f8"),  # the network's value for that seat, from -1 to 1
    ],
    align=True,
)
BRANCH = np.dtype(
    [
        ("action", "i4"),
        ("visits", "i4"),
        ("waiting", "i4"),  # simulations under way through it
        ("likely", "f4"),  # the network's probability ...
        ("prior", "f4"),  # ... and the same flattened, which guides the search
        ("value", "f8"),  # sum of the seat's rewards
    ],
    align=True,
)
ROOT = np.int64(1)
# Counters: nodes and branches in use, simulations begun, worlds that they have been in.
USED_NODES, USED_BRANCHES, SIMULATIONS_BEGUN, WORLDS, N_COUNTS = 0, 1, 2, 3, 4

# How to search; a player sets the values.
EXPLORATION_WEIGHT = 0  # weight of exploration
UNTRIED_PENALTY = 1  # how much worse than its node an untried action is assumed to be
PRIOR_TEMPERATURE = 2  # of the network's choices: above 1 flattens them
N_HABITS = 3
SIMULATIONS_PER_BRANCH = 4  # of the root, before all of its branches are tried


class Graph(NamedTuple):
    """All decisions that a search has met."""

    nodes: Nodes
    slots: Ints  # the node of each key
    branches: Branches
    counts: Ints


class Questions(NamedTuple):
    """The next questions for the network, with a row for every seat that may have to decide."""

    observations: Ints
    words: Ints  # the same memory, eight numbers at a time
    masks: Flags
    rows: Ints  # the nodes in question
    nodes: Ints  # ... and the branches of their actions


def new_graph(n_nodes: int, n_branches: int) -> Graph:
    """Return a graph with only its root; unused memory is never allocated."""
    counts = np.zeros(N_COUNTS, np.int64)
    counts[USED_NODES], counts[USED_BRANCHES] = ROOT + 1, 1
    slots = np.zeros(1 << (2 * n_nodes - 1).bit_length(), np.int32)
    nodes, branches = records(np.zeros(n_nodes, NODE)), records(np.zeros(n_branches, BRANCH))
    return Graph(nodes, slots, branches, counts)


@jit
def key_of(words: Ints, seat: Seat) -> Any:
    """Return the knowledge of a seat as one number."""
    key = mix(np.uint64(seat) + GOLDEN_GAMMA)
    for k in range(words.shape[0]):
        if words[k] != 0:
            key = mix(key ^ np.uint64(words[k])) + np.uint64(k) * GOLDEN_GAMMA
    return key


@jit
def find_node(
    questions: Questions, n: Count, row: Index, words: Ints, seat: Seat, graph: Graph
) -> Any:
    """Return the node of a seat's knowledge and the number of questions, one more if it is new."""
    key, last = key_of(words, seat), np.uint64(graph.slots.shape[0] - 1)
    slot = np.int64(key & last)
    while graph.slots[slot] != 0 and graph.nodes[graph.slots[slot]].key != key:
        slot = np.int64(np.uint64(slot + 1) & last)
    if graph.slots[slot] != 0:
        return np.int64(graph.slots[slot]), n
    node = graph.counts[USED_NODES]
    graph.counts[USED_NODES] += 1
    graph.slots[slot] = node
    graph.nodes[node].key, graph.nodes[node].seat, graph.nodes[node].n = key, seat, 0
    questions.rows[n], questions.nodes[n] = row, node
    return np.int64(node), n + 1


@jit
def select(graph: Graph, number: Index, habits: Floats) -> Any:
    """Return the branch to try, by its rewards and by what is left to learn of it, favouring
    actions that the network prefers (PUCT). A simulation under way counts as a visit without
    reward."""
    node, branches = graph.nodes[number], graph.branches
    tried, likely = 0, 0.0
    for k in range(node.first, node.first + node.n):
        b = branches[k]
        tried += b.visits + b.waiting
        likely += b.prior if b.visits > 0 else 0.0
    untried = node.value - habits[UNTRIED_PENALTY] * sqrt(likely)
    curiosity = habits[EXPLORATION_WEIGHT] * sqrt(tried + 1.0)
    chosen, most = np.int64(node.first), -1e9
    for k in range(node.first, node.first + node.n):
        b = branches[k]
        worth = b.value / b.visits if b.visits > 0 else untried
        worth += curiosity * b.prior / (1 + b.visits + b.waiting)
        if worth > most:
            chosen, most = np.int64(k), worth
    return chosen


@jit
def begin(graph: Graph, n_worlds: Count, habits: Floats) -> Any:
    """Return a branch of the root and the world to try it in. All branches meet the same worlds in
    the same order, so that luck does not tell them apart. No branch meets a world twice, so that
    the nodes below do not learn hidden information."""
    branch = untried_branch(graph)
    if branch == 0:
        branch = select(graph, ROOT, habits)
    world = np.int64(graph.branches[branch].visits + graph.branches[branch].waiting) % n_worlds
    graph.counts[SIMULATIONS_BEGUN] += 1
    graph.counts[WORLDS] = max(graph.counts[WORLDS], world + 1)
    return branch, world


@jit
def untried_branch(graph: Graph) -> Any:
    """Return an untried branch of the root if there was time enough for all, else 0: an action that
    the network ignored may win at once."""
    root = graph.nodes[ROOT]
    if graph.counts[SIMULATIONS_BEGUN] >= SIMULATIONS_PER_BRANCH * root.n:
        for k in range(root.first, root.first + root.n):
            if graph.branches[k].visits + graph.branches[k].waiting == 0:
                return np.int64(k)
    return np.int64(0)


@jit
def draw_branch(graph: Graph, number: Index, chance: Real) -> Any:
    """Return the branch that the network takes; ``chance`` is a number from 0 up to 1."""
    node = graph.nodes[number]
    k = np.int64(node.first)
    last = k + node.n - 1
    while k < last and chance >= graph.branches[k].likely:
        chance -= graph.branches[k].likely
        k += 1
    return k


@jit
def add_reward(b: Branch, value: Real) -> None:
    """Add the reward of a simulation to a branch."""
    b.waiting -= 1
    b.visits += 1
    b.value += value

"""A graph of decisions, as a search keeps it that a network guides.

A node is what a seat knows when it is to decide: whatever led there, and in whatever deal, the same
knowledge is the same node. Its branches are the actions that the seat may take then. Node 0 and
branch 0 are nobody's; node 1 is the decision that the search is for.
"""

from math import sqrt
from typing import Any, NamedTuple

import numpy as np

from heptapolis.kernel import jit, records
from heptapolis.kernel.seeds import GOLDEN, mix

NODE = np.dtype(
    [
        ("key", "u8"),  # what the seat knows, as one number
        ("first", "i8"),  # the first of its branches, which lie behind each other
        ("n", "i8"),  # how many there are; 0: the network has not been asked yet
        ("seat", "i8"),  # who decides
        ("value", "f8"),  # what the network expects for that seat, from -1 to 1
    ],
    align=True,
)
BRANCH = np.dtype(
    [
        ("action", "i4"),
        ("visits", "i4"),
        ("waiting", "i4"),  # simulations that are on their way through it
        ("likely", "f4"),  # how likely the network takes it ...
        ("prior", "f4"),  # ... and the same evened out, which guides the search
        ("value", "f8"),  # sum of what the seat got
    ],
    align=True,
)
ROOT = np.int64(1)
# What is counted: nodes and branches in use, simulations begun, worlds that they have been in.
USED_NODES, USED_BRANCHES, BEGUN, WORLDS, N_COUNTS = 0, 1, 2, 3, 4

# How to search; a player brings the values.
CURIOSITY = 0  # how much it tries what it knows little of
DOUBT = 1  # how much worse than its node an untried action is thought to be
WARMTH = 2  # of the network's choices: above 1 they are evened out
N_HABITS = 3
PATIENCE = 4  # simulations for each branch of the root, before all of them are tried


class Graph(NamedTuple):
    """All decisions that a search has met."""

    nodes: Any
    slots: Any  # where a node is, by its key
    branches: Any
    counts: Any


class Questions(NamedTuple):
    """What the network is asked about next; a row for everybody who may have to decide."""

    observations: Any
    words: Any  # the same memory, eight numbers at a time
    masks: Any
    rows: Any  # those in question
    nodes: Any  # ... and whose branches they become


def new_graph(n_nodes: int, n_branches: int) -> Graph:
    """An empty one, but for its root; memory that is never used is never taken."""
    counts = np.zeros(N_COUNTS, np.int64)
    counts[USED_NODES], counts[USED_BRANCHES] = ROOT + 1, 1
    slots = np.zeros(1 << (2 * n_nodes - 1).bit_length(), np.int32)
    nodes, branches = records(np.zeros(n_nodes, NODE)), records(np.zeros(n_branches, BRANCH))
    return Graph(nodes, slots, branches, counts)


@jit
def key_of(words: Any, seat: Any) -> Any:
    """What a seat knows as one number."""
    key = mix(np.uint64(seat) + GOLDEN)
    for k in range(words.shape[0]):
        if words[k] != 0:
            key = mix(key ^ np.uint64(words[k])) + np.uint64(k) * GOLDEN
    return key


@jit
def meet(questions: Any, n: Any, row: Any, words: Any, seat: Any, graph: Any) -> Any:
    """The node of what a seat knows, and how many questions there are: one more if it is new."""
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
def select(graph: Any, number: Any, habits: Any) -> Any:
    """The branch to try: what it has brought, and how much is left to learn of it, more for what
    the network likes better (PUCT). A simulation under way counts as tried, not as brought."""
    node, branches = graph.nodes[number], graph.branches
    tried, likely = 0, 0.0
    for k in range(node.first, node.first + node.n):
        b = branches[k]
        tried += b.visits + b.waiting
        likely += b.prior if b.visits > 0 else 0.0
    untried = node.value - habits[DOUBT] * sqrt(likely)
    curiosity = habits[CURIOSITY] * sqrt(tried + 1.0)
    chosen, most = np.int64(node.first), -1e9
    for k in range(node.first, node.first + node.n):
        b = branches[k]
        worth = b.value / b.visits if b.visits > 0 else untried
        worth += curiosity * b.prior / (1 + b.visits + b.waiting)
        if worth > most:
            chosen, most = np.int64(k), worth
    return chosen


@jit
def begin(graph: Any, n_worlds: Any, habits: Any) -> Any:
    """A branch of the root, and the world to try it in. All branches meet the same worlds in the
    same order, so that what tells them apart is not luck; none meets one twice, so that what lies
    below does not learn what nobody can know."""
    branch = untried(graph)
    if branch == 0:
        branch = select(graph, ROOT, habits)
    world = np.int64(graph.branches[branch].visits + graph.branches[branch].waiting) % n_worlds
    graph.counts[BEGUN] += 1
    graph.counts[WORLDS] = max(graph.counts[WORLDS], world + 1)
    return branch, world


@jit
def untried(graph: Any) -> Any:
    """A branch of the root that nobody has tried, when there was time enough for all: what the
    network never thought of may win at once. 0 if there is none."""
    root = graph.nodes[ROOT]
    if graph.counts[BEGUN] >= PATIENCE * root.n:
        for k in range(root.first, root.first + root.n):
            if graph.branches[k].visits + graph.branches[k].waiting == 0:
                return np.int64(k)
    return np.int64(0)


@jit
def draw_branch(graph: Any, number: Any, chance: Any) -> Any:
    """The branch that the network takes; chance is a number from 0 up to 1."""
    node = graph.nodes[number]
    k = np.int64(node.first)
    last = k + node.n - 1
    while k < last and chance >= graph.branches[k].likely:
        chance -= graph.branches[k].likely
        k += 1
    return k


@jit
def learn(b: Any, value: Any) -> None:
    """What a simulation brought a branch."""
    b.waiting -= 1
    b.visits += 1
    b.value += value

"""Network-guided search of Duel. Seats take turns and see each other's moves, so both decide by the
results of the graph; the cards turned up decide which node a simulation reaches."""

from typing import Any

import numpy as np

from heptapolis.games.duel.learning.actions import move_of, write_mask
from heptapolis.games.duel.learning.encoding import encode
from heptapolis.games.duel.rules import constants as c
from heptapolis.games.duel.rules.turns import carry_out
from heptapolis.games.duel.rules.types import Lane, Lanes
from heptapolis.games.duel.rules.workspace import PATH
from heptapolis.kernel import entry, jit
from heptapolis.kernel.borrowing import borrow
from heptapolis.kernel.guided import ROOT, Graph, Questions, add_reward, begin, find_node, select
from heptapolis.kernel.types import (
    Branches,
    Count,
    Floats,
    Real,
    Seat,
    State,
    States,
    TablesArray,
    Workspaces,
)

LANE = np.dtype(
    [
        ("node", "i8"),  # the pending question, 0 = none
        ("length", "i8"),
        ("path", "i8", (PATH, 2)),  # branches taken, and the seat of each
    ],
    align=True,
)


@entry
def gather(
    worlds: States,
    states: States,
    lanes: Lanes,
    limit: Count,
    tables: TablesArray,
    questions: Questions,
    graph: Graph,
    habits: Floats,
    workspaces: Workspaces,
) -> Any:
    """Begin simulations until every lane waits for the network, or ``limit`` have been begun;
    returns the number of questions."""
    t, work, observations = tables[0], workspaces[0], borrow(questions.observations)
    n, lane = np.int64(0), np.int64(0)
    while lane < lanes.shape[0] and limit > 0:
        one, s = lanes[lane], states[lane]
        limit -= 1
        branch, world = begin(graph, worlds.shape[0], habits)
        states[lane] = worlds[world]
        one.node, one.length, node = 0, 0, ROOT
        while True:
            if node != ROOT:
                branch = select(graph, node, habits)
            graph.branches[branch].waiting += 1
            one.path[one.length, 0], one.path[one.length, 1] = branch, s.seat
            one.length += 1
            kind, card, wonder = move_of(t, s.seat, np.int64(graph.branches[branch].action))
            carry_out(s, t, kind, card, wonder, work)
            if s.phase == c.OVER or one.length == PATH:
                back_up(one, graph.branches, np.int64(0), result(s))
                break
            payable = encode(s, t, s.seat, observations[lane])
            node, n = find_node(questions, n, lane, questions.words[lane], s.seat, graph)
            if graph.nodes[node].n == 0:
                write_mask(s, t, payable, questions.masks[lane], work.moves)
                one.node = node
                lane += 1
                break
    for k in range(lane, lanes.shape[0]):
        lanes[k].node = 0
    return n


@jit
def result(s: State) -> Any:
    """Return the result for the first seat."""
    if s.phase != c.OVER or s.winner > 1:
        return 0.0
    return 1.0 if s.winner == 0 else -1.0


@jit
def back_up(lane: Lane, branches: Branches, seat: Seat, value: Real) -> None:
    """Add a result to the path: what one seat wins the other loses."""
    for k in range(lane.length):
        add_reward(branches[lane.path[k, 0]], value if lane.path[k, 1] == seat else -value)


@entry
def settle(lanes: Lanes, graph: Graph) -> None:
    """Send the network's answers back to the nodes of the simulations."""
    for k in range(lanes.shape[0]):
        if lanes[k].node > 0:
            node = graph.nodes[lanes[k].node]
            back_up(lanes[k], graph.branches, node.seat, node.value)
            lanes[k].node = 0

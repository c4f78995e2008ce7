"""Network-guided search of classic. The seat's own decisions are searched; the other seats decide
as the network would in their place, with their knowledge in the world of the simulation."""

from math import tanh
from typing import Any

import numpy as np

from heptapolis.games.classic.learning.stepping import (
    NOT_MADE,
    Knowledge,
    ask,
    play_all,
    recall_again,
)
from heptapolis.games.classic.rules import constants as c
from heptapolis.games.classic.rules.scoring import TOTAL, rank, score
from heptapolis.games.classic.rules.types import Lane, Lanes
from heptapolis.games.classic.rules.workspace import PATH
from heptapolis.kernel import entry, inlined, jit
from heptapolis.kernel.batch import Decisions
from heptapolis.kernel.borrowing import borrow
from heptapolis.kernel.guided import (
    Graph,
    Questions,
    add_reward,
    begin,
    draw_branch,
    find_node,
    select,
)
from heptapolis.kernel.seeds import game_seed
from heptapolis.kernel.types import (
    Branches,
    Count,
    Flags,
    Floats,
    Index,
    Real,
    Seat,
    Seed,
    State,
    States,
    Tables,
    TablesArray,
    Workspace,
    Workspaces,
)

LANE = np.dtype(
    [
        ("phase", "i8"),
        ("world", "i8"),
        ("steps", "i8"),  # decisions of the table so far
        ("is_asked", "i8"),  # 1: the knowledge of the seats has been written for this step
        ("nodes", "i8", (c.SEATS,)),  # the node of each seat
        ("length", "i8"),
        ("path", "i8", (PATH,)),  # the seat's own branches
    ],
    align=True,
)
IDLE, UNDER_WAY, WAITING = 0, 1, 2  # WAITING: the answer estimates the seat's own result
# The reward of the network (`train.classic`).
WIN_WEIGHT, LEAD_WEIGHT, LEAD_SCALE_POINTS = 0.6, 0.4, 15.0
MAX_LEAD_POINTS = 1000


@entry
def gather(
    me: Seat,
    seed: Seed,
    worlds: States,
    states: States,
    knowledge: Knowledge,
    decisions: Decisions,
    lanes: Lanes,
    limit: Count,
    tables: TablesArray,
    questions: Questions,
    graph: Graph,
    habits: Floats,
    workspaces: Workspaces,
) -> Any:
    """Advance every lane until it waits for the network; ``limit`` simulations may begin. Returns
    the number of questions. ``decisions`` are the questions by lane and seat."""
    knowledge, decisions = borrow(knowledge), borrow(decisions)
    t, work = tables[0], workspaces[0]
    n = np.int64(0)
    for number in range(lanes.shape[0]):
        g = np.int64(number)
        one, s = lanes[g], states[g]
        while True:
            if one.phase == IDLE:
                if limit <= 0:
                    break
                limit -= 1
                one.path[0], one.world = begin(graph, worlds.shape[0], habits)
                graph.branches[one.path[0]].waiting += 1
                one.phase, one.length, one.steps, one.is_asked = UNDER_WAY, 1, 0, 0
                states[g] = worlds[one.world]
                knowledge.recalls[g].age = NOT_MADE
            if one.is_asked == 0:
                recall_again(s, g, knowledge)
                ask(s, t, g, work, knowledge, decisions)
                one.is_asked = 1
            n, is_ready = find_nodes(s, g, me, one, decisions.to_move, questions, n, graph)
            if not is_ready:
                break
            choose_all(s, g, me, seed, one, decisions, graph, habits)
            play_all(s, t, g, decisions, work)
            one.steps += 1
            one.is_asked = 0
            if s.phase == c.OVER or one.length == PATH:
                back_up(one, graph.branches, pay(s, t, me, work))
                one.phase = IDLE
    return n


@inlined
def find_nodes(
    s: State,
    g: Index,
    me: Seat,
    one: Lane,
    to_move: Flags,
    questions: Questions,
    n: Count,
    graph: Graph,
) -> Any:
    """Find the nodes of all deciding seats; returns the number of questions, and whether none is
    open. At a new node of the seat's own the others need not be asked."""
    first, is_ready = g * to_move.shape[1], True
    if one.steps > 0 and to_move[g, me]:
        row = first + me
        one.nodes[me], n = find_node(questions, n, row, questions.words[row], me, graph)
        if graph.nodes[one.nodes[me]].n == 0:
            one.phase = WAITING
            return n, False
    for other in range(s.n_players):
        seat = np.int64(other)
        if seat != me and to_move[g, seat]:
            row = first + seat
            one.nodes[seat], n = find_node(questions, n, row, questions.words[row], seat, graph)
            is_ready &= graph.nodes[one.nodes[seat]].n > 0
    return n, is_ready


@inlined
def choose_all(
    s: State,
    g: Index,
    me: Seat,
    seed: Seed,
    one: Lane,
    decisions: Decisions,
    graph: Graph,
    habits: Floats,
) -> None:
    """Choose an action for every deciding seat; the random number depends on the world and the
    step."""
    for other in range(s.n_players):
        seat = np.int64(other)
        if not decisions.to_move[g, seat]:
            continue
        branch = np.int64(one.path[0])
        if seat != me:
            bits = game_seed(seed, one.world, np.int64(one.steps) * c.SEATS + seat)
            chance = np.float64(bits >> np.uint64(11)) / (1 << 53)
            branch = draw_branch(graph, one.nodes[seat], chance)
        elif one.steps > 0:
            branch = select(graph, one.nodes[me], habits)
            graph.branches[branch].waiting += 1
            one.path[one.length] = branch
            one.length += 1
        decisions.actions[g, seat] = graph.branches[branch].action


@jit
def back_up(one: Lane, branches: Branches, value: Real) -> None:
    for k in range(one.length):
        add_reward(branches[one.path[k]], value)


@inlined
def pay(s: State, t: Tables, me: Seat, work: Workspace) -> Any:
    """Return the worth of the end to the seat, by the reward of its network."""
    totals, places = work.totals, work.places
    for seat in range(s.n_players):
        score(s, t, np.int64(seat), work.sheet)
        totals[seat] = work.sheet[TOTAL]
    winners = rank(s, totals, places)
    ahead = np.int64(MAX_LEAD_POINTS)
    for other in range(s.n_players):
        if other != me:
            ahead = min(ahead, totals[me] - totals[other])
    victory = 2.0 / winners - 1.0 if places[me] == 1 else -1.0
    return WIN_WEIGHT * victory + LEAD_WEIGHT * tanh(ahead / LEAD_SCALE_POINTS)


@entry
def settle(lanes: Lanes, me: Seat, graph: Graph) -> Any:
    """Send the network's answers back to the nodes of the simulations; returns how many simulations
    are still under way."""
    left = np.int64(0)
    for k in range(lanes.shape[0]):
        one = lanes[k]
        if one.phase == WAITING:
            back_up(one, graph.branches, graph.nodes[one.nodes[me]].value)
            one.phase = IDLE
        left += one.phase == UNDER_WAY
    return left

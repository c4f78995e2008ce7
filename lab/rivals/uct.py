"""A plain UCT for Duel, for comparison with the shipped search. Both share only the rules.

    hepta arena duel --gauntlet mcts:50ms lab/rivals/uct.py:Uct:50ms

It has one tree for both seats, without a prior. Every simulation samples the hidden information, so
revealed cards are random, and the tree counts how often each move was available (information-set UCT:
Cowling, Powley, Whitehouse 2012). The tree ends with the age; playouts follow fixed habits. A win counts 1
and a loss 0, and the move with the best mean is played.
"""

import time
from collections.abc import Callable
from math import log, sqrt
from random import Random
from typing import Any

import numpy as np

import heptapolis as hp
from heptapolis.codes import Color
from heptapolis.games.duel.codes import DUEL_ITEMS, FIRST_WONDER
from heptapolis.games.duel.edition import DuelScratch
from heptapolis.games.duel.rules import constants as c
from heptapolis.games.duel.rules.city import can_build, can_pay
from heptapolis.games.duel.rules.sight import sample
from heptapolis.games.duel.rules.state import DUEL
from heptapolis.games.duel.rules.turns import carry_out, list_moves
from heptapolis.games.duel.verbs import kind_of
from heptapolis.kernel import common, entry, inlined, jit, records
from heptapolis.kernel.bits import count_bits, nth_bit
from heptapolis.kernel.borrowing import borrow
from heptapolis.kernel.chance import generator, random_below, uniform

EXPLORATION = 1.5
P_DISCARD, P_BUILD, P_WONDER = 0.15, 0.35, 0.5  # the use of a turn in playouts
GREEN = np.int64(1 << Color.GREEN)
RESOURCES = np.int64(1 << Color.BROWN | 1 << Color.GREY)
ANY_COLOR = np.int64(-1)

STEP = 32  # simulations between two checks of the clock
MOST_NODES = 1_000_000
PATH = 96  # more than the decisions of an age
USES = 32  # uses of a card: two, and the wonders

# A node is the move that leads to it; its children are a linked list. Node 0 has the number of nodes,
# node 1 is the root.
NODE = np.dtype(
    [
        ("code", "i8"),  # the move
        ("next", "i8"),  # next move of the same decision, 0 = none
        ("first", "i8"),  # first move of the next decision, 0 = none yet
        ("visits", "i8"),
        ("chances", "i8"),  # how often the move was available
        ("wins", "f8"),  # for the seat that made the move
    ]
)
ROOT = np.int64(1)


# ── compiled ─────────────────────────────────────────────────────────────────────────────────────


@common
def move_code(kind: Any, card: Any, wonder: Any) -> Any:
    """Return a small number for each move of a decision; moves of different decisions may share one."""
    use = wonder - FIRST_WONDER + 2 if wonder > 0 else 1 if kind == c.DISCARD else 0
    return card * USES + use


@entry
def grow(
    views: Any,
    seat: Any,
    states: Any,
    tables: Any,
    rng: Any,
    nodes: Any,
    rows: Any,
    path: Any,
    simulations: Any,
    workspaces: Any,
) -> Any:
    """Run simulations; return False if no deal agrees with the view. ``rows`` are zeros, one for each
    code, and ``path`` is filled with the nodes of a simulation and the seats that chose them."""
    i = np.int64(0)
    views, states, tables, rng = borrow(views), borrow(states), borrow(tables), borrow(rng)
    nodes, rows, path = borrow(nodes), borrow(rows), borrow(path)
    s, t, work = states[i], tables[0], workspaces[0]
    for _ in range(simulations):
        if not sample(views, i, seat, states, i, tables, rng, workspaces):
            return False
        length = descend(s, t, rng, nodes, rows, path, work)
        play_out(s, t, rng, work)
        for k in range(length):
            node = nodes[path[k, 0]]
            node.visits += 1
            node.wins += 0.5 if s.winner == c.NO_SEAT else 1.0 if s.winner == path[k, 1] else 0.0
    return True


@inlined
def descend(s: Any, t: Any, rng: Any, nodes: Any, rows: Any, path: Any, work: Any) -> Any:
    """Play down the tree to a new move or to the end of the age; return the length of the path."""
    age, parent, length, is_new = s.age, ROOT, np.int64(0), False
    while s.phase != c.OVER and s.age == age and not is_new and length < PATH:
        moves = work.moves
        n = list_moves(s, t, moves)
        row = pick(nodes, parent, moves, n, rows, work.edges, rng)
        parent = work.edges[row]
        if parent == 0:  # the memory is full
            break
        is_new = nodes[parent].visits == 0
        path[length, 0], path[length, 1] = parent, s.seat
        length += 1
        carry_out(s, t, moves[row, 0], moves[row, 1], moves[row, 2], work)
    return length


@inlined
def pick(nodes: Any, parent: Any, moves: Any, n: Any, rows: Any, found: Any, rng: Any) -> Any:
    """Return the row of the move to try: an untried one, or the one with the highest bound. Its node is
    stored in ``found``."""
    for k in range(n):
        rows[move_code(moves[k, 0], moves[k, 1], moves[k, 2])] = k + 1
        found[k] = 0
    n_untried, best, highest = n, c.NONE, -1.0
    place = nodes[parent].first
    while place != 0:
        node = nodes[place]
        k = rows[node.code] - 1
        if k >= 0:
            found[k] = place
            node.chances += 1
            n_untried -= 1
            bound = node.wins / node.visits + EXPLORATION * sqrt(log(node.chances) / node.visits)
            if bound > highest:
                best, highest = k, bound
        place = node.next
    for k in range(n):
        rows[move_code(moves[k, 0], moves[k, 1], moves[k, 2])] = 0
    if n_untried > 0:
        best = nth_untried(found, random_below(rng, n_untried))
        found[best] = add_node(
            nodes, parent, move_code(moves[best, 0], moves[best, 1], moves[best, 2])
        )
    return best


@inlined
def nth_untried(found: Any, n: Any) -> Any:
    """Return the row of the n-th move without a node, counted from 0."""
    k = np.int64(0)
    while found[k] > 0 or n > 0:
        n -= 1 if found[k] == 0 else 0
        k += 1
    return k


@inlined
def add_node(nodes: Any, parent: Any, code: Any) -> Any:
    """Add a child node and return it, or 0 if the memory is full."""
    place = nodes[0].next
    if place >= nodes.shape[0]:
        return c.NONE
    nodes[0].next = place + 1
    nodes[place].code, nodes[place].chances = code, 1
    nodes[place].next = nodes[parent].first
    nodes[parent].first = place
    return place


@inlined
def play_out(s: Any, t: Any, rng: Any, work: Any) -> None:
    """Play to the end by fixed habits; each seat is a scholar or not."""
    scholars, moves = random_below(rng, 4), work.moves
    while s.phase != c.OVER:
        if s.phase == c.TURN:
            kind, card, wonder = draw_use(s, t, (scholars >> s.seat) & 1, rng)
        else:
            row = random_below(rng, list_moves(s, t, moves))
            kind, card, wonder = moves[row, 0], moves[row, 1], moves[row, 2]
        carry_out(s, t, kind, card, wonder, work)


@jit
def draw_use(s: Any, t: Any, is_scholar: Any, rng: Any) -> Any:
    """Draw the use of a turn: kind, card, wonder. Scholars take any green card that they can build."""
    seat, card, wonder = s.seat, c.NONE, c.NONE
    p_build, p_wonder = P_BUILD, P_WONDER
    if is_scholar:
        card = affordable_card(s, t, GREEN, rng)
    kind = c.BUILD if card > 0 else c.NONE
    while kind == c.NONE:
        drawn = uniform(rng) * (P_DISCARD + p_build + p_wonder)
        if drawn < P_DISCARD:
            kind = c.DISCARD
        elif drawn < P_DISCARD + p_build:
            card = affordable_card(s, t, RESOURCES, rng) if s.age == 1 else c.NONE
            card = affordable_card(s, t, ANY_COLOR, rng) if card == 0 else card
            kind = c.BUILD if card > 0 else c.NONE
            p_build = 0.0  # without one, it need not be drawn again
        else:
            wonder = affordable_wonder(s, t, seat, rng)
            kind = c.WONDER if wonder > 0 else c.NONE
            p_wonder = 0.0
    if card == 0:
        card = np.int64(s.layout[s.age - 1, nth_bit(s.open, random_below(rng, count_bits(s.open)))])
    return kind, card, wonder


@jit
def affordable_card(s: Any, t: Any, colors: Any, rng: Any) -> Any:
    """Draw an accessible card of some colours that the seat can build, 0 = none."""
    slots = s.open
    while slots != 0:
        slot = nth_bit(slots, random_below(rng, count_bits(slots)))
        card = np.int64(s.layout[s.age - 1, slot])
        if (colors >> t.color[card]) & 1 and can_build(s, t, s.seat, card):
            return card
        slots &= ~(c.ONE << slot)
    return c.NONE


@inlined
def affordable_wonder(s: Any, t: Any, seat: Any, rng: Any) -> Any:
    """Draw a wonder that the seat can build, 0 = none."""
    wonders = np.int64(s.unbuilt[seat])
    while wonders != 0:
        place = nth_bit(wonders, random_below(rng, count_bits(wonders)))
        if can_pay(s, t, seat, FIRST_WONDER + place):
            return FIRST_WONDER + place
        wonders &= ~(c.ONE << place)
    return c.NONE


# ── the bot ──────────────────────────────────────────────────────────────────────────────────────


class UctTree:
    """A tree for the view of a seat, and its memory."""

    def __init__(self, view: hp.DuelView, rng: Random, n_nodes: int) -> None:
        self._view, self._rng = view, generator(rng.getrandbits(64))
        self._nodes = records(np.zeros(n_nodes, NODE))
        self._nodes["next"][0] = ROOT + 1
        self._states, self._workspaces = records(np.zeros(1, DUEL)), DuelScratch().workspaces
        self._rows = np.zeros(DUEL_ITEMS * USES, np.int64)
        self._path = np.zeros((PATH, 2), np.int64)

    def grow(self, simulations: int) -> None:
        view = self._view
        assert grow(
            view._states,
            view.seat,
            self._states,
            view.edition.tables,
            self._rng,
            self._nodes,
            self._rows,
            self._path,
            simulations,
            self._workspaces,
        ), "no deal fits what this seat has seen"

    def means(self) -> dict[int, tuple[float, int]]:
        """Return the mean and the visits of each move, by its code."""
        means = {}
        place = int(self._nodes["first"][ROOT])
        while place:
            node = self._nodes[place]
            means[int(node["code"])] = float(node["wins"] / node["visits"]), int(node["visits"])
            place = int(node["next"])
        return means


class Uct:
    """A bot with a budget of simulations or milliseconds, on one thread."""

    def __init__(
        self,
        simulations: int = 1000,
        *,
        ms: float | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.simulations, self.ms, self.clock = simulations, ms, clock
        UctTree(hp.new("duel", seed=0).view(0), Random(0), 8).grow(1)  # compiles

    def choose(self, view: Any, rng: Random) -> hp.Move:
        if not isinstance(view, hp.DuelView):
            raise ValueError("this rival plays duel alone")
        deadline = self.clock() + self.ms / 1000 if self.ms else None
        moves: list[hp.Move] = view.legal_moves()
        if len(moves) == 1:
            return moves[0]
        means = self._search(view, rng, deadline)
        return max(moves, key=lambda move: means.get(_code(view, move), (-1.0, 0)))

    def _search(
        self, view: hp.DuelView, rng: Random, deadline: float | None
    ) -> dict[int, tuple[float, int]]:
        n_nodes = MOST_NODES if self.ms else min(MOST_NODES, self.simulations + 2)
        tree = UctTree(view, rng, n_nodes)
        if deadline is None:
            tree.grow(self.simulations)
        else:
            tree.grow(STEP)
            while self.clock() < deadline:
                tree.grow(STEP)
        return tree.means()


def _code(view: hp.DuelView, move: hp.Move) -> int:
    """Return the code of a move in the tree; a chosen starting seat takes the place of a card."""
    item = view.edition.item
    card = item[move.card] if move.card else move.starter or 0
    return int(move_code(kind_of(move), card, item[move.wonder] if move.wonder else 0))

"""The rules of the omens, compiled with those of Duel.

The omens are shuffled. The builder of a wonder looks at the next few and keeps one of them; no other seat
learns which before the end, when it brings its points. The others stay out of the game. An option
says how often players look at omens in the whole game, at most.
"""

from pathlib import Path
from typing import Any

import numpy as np

from heptapolis.codes import Obstacle
from heptapolis.games.duel.codes import FIRST_TOKEN, FIRST_WONDER
from heptapolis.games.duel.rules import constants as c
from heptapolis.games.duel.rules import hooks
from heptapolis.games.duel.rules.turns import add_move, gain
from heptapolis.kernel import inlined, jit
from heptapolis.kernel.chance import random_below, shuffle
from heptapolis.kernel.hooks import RulesPart
from heptapolis.kernel.rows import emit
from heptapolis.kernel.visibility import PUBLIC, SEEN, Fields
from tests.toys.omens.codes import COLUMN, FIRST_OMEN, FORESEEN, KIND, LOOKS, OMENS, PHASE

FORESEEING, FORESEE = np.int64(PHASE), np.int64(KIND)
LOG_FORESEEN = np.int64(FORESEEN)
NOT_OFFERED, NOT_NOW = np.int64(Obstacle.NOT_OFFERED), np.int64(Obstacle.NOT_NOW)

FIELDS = Fields(
    (SEEN, "omens", "u1", (OMENS,)),  # items in the order they are drawn
    (PUBLIC, "n_looks", "i8"),  # number of looks at omens
    (PUBLIC, "looker", "u1", (LOOKS,)),  # who it was: a seat + 1
    (SEEN, "kept", "u1", (LOOKS,)),  # the omen kept of each look, 0: none yet
    (PUBLIC, "due_looks", "i8"),
    (PUBLIC, "look_size", "i8"),  # omens looked at, at a time
    (PUBLIC, "most_looks", "i8"),  # in the whole game: an option
)


@inlined
def show_omens(s: Any, seat: Any, omens: Any) -> None:
    """Those that the seat has looked at."""
    for k in range(s.n_looks):
        if s.looker[k] == seat + 1:
            for place in range(k * s.look_size, (k + 1) * s.look_size):
                omens[place] = s.omens[place]


@inlined
def show_kept(s: Any, seat: Any, kept: Any) -> None:
    for k in range(s.n_looks):
        if s.looker[k] == seat + 1:
            kept[k] = s.kept[k]


@jit
def deal(s: Any, t: Any, rng: Any, pool: Any) -> None:
    s.look_size = t.revealed
    for k in range(t.n_omens):
        pool[k] = FIRST_OMEN + k
    shuffle(rng, pool, np.int64(t.n_omens))
    for k in range(t.n_omens):
        s.omens[k] = pool[k]


@jit
def receive(s: Any, t: Any, item: Any, log: Any) -> None:
    """A wonder lets its builder look at omens, while there are any."""
    looks = min(t.n_omens // t.revealed, s.most_looks)
    if FIRST_WONDER <= item < FIRST_TOKEN and s.n_looks + s.due_looks < looks:
        s.due_looks += 1
    if t.coins_per_omen[item] > 0:
        gain(s, s.seat, t.coins_per_omen[item] * count_kept(s, s.seat), item, log)


@jit
def count_kept(s: Any, seat: Any) -> Any:
    n = np.int64(0)
    for k in range(s.n_looks):
        n += 1 if s.looker[k] == seat + 1 else 0
    return n


@jit
def ask(s: Any, t: Any, work: Any, is_asking: Any) -> Any:
    if is_asking or s.due_looks == 0:
        return is_asking
    s.due_looks -= 1
    s.looker[s.n_looks] = s.seat + 1
    s.n_looks += 1
    s.phase = FORESEEING
    return True


@jit
def add_moves(s: Any, t: Any, moves: Any, n: Any) -> Any:
    if s.phase == FORESEEING:
        for place in range((s.n_looks - 1) * s.look_size, s.n_looks * s.look_size):
            n = add_move(moves, n, FORESEE, np.int64(s.omens[place]), c.NONE)
    return n


@jit
def carry_out(s: Any, t: Any, kind: Any, card: Any, wonder: Any, work: Any, is_done: Any) -> Any:
    if kind != FORESEE:
        return is_done
    s.kept[s.n_looks - 1] = card
    emit(work.log, LOG_FORESEEN, s.seat, card, c.NONE, c.NONE, c.NONE)
    return True


@jit
def refuse(s: Any, t: Any, kind: Any, card: Any, wonder: Any, work: Any, code: Any) -> Any:
    if kind != FORESEE:
        return code
    if s.phase != FORESEEING:
        return NOT_NOW
    for place in range((s.n_looks - 1) * s.look_size, s.n_looks * s.look_size):
        if s.omens[place] == card:
            return c.NONE
    return NOT_OFFERED


@jit
def score(s: Any, t: Any, seat: Any, sheet: Any) -> None:
    """Points of the omens kept; those of others, which a view does not know, count nothing."""
    for k in range(s.n_looks):
        if s.looker[k] == seat + 1 and s.kept[k] > 0:
            points = np.int64(t.points[s.kept[k]])
            sheet[COLUMN] += -points if t.omen_is_dark[s.kept[k] - FIRST_OMEN] else points


@jit
def sample(s: Any, t: Any, seat: Any, rng: Any, work: Any, is_possible: Any) -> Any:
    """Shuffle the omens that the seat has not seen into the other places."""
    n, pool = np.int64(0), work.pool
    for item in range(FIRST_OMEN, FIRST_OMEN + t.n_omens):
        is_seen = False
        for k in range(t.n_omens):
            is_seen |= s.omens[k] == item
        if not is_seen:
            pool[n] = item
            n += 1
    shuffle(rng, pool, n)
    for k in range(t.n_omens):
        if s.omens[k] == 0:
            n -= 1
            s.omens[k] = pool[n]
    for k in range(s.n_looks):
        if s.kept[k] == 0 and not (s.phase == FORESEEING and k == s.n_looks - 1):
            s.kept[k] = s.omens[k * s.look_size + random_below(rng, np.int64(s.look_size))]
    return is_possible


RULES = RulesPart(
    id="omens",
    folder=Path(__file__).parent,
    fields=FIELDS,
    shown_by={show_omens: ("omens",), show_kept: ("kept",)},
    hooks={
        hooks.deal: deal,
        hooks.receive: receive,
        hooks.ask: ask,
        hooks.add_moves: add_moves,
        hooks.carry_out: carry_out,
        hooks.refuse: refuse,
        hooks.score: score,
        hooks.sample: sample,
    },
    numbers={
        "phase": [PHASE],
        "kind of move": [KIND],
        "row of the log": [FORESEEN],
        "column": [COLUMN],
    },
)

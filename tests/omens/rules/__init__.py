"""The rules of the omens, compiled with those of Duel.

Six omens are shuffled. Who builds a wonder looks at the next two and keeps one of them; what it is
nobody else learns before the end, when it brings its points. The other one stays out of the game.
"""

from pathlib import Path
from typing import Any

import numpy as np

from heptapolis.codes import Obstacle
from heptapolis.games.duel.rules import hooks
from heptapolis.games.duel.rules.turns import FIRST_TOKEN, FIRST_WONDER, NONE, OVER, add_move
from heptapolis.kernel import inlined, jit
from heptapolis.kernel.chance import below, shuffle
from heptapolis.kernel.hooks import RulesPart
from heptapolis.kernel.rows import emit
from heptapolis.kernel.visibility import PUBLIC, SEEN, Fields
from tests.omens.codes import COLUMN, DRAWS, FIRST_OMEN, FORESEEN, KIND, LOOK, OMENS, PHASE

ID = "omens"
FORESEEING, FORESEE = np.int64(PHASE), np.int64(KIND)
LOG_FORESEEN = np.int64(FORESEEN)
NOT_OFFERED, NOT_NOW = np.int64(Obstacle.NOT_OFFERED), np.int64(Obstacle.NOT_NOW)

FIELDS = Fields(
    (SEEN, "omens", "u1", (OMENS,)),  # items in the order they are drawn
    (PUBLIC, "n_draws", "i8"),  # pairs that have been looked at
    (PUBLIC, "looker", "u1", (DRAWS,)),  # who looked at each pair: a seat + 1
    (SEEN, "kept", "u1", (DRAWS,)),  # the omen kept of each pair, 0: none yet
    (PUBLIC, "due_looks", "i8"),
)
TABLES = (("omen_points", "i2", (OMENS,)),)


@inlined
def show_omens(s: Any, seat: Any, omens: Any) -> None:
    """The pairs that the seat has looked at."""
    for k in range(s.n_draws):
        if s.looker[k] == seat + 1:
            omens[LOOK * k], omens[LOOK * k + 1] = s.omens[LOOK * k], s.omens[LOOK * k + 1]


@inlined
def show_kept(s: Any, seat: Any, kept: Any) -> None:
    for k in range(s.n_draws):
        if s.looker[k] == seat + 1:
            kept[k] = s.kept[k]


@jit
def deal(s: Any, t: Any, rng: Any, pool: Any) -> None:
    for k in range(OMENS):
        pool[k] = FIRST_OMEN + k
    shuffle(rng, pool, np.int64(OMENS))
    for k in range(OMENS):
        s.omens[k] = pool[k]


@jit
def receive(s: Any, t: Any, item: Any, log: Any) -> None:
    """A wonder lets its builder look at two omens, while there are any."""
    if FIRST_WONDER <= item < FIRST_TOKEN and s.n_draws + s.due_looks < DRAWS:
        s.due_looks += 1


@jit
def ask(s: Any, t: Any, work: Any, is_asking: Any) -> Any:
    if is_asking or s.due_looks == 0:
        return is_asking
    if s.n_draws == 0 or s.kept[s.n_draws - 1] > 0:
        s.looker[s.n_draws] = s.seat + 1
        s.n_draws += 1
    s.phase = FORESEEING
    return True


@jit
def add_moves(s: Any, t: Any, moves: Any, n: Any) -> Any:
    if s.phase == FORESEEING:
        for k in range(LOOK):
            n = add_move(moves, n, FORESEE, np.int64(s.omens[LOOK * (s.n_draws - 1) + k]), NONE)
    return n


@jit
def carry_out(s: Any, t: Any, kind: Any, card: Any, wonder: Any, work: Any, is_done: Any) -> Any:
    if kind != FORESEE:
        return is_done
    s.kept[s.n_draws - 1] = card
    s.due_looks -= 1
    emit(work.log, LOG_FORESEEN, s.seat, card, NONE, NONE, NONE)
    return True


@jit
def refuse(s: Any, t: Any, kind: Any, card: Any, wonder: Any, work: Any, code: Any) -> Any:
    if kind != FORESEE:
        return code
    if s.phase != FORESEEING:
        return NOT_NOW
    first = LOOK * (s.n_draws - 1)
    return NONE if card in (s.omens[first], s.omens[first + 1]) else NOT_OFFERED


@jit
def score(s: Any, t: Any, seat: Any, sheet: Any) -> None:
    """Points of the omens kept. Nobody knows another's before the end: they count as nothing."""
    for k in range(s.n_draws):
        if s.looker[k] == seat + 1 and s.kept[k] > 0:
            sheet[COLUMN] += t.omen_points[s.kept[k] - FIRST_OMEN]


@jit
def sample(s: Any, t: Any, seat: Any, rng: Any, work: Any, is_possible: Any) -> Any:
    """Shuffle the omens that the seat has not seen into their places."""
    n, pool = np.int64(0), work.pool
    for item in range(FIRST_OMEN, FIRST_OMEN + OMENS):
        is_seen = False
        for k in range(OMENS):
            is_seen |= s.omens[k] == item
        if not is_seen:
            pool[n] = item
            n += 1
    shuffle(rng, pool, n)
    for k in range(OMENS):
        if s.omens[k] == 0:
            n -= 1
            s.omens[k] = pool[n]
    for k in range(s.n_draws):
        if s.kept[k] == 0 and not (s.phase == FORESEEING and k == s.n_draws - 1):
            s.kept[k] = s.omens[LOOK * k + below(rng, np.int64(LOOK))]
    return is_possible


RULES = RulesPart(
    id=ID,
    folder=Path(__file__).parent,
    fields=FIELDS,
    shown_by={show_omens: ("omens",), show_kept: ("kept",)},
    hooks={
        hooks.deal: deal, hooks.receive: receive, hooks.ask: ask, hooks.add_moves: add_moves,
        hooks.carry_out: carry_out, hooks.refuse: refuse, hooks.score: score,
        hooks.sample: sample,
    },
    tables=TABLES,
)  # fmt: skip

"""One move ahead: every legal move gets a value in points, and the best is played."""

from collections import defaultdict
from random import Random

import numpy as np

from heptapolis.classic.edition import scratch
from heptapolis.classic.view import ClassicView
from heptapolis.contract import View
from heptapolis.duel.edition import duel_scratch
from heptapolis.duel.view import DuelView
from heptapolis.greedy_weights import CLASSIC_WEIGHTS, DUEL_WEIGHTS
from heptapolis.kernel import records
from heptapolis.kernel.classic import greedy
from heptapolis.kernel.duel import greedy as duel_greedy
from heptapolis.kernel.duel.state import DUEL
from heptapolis.move import Move

EQUAL = 1e-9  # points that are no difference
DUEL_NOISE = 2.5  # values of Duel's moves lie so much further apart than those of classic


class GreedyBot:
    """Counts points, resources and chains to come, war, science, coins, and what the neighbour or
    the opponent would get; it does not search. ``noise`` is by how many points it errs at most,
    in Duel by more."""

    def __init__(self, noise: float = 0.0) -> None:
        self.noise = noise

    def choose(self, view: View, rng: Random) -> Move:
        noise = self.noise * (DUEL_NOISE if view.game == "duel" else 1.0)
        errors: dict[Move, float] = defaultdict(lambda: noise * rng.random())  # one for each use
        rated = [(move, value + errors[move.without_payment()]) for move, value in rate(view)]
        if not rated:
            raise ValueError("the view's seat is not to move")
        best = max(value for _, value in rated)
        return rng.choice([move for move, value in rated if value > best - EQUAL])


def rate(view: View) -> list[tuple[Move, float]]:
    """Every legal move with its value in points; nothing if the seat is not asked."""
    legal = view.legal_moves()
    if not legal or view.seat is None:
        return []
    tables = view.edition.tables
    if isinstance(view, ClassicView):
        city, values = view._city_of(view.seat) or 0, scratch.values
        greedy.rate_legal(view._states, 0, city, tables, CLASSIC_WEIGHTS, scratch.workspaces)
    elif isinstance(view, DuelView):
        values = duel_scratch.values
        duel_greedy.rate_moves(trial_states(view), 0, tables, DUEL_WEIGHTS, duel_scratch.workspaces)
    else:
        raise TypeError(f"greedy does not play {view.game}")
    return list(zip(legal, values[: len(legal)].tolist(), strict=True))


def trial_states(view: DuelView) -> object:
    """A copy of what the seat sees, and beside it one to try a move in."""
    states = records(np.zeros(2, DUEL))
    states[0] = view._states[0]
    return states

"""One move ahead: every legal move gets a value in points, and the best is played."""

from random import Random
from typing import Any

import numpy as np

from heptapolis.classic.view import ClassicView
from heptapolis.duel.view import DuelView
from heptapolis.edition import scratch
from heptapolis.kernel import duel_greedy, greedy, records
from heptapolis.kernel.chance import generator
from heptapolis.kernel.duel_state import DUEL
from heptapolis.move import Move
from heptapolis.table import View

NO_LOG = np.zeros((1, 6), np.int64)

# In the order of the kernels' names; found by benchmarks/tune_greedy.py.
CLASSIC_WEIGHTS = np.array([0.245, 0.15, 0.168, 0.7, 0.06, 0.35, 0.08, 1.12, 0.15, 1.0, 0.4, 1.0])
DUEL_WEIGHTS = np.array([0.56, 15.1, 0.35, 0.5, 0.56, 1.0, 0.49, 0.6, 2.8, 0.686, 4.2, 0.7])
Rated = tuple[int, list[tuple[Move, float]]]  # the best, and every move with its value


class GreedyBot:
    """Counts points, resources and chains to come, war, science, coins, and what the neighbour or
    the opponent would get; it does not search."""

    def choose(self, view: View, rng: Random) -> Move:
        best, rated = self._rate(view, rng)
        if not rated:
            raise ValueError("the view's seat is not to move")
        return rated[best][0]

    def rate(self, view: View, rng: Random) -> list[tuple[Move, float]]:
        """Every legal move with its value, best first."""
        return sorted(self._rate(view, rng)[1], key=lambda pair: -pair[1])

    def _rate(self, view: View, rng: Random) -> Rated:
        if view.seat is None or view.seat not in view.to_move:
            return 0, []
        chance = generator(rng.getrandbits(64))
        if isinstance(view, ClassicView):
            return _rate_classic(view, view.seat, chance)
        if isinstance(view, DuelView):
            return _rate_duel(view, chance)
        raise TypeError(f"greedy does not play {view.game}")


def _rate_classic(view: ClassicView, seat: int, chance: Any) -> Rated:
    legal, room = view.legal_moves(), scratch
    city = view._city_of(seat) or 0
    best = greedy.greedy_move(
        view._states, 0, city, view.edition.tables, CLASSIC_WEIGHTS, chance, room.work,
        room.moves, room.values,
    )  # fmt: skip
    return int(best), list(zip(legal, room.values[: len(legal)].tolist(), strict=True))


def _rate_duel(view: DuelView, chance: Any) -> Rated:
    legal, room = view.legal_moves(), scratch
    states = records(np.zeros(2, DUEL))
    states[0] = view._states[0]
    best = duel_greedy.greedy_move(
        states, 0, view.edition.tables, DUEL_WEIGHTS, chance, room.duel_moves,
        room.values, NO_LOG,
    )  # fmt: skip
    return int(best), list(zip(legal, room.values[: len(legal)].tolist(), strict=True))

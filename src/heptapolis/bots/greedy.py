"""One move ahead: every legal move gets a value in points, and the best is played."""

from collections import defaultdict
from collections.abc import Callable
from random import Random

from heptapolis.bots.strategy import strategy_for
from heptapolis.contract import View
from heptapolis.move import Move

EQUAL = 1e-9  # points that are no difference


class GreedyBot:
    """Counts points, resources and chains to come, war, science, coins, and what the neighbour or
    the opponent would get; it does not search. ``noise`` is by how many points it errs at most,
    where the values of moves lie further apart than usual by more; ``bonus`` by how many it
    likes a move better than it is worth."""

    def __init__(self, noise: float = 0.0, bonus: Callable[[Move], float] | None = None) -> None:
        self.noise, self.bonus = noise, bonus

    def __repr__(self) -> str:
        return f"GreedyBot({f'noise={self.noise:g}' if self.noise else ''})"

    def prepare(self, view: View) -> None:
        strategy_for(view, "greedy")

    def choose(self, view: View, rng: Random) -> Move:
        noise = self.noise * strategy_for(view, "greedy").noise
        errors: dict[Move, float] = defaultdict(lambda: noise * rng.random())  # one for each use
        rated_moves = [(move, value + errors[move.without_payment()]) for move, value in rate(view)]
        if bonus := self.bonus:
            rated_moves = [(move, value + bonus(move)) for move, value in rated_moves]
        if not rated_moves:
            raise ValueError("the view's seat is not to move")
        best = max(value for _, value in rated_moves)
        return rng.choice([move for move, value in rated_moves if value > best - EQUAL])


def rate(view: View) -> list[tuple[Move, float]]:
    """Every legal move with its value in points; nothing if the seat is not asked."""
    strategy, legal = strategy_for(view, "greedy"), view.legal_moves()
    return list(zip(legal, strategy.rate(view), strict=True)) if legal else []

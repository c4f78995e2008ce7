"""The greedy bot: evaluate every legal move in points, and play the best."""

from collections import defaultdict
from collections.abc import Callable
from random import Random

from heptapolis.bots.strategy import strategy_for
from heptapolis.contract import View
from heptapolis.move import Move

TIE_POINTS = 1e-9  # points: values this close are equal


class GreedyBot:
    """Evaluates one move ahead: points, resources and future chains, war, science, coins, and the
    benefit to a neighbour or the opponent. ``noise`` is the largest error in points; it grows where
    the values of moves are further apart than usual. ``bonus`` returns points to add to a move."""

    def __init__(self, noise: float = 0.0, bonus: Callable[[Move], float] | None = None) -> None:
        self.noise, self.bonus = noise, bonus

    def __repr__(self) -> str:
        return f"GreedyBot({f'noise={self.noise:g}' if self.noise else ''})"

    def choose(self, view: View, rng: Random) -> Move:
        noise = self.noise * strategy_for(view).noise
        # the same error for all payments of a use
        errors: dict[Move, float] = defaultdict(lambda: noise * rng.random())
        rated_moves = [(move, value + errors[move.without_payment()]) for move, value in rate(view)]
        if bonus := self.bonus:
            rated_moves = [(move, value + bonus(move)) for move, value in rated_moves]
        if not rated_moves:
            raise ValueError("the view's seat is not to move")
        best = max(value for _, value in rated_moves)
        return rng.choice([move for move, value in rated_moves if value > best - TIE_POINTS])


def rate(view: View) -> list[tuple[Move, float]]:
    """Return every legal move with its value in points; empty if the seat has no decision."""
    strategy, legal = strategy_for(view), view.legal_moves()
    return list(zip(legal, strategy.rate(view), strict=True)) if legal else []

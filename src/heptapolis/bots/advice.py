"""What to do now and why: a search ranks the moves, one look ahead tells the reasons."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from random import Random

from heptapolis.bots.mcts import MctsBot, MoveEstimate
from heptapolis.bots.strategy import strategy_for
from heptapolis.contract import View
from heptapolis.move import Move

LEAST = 0.05  # points that are worth a word
SIMULATIONS = 2000
FAIR = 0.25  # so that something is known of every move
CERTAIN = 2.0  # standard errors that make almost certain


@dataclass(frozen=True)
class Reason:
    """One thing that a move does, valued in points: below 0 it speaks against the move."""

    key: str
    points: float
    coins: int | None = None  # "coins": gained, or paid if below 0; "gift": paid to neighbours
    seat: int | None = None  # "denies": who would have got the card


@dataclass(frozen=True)
class Advice:
    """A move, what it promises, and why."""

    move: Move
    win: float  # the chance to win, a shared win in parts
    error: float  # standard error of that chance
    points: float  # expected at the end
    visits: int  # simulations that tried it
    reasons: tuple[Reason, ...]  # the weightiest first


def advise(
    view: View,
    *,
    simulations: int = SIMULATIONS,
    ms: float | None = None,
    rng: Random | None = None,
) -> list[Advice]:
    """Every move of the view's seat, the best first; nothing if it is not asked. Without ``rng``
    and ``ms`` the same view gets the same advice."""
    if not isinstance(view, View):
        raise ValueError(f"advise: a view such as game.view(0) is needed, got {view!r}")
    if rng is not None and not isinstance(rng, Random):
        raise ValueError(f"advise: rng is a random.Random, got {rng!r}")
    bot = MctsBot(simulations, ms=ms, fair=FAIR)
    estimates = bot.search(view, rng or Random(0))
    return [_advice(view, one) for one in sorted(estimates, key=_at_least, reverse=True)]


def leading(ranking: Sequence[Advice], most: int) -> list[Advice]:
    """The first of a ranking, in the order of the chances that people are shown: whole per cents,
    and of equal ones what was tried more often."""
    return sorted(ranking[:most], key=lambda one: (-round(100 * one.win), -one.visits))


def _at_least(estimate: MoveEstimate) -> float:
    """The chance that a move has almost certainly (Wilson): few simulations promise little."""
    n, z, win = max(estimate.visits, 1), CERTAIN, estimate.win
    reach = z * sqrt(win * (1 - win) / n + z * z / (4 * n * n))
    return (win + z * z / (2 * n) - reach) / (1 + z * z / n)


def _advice(view: View, estimate: MoveEstimate) -> Advice:
    n, win = max(estimate.visits, 1), estimate.win
    error = sqrt((win * (1 - win) + 0.25 / n) / n)
    why = tuple(reasons(view, estimate.move))
    return Advice(estimate.move, win, error, estimate.points, estimate.visits, why)


def reasons(view: View, move: Move) -> list[Reason]:
    """What speaks for a legal move and against it, the weightiest first."""
    why = strategy_for(view, "greedy").reasons(view, move)
    return sorted((r for r in why if abs(r.points) >= LEAST), key=lambda r: -abs(r.points))

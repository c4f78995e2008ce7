"""What to do now and why: a search ranks the moves, one look ahead tells the reasons."""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from heptapolis.bots.prospects import Outlook, Prospect, effort, outlook
from heptapolis.bots.strategy import strategy_for
from heptapolis.contract import View
from heptapolis.move import Move

LEAST = 0.05  # points that are worth a word
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
    error: float  # of that chance, as far as it hangs on the possible games that were tried
    points: float  # expected at the end
    visits: int  # simulations that tried it
    reasons: tuple[Reason, ...]  # the weightiest first


def advise(
    view: View,
    *,
    simulations: int | None = None,
    ms: float | None = None,
    rng: Random | None = None,
) -> list[Advice]:
    """Every move of the view's seat, the best first; nothing if it is not asked. Without ``rng``
    and ``ms`` the same view gets the same advice. Unless ``simulations`` or ``ms`` say otherwise a
    decision takes a tenth of a second."""
    if not isinstance(view, View):
        raise ValueError(f"advise: a view such as game.view(0) is needed, got {view!r}")
    if rng is not None and not isinstance(rng, Random):
        raise ValueError(f"advise: rng is a random.Random, got {rng!r}")
    found = outlook(view, effort(simulations, ms), rng or Random(0))
    ranking = sorted(found.prospects(), key=_at_least, reverse=True)
    return [_advice(view, found, one) for one in ranking]


def leading(ranking: Sequence[Advice], most: int) -> list[Advice]:
    """The first of a ranking, in the order of the chances that people are shown: whole per cents,
    and of equal ones what was tried more often."""
    return sorted(ranking[:most], key=lambda one: (-round(100 * one.win), -one.visits))


def _at_least(one: Prospect) -> tuple[bool, int, float]:
    """The chance that a move has almost certainly, in whole per cents; of equal ones what the
    search values more."""
    return one.visits > 0, round(100 * (one.win - CERTAIN * one.error)), one.value


def _advice(view: View, found: Outlook, one: Prospect) -> Advice:
    why = tuple(reasons(view, one.move))
    return Advice(one.move, one.win, one.error, found.points(one), one.visits, why)


def reasons(view: View, move: Move) -> list[Reason]:
    """What speaks for a legal move and against it, the weightiest first."""
    why = strategy_for(view, "greedy").reasons(view, move)
    return sorted((r for r in why if abs(r.points) >= LEAST), key=lambda r: -abs(r.points))

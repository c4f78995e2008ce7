"""Advice on a move: a search or a solution ranks the moves, and evaluation one move ahead gives the
reasons."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import hypot
from random import Random

from heptapolis.bots.prospects import Outlook, Prospect, effort, outlook
from heptapolis.bots.strategy import strategy_for
from heptapolis.contract import View
from heptapolis.move import Move

MIN_REASON_POINTS = 0.05  # points: smaller reasons are not mentioned
CERTAINTY_STANDARD_ERRORS = 2.0  # standard errors: the bound of "almost certain"
EQUAL_CHANCES = 1e-9  # chances that differ by rounding only


@dataclass(frozen=True)
class Reason:
    """One effect of a move, valued in points; a negative value speaks against the move."""

    key: str
    points: float
    coins: int | None = None  # "coins": gained, or paid if negative; "gift": paid to neighbours
    seat: int | None = None  # "denies": the seat that would have got the card


@dataclass(frozen=True)
class Advice:
    """A move with its expected result and the reasons for it."""

    move: Move
    win: float  # the chance to win; a shared win counts in parts
    error: float  # of that chance, from the sample of possible games
    points: float  # expected at the end
    visits: int  # simulations that tried the move
    reasons: tuple[Reason, ...]  # the most important first
    is_tie: bool = False  # shares the first place with other moves, as far as the errors tell
    is_exact: bool = False  # solved: the chance has no error


def advise(
    view: View,
    *,
    simulations: int | None = None,
    ms: float | None = None,
    rng: Random | None = None,
) -> list[Advice]:
    """Return every move of the view's seat, the best first; empty if the seat has no decision.
    Without ``rng`` and ``ms``, the same view gives the same advice. By default a decision takes a
    tenth of a second. An ending that is short enough is solved exactly."""
    if not isinstance(view, View):
        raise ValueError(f"advise: a view such as game.view(0) is needed, got {view!r}")
    if rng is not None and not isinstance(rng, Random):
        raise ValueError(f"advise: rng is a random.Random, got {rng!r}")
    found = outlook(view, effort(simulations, ms), rng or Random(0))
    ranking = sorted(found.prospects(), key=_lower_bound, reverse=True)
    tied = [one for one in ranking if _is_level(ranking[0], one)]
    return [_advice(view, found, one, len(tied) > 1 and one in tied) for one in ranking]


def top_moves(ranking: Sequence[Advice], most: int) -> list[Advice]:
    """Return the first of a ranking by the win chance as displayed, in whole per cents; the number
    of visits breaks ties."""
    return sorted(ranking[:most], key=lambda one: (-round(100 * one.win), -one.visits))


def suggestions(ranking: Sequence[Advice], most: int) -> list[Advice]:
    """Return the best moves of different cards, ordered like `top_moves`; further uses of the same
    cards only where there are too few."""
    by_card: dict[str, Advice] = {}
    for one in ranking:
        by_card.setdefault(one.move.card or one.move.wonder or str(one.move), one)
    first = list(by_card.values())
    others = [one for one in ranking if one not in first]
    return top_moves([*first, *others], most)


def _lower_bound(one: Prospect) -> tuple[bool, int, float]:
    """Return the chance that a move almost certainly has, in whole per cents; the value of the
    search breaks ties."""
    return one.visits > 0, round(100 * (one.win - CERTAINTY_STANDARD_ERRORS * one.error)), one.value


def _is_level(best: Prospect, one: Prospect) -> bool:
    """Return whether the errors leave open which of two moves is better."""
    margin = CERTAINTY_STANDARD_ERRORS * hypot(best.error, one.error)
    return one.visits > 0 and best.win - one.win <= margin + EQUAL_CHANCES


def _advice(view: View, found: Outlook, one: Prospect, is_tie: bool) -> Advice:
    why = tuple(reasons(view, one.move))
    points = found.points(one)
    return Advice(one.move, one.win, one.error, points, one.visits, why, is_tie, found.is_exact)


def reasons(view: View, move: Move) -> list[Reason]:
    """Return the reasons for and against a legal move, the most important first."""
    why = strategy_for(view).reasons(view, move)
    return sorted(
        (r for r in why if abs(r.points) >= MIN_REASON_POINTS), key=lambda r: -abs(r.points)
    )

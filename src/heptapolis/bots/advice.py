"""What to do now and why: a search ranks the moves, one look ahead tells the reasons."""

from dataclasses import dataclass
from math import sqrt
from random import Random
from typing import Any

import numpy as np

from heptapolis.bots.greedy import trial_states
from heptapolis.bots.mcts import Found, MctsBot
from heptapolis.classic.view import ClassicView
from heptapolis.contract import View
from heptapolis.duel.edition import duel_scratch
from heptapolis.duel.view import DuelView
from heptapolis.greedy_weights import CLASSIC_WEIGHTS, DUEL_WEIGHTS
from heptapolis.kernel.classic import greedy
from heptapolis.kernel.duel import greedy as duel_greedy
from heptapolis.kernel.duel.workspace import REASONS
from heptapolis.move import Move

# Why a move is good or bad, in the order of the kernels' columns; faces have a sentence for each.
CLASSIC_REASONS = (
    "points", "coins", "war", "science", "goods", "prices", "power", "chains", "gift", "spent",
    "denies",
)  # fmt: skip
DUEL_REASONS = (
    "points", "coins", "goods", "prices", "chains", "science", "war", "tokens", "wonders",
)  # fmt: skip
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
    bot = MctsBot(simulations, ms=ms, fair=FAIR)
    found = bot.search(view, rng or Random(0))
    return [_advice(view, one) for one in sorted(found, key=_at_least, reverse=True)]


def _at_least(found: Found) -> float:
    """The chance that a move has almost certainly (Wilson): few simulations promise little."""
    n, z = max(found.visits, 1), CERTAIN
    reach = z * sqrt(found.win * (1 - found.win) / n + z * z / (4 * n * n))
    return (found.win + z * z / (2 * n) - reach) / (1 + z * z / n)


def _advice(view: View, found: Found) -> Advice:
    n = max(found.visits, 1)
    error = sqrt((found.win * (1 - found.win) + 0.25 / n) / n)
    why = tuple(reasons(view, found.move))
    return Advice(found.move, found.win, error, found.points, found.visits, why)


def reasons(view: View, move: Move) -> list[Reason]:
    """What speaks for a legal move and against it, the weightiest first."""
    if isinstance(view, ClassicView):
        why = _classic_reasons(view, move)
    elif isinstance(view, DuelView):
        why = _duel_reasons(view, move)
    else:
        raise TypeError(f"nobody gives advice for {view.game}")
    return sorted((r for r in why if abs(r.points) >= LEAST), key=lambda r: -abs(r.points))


def _classic_reasons(view: ClassicView, move: Move) -> list[Reason]:
    assert view.seat is not None
    columns = np.zeros(greedy.N_REASONS)
    city = view._city_of(view.seat) or 0
    card = view.edition.item[move.card] if move.card else 0
    given = move.left + move.right
    heir = greedy.explain(
        view._states, 0, city, view.edition.tables, CLASSIC_WEIGHTS, move.kind, card, move.price,
        given, columns,
    )  # fmt: skip
    coins = {
        "coins": round(columns[greedy.WHY_COINS] / CLASSIC_WEIGHTS[greedy.COIN]),
        "gift": given,
    }
    return [
        Reason(key, points, coins.get(key), int(heir) if key == "denies" else None)
        for key, points in zip(CLASSIC_REASONS, columns.tolist(), strict=True)
    ]


def _duel_reasons(view: DuelView, move: Move) -> list[Reason]:
    """The opponent's loss is one reason, and what the layout offers next another."""
    columns, offer = _changes(view, move)
    if abs(offer) >= duel_greedy.WON:
        return [Reason("wins" if offer > 0 else "loses", offer)]
    if view.phase == "turn":  # a turn passes whatever the card is used for: that is no reason
        passing, _ = _changes(view, Move("discard", move.card))
        passing[0, duel_greedy.WHY_COINS] = 0
        columns -= passing
    mine, theirs = columns.tolist()
    coins = round(columns[0, duel_greedy.WHY_COINS] / DUEL_WEIGHTS[duel_greedy.COIN])
    why = [
        Reason(key, points, coins if key == "coins" else None)
        for key, points in zip(DUEL_REASONS, mine, strict=True)
    ]
    return [
        *why,
        Reason("opponent", -sum(theirs)),
        Reason("again" if offer > 0 else "reply", offer),
    ]


def _changes(view: DuelView, move: Move) -> tuple[Any, float]:
    """What a move changes for the seat and for its opponent, and what the layout offers then."""
    item, tables = view.edition.item, view.edition.tables
    card = move.starter if move.starter is not None else item.get(move.card or "", 0)
    row = np.array([move.duel_kind, card, item.get(move.wonder or "", 0)], np.int64)
    columns = np.zeros((2, REASONS))
    offer = duel_greedy.explain(
        trial_states(view), 0, tables, DUEL_WEIGHTS, row, duel_scratch.workspaces, columns
    )
    return columns, offer

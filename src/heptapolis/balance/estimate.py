"""Numbers that are known up to an interval. The games are independent, the seats of a game are
not: so every observation below is one game."""

from dataclasses import dataclass
from math import atanh, sqrt, tanh
from statistics import NormalDist
from typing import Any

import numpy as np

ERROR = 0.05  # how often an interval may miss
Z = NormalDist().inv_cdf(1 - ERROR / 2)


@dataclass(frozen=True)
class Estimate:
    """A value and its 95 % interval."""

    value: float
    low: float
    high: float


@dataclass(frozen=True)
class Performance:
    """How a seat, a board or anything else did in its games; a shared victory counts in parts."""

    games: int
    wins: Estimate
    points: Estimate

    @classmethod
    def of(cls, wins: Any, points: Any) -> "Performance":
        return cls(len(wins), share(float(wins.sum()), len(wins)), mean(points))

    def off_par(self, par: float, comparisons: int) -> int:
        """See the function of that name."""
        return off_par(self.wins, self.games, par, comparisons)


@dataclass(frozen=True)
class Spread:
    """How whole numbers are distributed; of none everything is 0."""

    counts: dict[int, int]
    mean: float
    quartiles: tuple[float, float, float]

    @classmethod
    def of(cls, values: Any) -> "Spread":
        if len(values) == 0:
            return cls({}, 0.0, (0.0, 0.0, 0.0))
        distinct, counts = np.unique(values, return_counts=True)
        low, middle, high = np.percentile(values, (25, 50, 75)).tolist()
        by_value = dict(zip(distinct.tolist(), counts.tolist(), strict=True))
        return cls(by_value, float(values.mean()), (low, middle, high))


@dataclass(frozen=True)
class ColumnPoints:
    """A column of the score sheet: mean points of winners and others, how far they are apart, and
    how points in it go together with winning."""

    winners: Estimate
    others: Estimate
    gap: Estimate
    correlation: Estimate

    @classmethod
    def of(cls, points: Any, wins: Any) -> "ColumnPoints":
        """Arrays (game, seat); where all share the victory nobody can be compared."""
        has_won = wins > 0
        is_decided = ~has_won.all(axis=1)
        points, wins, has_won = points[is_decided], wins[is_decided], has_won[is_decided]
        winners = (points * has_won).sum(axis=1) / has_won.sum(axis=1)
        others = (points * ~has_won).sum(axis=1) / (~has_won).sum(axis=1)
        gap = mean(winners - others)
        return cls(mean(winners), mean(others), gap, correlation(points, wins))


def point_spreads(points: Any) -> tuple[Spread, Spread, Spread]:
    """Totals of everybody, of the best of each game, and from it to the second; (game, seat)."""
    ranked = np.sort(points, axis=1)
    best, second = ranked[:, -1], ranked[:, -2]
    return Spread.of(points.reshape(-1)), Spread.of(best), Spread.of(best - second)


def seat_performances(wins: Any, points: Any) -> list[Performance]:
    """How each seat did; arrays (game, seat)."""
    return [Performance.of(*of_seat) for of_seat in zip(wins.T, points.T, strict=True)]


def share(hits: float, games: int, z: float = Z) -> Estimate:
    """A part of the games with Wilson's interval: honest near 0 and for few games."""
    part = hits / games
    middle = (part + z * z / (2 * games)) / (1 + z * z / games)
    reach = z * sqrt(part * (1 - part) / games + z * z / (4 * games * games)) / (1 + z * z / games)
    return Estimate(part, min(part, max(0.0, middle - reach)), max(part, min(1.0, middle + reach)))


def mean(values: Any) -> Estimate:
    """The mean of some observations; of a single one nothing more is known."""
    middle = float(values.mean())
    reach = Z * float(values.std(ddof=1)) / sqrt(len(values)) if len(values) > 1 else 0.0
    return Estimate(middle, middle - reach, middle + reach)


def correlation(ours: Any, wins: Any) -> Estimate:
    """How points and victories go together within the games; arrays (game, seat).

    The interval is Fisher's for as many observations as games, which is careful.
    """
    x, y = (a - a.mean(axis=1, keepdims=True) for a in (ours, wins))
    scale = sqrt(float((x * x).sum() * (y * y).sum()))
    if scale == 0:
        return Estimate(0.0, 0.0, 0.0)
    r = float((x * y).sum()) / scale
    middle, reach = atanh(min(max(r, -0.999999), 0.999999)), Z / sqrt(max(1, len(x) - 3))
    return Estimate(r, tanh(middle - reach), tanh(middle + reach))


def off_par(wins: Estimate, games: int, par: float, comparisons: int) -> int:
    """1 or -1 if a share is clearly more or less than par, else 0. Of so many comparisons at once,
    all are right in 95 of 100 cases (Bonferroni)."""
    z = NormalDist().inv_cdf(1 - ERROR / (2 * comparisons))
    wide = share(wins.value * games, games, z)
    return 1 if wide.low > par else -1 if wide.high < par else 0


def differ(one: Performance, other: Performance, comparisons: int) -> int:
    """1 or -1 if the first clearly wins more or less than the other, else 0."""
    z = NormalDist().inv_cdf(1 - ERROR / (2 * comparisons))
    noise = sqrt(sum(s.wins.value * (1 - s.wins.value) / s.games for s in (one, other)))
    gap = one.wins.value - other.wins.value
    return 0 if abs(gap) <= z * noise else 1 if gap > 0 else -1

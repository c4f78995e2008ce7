"""Estimates with intervals. Games are independent, the seats of a game are not, so every
observation below is one game."""

from dataclasses import dataclass
from math import atanh, sqrt, tanh
from statistics import NormalDist
from typing import Any

import numpy as np

ERROR_RATE = 0.05  # error rate of an interval
Z = NormalDist().inv_cdf(1 - ERROR_RATE / 2)


@dataclass(frozen=True)
class Estimate:
    """A value and its 95 % interval."""

    value: float
    low: float
    high: float


@dataclass(frozen=True)
class Performance:
    """The results of a seat, a board or another item in its games; a shared victory counts in
    parts."""

    games: int
    wins: Estimate
    points: Estimate

    @classmethod
    def of(cls, wins: Any, points: Any) -> "Performance":
        return cls(len(wins), share(float(wins.sum()), len(wins)), mean(points))

    def off_par(self, par: float, comparisons: int) -> int:
        """Apply the function `off_par` to this share."""
        return off_par(self.wins, self.games, par, comparisons)


@dataclass(frozen=True)
class Spread:
    """The distribution of whole numbers; all fields are 0 if there are none."""

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
    """A column of the score sheet: mean points of winners and others, the difference, and the
    correlation of its points with winning."""

    winners: Estimate
    others: Estimate
    gap: Estimate
    correlation: Estimate

    @classmethod
    def of(cls, points: Any, wins: Any) -> "ColumnPoints":
        """Return the column from arrays (game, seat); games in which all seats share the victory do
        not count."""
        has_won = wins > 0
        is_decided = ~has_won.all(axis=1)
        points, wins, has_won = points[is_decided], wins[is_decided], has_won[is_decided]
        winners = (points * has_won).sum(axis=1) / has_won.sum(axis=1)
        others = (points * ~has_won).sum(axis=1) / (~has_won).sum(axis=1)
        gap = mean(winners - others)
        return cls(mean(winners), mean(others), gap, correlation(points, wins))


def point_spreads(points: Any) -> tuple[Spread, Spread, Spread]:
    """Return the spreads of all totals, of the best totals, and of the lead over the second; (game,
    seat)."""
    ranked = np.sort(points, axis=1)
    best, second = ranked[:, -1], ranked[:, -2]
    return Spread.of(points.reshape(-1)), Spread.of(best), Spread.of(best - second)


def seat_performances(wins: Any, points: Any) -> list[Performance]:
    """Return the performance of each seat; arrays (game, seat)."""
    return [Performance.of(*of_seat) for of_seat in zip(wins.T, points.T, strict=True)]


def share(hits: float, games: int, z: float = Z) -> Estimate:
    """Return a share with Wilson's interval, which is valid near 0 and for few games."""
    part = hits / games
    middle = (part + z * z / (2 * games)) / (1 + z * z / games)
    reach = z * sqrt(part * (1 - part) / games + z * z / (4 * games * games)) / (1 + z * z / games)
    return Estimate(part, min(part, max(0.0, middle - reach)), max(part, min(1.0, middle + reach)))


def mean(values: Any) -> Estimate:
    """Return the mean of some observations; a single one has an interval of no width."""
    middle = float(values.mean())
    reach = Z * float(values.std(ddof=1)) / sqrt(len(values)) if len(values) > 1 else 0.0
    return Estimate(middle, middle - reach, middle + reach)


def correlation(ours: Any, wins: Any) -> Estimate:
    """Return the correlation of points and victories within the games; arrays (game, seat).

    The interval is Fisher's with one observation per game, which is conservative.
    """
    x, y = (a - a.mean(axis=1, keepdims=True) for a in (ours, wins))
    scale = sqrt(float((x * x).sum() * (y * y).sum()))
    if scale == 0:
        return Estimate(0.0, 0.0, 0.0)
    r = float((x * y).sum()) / scale
    middle, reach = atanh(min(max(r, -0.999999), 0.999999)), Z / sqrt(max(1, len(x) - 3))
    return Estimate(r, tanh(middle - reach), tanh(middle + reach))


def off_par(wins: Estimate, games: int, par: float, comparisons: int) -> int:
    """Return 1 or -1 if a share is significantly above or below par, else 0. All of the ``n``
    comparisons together have an error of 5 % (Bonferroni)."""
    z = NormalDist().inv_cdf(1 - ERROR_RATE / (2 * comparisons))
    wide = share(wins.value * games, games, z)
    return 1 if wide.low > par else -1 if wide.high < par else 0


def differ(one: Performance, other: Performance, comparisons: int) -> int:
    """Return 1 or -1 if the first share is significantly above or below the second, else 0."""
    z = NormalDist().inv_cdf(1 - ERROR_RATE / (2 * comparisons))
    noise = sqrt(sum(s.wins.value * (1 - s.wins.value) / s.games for s in (one, other)))
    gap = one.wins.value - other.wins.value
    return 0 if abs(gap) <= z * noise else 1 if gap > 0 else -1

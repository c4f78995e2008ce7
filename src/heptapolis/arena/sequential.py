"""A sequential test and interval that stay valid when checked after every deal.

Take the claim that the mean of numbers between 0 and 1 is m. A gambler bets against it at odds that
are fair if the claim is true; then the chance is at most 1 in 20 that the gambler ever has 20 times
the stake, at any stopping time (Ville). So a claim that multiplies the stake by 20 is rejected with
an error of 5 %, and the claims not yet rejected are a 95 % interval: simultaneously at all times,
for any distribution of the numbers. Any betting strategy is valid. This one splits the stake over
constant bets, as in Cover's universal portfolio, and comes close to the best bet in hindsight.

Orabona and Jun, "Tight concentrations and confidence sequences from the regret of universal
portfolio" (2021); Waudby-Smith and Ramdas, "Estimating means of bounded random variables by
betting" (2024).
"""

from collections.abc import Sequence
from math import log
from typing import Any

import numpy as np

ERROR_RATE = 0.05
N_PURSES = 512  # parts of the stake; more would only matter after some ten thousand deals
BISECTION_STEPS = 20  # bisection steps for an end of an interval
CLAIM_MARGIN = 1e-12  # smallest distance of a claim from 0 and 1

# The fraction that each purse bets on "more", the rest on "less": quantiles of the arcsine law.
_BETS_ON_MORE = np.sin(np.pi * (np.arange(N_PURSES) + 0.5) / (2 * N_PURSES)) ** 2


def _gains(values: Any, claims: Any) -> Any:
    """Return the factor by which each purse grows, as a logarithm, by (claim, value, purse)."""
    x, m = np.asarray(values)[None, :, None], np.asarray(claims)[:, None, None]
    return np.log(_BETS_ON_MORE * x / m + (1 - _BETS_ON_MORE) * (1 - x) / (1 - m))


def _capital(purses: Any) -> Any:
    """Return the sum of all purses, as a logarithm."""
    most = purses.max(axis=-1, keepdims=True)
    return most[..., 0] + np.log(np.exp(purses - most).mean(axis=-1))


def interval(values: Sequence[float], error: float = ERROR_RATE) -> tuple[float, float]:
    """Return the interval of claims about the mean that are not rejected; (0, 1) without values."""
    if not len(values):
        return 0.0, 1.0
    distinct, counts = np.unique(np.round(values, 9), return_counts=True)
    mean = float(distinct @ counts / counts.sum())
    outside, inside = np.array([0.0, 1.0]), np.array([mean, mean])
    for _ in range(BISECTION_STEPS):
        claims = np.clip((outside + inside) / 2, CLAIM_MARGIN, 1 - CLAIM_MARGIN)
        is_refuted = _capital(counts @ _gains(distinct, claims)) >= log(1 / error)
        outside, inside = (
            np.where(is_refuted, claims, outside),
            np.where(is_refuted, inside, claims),
        )
    return float(outside[0]), float(outside[1])


class SequentialTest:
    """Tests whether a mean is above or below a claim; may be stopped after any value."""

    def __init__(self, claim: float, error: float = ERROR_RATE) -> None:
        self.claim, self.error = claim, error
        self.answer: str | None = None  # "more" or "less"; never changes afterwards
        self.n_values = 0  # until the answer
        self._total = 0.0
        self._purses = np.zeros(N_PURSES)

    def take(self, value: float) -> None:
        """Add a value and update the answer."""
        if self.answer:
            return
        self.n_values += 1
        self._total += value
        self._purses += _gains([value], [self.claim])[0, 0]
        if _capital(self._purses) >= log(1 / self.error):
            self.answer = "more" if self._total > self.claim * self.n_values else "less"

"""When is a question answered? A test, and an interval, that may be looked at after every deal.

Somebody claims that the mean of numbers between 0 and 1 is m. A gambler bets against it at odds
that are fair if the claim is true; then the chance is at most 1 in 20 that he ever has 20 times his
stake, whenever he stops (Ville). So a claim that makes him that rich is refuted with an error of
5 %, and the claims that are not refuted yet are a 95 % interval: at all moments together, whatever
the numbers' distribution. How he bets is up to him. Ours splits his stake over constant bets, as in
Cover's universal portfolio, and comes close to the best bet in hindsight without knowing it.

Orabona and Jun, "Tight concentrations and confidence sequences from the regret of universal
portfolio" (2021); Waudby-Smith and Ramdas, "Estimating means of bounded random variables by
betting" (2024).
"""

from collections.abc import Sequence
from math import log
from typing import Any

import numpy as np

ERROR = 0.05
PURSES = 512  # parts of the stake; more of them would matter after some ten thousand deals
HALVINGS = 20  # of the range in which an end of an interval is sought
EDGE = 1e-12  # how near to 0 and 1 a claim may come

# What each purse puts on "more", the rest on "less": quantiles of the arcsine law.
_MORE = np.sin(np.pi * (np.arange(PURSES) + 0.5) / (2 * PURSES)) ** 2


def _gains(values: Any, claims: Any) -> Any:
    """What each purse makes of its money, as a logarithm, by (claim, value, purse)."""
    x, m = np.asarray(values)[None, :, None], np.asarray(claims)[:, None, None]
    return np.log(_MORE * x / m + (1 - _MORE) * (1 - x) / (1 - m))


def _capital(purses: Any) -> Any:
    """All purses together, as a logarithm."""
    most = purses.max(axis=-1, keepdims=True)
    return most[..., 0] + np.log(np.exp(purses - most).mean(axis=-1))


def interval(values: Sequence[float], error: float = ERROR) -> tuple[float, float]:
    """The claims about the mean that are not refuted; all of them before there are values."""
    if not len(values):
        return 0.0, 1.0
    distinct, counts = np.unique(np.round(values, 9), return_counts=True)
    mean = float(distinct @ counts / counts.sum())
    outside, inside = np.array([0.0, 1.0]), np.array([mean, mean])
    for _ in range(HALVINGS):
        claims = np.clip((outside + inside) / 2, EDGE, 1 - EDGE)
        is_refuted = _capital(counts @ _gains(distinct, claims)) >= log(1 / error)
        outside, inside = (
            np.where(is_refuted, claims, outside),
            np.where(is_refuted, inside, claims),
        )
    return float(outside[0]), float(outside[1])


class SequentialTest:
    """Is the mean of what will come more than a claim, or less? May stop at any value."""

    def __init__(self, claim: float, error: float = ERROR) -> None:
        self.claim, self.error = claim, error
        self.answer: str | None = None  # "more", "less"; once there, it stands
        self.n_values = 0  # until then
        self._total = 0.0
        self._purses = np.zeros(PURSES)

    def take(self, value: float) -> None:
        """A new value; it may bring the answer."""
        if self.answer:
            return
        self.n_values += 1
        self._total += value
        self._purses += _gains([value], [self.claim])[0, 0]
        if _capital(self._purses) >= log(1 / self.error):
            self.answer = "more" if self._total > self.claim * self.n_values else "less"

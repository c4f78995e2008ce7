"""The result of a match."""

from dataclasses import dataclass
from math import sqrt
from typing import Any

Z_95 = 1.96  # two-sided 95 %


@dataclass(frozen=True)
class MatchResult:
    """The result of a network against a rival in all other seats."""

    rival: str
    seats: int
    games: int
    share: float  # of the wins; a shared one counts in parts
    seconds: float
    bot: bool = True  # False: another network

    @property
    def par(self) -> float:
        """The expected share between equal players."""
        return 1 / self.seats

    def to_json(self) -> dict[str, Any]:
        low, high = interval(self.share, self.games)
        return {
            "rival": self.rival,
            "seats": self.seats,
            "games": self.games,
            "share": round(self.share, 4),
            "low": round(low, 4),
            "high": round(high, 4),
            "par": round(self.par, 4),
            "bot": self.bot,
            "seconds": round(self.seconds, 1),
        }


def interval(share: float, games: int) -> tuple[float, float]:
    """Return the 95 % interval of the true share (Wilson)."""
    if not games:
        return 0.0, 1.0
    middle = (share + Z_95 * Z_95 / (2 * games)) / (1 + Z_95 * Z_95 / games)
    reach = (
        Z_95
        / (1 + Z_95 * Z_95 / games)
        * sqrt(share * (1 - share) / games + (Z_95 / (2 * games)) ** 2)
    )
    return middle - reach, middle + reach

"""Statistics of the games of a rollout: wins, endings, and facts of the final positions."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from heptapolis.train.metrics import Line
from heptapolis.train.playing import Environment
from heptapolis.train.population import EXPLOITER, GREEDY, KINDS, PAST, SELF, TRAINED_PLAYER, Cast


@dataclass
class Mean:
    """A running mean."""

    total: float = 0.0
    n: int = 0

    def add(self, values: NDArray[Any]) -> None:
        self.total += float(values.sum(dtype=np.float64))
        self.n += values.size

    def join(self, other: "Mean") -> None:
        self.total += other.total
        self.n += other.n

    @property
    def value(self) -> float | None:
        return self.total / self.n if self.n else None


def _means() -> dict[str, Mean]:
    return defaultdict(Mean)


@dataclass
class GameCount:
    """Shares of wins of the current player by kind of game, with par, and those of its rivals;
    endings and facts of games between ordinary players, or of all games if the rival is frozen."""

    decisions: int = 0
    games: int = 0
    wins: dict[str, Mean] = field(default_factory=_means)
    pars: dict[str, Mean] = field(default_factory=_means)
    rival_wins: dict[str, Mean] = field(default_factory=_means)
    outcomes: dict[str, int] = field(default_factory=lambda: defaultdict(int))
    facts: dict[str, Mean] = field(default_factory=_means)

    def join(self, other: "GameCount") -> None:
        """Add the counts of another object."""
        self.decisions += other.decisions
        self.games += other.games
        for mine, its in (
            (self.wins, other.wins),
            (self.pars, other.pars),
            (self.rival_wins, other.rival_wins),
            (self.facts, other.facts),
        ):
            for name, mean in its.items():
                mine[name].join(mean)
        for name, number in other.outcomes.items():
            self.outcomes[name] += number

    @property
    def exploiter_lead(self) -> float | None:
        """Return the lead of exploiters over the player in their games together: all wins are worth
        2."""
        ours, theirs = self.wins["exploiter"].value, self.rival_wins["exploiter"].value
        return None if ours is None or theirs is None else 2 * (theirs - ours)

    def summary(self) -> Line:
        """Return the counts for the journal."""
        ends = sum(self.outcomes.values())
        return {
            "against": _round_means(self.wins, 4),
            "par": _round_means(self.pars, 4),
            "met": {name: mean.n for name, mean in sorted(self.wins.items()) if mean.n},
            "outcomes": {name: round(n / ends, 4) for name, n in sorted(self.outcomes.items())},
            "facts": _round_means(self.facts, 3),
        }


def sum_counts(counts: Iterable[GameCount]) -> GameCount:
    """Return the sum of several counts."""
    whole = GameCount()
    for one in counts:
        whole.join(one)
    return whole


class Counter:
    """Counts the games that end in an environment, by their players."""

    def __init__(self, cast: Cast, characters: tuple[str, ...], rival: str | None) -> None:
        self._cast, self._characters = cast, characters
        self._rival = rival  # the name of a frozen rival
        self.count = GameCount()

    def begin(self) -> None:
        self.count = GameCount()

    def add(self, env: Environment, over: NDArray[np.intp], seated: NDArray[np.bool_]) -> None:
        """Count some ended games."""
        kinds, characters = self._cast.kinds[over], self._cast.characters[over]
        ours = seated & (self._cast.players[over] == TRAINED_PLAYER)
        self.count.games += len(over)
        shares = (env.rewards[over] + 1) / 2
        pars = np.broadcast_to(1 / seated.sum(1, keepdims=True), shares.shape)
        for kind in (PAST, EXPLOITER, GREEDY):
            name = self._rival or KINDS[kind]
            of_kind = (kinds == kind)[:, None]
            self._add_wins(name, shares, pars, ours & of_kind)
            self.count.rival_wins[name].add(shares[seated & ~ours & of_kind])
        plain = ours & (characters == 0)
        for number, name in enumerate(self._characters[1:], 1):
            meets = ((characters == number) & seated).any(1) & (kinds == SELF)
            self._add_wins(name, shares, pars, plain & meets[:, None])
        typical = ~((characters > 0) & seated).any(1) & (kinds == (PAST if self._rival else SELF))
        self._add_ends(env, over[typical], seated[typical])

    def _add_wins(
        self, name: str, shares: NDArray[Any], pars: NDArray[Any], where: NDArray[np.bool_]
    ) -> None:
        self.count.wins[name].add(shares[where])
        self.count.pars[name].add(pars[where])

    def _add_ends(
        self, env: Environment, over: NDArray[np.intp], seated: NDArray[np.bool_]
    ) -> None:
        codes, numbers = np.unique(env.outcome[over], return_counts=True)
        for code, n in zip(codes, numbers, strict=True):
            self.count.outcomes[env.outcomes[code]] += int(n)
        for number, name in enumerate(env.fact_names):
            self.count.facts[name].add(env.facts[over, :, number][seated])


def _round_means(means: dict[str, Mean], digits: int) -> dict[str, float]:
    return {
        name: round(mean.total / mean.n, digits) for name, mean in sorted(means.items()) if mean.n
    }

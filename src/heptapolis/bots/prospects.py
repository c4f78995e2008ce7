"""What every move promises: possible games are looked into with a network, whose expectations its
curve makes chances of. Cards that no network was trained with are searched without one."""

import time
import warnings
from abc import ABC, abstractmethod
from collections.abc import Callable, Collection
from dataclasses import dataclass
from functools import partial
from math import sqrt
from random import Random

import numpy as np

from heptapolis.bots.guided import LANES, WON, GuidedSearch
from heptapolis.bots.mcts import MctsBot, MoveEstimate, check_budget
from heptapolis.bots.neural import fitting_network
from heptapolis.contract import View
from heptapolis.encodings import Encoding, encoding_of
from heptapolis.kernel_game import counted
from heptapolis.move import Move
from heptapolis.networks import Network, UnfitWeights
from heptapolis.networks.chances import Logistic
from heptapolis.simulation.playouts import playouts
from heptapolis.slots import GUIDED_SEARCH
from heptapolis.variants import part_of

SIMULATIONS, PLAIN_SIMULATIONS = 200, 2000  # with a network, and without
FAIR, PLAIN_FAIR = 0.5, 0.25  # parts of an even share that every move gets
ROUND = 4  # simulations of a move that is behind the others
PLAYOUTS = 40  # quick games for the points of a move


@dataclass(frozen=True)
class Effort:
    """How long to look: simulations with a network, ``plain`` ones without, or milliseconds."""

    simulations: int
    plain: int
    ms: float | None = None

    def __post_init__(self) -> None:
        check_budget(self.simulations, self.ms)


def effort(
    simulations: int | None = None,
    ms: float | None = None,
    *,
    enough: tuple[int, int] = (SIMULATIONS, PLAIN_SIMULATIONS),
) -> Effort:
    """What somebody wishes; unless they do, simulations that are enough with and without a
    network."""
    if simulations is not None:
        enough = (counted(simulations, "simulations"),) * 2
    with_network, without = enough
    return Effort(with_network, without, ms)


@dataclass(frozen=True)
class Prospect:
    """A move and what it promises; of moves that differ in payment alone, the best stands."""

    move: Move
    visits: int
    win: float  # the chance to win, a shared win in parts
    error: float  # its standard error: how much it hangs on the games that were looked into
    value: float  # what the search went by


class Outlook(ABC):
    """One decision looked into."""

    _view: View

    @abstractmethod
    def prospects(self) -> list[Prospect]:
        """Of every move, first what the search would do."""

    @abstractmethod
    def compare(self, one: Prospect, other: Prospect) -> tuple[Prospect, Prospect]:
        """Both again, after as many simulations for either."""

    def points(self, one: Prospect) -> float:
        """What the seat has at the end if all play quickly after a move; all moves meet the same
        deals."""
        many = playouts(self._view, PLAYOUTS, Random(0), move=one.move)
        return float(many.points[:, self._view.seat].mean())


def outlook(view: View, effort: Effort, rng: Random) -> Outlook:
    """Look into a decision, with a network if there is one for these cards."""
    start, guide = time.monotonic(), _guide(view)
    if guide:
        search = part_of(view, GUIDED_SEARCH)(view, *guide, rng.getrandbits(64))
        if not search.ends_in_points:
            return GuidedOutlook(view, *guide, search, effort, start)
    return PlainOutlook(view, effort.simulations if guide else effort.plain, effort.ms, rng)


def _guide(view: View) -> tuple[Encoding, Network] | None:
    """What a view is to a network, and the network; none, and a word about it, if there is none."""
    if not view.legal_moves():
        return None
    try:
        encoding = encoding_of(view)
        return encoding, fitting_network(encoding)
    except LookupError:  # a game of somebody else's
        return None
    except UnfitWeights as error:
        warnings.warn(f"advice comes of a search without a network here: {error}", stacklevel=4)
        return None


# ── with a network ───────────────────────────────────────────────────────────────────────────────


class GuidedOutlook(Outlook):
    """A search that a network guides; every action gets its share, in the same worlds."""

    def __init__(
        self,
        view: View,
        encoding: Encoding,
        network: Network,
        search: GuidedSearch,
        effort: Effort,
        start: float,
    ) -> None:
        self._view, self._search, self._effort = view, search, effort
        mask, branches = encoding.mask(view), search.branches
        self._moves = [encoding.move(view, int(b["action"]), mask=mask) for b in branches]
        self._groups = np.zeros(len(branches), np.int64)  # of simulations that came back together
        self._squares, self._visits, self._sums = np.zeros((3, len(branches)))
        if not self._moves:
            return
        search.tell_chances(network.curves.get(view.players, Logistic()))
        self._grow(start)

    def _grow(self, start: float) -> None:
        """As long as it is to be; every action is tried, if there are simulations for it."""
        n, most, ms = len(self._moves), self._effort.simulations, self._effort.ms
        fair_round = max(1, min(ROUND, most // (2 * n)))
        while not self._search.is_full:
            begun = self._search.simulations
            if ms is None and begun >= most:
                break
            if ms is not None:  # each once, however short the time
                if begun >= n and time.monotonic() - start >= ms / 1000:
                    break
                fair_round = ROUND if begun >= n else 1
            place = self._neglected(begun)
            self._search.confine(place)
            step = LANES if place is None else fair_round
            self._step(step if ms is not None else min(step, most - begun))
        self._finish()

    def _neglected(self, begun: int) -> int | None:
        """The action that has had too little of a share, if any: what the network likes first."""
        b = self._search.branches
        tried = b["visits"] + b["waiting"]
        if tried.min() >= FAIR * (begun + 1) / len(b):
            return None
        return int(np.where(tried == tried.min(), b["prior"], -1.0).argmax())

    def _step(self, most: int) -> None:
        """Some more simulations, and what they tell of how far worlds are apart."""
        self._search.grow(most)
        b = self._search.branches
        new, brought = b["visits"] - self._visits, b["value"] - self._sums
        came = new > 0
        self._groups += came
        self._squares[came] += brought[came] ** 2 / new[came]
        self._visits, self._sums = b["visits"].astype(float), b["value"].copy()

    def _finish(self) -> None:
        while self._search.is_under_way:
            self._step(0)
        self._search.confine(None)

    def _spread(self) -> float:
        """The variance of what simulations of one action bring, in chances; pooled of all actions,
        for some have been tried a few times only."""
        within = self._squares - self._sums**2 / np.maximum(self._visits, 1)
        degrees = np.maximum(self._groups - 1, 0).sum()
        return float(max(within[self._groups > 1].sum(), 0.0) / max(degrees, 1)) / 4

    def prospects(self) -> list[Prospect]:
        """First what has always won, if anything, then the most visited."""
        spread = self._spread()
        ways: dict[Move, list[int]] = {}
        for place, move in enumerate(self._moves):
            ways.setdefault(move.without_payment(), []).append(place)
        found = [self._prospect(places, spread) for places in ways.values()]
        return sorted(found, key=_merit, reverse=True)

    def _prospect(self, places: list[int], spread: float) -> Prospect:
        """Of ways to pay the most visited one tells the chance."""
        best = max(places, key=lambda place: (self._visits[place], -place))
        n = max(int(self._visits[best]), 1)
        value = float(self._sums[best]) / n
        win = min(max((1 + value) / 2, 0.0), 1.0) if self._visits[best] else 0.0
        error = sqrt((spread + 0.01 / n) / n)
        visits = int(self._visits[places].sum())
        return Prospect(self._moves[best], visits, win, error, value)

    def compare(self, one: Prospect, other: Prospect) -> tuple[Prospect, Prospect]:
        places = [self._moves.index(each.move) for each in (one, other)]
        equal = int(max(self._visits[places]))
        for place in places:
            self._search.confine(place)
            target = self._search.simulations + equal - int(self._visits[place])
            while self._search.simulations < target and not self._search.is_full:
                self._step(target - self._search.simulations)
        self._finish()
        spread = self._spread()
        first, second = (self._prospect([place], spread) for place in places)
        return first, second


def _merit(one: Prospect) -> tuple[bool, int, float]:
    return one.value >= WON, one.visits, one.value


# ── without ──────────────────────────────────────────────────────────────────────────────────────


class PlainOutlook(Outlook):
    """Possible games looked into as `mcts` does."""

    def __init__(self, view: View, simulations: int, ms: float | None, rng: Random) -> None:
        self._bot: Callable[..., MctsBot] = partial(MctsBot, simulations, ms=ms)
        self._view, self._rng = view, rng
        self._found = self._search(PLAIN_FAIR)

    def _search(self, fair: float, among: Collection[Move] | None = None) -> list[Prospect]:
        estimates = self._bot(fair=fair).search(self._view, self._rng, among=among)
        return [_from_estimate(estimate) for estimate in estimates]

    def prospects(self) -> list[Prospect]:
        return self._found

    def compare(self, one: Prospect, other: Prospect) -> tuple[Prospect, Prospect]:
        again = {each.move: each for each in self._search(1.0, [one.move, other.move])}
        return again[one.move], again[other.move]


def _from_estimate(one: MoveEstimate) -> Prospect:
    n = max(one.visits, 1)
    error = sqrt((one.win * (1 - one.win) + 0.25 / n) / n)
    return Prospect(one.move, one.visits, one.win, error, one.value)

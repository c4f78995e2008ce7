"""The expected result of every move. A short ending is solved; before that a network guides the
search, and its calibration curve turns values into win chances. With cards that no network was
trained with, a plain search is used."""

import time
import warnings
from abc import ABC, abstractmethod
from collections.abc import Callable, Collection
from dataclasses import dataclass
from functools import partial
from math import sqrt
from random import Random

import numpy as np

from heptapolis.bots.endings import SolvedMove, solved_moves
from heptapolis.bots.guided import CERTAIN_WIN, LANES, GuidedSearch
from heptapolis.bots.mcts import MctsBot, MoveEstimate, check_budget
from heptapolis.bots.neural import fitting_network
from heptapolis.bots.strategy import has_strategy
from heptapolis.contract import View
from heptapolis.encodings import Encoding, encoding_of
from heptapolis.kernel_game import positive_int
from heptapolis.move import Move
from heptapolis.networks import Network, UnfitWeights
from heptapolis.networks.chances import Logistic
from heptapolis.simulation.playouts import playouts
from heptapolis.slots import GUIDED_SEARCH
from heptapolis.variants import part_of, ruleset_of, rulesets

SIMULATIONS, PLAIN_SIMULATIONS = 200, 2000  # with a network, and without
MIN_SHARE, PLAIN_MIN_SHARE = 0.5, 0.25  # share of an even distribution that every move gets
ROUND_SIMULATIONS = 4  # simulations per step for a move that is behind the others
POSITIONS_PER_SIMULATION = 2500  # of an ending that is solved instead
SOLVING_SHARE = 0.5  # of a time limit: for the solver, before the search
PLAYOUTS = 40  # quick games to estimate the points of a move


@dataclass(frozen=True)
class Effort:
    """The budget: simulations with a network, ``plain`` ones without, or milliseconds."""

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
    """Return the requested budget, or the default: ``enough`` simulations with and without a
    network."""
    if simulations is not None:
        enough = (positive_int(simulations, "simulations"),) * 2
    with_network, without = enough
    return Effort(with_network, without, ms)


@dataclass(frozen=True)
class Prospect:
    """A move and its expected result; the best payment stands for all of them."""

    move: Move
    visits: int
    win: float  # the chance to win; a shared win counts in parts
    error: float  # its standard error, from the sample of possible games
    value: float  # the value that the search maximises


class Outlook(ABC):
    """The evaluation of one decision."""

    is_exact = False
    _view: View

    @abstractmethod
    def prospects(self) -> list[Prospect]:
        """Return the prospects of every move, the choice of the search first."""

    @abstractmethod
    def compare(self, one: Prospect, other: Prospect) -> tuple[Prospect, Prospect]:
        """Return both again, after as many simulations for each of them."""

    def points(self, one: Prospect) -> float:
        """Return the seat's final points if all seats play quickly after a move; all moves get the
        same deals."""
        many = playouts(self._view, PLAYOUTS, Random(0), move=one.move)
        return float(many.points[:, self._view.seat].mean())


def outlook(view: View, effort: Effort, rng: Random) -> Outlook:
    """Evaluate a decision: exactly if it can be solved, with a network if there is one for these
    cards. Raise ValueError for a ruleset without a strategy of its own."""
    if not has_strategy(rules := ruleset_of(view)):
        known = ", ".join(str(one) for one in rulesets() if has_strategy(one))
        raise ValueError(f"there is no advice for {rules}; there is for {known}")
    start, guide = time.monotonic(), _guide(view)
    if solved := _solved_prospects(view, effort):
        return SolvedOutlook(view, solved)
    if guide:
        search = part_of(view, GUIDED_SEARCH)(view, *guide, rng.getrandbits(64))
        if not search.ends_in_points:
            return GuidedOutlook(view, *guide, search, effort, start)
    return PlainOutlook(view, effort.simulations if guide else effort.plain, effort.ms, rng)


def _guide(view: View) -> tuple[Encoding, Network] | None:
    """Return the encoding and the network of a view; warn and return None if there is no
    network."""
    if not view.legal_moves():
        return None
    try:
        encoding = encoding_of(view)
        return encoding, fitting_network(encoding)
    except LookupError:  # an expansion or a game of another package
        return None
    except UnfitWeights as error:
        warnings.warn(f"advice comes of a search without a network here: {error}", stacklevel=4)
        return None


def _solved_prospects(view: View, effort: Effort) -> list[SolvedMove] | None:
    """Return the moves of an ending that is solved within the budget."""
    positions = effort.simulations * POSITIONS_PER_SIMULATION
    ms = None if effort.ms is None else effort.ms * SOLVING_SHARE
    return solved_moves(view, positions=positions, ms=ms)


# ── solved ───────────────────────────────────────────────────────────────────────────────────────


class SolvedOutlook(Outlook):
    """The exact chances of an ending."""

    is_exact = True

    def __init__(self, view: View, solved: list[SolvedMove]) -> None:
        self._view = view
        self._found = [Prospect(one.move, 1, one.win, 0.0, 2 * one.win - 1) for one in solved]

    def prospects(self) -> list[Prospect]:
        return self._found

    def compare(self, one: Prospect, other: Prospect) -> tuple[Prospect, Prospect]:
        return one, other


# ── with a network ───────────────────────────────────────────────────────────────────────────────


class GuidedOutlook(Outlook):
    """A search guided by a network; every action gets its share, in the same worlds."""

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
        # of simulations that finished in the same batch
        self._groups = np.zeros(len(branches), np.int64)
        self._squares, self._visits, self._sums = np.zeros((3, len(branches)))
        if not self._moves:
            return
        search.tell_chances(network.curves.get(view.players, Logistic()))
        self._grow(start)

    def _grow(self, start: float) -> None:
        """Run the simulations of the budget; every action is tried if there are enough."""
        n, most, ms = len(self._moves), self._effort.simulations, self._effort.ms
        fair_round = max(1, min(ROUND_SIMULATIONS, most // (2 * n)))
        while not self._search.is_full:
            begun = self._search.simulations
            if ms is None and begun >= most:
                break
            if ms is not None:  # each action once, even with a very short time limit
                if begun >= n and time.monotonic() - start >= ms / 1000:
                    break
                fair_round = ROUND_SIMULATIONS if begun >= n else 1
            place = self._neglected_action(begun)
            self._search.confine(place)
            step = LANES if place is None else fair_round
            self._step(step if ms is not None else min(step, most - begun))
        self._finish()

    def _neglected_action(self, begun: int) -> int | None:
        """Return the action with too few visits for its share, the one with the highest prior
        first; or none."""
        b = self._search.branches
        tried = b["visits"] + b["waiting"]
        if tried.min() >= MIN_SHARE * (begun + 1) / len(b):
            return None
        return int(np.where(tried == tried.min(), b["prior"], -1.0).argmax())

    def _step(self, most: int) -> None:
        """Run some more simulations, and record the variance between worlds."""
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
        """Return the variance of one action's results, in chances; pooled over all actions, since
        some have few visits."""
        within = self._squares - self._sums**2 / np.maximum(self._visits, 1)
        degrees = np.maximum(self._groups - 1, 0).sum()
        return float(max(within[self._groups > 1].sum(), 0.0) / max(degrees, 1)) / 4

    def prospects(self) -> list[Prospect]:
        """Return a move that always won first, then the others by visits."""
        spread = self._spread()
        ways: dict[Move, list[int]] = {}
        for place, move in enumerate(self._moves):
            ways.setdefault(move.without_payment(), []).append(place)
        found = [self._prospect(places, spread) for places in ways.values()]
        return sorted(found, key=_merit, reverse=True)

    def _prospect(self, places: list[int], spread: float) -> Prospect:
        """Return the prospect of a use; its most visited payment gives the chance."""
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
    return one.value >= CERTAIN_WIN, one.visits, one.value


# ── without ──────────────────────────────────────────────────────────────────────────────────────


class PlainOutlook(Outlook):
    """A search without a network, as `mcts` does it."""

    def __init__(self, view: View, simulations: int, ms: float | None, rng: Random) -> None:
        self._bot: Callable[..., MctsBot] = partial(MctsBot, simulations, ms=ms)
        self._view, self._rng = view, rng
        self._found = self._search(PLAIN_MIN_SHARE)

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

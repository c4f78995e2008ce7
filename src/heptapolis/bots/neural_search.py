"""A network and a search together."""

import time
import warnings
from collections.abc import Callable
from random import Random

from heptapolis import networks
from heptapolis.bots.guided import GuidedSearch
from heptapolis.bots.mcts import MctsBot
from heptapolis.contract import View
from heptapolis.encodings import Encoding, encoding_of
from heptapolis.move import Move
from heptapolis.networks import Network, UnfitWeights
from heptapolis.variants import Parts

SEARCHES: Parts[Callable[[View, Encoding, Network, int], GuidedSearch]] = Parts(
    "guided search",
    classic="heptapolis.bots.guided.classic:ClassicSearch",
    duel="heptapolis.bots.guided.duel:DuelSearch",
)


class NeuralSearchBot:
    """Searches with a network, by simulations or by milliseconds, on one thread.

    ``clock`` tells the seconds by which milliseconds are counted. Cards that no network was trained
    with are searched without one, as `MctsBot` does.
    """

    threads = 1

    def __init__(
        self,
        simulations: int = 800,
        *,
        ms: float | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        if simulations < 1 or (ms is not None and not ms > 0):
            raise ValueError("neural-search: at least one simulation, or more than 0 ms")
        self.simulations, self.ms, self.clock = simulations, ms, clock

    def prepare(self, view: View) -> None:
        """Read the weights, and compile what a search needs."""
        encoding = _encoding(view)
        if network := _network(encoding):
            search = SEARCHES.of(view.game)(view, encoding, network, 0)
            if search.facts():
                search.grow(1)
                search.finish()

    def choose(self, view: View, rng: Random) -> Move:
        start, encoding = self.clock(), _encoding(view)
        network = _network(encoding)
        if not network:
            return self._plain_search().choose(view, rng)
        search = SEARCHES.of(view.game)(view, encoding, network, rng.getrandbits(64))
        facts = search.facts()
        if not facts:
            raise ValueError("the view's seat is not to move")
        if len(facts) > 1:
            self._grow(search, start)
        return encoding.move(view, search.facts()[0].action)

    def _grow(self, search: GuidedSearch, start: float) -> None:
        """By the budget, or until there is no more memory."""
        if self.ms is not None:
            while self.clock() - start < self.ms / 1000 and not search.is_full:
                search.grow(self.simulations)
            return
        while (left := self.simulations - search.simulations) and not search.is_full:
            search.grow(left)
        search.finish()

    def _plain_search(self) -> MctsBot:
        return MctsBot(self.simulations, ms=self.ms, threads=self.threads, clock=self.clock)


def _encoding(view: View) -> Encoding:
    try:
        return encoding_of(view)
    except LookupError:
        raise ValueError(f"neural-search does not play {view.game}") from None


def _network(encoding: Encoding) -> Network | None:
    """Ours for a ruleset; none, and a word about it, if it was trained with other cards."""
    reason = f"no network was trained with these cards for {encoding.ruleset}"
    try:
        network = networks.shipped(encoding)
        if network.was_trained_with(encoding.edition.fingerprint):
            return network
    except UnfitWeights as error:
        reason = str(error)
    warnings.warn(f"neural-search plays like mcts here: {reason}", stacklevel=3)
    return None

"""A network trained by self-play, evaluated with NumPy alone; it does not search."""

import warnings
from pathlib import Path
from random import Random
from typing import Any

import numpy as np

from heptapolis import networks
from heptapolis.bots.mcts import MctsBot
from heptapolis.bots.strategy import has_strategy
from heptapolis.contract import View
from heptapolis.encodings import Encoding, encoding_of, encoding_with
from heptapolis.move import Move
from heptapolis.networks import Network, UnfitWeights
from heptapolis.variants import Ruleset

FALLBACK_SIMULATIONS = 150  # simulations per move without a network: some 20 ms


class NeuralBot:
    """Plays the move with the highest logit of its network: the shipped one for the view's ruleset,
    or one from a file. With cards that the shipped network was not trained with, it searches as
    `MctsBot` does."""

    def __init__(self, weights: Path | None = None) -> None:
        self.weights = weights
        self._loaded: tuple[Encoding, Network] | None = None

    def __repr__(self) -> str:
        return f"NeuralBot({'' if self.weights is None else repr(str(self.weights))})"

    def prepare(self, view: View) -> None:
        """Read the weights, and compile the evaluation."""
        encoding = encoding_for(view, "neural")
        if network := self._network(encoding):
            network.evaluate(encoding.encode(view).flat[None])

    def choose(self, view: View, rng: Random) -> Move:
        encoding = encoding_for(view, "neural")
        network = self._network(encoding)
        if not network:
            return MctsBot(FALLBACK_SIMULATIONS, threads=1).choose(view, rng)
        return best_move(view, encoding, network)

    def _network(self, encoding: Encoding) -> Network | None:
        if self.weights is None:
            return network_for(encoding, "neural")
        if self._loaded is None or self._loaded[0] is not encoding:
            self._loaded = encoding, networks.load(self.weights, encoding)
        return self._loaded[1]


def best_move(view: View, encoding: Encoding, network: Network, bonus: Any = 0.0) -> Move:
    """Return the move with the highest logit, after adding ``bonus`` to the logits."""
    observation, mask = encoding.observe(view)
    if not mask.any():
        raise ValueError("the view's seat is not to move")
    logits = network.evaluate(observation.flat[None])[0][0] + bonus
    return encoding.move(view, int(np.where(mask, logits, -np.inf).argmax()))


def encoding_for(view: View, bot: str) -> Encoding:
    """Return the encoding of a view; raise ValueError if there is none for its ruleset."""
    try:
        return encoding_of(view)
    except LookupError:
        raise ValueError(f"{bot} does not play {view.game}") from None


def fitting_network(encoding: Encoding) -> Network:
    """Return the shipped network of a ruleset; raise UnfitWeights if it was trained with other
    cards."""
    network = networks.shipped_network(encoding)
    if not network.was_trained_with(encoding.edition.fingerprint):
        raise UnfitWeights(f"no network was trained with these cards for {encoding.ruleset}")
    return network


def is_unlearnt(rules: Ruleset, edition: Any) -> bool:
    """Return whether the ruleset has networks, but none trained with these cards."""
    if not has_strategy(rules) or edition is None:
        return False
    try:
        fitting_network(encoding_with(rules, edition))
    except UnfitWeights:
        return True
    return False


def network_for(encoding: Encoding, bot: str, instead: str = "mcts") -> Network | None:
    """Return the shipped network of a ruleset; warn and return None if it was trained with other
    cards."""
    try:
        return fitting_network(encoding)
    except UnfitWeights as error:
        warnings.warn(f"{bot} plays like {instead} here: {error}", stacklevel=3)
        return None

"""A network trained by self-play, evaluated with NumPy alone; it does not search."""

import warnings
from pathlib import Path
from random import Random
from typing import Any

import numpy as np

from heptapolis import networks
from heptapolis.bots.mcts import MctsBot
from heptapolis.contract import View
from heptapolis.encodings import Encoding, encoding_of, encoding_with
from heptapolis.move import Move
from heptapolis.networks import Network, UnfitWeights
from heptapolis.variants import Ruleset, ruleset_of

FALLBACK_SIMULATIONS = 150  # simulations per move without a network
Guide = tuple[Encoding, Network]


class NeuralBot:
    """Plays the move with the highest logit of its network: the shipped one for the view's ruleset,
    or one from a file. Without a network for the ruleset and its cards it searches as `MctsBot`
    does."""

    def __init__(self, weights: Path | None = None) -> None:
        self.weights = weights
        self._loaded: Guide | None = None

    def __repr__(self) -> str:
        return f"NeuralBot({'' if self.weights is None else repr(str(self.weights))})"

    def prepare(self, view: View) -> None:
        """Read the weights, and compile the evaluation."""
        if guide := self._guide(view):
            encoding, network = guide
            network.evaluate(encoding.encode(view).flat[None])

    def choose(self, view: View, rng: Random) -> Move:
        guide = self._guide(view)
        if not guide:
            return MctsBot(FALLBACK_SIMULATIONS, threads=1).choose(view, rng)
        return best_move(view, *guide)

    def _guide(self, view: View) -> Guide | None:
        if self.weights is None:
            return guide_for(view, "neural")
        try:
            encoding = encoding_of(view)
        except LookupError as error:
            raise ValueError(f"{self.weights} cannot be used: {error}") from None
        if self._loaded is None or self._loaded[0] is not encoding:
            self._loaded = encoding, networks.load(self.weights, encoding)
        return self._loaded


def best_move(view: View, encoding: Encoding, network: Network, bonus: Any = 0.0) -> Move:
    """Return the move with the highest logit, after adding ``bonus`` to the logits."""
    observation, mask = encoding.observe(view)
    if not mask.any():
        raise ValueError("the view's seat is not to move")
    logits = network.evaluate(observation.flat[None])[0][0] + bonus
    return encoding.move(view, int(np.where(mask, logits, -np.inf).argmax()))


def fitting_network(encoding: Encoding) -> Network:
    """Return the shipped network of a ruleset; raise UnfitWeights if it was trained with other
    cards."""
    network = networks.shipped_network(encoding)
    if not network.was_trained_with(encoding.edition.fingerprint):
        raise UnfitWeights(f"no network was trained with these cards for {encoding.ruleset}")
    return network


def is_unlearnt(rules: Ruleset, edition: Any) -> bool:
    """Return whether strong bots search because no network was trained for a ruleset with these
    cards."""
    try:
        fitting_network(encoding_with(rules, edition))
    except (LookupError, UnfitWeights):
        return True
    return False


def guide_for(view: View, bot: str, instead: str = "mcts") -> Guide | None:
    """Return the encoding and the shipped network for a view; warn and return None if no network
    was trained for its ruleset with these cards."""
    try:
        encoding = encoding_of(view)
        return encoding, fitting_network(encoding)
    except LookupError:
        why = f"there is no network for {ruleset_of(view)}"
    except UnfitWeights as error:
        why = str(error)
    warnings.warn(f"{bot} plays like {instead} here: {why}", stacklevel=3)
    return None

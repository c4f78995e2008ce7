"""A network that learnt by playing against itself, with NumPy alone; it does not search."""

from pathlib import Path
from random import Random

import numpy as np

from heptapolis import networks
from heptapolis.contract import View
from heptapolis.encodings import Encoding, encoding_of
from heptapolis.move import Move
from heptapolis.networks import Network


class NeuralBot:
    """Plays the move that its network likes best: ours for the view's ruleset, or a file's."""

    def __init__(self, weights: Path | None = None) -> None:
        self.weights = weights
        self._loaded: tuple[Encoding, Network] | None = None

    def prepare(self, view: View) -> None:
        self._network(_encoding(view))

    def choose(self, view: View, rng: Random) -> Move:
        encoding = _encoding(view)
        observation, mask = encoding.observe(view)
        if not mask.any():
            raise ValueError("the view's seat is not to move")
        logits, _ = self._network(encoding).evaluate(observation.flat[None])
        return encoding.move(view, int(np.where(mask, logits[0], -np.inf).argmax()))

    def _network(self, encoding: Encoding) -> Network:
        if self.weights is None:
            return networks.shipped(encoding)
        if self._loaded is None or self._loaded[0] is not encoding:
            self._loaded = encoding, networks.load(self.weights, encoding)
        return self._loaded[1]


def _encoding(view: View) -> Encoding:
    try:
        return encoding_of(view)
    except LookupError:
        raise ValueError(f"neural does not play {view.game}") from None

"""A small network that predicts the end of a game where a search stops playing on.

Its input is a row of facts of a position, computed by the kernel of each game from effects, never
from names, so that house cards are appraised too. `lab/tune_appraisal.py` trains the
weights.
"""

from math import tanh
from typing import Any, NamedTuple

import numpy as np

from heptapolis.kernel import jit
from heptapolis.kernel.types import Floats


class Appraiser(NamedTuple):
    """Weights, with a row for each input, and working memory."""

    first: Floats
    second: Floats
    second_bias: Floats
    last: Floats
    last_bias: Floats  # a single number
    facts: Floats
    inside: Floats  # output of the first layer ...
    behind: Floats  # ... and of the second


def new_appraiser(weights: dict[str, Any]) -> Appraiser:
    """Return an appraiser with its own memory, for one thread at a time."""
    arrays = {name: np.ascontiguousarray(array, np.float32) for name, array in weights.items()}
    n_facts, n_inside = arrays["first"].shape
    memory = (np.zeros(n, np.float32) for n in (n_facts, n_inside, len(arrays["last"])))
    return Appraiser(*(arrays[name] for name in Appraiser._fields[:5]), *memory)


@jit
def appraise(a: Appraiser) -> Any:
    """Return what the seat that the ``facts`` describe can expect, from -1 (defeat) to 1."""
    a.inside[:] = 0
    a.behind[:] = a.second_bias
    for k in range(a.facts.shape[0]):
        if a.facts[k] != 0:
            for j in range(a.inside.shape[0]):
                a.inside[j] += a.facts[k] * a.first[k, j]
    for k in range(a.inside.shape[0]):
        if a.inside[k] > 0:
            for j in range(a.behind.shape[0]):
                a.behind[j] += a.inside[k] * a.second[k, j]
    total = a.last_bias[0]
    for k in range(a.behind.shape[0]):
        if a.behind[k] > 0:
            total += a.behind[k] * a.last[k]
    return tanh(np.float64(total))  # the same without the JIT

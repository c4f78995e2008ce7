"""Weights of the small networks that estimate the result of a game for a search: the file
`appraisal.npz` in the folder of the game.

Made by `lab/tune_*appraisal.py`.
"""

from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from heptapolis.kernel.appraisal import Appraiser, new_appraiser
from heptapolis.variants import variant


def weights_file(game: str) -> Path:
    return variant(game).folder / "appraisal.npz"


@cache
def weights_of(game: str) -> dict[str, Any]:
    with np.load(weights_file(game)) as arrays:
        return {name: arrays[name].astype(np.float32) for name in arrays.files}


def appraiser_of(game: str) -> Appraiser:
    """Return an appraiser. Not thread-safe."""
    return new_appraiser(weights_of(game))


def appraisers_of(game: str) -> tuple[Appraiser, ...]:
    """Return one appraiser per age, if the file has weights for each age. Not thread-safe."""
    arrays = weights_of(game)
    ages = range(len(arrays["last_bias"]))
    return tuple(new_appraiser({name: arrays[name][age] for name in arrays}) for age in ages)

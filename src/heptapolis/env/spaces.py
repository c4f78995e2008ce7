"""Observation and action spaces for Gymnasium and PettingZoo."""

from typing import Any

import numpy as np

from heptapolis.extras import require_extra

try:
    from gymnasium import spaces
except ImportError:
    require_extra("env", "heptapolis.env")
    raise

from heptapolis.encodings import Encoding
from heptapolis.kernel.features import MAX_NUMBER


def observation_space(encoding: Encoding) -> "spaces.Dict":
    """Return the space of the encoding's numbers and the mask of legal actions."""
    return spaces.Dict(
        {
            "observation": spaces.Box(-MAX_NUMBER, MAX_NUMBER, (encoding.size,), np.int8),
            "action_mask": spaces.Box(0, 1, (encoding.n_actions,), np.int8),
        }
    )


def action_space(encoding: Encoding) -> "spaces.Discrete[Any]":
    return spaces.Discrete(encoding.n_actions)

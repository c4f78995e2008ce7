"""Calibration: from a network's expected result to a win chance.

The expected result v, from -1 to 1, need not be a chance: it may include the lead in points. A
curve 1 / (1 + exp(-(steep·artanh v + lean))) maps it to a chance, for each number of seats.
`lab/calibration.py` fits the curves to games that the network played to the end; they are
stored beside the weights, with the fingerprint of the weights.
"""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np

CURVES_FILE = "chances.json"
MAX_CHANCE = 0.9999  # upper bound of a chance


@dataclass(frozen=True)
class Logistic:
    """A curve from an expected result, -1 to 1, to a chance."""

    steep: float = 2.0  # the defaults give (1 + v) / 2
    lean: float = 0.0

    def __call__(self, values: Any) -> Any:
        z = np.arctanh(np.clip(values, -MAX_CHANCE, MAX_CHANCE))
        return 1 / (1 + np.exp(-(self.steep * z + self.lean)))


def fingerprint(weights: Path) -> str:
    """Return the fingerprint of a file of weights."""
    return hashlib.sha256(weights.read_bytes()).hexdigest()


def read_curves(weights: Path) -> dict[int, Logistic]:
    """Return the curves of a file of weights by number of seats; empty if they belong to other
    weights."""
    facts = _all(weights.parent).get(weights.stem)
    if facts is None or facts["weights"] != fingerprint(weights):
        return {}
    return {int(seats): Logistic(**curve) for seats, curve in facts["seats"].items()}


def write_curves(weights: Path, curves: Mapping[int, Logistic]) -> None:
    """Store the curves of a file of weights beside it."""
    numbers = {
        str(seats): {name: round(number, 4) for name, number in asdict(curve).items()}
        for seats, curve in sorted(curves.items())
    }
    everything = _all(weights.parent)
    everything[weights.stem] = {"weights": fingerprint(weights), "seats": numbers}
    text = json.dumps(everything, indent=1, sort_keys=True)
    (weights.parent / CURVES_FILE).write_text(text + "\n", encoding="utf-8")


def _all(folder: Path) -> dict[str, Any]:
    path = folder / CURVES_FILE
    facts: dict[str, Any] = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    return facts

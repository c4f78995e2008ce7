"""From what a network expects to its chance to win.

What a network expects, v from -1 to 1, need not be a chance: sometimes part of it is the distance
in points. A curve 1 / (1 + exp(-(steep·artanh v + lean))) makes one of it, for each number of
seats. `benchmarks/calibration.py` fits the curves to games that the network has played to the end;
they lie beside the weights, and name those they were made for.
"""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np

FILE = "chances.json"
CERTAIN = 0.9999  # no network is surer than that


@dataclass(frozen=True)
class Logistic:
    """From what is expected, -1 to 1, to a chance."""

    steep: float = 2.0  # with these two numbers it is (1 + v) / 2
    lean: float = 0.0

    def __call__(self, values: Any) -> Any:
        z = np.arctanh(np.clip(values, -CERTAIN, CERTAIN))
        return 1 / (1 + np.exp(-(self.steep * z + self.lean)))


def fingerprint(weights: Path) -> str:
    """Of a file of weights."""
    return hashlib.sha256(weights.read_bytes()).hexdigest()


def read_curves(weights: Path) -> dict[int, Logistic]:
    """The curves of a file of weights by numbers of seats; none if they were made for others."""
    facts = _all(weights.parent).get(weights.stem)
    if facts is None or facts["weights"] != fingerprint(weights):
        return {}
    return {int(seats): Logistic(**curve) for seats, curve in facts["seats"].items()}


def write_curves(weights: Path, curves: Mapping[int, Logistic]) -> None:
    """Keep the curves of a file of weights beside it."""
    numbers = {
        str(seats): {name: round(number, 4) for name, number in asdict(curve).items()}
        for seats, curve in sorted(curves.items())
    }
    everything = _all(weights.parent)
    everything[weights.stem] = {"weights": fingerprint(weights), "seats": numbers}
    text = json.dumps(everything, indent=1, sort_keys=True)
    (weights.parent / FILE).write_text(text + "\n", encoding="utf-8")


def _all(folder: Path) -> dict[str, Any]:
    path = folder / FILE
    facts: dict[str, Any] = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    return facts

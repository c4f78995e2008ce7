"""Layout of the numbers of an encoding: each feature has a name, a width and an offset.

The kernel writes where a `Form` says, and the documentation is generated from the same forms, so
the two cannot differ. What a feature means stands in `Encoding.feature_help`.
"""

from dataclasses import dataclass
from typing import Any

MAX_NUMBER = 127  # of the integers of an encoding


@dataclass(frozen=True)
class Feature:
    """Adjacent numbers that encode one fact."""

    name: str
    labels: tuple[str, ...] = ("",)  # the meaning of each of its numbers
    scale: float = 1.0  # factor for a network; 0: an index to look up
    kinds: int = 0  # of such an index: the number of values, besides the cards

    @property
    def width(self) -> int:
        return len(self.labels)


class Form:
    """The features of one row, in order."""

    def __init__(self, *features: Feature) -> None:
        self.features = features
        self.start: dict[str, int] = {}
        self.width = 0
        for feature in features:
            assert feature.name not in self.start
            self.start[feature.name] = self.width
            self.width += feature.width

    def __getitem__(self, name: str) -> Any:
        """Return the offset of a feature."""
        return self.start[name]


def number_labels(n: int) -> tuple[str, ...]:
    """Return labels for unnamed things: 0, 1, 2 ..."""
    return tuple(str(k) for k in range(n))

"""What the numbers of an encoding are: each feature has a name, a width and a place.

The kernel writes where a `Form` says, and the documentation is made of the same forms, so that the
two cannot differ.
"""

from dataclasses import dataclass
from typing import Any

LARGEST = 127  # of the whole numbers that an encoding is written in


@dataclass(frozen=True)
class Feature:
    """Some numbers beside each other that tell one thing."""

    name: str
    help: str
    labels: tuple[str, ...] = ("",)  # what each of its numbers stands for
    scale: float = 1.0  # what a network multiplies it by; 0: a number of a kind, to be looked up
    kinds: int = 0  # of such a number: how many there can be, beside the cards

    @property
    def width(self) -> int:
        return len(self.labels)


class Form:
    """The features of one row, behind each other."""

    def __init__(self, *features: Feature) -> None:
        self.features = features
        self.start: dict[str, int] = {}
        self.width = 0
        for feature in features:
            assert feature.name not in self.start
            self.start[feature.name] = self.width
            self.width += feature.width

    def __getitem__(self, name: str) -> Any:
        """Where a feature begins."""
        return self.start[name]


def numbered(n: int) -> tuple[str, ...]:
    """Labels of things that have no names here: 0, 1, 2 ..."""
    return tuple(str(k) for k in range(n))

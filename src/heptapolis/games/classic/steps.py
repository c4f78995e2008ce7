"""The steps of classic: hands that are passed, wars."""

from collections.abc import Iterable
from dataclasses import dataclass

from heptapolis.steps import Step


@dataclass(frozen=True, kw_only=True)
class PassStep(Step):
    """Hands, or packs of a draft, are passed on."""

    kind = "pass"

    seat: None = None
    way: str  # left, right, swap


@dataclass(frozen=True, kw_only=True)
class WarStep(Step):
    """Two neighbours compare shields; ``tokens`` are the points that each side takes."""

    kind = "war"

    seat: int
    other: int
    shields: int
    other_shields: int
    tokens: tuple[tuple[int, ...], tuple[int, ...]]

    @property
    def fighters(self) -> Iterable[int]:
        sides = zip((self.seat, self.other), self.tokens, strict=True)
        return [seat for seat, tokens in sides if tokens]


STEPS = (PassStep, WarStep)

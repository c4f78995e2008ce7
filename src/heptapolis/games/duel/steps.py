"""The steps of Duel: the structure, the conflict marker, tokens, destroyed cards."""

from collections.abc import Iterable
from dataclasses import dataclass

from heptapolis.steps import Step


@dataclass(frozen=True, kw_only=True)
class RevealStep(Step):
    """A card of the structure is turned up; ``slot`` counts its places from 0."""

    kind = "reveal"

    card: str
    slot: int

    @property
    def uncovered(self) -> str:
        return self.card


@dataclass(frozen=True, kw_only=True)
class MarkerStep(Step):
    """The conflict marker moves; above 0 the first player is ahead."""

    kind = "marker"

    before: int
    after: int


@dataclass(frozen=True, kw_only=True)
class TokenStep(Step):
    """A city receives a progress token, from the board or from those set ``aside``."""

    kind = "token"

    token: str
    aside: bool

    @property
    def arrivals(self) -> Iterable[tuple[int, str]]:
        return ((self.seat, self.token),) if self.seat is not None else ()


@dataclass(frozen=True, kw_only=True)
class DestroyStep(Step):
    """``seat`` puts a card of another city on the discard pile."""

    kind = "destroy"

    card: str
    from_: int


STEPS = (RevealStep, MarkerStep, TokenStep, DestroyStep)

"""The options of a game of classic."""

from collections.abc import Sequence
from dataclasses import dataclass

from heptapolis.options import option

SIDES = ("random", "A", "B")


@dataclass(frozen=True, kw_only=True)
class ClassicOptions:
    seats: int = option(3, "Players, 2 to 7; with 2 the Free City joins.", low=2, high=7)
    leaders: bool = option(False, "With the Leaders expansion.")
    wonders: Sequence[str | None] | None = option(
        None, 'A board for each seat: "giza:A"; drawn if not given.', kind="things"
    )
    sides: str = option("random", "Sides of the boards that are drawn.", choices=SIDES)
    expansions: frozenset[str] = frozenset()  # all of them; the flag of one means the same

    def __post_init__(self) -> None:
        names = self.expansions | ({"leaders"} if self.leaders else set())
        object.__setattr__(self, "expansions", names)
        object.__setattr__(self, "leaders", "leaders" in names)

"""What Leaders adds to the catalogue of classic."""

from dataclasses import dataclass
from typing import ClassVar

from heptapolis.cards.model import CatalogThing
from heptapolis.games.classic.cards.effects import ClassicEffect
from heptapolis.games.classic.codes import Special


@dataclass(frozen=True, kw_only=True)
class Leader(CatalogThing):
    """A white card, recruited for coins."""

    game: ClassVar[str] = "classic"
    kind: ClassVar[str] = "leader"

    cost: int
    effect: ClassicEffect

    @property
    def when(self) -> str:
        """Return the time of the effect: at once, from then on, or in scoring only."""
        effect = self.effect
        if effect.coins or effect.special is Special.BUILD_FROM_DISCARD:
            return "immediate"
        if effect.points or effect.points_per or effect.points_per_set or effect.science:
            return "end_of_game"
        return "ongoing"

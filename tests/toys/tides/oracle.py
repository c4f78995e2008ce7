"""The tides a second time, over the oracle of the omens."""

from typing import Any

from heptapolis.codes import Color
from heptapolis.games.duel.cards.model import DuelCard
from tests.toys.omens.oracle import OmensOracle


class TidesOracle(OmensOracle):
    """One game with omens and tides."""

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self.tide = [0, 0]
        for city in self.cities:
            city.coins += 1

    def _enter(self, card: DuelCard, chain_coins: int) -> None:
        super()._enter(card, chain_coins)
        if card.color is Color.BLUE:
            self.city.coins += 1
            self.tide[self.player] += 1

    def scores(self) -> list[dict[str, int]]:
        sheets = []
        for coins, sheet in zip(self.tide, super().scores(), strict=True):
            *columns, (_, total) = sheet.items()
            sheets.append({**dict(columns), "tides": coins // 3, "total": total + coins // 3})
        return sheets

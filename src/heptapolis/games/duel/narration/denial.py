"""What was denied in Duel: the rival misses a card that was taken."""

from collections.abc import Iterable, Mapping
from typing import Any

from heptapolis.contract import Game
from heptapolis.games.duel.state import DuelState
from heptapolis.narration.denial import DenialFinder, Loss, takes_a_card
from heptapolis.record import Line


class DuelDenialFinder(DenialFinder):
    """Compares what the rival would have paid right after a turn."""

    fields = ("game", "age", "turn", "marker")

    def _losses(self, steps: Iterable[tuple[Game, Line | None]]) -> tuple[Game, list[Loss]]:
        losses: list[Loss] = []
        game: Any = None
        for game, line in steps:
            if line is not None and takes_a_card(line) and (loss := _loss(game, line)):
                losses.append(loss)
        return game, losses

    def _public_city(self, city: Mapping[str, Any]) -> dict[str, Any]:
        return {**city, "built": list(city.get("built", ()))}

    def _is_built_anyway(self, loss: Loss, game: Any) -> bool:
        """Return whether the card stands in any city: a revived card."""
        return any(loss.card in city.buildings for city in game.cities)

    def _change_wars(self, loss: Loss, game: Any, position: dict[str, Any]) -> None:
        """Move the marker as the denied card would have, though never into the capital."""
        lead = position["marker"] * (1 if loss.other == 0 else -1)
        most = max(lead, game.edition.catalog.military.capital - 1)
        lead = min(lead + game.strength(loss.other, loss.card), most)
        position["marker"] = lead if loss.other == 0 else -lead


def _loss(game: DuelState, line: Line) -> Loss | None:
    other, card = 1 - line.seat, line.move.card or ""
    coins = game.price(other, card)
    if coins > game.city(other).coins:
        return None
    return Loss(line, line.seat, other, card, coins, game.has_chain(other, card))

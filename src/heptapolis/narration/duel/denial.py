"""What was denied in Duel: a card that goes is missing to the rival."""

from collections.abc import Iterable, Mapping
from typing import Any

from heptapolis.contract import Game
from heptapolis.duel.view import DuelState
from heptapolis.narration.denial import DenialFinder, Loss, takes_a_card
from heptapolis.record import Line


class DuelDenialFinder(DenialFinder):
    """Looks at what the rival would have paid right after a turn."""

    fields = ("game", "age", "turn", "marker")

    def _losses(self, steps: Iterable[tuple[Game, Line | None]]) -> tuple[Game, list[Loss]]:
        losses: list[Loss] = []
        game: Any = None
        for game, line in steps:
            if line is not None and takes_a_card(line) and (loss := _loss(game, line)):
                losses.append(loss)
        return game, losses

    def _bare(self, city: Mapping[str, Any]) -> dict[str, Any]:
        return {**city, "built": list(city.get("built", ()))}

    def _stands(self, loss: Loss, game: Game, cities: list[dict[str, Any]]) -> bool:
        """It was dug out, in any city."""
        return any(loss.card in city["buildings"] for city in cities)

    def _military(self, loss: Loss, game: Any) -> int:
        shields = game.edition.catalog.card[loss.card].effect.shields
        return _points_on_track(game, loss.other, shields)


def _loss(game: DuelState, line: Line) -> Loss | None:
    other, card = 1 - line.seat, line.move.card or ""
    coins = game.price(other, card)
    if coins > game.city(other).coins:
        return None
    return Loss(line, line.seat, other, card, coins, game.has_chain(other, card))


def _points_on_track(game: DuelState, seat: int, more: int) -> int:
    """What more shields change in the points of the track for a city."""
    zones = game.edition.catalog.military.zones
    lead = game.marker if seat == 0 else -game.marker

    def points(distance: int) -> int:
        return max((zone.points for zone in zones if zone.from_ <= distance), default=0)

    return points(lead + more) - points(lead)

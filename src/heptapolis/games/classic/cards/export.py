"""Classic's catalogue as JSON."""

from heptapolis.cards.export import SOLD_COLORS, Json, record_json
from heptapolis.cards.model import Catalog, Effect
from heptapolis.games.classic.cards.model import Card, ClassicCatalog, Wonder


def catalog_json(catalog: ClassicCatalog) -> Json:
    """Return the base game."""
    return {
        "game": catalog.game,
        "constants": record_json(catalog.constants),
        "cards": [card_json(card) for card in catalog.cards],
        "wonders": [wonder_json(wonder) for wonder in catalog.wonders],
    }


def card_json(card: Card, catalog: Catalog | None = None) -> Json:
    """Return a card with its number of copies."""
    json = record_json(card)
    for key in ("same_structure_as", "requires_leaders"):
        if not json[key]:
            del json[key]
    json["copies"] = card.copies
    json["effect"] = _with_sellable(card.effect, card.color in SOLD_COLORS)
    return json


def wonder_json(wonder: Wonder, catalog: Catalog | None = None) -> Json:
    """Return a wonder with its two sides."""
    json = record_json(wonder)
    if not json["requires_leaders"]:
        del json["requires_leaders"]
    json["sides"] = {side: json.pop(side) for side in ("A", "B")}
    for side, board in wonder.sides.items():
        if board.power is None:
            del json["sides"][side]["power"]
        for stage, out in zip(board.stages, json["sides"][side]["stages"], strict=True):
            out["effect"] = _with_sellable(stage.effect, False)
    return json


def _with_sellable(effect: Effect, sold: bool) -> Json:
    """Add to every producer whether neighbours may buy from it (C4.3)."""
    json = record_json(effect)
    if effect.produce or effect.produce_choice:
        json["sellable"] = sold
    return json

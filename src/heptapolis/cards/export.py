"""The catalogue as JSON, in the fields of the fact sheets."""

from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from typing import Any

from heptapolis.cards.model import (
    Card,
    Catalog,
    ClassicCatalog,
    Cost,
    DuelCard,
    DuelCatalog,
    DuelWonder,
    Effect,
    Layout,
    Leader,
    Military,
    ProgressToken,
    Slot,
    Wonder,
)
from heptapolis.codes import Code, Color

Json = dict[str, Any]
SOLD = (Color.BROWN, Color.GREY)


def to_json(catalog: Catalog) -> Json:
    """Everything the catalogue holds, as JSON types."""
    if isinstance(catalog, ClassicCatalog):
        return _classic(catalog)
    assert isinstance(catalog, DuelCatalog)
    return _duel(catalog)


def thing_json(thing: Any, catalog: Catalog) -> Json:
    """One card, wonder, leader or token."""
    match thing:
        case Card():
            return _card(thing)
        case Wonder():
            return _wonder(thing)
        case Leader():
            return _leader(thing)
        case DuelCard():
            assert isinstance(catalog, DuelCatalog)
            return _duel_card(thing, catalog)
        case DuelWonder() | ProgressToken():
            return _record(thing)
    raise TypeError(f"{thing!r} is not in a catalogue")


def _classic(catalog: ClassicCatalog) -> Json:
    """With Leaders, what the expansion and house rules brought: the base game is apart."""
    leaders = catalog.game == "leaders"

    def shown(id: str) -> bool:
        return not leaders or catalog.origin[id] != "base"

    cards = [_card(card) for card in catalog.cards if shown(card.id)]
    json: Json = {"game": catalog.game, "constants": _record(catalog.constants)}
    if leaders:
        json["leaders"] = [_leader(leader) for leader in catalog.leaders]
        guilds = [card for card in cards if card["color"] == "purple"]
        json["guilds"] = [{"requires_leaders": False} | guild for guild in guilds]
        cards = [card for card in cards if card["color"] != "purple"]
    if cards:
        json["cards"] = cards
    json["wonders"] = [_wonder(wonder) for wonder in catalog.wonders if shown(wonder.id)]
    return json


def _duel(catalog: DuelCatalog) -> Json:
    return {
        "game": catalog.game,
        "constants": _record(catalog.constants),
        "cards": [_duel_card(card, catalog) for card in catalog.cards],
        "wonders": [_record(wonder) for wonder in catalog.wonders],
        "progress_tokens": [_record(token) for token in catalog.tokens],
        "layout": {age: _layout(layout) for age, layout in catalog.layout.items()},
        "military": _military(catalog.military),
        "first_game_wonders": _record(catalog.first_game_wonders),
    }


def _card(card: Card) -> Json:
    json = _record(card)
    for key in ("same_structure_as", "requires_leaders"):
        if not json[key]:
            del json[key]
    json["copies"] = card.copies
    json["effect"] = _with_sellable(card.effect, card.color in SOLD)
    return json


def _wonder(wonder: Wonder) -> Json:
    json = _record(wonder)
    if not json["requires_leaders"]:
        del json["requires_leaders"]
    json["sides"] = {side: json.pop(side) for side in ("A", "B")}
    for side, board in wonder.sides.items():
        if board.power is None:
            del json["sides"][side]["power"]
        for stage, out in zip(board.stages, json["sides"][side]["stages"], strict=True):
            out["effect"] = _with_sellable(stage.effect, False)
    return json


def _leader(leader: Leader) -> Json:
    return _record(leader) | {"when": leader.when}


def _with_sellable(effect: Effect, sold: bool) -> Json:
    """Classic says of every producer whether neighbours may buy from it (C4.3)."""
    json = _record(effect)
    if effect.produce or effect.produce_choice:
        json["sellable"] = sold
    return json


def _duel_card(card: DuelCard, catalog: DuelCatalog) -> Json:
    json = _record(card) | {"deck": card.deck}
    sources = [catalog.card[id].chain_symbol for id in card.chain_from]
    json["chain_from_symbol"] = sources[0] if sources else None
    json["chain_to"] = next((c.id for c in catalog.cards if card.id in c.chain_from), None)
    if card.color in SOLD:
        json["effect"]["sellable"] = True
    return json


def _layout(layout: Layout) -> Json:
    rows = [[s for s in layout.slots if s.row == r] for r in range(1, len(layout.rows) + 1)]
    return {
        "row_sizes": [len(row) for row in rows],
        "face_down_rows": [r for r, row in enumerate(rows, 1) if not row[0].face_up],
        "face_up_count": sum(slot.face_up for slot in layout.slots),
        "face_down_count": sum(not slot.face_up for slot in layout.slots),
        "initially_accessible": [s.id for s in layout.slots if not layout.covering(s)],
        "rows": [[_slot(slot, layout) for slot in row] for row in rows],
    }


def _slot(slot: Slot, layout: Layout) -> Json:
    return {
        "slot": slot.id,
        **_record(slot),
        "covered_by": [s.id for s in layout.covering(slot)],
        "covers": [s.id for s in layout.covered(slot)],
    }


def _military(military: Military) -> Json:
    """The whole track from the first player's side: positive is p1 ahead."""
    capital = military.capital
    points = {0: 0} | {d: z.points for z in military.zones for d in range(z.from_, z.to + 1)}
    half = [{"from": z.from_, "to": z.to, "vp": z.points, "loot": z.loot} for z in military.zones]
    return {
        "min": -capital,
        "max": capital,
        "start": 0,
        "zones": _zones(half, capital),
        "tokens": [
            {"id": f"loot_{victim}_{z.loot}", "coins": z.loot, "victim": victim}
            | {"triggers_on_entering": sorted((sign * z.from_, sign * z.to))}
            | {"first_position": sign * z.from_}
            for victim, sign in (("p2", 1), ("p1", -1))
            for z in military.zones
            if z.loot
        ],
        "vp_by_distance": {str(distance): points[distance] for distance in sorted(points)},
        "capitals": {"p1": -capital, "p2": capital},
    }


def _zones(half: list[Json], capital: int) -> list[Json]:
    def zone(low: int, high: int, kind: str, leader: str | None, z: Json | None) -> Json:
        victim = "p2" if leader == "p1" else "p1"
        return {
            "from": low,
            "to": high,
            "kind": kind,
            "leader": leader,
            "vp_for_leader": z["vp"] if z else None if leader else 0,
            "token": f"loot_{victim}_{z['loot']}" if z and z["loot"] else None,
        }

    return [
        zone(-capital, -capital, "capital_of_p1", "p2", None),
        *(zone(-z["to"], -z["from"], "zone", "p2", z) for z in reversed(half)),
        zone(0, 0, "neutral", None, None),
        *(zone(z["from"], z["to"], "zone", "p1", z) for z in half),
        zone(capital, capital, "capital_of_p2", "p1", None),
    ]


def _record(record: Any) -> Json:
    """A dataclass as a JSON object; an effect leaves out what it does not have."""
    items = {f.name.rstrip("_"): getattr(record, f.name) for f in fields(record)}
    if isinstance(record, Effect):
        items = {key: item for key, item in items.items() if item}
    elif items.get("per") == 1:
        del items["per"]
    return {key: _plain(item) for key, item in items.items()}


def _plain(value: Any) -> Any:
    """Any value of the model as JSON types."""
    if isinstance(value, Code):
        return value.slug
    if isinstance(value, Cost):
        return {"coins": value.coins, "resources": _plain(value.resources)}
    if isinstance(value, Mapping):
        return {_plain(key): _plain(item) for key, item in value.items()}
    if isinstance(value, tuple | list):
        return [_plain(item) for item in value]
    if is_dataclass(value):
        return _record(value)
    return value

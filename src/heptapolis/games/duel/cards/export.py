"""Duel's catalogue as JSON."""

from heptapolis.cards.export import SOLD_COLORS, Json, record_json
from heptapolis.games.duel.cards.model import DuelCard, DuelCatalog, Layout, Military, Slot


def catalog_json(catalog: DuelCatalog) -> Json:
    """Return the catalogue of Duel."""
    return {
        "game": catalog.game,
        "constants": record_json(catalog.constants),
        "cards": [card_json(card, catalog) for card in catalog.cards],
        "wonders": [record_json(wonder) for wonder in catalog.wonders],
        "progress_tokens": [record_json(token) for token in catalog.tokens],
        "layout": {age: _layout(layout) for age, layout in catalog.layout.items()},
        "military": _military(catalog.military),
        "first_game_wonders": record_json(catalog.first_game_wonders),
    }


def card_json(card: DuelCard, catalog: DuelCatalog) -> Json:
    """Return a card with its deck and its chains."""
    json = record_json(card) | {"deck": card.deck}
    sources = [catalog.card[id].chain_symbol for id in card.chain_from]
    json["chain_from_symbol"] = sources[0] if sources else None
    json["chain_to"] = next((c.id for c in catalog.cards if card.id in c.chain_from), None)
    if card.color in SOLD_COLORS:
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
        **record_json(slot),
        "covered_by": [s.id for s in layout.covering(slot)],
        "covers": [s.id for s in layout.covered(slot)],
    }


def _military(military: Military) -> Json:
    """Return the whole track from the first player's side: positive is p1 ahead."""
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

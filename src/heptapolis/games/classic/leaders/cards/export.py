"""Leaders' catalogue as JSON."""

from heptapolis.cards.export import Json, record_json
from heptapolis.cards.model import Catalog
from heptapolis.games.classic.cards.model import ClassicCatalog
from heptapolis.games.classic.leaders.cards.model import Leader


def leader_json(leader: Leader, catalog: Catalog | None = None) -> Json:
    """Return a leader, with the time of its effect."""
    return record_json(leader) | {"when": leader.when}


def leaders_json(catalog: ClassicCatalog, json: Json) -> Json:
    """Return the things of the expansion and house rules; the base game is exported apart."""

    def added(things: list[Json]) -> list[Json]:
        return [thing for thing in things if catalog.origin[thing["id"]] != "base"]

    cards = added(json["cards"])
    guilds = [{"requires_leaders": False} | card for card in cards if card["color"] == "purple"]
    others = [card for card in cards if card["color"] != "purple"]
    known = {"game", "constants", "cards", "wonders"}
    return {
        "game": json["game"],
        "constants": json["constants"],
        "leaders": [leader_json(leader) for leader in catalog.leaders],
        "guilds": guilds,
        **({"cards": others} if others else {}),
        "wonders": added(json["wonders"]),
        **{name: section for name, section in json.items() if name not in known},
    }

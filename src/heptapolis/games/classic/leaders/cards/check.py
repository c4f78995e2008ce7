"""Checks across the fields of Leaders' catalogue."""

from heptapolis.cards.reader import Layers
from heptapolis.games.classic.cards.check import PLAYERS, check_classic_effect
from heptapolis.games.classic.cards.model import ClassicCatalog
from heptapolis.games.classic.codes import DRAFT


def check_leaders(catalog: ClassicCatalog, layers: Layers) -> None:
    """Raise CatalogError for the first leader, or number of leaders, that cannot be played."""
    for leader in catalog.leaders:
        where = layers.where("leader", leader.id)
        if leader.cost < 0:
            raise (where / "cost").error("is below 0")
        check_classic_effect(leader.effect, leader.kind, where / "effect", has_leaders=True)
    dealt = catalog.constants.leaders_dealt
    if dealt != DRAFT:
        where = layers.where("constants", "leaders_dealt")
        raise where.error(f"{DRAFT} leaders are dealt and drafted")
    needed = dealt * max(PLAYERS) + DRAFT
    if len(catalog.leaders) < needed:
        raise layers.where("leader").error(f"{needed} leaders are needed")

"""Heptapolis: the 7 Wonders family in Python: rules, bots, and tools around them.

>>> import heptapolis as hp
>>> game = hp.new("classic", seats=3, seed=42)
>>> game.to_move
[0, 1, 2]
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from heptapolis.cards import Catalog, CatalogError
from heptapolis.catalogs import load as catalog
from heptapolis.spelling import suggest

if TYPE_CHECKING:
    from heptapolis.arena.match import ArenaResult, arena
    from heptapolis.bots import bot
    from heptapolis.bots.advice import Advice, advise
    from heptapolis.bots.levels import LEVELS
    from heptapolis.bots.review import Review, review
    from heptapolis.contract import Game, View
    from heptapolis.dataset.simulated import SimulatedGames, simulate
    from heptapolis.errors import IllegalMove, InvalidText
    from heptapolis.game import from_position, new, replay, score
    from heptapolis.games.classic.game import ClassicGame
    from heptapolis.games.classic.view import ClassicView
    from heptapolis.games.duel.game import DuelGame
    from heptapolis.games.duel.view import DuelView
    from heptapolis.move import Move
    from heptapolis.position import Position
    from heptapolis.record import Record
    from heptapolis.refusal import Offer, Refusal
    from heptapolis.simulation.playouts import Playout, Playouts, playout, playouts

__all__ = [
    "LEVELS",
    "Advice",
    "ArenaResult",
    "Catalog",
    "CatalogError",
    "ClassicGame",
    "ClassicView",
    "DuelGame",
    "DuelView",
    "Game",
    "IllegalMove",
    "InvalidText",
    "Move",
    "Offer",
    "Playout",
    "Playouts",
    "Position",
    "Record",
    "Refusal",
    "Review",
    "SimulatedGames",
    "View",
    "__version__",
    "advise",
    "arena",
    "bot",
    "catalog",
    "from_position",
    "new",
    "playout",
    "playouts",
    "replay",
    "review",
    "score",
    "simulate",
]

__version__ = "0.1.0"

# Attributes that need the kernel are imported on first use, since it imports Numba.
_HOMES = {
    "LEVELS": "bots.levels",
    "Advice": "bots.advice",
    "ArenaResult": "arena.match",
    "ClassicGame": "games.classic.game",
    "ClassicView": "games.classic.view",
    "DuelGame": "games.duel.game",
    "DuelView": "games.duel.view",
    "Game": "contract",
    "IllegalMove": "errors",
    "InvalidText": "errors",
    "Move": "move",
    "Offer": "refusal",
    "Playout": "simulation.playouts",
    "Playouts": "simulation.playouts",
    "Position": "position",
    "Record": "record",
    "Refusal": "refusal",
    "Review": "bots.review",
    "SimulatedGames": "dataset.simulated",
    "View": "contract",
    "advise": "bots.advice",
    "arena": "arena.match",
    "bot": "bots",
    "from_position": "game",
    "new": "game",
    "playout": "simulation.playouts",
    "playouts": "simulation.playouts",
    "replay": "game",
    "review": "bots.review",
    "score": "game",
    "simulate": "dataset.simulated",
}


def __dir__() -> list[str]:
    return sorted(__all__)


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        meant = suggest(name, __all__)
        raise AttributeError(f"module 'heptapolis' has no attribute {name!r}{meant}")
    return getattr(import_module(f"heptapolis.{_HOMES[name]}"), name)

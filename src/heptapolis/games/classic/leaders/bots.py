"""The strategy of the bots in games with Leaders."""

from heptapolis.bots.strategy import Leanings
from heptapolis.games.classic.bots import ClassicStrategy

# Leaders help some leanings, and hard uses another network there; from lab/characters.py.
LEANINGS: Leanings = {
    "scholar": (3.0, 0.7, 14.0),
    "warlord": (3.5, 4.2, 12.0),
    "tribune": (3.0, 1.93, 10.5),
    "merchant": (3.0, 1.0, 9.2),
    "artisan": (3.0, 1.0, 11.5),
    "guildmaster": (3.0, 2.3, 11.0),
}


class LeadersStrategy(ClassicStrategy):
    leanings = LEANINGS


STRATEGY = LeadersStrategy()

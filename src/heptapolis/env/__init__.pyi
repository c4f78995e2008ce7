# Where type checkers and editors find the modules that the folders of games have.
from typing import Any

from heptapolis.games.classic.env import classic_v0 as classic_v0
from heptapolis.games.classic.env import free_city_v0 as free_city_v0
from heptapolis.games.classic.leaders.env import leaders_v0 as leaders_v0
from heptapolis.games.duel.env import duel_v0 as duel_v0

def __getattr__(name: str) -> Any: ...

"""Environments of PettingZoo, Gymnasium and OpenSpiel (docs/environments.md).

    table         a game and what its seats see and may do, as every library here needs it
    pettingzoo    all seats, in turn or at once; its modules, `GAME_v0`, are in the games' folders
    gymnasium     one seat against bots; `batch` is the same for many games side by side
    openspiel     a game of pyspiel; it is imported by itself, and needs the extra of that name
    rendering     a table as text

Importing this registers Gymnasium's ids ("heptapolis/GAME-v0"), and hardly anything is loaded.
"""

from heptapolis.env.ids import register_gymnasium
from heptapolis.extras import is_installed
from heptapolis.variants import folders

# PettingZoo modules are in the folder `env` of a game or expansion, and are found here.
__path__.extend(map(str, folders("env").values()))

if is_installed("gymnasium"):
    register_gymnasium()

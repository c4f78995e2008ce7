"""Our games as environments of PettingZoo, Gymnasium and OpenSpiel (docs/environments.md).

    table         a game and what its seats see and may do, as every library here needs it
    pettingzoo    all seats, in turn or at once; `classic_v0` … `duel_v0` are its modules
    gymnasium     one seat against bots; `batch` is the same for many games side by side
    openspiel     a game of pyspiel; it is imported by itself, and needs the extra of that name
    rendering     a table as text

Importing this registers Gymnasium's ids ("heptapolis/Duel-v0"), and hardly anything is loaded.
"""

from heptapolis.env.ids import register_gymnasium
from heptapolis.extras import is_there

if is_there("gymnasium"):
    register_gymnasium()

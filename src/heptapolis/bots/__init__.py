"""Computer players. A bot sees a `View` and nothing else."""

from collections.abc import Callable
from functools import partial
from pathlib import Path
from random import Random
from typing import Protocol

from heptapolis.bots.chance import RandomBot
from heptapolis.bots.characters import CHARACTERS, STRENGTHS, CharacterBot
from heptapolis.bots.greedy import GreedyBot
from heptapolis.bots.levels import LEVELS
from heptapolis.bots.mcts import MctsBot
from heptapolis.bots.naming import UnknownBot, read_budget, read_file, read_module
from heptapolis.bots.neural import NeuralBot
from heptapolis.bots.neural_search import NeuralSearchBot
from heptapolis.bots.outside import FileBot, ModuleBot, OutsideBot
from heptapolis.bots.partner import PartnerBot
from heptapolis.contract import View
from heptapolis.move import Move


class Bot(Protocol):
    """Chooses a legal move for the view's seat. All randomness comes from ``rng``.

    It may also have ``prepare(view)``, which a tournament calls before it begins, with a view of
    each game that is to be played: a bot that cannot play it says so there.
    """

    def choose(self, view: View, rng: Random) -> Move: ...


BOTS: dict[str, Callable[[], Bot]] = {
    "random": RandomBot,
    "greedy": GreedyBot,
    "mcts": MctsBot,
    "neural": NeuralBot,
    "neural-search": NeuralSearchBot,
    "partner": PartnerBot,
    **LEVELS,
    **{name: partial(CharacterBot, one) for name, one in CHARACTERS.items()},
    **{
        f"{name}:{strength}": partial(CharacterBot, one, strength)
        for name, one in CHARACTERS.items()
        for strength in STRENGTHS
    },
}


def is_outside(name: str) -> bool:
    """Return whether the bot comes from a package, module or file and runs in its own process."""
    return name not in BOTS and not name.startswith(("mcts:", "neural:", "neural-search:"))


def bot(name: str) -> Bot:
    """Return the bot of this name: built-in, a level, or from an installed package. "mcts" and
    "neural-search" accept a budget: "mcts:400" simulations, "mcts:250ms"; "neural" accepts a file
    of weights, "neural:own.npz"; a character accepts a strength, "scholar:hard".
    "rivals/uct.py:Uct:50ms" is a bot that `Uct` in a file makes; "mymodule:MyBot" one from a module
    in the current folder, or from an installed one."""
    if isinstance(name, str) and name in BOTS:
        return BOTS[name]()
    if isinstance(name, str) and name.startswith("mcts:"):
        return MctsBot(**read_budget(name))
    if isinstance(name, str) and name.startswith("neural-search:"):
        return NeuralSearchBot(**read_budget(name))
    if isinstance(name, str) and name.startswith("neural:"):
        return NeuralBot(Path(name.removeprefix("neural:")))
    if isinstance(name, str) and (character := name.partition(":")[0]) in CHARACTERS:
        strengths = ", ".join(f"{character}:{strength}" for strength in STRENGTHS)
        raise UnknownBot(f"no bot {name!r}: there are {strengths}")
    if isinstance(name, str) and read_file(name):
        return FileBot(name)
    if isinstance(name, str) and read_module(name):
        return ModuleBot(name)
    return OutsideBot(name, ours=BOTS)

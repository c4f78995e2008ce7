"""Players made of code. A bot sees a `View` and nothing else."""

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
    """One method: a legal move for the view's seat. All its chance comes from ``rng``.

    It may also have ``prepare(view)``, which a tournament calls before it begins, with a view of
    each game that is to be played: a bot that cannot play it says so there.
    """

    def choose(self, view: View, rng: Random) -> Move: ...


BOTS: dict[str, Callable[[], Bot]] = {
    "random": RandomBot, "greedy": GreedyBot, "mcts": MctsBot, "neural": NeuralBot,
    "neural-search": NeuralSearchBot, "partner": PartnerBot, **LEVELS,
    **{name: partial(CharacterBot, one) for name, one in CHARACTERS.items()},
    **{f"{name}:{strength}": partial(CharacterBot, one, strength)
       for name, one in CHARACTERS.items() for strength in STRENGTHS},
}  # fmt: skip


def is_outside(name: str) -> bool:
    """A bot of a package or file, which plays in a process of its own."""
    return name not in BOTS and not name.startswith(("mcts:", "neural:", "neural-search:"))


def bot(name: str) -> Bot:
    """A bot by name: ours, a level, or one that an installed package brings. "mcts" and
    "neural-search" may have a budget: "mcts:400" simulations, "mcts:250ms"; "neural" a file of
    weights, "neural:own.npz"; a character a strength, "scholar:hard". "rivals/uct.py:Uct:50ms" is
    what `Uct` makes in a file, "mymodule:MyBot" in a module of the folder where we are, or in one
    that is installed."""
    if isinstance(name, str) and name in BOTS:
        return BOTS[name]()
    if isinstance(name, str) and name.startswith("mcts:"):
        return MctsBot(**read_budget(name))
    if isinstance(name, str) and name.startswith("neural-search:"):
        return NeuralSearchBot(**read_budget(name))
    if isinstance(name, str) and name.startswith("neural:"):
        return NeuralBot(Path(name.removeprefix("neural:")))
    if isinstance(name, str) and (who := name.partition(":")[0]) in CHARACTERS:
        strengths = ", ".join(f"{who}:{strength}" for strength in STRENGTHS)
        raise UnknownBot(f"no bot {name!r}: there are {strengths}")
    if isinstance(name, str) and read_file(name):
        return FileBot(name)
    if isinstance(name, str) and read_module(name):
        return ModuleBot(name)
    return OutsideBot(name, ours=BOTS)

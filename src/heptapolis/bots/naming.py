"""How bots are called: by a name or by a file, and what may stand behind the last colon."""

import re
from pathlib import Path
from typing import NamedTuple, TypedDict

_BUDGET = re.compile(r"([1-9][0-9]{0,6})(ms)?")
_FILE = re.compile(r"(?P<path>.+\.py)(?::(?P<object>[^:]*))?(?::(?P<budget>[^:]*))?")


class ThinkingBudget(TypedDict, total=False):
    """How much a bot may think before a move, as what makes it takes it; nothing is as it likes."""

    simulations: int
    ms: int


class UnknownBot(ValueError):
    """Nobody is called so."""


class BotFile(NamedTuple):
    """ "rivals/uct.py:Uct:50ms": a file, what makes a bot in it, and how much that may think."""

    path: Path
    object: str
    budget: ThinkingBudget


def read_budget(name: str) -> ThinkingBudget:
    """The budget at the end of a name: "mcts:400" simulations, "mcts:250ms"."""
    who, _, text = name.rpartition(":")
    budget = _BUDGET.fullmatch(text)
    if not budget:
        raise UnknownBot(f"{name!r}: use {who}:400 (simulations) or {who}:250ms (time)")
    number = int(budget[1])
    return {"ms": number} if budget[2] else {"simulations": number}


def read_file(name: str) -> BotFile | None:
    """The file that a name means, if it means one."""
    parts = _FILE.fullmatch(name)
    if not parts:
        return None
    path, maker = Path(parts["path"]), parts["object"] or ""
    if not maker.isidentifier():
        raise UnknownBot(f"{name!r}: say what makes a bot in the file: {path}:Bot")
    if not path.is_file():
        raise UnknownBot(f"no bot {name!r}: no such file")
    return BotFile(path, maker, {} if parts["budget"] is None else read_budget(name))

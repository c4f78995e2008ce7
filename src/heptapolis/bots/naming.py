"""Names of bots: a built-in name, a file or a module, optionally with a budget after the last
colon."""

import re
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple, TypedDict

_BUDGET = re.compile(r"([1-9][0-9]{0,6})(ms)?")
_FILE = re.compile(r"(?P<path>.+\.py)(?::(?P<object>[^:]*))?(?::(?P<budget>[^:]*))?")
_MODULE = re.compile(
    r"(?P<module>[^\W\d]\w*(?:\.[^\W\d]\w*)*):(?P<object>[^\W\d]\w*)(?::(?P<budget>[^:]*))?"
)


class ThinkingBudget(TypedDict, total=False):
    """The thinking budget per move, as keyword arguments of a bot's constructor; empty for the
    default."""

    simulations: int
    ms: int


class UnknownBot(ValueError):
    """There is no bot of this name."""


class BotFile(NamedTuple):
    """ "rivals/uct.py:Uct:50ms": a file, the class or function in it, and a budget."""

    path: Path
    object: str
    budget: ThinkingBudget


class BotModule(NamedTuple):
    """ "mymodule:MyBot": a module, the class or function in it, a budget, and the module's folder,
    empty if it is installed."""

    module: str
    object: str
    budget: ThinkingBudget
    folder: str


def read_budget(name: str) -> ThinkingBudget:
    """Return the budget at the end of a name: "mcts:400" simulations, "mcts:250ms"."""
    bot, _, text = name.rpartition(":")
    budget = _BUDGET.fullmatch(text)
    if not budget:
        raise UnknownBot(f"{name!r}: use {bot}:400 (simulations) or {bot}:250ms (time)")
    number = int(budget[1])
    return {"ms": number} if budget[2] else {"simulations": number}


def read_file(name: str) -> BotFile | None:
    """Return the file that a name refers to, or None if it is no file name."""
    parts = _FILE.fullmatch(name)
    if not parts:
        return None
    path, maker = Path(parts["path"]), parts["object"] or ""
    if not maker.isidentifier():
        raise UnknownBot(f"{name!r}: say what makes a bot in the file: {path}:Bot")
    if not path.is_file():
        raise UnknownBot(f"no bot {name!r}: no such file")
    return BotFile(path, maker, {} if parts["budget"] is None else read_budget(name))


def read_module(name: str) -> BotModule | None:
    """Return the module that a name refers to, in the current folder or installed, or None."""
    parts = _MODULE.fullmatch(name)
    if not parts:
        return None
    module, here = parts["module"], Path.cwd()
    first = here / module.partition(".")[0]
    is_here = first.is_dir() or first.with_suffix(".py").is_file()
    if not is_here and not _is_installed(module):
        raise UnknownBot(f"no bot {name!r}: no module {module!r} in {here}, none installed")
    budget: ThinkingBudget = {} if parts["budget"] is None else read_budget(name)
    return BotModule(module, parts["object"], budget, str(here) if is_here else "")


def _is_installed(module: str) -> bool:
    with suppress(ImportError, ValueError):
        return find_spec(module.partition(".")[0]) is not None
    return False

"""Who can be played against: levels, our bots, and those that installed packages bring."""

import json
from importlib.metadata import EntryPoint
from typing import Any

from rich.console import Console
from rich.padding import Padding
from rich.table import Table as Grid
from rich.text import Text

from heptapolis.bots import BOTS
from heptapolis.bots.levels import LEVELS
from heptapolis.bots.outside import installed
from heptapolis.i18n import Translator, translator
from heptapolis.i18n.players import about, level, sandbox
from heptapolis.sandbox import in_force
from heptapolis.terminal import console
from heptapolis.terminal.panels import plain_table


def show(*, language: str = "en", as_json: bool = False, out: Console | None = None) -> None:
    """Print all that ``--bots`` understands."""
    out, t = out or console(), translator(language)
    ours, others = [name for name in BOTS if name not in LEVELS], installed(BOTS)
    if as_json:
        facts = {
            "levels": [{"name": name, "about": about(name, t)} for name in LEVELS],
            "bots": [{"name": name, "about": about(name, t)} for name in ours],
            "installed": [_facts(name, entry) for name, entry in others.items()],
            "sandbox": list(in_force()),
        }
        print(json.dumps(facts, ensure_ascii=False, indent=1))
        return
    out.print(_levels(t))
    table = _table(t.gettext("Bots"))
    for name in ours:
        table.add_row(name, about(name, t))
    out.print(Padding(table, (1, 0, 0, 0)))
    if others:
        table = _table(t.gettext("Bots from installed packages"))
        for name, entry in others.items():
            table.add_row(name, _package(entry))
        out.print(Padding(table, (1, 0, 0, 0)))
    out.print(Padding(Text(sandbox(in_force(), t)), (1, 0, 0, 0)))
    how = t.gettext("Play against one: %(command)s", command="hepta play --bots hard")
    out.print(Padding(Text(how), (1, 0, 0, 0)))


def _levels(t: Translator) -> Grid:
    """Names are typed in English; what another language calls a level stands beside."""
    table = _table(t.gettext("Levels"))
    own = {name: level(name, t) for name in LEVELS}
    if list(own) != list(own.values()):
        table.add_column("")
    for name in LEVELS:
        names = [name] if own[name] == name else [name, own[name]]
        table.add_row(*names, about(name, t))
    return table


def _table(title: str) -> Grid:
    table = plain_table(title)
    table.show_header = False
    table.add_column("", style="bold", no_wrap=True)
    table.add_column("")
    return table


def _package(entry: EntryPoint) -> str:
    """ "surveyor 1.0 (surveyor:Surveyor)"; a stray entry point has no package."""
    package = f"{entry.dist.name} {entry.dist.version} " if entry.dist else ""
    return f"{package}({entry.value})"


def _facts(name: str, entry: EntryPoint) -> dict[str, Any]:
    package = {"package": entry.dist.name, "version": entry.dist.version} if entry.dist else {}
    return {"name": name, "object": entry.value} | package

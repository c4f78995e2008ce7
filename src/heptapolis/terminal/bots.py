"""The list of opponents: levels, our bots, and those of installed packages."""

import json
from importlib.metadata import EntryPoint
from typing import Any

from rich.console import Console
from rich.padding import Padding
from rich.table import Table as Grid
from rich.text import Text

from heptapolis.bots import BOTS
from heptapolis.bots.characters import CHARACTERS, STRENGTHS, can_play
from heptapolis.bots.levels import LEVELS
from heptapolis.bots.outside import installed_bots
from heptapolis.bots.strategy import has_strategy
from heptapolis.i18n import Translator, translator
from heptapolis.i18n.players import SIGNS, about, bot_title, level, sandbox
from heptapolis.sandbox import active_protections
from heptapolis.terminal import console
from heptapolis.terminal.panels import plain_table
from heptapolis.variants import rulesets


def show(*, language: str = "en", as_json: bool = False, out: Console | None = None) -> None:
    """Print all names that ``--bots`` accepts."""
    out, t = out or console(), translator(language)
    known = {*LEVELS, *CHARACTERS}
    ours = [name for name in BOTS if name.partition(":")[0] not in known]
    others = installed_bots(BOTS)
    if as_json:
        facts = {
            "levels": [{"name": name, "about": about(name, t)} for name in LEVELS],
            "characters": [_character_facts(name, t) for name in CHARACTERS],
            "bots": [{"name": name, "about": about(name, t)} for name in ours],
            "installed": [_facts(name, entry) for name, entry in others.items()],
            "sandbox": list(active_protections()),
        }
        print(json.dumps(facts, ensure_ascii=False, indent=1))
        return
    out.print(_levels(t))
    out.print(Padding(_characters(t), (1, 0, 0, 0)))
    table = _table(t.gettext("Bots"))
    for name in ours:
        table.add_row(name, about(name, t))
    out.print(Padding(table, (1, 0, 0, 0)))
    if others:
        table = _table(t.gettext("Bots from installed packages"))
        for name, entry in others.items():
            table.add_row(name, _package(entry))
        out.print(Padding(table, (1, 0, 0, 0)))
    out.print(Padding(Text(sandbox(active_protections(), t)), (1, 0, 0, 0)))
    for n, name in enumerate(("hard", "scholar:hard")):
        how = t.gettext("To play against one: %(command)s", command=f"hepta play --bots {name}")
        out.print(Padding(Text(how), (0 if n else 1, 0, 0, 0)))


def _levels(t: Translator) -> Grid:
    """Return the levels by their English names, which are typed, with translations beside them."""
    table = _table(t.gettext("Levels"))
    own = {name: level(name, t) for name in LEVELS}
    if list(own) != list(own.values()):
        table.add_column("")
    for name in LEVELS:
        names = [name] if own[name] == name else [name, own[name]]
        table.add_row(*names, about(name, t))
    return table


def _characters(t: Translator) -> Grid:
    """Return the characters: names as typed, emblems and descriptions."""
    strengths = ", ".join(f"scholar:{strength}" for strength in STRENGTHS)
    title = t.gettext("Characters")
    table = _table(f"{title} ({strengths})")
    table.add_column("")
    for name in CHARACTERS:
        own = bot_title(name, t)
        table.add_row(name, f"{SIGNS[name]} {own}", _about_character(name, t))
    return table


def _character_facts(name: str, t: Translator) -> dict[str, Any]:
    names = [f"{name}:{strength}" for strength in STRENGTHS]
    told = _about_character(name, t)
    return {"name": name, "sign": SIGNS[name], "about": told, "strengths": names}


def _about_character(name: str, t: Translator) -> str:
    """Describe a character, and name the games that it does not play though others do."""
    played = (one for one in rulesets() if has_strategy(one))
    missing = [one.title(t.language) for one in played if not can_play(name, one)]
    told = [about(name, t)]
    if missing:
        told.append(t.gettext("Does not play: %(games)s.", games=", ".join(missing)))
    return " ".join(told)


def _table(title: str) -> Grid:
    table = plain_table(title)
    table.show_header = False
    table.add_column("", style="bold", no_wrap=True)
    table.add_column("")
    return table


def _package(entry: EntryPoint) -> str:
    """Return "surveyor 1.0 (surveyor:Surveyor)"; an entry point may have no package."""
    package = f"{entry.dist.name} {entry.dist.version} " if entry.dist else ""
    return f"{package}({entry.value})"


def _facts(name: str, entry: EntryPoint) -> dict[str, Any]:
    package = {"package": entry.dist.name, "version": entry.dist.version} if entry.dist else {}
    return {"name": name, "object": entry.value} | package

"""The command `hepta admin`: its arguments, and its results as tables."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

from rich.console import Console
from rich.text import Text

from heptapolis.server.admin import ACTIONS
from heptapolis.server.admin_socket import run_admin
from heptapolis.server.admin_text import is_rows, readable
from heptapolis.server.errors import RequestError
from heptapolis.server.settings import Settings
from heptapolis.spelling import suggest
from heptapolis.terminal import console
from heptapolis.terminal.panels import plain_table


def admin(settings: Settings, action: str | None, words: Sequence[str], *, as_json: bool) -> None:
    """Do an action of a host and print the result; without one, list the actions."""
    if action is None:
        _list_actions()
        return
    result = run_admin(settings, action, _arguments(action, words))
    if as_json:
        print(json.dumps(result, ensure_ascii=False, indent=1))
    elif isinstance(result, list):
        _show_rows(result, console())
    elif isinstance(result, dict):
        _show_facts(result, console())
    else:
        console().print("done")


def _arguments(action: str, words: Sequence[str]) -> dict[str, str]:
    """Return the arguments by name. The last one takes the words that are left."""
    if action not in ACTIONS:
        raise RequestError(422, "invalid", f"no action {action!r}{suggest(action, ACTIONS)}")
    names, given = ACTIONS[action].names, list(words)
    if len(given) > len(names) > 0:
        given[len(names) - 1 :] = [" ".join(given[len(names) - 1 :])]
    elif len(given) > len(names):
        raise RequestError(422, "invalid", f"usage: {action} {ACTIONS[action].usage}".rstrip())
    return dict(zip(names, given, strict=False))


def _list_actions() -> None:
    table = plain_table("hepta admin ACTION …")
    for heading in ("action", "arguments", ""):
        table.add_column(heading)
    for name, action in ACTIONS.items():
        table.add_row(name, Text(action.usage), action.about)
    console().print(table)


def _show_rows(rows: Sequence[Mapping[str, Any]], out: Console) -> None:
    if not rows:
        out.print("none")
        return
    table = plain_table("")
    for heading in rows[0]:
        table.add_column(heading, overflow="fold")
    for row in rows:
        table.add_row(*(Text(readable(name, value)) for name, value in row.items()))
    out.print(table)


def _show_facts(facts: Mapping[str, Any], out: Console) -> None:
    lists = {name: value for name, value in facts.items() if is_rows(value)}
    for name, value in facts.items():
        if name not in lists:
            out.print(f"{name}: {readable(name, value)}", soft_wrap=True)
    for rows in lists.values():
        _show_rows(rows, out)

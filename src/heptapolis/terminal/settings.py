"""The list of a server's settings: values in force, and where each comes from."""

import json
from dataclasses import fields
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from rich.console import Console
from rich.text import Text

from heptapolis.server.house_rules import house_rules
from heptapolis.server.settings import DEFAULT, HELP, LIMITS, SECRETS, LoadedSettings, Settings
from heptapolis.terminal import console
from heptapolis.terminal.panels import plain_table


def show_settings(
    loaded: LoadedSettings, *, as_json: bool = False, out: Console | None = None
) -> None:
    """Print all settings. Raise ValueError if a file of house rules has an error."""
    with house_rules(loaded.settings.house_rules):
        pass
    values = {field.name: _value(loaded.settings, field.name) for field in fields(Settings)}
    if as_json:
        facts = {
            name: {"value": value, "from": loaded.origins[name], "help": HELP[name]}
            for name, value in values.items()
        }
        print(json.dumps(facts, ensure_ascii=False, indent=1))
        return
    table = plain_table("Settings in force")
    for heading in ("setting", "value", "from"):
        table.add_column(heading, overflow="fold")
    for name, value in values.items():
        origin = loaded.origins[name]
        style = "" if origin == DEFAULT else "bold"
        table.add_row(name, Text(_text(name, value), style), Text(origin, style))
    (out or console()).print(table)


def _value(settings: Settings, name: str) -> Any:
    """Return a value as a settings file has it, without passwords and tokens."""
    value = getattr(settings, name)
    if name in SECRETS:
        return value and "***"
    if name == "database":
        return sa.make_url(value or settings.default_database).render_as_string(hide_password=True)
    if isinstance(value, Path):
        return str(value)
    if isinstance(value, tuple):
        return [str(one) for one in value]
    return dict(value) if name == "limits" else value


def _text(name: str, value: Any) -> str:
    if name == "limits":
        changed = {kind: bucket for kind, bucket in value.items() if bucket != LIMITS[kind]}
        return ", ".join(f"{kind} {_bucket(bucket)}" for kind, bucket in changed.items()) or "–"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list):
        return ", ".join(value) or "–"
    return "–" if value is None else f"{value:g}" if isinstance(value, float) else str(value)


def _bucket(bucket: tuple[float, float]) -> str:
    return f"[{bucket[0]:g}, {bucket[1]:g}]"

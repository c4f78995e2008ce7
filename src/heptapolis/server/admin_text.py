"""Write the values of results for hosts as text."""

import json
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

from heptapolis.server.log_messages import MESSAGE_KINDS

TIMES = ("created", "changed", "closed", "at", "until", "network_at")


def readable(name: str, value: Any) -> str:
    """Return a value of a result as text: times in UTC, players by name."""
    if value is None or value == "":
        return "–"
    if name in TIMES:
        return f"{datetime.fromtimestamp(value, UTC):%Y-%m-%d %H:%M:%S}"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if name == "chairs":
        return ", ".join(chair["name"] or chair["bot"] or "–" for chair in value)
    if name == "context":
        return " · ".join(map(_entry, value))
    if isinstance(value, dict | list):
        return json.dumps(value, ensure_ascii=False)
    return str(value)


def _entry(entry: Mapping[str, Any]) -> str:
    """Return an entry of a log with its number, which names a message."""
    if entry["kind"] in MESSAGE_KINDS:
        speaker, words = json.loads(entry["text"])
        return f"{entry['number']}: {speaker}: {words or '–'}"
    seat = entry.get("seat")
    at_seat = "" if seat is None else f" at seat {seat}"
    return f"{entry['number']}: {entry['kind']}{at_seat} {entry['text']}".rstrip()


def is_rows(value: object) -> bool:
    """Return whether a value is a list of facts."""
    return isinstance(value, list) and bool(value) and isinstance(value[0], dict)

"""The wording of a game that implements only the common interface: its facts and events.

Labels are the variant's own keys, so they are in its language; the names of things come from the
wording.
"""

from dataclasses import fields
from typing import Any

from heptapolis.contract import View
from heptapolis.events import Event
from heptapolis.narration.wording import Wording

COMMON_KEYS = ("game", "age", "turn", "phase", "names")  # keys that every interface shows anyway
HEADING_KEYS = ("age", "turn", "seat", "by")  # keys of an event that its heading shows


def facts(view: View, wording: Wording) -> list[tuple[str, str]]:
    """Return a label and a value for each entry of the viewer's position."""
    entries = view.position().items()
    lines = [
        (_label(key), _value(value, wording)) for key, value in entries if key not in COMMON_KEYS
    ]
    return [(label, value) for label, value in lines if value]


def event_text(event: Event, wording: Wording) -> str:
    """Return the kind of an event and its values, without its moment and seat."""
    kind = _label(type(event).__name__.lower())
    details = [
        (one.name, _value(getattr(event, one.name), wording))
        for one in fields(event)
        if one.name not in HEADING_KEYS
    ]
    listed = ", ".join(f"{_label(name)} {value}" for name, value in details if value)
    return f"{kind}: {listed}" if listed else kind


def _label(key: str) -> str:
    return key.replace("_", " ")


def _value(value: Any, wording: Wording) -> str:
    """Format any value of a JSON document; empty values are omitted."""
    if isinstance(value, bool) or value is None:
        return "✓" if value else ""
    if isinstance(value, dict):
        pairs = ((_label(key), _value(inner, wording)) for key, inner in value.items())
        return ", ".join(f"{label} {text}" for label, text in pairs if text)
    if isinstance(value, list | tuple):
        is_nested = any(isinstance(one, list | tuple | dict) for one in value)
        parts = [_value(one, wording) or "–" for one in value]
        return (" · " if is_nested else ", ").join(parts)
    if isinstance(value, str):
        return value if value == "?" else str(wording.card(value))
    return str(value)

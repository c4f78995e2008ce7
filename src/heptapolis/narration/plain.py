"""A game of which only the contract is known, in words: its facts, and what happened.

Labels are the variant's own keys, so they are in its language; names of things come from the
wording.
"""

from dataclasses import fields
from typing import Any

from heptapolis.contract import View
from heptapolis.events import Event
from heptapolis.narration.wording import Wording

MOMENT = ("game", "age", "turn", "phase", "names")  # of a position: every face tells it anyway
WHEN_AND_WHO = ("age", "turn", "seat", "by")  # of an event


def facts(view: View, wording: Wording) -> list[tuple[str, str]]:
    """What a viewer knows of the position: a label and a value for each of its entries."""
    entries = view.position().items()
    lines = [(_label(key), _value(value, wording)) for key, value in entries if key not in MOMENT]
    return [(label, value) for label, value in lines if value]


def event_text(event: Event, wording: Wording) -> str:
    """The kind of an event, and what it says beside when it was and whose."""
    kind = _label(type(event).__name__.lower())
    details = [
        (one.name, _value(getattr(event, one.name), wording))
        for one in fields(event)
        if one.name not in WHEN_AND_WHO
    ]
    listed = ", ".join(f"{_label(name)} {value}" for name, value in details if value)
    return f"{kind}: {listed}" if listed else kind


def _label(key: str) -> str:
    return key.replace("_", " ")


def _value(value: Any, wording: Wording) -> str:
    """Any value of a JSON document; what is empty is nothing."""
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

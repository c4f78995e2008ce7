"""A game of which only the contract is known, in words: its things, its facts, what happened.

Labels are the variant's own keys; its things have the names that it declares in its languages.
"""

from collections.abc import Mapping
from dataclasses import fields
from functools import cache
from typing import Any

from rich.text import Text

from heptapolis.contract import View
from heptapolis.events import Event
from heptapolis.move import Move
from heptapolis.narration.wording import Wording
from heptapolis.variants import variant

MOMENT = ("game", "age", "turn", "phase", "names")  # of a position: every face tells it anyway
WHEN_AND_WHO = ("age", "turn", "seat", "by")  # of an event


class PlainWording(Wording):
    """How a variant is spoken of that has no wording of its own."""

    def card(self, id: str) -> Text:
        return Text(_names(self.table.game, self.t.language).get(id, id))

    def move(self, move: Move, seat: int) -> Text:
        """The text of a move, with names instead of ids."""
        return Text(" ").join(self.card(word) for word in str(move).split())


@cache
def _names(game: str, language: str) -> Mapping[str, str]:
    """What a variant calls its things, by id; in English where it does not speak the language."""
    known = variant(game)
    names = getattr(known.engine, "names", None)
    return dict(names(language if language in known.titles else "en")) if names else {}


def facts(view: View, wording: Wording) -> list[tuple[str, str]]:
    """What a viewer knows of the position: a label and a value for each of its entries."""
    entries = view.position().data.items()
    lines = [(_label(key), _value(value, wording)) for key, value in entries if key not in MOMENT]
    return [(label, value) for label, value in lines if value]


def event_text(event: Event, wording: Wording) -> str:
    """The kind of an event, and what it says beside when it was and whose."""
    kind = _label(type(event).__name__.lower())
    values = {one.name: getattr(event, one.name) for one in fields(event)}
    details = [_detail(name, values[name], wording) for name in values if name not in WHEN_AND_WHO]
    return f"{kind}: {', '.join(filter(None, details))}" if any(details) else kind


def _detail(name: str, value: Any, wording: Wording) -> str:
    """A thing's name speaks for itself; other values need their label."""
    text = _value(value, wording)
    return f"{_label(name)} {text}" if text and not isinstance(value, str) else text


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
        return value if value == "?" else wording.card(value).plain
    return str(value)

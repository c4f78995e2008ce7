"""Positions: a state of a game as a JSON document, and functions that read its fields."""

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from heptapolis.errors import InvalidText
from heptapolis.spelling import suggest
from heptapolis.variants import DEFAULT

MAX_POSITION_CHARS = 200_000  # of a position
FINGERPRINT = re.compile(r"sha256:[0-9a-f]{64}")


@dataclass(frozen=True, eq=False)
class Position(Mapping[str, Any]):
    """A state of a game as a JSON document: a mapping of plain JSON with its text as `str`.

    It equals every mapping with the same keys and values.
    """

    data: Mapping[str, Any]

    def __getitem__(self, key: str) -> Any:
        return self.data[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self.data)

    def __len__(self) -> int:
        return len(self.data)

    def __str__(self) -> str:
        return json.dumps(self.data, ensure_ascii=False)

    @property
    def game(self) -> object:
        """The game it belongs to; the default one if it names none."""
        return self.get("game", DEFAULT)

    @property
    def rules(self) -> int | None:
        """The version of the rules that it names; None in most positions written by hand."""
        rules = self.get("rules")
        return None if rules is None else read_number(rules, "rules", 0, 10**9)

    @property
    def catalog(self) -> str | None:
        """The fingerprint of the cards that it names."""
        catalog = self.get("catalog")
        if catalog is None:
            return None
        if not isinstance(catalog, str) or not FINGERPRINT.fullmatch(catalog):
            raise field_error("catalog", f"{catalog!r} is not the sha256 of a catalogue")
        return catalog.removeprefix("sha256:")

    @classmethod
    def parse(cls, text: str) -> "Position":
        """Return the position in a JSON text."""
        if len(text) > MAX_POSITION_CHARS:
            raise InvalidText(f"position: {len(text)} characters are too many")
        try:
            data = json.loads(text)
        except (ValueError, RecursionError) as error:
            raise InvalidText(f"position: {error}") from None
        return cls.of(data)

    @classmethod
    def of(cls, value: Any) -> "Position":
        """Return a position from a position, a JSON object or its text."""
        if isinstance(value, str):
            return cls.parse(value)
        if isinstance(value, Position):
            value = value.data  # users may have filled it with anything
        if not isinstance(value, Mapping):
            raise InvalidText("position: expected a JSON object")
        return cls(dict(value))


# ── reading fields: every error names the field ─────────────────────────────────────────────────


def field_error(field: str, message: str) -> InvalidText:
    """Return the error for a field."""
    return InvalidText(f"position: {field}: {message}")


def read_number(value: Any, where: str, low: int, high: int) -> int:
    """Return an integer within bounds."""
    if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
        raise field_error(where, f"a whole number from {low} to {high}, got {value!r}")
    return value


def read_list(value: Any, where: str, kind: Any, most: int | None = None) -> list[Any]:
    """Return a list of items of one type."""
    if not isinstance(value, list) or any(
        not isinstance(item, kind) or (kind is int and isinstance(item, bool)) for item in value
    ):
        raise field_error(where, "expected a list of the right kind")
    if most is not None and len(value) > most:
        raise field_error(where, f"{len(value)} are too many, at most {most}")
    return list(value)


def check_keys(value: Any, where: str, keys: set[str]) -> None:
    """Raise InvalidText if an object has other keys than these."""
    for key in value:
        if key not in keys:
            there_are = f"{', '.join(sorted(keys))}{suggest(key, keys)}"
            raise field_error(f"{where}{key}", f"unknown; known are {there_are}")


def read_choice(value: Any, where: str, choices: Iterable[str]) -> str:
    """Return one of some words."""
    if not isinstance(value, str) or value not in choices:
        there_are = f"{', '.join(choices)}{suggest(value, choices)}"
        raise field_error(where, f"{value!r} is not one of {there_are}")
    return value


def unknown_error(kind: str, id: object, where: str, ids: Iterable[str]) -> InvalidText:
    """Return the error for an unknown thing."""
    return field_error(where, f"no {kind} {id!r}{suggest(id, ids)}")

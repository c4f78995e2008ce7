"""Reading the fields of a position's JSON; every complaint names the field."""

from typing import Any

from heptapolis.errors import InvalidText


def wrong(field: str, message: str) -> InvalidText:
    """The error to raise for a field."""
    return InvalidText(f"position: {field}: {message}")


def number(value: Any, where: str, low: int, high: int) -> int:
    """A whole number within bounds."""
    if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
        raise wrong(where, f"a whole number from {low} to {high}, got {value!r}")
    return value


def listed(value: Any, where: str, kind: Any, most: int | None = None) -> list[Any]:
    """A list of things of one kind."""
    if not isinstance(value, list) or any(
        not isinstance(item, kind) or (kind is int and isinstance(item, bool)) for item in value
    ):
        raise wrong(where, "a list of the right kind is wanted")
    if most is not None and len(value) > most:
        raise wrong(where, f"{len(value)} are too many, at most {most}")
    return list(value)


def known(value: Any, where: str, keys: set[str]) -> None:
    """An object with no other keys than these."""
    for key in value:
        if key not in keys:
            raise wrong(f"{where}{key}", f"unknown; known are {', '.join(sorted(keys))}")

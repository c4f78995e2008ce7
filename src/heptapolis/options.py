"""What can be chosen for a game, declared once: a frozen dataclass of fields that `option` makes.

`hp.new`, the command line, the API's models, the forms of the web and all their errors follow from
that declaration. Hardly more is needed than the standard library, so it is loaded at once.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, fields
from functools import cache
from numbers import Integral
from typing import Any, TypeVar, get_type_hints

from heptapolis.spelling import nearest

Model = TypeVar("Model")
_KEY = "option"


@dataclass(frozen=True)
class Option:
    """One thing that can be chosen. ``kind`` says what a face shows for it: a "number" between two
    bounds, a "flag", a "choice", or "things" that the game itself checks (boards, wonders)."""

    name: str
    kind: str
    default: Any
    help: str  # one plain English line
    type: Any  # its annotation
    choices: tuple[str, ...] = ()
    low: int | None = None
    high: int | None = None

    def check(self, value: Any) -> Any:
        """The value, if it is one of those declared."""
        if self.kind == "number" and not isinstance(value, bool) and isinstance(value, Integral):
            value = int(value)  # NumPy's numbers are numbers too
        if self.kind == "number" and (type(value) is not int or not self._is_within(value)):
            raise ValueError(f"{self.name}: {self.low} to {self.high}, got {value!r}")
        if self.kind == "flag" and type(value) is not bool:
            raise ValueError(f"{self.name}: True or False, got {value!r}")
        if self.kind == "choice" and not (isinstance(value, str) and value in self.choices):
            meant = nearest(value, self.choices)
            raise ValueError(f"{self.name}: {self._alternatives()}, got {value!r}{meant}")
        return value

    def _alternatives(self) -> str:
        few = len(self.choices) <= 2
        return " or ".join(self.choices) if few else f"one of {', '.join(self.choices)}"

    def _is_within(self, value: int) -> bool:
        return (self.low is None or value >= self.low) and (self.high is None or value <= self.high)


def option(
    default: Any,
    help: str,
    *,
    choices: Iterable[str] = (),
    low: int | None = None,
    high: int | None = None,
    kind: str | None = None,
) -> Any:
    """A field of a model of options. Its kind follows from its default and its bounds."""
    if kind is None:
        is_number = type(default) is int
        kind = "flag" if type(default) is bool else "number" if is_number else "choice"
    facts = {"help": help, "kind": kind, "choices": tuple(choices), "low": low, "high": high}
    return field(default=default, metadata={_KEY: facts})


def declared(model: Any) -> tuple[Option, ...]:
    """The options of a model, in its order."""
    return _declared(model)


@cache  # reading annotations takes longer than all the rest
def _declared(model: Any) -> tuple[Option, ...]:
    hints = get_type_hints(model)
    return tuple(
        Option(name=one.name, default=one.default, type=hints[one.name], **one.metadata[_KEY])
        for one in fields(model)
        if _KEY in one.metadata
    )


def read(model: type[Model], values: Mapping[str, Any]) -> Model:
    """The options that some values mean; ValueError names what is wrong and what would be right."""
    known = {one.name: one for one in declared(model)}
    for name in values:
        if name not in known:
            there_are = ", ".join(known) or "there are none"
            raise ValueError(f"no option {name!r}: {there_are}{nearest(name, known)}")
    return model(**{name: known[name].check(value) for name, value in values.items()})


def changes(options: Any) -> dict[str, Any]:
    """What of some options differs from the defaults: all that needs to be written down."""
    return {
        one.name: getattr(options, one.name)
        for one in declared(type(options))
        if getattr(options, one.name) != one.default
    }

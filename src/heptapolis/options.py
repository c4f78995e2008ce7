"""Options of a game, declared once as fields of a frozen dataclass with `option`.

`hp.new`, the command line, the API's models, the forms of the web and their errors are derived from
that declaration. It needs little more than the standard library, so it loads quickly.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, fields
from functools import cache
from numbers import Integral
from typing import Any, TypeVar, get_type_hints

from heptapolis.spelling import suggest

Model = TypeVar("Model")
_KEY = "option"


@dataclass(frozen=True)
class Option:
    """One option. ``kind`` says which control shows it: a "number" between two bounds, a "flag", a
    "choice", or "things" that the game itself checks (boards, wonders)."""

    name: str
    kind: str
    default: Any
    help: str  # one line of English
    type: Any  # its annotation
    choices: tuple[str, ...] = ()
    low: int | None = None
    high: int | None = None

    def check(self, value: Any) -> Any:
        """Return the value if it is valid; raise ValueError otherwise."""
        if self.kind == "number" and not isinstance(value, bool) and isinstance(value, Integral):
            value = int(value)  # a NumPy integer
        if self.kind == "number" and (type(value) is not int or not self._is_within(value)):
            raise ValueError(f"{self.name}: {self.low} to {self.high}, got {value!r}")
        if self.kind == "flag" and type(value) is not bool:
            raise ValueError(f"{self.name}: True or False, got {value!r}")
        if self.kind == "choice" and not (isinstance(value, str) and value in self.choices):
            meant = suggest(value, self.choices)
            raise ValueError(f"{self.name}: {self._alternatives()}, got {value!r}{meant}")
        return value

    def _alternatives(self) -> str:
        few = len(self.choices) <= 2
        return " or ".join(self.choices) if few else f"one of {', '.join(self.choices)}"

    def _is_within(self, value: int) -> bool:
        return (self.low is None or value >= self.low) and (self.high is None or value <= self.high)


def option(
    default: Any,
    help: str,  # noqa: A002 - the word of argparse and Typer
    *,
    choices: Iterable[str] = (),
    low: int | None = None,
    high: int | None = None,
    kind: str | None = None,
) -> Any:
    """Declare a field of a model of options. Its default and its bounds determine its kind."""
    if kind is None:
        is_number = type(default) is int
        kind = "flag" if type(default) is bool else "number" if is_number else "choice"
    facts = {"help": help, "kind": kind, "choices": tuple(choices), "low": low, "high": high}
    return field(default=default, metadata={_KEY: facts})


def declared(model: Any) -> tuple[Option, ...]:
    """Return the options of a model, in order."""
    return _declared(model)


@cache  # reading annotations is slow
def _declared(model: Any) -> tuple[Option, ...]:
    hints = get_type_hints(model)
    return tuple(
        Option(name=one.name, default=one.default, type=hints[one.name], **one.metadata[_KEY])
        for one in fields(model)
        if _KEY in one.metadata
    )


def read(model: type[Model], values: Mapping[str, Any]) -> Model:
    """Return the options for some values; raise ValueError with the invalid value and the valid
    ones."""
    known = {one.name: one for one in declared(model)}
    for name in values:
        if name not in known:
            there_are = ", ".join(known) or "there are none"
            raise ValueError(f"no option {name!r}: {there_are}{suggest(name, known)}")
    return model(**{name: known[name].check(value) for name, value in values.items()})


def changes(options: Any) -> dict[str, Any]:
    """Return the options that differ from the defaults."""
    return {
        one.name: getattr(options, one.name)
        for one in declared(type(options))
        if getattr(options, one.name) != one.default
    }

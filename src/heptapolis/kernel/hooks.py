"""Hooks: where the expansions of a game act in its compiled rules.

A game declares a hook as a function whose first argument is the state and whose body is the
behaviour without expansions. An expansion brings a function for it in its `RulesPart`. The type of
a state's record determines its expansions, so Numba binds the functions when it compiles a rule for
that type: an unfilled hook leaves no code behind, and there are no function pointers, which a GPU
could not follow.

A hook with a result passes on its last argument: each expansion gets the result of the one before
it.
"""

import inspect
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property, wraps
from pathlib import Path
from typing import Any, TypeVar

import numpy as np
from numba.extending import overload

from heptapolis.kernel.cache import EXPANSION_SOURCES, JIT
from heptapolis.kernel.types import Seat, State
from heptapolis.kernel.visibility import PUBLIC, Fields

F = TypeVar("F", bound=Callable[..., Any])
Function = Callable[..., Any]
Record = np.dtype[Any]

_PARTS: dict[Record, tuple["RulesPart", ...]] = {}  # by the record of a state


@dataclass(frozen=True, eq=False)
class RulesPart:
    """What an expansion brings to the compiled rules of its game.

    ``numbers`` are the ones it uses where the game and its expansions share a range (phases, kinds
    of moves, rows of the log, items, columns of a sheet): {"phase": {9}, "item": range(200, 208)}.
    Two expansions that use the same number cannot be combined.
    """

    id: str  # of the expansion
    folder: Path  # the package with all compiled sources
    fields: Fields  # of the state
    shown_by: Mapping[Function, tuple[str, ...]] = field(
        default_factory=dict
    )  # see `Fields.writer`
    hooks: Mapping[Function, Function] = field(default_factory=dict)
    numbers: Mapping[str, Sequence[int]] = field(default_factory=dict)

    @cached_property
    def _show(self) -> Function:
        """Write what a seat may know of the fields into a view: ``show(s, seat, v)``."""
        show: Function = self.fields.writer(self.shown_by)
        return show

    def filled(self, hook: Function) -> Function | None:
        """Return the function for a hook, None if it has none. `show_fields` follows from the
        declaration of the fields."""
        if hook is show_fields:
            return self._show if self.fields.rows else None
        return self.hooks.get(hook)

    @cached_property
    def sources(self) -> tuple[Path, ...]:
        return tuple(sorted(self.folder.rglob("*.py")))


def extended_fields(base: Fields, parts: Sequence[RulesPart]) -> Fields:
    """Return the fields of a state with expansions.

    Theirs come first, each set after a field that names the expansion: Numba takes a record with
    fields added only at the end for one of the base game.
    """
    if not parts:
        return base
    _check_numbers(parts)
    added = [row for one in parts for row in ((PUBLIC, f"has_{one.id}", "i1"), *one.fields.rows)]
    fields = Fields(*added, *base.rows)
    _PARTS[fields.dtype] = tuple(parts)
    EXPANSION_SOURCES[fields.dtype] = tuple(file for one in parts for file in one.sources)
    return fields


def _check_numbers(parts: Sequence[RulesPart]) -> None:
    taken: dict[tuple[str, int], str] = {}
    for one in parts:
        for what, numbers in one.numbers.items():
            for number in numbers:
                other = taken.setdefault((what, number), one.id)
                if other != one.id:
                    raise TypeError(f"{other} and {one.id} both take the {what} {number}")


def hook(function: F) -> F:
    """Declare a place in the rules where expansions act."""
    signature = inspect.signature(function)
    parameters = ", ".join(signature.parameters)

    @wraps(function)
    def call(*arguments: Any) -> Any:
        return _chain(call, function, arguments[0].dtype)(*arguments)

    if JIT:
        scope = {"chain": lambda state: _chain(call, function, state.dtype)}
        exec(f"def bind({parameters}):\n    return chain({parameters.partition(',')[0]})", scope)
        bind: Any = scope["bind"]
        bind.__signature__ = signature  # Numba compares it with that of the bound function
        overload(call, inline="always")(bind)
    hooked: F = call  # type: ignore[assignment]
    return hooked


@cache
def _chain(call: Function, function: Function, state: Record) -> Function:
    """Return the function of a hook for states of a type: the declared one if it is unfilled."""
    filled = [one.filled(call) for one in _PARTS.get(state, ()) if one.filled(call)]
    if not filled:
        return function
    signature = inspect.signature(function)
    given, last = ", ".join(signature.parameters), [*signature.parameters][-1]
    returns = signature.return_annotation not in (None, "None")
    calls = [f"{f'{last} = ' if returns else ''}use_{k}({given})" for k in range(len(filled))]
    lines = [*calls, *([f"return {last}"] if returns else [])]
    scope: dict[str, Any] = {f"use_{k}": one for k, one in enumerate(filled)}
    exec("\n    ".join([f"def {function.__name__}({given}):", *lines]), scope)
    chain: Any = scope[function.__name__]
    chain.__signature__ = signature
    bound: Function = chain
    return bound


@hook
def show_fields(s: State, seat: Seat, v: State) -> None:
    """Write what a seat may know of the fields of expansions; their declarations fill this hook."""

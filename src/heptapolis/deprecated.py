"""Former public names that work for one more version, with a DeprecationWarning.

Move.kind, Move.duel_kind            number the verb yourself, or use `Encoding.action`
heptapolis.cards.load                heptapolis.catalog
heptapolis.codes.Outcome             VectorEnv.outcomes, the names by number
VectorEnv.tastes                     VectorEnv.greedy_weights
VectorEnv.vary_tastes                VectorEnv.vary_greedy_weights
Variant(columns=…)                   Variant(vocabulary=Vocabulary(columns=…))
Variant(expansions={id: titles})     Variant(expansions={id: Expansion(…)})
"""

import warnings
from collections.abc import Callable
from enum import IntEnum
from functools import wraps
from typing import Any, TypeVar

T = TypeVar("T")

# Numbers of a move's verb: `Move.kind` and `Move.duel_kind`; 0 for other verbs.
BUILD_FREE = 2
CLASSIC_VERBS = ("", "build", "", "stage", "discard", "dig", "pass", "keep", "recruit", "court")
DUEL_VERBS = ("", "draft", "build", "wonder", "discard", "token", "destroy", "revive", "start")


def warn(former: str, now: str, level: int = 3) -> None:
    """Warn the caller's caller that a name has changed."""
    warnings.warn(f"{former} is deprecated: {now}", DeprecationWarning, stacklevel=level)


def verb_number(former: str, verb: str, verbs: tuple[str, ...]) -> int:
    """Return the number of a verb in a game's former list, and warn."""
    warn(former, "use `verb`, or an action of `heptapolis.encodings`", level=4)
    return verbs.index(verb) if verb in verbs else 0


class FormerOutcome(IntEnum):
    """Kinds of ends by number, as `VectorEnv.outcome` writes them."""

    POINTS = 1
    MILITARY = 2
    SCIENCE = 3
    SHARED = 4

    @property
    def slug(self) -> str:
        return self.name.lower()


def former_outcomes() -> type[FormerOutcome]:
    """Return the numbers of all kinds of ends, and warn."""
    warn("heptapolis.codes.Outcome", "use `VectorEnv.outcomes`, names by number", level=4)
    return FormerOutcome


def accept_former_fields(
    convert: Callable[[dict[str, Any]], dict[str, Any]],
) -> Callable[[type[T]], type[T]]:
    """Return a decorator: the class's arguments pass through ``convert`` first."""

    def decorate(kind: type[T]) -> type[T]:
        cls: Any = kind
        init = cls.__init__

        @wraps(init)
        def converted(self: Any, *values: Any, **fields: Any) -> None:
            init(self, *values, **convert(fields))

        cls.__init__ = converted
        return kind

    return decorate

"""Render a part that is the same on many pages once.

The result of a macro call can be cached by its arguments:
``{{ once(standing, thing, is_first) }}``. Such a macro may depend on its arguments only, never on
the reader or a form token, because equal arguments return the same markup to every reader.
"""

from collections.abc import Callable, Hashable

from markupsafe import Markup

from heptapolis.lru import Lru

MAX_CACHED_PARTS = 20_000  # per language


class PartMemory:
    """A cache of macro results by argument values."""

    def __init__(self) -> None:
        self._parts: Lru[Hashable, Markup] = Lru(MAX_CACHED_PARTS)

    def __len__(self) -> int:
        return len(self._parts)

    def once(self, macro: Callable[..., Markup], *values: Hashable) -> Markup:
        return self._parts.get_or_make((macro, values), lambda: macro(*values))

"""Visibility of the fields of the state: declared beside each field, and the only way into a view.

A view is a record of the same type as the state and begins as zeros: PUBLIC fields are copied, OWN
and SEEN fields are written by the one function that shows them, SECRET fields stay 0.
"""

from collections.abc import Callable, Mapping
from enum import Enum
from typing import Any

import numpy as np

from heptapolis.kernel import inlined


class Visibility(Enum):
    PUBLIC = "all may know it"
    OWN = "its entries are known to the seats that they belong to"
    SEEN = "the seats that have seen an entry know it"
    SECRET = "hidden until the end"


PUBLIC, OWN, SEEN, SECRET = Visibility


class Fields:
    """The fields of a state, each ``(visibility, name, type)`` with an optional array shape."""

    def __init__(self, *rows: tuple[Any, ...]) -> None:
        self.rows = rows
        self.visibility: dict[str, Visibility] = {}
        for visibility, name, *_ in rows:
            if not isinstance(visibility, Visibility):
                sets = ", ".join(Visibility.__members__)
                raise TypeError(f"the field {visibility!r} of a state is in no set: {sets}")
            if name in self.visibility:
                raise TypeError(f"the field {name!r} of a state is declared twice")
            self.visibility[name] = visibility
        self.dtype = _padded_dtype([row[1:] for row in rows])

    def named(self, *sets: Visibility) -> list[str]:
        """Return the fields of some sets."""
        return [name for name, visibility in self.visibility.items() if visibility in sets]

    def writer(self, shown_by: Mapping[Callable[..., None], tuple[str, ...]]) -> Any:
        """Return the function ``write(s, seat, v)`` that writes a view. Each function of
        ``shown_by`` shows the fields beside it; it gets the state, the seat and those fields, never
        the view."""
        self._check(shown_by)
        lines = [f"v.{name} = s.{name}" for name in self.named(PUBLIC)]
        lines += [
            f"v.{name}{'[:]' if self.dtype[name].shape else ''} = 0"
            for name in self.named(OWN, SEEN, SECRET)
        ]
        lines += [
            f"{function.__name__}(s, seat, {', '.join(f'v.{name}' for name in names)})"
            for function, names in shown_by.items()
        ]
        scope: dict[str, Any] = {function.__name__: function for function in shown_by}
        exec("\n    ".join(["def write(s, seat, v):", *lines]), scope)
        return inlined(scope["write"])

    def _check(self, shown_by: Mapping[Callable[..., None], tuple[str, ...]]) -> None:
        """Check that every OWN or SEEN field, and no other, is shown by one function."""
        shown = [name for names in shown_by.values() for name in names]
        for name in shown:
            if self.visibility.get(name) not in (OWN, SEEN):
                raise TypeError(f"no field {name!r} of a state is OWN or SEEN, yet it is shown")
        for name in self.named(OWN, SEEN):
            if shown.count(name) != 1:
                raise TypeError(f"the field {name!r} is shown by {shown.count(name)} functions")


def _padded_dtype(rows: list[tuple[Any, ...]]) -> np.dtype[Any]:
    """Return the aligned record of some fields, with explicit fields in all gaps, which stay zero:
    NumPy does not copy the bytes between fields, so equal states would have unequal bytes."""
    filled: list[tuple[Any, ...]] = []
    aligned = np.dtype(rows, align=True)
    end = 0
    for row in rows:
        kind, offset = (aligned.fields or {})[row[0]][:2]
        if offset > end:
            filled.append((f"gap_{end}", "u1", (offset - end,)))
        filled.append(row)
        end = offset + kind.itemsize
    if aligned.itemsize > end:
        filled.append((f"gap_{end}", "u1", (aligned.itemsize - end,)))
    return np.dtype(filled, align=True)

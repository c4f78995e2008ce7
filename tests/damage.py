"""Damage a JSON document."""

from typing import Any

from hypothesis import strategies as st

# Pairs of numbers: the leaf to change, and its new value.
MUTATIONS = st.lists(st.tuples(st.integers(0, 400), st.integers(0, 10_000)), min_size=1, max_size=3)


def leaves(value: Any) -> list[tuple[Any, Any]]:
    """Return every (container, key) of a JSON document whose value is not a container."""
    items = list(value.items()) if isinstance(value, dict) else list(enumerate(value))
    found: list[tuple[Any, Any]] = []
    for key, item in items:
        found += leaves(item) if isinstance(item, dict | list) else [(value, key)]
    return found

"""A simulated other release, with changed cards in the data."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from heptapolis.cards import reader, source
from heptapolis.edition import printed_edition

EXTRA_CHECKS = """
[card.granary]
name = "Granary"
age = 1
color = "blue"
players = [3, 3, 3]
effect = { points = 4 }
"""
MORE_IN_DUEL = """
[card.granary]
name = "Granary"
age = 1
color = "blue"
effect = { points = 4 }
"""
CACHES: tuple[Any, ...] = (source.printed_catalog, printed_edition)


@contextmanager
def release(folder: Path, base: str = EXTRA_CHECKS, duel: str = MORE_IN_DUEL) -> Iterator[None]:
    """Change the cards of the built-in catalogues in the context, like another release."""
    added = {"base.toml": base, "duel.toml": duel}

    def parse(path: Path) -> dict[str, Any]:
        edited = folder / path.name
        text = path.read_text(encoding="utf-8") + added.get(path.name, "")
        edited.write_text(text, encoding="utf-8")
        return reader.parse_file(edited)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(source, "parse_file", parse)
        _forget()
        try:
            yield
        finally:
            patch.undo()
            _forget()


def _forget() -> None:
    for cache in CACHES:
        cache.cache_clear()

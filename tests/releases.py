"""Another release for a while: our data with other cards in it."""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from heptapolis import cards
from heptapolis.games.classic.edition import ours
from heptapolis.games.duel.edition import our_duel

MORE = """
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
CACHES: tuple[Any, ...] = (cards._ours, ours, our_duel)


@contextmanager
def release(folder: Path, base: str = MORE, duel: str = MORE_IN_DUEL) -> Iterator[None]:
    """A release whose data has these cards too."""
    data = shutil.copytree(cards.DATA, folder / "release")
    for name, more in (("base", base), ("duel", duel)):
        file = data / f"{name}.toml"
        file.write_text(file.read_text(encoding="utf-8") + more, encoding="utf-8")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(cards, "DATA", data)
        _forget()
        try:
            yield
        finally:
            patch.undo()
            _forget()


def _forget() -> None:
    for cache in CACHES:
        cache.cache_clear()

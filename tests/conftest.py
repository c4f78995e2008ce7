"""What many tests need."""

from collections.abc import Callable
from pathlib import Path

import pytest

from heptapolis.cards import Catalog, load

House = Callable[[str], Catalog]


@pytest.fixture
def house(tmp_path: Path) -> House:
    """A catalogue from the text of a house-rules file."""

    def lay(text: str) -> Catalog:
        path = tmp_path / "house.toml"
        path.write_text(text, encoding="utf-8")
        return load(path)

    return lay

"""What many tests need, and what lets them pass on a machine that is busy."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from heptapolis.cards import Catalog, load
from heptapolis.variants import Variant, register, unregister
from heptapolis.warm_up import is_cold, warm_up
from tests.pebbles import VARIANT as PEBBLES

House = Callable[[str], Catalog]

# How long an example takes says how busy the machine is, and nothing else.
settings.register_profile("patient", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("patient")


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_setupnodes() -> None:
    """Compile once, before several processes would each compile the same."""
    if is_cold():
        print("Compiling the rules (only once; it takes a minute or two)", flush=True)
        warm_up(lambda done: None)


@pytest.fixture
def house(tmp_path: Path) -> House:
    """A catalogue from the text of a house-rules file."""

    def lay(text: str) -> Catalog:
        path = tmp_path / "house.toml"
        path.write_text(text, encoding="utf-8")
        return load(path)

    return lay


@pytest.fixture
def pebbles() -> Iterator[Variant]:
    """The game that only tests have, known to every program for the time of a test."""
    yield register(PEBBLES)
    unregister(PEBBLES.id)

"""Shared fixtures, and settings that let tests pass on a busy machine."""

import os
import secrets
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path
from random import Random

import pytest
from hypothesis import HealthCheck, settings

from heptapolis.cards import Catalog
from heptapolis.catalogs import load
from heptapolis.kernel.compiling import QUIET_VARIABLE
from heptapolis.kernel_game import SEED_BITS
from heptapolis.variants import Variant, register, unregister
from heptapolis.warm_up import is_cold, warm_up
from tests.toys.pebbles import VARIANT as PEBBLES

House = Callable[[str], Catalog]

# The output of commands must not depend on the compile cache.
os.environ[QUIET_VARIABLE] = "1"

# The duration of an example depends on the load of the machine.
settings.register_profile("patient", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("patient")


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_setupnodes() -> None:
    """Compile before the workers start, so that they do not compile the same code."""
    if is_cold():
        print("Compiling the rules (only once; it takes a minute or two)", flush=True)
        warm_up(lambda done: None)


# ── deals are the same in every run, so that results do not change ─────────────────────────────────

DEALS = os.environ.get("HEPTA_DEALS", "")  # another word gives other deals


def deal(name: str, patch: pytest.MonkeyPatch) -> None:
    """Derive seeds from a name: each table gets the next one. Bots get the same seed for every
    question, since threads ask them in any order."""
    tables = count()

    def randbits(bits: int) -> int:
        number = next(tables) if bits == SEED_BITS else "bot"
        return Random(f"{DEALS} {name} {number}").getrandbits(bits)

    patch.setattr(secrets, "randbits", randbits)


@pytest.fixture(autouse=True, scope="module")
def deals_of_module(request: pytest.FixtureRequest) -> Iterator[None]:
    """Derive the seeds of fixtures that several tests share from the name of their module."""
    with pytest.MonkeyPatch.context() as patch:
        deal(request.node.path.stem, patch)
        yield


@pytest.fixture(autouse=True)
def deals(request: pytest.FixtureRequest) -> Iterator[None]:
    """Derive the seeds of a test from its name, independent of its file."""
    with pytest.MonkeyPatch.context() as patch:
        deal(request.node.name, patch)
        yield


@pytest.fixture
def house(tmp_path: Path) -> House:
    """Return a function that loads a catalogue from the text of a house-rules file."""

    def lay(text: str) -> Catalog:
        path = tmp_path / "house.toml"
        path.write_text(text, encoding="utf-8")
        return load(path)

    return lay


@pytest.fixture
def pebbles() -> Iterator[Variant]:
    """Register the game of the tests for the duration of a test, in this and other processes."""
    yield register(PEBBLES)
    unregister(PEBBLES.id)

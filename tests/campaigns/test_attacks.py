"""The attacks of `tests/campaigns/attacks.py` in their short form: none achieves anything."""

import asyncio
from collections.abc import Iterator

import pytest

from tests.campaigns.attacks import (
    ATTACKS,
    SHORT,
    SHORT_ROOM,
    Attack,
    Target,
    raise_own_file_limit,
    target,
)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Target]:
    raise_own_file_limit()
    with target(tmp_path_factory.mktemp("attacked"), max_connections=str(SHORT_ROOM)) as made:
        yield made


@pytest.mark.parametrize("attack", ATTACKS, ids=lambda attack: attack.__name__)
def test_attacks_achieve_nothing(server: Target, attack: Attack) -> None:
    assert not asyncio.run(attack(server, SHORT))

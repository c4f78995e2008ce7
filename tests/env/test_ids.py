"""Ids of environments: those declared by games, and one for every other encoded ruleset."""

from collections.abc import Iterator
from typing import Any

import gymnasium
import pytest
from gymnasium.envs.registration import registry

from heptapolis import slots, variants
from heptapolis.env.ids import families, register_gymnasium
from heptapolis.env.pettingzoo import TurnEnv
from heptapolis.slots import Parts
from heptapolis.variants import Expansion, rulesets
from tests.toys import couriers

PARTS = Parts()
PARTS.keeps(slots.ENCODING, slots.STEPPER, slots.STRATEGY)
CALM_EXPANSION = Expansion(
    "calm",
    "classic",
    {"en": "C"},
    {"en": "Classic, calm"},
    "tests.toys",
    parts=PARTS,
)
ADDED_IDS = ("ClassicCalm", "ClassicCalmLeaders")


@pytest.fixture
def registered_expansions() -> Iterator[None]:
    """Register an expansion with an encoding, and one without."""
    for one in (CALM_EXPANSION, couriers.EXPANSION):
        variants.register_expansion(one)
    yield
    for one in (CALM_EXPANSION, couriers.EXPANSION):
        variants.unregister(one.id)
    for name in ADDED_IDS:
        registry.pop(f"heptapolis/{name}-v0", None)


def test_built_in_rulesets_have_the_declared_ids() -> None:
    assert [one.name for one in families()] == ["Classic", "FreeCity", "Leaders", "Duel"]
    assert {one.game for one in families()} == {*map(str, rulesets())}


@pytest.mark.usefixtures("registered_expansions")
def test_every_other_ruleset_with_an_encoding_has_an_environment() -> None:
    assert [one.name for one in families()][4:] == [*ADDED_IDS]
    register_gymnasium()
    for name in ADDED_IDS:
        env: Any = gymnasium.make(f"heptapolis/{name}-v0", opponents="random", seats=3)
        seen, _ = env.reset(seed=1)
        assert seen["action_mask"].any() and env.unwrapped.table.game.expansions >= {"calm"}
    assert TurnEnv("classic+calm").possible_agents == [
        "player_0",
        "player_1",
        "player_2",
    ]
    assert not [one for one in registry if "Couriers" in one]

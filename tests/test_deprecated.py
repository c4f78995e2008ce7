"""Deprecated names of the previous version work and warn."""

import re
from collections.abc import Iterator

import pytest

import heptapolis as hp
import heptapolis.cards
from heptapolis import codes
from heptapolis.games.classic.codes import MoveKind
from heptapolis.games.duel.codes import DuelMoveKind, DuelOutcome
from heptapolis.testing import check_variant
from heptapolis.variants import Variant, register, ruleset, unregister
from heptapolis.vector import VectorEnv
from tests.toys.pebbles import COLUMNS, PebbleOptions, parse_throw

FORMER_KINDS = {
    "build loom": MoveKind.BUILD,
    "build loom free": MoveKind.BUILD_FREE,
    "stage loom": MoveKind.STAGE,
    "discard loom": MoveKind.DISCARD,
    "dig loom": MoveKind.DIG,
    "pass": MoveKind.PASS,
    "keep plato": MoveKind.KEEP,
    "recruit plato": MoveKind.RECRUIT,
    "court plato": MoveKind.COURT,
}
FORMER_DUEL_KINDS = {
    "draft pyramids": DuelMoveKind.DRAFT,
    "build press": DuelMoveKind.BUILD,
    "wonder pyramids press": DuelMoveKind.WONDER,
    "discard press": DuelMoveKind.DISCARD,
    "token law": DuelMoveKind.TOKEN,
    "destroy press": DuelMoveKind.DESTROY,
    "revive press": DuelMoveKind.REVIVE,
    "start 1": DuelMoveKind.START,
}


@pytest.mark.parametrize(("text", "kind"), FORMER_KINDS.items())
def test_a_move_of_classic_has_a_deprecated_number(text: str, kind: MoveKind) -> None:
    with pytest.warns(DeprecationWarning, match=re.escape("Move.kind is deprecated")):
        assert hp.Move.parse(text).kind == kind


@pytest.mark.parametrize(("text", "kind"), FORMER_DUEL_KINDS.items())
def test_a_move_of_duel_has_a_deprecated_number(text: str, kind: DuelMoveKind) -> None:
    with pytest.warns(DeprecationWarning, match=re.escape("Move.duel_kind is deprecated")):
        assert hp.Move.parse(text).duel_kind == kind


def test_a_verb_of_another_game_has_no_number() -> None:
    with pytest.warns(DeprecationWarning) as warned:
        assert hp.Move.parse("draft pyramids").kind == hp.Move.parse("pass").duel_kind == 0
    assert {warning.filename for warning in warned} == {__file__}


def test_catalogues_can_be_loaded_by_a_deprecated_name() -> None:
    with pytest.warns(DeprecationWarning, match="use heptapolis.catalog"):
        load = heptapolis.cards.load
    assert load("duel") is hp.catalog("duel")


def test_other_names_of_the_package_of_cards_are_unknown() -> None:
    with pytest.raises(AttributeError, match="has no attribute 'lode'"):
        _ = heptapolis.cards.lode


def test_numbers_of_ends_have_a_deprecated_name() -> None:
    with pytest.warns(DeprecationWarning, match=r"use `VectorEnv\.outcomes`") as warned:
        former = codes.Outcome
    assert [(one.slug, int(one)) for one in former if one.slug in ("military", "shared")] == [
        (one.slug, int(one)) for one in (DuelOutcome.MILITARY, DuelOutcome.SHARED)
    ]
    assert {warning.filename for warning in warned} == {__file__}
    with pytest.raises(AttributeError, match="no attribute 'Outcomes'"):
        _ = codes.Outcomes


def test_weights_of_greedy_players_have_deprecated_names() -> None:
    env = VectorEnv("duel", games=1, seed=1, threads=1)
    with pytest.warns(DeprecationWarning, match="use `vary_greedy_weights`"):
        env.vary_tastes(2, 0.1, seed=1)
    with pytest.warns(DeprecationWarning, match="use `greedy_weights`"):
        assert env.tastes is env.greedy_weights
    with pytest.warns(DeprecationWarning, match="use `greedy_weights`") as warned:
        env.tastes = env.greedy_weights[:1]
    assert len(env.greedy_weights) == 1
    assert {warning.filename for warning in warned} == {__file__}


@pytest.fixture
def former_variant() -> Iterator[Variant]:
    with pytest.warns(DeprecationWarning) as warned:
        variant = Variant(
            id="pebbles",
            titles={"en": "Pebbles"},
            seats=range(2, 6),
            options=PebbleOptions,
            columns=COLUMNS,  # type: ignore[call-arg]
            home="tests.toys.pebbles.engine",
            expansions={"gold": {"en": "Pebbles with gold"}},  # type: ignore[dict-item]
            parse_move=parse_throw,
        )
    assert [str(one.message).partition("=")[0] for one in warned] == [
        "Variant(columns",
        "Variant(expansions",
    ]
    assert {warning.filename for warning in warned} == {__file__}
    yield register(variant)
    unregister("pebbles")


def test_a_variant_of_the_previous_version_can_be_played(former_variant: Variant) -> None:
    assert former_variant.columns == tuple(COLUMNS)
    assert ruleset("pebbles+gold").title() == "Pebbles with gold"
    check_variant(former_variant)

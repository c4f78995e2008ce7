"""The arrays for the kernels agree with the catalogue."""

import hashlib

import numpy as np
import pytest

from heptapolis.cards.tables import index as index_of
from heptapolis.codes import (
    CARDS,
    Color,
    Counted,
    Resource,
    Side,
    Target,
    Whose,
)
from heptapolis.games.classic.cards.tables import CLASSIC_TABLES, classic_tables
from heptapolis.games.classic.catalog import load_classic
from heptapolis.games.classic.codes import (
    FIRST_BOARD,
    FIRST_STAGE,
    STAGES,
    ResourceClass,
    Special,
)
from heptapolis.games.duel.cards.tables import DUEL_TABLES, duel_tables
from heptapolis.games.duel.catalog import load_duel

CLASSIC = load_classic("leaders")
DUEL = load_duel()


def test_every_card_has_its_row() -> None:
    row, index = classic_tables(CLASSIC)[0], index_of(CLASSIC)
    for card in CLASSIC.cards:
        item = index[card.id]
        assert row["color"][item] == card.color
        assert row["age"][item] == card.age
        assert row["cost_coins"][item] == card.cost.coins
        costs = {r: n for r in Resource if (n := int(row["cost"][item, r]))}
        assert costs == card.cost.resources
        assert row["points"][item] == card.effect.points
        assert row["shields"][item] == card.effect.shields
        assert [row["copies"][item, n] for n in range(8)] == [card.copies_for(n) for n in range(8)]
        chain = {int(x) for x in row["chain"][item] if x}
        assert chain == {index[id] for id in card.chain_from}


def test_item_zero_is_nothing() -> None:
    for tables in (classic_tables(CLASSIC), duel_tables(DUEL)):
        for name in tables.dtype.names or ():
            column = tables[0][name]
            if np.ndim(column) and len(column) > CARDS:
                assert not np.any(column[0]), name


def test_ids_and_items_are_one_to_one() -> None:
    for index in (index_of(CLASSIC), index_of(DUEL)):
        assert len(set(index.values())) == len(index)
        assert 0 not in index.values()


def test_twins_share_a_structure_and_chains_name_structures() -> None:
    row, index = classic_tables(CLASSIC)[0], index_of(CLASSIC)
    assert row["structure"][index["loom_age2"]] == index["loom"]
    assert row["structure"][index["palace"]] == index["palace"]


def test_counting_effects_become_masks() -> None:
    row, index = classic_tables(CLASSIC)[0], index_of(CLASSIC)
    guild = index["shipowners_guild"]
    colors = (Counted.BROWN, Counted.GREY, Counted.PURPLE)
    assert row["points_per_what"][guild] == sum(1 << c for c in colors)
    assert row["points_per_whose"][guild] == Whose.SELF
    vineyard = index["vineyard"]
    assert row["coins_per_whose"][vineyard] == Whose.SELF | Whose.LEFT | Whose.RIGHT
    midas = index["midas"]
    assert (row["points_per_what"][midas], row["points_per_per"][midas]) == (1 << Counted.COINS, 3)


def test_discounts_and_leader_powers() -> None:
    row, index = classic_tables(CLASSIC)[0], index_of(CLASSIC)
    east = row["price"][index["east_trading_post"]]
    assert east[Side.RIGHT, ResourceClass.RAW] == 1
    assert east.sum() == 1
    imhotep = index["imhotep"]
    assert (row["fewer_target"][imhotep], row["fewer_units"][imhotep]) == (Target.WONDER_STAGE, 1)
    rome = index["rome:B"]
    assert row["special"][rome] == Special.LEADER_DISCOUNT
    assert (row["special_amount"][rome], row["special_neighbours"][rome]) == (2, 1)
    assert row["special_amount"][index["bilkis"]] == 1


def test_boards_carry_their_resource_and_stages() -> None:
    row, index = classic_tables(CLASSIC)[0], index_of(CLASSIC)
    for wonder in CLASSIC.wonders:
        for side, board in wonder.sides.items():
            item = index[f"{wonder.id}:{side}"]
            assert row["n_stages"][item - FIRST_BOARD] == len(board.stages)
            assert row["produce"][item].sum() == (wonder.resource is not None)
            for k, stage in enumerate(board.stages):
                stage_item = FIRST_STAGE + STAGES * (item - FIRST_BOARD) + k
                assert row["points"][stage_item] == stage.effect.points
                assert row["cost_units"][stage_item] == sum(stage.cost.resources.values())


def test_what_needs_leaders_is_marked() -> None:
    row, index = classic_tables(CLASSIC)[0], index_of(CLASSIC)
    marked = {id for id, item in index.items() if row["expansion"][item]}
    assert marked == {
        "architects_guild",
        "courtesans_guild",
        "diplomats_guild",
        "gamers_guild",
        "rome:A",
        "rome:B",
    }


@pytest.mark.parametrize("age", [1, 2, 3])
def test_duel_covers_are_the_inverse_of_covered_by(age: int) -> None:
    row = duel_tables(DUEL)[0]
    by = {(slot, int(x) - 1) for slot in range(20) for x in row["covered_by"][age - 1, slot] if x}
    covers = {(int(x) - 1, slot) for slot in range(20) for x in row["covers"][age - 1, slot] if x}
    assert by == covers
    assert all(slot < other for slot, other in by)


def test_duel_track_and_special_columns() -> None:
    row, index = duel_tables(DUEL)[0], index_of(DUEL)
    assert list(row["track_points"][:9]) == [0, 2, 2, 5, 5, 5, 10, 10, 10]
    assert {d: int(x) for d, x in enumerate(row["track_loot"]) if x} == {3: 2, 6: 5}
    assert row["destroy"][index["statue_of_zeus"]] == Color.BROWN
    assert row["fixed_price"][index["customs_house"], Resource.GLASS] == 1
    assert row["fewer_target"][index["masonry"]] == Target.BLUE
    assert row["coins_per_chain_build"][index["urbanism"]] == 4
    assert row["coins_per_whose"][index["tacticians_guild"]] == Whose.LARGER_CITY


@pytest.mark.parametrize(
    ("tables", "dtype", "mark"),
    [
        (classic_tables(load_classic()), CLASSIC_TABLES, "fd474469c37d9e1d"),
        (classic_tables(CLASSIC), CLASSIC_TABLES, "fd474469c37d9e1d"),
        (duel_tables(DUEL), DUEL_TABLES, "fdb3bf35a463fd11"),
    ],
)
def test_records_of_the_tables_are_the_same_to_the_byte(
    tables: np.ndarray, dtype: np.dtype, mark: str
) -> None:
    """Compiled code and its speed depend on the record types; Leaders uses that of classic."""
    assert tables.dtype == dtype
    assert hashlib.sha256(repr(dtype.descr).encode()).hexdigest()[:16] == mark

"""Quick players of Duel, used below the tree of a search: legal moves, and victories are found."""

from collections import Counter
from typing import Any

import pytest

from heptapolis.games.duel.players import quick
from heptapolis.games.duel.rules import constants as c
from heptapolis.kernel import JIT, entry
from heptapolis.kernel.chance import generator
from tests.games.duel.kernel_table import FIRST, SECOND, DuelState

NOISE = 5.0


@entry
def quick_move(states: Any, tables: Any, noise: Any, rng: Any, workspaces: Any) -> Any:
    t, work = tables[0], workspaces[0]
    quick.weigh_items(t, work.worth, work.special)
    return quick.quick_move(states[0], t, noise, rng, work)


def chosen_move(table: DuelState, rng: Any, noise: float = NOISE) -> str:
    workspaces = table.scratch.workspaces
    return table.text(*quick_move(table.states, table.tables, noise, rng, workspaces))


def test_every_move_is_legal() -> None:
    rng = generator(1)
    for seed in range(30 if JIT else 2):
        table = DuelState(seed)
        while table.outcome is None:
            move = chosen_move(table, rng)
            assert move in table.legal()
            table.play(move)


def end_of_age_one(rich: int = 20) -> DuelState:
    table = DuelState(1, wonders=(FIRST, SECOND))
    table["coins"][:] = rich
    return table


@pytest.mark.skipif(not JIT, reason="hundreds of moves")
def test_equal_moves_are_chosen_at_random() -> None:
    table, rng = end_of_age_one(), generator(2)
    without_chance = Counter(chosen_move(table, rng, 0.0) for _ in range(200))
    with_chance = Counter(chosen_move(table, rng, 30.0) for _ in range(200))
    assert len({move.partition(" ")[0] for move in without_chance}) == 1
    assert len(with_chance) > 4


def five_symbols(seat: int) -> DuelState:
    """Return a table where the next new symbol wins for a seat and a card with it is accessible."""
    for seed in range(200):
        table = DuelState(seed, wonders=(FIRST, SECOND))
        table["coins"][:] = 20
        open_cards = {move.split()[-1] for move in table.legal()}
        symbols = {id: int(table.tables["science"][0][table.item[id]]) for id in open_cards}
        new = next((id for id, symbol in symbols.items() if symbol > 0), None)
        if new is not None and [s > 0 for s in symbols.values()].count(True) == 1:
            others = [k for k in range(1, 8) if k != symbols[new]][:5]
            table["symbols"][seat, others] = 1
            table["colors"][seat, int(quick.GREEN)] = 5
            return table
    raise AssertionError("no such deal")


def green(table: DuelState) -> str:
    cards = {move.split()[-1] for move in table.legal()}
    return next(id for id in cards if table.tables["science"][0][table.item[id]] > 0)


def test_the_last_symbol_is_taken() -> None:
    table, rng = five_symbols(0), generator(3)
    assert {chosen_move(table, rng) for _ in range(20)} == {f"build {green(table)}"}


def test_the_winning_symbol_of_the_opponent_is_removed_even_without_coins() -> None:
    table, rng = five_symbols(1), generator(4)
    assert all(chosen_move(table, rng).endswith(green(table)) for _ in range(20))
    table["coins"][0] = 0
    table["price"][0, :] = 9
    assert all(chosen_move(table, rng).endswith(green(table)) for _ in range(20))


@entry
def prior_of(states: Any, tables: Any, card: Any, workspaces: Any) -> Any:
    t, work = tables[0], workspaces[0]
    quick.weigh_items(t, work.worth, work.special)
    return quick.move_prior(states[0], t, c.BUILD, card, c.NONE, 0.5, work)


def test_priors_prefer_the_next_symbol_but_leave_victories_to_the_search() -> None:
    """A prior that visits could not overrule would exclude all other moves from the tree."""
    near, far = five_symbols(0), five_symbols(0)
    far["symbols"][0, :] = 0
    far["colors"][0, int(quick.GREEN)] = 0
    card = near.item[green(near)]
    values = [prior_of(one.states, one.tables, card, one.scratch.workspaces) for one in (far, near)]
    assert values[0] < values[1] < quick.DENIAL

"""Hidden information of Duel leaves no trace in views. The test changes it without using the kernel."""

import itertools
from random import Random
from typing import Any

import numpy as np
import pytest

from heptapolis.games.duel.rules import sight as duel_sight
from heptapolis.games.duel.rules.state import DUEL
from heptapolis.kernel import records
from tests.games.duel.kernel_table import FIRST, SECOND, DuelState


def games_at_rest(seed: int) -> list[DuelState]:
    """Yield one game before every decision."""
    table, rng, found = DuelState(seed), Random(seed), []
    table["coins"][:] = 60
    while table.to_move:
        copy = DuelState.__new__(DuelState)
        vars(copy).update(vars(table) | {"states": records(table.states.copy())})
        found.append(copy)
        moves = table.legal()
        wonders = [move for move in moves if move.startswith("wonder")]
        table.play(rng.choice(wonders or moves))
    return found


def hide_otherwise(table: DuelState, seat: int, rng: Random) -> Any:
    """Return the game with everything hidden from the seat changed, without using the kernel."""
    states = records(table.states.copy())
    s, age = states[0], int(table["age"])
    ids = table.catalog.card
    for later in range(max(age, 1), 4):
        seen = {c for a in range(3) for c in s["layout"][a].tolist() if a + 1 < later}
        hidden = [slot for slot in range(20) if later > age or not int(s["faces"]) >> slot & 1]
        shown = {int(s["layout"][later - 1][k]) for k in range(20) if k not in hidden}
        decks = [
            [
                item
                for id, item in table.item.items()
                if id in ids
                and ids[id].is_guild == guild
                and ids[id].age == later
                and item not in shown | seen
            ]
            for guild in (False, True)
        ]
        backs = [ids[table.id[int(c)]].is_guild for c in s["layout"][later - 1]]
        if later > age:
            rng.shuffle(backs)
        for deck in decks:
            rng.shuffle(deck)
        for slot in hidden:
            s["layout"][later - 1][slot] = decks[backs[slot]].pop()
    if age == 0 and int(s["next_offer"]):
        free = [
            k
            for k in range(12)
            if not (int(s["offer"]) | int(s["wonders"][0]) | int(s["wonders"][1])) >> k & 1
        ]
        s["next_offer"] = sum(1 << k for k in rng.sample(free, 4))
    unknown = [k for k in range(int(s["n_aside"])) if not int(s["looked"][k]) >> seat & 1]
    tokens = [int(s["aside"][k]) for k in unknown]
    used = int(s["board"]) | int(s["tokens"][0]) | int(s["tokens"][1])
    out = [table.item[id] for k, id in enumerate(table.catalog.token) if not used >> k & 1]
    assert {*tokens} <= {*out}
    rng.shuffle(tokens)
    for k, token in zip(unknown, tokens, strict=True):
        s["aside"][k] = token
    return states


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("seat", [0, 1, 2])
def test_what_is_hidden_leaves_no_trace_in_a_view(seed: int, seat: int) -> None:
    rng = Random(seed)
    for table in games_at_rest(seed):
        view = table.view(seat)
        other = hide_otherwise(table, seat, rng)
        views = records(np.zeros(1, DUEL))
        duel_sight.see(other, 0, seat, views, 0)
        assert views.tobytes() == view.tobytes()


def test_the_order_of_the_draw_leaves_no_trace() -> None:
    views = set()
    for order in itertools.permutations(range(3)):
        table = DuelState(1, wonders=(FIRST, SECOND))
        table["coins"][0] = 50
        table["aside"][:3] = table["aside"][:3][list(order)]
        table.play(f"wonder great_library {table.legal()[0].split()[-1]}")
        views.add(table.view(0).tobytes())
    assert len(views) == 1

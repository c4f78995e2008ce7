"""Random play: uniform over (card, use) with the cheapest payment."""

from typing import Any

import numpy as np

from heptapolis.kernel import entry, inlined
from heptapolis.kernel.borrowing import borrow
from heptapolis.kernel.chance import below
from heptapolis.kernel.classic.constants import (
    BUILD,
    BUILD_FREE,
    DISCARD,
    NONE,
    OVER,
    SEVENTH,
    STAGE,
    TURN,
)
from heptapolis.kernel.classic.deal import deal_game
from heptapolis.kernel.classic.economy import (
    IMPOSSIBLE,
    cheapest,
    pack_plan,
    plan_bank,
    plan_left,
    plan_right,
)
from heptapolis.kernel.classic.hands import hand
from heptapolis.kernel.classic.moves import (
    has,
    may_build_free,
    next_stage,
    price_of_card,
    uses,
)
from heptapolis.kernel.classic.rules import must_decide, play
from heptapolis.kernel.classic.scoring import score


@inlined
def random_move(
    states: Any, i: Any, city: Any, tables: Any, rng: Any, work: Any, moves: Any, log: Any
) -> None:
    """Choose for one city and play it.

    Uniform by rejection: draw a card and a use until they are legal together. A discard always
    is, so a handful of draws is enough, and most cards never have their price worked out.
    """
    s = states[i]
    if (s.phase != TURN and s.phase != SEVENTH) or city >= s.n_players:
        row = below(rng, uses(states, i, city, tables, moves, work))
        kind, card = moves[row, 0], moves[row, 1]
        plan = pack_plan(moves[row, 2], moves[row, 3], moves[row, 4])
    else:
        cards = work[-1]
        n_cards = hand(states, i, city, cards)
        free_build = s.phase == TURN and may_build_free(states, i, city)
        n_uses = 4 if free_build else 3
        kind = card = plan = NONE
        while kind == 0:
            k = below(rng, n_cards)
            if k > 0 and cards[k] == cards[k - 1]:
                continue  # of two copies the first stands for both
            card = cards[k]
            kind = USES[below(rng, n_uses)]
            plan = price_of_use(states, i, city, kind, card, tables, work)
            if plan == IMPOSSIBLE:
                kind = NONE
    bank, left, right = plan_bank(plan), plan_left(plan), plan_right(plan)
    play(states, i, city, kind, card, bank, left, right, tables, log)


USES = (BUILD, STAGE, DISCARD, BUILD_FREE)


@inlined
def price_of_use(
    states: Any, i: Any, city: Any, kind: Any, card: Any, tables: Any, work: Any
) -> Any:
    """The cheapest plan for a card's use, or IMPOSSIBLE."""
    t = tables[0]
    if kind == DISCARD:
        return NONE
    if kind == STAGE:
        stage = next_stage(states, i, city, tables)
        return cheapest(states, i, city, stage, tables, work) if stage else IMPOSSIBLE
    if has(states, i, city, t.structure[card]):
        return IMPOSSIBLE
    plan, costs = price_of_card(states, i, city, card, tables, work)
    if kind == BUILD:
        return plan
    return NONE if costs else IMPOSSIBLE


@inlined
def random_game(
    states: Any, i: Any, tables: Any, rng: Any, work: Any, moves: Any, log: Any
) -> None:
    """Play on at random until the end."""
    s = states[i]
    states, tables, rng = borrow(states), borrow(tables), borrow(rng)
    work, moves, log = borrow(work), borrow(moves), borrow(log)
    while s.phase != OVER:
        for city in range(s.n_cities):
            if must_decide(states, i, city):
                random_move(states, i, city, tables, rng, work, moves, log)


@entry
def simulate(
    states: Any, empty: Any, tables: Any, rng: Any, sides: Any, room: Any, work: Any, moves: Any,
    log: Any, sheets: Any, boards: Any, coins: Any,
) -> None:  # fmt: skip
    """Whole random games, one for each row of ``sheets``; ``empty`` says for how many players,
    and whether leaders are played."""
    i = np.int64(0)
    for k in range(sheets.shape[0]):
        deal_game(states, i, empty, tables, rng, sides, room)
        random_game(states, i, tables, rng, work, moves, log)
        s = states[i]
        for seat in range(s.n_players):
            score(states, i, seat, tables, sheets[k, seat])
            boards[k, seat] = s.board[seat]
            coins[k, seat] = s.coins[seat]

"""Random play: uniform over (card, use) with the cheapest payment."""

from typing import Any

from heptapolis.games.classic.rules import constants as c
from heptapolis.games.classic.rules.deal import deal_game
from heptapolis.games.classic.rules.economy import (
    NO_PAYMENT,
    cheapest,
    pack_plan,
    plan_bank,
    plan_left,
    plan_right,
)
from heptapolis.games.classic.rules.hands import hand
from heptapolis.games.classic.rules.moves import (
    has,
    may_build_free,
    next_stage,
    price_of_card,
    uses,
)
from heptapolis.games.classic.rules.scoring import score
from heptapolis.games.classic.rules.turns import must_decide, play
from heptapolis.games.classic.rules.types import Sides
from heptapolis.kernel import entry, inlined
from heptapolis.kernel.borrowing import borrow
from heptapolis.kernel.chance import random_below
from heptapolis.kernel.types import (
    Card,
    City,
    Ints,
    Kind,
    Random,
    State,
    States,
    Tables,
    TablesArray,
    Workspace,
    Workspaces,
)


@inlined
def random_choice(s: State, t: Tables, city: City, rng: Random, work: Workspace) -> Any:
    """Return a move for one city: its kind, its card, its payment.

    Uniform by rejection: draw a card and a use until they are legal together. A discard always is,
    so a handful of draws is enough, and the prices of most cards are never computed.
    """
    if (s.phase != c.TURN and s.phase != c.SEVENTH) or city >= s.n_players:
        row = random_below(rng, uses(s, t, city, work.moves, work))
        kind, card = work.moves[row, 0], work.moves[row, 1]
        plan = pack_plan(work.moves[row, 2], work.moves[row, 3], work.moves[row, 4])
    else:
        cards = work.cards
        n_cards = hand(s, city, cards)
        free_build = s.phase == c.TURN and may_build_free(s, city)
        n_uses = 4 if free_build else 3
        kind = card = plan = c.NONE
        while kind == 0:
            k = random_below(rng, n_cards)
            if k > 0 and cards[k] == cards[k - 1]:
                continue  # the first of two copies stands for both
            card = cards[k]
            kind = USES[random_below(rng, n_uses)]
            plan = price_of_use(s, t, city, kind, card, work)
            if plan == NO_PAYMENT:
                kind = c.NONE
    return kind, card, plan_bank(plan), plan_left(plan), plan_right(plan)


USES = (c.BUILD, c.STAGE, c.DISCARD, c.BUILD_FREE)


@inlined
def price_of_use(s: State, t: Tables, city: City, kind: Kind, card: Card, work: Workspace) -> Any:
    """Return the cheapest plan for a card's use, or NO_PAYMENT."""
    if kind == c.DISCARD:
        return c.NONE
    if kind == c.STAGE:
        stage = next_stage(s, t, city)
        return cheapest(s, t, city, stage, work) if stage else NO_PAYMENT
    if has(s, city, t.structure[card]):
        return NO_PAYMENT
    plan, costs = price_of_card(s, t, city, card, work)
    if kind == c.BUILD:
        return plan
    return c.NONE if costs else NO_PAYMENT


@entry
def simulate(
    states: States,
    empty: States,
    tables: TablesArray,
    rng: Random,
    sides: Sides,
    workspaces: Workspaces,
    sheets: Ints,
    boards: Ints,
    coins: Ints,
) -> None:
    """Play whole random games, one for each row of ``sheets``; ``empty`` says for how many players,
    and whether with leaders."""
    rng = borrow(rng)
    s, t, work = states[0], tables[0], workspaces[0]
    for k in range(sheets.shape[0]):
        states[0] = empty[0]
        deal_game(s, t, rng, sides, work.pool)
        while s.phase != c.OVER:
            for city in range(s.n_cities):
                if must_decide(s, city):
                    kind, card, bank, left, right = random_choice(s, t, city, rng, work)
                    play(s, t, city, kind, card, bank, left, right, work.log)
        for seat in range(s.n_players):
            score(s, t, seat, work.sheet)
            sheets[k, seat] = work.sheet
            boards[k, seat] = s.board[seat]
            coins[k, seat] = s.coins[seat]

"""Set-up: boards, the cards of all ages, leaders (C1, C9.1, L1)."""

from typing import Any, NamedTuple

import numpy as np

from heptapolis.games.classic.rules import constants as c
from heptapolis.games.classic.rules import hooks
from heptapolis.games.classic.rules.effects import apply_item
from heptapolis.games.classic.rules.hands import FREE_CITY
from heptapolis.games.classic.rules.types import Sides
from heptapolis.kernel import inlined, jit
from heptapolis.kernel.chance import random_below, shuffle
from heptapolis.kernel.seeds import mix, sow
from heptapolis.kernel.types import (
    Array,
    Count,
    Flag,
    Index,
    Ints,
    Random,
    Seed,
    State,
    States,
    Tables,
    Workspace,
)


@jit
def deal_game(s: State, t: Tables, rng: Random, sides: Sides, pool: Ints) -> None:
    """Deal a whole new game; the record says for how many players, and whether with leaders."""
    deal_boards(s, t, rng, sides, pool)
    deal(s, t, rng, pool)
    if s.leaders == 1:
        deal_leaders(s, t, rng, pool)
    hooks.deal(s, t, rng, pool)
    open_cities(s, t)


class Setup(NamedTuple):
    """The options of games that are dealt one after the other."""

    empty: States  # a record for each possible number of seats
    boards: Ints  # ... and a row of its chosen boards, or zeros
    sides: Sides
    streams: Array  # differences between the seeds of boards, leaders and players and the deal's


@jit
def deal_next(
    states: States, g: Index, setup: Setup, t: Tables, seed: Seed, rng: Random, work: Workspace
) -> None:
    """Deal a new game from a seed like the engine does; the number of seats follows from the seed
    too."""
    drawn = np.int64(mix(seed) % np.uint64(setup.empty.shape[0]))
    states[g] = setup.empty[drawn]
    s = states[g]
    sow(rng, seed ^ setup.streams[0])
    deal_boards(s, t, rng, setup.sides, work.pool)
    if setup.boards[drawn, 0] > 0:
        lay_boards(s, t, setup.boards[drawn], work.pool)
    sow(rng, seed)
    deal(s, t, rng, work.pool)
    if s.leaders == 1:
        sow(rng, seed ^ setup.streams[1])
        deal_leaders(s, t, rng, work.pool)
    hooks.deal(s, t, rng, work.pool)
    open_cities(s, t)


@jit
def deal_boards(s: State, t: Tables, rng: Random, sides: Sides, pool: Ints) -> None:
    """Draw the boards (C1.3); ``sides``: 0 at random, 1 all A, 2 all B."""
    n = 0
    for wonder in range(t.n_boards // 2):
        if s.leaders == 1 or t.expansion[c.FIRST_BOARD + 2 * wonder] == 0:
            pool[n] = wonder
            n += 1
    shuffle(rng, pool, n)
    if s.n_players == 2:
        k = FREE_CITY
        while t.expansion[c.FIRST_BOARD + 2 * pool[k]] == 1:  # Rome is useless for it (L75)
            k += 1
        pool[FREE_CITY] = pool[k]
    for city in range(s.n_cities):
        side = random_below(rng, 2) if sides == 0 else sides - 1
        s.board[city] = c.FIRST_BOARD + 2 * pool[city] + side


@jit
def lay_boards(s: State, t: Tables, boards: Ints, pool: Ints) -> None:
    """Replace the drawn boards by the chosen ones, 0 after the last one. A Free City without one
    gets the first board left from the draw and no Rome (L75); ``pool`` is the rest of the draw."""
    n_chosen = np.int64(0)
    while n_chosen < s.n_cities and boards[n_chosen] > 0:
        n_chosen += 1
    if n_chosen == FREE_CITY:
        k = 0
        while is_taken(boards, n_chosen, pool[k]) or t.expansion[c.FIRST_BOARD + 2 * pool[k]] == 1:
            k += 1
        side = (s.board[min(k, FREE_CITY)] - c.FIRST_BOARD) % 2
        s.board[FREE_CITY] = c.FIRST_BOARD + 2 * pool[k] + side
    for city in range(n_chosen):
        s.board[city] = boards[city]


@jit
def is_taken(boards: Ints, n: Count, wonder: Index) -> Flag:
    """Return whether one of some boards is a side of the wonder."""
    for k in range(n):
        if (boards[k] - c.FIRST_BOARD) // 2 == wonder:
            return True
    return False


@jit
def deal(s: State, t: Tables, rng: Random, pool: Ints) -> None:
    """Deal the cards of all three ages (C1.2, C9.1), after the boards."""
    n_dealt = c.HAND * s.n_cities
    for age in range(1, c.AGES + 1):
        n = 0
        if age == c.AGES:
            n = deal_guilds(s, t, rng, pool)
        for card in range(1, t.n_cards + 1):
            if t.age[card] == age and t.color[card] != c.PURPLE:
                for _ in range(t.copies[card, s.n_cities]):
                    pool[n] = card
                    n += 1
        shuffle(rng, pool, n)
        for place in range(n_dealt):
            s.deck[age - 1, place] = pool[place]
        s.places[age - 1, : s.n_cities] = c.HAND


@inlined
def deal_guilds(s: State, t: Tables, rng: Random, pool: Ints) -> Any:
    """Draw players + 2 guilds unseen (C1.2); returns their number."""
    n = 0
    for card in range(1, t.n_cards + 1):
        if t.color[card] == c.PURPLE and t.expansion[card] <= s.leaders:
            pool[n] = card
            n += 1
    shuffle(rng, pool, n)
    return s.n_cities + t.guilds_beyond_players


@jit
def deal_leaders(s: State, t: Tables, rng: Random, pool: Ints) -> None:
    """Deal four leaders to each seat (L1); the others lie in the box, in the order of drawing."""
    for k in range(t.n_leaders):
        pool[k] = c.FIRST_LEADER + k
    shuffle(rng, pool, np.int64(t.n_leaders))
    n_dealt = c.DRAFT * s.n_players
    for k in range(n_dealt):
        s.leader[k // c.DRAFT, k % c.DRAFT] = pool[k]
    for k in range(n_dealt, t.n_leaders):
        s.box[k - n_dealt] = pool[k]
    s.drafted = 1


@jit
def open_cities(s: State, t: Tables) -> None:
    """Start production, fill the treasuries, and begin age I or the draft."""
    for city in range(s.n_cities):
        s.coins[city] = t.starting_coins
        if s.leaders == 1 and city < s.n_players:  # L73
            s.coins[city] = t.starting_coins_with_leaders
        s.price[city, :, :] = t.trade_price
        apply_item(s, t, city, np.int64(s.board[city]))
    s.age, s.turn, s.phase = 1, 1, c.TURN
    if s.leaders == 1:
        s.age, s.phase = 0, c.DRAFTING
    hooks.set_up(s, t)

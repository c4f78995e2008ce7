"""Set-up: boards, the cards of all ages, leaders (C1, C9.1, L1)."""

from typing import Any

import numpy as np

from heptapolis.codes import (
    AGES,
    DRAFT,
    FIRST_BOARD,
    FIRST_LEADER,
    HAND,
)
from heptapolis.kernel import entry, inlined, jit
from heptapolis.kernel.chance import below, shuffle
from heptapolis.kernel.classic.constants import DRAFTING, PURPLE, TURN
from heptapolis.kernel.classic.effects import apply_item
from heptapolis.kernel.classic.hands import FREE_CITY


@jit
def deal_game(
    states: Any, i: Any, empty: Any, tables: Any, rng: Any, sides: Any, room: Any
) -> None:
    """A whole new game; ``empty`` says for how many players, and whether with leaders."""
    states[i] = empty[0]
    deal_boards(states, i, tables, rng, sides, room)
    deal(states, i, tables, rng, room)
    if states[i].leaders == 1:
        deal_leaders(states, i, tables, rng, room)
    open_cities(states, i, tables)


@entry
def deal_boards(states: Any, i: Any, tables: Any, rng: Any, sides: Any, room: Any) -> None:
    """Boards at random (C1.3); ``sides``: 0 at random, 1 all A, 2 all B."""
    s, t = states[i], tables[0]
    n = 0
    for wonder in range(t.n_boards // 2):
        if s.leaders == 1 or t.expansion[FIRST_BOARD + 2 * wonder] == 0:
            room[n] = wonder
            n += 1
    shuffle(rng, room, n)
    if s.n_players == 2:
        k = FREE_CITY
        while t.expansion[FIRST_BOARD + 2 * room[k]] == 1:  # Rome is nothing for it (L75)
            k += 1
        room[FREE_CITY] = room[k]
    for city in range(s.n_cities):
        side = below(rng, 2) if sides == 0 else sides - 1
        s.board[city] = FIRST_BOARD + 2 * room[city] + side


@entry
def deal(states: Any, i: Any, tables: Any, rng: Any, room: Any) -> None:
    """Cards of all three ages (C1.2, C9.1); the boards are laid out already."""
    s, t = states[i], tables[0]
    dealt = HAND * s.n_cities
    for age in range(1, AGES + 1):
        n = 0
        if age == AGES:
            n = deal_guilds(states, i, tables, rng, room)
        for card in range(1, t.n_cards + 1):
            if t.age[card] == age and t.color[card] != PURPLE:
                for _ in range(t.copies[card, s.n_cities]):
                    room[n] = card
                    n += 1
        shuffle(rng, room, n)
        for place in range(dealt):
            s.deck[age - 1, place] = room[place]
        s.places[age - 1, : s.n_cities] = HAND


@inlined
def deal_guilds(states: Any, i: Any, tables: Any, rng: Any, room: Any) -> Any:
    """Players + 2 guilds, drawn unseen (C1.2); returns their number."""
    s, t = states[i], tables[0]
    n = 0
    for card in range(1, t.n_cards + 1):
        if t.color[card] == PURPLE and t.expansion[card] <= s.leaders:
            room[n] = card
            n += 1
    shuffle(rng, room, n)
    return s.n_cities + t.guilds_beyond_players


@entry
def deal_leaders(states: Any, i: Any, tables: Any, rng: Any, room: Any) -> None:
    """Four leaders to each seat (L1); the others lie in the box, in the order of drawing."""
    s, t = states[i], tables[0]
    for k in range(t.n_leaders):
        room[k] = FIRST_LEADER + k
    shuffle(rng, room, np.int64(t.n_leaders))
    dealt = DRAFT * s.n_players
    for k in range(dealt):
        s.leader[k // DRAFT, k % DRAFT] = room[k]
    for k in range(dealt, t.n_leaders):
        s.box[k - dealt] = room[k]
    s.drafted = 1


@entry
def open_cities(states: Any, i: Any, tables: Any) -> None:
    """Boards begin to produce, treasuries are filled, age I or the draft begins."""
    s, t = states[i], tables[0]
    for city in range(s.n_cities):
        s.coins[city] = t.starting_coins
        if s.leaders == 1 and city < s.n_players:  # L73
            s.coins[city] = t.starting_coins_with_leaders
        s.price[city, :, :] = t.trade_price
        apply_item(states, i, city, np.int64(s.board[city]), tables)
    s.age, s.turn, s.phase = 1, 1, TURN
    if s.leaders == 1:
        s.age, s.phase = 0, DRAFTING

"""Packed numbers: what became of a card or leader, and when something happened.

This is the only place that knows the bits. A *moment* is an age and a turn. A card's *fate* is the
turn it left its pack in (the seventh card: 7), its use, and whether the Free City took it; a
leader's is the round it was kept in, its use, and the age in which it was played face down. Fate 0
is a card or leader that is still in its pack.

In a view a fate may be *unsure*: the seat saw the card in its pack in some turn, and since then it
stayed or was taken face down. An unsure fate has no use.
"""

from typing import Any

from heptapolis.games.classic.rules.types import Fate, Moment, Round, Use
from heptapolis.kernel import common
from heptapolis.kernel.types import Age, Flag, Turn

DRAWN_ROUND = 7  # for a round: the leader came without a draft, by a draw or a written position
UNSURE_FATE = 128
UNSURE_LEADER = 512


@common
def pack_moment(age: Age, turn: Turn) -> Any:
    return 8 * age + turn


@common
def moment_age(moment: Moment) -> Any:
    return moment >> 3


@common
def moment_turn(moment: Moment) -> Any:
    return moment & 7


@common
def pack_fate(turn: Turn, use: Use, of_free_city: Flag) -> Any:
    return turn + 8 * use + (64 if of_free_city else 0)


@common
def fate_turn(fate: Fate) -> Any:
    """Return the turn in which a card left its pack."""
    return fate & 7


@common
def fate_use(fate: Fate) -> Any:
    """Return the use of a card or leader, 0 for none yet."""
    return (fate >> 3) & 7


@common
def is_of_free_city(fate: Fate) -> Flag:
    """Return whether the Free City took the card, for a sure fate."""
    return fate >> 6 == 1


@common
def pack_leader_fate(kept_round: Round, use: Use, age: Age) -> Any:
    """Return a leader's fate; ``age`` is 0 for a leader in play: the cities tell when it came."""
    return kept_round + 8 * use + 64 * age


@common
def fate_round(fate: Fate) -> Any:
    """Return the round in which a leader was kept, or DRAWN_ROUND; 0: it is in its pack."""
    return fate & 7


@common
def is_unplayed(fate: Fate) -> Flag:
    """Return whether the leader is surely in the hand it came to."""
    return 0 < fate <= DRAWN_ROUND


@common
def fate_age(fate: Fate) -> Any:
    """Return the age in which a leader was played face down."""
    return fate >> 6

"""Where expansions act in the rules of classic (`heptapolis.kernel.hooks`).

``s`` is the state, ``t`` are the tables, ``work`` is the workspace. Phases, kinds of moves and rows
of the log beyond those of classic are those of expansions. In a phase of an expansion one city is
asked: ``s.actor``.
"""

from typing import Any

from heptapolis.games.classic.rules.types import Sampling
from heptapolis.kernel.hooks import hook
from heptapolis.kernel.types import (
    Card,
    City,
    Count,
    Flag,
    Index,
    Ints,
    Item,
    Kind,
    Log,
    Random,
    Seat,
    State,
    Tables,
    Workspace,
)


@hook
def deal(s: State, t: Tables, rng: Random, pool: Ints) -> None:
    """Deal what else is left to chance; ``pool`` is memory to shuffle in."""


@hook
def set_up(s: State, t: Tables) -> None:
    """Prepare the cities, once the boards produce and the treasuries are filled."""


@hook
def add_moves(s: State, t: Tables, city: City, moves: Ints, n: Count) -> Any:
    """Add to the ``n`` legal moves of a city; returns how many there are."""
    return n


@hook
def carry_out(
    s: State, t: Tables, city: City, kind: Kind, card: Card, log: Log, is_done: Flag
) -> Flag:
    """Carry out a move in a phase of an expansion, or one of its kind in a turn, which has been
    paid already; returns whether it was one."""
    return is_done


@hook
def refuse(
    s: State, t: Tables, city: City, kind: Kind, card: Card, work: Workspace, code: Index
) -> Any:
    """Return what stands in the way of a move; ``code`` is the obstacle found so far."""
    return code


@hook
def apply(s: State, t: Tables, city: City, item: Item) -> None:
    """Change for good what a card, leader, stage or board of the city changes. It is called for
    the things of a written position too."""


@hook
def receive(s: State, t: Tables, city: City, item: Item, log: Log) -> None:
    """Act once, when a card, leader or stage has entered the city and all others of the turn
    stand."""


@hook
def ask(s: State, t: Tables, log: Log, is_asking: Flag) -> Flag:
    """Ask for a choice that the turn brings, after classic's own, by setting phase and actor; the
    leftover cards are discarded by then. A recruitment is a turn too: turn 0.

    Returns whether something is asked; it is called again after each of these choices.
    """
    return is_asking


@hook
def opponent(s: State, t: Tables, city: City, other: City) -> Any:
    """Return the city that a city fights at its left border, NOBODY (-1) for none; ``other`` is the
    one found so far."""
    return other


@hook
def end_age(s: State, t: Tables, log: Log) -> None:
    """Act after the wars of an age."""


@hook
def score(s: State, t: Tables, city: City, sheet: Ints) -> None:
    """Fill the expansion's own columns of the score sheet; the total counts them."""


@hook
def sample(s: State, t: Tables, seat: Seat, rng: Random, work: Sampling, is_possible: Flag) -> Flag:
    """Deal what the seat does not know of the fields of an expansion; returns whether it can be.
    ``work`` is the workspace's record for samples."""
    return is_possible

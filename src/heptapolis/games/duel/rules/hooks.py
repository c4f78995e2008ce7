"""Where expansions act in the rules of Duel (`heptapolis.kernel.hooks`).

``s`` is the state, ``t`` are the tables, ``work`` is the workspace. Phases, kinds of moves and rows
of the log beyond Duel's own are those of expansions.
"""

from typing import Any

from heptapolis.kernel.hooks import hook
from heptapolis.kernel.types import (
    Card,
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
def set_up(s: State, t: Tables, log: Log) -> None:
    """Prepare the table, before the draft."""


@hook
def add_moves(s: State, t: Tables, moves: Ints, n: Count) -> Any:
    """Add to the ``n`` legal moves of the seat to move; returns how many there are."""
    return n


@hook
def carry_out(
    s: State, t: Tables, kind: Kind, card: Card, wonder: Item, work: Workspace, is_done: Flag
) -> Any:
    """Take a move of an expansion's kind; returns whether that was one."""
    return is_done


@hook
def refuse(
    s: State, t: Tables, kind: Kind, card: Card, wonder: Item, work: Workspace, code: Index
) -> Any:
    """Return what stands in the way of a move; ``code`` is the obstacle found so far."""
    return code


@hook
def receive(s: State, t: Tables, item: Item, log: Log) -> None:
    """Act after a card, wonder or token has entered the city of the seat to move."""


@hook
def ask(s: State, t: Tables, work: Workspace, is_asking: Flag) -> Any:
    """Ask for a choice that the turn brings, after Duel's own, by setting the phase.

    Returns whether something is asked; it is called again after each of these choices.
    """
    return is_asking


@hook
def score(s: State, t: Tables, seat: Seat, sheet: Ints) -> None:
    """Fill the expansion's own columns of the score sheet; the total counts them."""


@hook
def sample(s: State, t: Tables, seat: Seat, rng: Random, work: Workspace, is_possible: Flag) -> Any:
    """Deal what the seat does not know of the fields of an expansion; returns whether it can be."""
    return is_possible

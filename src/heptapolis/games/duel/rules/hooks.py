"""Where expansions act in the rules of Duel (`heptapolis.kernel.hooks`).

``s`` is the state, ``t`` are the tables, ``work`` is the workspace. Phases, kinds of moves and rows
of the log beyond Duel's own are those of expansions.
"""

from typing import Any

from heptapolis.kernel.hooks import hook


@hook
def deal(s: Any, t: Any, rng: Any, pool: Any) -> None:
    """Deal what else is left to chance; ``pool`` is memory to shuffle in."""


@hook
def set_up(s: Any, t: Any, log: Any) -> None:
    """Prepare the table, before the draft."""


@hook
def add_moves(s: Any, t: Any, moves: Any, n: Any) -> Any:
    """Add to the ``n`` legal moves of the seat to move; returns how many there are."""
    return n


@hook
def carry_out(s: Any, t: Any, kind: Any, card: Any, wonder: Any, work: Any, is_done: Any) -> Any:
    """Take a move of an expansion's kind; returns whether that was one."""
    return is_done


@hook
def refuse(s: Any, t: Any, kind: Any, card: Any, wonder: Any, work: Any, code: Any) -> Any:
    """Return what stands in the way of a move; ``code`` is the obstacle found so far."""
    return code


@hook
def receive(s: Any, t: Any, item: Any, log: Any) -> None:
    """Act after a card, wonder or token has entered the city of the seat to move."""


@hook
def ask(s: Any, t: Any, work: Any, is_asking: Any) -> Any:
    """Ask for a choice that the turn brings, after Duel's own, by setting the phase.

    Returns whether something is asked; it is called again after each of these choices.
    """
    return is_asking


@hook
def score(s: Any, t: Any, seat: Any, sheet: Any) -> None:
    """Fill the expansion's own columns of the score sheet; the total counts them."""


@hook
def sample(s: Any, t: Any, seat: Any, rng: Any, work: Any, is_possible: Any) -> Any:
    """Deal what the seat does not know of the fields of an expansion; returns whether it can be."""
    return is_possible

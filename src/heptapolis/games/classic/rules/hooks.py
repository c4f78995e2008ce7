"""Where expansions act in the rules of classic (`heptapolis.kernel.hooks`).

``s`` is the state, ``t`` are the tables, ``work`` is the workspace. Phases, kinds of moves and rows
of the log beyond those of classic are those of expansions. In a phase of an expansion one city is
asked: ``s.actor``.
"""

from typing import Any

from heptapolis.kernel.hooks import hook


@hook
def deal(s: Any, t: Any, rng: Any, pool: Any) -> None:
    """Deal what else is left to chance; ``pool`` is memory to shuffle in."""


@hook
def set_up(s: Any, t: Any) -> None:
    """Prepare the cities, once the boards produce and the treasuries are filled."""


@hook
def add_moves(s: Any, t: Any, city: Any, moves: Any, n: Any) -> Any:
    """Add to the ``n`` legal moves of a city; returns how many there are."""
    return n


@hook
def carry_out(s: Any, t: Any, city: Any, kind: Any, card: Any, log: Any, is_done: Any) -> Any:
    """Carry out a move in a phase of an expansion, or one of its kind in a turn, which has been
    paid already; returns whether it was one."""
    return is_done


@hook
def refuse(s: Any, t: Any, city: Any, kind: Any, card: Any, work: Any, code: Any) -> Any:
    """Return what stands in the way of a move; ``code`` is the obstacle found so far."""
    return code


@hook
def apply(s: Any, t: Any, city: Any, item: Any) -> None:
    """Change for good what a card, leader, stage or board of the city changes. It is called for
    the things of a written position too."""


@hook
def receive(s: Any, t: Any, city: Any, item: Any, log: Any) -> None:
    """Act once, when a card, leader or stage has entered the city and all others of the turn
    stand."""


@hook
def ask(s: Any, t: Any, log: Any, is_asking: Any) -> Any:
    """Ask for a choice that the turn brings, after classic's own, by setting phase and actor; the
    leftover cards are discarded by then. A recruitment is a turn too: turn 0.

    Returns whether something is asked; it is called again after each of these choices.
    """
    return is_asking


@hook
def opponent(s: Any, t: Any, city: Any, other: Any) -> Any:
    """Return the city that a city fights at its left border, NOBODY (-1) for none; ``other`` is the
    one found so far."""
    return other


@hook
def end_age(s: Any, t: Any, log: Any) -> None:
    """Act after the wars of an age."""


@hook
def score(s: Any, t: Any, city: Any, sheet: Any) -> None:
    """Fill the expansion's own columns of the score sheet; the total counts them."""


@hook
def sample(s: Any, t: Any, seat: Any, rng: Any, work: Any, is_possible: Any) -> Any:
    """Deal what the seat does not know of the fields of an expansion; returns whether it can be.
    ``work`` is the workspace's record for samples."""
    return is_possible

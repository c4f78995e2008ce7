"""Many games side by side: the arrays that compiled functions take as one argument.

A named tuple costs a call from Python about a tenth of a microsecond for each array, and compiled
code nothing.
"""

from typing import NamedTuple

from heptapolis.kernel.types import Array, Flags, Floats, Ints, Seed, States


class Decisions(NamedTuple):
    """What seats are asked, by game and lane, and their answers."""

    observations: Ints
    mask: Flags  # the legal actions
    to_move: Flags
    seats: Ints
    actions: Ints


class Results(NamedTuple):
    """How games ended, by game, or by game and seat."""

    done: Flags
    rewards: Floats
    outcomes: Ints
    sheets: Ints
    facts: Ints


class Deals(NamedTuple):
    """What is dealt at each place: a place has one game after the other."""

    numbers: Ints  # of games dealt there
    seeds: Array  # of the game there
    n_seats: Ints


class Batch(NamedTuple):
    """Games side by side."""

    states: States
    decisions: Decisions
    results: Results
    deals: Deals


class Rows(NamedTuple):
    """Seats of some games; the seed, the game and the seat determine all chance."""

    games: Ints
    seats: Ints
    seed: Seed


class PlayedBatch(NamedTuple):
    """Games played by the kernel, one row each: sheets (game, seat, column), places, traces of the
    choices if requested, and final states."""

    sheets: Ints
    places: Ints
    traces: Ints
    lengths: Ints  # of the traces, which may have fewer rows
    finals: States

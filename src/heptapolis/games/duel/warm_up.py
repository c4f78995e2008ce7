"""Compile the entry points of Duel's kernel."""

from collections.abc import Iterator
from random import Random

from heptapolis.bots.endings import solved_moves
from heptapolis.game import from_position, new
from heptapolis.warm_up import Compilation
from heptapolis.warm_up.ways import ask_bots, look_at, play_out, search

# Situations that a game may not reach by itself.
HAND_WRITTEN_POSITION = {
    "game": "duel",
    "cities": [{"buildings": ["baths"]}],
    "discard": ["stable"],
}
LIBRARY = {  # a choice among the tokens set aside
    "game": "duel",
    "phase": "library",
    "due": {"draws": 1, "draw_size": 3},
    "taken": 19,
    "layout": {"1": ["?"] * 19 + ["-"]},
}

ENDING = {"game": "duel", "age": 3, "turn": 20, "layout": {"3": ["palace"] + ["-"] * 19}}


def _rules() -> Iterator[None]:
    game = new("duel", seed=0)
    game.view(0).sample(Random(0))
    game.price(0, "baths")
    game.has_chain(0, "baths"), game.sale_coins(0), game.strength(0, "baths")
    game.view(0).uses(game.offer[0])
    play_out(game)
    look_at(game)
    for written in (HAND_WRITTEN_POSITION, LIBRARY):
        from_position(written)
    yield


def _bots() -> Iterator[None]:
    yield from ask_bots(new("duel", seed=0))


def _search() -> Iterator[None]:
    yield from search(new("duel", seed=0))
    ending = from_position(ENDING)
    solved_moves(ending.view(ending.to_move[0]), positions=1)
    yield


COMPILATION = Compilation(_rules, _bots, _search)

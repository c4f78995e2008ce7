"""Compile the entry points of classic's kernel; most of the time goes into the first game's."""

from collections.abc import Iterator
from random import Random

from heptapolis.game import from_position, new
from heptapolis.games.classic.game import ClassicGame
from heptapolis.warm_up import Compilation
from heptapolis.warm_up.ways import ask_bots, look_at, play_out, search

# Situations that a game may not reach by itself.
DIG = {  # a look through the discard pile
    "players": 3,
    "turn": 4,
    "phase": "dig",
    "actor": 0,
    "discard": ["altar"],
    "cities": [{"wonder": "halicarnassus:A", "stages": 2, "digs": 1}],
}
SEVENTH = {"players": 3, "turn": 6, "phase": "seventh", "actor": 0}
HAND_WRITTEN_POSITION = {"players": 3, "turn": 3, "cities": [{"buildings": ["altar"], "stages": 1}]}
COURT = {  # a copy of a leader
    "players": 3,
    "leaders": True,
    "age": 3,
    "turn": 4,
    "phase": "court",
    "actor": 0,
    "cities": [{"courts": 1, "copied": ["nero"]}, {"leaders": ["plato"]}],
}


def _rules() -> Iterator[None]:
    game = new(seats=2, seed=0)
    yield
    moves = game.legal_moves(0)
    yield
    view = game.view(0)
    yield
    view.sample(Random(0))
    yield
    from_position(DIG).view(0).sample(Random(0))
    yield
    ask_table(game)
    game.submit(0, moves[-1])
    game.undo(0)
    play_out(game)
    play_out(new(seats=3, seed=0))
    yield
    look_at(game)
    yield
    for written in (HAND_WRITTEN_POSITION, SEVENTH, new(seats=2, seed=0).position()):
        from_position(written)
    yield
    yield from _leaders()


def ask_table(game: ClassicGame) -> None:
    """Ask the questions of the interfaces about a table."""
    card = game.view(0).hand[0]
    build, *_ = game.view(0).uses(card)
    game.neighbours(0), game.passes_to(0), game.stands(0, card), game.has_chain(0, card)
    game.own_price(0, build.move), game.keeps_leaders(0), game.settle_border(0, 1, 1)


def _leaders() -> Iterator[None]:
    game = new(seats=3, seed=0, leaders=True)
    view = game.view(0)
    game.leader_price(0, [*view.leader_hand, *view.leader_pack][0])
    play_out(game)
    look_at(game)
    from_position(COURT)
    yield


def _bots() -> Iterator[None]:
    yield from ask_bots(new(seats=3, seed=0, leaders=True))


def _search() -> Iterator[None]:
    yield from search(new(seats=3, seed=0, leaders=True))


COMPILATION = Compilation(_rules, _bots, _search)

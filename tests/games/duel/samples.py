"""Duels for tests: played with a preference for choices, or at a decision of each phase."""

from functools import cache
from random import Random
from typing import Any

import pytest
from hypothesis import strategies as st

import heptapolis as hp
from heptapolis import events as ev
from heptapolis.games.duel.catalog import load_duel
from tests.kinds import duel_replay

CATALOG = load_duel()
SEEDS = st.integers(0, 2**128 - 1)
RANDOMS = st.randoms(use_true_random=False)
PHASES = ["draft", "turn", "token", "library", "destroy", "revive", "start", "over"]
SETS = [
    ["mausoleum", "great_library", "statue_of_zeus", "sphinx"],
    ["circus_maximus", "pyramids", "appian_way", "colossus"],
]
HOUSE = (
    'extends = "duel"\n[constants]\nstarting_coins = 20\n'
    '[card.agora]\nname = "Agora"\nage = 1\ncolor = "blue"\neffect = { points = 4 }\n'
)


def texts(game: hp.DuelGame) -> list[str]:
    return [str(move) for seat in game.to_move for move in game.legal_moves(seat)]


def choose(game: hp.DuelGame, rng: Random) -> hp.Move:
    """Return a random move; moves that lead to choices are more likely than discards."""
    moves = game.legal_moves(game.to_move[0])
    liked = [move for move in moves if move.verb == "wonder"]
    if not liked or rng.random() < 0.5:
        liked = [move for move in moves if move.verb == "build" and _color(move) == "green"]
    if not liked or rng.random() < 0.3:
        liked = [move for move in moves if move.verb == "build"]
    return rng.choice(liked if liked and rng.random() < 0.8 else moves)


def _color(move: hp.Move) -> str:
    card = CATALOG.card.get(move.card or "")
    return card.color.slug if card else ""


def play(game: hp.DuelGame, rng: Random, moves: int = 999) -> hp.DuelGame:
    """Play a number of moves."""
    while not game.is_over and moves:
        game.submit(game.to_move[0], choose(game, rng))
        moves -= 1
    return game


def new_game(seed: int) -> hp.DuelGame:
    """Return a new game whose options depend on the seed."""
    wonders = (None, SETS, "first_game")[seed % 3]
    return hp.new("duel", seed=seed, wonders=wonders, neutral_start=("last", "choose")[seed % 2])


@cache
def moments(phase: str, n: int = 4) -> list[str]:
    """Yield records of games at a decision of a phase, of every possible age."""
    found: list[str] = []
    for seed in range(400):
        game, rng = new_game(seed), Random(seed)
        wait = rng.randrange(40) if phase == "turn" else 0
        while not game.is_over and (game.phase != phase or wait):
            wait -= game.phase == phase
            game.submit(game.to_move[0], choose(game, rng))
        if game.phase == phase:
            found.append(str(game.record()))
        if len(found) == n:
            return found
    raise AssertionError(f"no game waits in phase {phase}")


IN_EVERY_PHASE = pytest.mark.parametrize(
    ("phase", "n"), [(phase, n) for phase in PHASES for n in range(4)]
)


def game_at(phase: str, n: int) -> hp.DuelGame:
    return duel_replay(moments(phase)[n])


# Hand-written positions of every phase.
POSITION: dict[str, Any] = {
    "game": "duel",
    "age": 1,
    "tokens": ["law", "masonry"],
    "aside": ["economy", "strategy", "theology", "urbanism", "philosophy"],
    "cities": [
        {"coins": 4, "wonders": SETS[0], "built": {"sphinx": "theater"}, "buildings": ["tavern"]},
        {"coins": 7, "wonders": SETS[1], "buildings": ["press"]},
    ],
    "discard": ["stable"],
    "layout": {"1": ["?", "?", "?", "?", "?", "baths", "quarry", "palisade", "altar", *["-"] * 11]},
}
CHOOSING: dict[str, Any] = POSITION | {
    "taken": 8,
    "layout": {"1": ["?", "?", "?", "?", "?", "baths", "quarry", "palisade", *["-"] * 12]},
}
DECISIONS: dict[str, dict[str, Any]] = {
    "draft": {
        "game": "duel",
        "phase": "draft",
        "offer": ["sphinx", "colossus", "pyramids", "piraeus"],
    },
    "turn": POSITION,
    "token": CHOOSING | {"phase": "token", "due": {"tokens": 1}},
    "library": CHOOSING | {"phase": "library", "due": {"draws": 1, "draw_size": 3}},
    "destroy": CHOOSING | {"phase": "destroy", "due": {"destroy": ["grey"]}},
    "revive": CHOOSING | {"phase": "revive", "due": {"revivals": 1}},
    "start": {"game": "duel", "age": 2, "phase": "start", "marker": -1},
}
LIBRARY = DECISIONS["library"] | {
    "tokens": ["agriculture", "architecture", "law", "masonry", "mathematics"],
    "looked": [1, 1, 1],
}


def assert_survives(game: hp.DuelGame, catalog: Any = None) -> None:
    """Check that replaying a record gives the same game and text."""
    text = str(game.record())
    again = duel_replay(hp.Record.parse(text), catalog=catalog)
    assert str(again.record()) == text
    assert again.to_bytes() == game.to_bytes()
    assert again.events == game.events
    assert again.names == game.names
    assert again.scores() == game.scores()


def flow(events: list[ev.Event]) -> list[int]:
    """Return the changes of both seats' coins by some events."""
    change = [0, 0]
    for event in events:
        if isinstance(event, ev.Gained):
            change[event.seat] += event.coins
        if isinstance(event, ev.Looted):
            change[event.seat] -= event.coins
        if isinstance(event, ev.Paid):
            change[event.seat] -= event.bank + event.opponent
            change[1 - event.seat] += event.opponent
    return change

"""Positions of every variant, number of players and phase, for tests of learning."""

from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any

import heptapolis as hp
from tests.games.classic.rules.table import city, leaders_table, play, table
from tests.games.duel.samples import DECISIONS, choose, new_game

# (ruleset, options) of the tested games.
TABLES: list[tuple[str, dict[str, Any]]] = [
    ("duel", {"neutral_start": "choose"}),
    *(("classic", {"seats": seats}) for seats in range(2, 8)),
    *(("classic+leaders", {"seats": seats}) for seats in (2, 3, 5, 7)),
]
RULESETS = sorted({name for name, _ in TABLES})
# Both neighbours sell the resources for the hand, so there are many payments.
SELLERS = (
    city("rhodes:A", "quarry", "excavation", "foundry", "sawmill"),
    city("giza:A", "stone_pit", "timber_yard", "ore_vein"),
)
GUILD = "courtesans_guild"
BOARDS = [
    "halicarnassus:B",
    "babylon:B",
    "olympia:A",
    "giza:B",
    "alexandria:B",
    "ephesus:B",
    "rhodes:B",
]


@cache
def duel_moments() -> list[Any]:
    """Return positions of every phase, from games and written by hand."""
    games = [hp.from_position(written) for written in DECISIONS.values()]
    for seed in range(4):
        game, rng = new_game(seed), Random(seed)
        while not game.is_over:
            if rng.random() < 0.1 or game.phase not in ("turn", "draft"):
                games.append(hp.replay(str(game.record())))
            game.submit(game.to_move[0], choose(game, rng))
        games.append(game)
    return games


@cache
def classic_moments() -> list[Any]:
    """Return positions with every number of players, from games with many stages, and rare choices
    of the Free City."""
    halicarnassus = {"wonder": "halicarnassus:A", "stages": 2, "digs": 1}
    babylon = {"wonder": "babylon:B", "stages": 2}
    written: list[dict[str, Any]] = [
        {
            "players": 2,
            "turn": 3,
            "phase": "dig",
            "actor": 2,
            "cities": [{}, {}, halicarnassus],
            "discard": ["loom", "altar"],
        },
        {
            "players": 2,
            "age": 2,
            "turn": 6,
            "phase": "seventh",
            "actor": 2,
            "cities": [{}, {}, babylon],
        },
    ]
    games = [hp.from_position(position) for position in written]
    games.append(table(city("alexandria:A", coins=9), *SELLERS, hands=[["aqueduct", "statue"]]))
    for seats in range(2, 8):
        games += positions_of_game("classic", seats, wonders=BOARDS[: max(3, seats)])
    return games


@cache
def leaders_moments() -> list[Any]:
    """Return positions of the draft, recruitments, an additional leader, Courtesans Guild, and Bilkis."""
    rome = city("rome:B", "clay_pool", "stone_pit", "loom", stages=1, leader_hand=["midas"])
    cost = ["lumber_yard", "clay_pool", "glassworks", "loom"]
    court = leaders_table(
        city("giza:A", *cost),
        rome,
        city("ephesus:A", leaders=["nero"]),
        hands=[[GUILD], ["study"]],
        age=3,
    )
    play(court, f"build {GUILD}", "stage study")
    extra = hp.replay(str(court.record()))
    court.submit(1, "recruit midas")
    bank = leaders_table(
        city("alexandria:A", leaders=["bilkis", "imhotep"], coins=9),
        *SELLERS,
        hands=[["aqueduct", "statue"]],
    )
    games = [court, extra, bank, free_city_court()]
    assert [game.phase for game in games] == ["court", "extra_leader", "turn", "court"]
    for seats in (2, 3, 5, 7):
        games += positions_of_game(
            "classic+leaders", seats, wonders=["rome:B", *BOARDS[: max(3, seats) - 1]]
        )
    return games


def free_city_court() -> Any:
    """Return a position in which the controller chooses the leader that the Free City copies."""
    cities = [
        {"wonder": "giza:A", "leaders": ["cleopatra"]},
        {"wonder": "rhodes:A", "leaders": ["nero"]},
        {"wonder": "ephesus:A", "buildings": [GUILD], "courts": 1},
    ]
    return hp.from_position(
        {
            "leaders": True,
            "players": 2,
            "age": 3,
            "turn": 5,
            "phase": "court",
            "actor": 2,
            "cities": cities,
        }
    )


def positions_of_game(ruleset: str, seats: int, **options: Any) -> list[Any]:
    """Return positions of one game: each phase and some turns, also with waiting choices of others."""
    game, rng, games = hp.new(ruleset, seats=seats, seed=seats, **options), Random(seats), []
    seen: set[str] = set()
    while not game.is_over:
        seat = rng.choice(game.to_move)
        if rng.random() < 0.08 or game.phase not in seen:
            seen.add(game.phase)
            games.append(hp.from_position(game.position()) if rng.random() < 0.2 else copy(game))
        moves = game.legal_moves(seat)
        liked = [move for move in moves if move.verb in ("stage", "recruit", "dig")]
        game.submit(seat, rng.choice(liked if liked and rng.random() < 0.7 else moves))
    return [*games, game]


def copy(game: Any) -> Any:
    """Return a copy of the game, including waiting choices."""
    again = hp.replay(str(game.record()))
    for seat, moves in game._pending.items():
        for move in moves:
            again.submit(seat, move)
    return again


MOMENTS = {
    "classic": classic_moments,
    "classic+leaders": leaders_moments,
    "duel": duel_moments,
}


def moments(ruleset: str) -> list[Any]:
    """Return positions of a ruleset, some of them final."""
    return MOMENTS[ruleset]()


def views(ruleset: str) -> Iterator[Any]:
    """Return the views of every seat in these positions."""
    for game in moments(ruleset):
        for seat in range(game.players):
            yield game.view(seat)

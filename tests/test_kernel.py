"""The kernel agrees with the oracle after every move, whatever is played.

``HEPTA_GAMES`` sets how many games each table size plays; ``make test-long`` plays thousands.
"""

import os
from concurrent.futures import ProcessPoolExecutor
from random import Random

import pytest

import heptapolis as hp
from heptapolis.catalog import load_classic
from heptapolis.kernel import JIT
from tests.oracle import ClassicOracle

GAMES = int(os.environ.get("HEPTA_GAMES", "40"))
CHUNK = 10
BUILDERS = 0.8  # how often a player prefers to build: random play alone leaves cities poor


def twin_games(players: int, seed: int) -> tuple[hp.Game, ClassicOracle]:
    """A game and an oracle with the same boards and the same deal."""
    game = hp.new("classic", seats=players, seed=seed)
    position = game.position().data
    decks = {int(age): cards for age, cards in position["deals"].items()}
    boards = [city["wonder"] for city in position["cities"]]
    return game, ClassicOracle(load_classic(), boards, decks, players)


def assert_equal(game: hp.Game, oracle: ClassicOracle) -> None:
    assert game.to_move == oracle.to_move
    for seat, city in enumerate(oracle.cities):
        mine = game.city(seat)
        assert mine.coins == city.coins
        assert mine.buildings == city.buildings
        assert mine.markers == city.markers
        assert mine.shields == city.shields
        assert mine.defeats == city.defeats
        assert [a for a in (1, 2, 3) for _ in range(mine.victories[a - 1])] == sorted(
            city.victories
        )
    assert game.position().data["discard"] == sorted(
        oracle.discard, key=list(load_classic().card).index
    )


def play_both(players: int, seed: int) -> int:
    """Play one game on both; returns the number of decisions."""
    game, oracle = twin_games(players, seed)
    rng = Random(seed)
    decisions = 0
    while not oracle.is_over:
        assert not game.is_over
        seat = rng.choice(oracle.to_move)
        moves = [str(move) for move in game.legal_moves(seat)]
        assert moves == oracle.legal_moves(seat)
        builds = [move for move in moves if "discard" not in move and "pass" not in move]
        move = rng.choice(builds if builds and rng.random() < BUILDERS else moves)
        game.submit(seat, move)
        oracle.submit(seat, move)
        assert_equal(game, oracle)
        decisions += 1
    assert game.is_over
    scores = [{k: v for k, v in score.items() if k != "leaders"} for score in game.scores()]
    assert scores == oracle.scores()
    assert game.ranking() == oracle.ranking()
    return decisions


def play_chunk(players: int, first: int, games: int) -> int:
    return sum(play_both(players, seed) for seed in range(first, first + games))


@pytest.mark.parametrize("players", range(2, 8))
def test_kernel_and_oracle_agree_after_every_move(players: int) -> None:
    play_both(players, 999)  # compiles before the processes start
    starts = range(players * 1_000_000, players * 1_000_000 + GAMES, CHUNK)
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        sizes = [min(CHUNK, GAMES - k * CHUNK) for k in range(len(starts))]
        decisions = sum(pool.map(play_chunk, [players] * len(starts), starts, sizes))
    assert decisions >= GAMES * 18 * players


@pytest.mark.parametrize(
    "board", [f"{w.id}:{side}" for w in load_classic().wonders for side in "AB"]
)
def test_every_board_agrees_at_a_seat_and_as_the_free_city(board: str) -> None:
    others = [w.id for w in load_classic().wonders if w.id != board.partition(":")[0]]
    for seats, boards in (
        (3, [board, f"{others[0]}:B", f"{others[1]}:A"]),
        (2, [f"{others[2]}:A", f"{others[3]}:B", board]),
    ):
        game = hp.new("classic", seats=seats, seed=7, wonders=boards)
        deals = {int(age): cards for age, cards in game.position().data["deals"].items()}
        oracle = ClassicOracle(load_classic(), boards, deals, seats)
        rng = Random(board)
        while not oracle.is_over:
            seat = rng.choice(oracle.to_move)
            moves = oracle.legal_moves(seat)
            assert [str(move) for move in game.legal_moves(seat)] == moves
            stages = [move for move in moves if "stage" in move or "dig" in move]
            move = rng.choice(stages or moves)
            game.submit(seat, move)
            oracle.submit(seat, move)
            assert_equal(game, oracle)


def test_the_jit_is_on_in_this_run() -> None:
    assert JIT, "the JIT-off run is tests/test_modes.py's business"

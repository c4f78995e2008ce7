"""The kernel agrees with the oracle after every move of random games.

``HEPTA_GAMES`` sets how many games each table size plays; ``make test-long`` plays thousands.
"""

import os
from random import Random

import pytest

import heptapolis as hp
from heptapolis.games.classic.catalog import load_classic
from heptapolis.kernel import JIT
from tests.oracle import ClassicOracle

GAMES = int(os.environ.get("HEPTA_GAMES", "6"))
BUILDERS = 0.8  # how often a player prefers to build, because random play leaves cities poor


def twin_games(
    players: int, seed: int, leaders: bool = False, boards: list[str] | None = None
) -> tuple[hp.ClassicGame, ClassicOracle]:
    """Return a game and an oracle with the same boards and deal."""
    game = hp.new("classic", seats=players, seed=seed, leaders=leaders, wonders=boards)
    position = game.position()
    decks = {int(age): cards for age, cards in position["deals"].items()}
    boards = [city["wonder"] for city in position["cities"]]
    if not leaders:
        return game, ClassicOracle(load_classic(), boards, decks, players)
    draft = position["draft"]
    catalog = load_classic("leaders")
    return game, ClassicOracle(catalog, boards, decks, players, draft["packs"], draft["box"])


def assert_equal(game: hp.ClassicGame, oracle: ClassicOracle) -> None:
    assert game.to_move == oracle.to_move
    assert (game.is_over, game.is_over or game.age) == (oracle.is_over, game.is_over or oracle.age)
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
        assert (mine.leaders, mine.copied) == (city.leaders, city.copied)
        if seat < game.players and not game.is_over:
            assert sorted(game.view(seat).leader_hand) == sorted(city.leader_hand)
    order = list(load_classic("leaders").card).index
    assert game.position()["discard"] == sorted(oracle.discard, key=order)


def play_both(players: int, seed: int, leaders: bool = False) -> int:
    """Play one game on both and return the number of decisions."""
    game, oracle = twin_games(players, seed, leaders)
    decisions = play_on(game, oracle, Random(seed))
    scores = [dict(score) for score in game.scores()]
    for score in scores:
        if not leaders:
            assert score.pop("leaders") == 0
    assert scores == oracle.scores()
    assert game.ranking() == oracle.ranking()
    return decisions


def play_on(game: hp.ClassicGame, oracle: ClassicOracle, rng: Random, liked: str = "") -> int:
    """Play to the end, with constructions if possible, and moves of a ``liked`` verb first."""
    decisions = 0
    while not oracle.is_over:
        assert not game.is_over
        seat = rng.choice(oracle.to_move)
        moves = [str(move) for move in game.legal_moves(seat)]
        assert moves == oracle.legal_moves(seat)
        best = [move for move in moves if liked and any(verb in move for verb in liked.split())]
        builds = [move for move in moves if "discard" not in move and "pass" not in move]
        move = rng.choice(best or (builds if builds and rng.random() < BUILDERS else moves))
        game.submit(seat, move)
        oracle.submit(seat, move)
        assert_equal(game, oracle)
        decisions += 1
    assert game.is_over
    return decisions


@pytest.mark.parametrize("leaders", [False, True], ids=["classic", "leaders"])
@pytest.mark.parametrize("players", range(2, 8))
def test_kernel_and_oracle_agree_after_every_move(players: int, leaders: bool) -> None:
    first = players * 1_000_000
    decisions = sum(play_both(players, seed, leaders) for seed in range(first, first + GAMES))
    assert decisions >= GAMES * (24 if leaders else 18) * players


@pytest.mark.parametrize(
    "board", [f"{w.id}:{side}" for w in load_classic("leaders").wonders for side in "AB"]
)
def test_every_board_agrees_at_a_seat_and_as_the_free_city(board: str) -> None:
    others = [w.id for w in load_classic().wonders if w.id != board.partition(":")[0]]
    for leaders in (False, True):
        for seats, boards in (
            (3, [board, f"{others[0]}:B", f"{others[1]}:A"]),
            (2, [f"{others[2]}:A", f"{others[3]}:B", board]),
        ):
            if board.startswith("rome") and (not leaders or seats == 2):
                continue  # L75
            game, oracle = twin_games(seats, 7, leaders, boards)
            play_on(game, oracle, Random(board), liked="stage dig recruit")


def test_the_jit_is_on_in_this_run() -> None:
    assert JIT, "tests/kernel/test_modes.py runs without the JIT"

"""Many games at once: reproducible games with columns in the order of seats."""

from typing import Any

import numpy as np
import pytest

from heptapolis import simulation
from heptapolis.games.classic.edition import Scratch, ours
from heptapolis.games.classic.greedy_weights import CLASSIC_WEIGHTS
from heptapolis.games.classic.options import SIDES
from heptapolis.games.classic.players import greedy
from heptapolis.games.classic.rules.scoring import TOTAL
from heptapolis.games.classic.rules.state import CLASSIC
from heptapolis.games.classic.rules.workspace import COLUMNS
from heptapolis.games.classic.simulation import run_batch, simulate
from heptapolis.games.duel.edition import DuelScratch, our_duel
from heptapolis.games.duel.greedy_weights import DUEL_WEIGHTS
from heptapolis.games.duel.players import greedy as duel_greedy
from heptapolis.games.duel.rules.state import DUEL
from heptapolis.games.duel.simulation import run_duel_batch, simulate_duel
from heptapolis.kernel import records
from heptapolis.kernel.chance import generator
from heptapolis.simulation import PLAYERS

GAMES, SEED = 9, 3
NONE, LEADERS = frozenset[str](), frozenset({"leaders"})


def contest(seats: int, expansions: frozenset[str]) -> tuple[Any, Any, Any]:
    """Play games in one call of the kernel; players rotate seats from game to game."""
    empty = records(np.zeros(1, CLASSIC))
    empty["n_players"][0], empty["n_cities"][0] = seats, max(3, seats)
    empty["leaders"][0] = "leaders" in expansions
    sheets = np.zeros((GAMES, seats, COLUMNS), np.int64)
    boards, coins = np.zeros((2, GAMES, seats), np.int64)
    greedy.contest(
        records(np.zeros(1, CLASSIC)),
        empty,
        ours(expansions).tables,
        np.tile(CLASSIC_WEIGHTS, (seats, 1)),
        generator(SEED),
        SIDES.index("random"),
        Scratch().workspaces,
        np.zeros((0, greedy.CHOICE), np.int16),
        sheets,
        boards,
        coins,
    )
    return sheets, boards, coins


@pytest.mark.parametrize(("seats", "expansions"), [(2, NONE), (3, NONE), (4, LEADERS)])
def test_columns_of_greedy_games_are_seats(seats: int, expansions: frozenset[str]) -> None:
    batch = run_batch(ours(expansions), GAMES, seats, SEED, expansions=expansions, players="greedy")
    by_player = contest(seats, expansions)
    for found, wanted in zip((batch.sheets, batch.boards, batch.coins), by_player, strict=True):
        for k in range(GAMES):
            for seat in range(seats):
                assert np.array_equal(found[k, seat], wanted[k, (seat - k) % seats])


def test_columns_of_greedy_duels_are_seats() -> None:
    sheets, ends = np.zeros((GAMES, 2, COLUMNS), np.int64), np.zeros((GAMES, 2), np.int64)
    duel_greedy.contest(
        records(np.zeros(4, DUEL)),
        our_duel().tables,
        np.zeros((2, 4), np.int64),
        np.tile(DUEL_WEIGHTS, (2, 1)),
        generator(SEED),
        DuelScratch().workspaces,
        np.zeros((0, duel_greedy.CHOICE), np.int16),
        sheets,
        ends,
    )
    batch = run_duel_batch(our_duel(), GAMES, SEED, players="greedy")
    for k in range(GAMES):
        for seat in range(2):
            assert np.array_equal(batch.sheets[k, seat], sheets[k, (seat + k) % 2])
        winner = ends[k, 1] if ends[k, 1] > 1 else (ends[k, 1] + k) % 2
        assert batch.ends[k].tolist() == [ends[k, 0], winner]


@pytest.mark.parametrize("players", PLAYERS)
def test_stored_states_belong_to_the_same_games(players: str) -> None:
    batch, bare = (
        run_batch(ours(LEADERS), GAMES, 4, SEED, expansions=LEADERS, players=players, keep=keep)
        for keep in (True, False)
    )
    assert np.array_equal(batch.sheets, bare.sheets) and len(bare.finals) == 0
    for field in ("board", "coins"):
        kept = batch.finals[field][:, :4]
        assert np.array_equal(kept, (batch.boards if field == "board" else batch.coins)[:, :4])
    duels, plain = (
        run_duel_batch(our_duel(), GAMES, SEED, None, "choose", players, keep)
        for keep in (True, False)
    )
    assert np.array_equal(duels.sheets, plain.sheets) and len(plain.finals) == 0
    assert np.array_equal(duels.finals["outcome"], duels.ends[:, 0])
    assert np.array_equal(duels.finals["winner"], duels.ends[:, 1])
    assert (duels.finals["neutral_start"] == 1).all()


def test_greedy_players_play_greedily() -> None:
    random, better = (run_batch(ours(), 60, 3, SEED, players=who) for who in PLAYERS)
    assert better.sheets[:, :3, TOTAL].mean() > random.sheets[:, :3, TOTAL].mean() + 10


def test_greedy_games_are_the_same_on_any_number_of_threads(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(simulation, "CHUNK_GAMES", 50)
    for play in (
        lambda n: simulate(220, 3, seed=1, players="greedy", threads=n),
        lambda n: simulate_duel(220, seed=1, players="greedy", threads=n),
    ):
        one, three = (np.concatenate([batch.sheets for batch in play(n)]) for n in (1, 3))
        assert np.array_equal(one, three)


def test_unknown_players_are_refused() -> None:
    for run in (
        lambda: run_batch(ours(), 1, 3, 0, players="lazy"),
        lambda: run_duel_batch(our_duel(), 1, 0, players="lazy"),
    ):
        with pytest.raises(ValueError, match="players: random or greedy, got 'lazy'"):
            run()


def test_zero_games_give_empty_results() -> None:
    assert len(run_batch(ours(), 0, 3, 0).sheets) == 0
    assert list(simulate_duel(0)) == []

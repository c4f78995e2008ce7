"""Reviews find lost chances, and the curve of chances ends with the winners."""

from random import Random
from typing import Any

import pytest

import heptapolis as hp
from heptapolis.errors import IllegalMove
from heptapolis.narration.review import accounts
from tests.bots.test_advice import PEACEFUL_WONDERS
from tests.games.duel.rules.duel_table import builder, city, discard, table

SIMULATIONS = 20
GAMES: list[dict[str, Any]] = [
    {"game": "classic", "seats": 3},
    {"game": "classic", "seats": 2},
    {"game": "classic", "seats": 4, "leaders": True},
    {"game": "duel"},
]


def played_game(options: dict[str, Any], seed: int = 3) -> hp.Game:
    game: hp.Game = hp.new(seed=seed, **options)
    player, rng = hp.bot("greedy"), Random(seed)
    while not game.is_over:
        seat = game.to_move[0]
        game.submit(seat, player.choose(game.view(seat), rng))
    return game


@pytest.mark.parametrize("options", GAMES, ids=str)
def test_every_decision_is_judged_and_the_curve_ends_with_the_winners(
    options: dict[str, Any],
) -> None:
    game = played_game(options)
    record, heard = game.record(), []
    seen = hp.review(
        record, simulations=SIMULATIONS, progress=lambda done, all: heard.append((done, all))
    )
    assert heard == [(n + 1, len(record.lines)) for n in range(len(record.lines))]
    judged = [(one.age, one.turn, one.seat, one.move) for one in seen.decisions]
    assert judged == [(line.age, line.turn, line.seat, line.move) for line in record.lines]
    for one in seen.decisions:
        assert 0 <= one.win <= 1 and 0 <= one.best_win <= 1 and one.cost >= 0
        assert (one.cost > 0) == (one.best != one.move)
        assert one.cost > 0 or not one.reasons
    for moment in seen.curve:
        assert sum(moment.wins) == pytest.approx(1)
    first = game.ranking()[0]
    ends = [1 / len(first) if seat in first else 0 for seat in range(game.players)]
    assert list(seen.curve[-1].wins) == ends
    moments = [(moment.age, moment.turn) for moment in seen.curve]
    assert moments == sorted(set(moments))


def test_a_win_thrown_away_costs_most() -> None:
    """One card wins by war; otherwise the opponent wins with the sixth symbol."""
    symbols = ["workshop", "apothecary", "scriptorium", "pharmacist", "academy"]
    scholar = builder("piraeus", buildings=symbols)
    game = table(builder(*PEACEFUL_WONDERS), scholar, "circus", "observatory", "palace", marker=8)
    game.submit(0, "discard palace")
    game.submit(1, "build observatory")
    assert game.outcome == "science"
    seen = hp.review(game.record(), simulations=100)
    (worst,) = seen.worst()
    assert (worst.seat, str(worst.move), str(worst.best)) == (0, "discard palace", "build circus")
    assert worst.cost > 0.9 and worst.best_win == 1
    assert [reason.key for reason in worst.reasons] == ["wins"]
    assert seen.worst(seat=1) == [] and seen.worst(0) == []
    assert seen.curve[0].wins[0] == 1 and seen.curve[-1].wins == (0, 1)


def test_decisions_without_consequences_are_not_counted() -> None:
    """The last card cannot change who wins: its points are compared instead."""
    rival = city("town_hall", "obelisk", "gardens", "pantheon", "senate", "palace", coins=30)
    game = table(city(coins=60), rival, "port", "arena", last=True)
    seen = hp.review(lost_by_discards(game).record(), simulations=100)
    lost = seen.decisions[0]
    assert lost.win == lost.best_win == 0 and lost.cost == 0
    assert not lost.is_open and lost.is_decided and lost.points_cost >= 1
    assert seen.decided_from(0) == lost
    assert accounts(seen)[0].open_decisions == 0 and accounts(seen)[0].points_lost >= 1


def lost_by_discards(game: hp.DuelGame) -> hp.DuelGame:
    while not game.is_over:
        discard(game)
    assert game.winner == 1
    return game


def test_a_game_that_is_not_over_can_be_reviewed() -> None:
    game = hp.new("classic", seed=4)
    for _ in range(2):
        for seat in game.to_move:
            game.submit(seat, game.legal_moves(seat)[0])
    seen = hp.review(str(game.record()), simulations=SIMULATIONS)
    assert len(seen.decisions) == 6 and len(seen.curve) == 2
    again = hp.review(game.record(), simulations=SIMULATIONS)
    assert (again.decisions, again.curve) == (seen.decisions, seen.curve)
    assert hp.review(hp.new("duel", seed=4).record()).curve == ()


def test_a_wrong_record_is_refused_before_the_long_work() -> None:
    text = str(hp.new("duel", seed=4).record()) + "W.1 0 draft atlantis\n"
    with pytest.raises(IllegalMove, match="line 8"):
        hp.review(text, progress=lambda done, all: pytest.fail("too late"))
